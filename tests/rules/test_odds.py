"""The exact reading on toys: sub-rules, states, cycles, secrets, budgets."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import pytest

from tablee.dice.die import D6
from tablee.dice.law import Law
from tablee.rules.ambient import Ambient, around, wanted
from tablee.rules.procedure import UNWANTED, Procedure
from tablee.rules.questions import roll
from tablee.rules.readings.budget import Budget
from tablee.rules.readings.laws import Laws
from tablee.rules.readings.odds import odds, ordered
from tablee.rules.refusal import Refusal
from tests.kit.follow import follow
from tests.kit.laws import exact_law
from tests.rules.toys import (
    AtOnce,
    Best,
    Bid,
    Bushy,
    Careful,
    Costly,
    Counting,
    Endless,
    Fight,
    Holder,
    Joint,
    Nested,
    NestedBest,
    Number,
    One,
    Outer,
    Pair,
    Peeking,
    Policy,
    Ruin,
    Secret,
    ToyRulings,
    Twice,
    Unread,
    Until,
    Wide,
    ask,
    chosen,
    dice,
)


def chances(law: Law[Number]) -> dict[int, Fraction]:
    return {result.value: chance for result, chance in law.items()}


# ── sub-rules: answered from a memo, or played inline ──────────────────────────────────────────
@pytest.mark.parametrize("double", [False, True])
@pytest.mark.parametrize(
    "toy",
    [One(), Twice(), Best(), Best(size=()), Joint(), Nested(), NestedBest(), Costly(), Careful()],
)
def test_memo_and_inline_agree(toy: Procedure[object], double: bool) -> None:
    """`odds` answers calls from a memo; the enumeration of whole runs plays them."""
    question = ask(toy, double=double)
    assert dict(odds(question).items()) == follow(question)


def test_an_equal_call_is_worked_out_once() -> None:
    laws = Laws(ToyRulings())
    first = laws.law(One(size=6))
    assert laws.law(One(size=6)) is first
    assert laws.law(One(size=6), ("value",)) is not first


def test_law_of_takes_the_procedure_as_it_is() -> None:
    assert chances(exact_law(One(bonus=3), ToyRulings())) == {
        face + 3: Fraction(1, 6) for face in range(1, 7)
    }


# ── states ─────────────────────────────────────────────────────────────────────────────────────
def test_a_self_loop_conditions() -> None:
    assert chances(odds(ask(Until()))) == {face: Fraction(1, 5) for face in range(1, 6)}
    assert chances(odds(ask(Until(size=2)))) == {1: Fraction(1)}


@pytest.mark.parametrize("top", [2, 5, 12])
def test_the_gamblers_ruin(top: int) -> None:
    """A cycle of states: P(reach the top from k) = (2^k - 1) / (2^top - 1) when q / p = 2."""
    for money in range(top + 1):
        law = odds(ask(Ruin(money=money, top=top)))
        assert law.p(Number(value=top)) == Fraction(2**money - 1, 2**top - 1)


def test_a_fight_to_the_end_solves_its_linear_equations() -> None:
    """v(s) = hits x next(s), with the cycle of a round without hits solved by hand."""

    def ends(left: int, right: int) -> dict[tuple[int, int], Fraction]:
        if not left or not right:
            return {(left, right): Fraction(1)}
        hit, back = Fraction(1, 2), Fraction(1, 3)
        steps: dict[tuple[int, int], Fraction] = {}
        for struck, answered in itertools.product((True, False), repeat=2):
            after = right - struck
            chance = hit * (back if answered else 1 - back)
            state = (left - (answered and after > 0), after)
            steps[state] = steps.get(state, Fraction()) + chance
        stays = steps.pop((left, right), Fraction())
        total: dict[tuple[int, int], Fraction] = {}
        for state, chance in steps.items():
            for end, share in ends(*state).items():
                total[end] = total.get(end, Fraction()) + chance / (1 - stays) * share
        return total

    law = odds(ask(Fight(left=3, right=4)))
    assert {(r.left, r.right): p for r, p in law.items()} == ends(3, 4)


def test_the_marginal_of_a_fight() -> None:
    whole, part = odds(ask(Fight(left=2, right=3))), odds(ask(Fight(left=2, right=3)), ["left"])
    assert part.marginal("left") == whole.marginal("left")
    assert all(result.right is UNWANTED for result in part)


def test_what_may_never_end_is_refused() -> None:
    with pytest.raises(Refusal, match="ne jamais finir") as refused:
        odds(ask(Endless()))
    assert (refused.value.kind, refused.value.field) == ("too_large", "jouet.sans_fin")


# ── fields that were not asked for ─────────────────────────────────────────────────────────────
def test_a_field_not_asked_for_is_not_worked_out() -> None:
    law = odds(ask(Costly()), ["left"])
    assert {r.left: p for r, p in law.items()} == {n: Fraction(2 * n - 1, 36) for n in range(1, 7)}
    assert all(result.right is UNWANTED for result in law)


def test_a_rule_that_uses_what_it_did_not_ask_for_raises() -> None:
    with pytest.raises(TypeError, match="not asked for"):
        odds(ask(Peeking()))


@pytest.mark.parametrize(
    "use",
    [
        "bool(it)",
        "int(it)",
        "float(it)",
        "len(it)",
        "it[0]",
        "it()",
        "it + 1",
        "1 + it",
        "it - 1",
        "1 - it",
        "it * 2",
        "2 * it",
        "it / 2",
        "it // 2",
        "-it",
        "abs(it)",
        "it < 1",
        "it <= 1",
        "it > 1",
        "it >= 1",
        "it == 1",
        "it != 1",
        "it == 'x'",
        "list(it)",
        "1 in it",
        "range(it)",
        "str(it)",
        "f'{it}'",
        "it.field",
    ],
)
def test_any_use_of_a_field_that_was_not_asked_for_raises(use: str) -> None:
    with pytest.raises((TypeError, AttributeError)):
        eval(use, {"it": UNWANTED})


def test_results_with_fields_left_out_are_still_values() -> None:
    one, other = Pair(left=1, right=UNWANTED), Pair(left=1, right=UNWANTED)
    assert one == other
    assert {one: 1}[other] == 1
    assert repr(UNWANTED) == "UNWANTED"


def test_an_unknown_field_is_refused() -> None:
    with pytest.raises(Refusal) as refused:
        odds(ask(Costly()), ["left", "middle"])
    assert (refused.value.kind, refused.value.field, refused.value.got) == ("param", "by", "middle")


# ── choices ────────────────────────────────────────────────────────────────────────────────────
def test_a_choice_is_needed_only_where_it_is_reached() -> None:
    assert len(odds(ask(Bid(bid="ask", asked_on=7)))) == 6
    assert len(odds(ask(Bid(bid="ask", most=0)))) == 6, "a single value is not asked"
    with pytest.raises(Refusal) as refused:
        odds(ask(Bid(bid="ask")))
    assert (refused.value.kind, refused.value.field) == ("choice_needed", "bid")


def test_a_fixed_value_that_is_not_offered_is_refused_only_where_it_is_reached() -> None:
    assert len(odds(ask(Bid(bid=9, asked_on=7)))) == 6
    with pytest.raises(Refusal) as refused:
        odds(ask(Bid(bid=9)))
    assert (refused.value.kind, refused.value.field, refused.value.got) == ("param", "bid", 9)


@pytest.mark.parametrize(("bid", "kind"), [("ask", "choice_needed"), (9, "param")])
@pytest.mark.parametrize("answers", [(), (dice(1),)])
def test_paths_through_nested_calls(bid: object, kind: str, answers: tuple[object, ...]) -> None:
    """The refusal names the outermost parameter, also when the run is already inside the call."""
    toy = Outer(holders=(Holder(bid=bid),))  # type: ignore[arg-type]
    with pytest.raises(Refusal) as refused:
        odds(ask(toy, *answers))
    assert (refused.value.kind, refused.value.field) == (kind, "holders[0].bid")


def test_choices_at_once_name_what_is_needed() -> None:
    with pytest.raises(Refusal) as refused:
        odds(ask(AtOnce()))
    assert (refused.value.kind, refused.value.field) == ("choice_needed", "gauche")
    assert odds(ask(AtOnce(), {"together": [1, 2]})) == Law.of(Pair(left=1, right=2))


def test_a_policy_stands_in_for_nobody() -> None:
    assert odds(ask(Policy())) == Law.of(Number(value=2))
    assert odds(ask(Policy(), chosen(3))) == Law.of(Number(value=3))


# ── beginnings ─────────────────────────────────────────────────────────────────────────────────
BEGINNINGS = [
    (One(), (dice(4),)),
    (Twice(), (dice(2),)),
    (Joint(), (dice(1),)),
    (Joint(), (dice(1), dice(3, 5))),
    (Joint(), (dice(1), dice(3, 5), dice(2))),
    (Best(), (dice(4),)),
    (Best(), (dice(1), dice(2))),
    (Best(), (dice(1), dice(2), dice(3))),
    (Nested(), (dice(1),)),
    (Nested(), (dice(1), dice(3))),
    (Nested(), (dice(1), dice(3), dice(2))),
    (NestedBest(), (dice(1),)),
    (NestedBest(), (dice(1), dice(2))),
    (NestedBest(), (dice(0), dice(1), dice(3))),
]


@pytest.mark.parametrize("double", [False, True])
@pytest.mark.parametrize(("toy", "answers"), BEGINNINGS)
def test_the_odds_of_what_follows_a_beginning(
    toy: Procedure[object], answers: tuple[object, ...], double: bool
) -> None:
    question = ask(toy, *answers, double=double)
    assert dict(odds(question).items()) == follow(question)


def test_a_beginning_that_went_through_several_states() -> None:
    assert odds(ask(Until(), dice(6), dice(6))) == odds(ask(Until()))
    fight = Fight(left=2, right=2)
    assert odds(ask(fight, dice(6), dice(6))) == odds(ask(Fight(left=1, right=1)))
    assert odds(ask(fight, dice(6), dice(1), dice(6))) == Law.of(Pair(left=2, right=0))


def test_a_beginning_keeps_only_the_fields_asked_for() -> None:
    for answers in [(), (dice(1),), (dice(1), dice(3, 5)), (dice(1), dice(3, 5), dice(2))]:
        law = odds(ask(Joint(), *answers), ["left"])
        assert law.marginal("left") == odds(ask(Joint(), *answers)).marginal("left")
        assert all(result.right is UNWANTED for result in law)


def test_a_run_that_is_over_is_certain() -> None:
    law = odds(ask(One(), dice(4)), ["value"])
    assert law == Law.of(Number(value=4))


# ── secrets ────────────────────────────────────────────────────────────────────────────────────
BELIEF = ((2, 1), (4, 2), (6, 1))


@pytest.mark.parametrize(
    "answers", [(), (dice(1),), (dice(2),), (dice(3),), (dice(1), dice(4)), (dice(4), dice(1))]
)
def test_a_belief_is_weighed_by_what_was_thrown(answers: tuple[object, ...]) -> None:
    """Values that make the faces impossible are excluded, likelier ones weigh more (Bayes).

    A second belief that only one value leads to does not change the weight of that value.
    """
    question = ask(Secret(size=BELIEF), *answers)
    assert dict(odds(question).items()) == follow(question)


def test_a_secret_that_is_known_is_no_belief() -> None:
    assert dict(odds(ask(Secret(size=4))).items()) == follow(ask(Secret(size=4)))


def test_answers_impossible_in_every_world_are_refused() -> None:
    with pytest.raises(Refusal) as refused:
        odds(ask(Secret(size=BELIEF), dice(9)))
    assert (refused.value.kind, refused.value.field) == ("answer", "answers[0]")


# ── order ──────────────────────────────────────────────────────────────────────────────────────
def test_outcomes_stand_in_canonical_order() -> None:
    law = odds(ask(Joint()))
    pairs = [(result.left, result.right) for result in law]
    assert pairs == sorted(pairs)
    shuffled = law.sorted(lambda result: -result.left)
    assert ordered(Joint(), shuffled).support() == law.support()


# ── budgets ────────────────────────────────────────────────────────────────────────────────────
def refusal_of(toy: Procedure[Any], budget: Budget) -> Refusal:
    with pytest.raises(Refusal) as refused:
        odds(ask(toy), None, budget)
    return refused.value


def test_too_many_leaves_are_refused_early() -> None:
    ticks: list[tuple[int, int]] = []
    budget = Budget(steps=5_000, tick=lambda leaves, states: ticks.append((leaves, states)))
    refusal = refusal_of(Bushy(throws=12), budget)
    assert (refusal.kind, refusal.field) == ("too_large", "jouet.touffu")
    assert "(by)" not in refusal.allowed  # its result has one field, that no path depends on
    assert "simulate" in refusal.allowed
    assert max(leaves for leaves, _ in ticks) <= 5_000


class _Choosy(Procedure[Pair], id="jouet.au_choix"):
    """Many small throws, of which `left` needs one."""

    async def rule(self) -> Pair:
        count = 12 if wanted("right") else 1
        faces = [await roll(D6, "dé", who="a") for _ in range(count)]
        return Pair(left=faces[0], right=sum(faces))


@pytest.mark.parametrize("by", [None, ("right",)])
def test_fewer_fields_are_proposed_where_they_take_less(by: tuple[str, ...] | None) -> None:
    with pytest.raises(Refusal) as refused:
        odds(ask(_Choosy()), by, Budget(steps=5_000))
    assert ("(by)" in refused.value.allowed) is (by is None)
    assert len(odds(ask(_Choosy()), ["left"], Budget(steps=5_000))) == 6


def test_too_many_states_are_refused_early() -> None:
    refusal = refusal_of(Counting(left=30), Budget(states=500))
    assert (refusal.kind, refusal.field) == ("too_large", "jouet.compte")


def test_a_table_that_would_be_too_large_is_refused_beforehand() -> None:
    refusal = refusal_of(Wide(dice=40), Budget())
    assert (refusal.kind, refusal.field) == ("too_large", "poignée")


def test_a_budget_covers_sub_rules_too() -> None:
    with pytest.raises(Refusal, match="trop long"):
        odds(ask(NestedBest()), None, Budget(steps=20))
    assert odds(ask(NestedBest()), None, Budget(steps=2_000))


def test_a_tick_may_cancel() -> None:
    class Cancelled(Exception):
        pass

    def cancel(leaves: int, states: int) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        odds(ask(Bushy(throws=5)), None, Budget(tick=cancel))


def test_an_exploding_die_without_a_bound_is_refused_by_name() -> None:
    with pytest.raises(Refusal, match="explose") as refused:
        odds(ask(Unread()))
    assert (refused.value.kind, refused.value.field) == ("too_large", "d10")


def test_surroundings_come_back_after_an_inner_law() -> None:
    """An inner law has its own projection; the outer projection is restored afterwards."""
    outer = Ambient(ToyRulings(), frozenset({"left"}))
    with around(outer):
        odds(ask(Costly()), ["right"])
        assert wanted("left")
        assert not wanted("right")
