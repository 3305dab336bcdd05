"""Sampling on toys: the law of the odds, the same counts from the same seed."""

from __future__ import annotations

import math
from typing import Any

import pytest

from tablee.rules.procedure import UNWANTED, Procedure
from tablee.rules.readings import sampling
from tablee.rules.readings.odds import odds
from tablee.rules.readings.simulate import BLOCK, FIRST_BLOCK, simulate
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import ask_about
from tests.rules.toys import (
    Best,
    Bid,
    Bushy,
    Costly,
    Endless,
    Fight,
    Holder,
    Joint,
    Nested,
    NestedBest,
    Number,
    One,
    Outer,
    Policy,
    Rare,
    Ruin,
    Secret,
    Twice,
    Unread,
    Until,
    Wide,
    ask,
    dice,
)

N = 20_000


def _without_chain(few: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sample without a chain unless `few` is None; it is the least number of runs for a table."""
    if few is not None:
        monkeypatch.setattr("tablee.rules.readings.simulate.STEPS_PER_RUN", 0)
        monkeypatch.setattr(sampling, "MIN_RUNS_FOR_TABLE", few)


@pytest.mark.parametrize(
    "toy",
    [
        One(),
        Twice(),
        Best(),
        Joint(),
        Nested(),
        NestedBest(),
        Until(),
        Ruin(money=2),
        Fight(left=2, right=2),
        Secret(size=((2, 1), (4, 2), (6, 1))),
        Policy(),
        Bushy(throws=3),
    ],
)
@pytest.mark.parametrize("double", [False, True])
@pytest.mark.parametrize("few", [None, 2, 100, N + 1])
def test_counts_have_the_law_of_the_odds(
    toy: Procedure[Any], double: bool, few: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The counts have the law of `odds`: by the chain (`few`: None), by tables of leaves, by single
    runs, or by both."""
    _without_chain(few, monkeypatch)
    question = ask(toy, double=double)
    law, sample = odds(question), simulate(question, N, seed=7)
    assert sum(count.count for count in sample.counts) == sample.n == N
    assert [count.result for count in sample.counts] == [r for r in law if r in sample.law()]
    for count in sample.counts:
        p = float(law.p(count.result))
        assert abs(count.count - N * p) <= 5.5 * math.sqrt(N * p * (1 - p)) + 1
        assert 0 <= count.low <= count.share <= count.high <= 1


@pytest.mark.parametrize(
    ("toy", "answers"),
    [
        (Joint(), (dice(1), dice(3, 5))),
        (Nested(), (dice(1), dice(3))),
        (Best(), (dice(4),)),
        (Secret(size=((2, 1), (4, 2), (6, 1))), (dice(2),)),
        (Fight(left=3, right=2), (dice(5), dice(2), dice(1))),
    ],
)
@pytest.mark.parametrize("few", [None, 2, N + 1])
def test_what_follows_a_beginning(
    toy: Procedure[Any], answers: tuple[Any, ...], few: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    _without_chain(few, monkeypatch)
    question = ask(toy, *answers)
    law, sample = odds(question), simulate(question, N, seed=3)
    for result, chance in law.items():
        p = float(chance)
        assert abs(float(sample.law().p(result)) * N - N * p) <= 5.5 * math.sqrt(N * p) + 1
    assert set(sample.law()) <= set(law)


def test_an_exploding_die_without_a_bound_is_thrown() -> None:
    sample = simulate(ask(Unread()), N, seed=1).law()
    assert abs(float(sample.mean(lambda result: result.value)) - 6.6) < 0.3
    assert max(result.value for result in sample) > 20


def test_a_pool_too_large_for_a_table_is_thrown() -> None:
    sample = simulate(ask(Wide(dice=40)), 2_000, seed=1).law()
    assert sample.p(Number(value=6)) > 0.99


def test_the_seed_alone_decides() -> None:
    first, again = simulate(ask(Twice()), 1_000, seed=5), simulate(ask(Twice()), 1_000, seed=5)
    assert first == again
    assert simulate(ask(Twice()), 1_000, seed=6) != first
    assert simulate(ask(Twice()), 10).seed != simulate(ask(Twice()), 10).seed


@pytest.mark.parametrize("few", [None, 2])
def test_workers_share_the_blocks_and_change_nothing(
    few: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    _without_chain(few, monkeypatch)
    question = ask_about("exil.simple", {"talent": 9})
    n = 2 * BLOCK + 10
    alone, shared = simulate(question, n, seed=5), simulate(question, n, seed=5, workers=8)
    assert shared.counts == alone.counts
    assert (alone.way, shared.way) == (("runs", "runs") if few else ("arrays", "arrays"))
    assert (alone.processes, shared.processes) == (1, 8 if few else 3)


def test_only_the_fields_asked_for() -> None:
    sample = simulate(ask(Costly()), 1_000, seed=2, by=["left"])
    assert [count.result.left for count in sample.counts] == list(range(1, 7))
    assert all(count.result.right is UNWANTED for count in sample.counts)
    assert set(sample.view()[0]) == {"result", "count", "p", "low", "high"}


def test_it_tells_how_far_it_is() -> None:
    seen: list[tuple[int, int]] = []
    simulate(ask(Unread()), BLOCK + 1, seed=1, tick=lambda done, n: seen.append((done, n)))
    assert {n for _, n in seen} == {BLOCK + 1}
    counts = [done for done, _ in seen]
    assert counts == sorted(counts)
    assert {0, FIRST_BLOCK, 3 * FIRST_BLOCK, BLOCK + 1} < set(counts)


@pytest.mark.parametrize(("n", "seed", "field"), [(0, 1, "n"), (10**10, 1, "n"), (1, -1, "seed")])
def test_numbers_outside_are_refused(n: int, seed: int, field: str) -> None:
    with pytest.raises(Refusal) as caught:
        simulate(ask(One()), n, seed=seed)
    assert caught.value.field == field


def test_refusals_name_the_outermost_parameter() -> None:
    with pytest.raises(Refusal) as caught:
        simulate(ask(Outer(holders=(Holder(bid="ask"),))), 100, seed=1)
    assert (caught.value.kind, caught.value.field) == ("choice_needed", "holders[0].bid")
    with pytest.raises(Refusal) as fixed:
        simulate(ask(Outer(holders=(Holder(bid=9),))), 100, seed=1)
    assert (fixed.value.kind, fixed.value.field) == ("param", "holders[0].bid")
    assert simulate(ask(Bid(bid="ask", asked_on=7)), 100, seed=1)
    with pytest.raises(Refusal) as field:
        simulate(ask(Costly()), 100, seed=1, by=["middle"])
    assert field.value.field == "by"


def test_a_run_that_may_never_end_is_refused() -> None:
    with pytest.raises(Refusal) as caught:
        simulate(ask(Endless()), 1_000, seed=1)
    assert caught.value.kind == "too_large"


def test_a_state_that_seldom_ends_costs_no_more() -> None:
    """A state that leads to itself is left at once: no step for each time that it comes back."""
    passes = 0

    def report(done: int, n: int) -> None:
        nonlocal passes
        passes += 1

    sample = simulate(ask(Rare()), N, seed=1, tick=report)
    assert {count.result.value for count in sample.counts} == {6}
    assert passes < 100


@pytest.mark.parametrize("workers", [1, 2])
def test_a_sample_ends_at_the_wanted_precision(workers: int) -> None:
    question = ask_about("exil.simple", {"talent": 7})
    sample = simulate(question, 10**9, 3, ["success"], workers, precision=0.002)
    assert sample.n % BLOCK == 0
    assert all(each.high - each.low <= 0.004 for each in sample.counts)
    before = simulate(question, sample.n - BLOCK, 3, ["success"])
    assert any(each.high - each.share > 0.002 for each in before.counts)
    assert sample.counts == simulate(question, sample.n, 3, ["success"]).counts


def test_the_runs_that_a_precision_takes_are_expected() -> None:
    """The time left follows from them, not from the maximum."""
    seen: list[tuple[int, int]] = []
    question = ask_about("exil.simple", {"talent": 7})
    sample = simulate(
        question, 10**9, 3, ["success"], tick=lambda *news: seen.append(news), precision=0.002
    )
    after = [whole for done, whole in seen if done > BLOCK]
    assert seen[-1] == (sample.n, sample.n)
    assert all(abs(whole - sample.n) <= 2 * BLOCK for whole in after)


@pytest.mark.parametrize(
    ("few", "kept"), [(None, (BLOCK, 2 * BLOCK)), (2, (FIRST_BLOCK, 3 * FIRST_BLOCK))]
)
@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupted_sample_keeps_what_is_done(
    workers: int, few: int | None, kept: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    _without_chain(few, monkeypatch)

    def interrupt(done: int, _: int) -> None:
        if done >= kept[1]:
            raise KeyboardInterrupt

    question = ask_about("exil.simple", {"talent": 7})
    sample = simulate(question, 10**9, 3, ["success"], workers, tick=interrupt)
    assert sample.interrupted
    assert sample.n in kept
    assert sample.counts == simulate(question, sample.n, 3, ["success"]).counts


@pytest.mark.parametrize("precision", [0, -0.1, 1, 2.5])
def test_a_precision_is_a_share(precision: float) -> None:
    with pytest.raises(Refusal) as refusal:
        simulate(ask_about("exil.simple", {"talent": 7}), 100, precision=precision)
    assert refusal.value.field == "precision"
