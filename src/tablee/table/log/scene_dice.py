"""The house dice of a scene: commitments before it, verification after it.

When a scene begins, two seeds of 32 random bytes are drawn. Visible throws come from the open seed,
secret throws and throws for one seat only from the secret one ("screen"). The commitments to both
are shown to all seats: the SHA-256 of the open seed, and the root of the keys that the secret seed
gives (see `secret_keys`). A throw reads its faces from the blocks number 0, 1, ...

    HMAC-SHA-256(key, message)

(RFC 2104). Each block is four unsigned big-endian numbers of 64 bits, which become faces as
described in `tablee.dice.house_dice`. The key is the open seed, or the key of a secret throw. The
message has these lines in UTF-8, joined by line feeds, with numbers in decimal digits:

    tablee-7
    the number of the scene
    open, and the counter 1, 2, ... of visible throws;
    or screen, the id of the run (empty for free dice), all, or one if only one seat sees the throw,
    and the number of earlier throws of this run and this kind (of secret free dice, in the scene)
    the number of the block
    then the words of the players: a line seat=word for each, by the seats' ids in ASCII order, or an
    empty line if there are none

Each player may give one word in a scene, after the commitment and before the first throw (see
`scene_words`). Then no act changes a message: the faces of visible throw 1, 2, ..., of each secret
throw of run 1, 2, ... and of secret free throw 1, 2, ... are fixed, and a reader of the seed cannot
look for better ones. The message does not have the dice, because these can be chosen. The place of a
secret throw of a run says nothing about other secret throws.

In scheme 6 the first line is tablee-6, and all secret free dice have one key, which is never revealed.
In scheme 5 the first line is tablee-5, and words have no pledges: the last one was chosen with the
others in sight. In scenes of older logs both commitments are SHA-256 of a seed, and secret throws have a
counter too, with their seed as their key. In scheme 4 the lines are those of visible throws, after
tablee-4, with screen in the place of open. In scheme 3 the first line is tablee-3, and three lines
follow the counter: the id of the run, the number of its earlier throws from that seed, the dice (see
`dice_text`). Words could change at any time there.

No part has a line feed and no id an equals sign, so a message can be read in one way only. The
message does not name the table, so an imported campaign keeps its throws. When the scene ends, the
open seed is shown to all seats and the secret one to the leader; a player gets the keys of the secret
throws that were revealed. This module may import the dice; it must not know events or the state of a
table.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from tablee.dice.chain_die import ChainDie
from tablee.dice.die import AnyDie, Die, OpenDie, Throw
from tablee.dice.house_dice import Faces
from tablee.table.log.secret_keys import KEYS, commitment_of_keys, free_key, key_of, run_key

SEED_BYTES = 32
FORMER_SCHEME: Final = 3
COUNTED_SCHEME: Final = 4
"""In this scheme and before, secret throws have a counter and no keys."""
OPEN_WORDS_SCHEME: Final = 5
"""In this scheme and before, words are given without pledges."""
ONE_FREE_KEY_SCHEME: Final = 6
"""In this scheme and before, secret free dice have no keys of their own."""
SCHEME: Final = 7
"""How throws follow from seeds in the scenes that begin now."""
_DICE = re.compile(
    r"(\d{1,4})d(\d{1,6})(?:@(\d{1,6})|!(\d{1,6})/(\d{1,6}))?"
    r"(?:~(\d{1,6}(?:,\d{1,6})*)(?:\^(\d{1,6}))?)?",
    re.ASCII,
)


class Draw(msgspec.Struct, frozen=True, kw_only=True):
    """A throw of the house dice: everything but the seed on which its faces depend. `words`: as
    `words_of` writes them; `run`, `place`: of the throw, which the faces of secret throws depend on
    (of all throws in scheme 3); `for_one`: whether only one seat sees it."""

    scene: int
    secret: bool
    counter: int
    run: str
    place: int
    dice: str
    words: str
    scheme: int = SCHEME
    for_one: bool = False

    @property
    def keyed(self) -> bool:
        """Whether it has a key of its own."""
        return self.secret and self.scheme > COUNTED_SCHEME

    @property
    def key_number(self) -> int:
        """The number of its key, if it is keyed; `KEYS` for a key outside the tree."""
        if self.scheme <= ONE_FREE_KEY_SCHEME:
            return run_key(self.run, self.for_one, KEYS) if self.run else KEYS
        return run_key(self.run, self.for_one) if self.run else free_key(self.place)

    def faces(self, seed: str) -> tuple[int, ...]:
        """Return its faces. `seed`: 64 hexadecimal digits. Raises `ValueError` when there are no such
        dice."""
        if self.keyed:
            return self.faces_by(key_of(seed, self.key_number).hex())
        return self.faces_by(seed)

    def faces_by(self, key: str) -> tuple[int, ...]:
        """Return its faces from its key: its own, or its seed. Raises `ValueError` when there are no
        such dice."""
        return Faces(self._numbers(bytes.fromhex(key))).throw(dice_of(self.dice))

    def _parts(self) -> tuple[object, ...]:
        head = f"tablee-{self.scheme}", self.scene, "screen" if self.secret else "open"
        if self.keyed:
            return (*head, self.run, "one" if self.for_one else "all", self.place)
        if self.scheme == FORMER_SCHEME:
            return (*head, self.counter, self.run, self.place, self.dice)
        return (*head, self.counter)

    def _numbers(self, key: bytes) -> Iterator[int]:
        place = "\n".join(map(str, self._parts()))
        block = 0
        while True:
            message = f"{place}\n{block}\n{self.words}".encode()
            digest = hmac.new(key, message, hashlib.sha256).digest()
            for start in range(0, 32, 8):
                yield int.from_bytes(digest[start : start + 8], "big")
            block += 1


def commitment_of(seed: str) -> str:
    """Return the SHA-256 of a seed, both in hexadecimal digits."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def secret_commitment_of(seed: str, scheme: int = SCHEME) -> str:
    """Return the commitment to a secret seed, both in hexadecimal digits."""
    return commitment_of(seed) if scheme <= COUNTED_SCHEME else commitment_of_keys(seed)


