"""The map from the clauses of a game to its code: the declarations that carry each one.

It is read from the declarations (see `declarations`). A declaration that no rule, no sheet and no
word of the game uses carries nothing.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, Literal

import msgspec

from tablee.rules.clauses.declarations import Declaration, Part, Place, declarations_of
from tablee.rules.game import Game
from tablee.rules.ledger import Event, Ledger
from tablee.rules.procedure import Procedure, Record, Rulings
from tablee.rules.schema import fields_of, records_in
from tablee.rules.sheet import Sheet, kinds_of

Kind = Literal["procedure", "state", "decision", "table"]
KINDS: tuple[Kind, ...] = ("procedure", "state", "decision", "table")


class Carrier(msgspec.Struct, frozen=True, kw_only=True):
    """A declaration that carries a clause.

    `procedure`: a rule executes it. `state`: a sheet or a ledger stores it. `decision`: a
    parameter, a ruling or the judgement of the leader decides it. `words`: the words of the game
    show it.
    """

    kind: Kind
    module: str
    name: str
    """`Class`, `function`, `CONSTANT` or `Class.member`."""
    line: int
    fields: tuple[str, ...]
    """The parameters, rulings or fields of sheets and results that it declares."""
    procedures: tuple[str, ...]
    """The procedures that use it, the nearest first; none for a clause that only sheets or words
    show."""
    left_to_leader: bool = False
    """Whether the leader judges the clause; the procedure only shows it."""

    @property
    def place(self) -> str:
        """Return its place, without the name of the game's package (or of its one file)."""
        package, _, module = self.module.rpartition(".")
        return f"{module}.{self.name}" if package else self.name


def carriers_of(game: Game) -> Mapping[str, tuple[Carrier, ...]]:
    """Return clause -> its carriers, procedures first. All clauses of the game are keys, in order;
    unknown clauses that a declaration names come last."""
    found: dict[str, dict[str, Carrier]] = {clause: {} for clause in game.clauses}
    for clause, carrier in _Code(game).carriers():
        found.setdefault(clause, {}).setdefault(carrier.place, carrier)
    return {clause: tuple(sorted(each.values(), key=_order)) for clause, each in found.items()}


def _order(carrier: Carrier) -> tuple[Any, ...]:
    return (
        carrier.left_to_leader,
        KINDS.index(carrier.kind),
        -len(carrier.procedures),
        carrier.place,
    )


def idle(game: Game) -> tuple[str, ...]:
    """Return the declarations whose docstring names clauses although nothing uses them."""
    code = _Code(game)
    return tuple(
        f"{each.place[0]}.{each.place[1]}".rstrip(".") + (f".{part.member}" if part.member else "")
        for each in code.declared.values()
        for part in each.parts
        if part.named and code.users(each, part) is None
    )


def thing_at(carrier: Carrier) -> Any:
    """Return the class, the member or the constant itself. Raises `LookupError` when there is
    none."""
    name, _, member = carrier.name.partition(".")
    thing = vars(_module(carrier.module)).get(name, msgspec.UNSET)
    if member and member in getattr(thing, "__struct_fields__", ()):
        return fields_of(thing)[member]
    if member:
        thing = vars(thing).get(member, msgspec.UNSET)
    if thing is msgspec.UNSET:
        raise LookupError(f"{carrier.module} has no {carrier.name}")
    return thing


def _module(name: str) -> Any:
    return sys.modules.get(name) or importlib.import_module(name)


def _are_words(place: Place, game: Game) -> bool:
    """Return whether the constant holds words of the game."""
    module = sys.modules.get(place[0])
    there = vars(module).get(place[1]) if module else None
    return isinstance(there, dict) and bool(there) and there.items() <= game.words.items()


