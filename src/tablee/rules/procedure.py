"""Declarations: procedures with their parameters, results and rulings.

A procedure is a frozen, hashable record of its parameters with a coroutine `rule`. Every face is
generated from its class: the JSON schema, the options of the command line, the form, the reference
page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Generic,
    NamedTuple,
    TypeVar,
    cast,
    dataclass_transform,
)

import msgspec

from tablee.rules.fighter_status import FighterStatus

R = TypeVar("R")
S = TypeVar("S", bound="_RecordBase")
Utility = Callable[[Any, Any, str], Fraction | int]
"""A function of the procedure, the result and a seat that returns the worth of the result to it."""
SUCCESSES = ("reussite", "succes")
"""Utilities that are called success, without another name."""


class Unwanted:
    """The value of a result field that was not asked for; any use of it raises."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "UNWANTED"

    def __reduce__(self) -> str:
        return "UNWANTED"

    def _refuse(self, *_: object) -> Any:
        raise TypeError("this result field was not asked for (see `wanted`)")

    __bool__ = __int__ = __iter__ = __len__ = __getitem__ = __call__ = __str__ = __format__ = (
        _refuse
    )
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __lt__ = __gt__ = _refuse

    def __eq__(self, other: object) -> bool:
        """Equal to itself, so that results without a field are values; any comparison raises."""
        return True if other is self else bool(self._refuse())

    def __hash__(self) -> int:
        return id(self)


UNWANTED: Any = Unwanted()


if TYPE_CHECKING:

    @dataclass_transform(
        kw_only_default=True, frozen_default=True, field_specifiers=(msgspec.field,)
    )
    class _RecordMeta(type):
        def __new__(
            mcls,
            name: str,
            bases: tuple[type, ...],
            namespace: dict[str, Any],
            *,
            id: str = "",
            tag: str = "",
        ) -> Any: ...

    class _RecordBase(metaclass=_RecordMeta):
        pass

else:

    class _RecordMeta(msgspec.StructMeta):
        """Struct options that every declaration shares; `id=` names a procedure."""

        def __new__(mcls, name, bases, namespace, *, id="", **options):
            options = {"frozen": True, "kw_only": True, "cache_hash": True} | options
            cls = super().__new__(mcls, name, bases, namespace, **options)
            if id:
                cls.id = id
            return cls

        def __init__(cls, name, bases, namespace, *, id="", **options):
            super().__init__(name, bases, namespace)

    class _RecordBase(msgspec.Struct, metaclass=_RecordMeta):
        pass


def replace(record: S, /, **changes: Any) -> S:
    """Return the same record with some fields changed: the next state of a rule that becomes
    another."""
    changed: S = msgspec.structs.replace(cast("Any", record), **changes)
    return changed


class Record(_RecordBase):
    """A group of named values inside parameters or results (a participant, a task).

    Lists are `tuple[...]`, so that every record is hashable. Never mix bool and int in one field.
    `class Gain(Record, tag="gain")` is one of several records that a list may hold: its `type` in
    JSON names it.
    """


class Result(_RecordBase):
    """The result of a procedure: its fields are in the catalogue's order."""


class Rulings(_RecordBase):
    """The rulings of a game on points that its document leaves open; each has a default."""

    words: ClassVar[Mapping[str, tuple[str, str]]] = {}
    """Ruling, or `ruling.value` -> its French and English words."""


class Exchange(NamedTuple):
    """A smaller run, computed to weigh a choice where the whole run is too large or not known.

    `worth`: the utilities to weigh by, those that are chances; the first that separates the options
    decides.
    """

    alone: Procedure[Any]
    worth: tuple[str, ...]


