"""Dice made from plain ones: exploding, rerolled, pushed, and step dice."""

from __future__ import annotations

from tablee.dice.chain_die import ChainDie, Worth
from tablee.dice.die import D4, D6, D8, D10, D12, Die

STEP_DICE = (D4, D6, D8, D10, D12)
"""The step dice, from the smallest."""


def stepped(die: Die, steps: int) -> Die:
    """Return the step die that is `steps` larger (or smaller), from d4 to d12.

    Raises `ValueError` for a die that is not a step die.
    """
    if die not in STEP_DICE:
        raise ValueError(f"{die.notation()} is not a step die: d4, d6, d8, d10 or d12")
    if type(steps) is not int:
        raise ValueError(f"stepped takes a whole number of steps, not {steps!r}")
    return STEP_DICE[min(len(STEP_DICE) - 1, max(0, STEP_DICE.index(die) + steps))]


def _chain(die: Die, again: tuple[int, ...], worth: Worth, cap: int | None) -> ChainDie:
    return ChainDie(die.sides, die.lowest, tuple(sorted(set(again))), worth, cap)


def _from(die: Die, least: int | None) -> tuple[int, ...]:
    return tuple(range(die.highest if least is None else least, die.highest + 1))


def exploding(die: Die, cap: int | None = None, least: int | None = None) -> ChainDie:
    """Return an exploding die: each highest face adds a die to the pool, at most `cap` in a row.

    `least`: the least face that explodes (by default only the highest one).
    """
    return _chain(die, _from(die, least), "each", cap)


def compounding(die: Die, cap: int | None = None, least: int | None = None) -> ChainDie:
    """Return a compounding die: further faces add to the same die (see `exploding`)."""
    return _chain(die, _from(die, least), "sum", cap)


def penetrating(die: Die, cap: int | None = None, least: int | None = None) -> ChainDie:
    """Return a penetrating die: a compounding one whose further faces count 1 less each."""
    return _chain(die, _from(die, least), "less", cap)


def reroll_once(die: Die, *faces: int) -> ChainDie:
    """Return a die that is rerolled once when it shows one of `faces`; the second face counts."""
    return _chain(die, faces, "last", 1)


def reroll_while(die: Die, *faces: int, cap: int | None = None) -> ChainDie:
    """Return a die that is rerolled while it shows one of `faces` (at most `cap` times)."""
    return _chain(die, faces, "last", cap)


def pushed(die: Die, *keep: int) -> ChainDie:
    """Return a pushed die: rerolled once unless it shows one of the faces `keep`."""
    return _chain(die, tuple(face for face in die.faces if face not in keep), "last", 1)
