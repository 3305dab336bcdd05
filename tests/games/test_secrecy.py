"""Nothing concealed leaks: over every procedure that hides something, and over toys that leak."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from msgspec import Meta

from tablee.dice.die import D6
from tablee.rules.ambient import note
from tablee.rules.checkup.leaks import leaks
from tablee.rules.forms import NumberFrom, OneOf
from tablee.rules.game import Game
from tablee.rules.procedure import UNWANTED, Procedure, Result, Rulings
from tablee.rules.questions import call, choose, decide, roll
from tablee.rules.refusal import Refusal
from tablee.rules.registry import find_procedure, games
from tablee.rules.run_input import RunInput, ask_about
from tablee.rules.schema import Group, fields_of
from tests.kit.params import values_of
from tests.kit.runs import random_run


# ── every procedure of every game ──────────────────────────────────────────────────────────────
def _seats(question: RunInput) -> set[str]:
    """The seats of a run, except the one that sees all."""
    seats = set(question.procedure.sides())
    for seed in range(2):
        session = random_run(question, seed)
        seats |= {str(e.numbers["who"]) for e in session.trace if e.kind != "note"}
        seats |= {entry.seen_by for entry in session.trace if entry.seen_by}
    return seats - {question.game.leader}


def _hiding() -> Iterator[Any]:
    """(procedure, parameters, seat) of the grid where something is concealed from the seat."""
    for game in games():
        grid = importlib.import_module(f"tests.games.{game.id}.grid").GRID
        for kind in game.procedures:
            for place, params in enumerate(grid.get(kind.id, [])):
                try:
                    question = ask_about(kind.id, params)
                    seats = _seats(question)
                except Refusal:
                    continue
                for seat in sorted(seats):
                    if question.concealed(seat):
                        yield pytest.param(kind.id, params, seat, id=f"{kind.id}-{place}-{seat}")


PUBLIC = ("id", "acteur")
"""Fields of a concealed record that everybody knows: who it is, and who plays it."""


def _secrets_of(
    record: type[Any], given: Mapping[str, Any]
) -> st.SearchStrategy[Mapping[str, Any]]:
    """A record that differs from the given one in some of its secret fields, none of them asked."""
    drawn = {
        name: values_of(field.shape).filter(lambda value: value != "ask")
        for name, field in fields_of(record).items()
        if name not in PUBLIC and given.get(name, field.default) != "ask"
    }
    changes = st.fixed_dictionaries({}, optional=drawn)
    return changes.map(lambda changed: {**given, **changed})


@st.composite
def worlds(draw: st.DrawFn, procedure: str, params: Mapping[str, Any], seat: str) -> list[RunInput]:
    """Questions that differ from the given one only in what is concealed from the seat."""
    first = ask_about(procedure, params)
    concealed = first.concealed(seat)
    fields = fields_of(find_procedure(procedure))
    found = [first]
    for _ in range(4):
        changed = dict(params)
        for name in sorted(concealed):
            shape = fields[name].shape
            if isinstance(shape, Group):
                changed[name] = draw(_secrets_of(shape.record, params[name]))
            elif params.get(name, fields[name].default) != "ask":
                changed[name] = draw(values_of(shape).filter(lambda v: v != "ask"))
        try:
            question = ask_about(procedure, changed)
        except Refusal:
            continue
        if question.concealed(seat) == concealed:
            found.append(question)
    return found


@pytest.mark.parametrize(("procedure", "params", "seat"), list(_hiding()))
@settings(
    max_examples=4,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.explicit, Phase.generate),
)
@given(data=st.data())
def test_what_is_concealed_from_a_seat_does_not_reach_it(
    procedure: str, params: dict[str, Any], seat: str, data: st.DataObject
) -> None:
    found = leaks(data.draw(worlds(procedure, params, seat)), seat)
    assert not found, "\n".join(map(str, found[:3]))


# ── toys: the same function finds each way of leaking ──────────────────────────────────────────
class ToyRulings(Rulings):
    """No rulings."""


class ToyResult(Result):
    """`gap` reveals the secret if the face is known; `success` is public."""

    success: bool
    gap: int


class Honest(Procedure[ToyResult], id="jouet.honnete"):
    """A secret level, known to the leader; the player declares a bid, rolls, and learns yes or no."""

    level: Annotated[int, Meta(ge=1, le=6)]

    def concealed(self, seat: str) -> frozenset[str]:
        return frozenset({"level"}) if seat == "joueur" else frozenset()

    def seen(self, result: ToyResult, seat: str) -> Mapping[str, Any]:
        return {"gap": UNWANTED} if seat == "joueur" else {}

    async def rule(self) -> ToyResult:
        bid = await choose("mise", NumberFrom(0, 2), who="joueur")
        face = await roll(D6, "jet", who="joueur")
        note("J-01", "Il fallait {level}.", to="gm", level=self.level)
        return ToyResult(success=face + bid >= self.level, gap=face + bid - self.level)


class ByFacts(Honest, id="jouet.faits"):
    """Leaks by the facts of a choice."""

    async def rule(self) -> ToyResult:
        bid = await choose("mise", NumberFrom(0, 2), who="joueur", facts={"niveau": self.level})
        return ToyResult(success=bid >= self.level, gap=bid)


class ByOptions(Honest, id="jouet.options"):
    """Leaks by what is offered."""

    async def rule(self) -> ToyResult:
        bid = await choose("mise", NumberFrom(0, self.level), who="joueur")
        return ToyResult(success=bid >= 2, gap=bid)


class ByAbsence(Honest, id="jouet.absence"):
    """Leaks by asking only when it would help."""

    async def rule(self) -> ToyResult:
        face = await roll(D6, "jet", who="joueur")
        extra = 0
        if face < self.level <= face + 2:
            extra = await choose("jetons", NumberFrom(0, 2), who="joueur")
        return ToyResult(success=face + extra >= self.level, gap=extra)


class ByOrder(Honest, id="jouet.ordre"):
    """Leaks by the order of the options."""

    async def rule(self) -> ToyResult:
        ways = ("saut", "course") if self.level > 3 else ("course", "saut")
        way = await choose("moyen", OneOf(ways), who="joueur")
        return ToyResult(success=way == "saut", gap=0)


class ByNote(Honest, id="jouet.note"):
    """Leaks by a note that everybody reads."""

    async def rule(self) -> ToyResult:
        face = await roll(D6, "jet", who="joueur")
        note("J-01", "Il fallait {level}.", level=self.level)
        return ToyResult(success=face >= self.level, gap=face - self.level)


class ByLabel(Honest, id="jouet.nom"):
    """Leaks by the label of what is asked of the other seat."""

    async def rule(self) -> ToyResult:
        label = "facile" if self.level < 3 else "difficile"
        face = await roll(D6, label, who="gm")
        return ToyResult(success=face >= self.level, gap=face - self.level)


class HiddenRoll(Honest, id="jouet.cachee"):
    """The whole roll is the leader's own, whatever it asks for."""

    async def rule(self) -> ToyResult:
        await call(ByAbsence(level=self.level), seats={"joueur": "gm"}, seen_by="gm")
        face = await roll(D6, "jet", who="joueur")
        return ToyResult(success=face > 3, gap=0)


