"""The house's dice at a table: committed to before the scene, revealed after it.

When a scene begins a seed of 32 random bytes is drawn and its SHA-256 (the commitment) is shown; a
second one, for what is thrown in secret, is shown to the leader alone, with a count of its own.
The throw number `counter` (1, 2, ...) of the scene reads its faces from the blocks number 0, 1, ...

    HMAC-SHA-256(key = seed, message = "tablee-1\\n" table "\\n" scene "\\n" counter "\\n" block "\\n" words)

(RFC 2104; numbers in decimal digits, all of it UTF-8), each block four unsigned numbers of 64 bits,
big end first, made into faces as `tablee.dice.draws` says. `words`: what the players gave of their
own, a line "seat=word" each, in the order of the seats' ids. When the scene ends the seed is shown,
and anybody can check every throw.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Mapping

from tablee.dice.die import Throw
from tablee.dice.draws import Faces

__all__ = ["SEED_BYTES", "commitment_of", "drawn", "words_of"]

SEED_BYTES = 32


def commitment_of(seed: str) -> str:
    """The SHA-256 of a seed, both in hexadecimal digits."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def words_of(words: Mapping[str, str]) -> str:
    """The players' words as they enter a draw: seat -> word, those that gave one."""
    return "\n".join(f"{seat}={word}" for seat, word in sorted(words.items()) if word)


def drawn(seed: str, table: str, scene: int, counter: int, words: str, throw: Throw) -> list[int]:
    """The faces of a throw of the house. `seed`: 64 hexadecimal digits."""
    return list(
        Faces(_numbers(bytes.fromhex(seed), f"{table}\n{scene}\n{counter}", words)).throw(throw)
    )


def _numbers(key: bytes, place: str, words: str) -> Iterator[int]:
    block = 0
    while True:
        message = f"tablee-1\n{place}\n{block}\n{words}".encode()
        digest = hmac.new(key, message, hashlib.sha256).digest()
        for start in range(0, 32, 8):
            yield int.from_bytes(digest[start : start + 8], "big")
        block += 1
