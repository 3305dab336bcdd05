"""House dice: a documented generator, the same on any machine.

Block number `i` (0, 1, 2, ...) of the seed `s` is HMAC-SHA-256 (RFC 2104) with the decimal digits
of `s` as key (UTF-8) and the decimal digits of `i` as message. Its 32 bytes give four unsigned
64-bit numbers, big-endian, used in order. A number `x` gives a face of a die of `n` sides as
`lowest + x mod n`, unless x >= 2**64 - 2**64 mod n: then it is skipped (rejection sampling,
so that every face has the same chance).
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator

from tablee.dice.die import Throw


class Faces:
    """Source of faces from a stream of unsigned 64-bit numbers."""

    def __init__(self, numbers: Iterator[int]) -> None:
        self._numbers = numbers

    def face(self, lowest: int, sides: int) -> int:
        """Return one fair face in lowest..lowest + sides - 1."""
        limit = 2**64 - 2**64 % sides
        while (number := next(self._numbers)) >= limit:
            pass
        return lowest + number % sides

    def throw(self, throw: Throw) -> tuple[int, ...]:
        """Return the faces of one throw: of a die that is thrown again the whole chain."""
        die, faces = throw.die, tuple[int, ...]()
        while more := die.missing(faces, throw.count):
            faces += tuple(self.face(die.lowest, die.sides) for _ in range(more))
        return faces


class HouseDice(Faces):
    """Faces that depend only on the seed."""

    def __init__(self, seed: int) -> None:
        super().__init__(_numbers(str(seed).encode()))


def _numbers(key: bytes) -> Iterator[int]:
    block = 0
    while True:
        digest = hmac.new(key, str(block).encode(), hashlib.sha256).digest()
        for start in range(0, 32, 8):
            yield int.from_bytes(digest[start : start + 8], "big")
        block += 1