def words_of(words: Mapping[str, str]) -> str:
    """Return the words of the players as one text for a draw. `words`: seat -> word, may be ""."""
    return "\n".join(f"{seat}={word}" for seat, word in sorted(words.items()) if word)


def dice_text(throw: Throw) -> str:
    """Return the dice of a throw: "3d6"; "1d10@0", numbered from 0; "1d10!10/1", exploding: thrown again
    on a 10, and at first on a 1 too; "2d6~1,2^1", thrown again on a 1 or a 2, at most once."""
    text, die = f"{throw.count}d{throw.die.sides}", throw.die
    if isinstance(die, OpenDie):
        return f"{text}!{die.up}/{die.down}"
    text += "" if die.lowest == 1 else f"@{die.lowest}"
    if isinstance(die, ChainDie):
        text += f"~{','.join(map(str, die.again))}" + ("" if die.cap is None else f"^{die.cap}")
    return text


def dice_of(text: str) -> Throw:
    """Return the throw that `dice_text` writes as that text. Raises `ValueError` for any other text."""
    found = _DICE.fullmatch(text)
    if found is None:
        raise ValueError(f"no dice: {text!r}")
    count, sides = int(found[1]), int(found[2])
    die: AnyDie = Die(sides, 1 if found[3] is None else int(found[3]))
    if found[4] is not None:
        die = OpenDie(sides, int(found[4]), int(found[5]))
    elif found[6] is not None:
        again = tuple(map(int, found[6].split(",")))
        die = ChainDie(
            sides, die.lowest, again, "last", None if found[7] is None else int(found[7])
        )
    throw = Throw(die, "", "", count)
    alone = count == 1 or not isinstance(die, OpenDie)
    if not (count and sides and alone) or dice_text(throw) != text:
        raise ValueError(f"no dice: {text!r}")
    return throw
