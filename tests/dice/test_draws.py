"""House dice: the documented generator, computed here a second time from its description."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator

import pytest

from tablee.dice.die import D6, D12, Die, OpenDie, Throw
from tablee.dice.house_dice import HouseDice


def _hmac_sha256(key: bytes, message: bytes) -> bytes:
    """Return the HMAC of RFC 2104 from the hash alone, which shares no code with the tested one."""
    key = (hashlib.sha256(key).digest() if len(key) > 64 else key).ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in key) + inner).digest()


def _numbers(seed: int) -> Iterator[int]:
    for block in range(10_000):
        digest = _hmac_sha256(str(seed).encode(), str(block).encode())
        yield from (int(digest[start : start + 8].hex(), 16) for start in (0, 8, 16, 24))


@pytest.mark.parametrize("seed", [0, 1, 7, 42, 2**64, -3, 10**200])
def test_faces_are_those_of_the_description(seed: int) -> None:
    dice, numbers = HouseDice(seed), _numbers(seed)
    for sides, lowest in [(6, 1), (12, 1), (10, 0), (3, 1), (6, 1), (1, 4), (100, 1)] * 3:
        assert dice.face(lowest, sides) == lowest + next(numbers) % sides


def test_a_fixed_vector() -> None:
    """Recorded faces: a change of the generator would break every stored seed."""
    assert HouseDice(42).throw(Throw(D6, "d6", "a", 12)) == (2, 2, 4, 5, 4, 3, 1, 5, 3, 6, 3, 5)
    assert HouseDice(42).throw(Throw(D12, "d12", "a", 8)) == (2, 2, 10, 11, 4, 9, 7, 11)


def test_numbers_beyond_the_last_whole_round_are_passed_over() -> None:
    """With 2**63 + 1 sides nearly every second number is rejected."""
    sides = 2**63 + 1
    expected = [number for number in _numbers(5) if number < sides][:40]
    dice = HouseDice(5)
    assert [dice.face(0, sides) for _ in expected] == expected
    assert any(number >= sides for number in list(_numbers(5))[:40])


def test_faces_are_uniform() -> None:
    dice = HouseDice(2024)
    counts = Counter(dice.face(1, 12) for _ in range(24_000))
    squares = sum((counts[face] - 2000) ** 2 / 2000 for face in range(1, 13))
    assert set(counts) == set(range(1, 13))
    assert squares < 31.3, "chi-square with 11 degrees of freedom, one in a thousand"


def test_seeds_give_different_dice_and_the_same_seed_the_same() -> None:
    def first(seed: int) -> tuple[int, ...]:
        return HouseDice(seed).throw(Throw(D12, "d12", "a", 20))

    assert first(1) == first(1)
    assert len({first(seed) for seed in range(100)}) == 100


def test_a_throw_gives_what_the_dice_can_show() -> None:
    dice, die = HouseDice(9), OpenDie(sides=3, up=3)
    chains = [dice.throw(Throw(die, "x", "a")) for _ in range(300)]
    assert all(die.refusal(chain, 1) is None for chain in chains)
    assert max(map(len, chains)) > 3
    digits = dice.throw(Throw(Die(10, 0), "d10", "a", 200))
    assert set(digits) == set(range(10))
    assert dice.throw(Throw(D6, "d6", "a", 0)) == ()