class OpenRoll(HiddenRoll, id="jouet.ouverte"):
    """The same in sight of all."""

    async def rule(self) -> ToyResult:
        await call(ByAbsence(level=self.level), seats={"joueur": "gm"})
        face = await roll(D6, "jet", who="joueur")
        return ToyResult(success=face > 3, gap=0)


class BySecretChoice(Procedure[ToyResult], id="jouet.choix"):
    """The leader chooses the level; whether that answer is public is for `hushed` to say."""

    level: Annotated[int, Meta(ge=1, le=6)] | Literal["ask"] = "ask"
    hushed: ClassVar[bool] = False

    def concealed(self, seat: str) -> frozenset[str]:
        return frozenset({"level"}) if seat == "joueur" else frozenset()

    async def rule(self) -> ToyResult:
        level = await decide(self.level, "level", NumberFrom(1, 6), who="gm", secret=True)
        facts = {} if self.hushed else {"niveau": level}
        bid = await choose("mise", NumberFrom(0, 2), who="joueur", facts=facts)
        return ToyResult(success=bid > 0, gap=bid)


class HushedChoice(BySecretChoice, id="jouet.choix_tu"):
    """The same; the player sees nothing of it."""

    hushed: ClassVar[bool] = True


class Revealing(Honest, id="jouet.revele"):
    """The level is declared public at the end, so that views may differ from there on."""

    async def rule(self) -> ToyResult:
        face = await roll(D6, "jet", who="joueur")
        note("J-02", "Il fallait {level}.", reveals=True, level=self.level)
        return ToyResult(success=face >= self.level, gap=face - self.level)


class Hinting(Honest, id="jouet.indice"):
    """Leaks in the middle of a run what the result would tell at its end."""

    async def rule(self) -> ToyResult:
        face = await roll(D6, "jet", who="joueur")
        note("J-03", "Le coup porte : {yes}.", yes=face >= self.level)
        bid = await choose("mise", NumberFrom(0, 2), who="joueur")
        return ToyResult(success=face >= self.level, gap=bid)


class BareResult(Honest, id="jouet.nu"):
    """The result that everybody sees is public by declaration: nothing else leaks."""

    def seen(self, result: ToyResult, seat: str) -> Mapping[str, Any]:
        return {}


TOY = Game(
    id="jouet",
    title="Jouet",
    leader="gm",
    rulings=ToyRulings,
    chapters={},
    words={},
    clauses={},
)


def toys(*procedures: Procedure[Any]) -> list[RunInput]:
    return [RunInput(TOY, procedure, ToyRulings()) for procedure in procedures]


LEVELS = range(1, 7)


@pytest.mark.parametrize(
    "kind", [ByFacts, ByOptions, ByAbsence, ByOrder, ByNote, ByLabel, Hinting, OpenRoll]
)
def test_every_way_of_leaking_is_found(kind: type[Honest]) -> None:
    assert leaks(toys(*(kind(level=level) for level in LEVELS)), "joueur")


@pytest.mark.parametrize("kind", [Honest, Revealing, BareResult, HiddenRoll])
def test_what_does_not_leak_is_left_alone(kind: type[Honest]) -> None:
    assert leaks(toys(*(kind(level=level) for level in LEVELS)), "joueur") == []


def test_an_answer_kept_secret_is_part_of_what_is_hidden() -> None:
    assert leaks(toys(BySecretChoice()), "joueur")
    assert leaks(toys(HushedChoice()), "joueur") == []
    assert leaks(toys(BySecretChoice()), "gm") == []


def test_a_seat_that_may_know_sees_the_difference_and_that_is_no_leak() -> None:
    """The leader's view distinguishes the worlds: only the seat is blind, not the function."""
    assert leaks(toys(*(ByFacts(level=level) for level in LEVELS)), "gm")
