"""The words of players in the draws of a scene: each is pledged first, and given when all are pledged.

A pledge is the SHA-256 of these lines in UTF-8, joined by line feeds:

    tablee-6
    word
    the number of the scene
    the commitment to its open seed
    the seat
    the word

A browser draws the word by chance, so nobody finds it from its pledge. The first pledged word that is
given ends the pledges: the one who gives the last word chose it before any other was known.
A seat may give a word without a pledge as well, at once and before the first pledged word.

No dice are thrown while a pledged word is missing. When it does not come, the words start again: the
seat that withheld it takes no further part in this scene, and all others pledge new words. The seeds
stay, so the new words decide all faces. A seat that knows the seed can reject the faces of one round
in this way, once a scene, and the story names it. The module must not know events or the state.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

GRACE: Final = 1500
"""Milliseconds for which seats may still pledge after the last pledge, unless all have."""
PATIENCE: Final = 6000
"""Milliseconds after the last word or pledge until a missing word counts as withheld."""


def pledge_of(scene: int, commitment: str, seat: str, word: str) -> str:
    """Return the pledge of a word, in hexadecimal digits."""
    lines = "tablee-6", "word", str(scene), commitment, seat, word
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


class SceneWords(msgspec.Struct, frozen=True, kw_only=True):
    """The words of a scene. `seats`: those that may give one; `pledges`, `given`: by seat;
    `withheld`: the seats whose word did not come in an earlier round; `changed`: when the last word
    or pledge came or the round began, in milliseconds since 1970."""

    seats: Sequence[str] = ()
    pledges: Mapping[str, str] = {}
    given: Mapping[str, str] = {}
    withheld: Sequence[str] = ()
    changed: int = 0

    @property
    def missing(self) -> list[str]:
        """The seats that pledged a word and did not give it yet."""
        return [seat for seat in self.pledges if seat not in self.given]

    @property
    def complete(self) -> bool:
        """Whether every seat has pledged or given a word."""
        return all(seat in self.pledges or seat in self.given for seat in self.seats)

    @property
    def pledged(self) -> str:
        """All pledges as a text: "seat=pledge" by the seats' ids in ASCII order, with spaces between."""
        return " ".join(f"{seat}={pledge}" for seat, pledge in sorted(self.pledges.items()))

    @property
    def seen(self) -> str:
        """The SHA-256 of all pledges: a seat that gives its word names the pledges that it has seen."""
        return hashlib.sha256(self.pledged.encode()).hexdigest()

    @property
    def _closed(self) -> bool:
        """Whether a pledged word was given."""
        return len(self.missing) < len(self.pledges)

    def takes(self, seat: str) -> bool:
        """Return whether a seat may pledge a word, or give one that it did not pledge."""
        free = seat not in self.pledges and seat not in self.given
        return seat in self.seats and free and not self._closed

    def may_give(self, seat: str, at: int) -> bool:
        """Return whether a seat may give its pledged word: others had the time to pledge theirs."""
        return seat in self.missing and (self.complete or self._closed or self._graced(at))

    def waits(self, at: int) -> bool:
        """Return whether dice have to wait: for pledged words, or for the pledges of a new round."""
        renewed = bool(self.withheld) and not self.pledges and not self.complete
        return bool(self.missing) or (renewed and not self._graced(at))

    def overdue(self, at: int) -> bool:
        """Return whether the missing words count as withheld."""
        return bool(self.missing) and at >= self.changed + PATIENCE

    def _graced(self, at: int) -> bool:
        return at >= self.changed + GRACE

    # ── changes ────────────────────────────────────────────────────────────────────────────────
    def with_pledge(self, seat: str, pledge: str, at: int) -> SceneWords:
        return msgspec.structs.replace(self, pledges={**self.pledges, seat: pledge}, changed=at)

    def with_word(self, seat: str, word: str, at: int) -> SceneWords:
        return msgspec.structs.replace(self, given={**self.given, seat: word}, changed=at)

    def started_again(self, at: int) -> SceneWords:
        """Return the words of the next round: those without a pledge stay, the missing seats leave."""
        missing = self.missing
        return SceneWords(
            seats=[seat for seat in self.seats if seat not in missing],
            given={seat: word for seat, word in self.given.items() if seat not in self.pledges},
            withheld=(*self.withheld, *missing),
            changed=at,
        )
