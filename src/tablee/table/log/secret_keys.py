"""The keys of secret throws, and the commitment to all of them.

The secret seed of a scene gives `KEYS` keys of 32 bytes, number 0, 1, ...:

    HMAC-SHA-256(key = seed, message = "tablee-5", "key", the number), lines joined by line feeds

They are the leaves of a binary hash tree. The hash of a leaf is SHA-256 of the byte 0 and the key, the
hash of a node SHA-256 of the byte 1, the left hash and the right hash. The hash of the root is the
commitment, which all seats see when the scene begins. A key with the hashes beside its path to the
root can be verified, and says nothing about the other keys. So one secret throw can be revealed
alone, and its faces were fixed before it.

The run jN has two keys: number 2 (N mod `KEYS` / 2) for its secret throws, and the next one for those
that only one seat sees. All seats see that a secret run exists, so its number says nothing new. Free
dice have a key outside the tree, which nobody reveals. The module must not know dice or events.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Annotated, Final

import msgspec

DEPTH: Final = 10
KEYS: Final = 2**DEPTH
"""Number of keys in the tree. More than `KEYS` / 2 runs of a scene share keys."""
_RUN = re.compile(r"j(\d{1,9})", re.ASCII)
Digest = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]


class RevealedKey(msgspec.Struct, frozen=True):
    """A key with the hashes beside its path to the root, the lowest first, in hexadecimal digits."""

    number: Annotated[int, msgspec.Meta(ge=0, lt=KEYS)]
    key: Digest
    path: Annotated[Sequence[Digest], msgspec.Meta(min_length=DEPTH, max_length=DEPTH)]

    def is_of(self, commitment: str) -> bool:
        """Return whether it has its number in the tree of a commitment."""
        node = _leaf(bytes.fromhex(self.key))
        for height, text in enumerate(self.path):
            beside = bytes.fromhex(text)
            node = _node(beside, node) if self.number >> height & 1 else _node(node, beside)
        return node.hex() == commitment


def key_number(run: str, for_one: bool) -> int:
    """Return the number of the key of the secret throws of a run. `run`: "" for free dice; `for_one`:
    of throws that only one seat sees."""
    if not run:
        return KEYS
    found = _RUN.fullmatch(run)
    number = int(found[1]) if found else 0
    return 2 * (number % (KEYS // 2)) + for_one


def key_of(seed: str, number: int) -> bytes:
    """Return a key. `seed`: 64 hexadecimal digits."""
    return hmac.digest(bytes.fromhex(seed), f"tablee-5\nkey\n{number}".encode(), "sha256")


@lru_cache(maxsize=256)
def commitment_of_keys(seed: str) -> str:
    """Return the hash of the root, in hexadecimal digits."""
    return _levels(seed)[-1][0].hex()


def revealed_keys(seed: str, numbers: Iterable[int]) -> list[RevealedKey]:
    """Return some keys of the tree, by their numbers, with their paths."""
    wanted = sorted(set(numbers))
    levels = _levels(seed)[:-1] if wanted else []
    return [
        RevealedKey(
            number,
            key_of(seed, number).hex(),
            [hashes[(number >> height) ^ 1].hex() for height, hashes in enumerate(levels)],
        )
        for number in wanted
    ]


def _levels(seed: str) -> list[list[bytes]]:
    """Return the hashes of the tree, the leaves first."""
    levels = [[_leaf(key_of(seed, number)) for number in range(KEYS)]]
    while len(levels[-1]) > 1:
        below = levels[-1]
        levels.append([_node(*below[at : at + 2]) for at in range(0, len(below), 2)])
    return levels


def _leaf(key: bytes) -> bytes:
    return hashlib.sha256(b"\0" + key).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\1" + left + right).digest()
