"""The keys of secret throws, and the commitment to all of them.

The secret seed of a scene gives `KEYS` keys of 32 bytes, number 0, 1, ...:

    HMAC-SHA-256(key = seed, message = "tablee-5", "key", the number), lines joined by line feeds

They are the leaves of a binary hash tree. The hash of a leaf is SHA-256 of the byte 0 and the key, the
hash of a node SHA-256 of the byte 1, the left hash and the right hash. The hash of the root is the
commitment, which all seats see when the scene begins. A key with the hashes beside its path to the
root can be verified, and says nothing about the other keys. So one secret throw can be revealed
alone, and its faces were fixed before it.

The run jN has two keys: number 2 (N mod `RUN_KEYS` / 2) for its secret throws, and the next one for
those that only one seat sees. All seats see that a secret run exists, so its number says nothing new.
The other keys are of secret free dice, one for each throw of a scene, in order: a revealed throw tells
how many came before it, so that nobody throws until a face suits and reveals only that one. In older
scenes runs have all keys, and free dice have one outside the tree, which cannot be revealed. The
module must not know dice or events.
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
"""Number of keys in the tree."""
RUN_KEYS: Final = 768
"""Number of keys of runs, the first ones. More than `RUN_KEYS` / 2 runs of a scene share keys, and more
free throws than there are other keys."""
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


def run_key(run: str, for_one: bool, keys: int = RUN_KEYS) -> int:
    """Return the number of the key of the secret throws of a run. `for_one`: of throws that only one
    seat sees; `keys`: number of keys that runs have."""
    found = _RUN.fullmatch(run)
    number = int(found[1]) if found else 0
    return 2 * (number % (keys // 2)) + for_one


def free_key(place: int) -> int:
    """Return the number of the key of a secret free throw. `place`: how many others of its scene
    came before."""
    return RUN_KEYS + place % (KEYS - RUN_KEYS)


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
