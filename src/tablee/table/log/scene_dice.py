"""The house's dice at a table: committed to before the scene, revealed after it.

When a scene begins two seeds of 32 random bytes are drawn. The SHA-256 of the open one, its
commitment, is shown to everybody, that of the one behind the screen to the leader: from it comes
what is thrown in secret, or where only one seat may see. Each has a count of its own. The throw
number `counter` (1, 2, ...) of a seed reads its faces from the blocks number 0, 1, ...

    HMAC-SHA-256(key = seed, message)

(RFC 2104), each block four unsigned numbers of 64 bits, big end first, made into faces as
`tablee.dice.house_dice` says. The message is these lines in UTF-8, joined by line feeds, numbers in
decimal digits:

    tablee-3
    the number of the scene
    open, or screen
    the counter
    the id of the run
    its place in the run: how many throws the run has had from that seed before
    the dice: see `dice_text`
    the number of the block
    then what the players gave of their own, a line seat=word each, by the seats' ids in ASCII
    order, an empty line where nobody did

The place tells nothing of what was chosen in the run, nor of what was thrown from the other seed: a
player has it in the file that he checks. No part holds a line feed, and no id an equals sign, so a
message can be read in one way only; a throw cannot be moved to another run, nor told of other dice.
The table has no part in it, so that its throws stay what they are wherever the campaign goes. When
the scene ends the open seed is shown to everybody, the other one to the leader, and each can check
the throws.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterator, Mapping

import msgspec

from tablee.dice.die import Die, OpenDie, Throw
from tablee.dice.house_dice import Faces

SEED_BYTES = 32
_DICE = re.compile(r"(\d{1,4})d(\d{1,6})(?:@(\d{1,6})|!(\d{1,6})/(\d{1,6}))?", re.ASCII)


class Draw(msgspec.Struct, frozen=True, kw_only=True):
    """A throw of the house: all that its faces depend on beside the seed. `words`: as `words_of`
    writes them."""

    scene: int
    screened: bool
    counter: int
    run: str
    place: int
    dice: str
    words: str

    def faces(self, seed: str) -> tuple[int, ...]:
        """Its faces. `seed`: 64 hexadecimal digits. Raises `ValueError` when there are no such
        dice."""
        return Faces(self._numbers(bytes.fromhex(seed))).throw(dice_of(self.dice))

    def _numbers(self, key: bytes) -> Iterator[int]:
        side = "screen" if self.screened else "open"
        parts = (self.scene, side, self.counter, self.run, self.place, self.dice)
        place = "\n".join(map(str, parts))
        block = 0
        while True:
            message = f"tablee-3\n{place}\n{block}\n{self.words}".encode()
            digest = hmac.new(key, message, hashlib.sha256).digest()
            for start in range(0, 32, 8):
                yield int.from_bytes(digest[start : start + 8], "big")
            block += 1


def commitment_of(seed: str) -> str:
    """The SHA-256 of a seed, both in hexadecimal digits."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def words_of(words: Mapping[str, str]) -> str:
    """The players' words as they enter a draw: seat -> word, those that gave one."""
    return "\n".join(f"{seat}={word}" for seat, word in sorted(words.items()) if word)


def dice_text(throw: Throw) -> str:
    """The dice of a throw: "3d6"; "1d10@0", numbered from 0 on; "1d10!10/1", exploding: further
    throws on a 10, the first ones on a 1 too."""
    text, die = f"{throw.count}d{throw.die.sides}", throw.die
    if isinstance(die, OpenDie):
        return f"{text}!{die.up}/{die.down}"
    return text if die.lowest == 1 else f"{text}@{die.lowest}"


def dice_of(text: str) -> Throw:
    """The throw that `dice_text` writes so. Raises `ValueError` when it writes none so."""
    found = _DICE.fullmatch(text)
    if found is None:
        raise ValueError(f"no dice: {text!r}")
    count, sides = int(found[1]), int(found[2])
    die: Die | OpenDie = Die(sides, 1 if found[3] is None else int(found[3]))
    if found[4] is not None:
        die = OpenDie(sides, int(found[4]), int(found[5]))
    throw = Throw(die, "", "", count)
    alone = count == 1 or isinstance(die, Die)
    if not (count and sides and alone) or dice_text(throw) != text:
        raise ValueError(f"no dice: {text!r}")
    return throw
