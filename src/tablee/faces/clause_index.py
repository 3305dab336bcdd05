"""Each clause of a game with its carriers, its examples, its tests and a run to try.

An example exercises a clause when its trace cites the clause, or when it gives the parameter,
ruling or event that carries it. Where no example does, the examples of the procedure that carries
the clause count. The module may import games and rules. It knows nothing of pages or of the command
line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from tablee.faces.clause_tests import tests_of
from tablee.faces.examples import Example, answers, cited, examples_of, named_in
from tablee.faces.web.form.run_links import command_line, read_back
from tablee.rules.clauses.clause_carriers import Carrier, Kind, carriers_of, thing_at
from tablee.rules.contract_json import RunJson
from tablee.rules.game import Game
from tablee.rules.ledger import Event
from tablee.rules.procedure import Rulings
from tablee.rules.schema import Field, tag_of
from tablee.rules.texts.words import Words


class Mapped(msgspec.Struct, frozen=True, kw_only=True):
    """A clause with everything that is known about it."""

    id: str
    carriers: tuple[Carrier, ...]
    examples: tuple[str, ...]
    """Ids of worked examples."""
    tests: tuple[str, ...]
    """Test functions (see `clause_tests`)."""
    trial: Trial | None = msgspec.field(name="try")
    """A run of an example to try."""


class Trial(msgspec.Struct, frozen=True):
    """A run to try: as JSON, and as a command line."""

    run: RunJson
    command: str


class IndexedClause(Mapped, frozen=True, kw_only=True):
    """A clause of the index, with its text in one language."""

    game: str
    text: str


def mapped(game: Game) -> dict[str, Mapped]:
    """Return all clauses of a game, by id, in order."""
    carriers, examples = carriers_of(game), examples_of(game.package)
    exercised = _Exercised(examples)
    found = {}
    for clause in game.clauses:
        exercising = exercised.by(clause, carriers[clause])
        nearest = exercised.running(carriers[clause])
        trial = min(filter(answers, exercising), key=_rank, default=None)
        trial = trial or min(filter(answers, nearest), key=_rank, default=None)
        found[clause] = Mapped(
            id=clause,
            carriers=carriers[clause],
            examples=tuple(each["id"] for each in exercising),
            tests=tests_of(game, clause, carriers[clause]),
            trial=Trial(trial["run"], _call(trial)) if trial else None,
        )
    return found


def clauses_view(game: Game, words: Words, clauses: Sequence[str] = ()) -> list[IndexedClause]:
    """Return the index of a game, or of some of its clauses."""
    found = mapped(game)
    return [_indexed(found[clause], game, words) for clause in clauses or found]


def _indexed(each: Mapped, game: Game, words: Words) -> IndexedClause:
    known = {name: getattr(each, name) for name in each.__struct_fields__}
    return IndexedClause(game=game.id, text=words.clause(each.id), **known)


def kind_in_words(words: Words, kind: Kind) -> str:
    """Return the kind of a carrier in words."""
    match kind:
        case "procedure":
            return words.text("règle")
        case "state":
            return words.text("état")
        case "decision":
            return words.text("décision")
        case "table":
            return words.text("table")


# ── what exercises a clause ────────────────────────────────────────────────────────────────────
class _Exercised:
    """An index from clauses and carriers to the examples that exercise them."""

    def __init__(self, examples: Sequence[Example]) -> None:
        self.examples = examples
        self.cited = [cited(each) for each in examples]
        self.named = [frozenset(named_in(each)) for each in examples]

    def by(self, clause: str, carriers: Sequence[Carrier]) -> list[Example]:
        """Return the examples that exercise a clause (see the module docstring)."""
        computed = [each for each in carriers if not each.left_to_leader]
        names = {name for carrier in computed for name in _names(carrier)}
        places = range(len(self.examples))
        found = [n for n in places if clause in self.cited[n] or names & self.named[n]]
        return [self.examples[n] for n in found] or self.running(carriers)

    def running(self, carriers: Sequence[Carrier]) -> list[Example]:
        """Return the examples of the procedures nearest to the carriers of a clause."""
        nearest = {
            each.procedures[0] for each in carriers if each.procedures and not each.left_to_leader
        }
        return [each for each in self.examples if each["run"].get("procedure") in nearest]


def _names(carrier: Carrier) -> Iterator[tuple[str, str]]:
    """Return the key under which a run names a carrier (see `named_in`)."""
    if carrier.kind == "decision":
        thing = thing_at(carrier)
        owner = thing_at(msgspec.structs.replace(carrier, name=carrier.name.partition(".")[0]))
        is_ruling = isinstance(owner, type) and issubclass(owner, Rulings)
        what = "ruling" if is_ruling and isinstance(thing, Field) else "param"
        yield from ((what, name) for name in carrier.fields)
    elif carrier.kind == "state":
        thing = thing_at(carrier)
        if isinstance(thing, type) and issubclass(thing, Event):
            yield "type", tag_of(thing)


def _rank(example: Example) -> tuple[int, int]:
    """Rank an example: a played roll shows more than a law, and a short run more than a long one."""
    return ("resolve", "odds", "advise").index(example["call"]), len(str(example["run"]))


def _call(example: Example) -> str:
    """Return an example as a command line."""
    empty: dict[str, Any] = {"params": {}, "rulings": {}, "answers": []}
    draft = read_back(empty | dict(example["run"]))
    call = command_line(draft).replace("tablee resolve", f"tablee {example['call']}", 1)
    options = [("--by", ",".join(example.get("by", ()))), ("--for", example.get("for", ""))]
    return " ".join([call, *(f"{option} {value}" for option, value in options if value)])