# ── what uses what ─────────────────────────────────────────────────────────────────────────────
class _Code:
    """The declarations of a game, and the procedures and sheets that use each."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.declared = declarations_of(game)
        self.steps = {
            kind.id: self._reached((kind.__module__, kind.__name__)) for kind in game.procedures
        }
        """Procedure -> declaration that it uses -> number of steps to it."""
        sheets = [(kind.__module__, kind.__name__) for kind in kinds_of(game)]
        words = [place for place in self.declared if _are_words(place, game)]
        self.shown = {each for start in (*sheets, *words) for each in self._reached(start)}
        """The declarations that sheets and the words of the game use."""

    def carriers(self) -> Iterator[tuple[str, Carrier]]:
        """Yield (clause, a carrier of it) in the order of the sources."""
        for declaration in self.declared.values():
            for part in declaration.parts:
                used = self.users(declaration, part) if part.named or part.noted else None
                if used is not None:
                    for clause in sorted(part.named | part.noted):
                        yield clause, self._carrier(declaration, part, clause, used)
        for kind in self.game.procedures:
            if (kind.__module__, kind.__name__) not in self.declared:  # its source cannot be read
                for clause in kind.clauses():
                    yield clause, _alone(kind, clause)

    def _carrier(
        self, declaration: Declaration, part: Part, clause: str, used: tuple[str, ...]
    ) -> Carrier:
        left = clause in part.left
        module, name = declaration.place
        return Carrier(
            kind="decision" if left else self._kind(declaration, part, clause),
            module=module,
            name=f"{name}.{part.member}" if self._stands_alone(declaration, part) else name,
            line=part.line,
            fields=tuple(dict.fromkeys(self._fields(declaration, part))),
            procedures=used,
            left_to_leader=left,
        )

    def _stands_alone(self, declaration: Declaration, part: Part) -> bool:
        """Return whether a member is a carrier of its own; the methods of a rule or of an event are
        not."""
        whole = self._thing(declaration)
        own = isinstance(whole, type) and issubclass(whole, Procedure | Event)
        return bool(part.member) and (not own or self._is_field(declaration, part))

    def users(self, declaration: Declaration, part: Part) -> tuple[str, ...] | None:
        """Return the procedures that use it, the nearest first; None when nothing does."""
        found: dict[str, int] = {}
        for procedure, steps in self.steps.items():
            if declaration.place == self._rulings_place and part.member:
                near = [n for place, n in steps.items() if part.member in self._reads(place)]
            else:
                near = [steps[declaration.place]] if declaration.place in steps else []
            if near:
                found[procedure] = min(near)
        if found:
            return tuple(sorted(found, key=lambda name: found[name]))
        return () if declaration.place in self.shown else None

    def _reads(self, place: Place) -> frozenset[str]:
        """Return the rulings (and other attributes) that a declaration reads."""
        declared = self.declared.get(place)
        return declared.reads if declared and self._rulings_place in declared.uses else frozenset()

    @property
    def _rulings_place(self) -> Place:
        return self.game.rulings.__module__, self.game.rulings.__name__

    def _reached(self, start: Place) -> Mapping[Place, int]:
        """Return every declaration that this one reaches, with the number of steps."""
        steps = {start: 0}
        waiting = [start]
        for place in waiting:
            for each in sorted(self.declared[place].uses) if place in self.declared else ():
                if each in self.declared and each not in steps:
                    steps[each] = steps[place] + 1
                    waiting.append(each)
        return steps

    # ── kinds ──────────────────────────────────────────────────────────────────────────────────
    def _kind(self, declaration: Declaration, part: Part, clause: str) -> Kind:
        if declaration.constant:
            if declaration.annotation:
                return self._kind_of_annotation(declaration)
            return "table" if clause in part.named else "procedure"
        thing = self._thing(declaration)
        return self._kind_of_class(thing, part) if isinstance(thing, type) else "procedure"

    def _kind_of_class(self, thing: type[Any], part: Part) -> Kind:
        if issubclass(thing, Rulings):
            return "decision"
        if issubclass(thing, Ledger | Event | Sheet) or thing in self._kept:
            return "state"
        field = part.member in getattr(thing, "__struct_fields__", ())
        if issubclass(thing, Procedure):
            return "decision" if field else "procedure"
        if thing in self._asked and (field or not part.member):
            return "decision"
        if self._in_table(thing) and (field or not part.member):
            return "table"
        return "procedure"

    def _kind_of_annotation(self, declaration: Declaration) -> Kind:
        """Return what the fields of this kind are."""
        kinds = {self._kind(each, part, "") for each, part in self._annotated(declaration)}
        return next((kind for kind in ("decision", "state", "table") if kind in kinds), "procedure")

    def _annotated(self, declaration: Declaration) -> Iterator[tuple[Declaration, Part]]:
        """Yield the fields of a kind, directly or by way of another kind."""
        for each in self.declared.values():
            for part in each.parts:
                if declaration.place in part.uses:
                    if each.annotation:
                        yield from self._annotated(each)
                    elif self._is_field(each, part):
                        yield each, part

    def _fields(self, declaration: Declaration, part: Part) -> Iterator[str]:
        if declaration.annotation:
            yield from (each.member for _, each in self._annotated(declaration))
        elif self._is_field(declaration, part):
            yield part.member

    def _is_field(self, declaration: Declaration, part: Part) -> bool:
        return part.member in getattr(self._thing(declaration), "__struct_fields__", ())

    def _thing(self, declaration: Declaration) -> Any:
        module, name = declaration.place
        return vars(_module(module)).get(name)

    @cached_property
    def _kept(self) -> frozenset[type[Any]]:
        """The records of ledgers and sheets."""
        ledgers = [kind for kind in self.game.procedures if issubclass(kind, Ledger)]
        return frozenset(_records_of([*ledgers, *kinds_of(self.game)]))

    @cached_property
    def _asked(self) -> frozenset[type[Any]]:
        """The records among the parameters of procedures."""
        return frozenset(_records_of(self.game.procedures))

    def _in_table(self, thing: type[Any]) -> bool:
        place = (thing.__module__, thing.__name__)
        return issubclass(thing, Record) and any(
            each.constant and not each.annotation and place in each.uses
            for each in self.declared.values()
        )


def _records_of(records: Iterable[type[Any]]) -> set[type[Any]]:
    """Records and those inside them."""
    found: set[type[Any]] = set()
    waiting = list(records)
    while waiting:
        each = waiting.pop()
        if each not in found:
            found.add(each)
            waiting += [
                one for field in fields_of(each).values() for one in records_in(field.shape)
            ]
    return found


def _alone(kind: type[Procedure[Any]], clause: str) -> Carrier:
    left = clause in kind.left_to_leader()
    return Carrier(
        kind="decision" if left else "procedure",
        module=kind.__module__,
        name=kind.__name__,
        line=0,
        fields=(),
        procedures=(kind.id,),
        left_to_leader=left,
    )