class Procedure(_RecordBase, Generic[R]):
    """Base of all procedures: `class Simple(Procedure[SimpleResult], id="exil.simple")`.

    Fields are the parameters (range, default and help in their annotations). The constructor does
    not validate: `tablee.rules.run_input.ask_about` does, for all faces.
    """

    id: ClassVar[str] = ""
    utilities: ClassVar[Mapping[str, Utility]] = {}
    """The utilities that advice may maximise, the default first."""
    utility_ranges: ClassVar[Mapping[str, tuple[float, float]]] = {}
    """Utility -> its least and its greatest worth. With them, advice on a fight with a `clock` has a
    proven interval for its value while it is computed."""
    goals: ClassVar[Mapping[str, str]] = {}
    """Seat ("" for all others) -> the utility that is 1 when the run succeeds for that seat. Without
    any, it is a result field `success` for all, else the utility called success or victory."""
    endings: ClassVar[tuple[str, ...]] = ()
    """The result fields whose values are the possible ends of a fight or of a long procedure. Each
    has a recorded run among the game's examples."""
    hideable: ClassVar[tuple[str, ...]] = ()
    """The parameters that the leader may hide from the player who throws: the same questions are
    asked whatever their values. Without any, a secret run is thrown behind the screen."""
    seats: ClassVar[Mapping[str, str]] = {}
    """Seat of the rule -> the place of its character: a role of a sheet ("" the first one), or a
    parameter; `p#` are seats p1, p2, ... of the members of a list. A seat that is not listed has
    the place of its own name, or belongs to the acting character."""
    named_seats: ClassVar[frozenset[str] | None] = None
    """The seats that the rule may ask beside those of `seats`, `sides` and `ids`, where it computes
    some of them; None: any. It is set when the file of a game is loaded."""
    seats_beside: ClassVar[tuple[str, str] | None] = None
    """The seats (`#` is their number) of the characters who play beside the acting one, and the
    parameter that counts them."""
    companions: ClassVar[Mapping[str, str]] = {}
    """Place of a character who helps the acting one or is helped -> the gauge of that character that
    is below its maximum, "" for none. A form offers such a character there before an adversary."""
    decided_by: ClassVar[Mapping[str, str]] = {}
    """Parameter -> the place of the character who decides it. A table asks nobody for it while that
    place is empty: the parameter has its default."""
    apart: ClassVar[tuple[str, ...]] = ()
    """The places ("" that of the acting character) whose characters are different: nobody helps or
    attacks himself."""
    announced: ClassVar[tuple[str, ...]] = ()
    """The parameters that everybody sees although they come from the sheet of another character,
    unless they are `concealed`."""
    disclosing: ClassVar[str] = ""
    """The text of the button by which the leader shows everybody, once the run is over, what was
    `concealed`; "" where it stays hidden."""
    unlisted: ClassVar[tuple[str, ...]] = ()
    """The parameters that the card of a run does not list, as what it asks shows them already."""
    begun_by_player: ClassVar[bool] = False
    """Whether the player of the character may begin it where it is pending, as the leader may."""
    aside: ClassVar[bool] = False
    """Whether it accompanies other runs: the form of a request does not open on it again."""
    public: ClassVar[bool] = False
    """Whether nothing in this continuation of a rule is secret any more: everybody may see its
    chances, even where a parameter was `concealed` before."""
    clock: ClassVar[tuple[str, str] | None] = None
    """The parameter that only counts, in a state of a fight between two turns, and the parameter with
    its limit (`bout.max_turns` is a field of one), which it stays below. The rule compares the count
    with its limit and adds to it; it uses it for nothing else. The record with the limit is fixed."""
    likely_clock: ClassVar[tuple[str, str] | None] = None
    """The fields that may be the `clock` of a rule in a file, which does not declare it. It is set when
    the file is loaded."""
    plays: ClassVar[str] = ""
    """The parameter with the procedure that the rule calls first, and does not use otherwise. While
    that goes on as another, the run is in the state of this procedure with the other in its place."""
    placeholder_texts: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """Result field -> the texts that `seen` may return for it beside the declared values."""

    async def rule(self) -> R:
        """Ask and decide, return the result. Pure: no clock, no global, no mutation."""
        raise NotImplementedError

    def check(self) -> None:
        """Raise `refuse(...)` for values that the ranges of single fields cannot exclude.

        The rulings of the campaign are available (`rulings`): some parameters depend on one.
        """

    def concealed(self, seat: str) -> frozenset[str]:
        """Return the parameters that this seat may not see. The rulings of the campaign are
        available."""
        return frozenset()

    def beliefs(self) -> tuple[str, ...]:
        """Return the parameters that hold a law in place of a secret: a played run refuses them."""
        return ()

    def seen(self, result: R, seat: str) -> Mapping[str, Any]:
        """Return the result fields that differ for this seat; `UNWANTED` hides one. The rulings of
        the campaign are available."""
        return {}

    def sides(self) -> Mapping[str, str]:
        """Return seat -> side, for advice. Seats of one side are allies, those of different sides
        opponents. A seat that is not listed is neutral and takes the default of its parameter."""
        return {}

    def led_by(self, seat: str) -> tuple[str, ...]:
        """Return the ids of the participants for whom a seat throws and chooses: the leader may have
        several. Without any, the seat itself is named."""
        return (seat,)

    def goal(self, seat: str) -> str:
        """Return the utility that is 1 when the run succeeds for a seat, "" where no result is a
        success."""
        usual = next((name for name in (*SUCCESSES, "victoire") if name in self.utilities), "")
        return self.goals.get(seat, self.goals.get("", usual))

    def fighter_statuses(self) -> tuple[FighterStatus, ...]:
        """Return the status of each fighter in this state of a fight, for pages that follow it. The
        rulings of the campaign are available."""
        return ()

    def turn_order(self) -> tuple[tuple[str, ...], ...]:
        """Return the turn order in this state of a fight: the fighters who may act now, then those
        after them, in order; empty where there is no order."""
        return ()

    def exchange(self) -> Exchange | None:
        """Return the part of a fight that begins in this state, as a run of its own that uses only
        what everybody knows, or None where there is no such part. It asks the same questions and
        decides all else as usual."""
        return None

    def ids(self) -> tuple[str, ...]:
        """Return the ids that the parameters define, in the canonical order of results that are
        ids."""
        return ()

    @classmethod
    def utility(cls, name: str | None) -> Utility | None:
        """Return the utility of a name (the default for None), or None when there is none."""
        if name is None:
            return next(iter(cls.utilities.values()), None)
        return cls.utilities.get(name)

    @classmethod
    def range_of(cls, worth: Utility) -> tuple[float, float] | None:
        """Return the least and the greatest worth by a utility, None where they are not declared."""
        name = next((name for name, each in cls.utilities.items() if each == worth), "")
        return cls.utility_ranges.get(name)

    @classmethod
    def is_success(cls, result: Mapping[str, Any]) -> bool | None:
        """Return whether a page shows a result (JSON) as a success or as a failure; None for neither:
        where success is another thing than the field `success`."""
        success = result.get("success")
        return success if isinstance(success, bool) and not cls.goals else None

    @classmethod
    def result_type(cls) -> type[Any]:
        """Return the `Result` class of the rule."""
        for klass in cls.__mro__:
            for base in getattr(klass, "__orig_bases__", ()):
                arguments = getattr(base, "__args__", ())
                if arguments and isinstance(arguments[0], type):
                    return arguments[0]
        raise TypeError(f"{cls.__name__} does not say what it returns")

    @classmethod
    def clauses(cls) -> tuple[str, ...]:
        """Return the clause ids that the docstring carries (`EXIL-ACT-01..06` is spelled out)."""
        return clause_ids(cls.__doc__ or "")

    @classmethod
    def left_to_leader(cls) -> tuple[str, ...]:
        """Return the clauses of the docstring that the leader judges: those after `LEFT`."""
        return clause_ids((cls.__doc__ or "").partition(LEFT)[2])


LEFT = "Left to the leader:"
"""Text in a docstring before the clauses that no code decides; the leader sees them."""
_RANGE = re.compile(
    r"\b([A-Z]{2,}(?:-[A-Z]+)*-)(\d\d)(?!\d)(?:\.\.(\d\d))?((?:,\s+-\d\d(?:\.\.\d\d)?)*)"
)


def clause_ids(text: str) -> tuple[str, ...]:
    """Return the clause ids in a text in order, with `AB-CD-01..03` and `AB-CD-01, -04` spelled
    out."""
    found: dict[str, None] = {}
    for stem, first, last, others in _RANGE.findall(text):
        spans = [(first, last)]
        spans += re.findall(r",\s+-(\d\d)(?:\.\.(\d\d))?", others)
        for low, high in spans:
            for number in range(int(low), int(high or low) + 1):
                found[f"{stem}{number:02d}"] = None
    return tuple(found)
