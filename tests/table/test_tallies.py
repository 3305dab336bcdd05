"""The dice of an evening: counted as a seat saw them, beside what is worked out here by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import comb, sqrt

import pytest

from tablee.table.views.dice_tallies import Tally, likely_count, likely_mean, tallies
from tests.kit import acts
from tests.table.evening import LEADER, Table, set_up


def thrown(table: Table, who: str, face: int, secret: bool = False) -> None:
    """A Jet de Talent with that face."""
    frame = acts.RequestRun(
        procedure="exil.simple", params={"talent": 10}, to=(who,), secret=secret
    )
    table.does(LEADER, frame)
    run = list(table.state.runs)[-1]
    table.does(LEADER, acts.Answer(run=run, place=0, answer={"dice": [face]}))


def seen(table: Table, seat: str) -> list[Tally]:
    return tallies(table.state, seat, table.replays)


def test_all_dice_of_a_kind_then_those_of_each_seat() -> None:
    table = set_up("exil")
    for who, face in (("aurele", 12), ("aurele", 6), ("jeanne", 3)):
        thrown(table, who, face)
    whole, first, second = seen(table, "j3")
    assert [each.seat for each in (whole, first, second)] == ["", "j1", "j2"]
    assert [each.count for each in (whole, first, second)] == [3, 2, 1]
    assert [each.mean for each in (whole, first, second)] == [7, 9, 3]
    assert {face.face: face.count for face in whole.faces if face.count} == {3: 1, 6: 1, 12: 1}
    assert all(each.usual for each in (whole, first, second))


def test_what_is_thrown_in_secret_is_counted_by_who_sees_it() -> None:
    table = set_up("exil")
    thrown(table, "aurele", 12)
    before = seen(table, "j2")
    thrown(table, "jeanne", 1, secret=True)
    assert seen(table, "j1") == seen(table, "j3") == before
    assert seen(table, LEADER)[0].count == 2


def test_an_evening_ends_with_a_long_pause() -> None:
    table = set_up("exil")
    thrown(table, "aurele", 12)
    table.at += 7 * 3600 * 1000
    thrown(table, "aurele", 5)
    (tally,) = seen(table, "j1")
    assert (tally.count, tally.mean) == (1, 5)


def test_a_die_from_0_is_one_before_any_0_has_fallen() -> None:
    table = set_up("eclats")
    frame = acts.RequestRun(
        procedure="eclats.test", params={"caracteristique": 0, "seuil": 5}, to=("anselme",)
    )
    table.does(LEADER, frame)
    table.does(LEADER, acts.Answer(run="j1", place=0, answer={"dice": [7]}))
    (tally,) = seen(table, LEADER)
    assert [face.face for face in tally.faces] == list(range(10))
    assert tally.expected == 4.5


def test_nothing_has_fallen_yet() -> None:
    assert seen(set_up("socle"), "j1") == []


@pytest.mark.parametrize("sides", [2, 6, 12, 20])
@pytest.mark.parametrize("count", [1, 7, 60])
def test_how_often_a_face_is_expected(count: int, sides: int) -> None:
    """Against the binomial law by fractions."""
    chance = Fraction(1, sides)
    total, below = Fraction(), []
    for times in range(count + 1):
        total += comb(count, times) * chance**times * (1 - chance) ** (count - times)
        below.append(total)
    low = next(times for times, each in enumerate(below) if each >= Fraction(1, 40))
    high = next(times for times, each in enumerate(below) if each >= Fraction(39, 40))
    assert likely_count(count, sides) == (low, high)


def test_many_dice_leave_no_number_too_small() -> None:
    low, high = likely_count(9000, 10)
    assert (low, high) == (845, 956)


def test_the_mean_expected_of_so_many_faces() -> None:
    expected, wide = likely_mean(25, 6)
    assert expected == 3.5
    assert wide == pytest.approx(1.96 * sqrt(35 / 12 / 25), rel=1e-4)
    assert likely_mean(1, 10, 0)[0] == 4.5
    widths = [likely_mean(count, 12)[1] for count in (1, 10, 100)]
    assert all(more > less for more, less in pairwise(widths))
