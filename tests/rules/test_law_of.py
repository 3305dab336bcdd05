"""Laws that rules ask for: the same law in every reading."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from tablee.dice.die import D6
from tablee.dice.law import Law
from tablee.rules.ambient import note
from tablee.rules.forms import YES_NO
from tablee.rules.procedure import Procedure, replace
from tablee.rules.questions import become, call, choose, hidden, law_of, roll
from tablee.rules.readings.advice.advise import advise
from tablee.rules.readings.drawing import Faces
from tablee.rules.readings.laws import requested_law
from tablee.rules.readings.odds import odds
from tablee.rules.readings.plain import Plain
from tablee.rules.readings.session import play
from tablee.rules.readings.simulate import simulate
from tablee.rules.refusal import Refusal
from tests.kit.laws import exact_law
from tests.rules.toys import Bid, Bushy, Number, One, Policy, ToyRulings, ask, chosen, dice


class Bargain(Procedure[Number], id="jouet.marche"):
    """Keep a face, or throw another die that is announced by its chance and its mean."""

    size: int = 6
    utilities = {"valeur": lambda _, result, seat: result.value}

    def sides(self) -> dict[str, str]:
        return {"a": "a"}

    async def rule(self) -> Number:
        face = await roll(D6, "dé", who="a")
        other = One(size=self.size)
        law = await law_of(other)
        better = law.chance(lambda result: result.value > face)
        note("J-03", "Chance de mieux : {better:%}.", better=better)
        if await choose("garder", YES_NO, who="a", policy=better < Fraction(1, 2)):
            return Number(value=face)
        return await call(other, seats={"lanceur": "a"})


class Climb(Procedure[Number], id="jouet.montee"):
    """Throw again while a better face is likelier than not: each state asks for the law."""

    face: int = 0

    async def rule(self) -> Number:
        law = await law_of(One(), by=("value",))
        if law.chance(lambda result: result.value > self.face) <= Fraction(1, 2):
            return Number(value=self.face)
        face = await roll(D6, "dé", who="a")
        return await become(replace(self, face=face))


OTHERS: dict[str, Procedure[Number]] = {
    "policy": Policy(),
    "choice": Bid(bid="ask"),
    "large": Bushy(),
}


class Asks(Procedure[Number], id="jouet.demande"):
    """Ask for the law of one of `OTHERS`."""

    other: str

    async def rule(self) -> Number:
        return Number(value=len(await law_of(OTHERS[self.other])))


class AsksItself(Procedure[Number], id="jouet.soi"):
    """Ask for its own law."""

    async def rule(self) -> Number:
        return Number(value=len(await law_of(AsksItself())))


class Rated(Procedure[Number], id="jouet.cote"):
    """A law that depends on a secret, noted for the seat that knows it."""

    size: int | tuple[tuple[int, Fraction], ...] = 6
    utilities = {"valeur": lambda _, result, seat: result.value}

    def sides(self) -> dict[str, str]:
        return {"a": "a"}

    def concealed(self, seat: str) -> frozenset[str]:
        return frozenset() if seat == "gm" else frozenset({"size"})

    async def rule(self) -> Number:
        size = self.size
        law = Law.from_fractions(dict(size)) if isinstance(size, tuple) else size
        secret = await hidden(law, "size", knows="gm")
        mean = (await law_of(One(size=secret))).mean(lambda result: result.value)
        note("J-03", "Moyenne : {mean}.", to="gm", mean=mean)
        keep = await choose("garder", YES_NO, who="a", policy=True)
        return Number(value=int(2 * mean) if keep else 8)


def test_a_played_run_notes_the_chance() -> None:
    session = play(ask(Bargain(), dice(4)))
    assert session.trace[-1].numbers == {"better": Fraction(1, 3)}
    session.answer(chosen(False))
    session.answer(dice(6))
    assert session.result == Number(value=6)


def test_the_law_follows_the_rulings() -> None:
    session = play(ask(Bargain(), dice(4), double=True))
    assert session.trace[-1].numbers == {"better": Fraction(2, 3)}


def bargain_law() -> Law[Number]:
    """Return the law of `Bargain`: faces 1 to 3 are thrown again."""
    return Law.from_fractions(
        {Number(value=v): Fraction(1, 12) + (Fraction(1, 6) if v > 3 else 0) for v in range(1, 7)}
    )


def test_odds_use_the_law() -> None:
    assert odds(ask(Bargain())) == bargain_law()
    assert odds(ask(Bargain(), dice(2))) == exact_law(One(), ToyRulings())


def test_simulate_and_the_plain_reading_use_the_law() -> None:
    law = bargain_law()
    n = 20_000
    plain = Plain(ToyRulings(), Faces(np.random.default_rng(1))).runs(Bargain(), n)
    sampled = simulate(ask(Bargain()), n, seed=1)
    for counts in (plain, {row.result: row.count for row in sampled.counts}):
        assert counts.keys() == set(law)
        for result, chance in law.items():
            assert abs(counts[result] / n - chance) < 0.02


def test_advice_uses_the_law() -> None:
    found = advise(ask(Bargain(), dice(4)))
    assert {o.choice: o.value for o in found.options} == {True: 4, False: Fraction(7, 2)}
    assert {o.choice: o.value for o in advise(ask(Bargain())).options} == {
        True: Fraction(7, 2),
        False: Fraction(7, 2),
    }


def test_each_state_of_a_graph_may_ask_for_a_law() -> None:
    law = odds(ask(Climb()))
    assert law == Law.uniform(Number(value=value) for value in (3, 4, 5, 6))
    assert play(ask(Climb(), dice(2), dice(5))).result == Number(value=5)


def test_a_secret_changes_the_law_but_not_the_view_of_a_seat() -> None:
    belief = ((6, Fraction(1, 2)), (8, Fraction(1, 2)))
    assert odds(ask(Rated(size=belief))) == Law.uniform([Number(value=7), Number(value=9)])
    found = advise(ask(Rated(size=belief)), seat="a")
    assert {o.choice: o.value for o in found.options} == {True: 8, False: 8}
    session = play(ask(Rated(size=8)))
    assert session.trace[-1].seen_by == "gm"


def test_laws_are_kept() -> None:
    requested_law.cache_clear()
    for _ in range(3):
        odds(ask(Climb()))
    assert requested_law.cache_info().misses == 1


def refusals(procedure: Procedure[Any]) -> list[Refusal]:
    """Return what each reading refuses."""
    found = []
    for read in (play, odds, lambda question: simulate(question, 100, 1)):
        with pytest.raises(Refusal) as caught:
            read(ask(procedure))
        found.append(caught.value)
    return found


def test_a_law_of_a_choice_without_a_policy_is_refused() -> None:
    for refusal in refusals(Asks(other="choice")):
        assert (refusal.kind, refusal.field) == ("choice_needed", "bid")
        assert "jouet.mise" in str(refusal)
    assert play(ask(Asks(other="policy"))).result is not None


@pytest.mark.parametrize(
    ("procedure", "name"),
    [(Asks(other="large"), "jouet.touffu"), (AsksItself(), "jouet.soi")],
)
def test_a_law_that_is_too_large_is_refused(procedure: Procedure[Any], name: str) -> None:
    for refusal in refusals(procedure):
        assert (refusal.kind, refusal.field) == ("too_large", name)
        assert name in str(refusal)


def test_a_law_is_asked_for_inside_a_reading_only() -> None:
    with pytest.raises(LookupError):
        law_of(One()).send(None)
