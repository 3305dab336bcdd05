"""Dice that are thrown again, and step dice: values by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tablee.dice.chain_die import ChainDie
from tablee.dice.changed_dice import (
    STEP_DICE,
    compounding,
    exploding,
    penetrating,
    pushed,
    reroll_once,
    reroll_while,
    stepped,
)
from tablee.dice.counts import Cancelling, Keep, LongestRun, Pool, Sets, drop_lowest, keep_highest
from tablee.dice.die import D4, D6, D8, D10, D12, D20, AnyDie, Die, OpenDie, Throw
from tablee.dice.gap import Gap
from tablee.dice.law import Law, best_of
from tablee.dice.ranking import Ranking
from tablee.dice.reads import FACE, FACES, Fold, Highest, Reaches, Read, Unbounded, Under
from tablee.dice.tails import Cuts, Window
from tablee.dice.tally import Against


def thrown(die: AnyDie, count: int = 1) -> Throw:
    return Throw(die, "dé", "a", count)


@pytest.mark.parametrize(
    ("die", "faces", "worth"),
    [
        (exploding(D6, cap=5), (6, 6, 2), (6, 6, 2)),
        (compounding(D6, cap=5), (6, 6, 2), (14,)),
        (penetrating(D6, cap=5), (6, 6, 2), (12,)),
        (compounding(D6, cap=1), (6, 6), (12,)),
        (exploding(D10, cap=3, least=9), (9, 10, 3), (9, 10, 3)),
        (reroll_once(D6, 1, 2), (1, 2), (2,)),
        (reroll_while(D6, 1), (1, 1, 1, 5), (5,)),
        (pushed(D6, 1, 6), (3, 1), (1,)),
        (pushed(D6, 1, 6), (6,), (6,)),
    ],
)
def test_the_worth_of_a_chain(die: ChainDie, faces: tuple[int, ...], worth: Any) -> None:
    assert die.refusal(faces, 1) is None
    assert die.outcomes(faces, 1) == worth


def test_several_dice_give_their_first_faces_then_the_further_ones() -> None:
    die = compounding(D6, cap=9)
    faces = (6, 2, 6, 1, 6, 4)
    assert die.refusal(faces, 3) is None
    assert die.outcomes(faces, 3) == (7, 2, 16)
    assert [die.missing(faces[:made], 3) for made in range(7)] == [3, 2, 1, 2, 1, 1, 0]
    assert die.refusal((*faces, 1), 3) == "chain"
    assert die.refusal((7, 2, 2), 3) == "faces"


def test_laws_by_hand() -> None:
    assert FACE.law((thrown(compounding(D6, cap=1)),)).p(7) == Fraction(1, 36)
    assert FACE.law((thrown(penetrating(D6, cap=1)),)).p(6) == Fraction(1, 36)
    assert FACE.law((thrown(reroll_once(D6, 1)),)).p(1) == Fraction(1, 36)
    assert FACE.law((thrown(reroll_while(D6, 1, 2)),)) == Law.uniform((3, 4, 5, 6))
    assert FACE.law((thrown(pushed(D6, 6)),)).p(6) == Fraction(11, 36)


def test_an_exploding_die_without_a_cap_has_a_law_within_bounds() -> None:
    """P(d6! >= 7) = 1/6; P(>= 13) = 1/36; a penetrating 6 + (6 - 1) + (6 - 1) continues."""
    law = Cuts((6, 7, 13, 19), exploding(D6)).law((thrown(exploding(D6)),))
    assert [law.at_least(n) for n in (1, 2, 3, 4)] == [
        Fraction(1, 6), Fraction(1, 6), Fraction(1, 36), Fraction(1, 216)
    ]  # fmt: skip
    assert Window(0, 12, penetrating(D6)).law((thrown(penetrating(D6)),)).p(12) == Fraction(5, 216)
    with pytest.raises(Unbounded, match="dé"):
        keep_highest(1).law((thrown(exploding(D6), 2),))


def test_pools_by_hand() -> None:
    assert drop_lowest(1).law((thrown(D6, 4),)).p(18) == Fraction(21, 1296)
    assert keep_highest(1).law((thrown(D8), thrown(D6))).p(6) == Fraction(11, 48)
    assert Keep(2, 1).law((thrown(D6, 4),)).mean() == 7
    assert Sets().law((thrown(D6, 5),)).p(((5, 6),)) == Fraction(1, 6**5)
    assert LongestRun().law((thrown(D6, 5),)).p((5, 6)) == Fraction(120, 6**5)
    assert Pool().law((thrown(D4), thrown(D6))).p((1, 1)) == Fraction(1, 24)
    assert Cancelling(Pool()).law((thrown(D6), thrown(D6))).p(()) == Fraction(1, 6)


def test_the_best_of_several_laws() -> None:
    """A trait die beside a wild die."""
    trait, wild = FACE.law((thrown(D8),)), FACE.law((thrown(D6),))
    assert best_of(trait, wild) == keep_highest(1).law((thrown(D8), thrown(D6)))
    assert best_of(wild) == wild


def test_step_dice() -> None:
    assert STEP_DICE == (D4, D6, D8, D10, D12)
    assert stepped(D6, 2) == D10
    assert stepped(D10, 5) == D12
    assert stepped(D6, -3) == D4
    with pytest.raises(ValueError, match="step die"):
        stepped(D20, 1)


@pytest.mark.parametrize(
    "read",
    [
        FACES, Highest(), Under(3), Reaches((3,)), Ranking((3, 4)), Against(5, ((0,) * 6,), ((0,) * 6,)),
        Gap(D6, D6, 0, 0, 1),
    ],
)  # fmt: skip
def test_other_reads_refuse_dice_that_are_thrown_again(read: Read[Any]) -> None:
    dice = 2 if isinstance(read, Ranking | Gap) else 1
    with pytest.raises(ValueError, match=r"thrown again|use Window|reads 1d6"):
        read.check((thrown(exploding(D6, cap=2)),) * dice)


@pytest.mark.parametrize("read", [Pool(), keep_highest(1), Sets(), LongestRun()])
def test_count_reads_refuse_what_they_do_not_take(read: Read[Any]) -> None:
    with pytest.raises(ValueError, match="use Window or Cuts"):
        read.check((thrown(OpenDie()),))
    with pytest.raises(ValueError, match="no throw"):
        read.check(())
    with pytest.raises(ValueError, match="not 1d6"):
        Cancelling(Pool()).check((thrown(D6),))


@pytest.mark.parametrize(
    "make",
    [
        lambda: reroll_while(D6, 1, 2, 3, 4, 5, 6),
        lambda: reroll_once(D6, 7),
        lambda: exploding(D6, cap=-1),
        lambda: exploding(D6, least=1),
        lambda: exploding(Die(10, 0)),
    ],
)
def test_dice_that_make_no_sense_are_refused(make: Any) -> None:
    with pytest.raises(ValueError, match=r"die|faces"):
        make()


def _most(best: int, _: int, face: int) -> int:
    return max(best, face)


def test_a_fold_reads_exploding_dice_die_by_die() -> None:
    law = Fold(0, _most, int).law((thrown(compounding(D4, cap=2), 2),))
    assert law == keep_highest(1).law((thrown(compounding(D4, cap=2), 2),))
