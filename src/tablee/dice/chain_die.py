"""Dice that are thrown again on some faces: exploding, compounding, penetrating, rerolled, pushed."""

from __future__ import annotations

import re
from functools import lru_cache, partial
from typing import Literal

import msgspec

from tablee.dice.law import Law

Worth = Literal["each", "sum", "less", "last"]


class ChainDie(msgspec.Struct, frozen=True, cache_hash=True):
    """A die that is thrown again as long as it shows a face of `again`, at most `cap` times.

    `worth`: what its faces are worth. `each`: every face is a die of its own in the pool. `sum`:
    their sum. `less`: their sum, with 1 less for each further face. `last`: the last face.
    `cap`: None for no limit. The answer to a throw of several dice gives all first faces, then all
    second faces, and so on.
    """

    sides: int
    lowest: int
    again: tuple[int, ...]
    worth: Worth
    cap: int | None = None

    def __post_init__(self) -> None:
        rising = self.again == tuple(sorted(set(self.again)))
        if not (rising and set(self.again) < set(self.faces)):
            raise ValueError(
                f"the faces {self.again} are not some faces of a d{self.sides} in rising order: a "
                "die that is thrown again on all of them would never stop"
            )
        if self.cap is not None and self.cap < 0:
            raise ValueError(f"a die is thrown again at most {self.cap} times")
        if self.worth != "last" and (self.lowest < 1 or 1 in self.again):
            raise ValueError("an exploding die has faces from 1 on, and does not explode on a 1")

    @property
    def highest(self) -> int:
        return self.lowest + self.sides - 1

    @property
    def faces(self) -> range:
        return range(self.lowest, self.lowest + self.sides)

    def notation(self, count: int = 1) -> str:
        sign = {"each": "!", "sum": "!!", "less": "!p", "last": "r"}[self.worth]
        once = "o" if self.worth == "last" and self.cap == 1 else ""
        return f"{count}d{self.sides}{sign}{once}{','.join(map(str, self.again))}"

    # ── faces thrown ───────────────────────────────────────────────────────────────────────────
    def chains(self, faces: tuple[int, ...], count: int) -> tuple[list[list[int]], int]:
        """Return the faces of each die, and the number of dice to throw next (0: complete).

        Raises `ValueError` for more faces than the dice show.
        """
        chains: list[list[int]] = [[] for _ in range(count)]
        thrown, place, wave = chains, 0, 0
        while thrown:
            for chain, face in zip(thrown, faces[place:], strict=False):
                chain.append(face)
            place += len(thrown)
            if place > len(faces):
                return chains, place - len(faces)
            if self.cap is not None and wave >= self.cap:
                break
            thrown, wave = [chain for chain in thrown if chain[-1] in self.again], wave + 1
        if place < len(faces):
            raise ValueError("more faces than dice")
        return chains, 0

    def missing(self, faces: tuple[int, ...], count: int) -> int:
        """Return the number of dice to throw next, 0 for a complete throw."""
        return self.chains(faces, count)[1]

    def refusal(self, faces: tuple[int, ...], count: int) -> str | None:
        """Return why `faces` is not a throw of `count` dice: `"faces"`, `"chain"`, or None."""
        if any(face not in self.faces for face in faces):
            return "faces"
        try:
            return "chain" if self.missing(faces, count) else None
        except ValueError:
            return "chain"

    def outcomes(self, faces: tuple[int, ...], count: int) -> tuple[int, ...]:
        """Return the outcomes of a complete throw, die by die."""
        found: list[int] = []
        for chain in self.chains(faces, count)[0]:
            if self.worth == "each":
                found += chain
            elif self.worth == "last":
                found.append(chain[-1])
            else:
                found.append(sum(chain) - (len(chain) - 1) * (self.worth == "less"))
        return tuple(found)

    # ── laws ───────────────────────────────────────────────────────────────────────────────────
    def law(self) -> Law[tuple[int, ...]] | None:
        """Return the law of the outcomes of one die, None when there are infinitely many."""
        return _law_of(self)

    def new_law(self) -> Law[tuple[int, ...]] | None:
        """Compute `law`."""
        rest = [face for face in self.faces if face not in self.again]
        if self.cap is None:
            never = self.worth == "last" or not self.again
            return Law.uniform((face,) for face in rest) if never else None
        less = int(self.worth == "less")
        one: Law[int] = Law.uniform(self.faces)
        law: Law[tuple[int, ...]] = one.map(lambda face: (face - less * bool(self.cap),))
        for left in range(self.cap - 1, -1, -1):
            law = one.then(partial(self._after, less * (left > 0), law))
        return law

    def _after(self, loss: int, more: Law[tuple[int, ...]], face: int) -> Law[tuple[int, ...]]:
        """Return the law of a die that shows `face`; `more`: the law of its further faces."""
        if face not in self.again:
            return Law.of((face - loss,))
        if self.worth == "last":
            return more
        if self.worth == "each":
            return more.map(lambda others: (face, *others))
        return more.map(lambda others: (face - loss + others[0],))

    def reaching(self, level: int) -> tuple[int, int]:
        """Return P(total worth of one die >= level) as (numerator, denominator)."""
        law = self.law()
        if law is not None:
            return sum(w for each, w in law.weights.items() if sum(each) >= level), law.total
        reached = self._reaching(level, {})
        return reached[0], self.sides ** reached[1]

    def _reaching(
        self, level: int, memo: dict[int, tuple[int, int]], less: int = 0
    ) -> tuple[int, int]:
        """Return (numerator, power of the sides) of P(worth >= level). `less`: loss of a face."""
        if level <= self.lowest - less:
            return 1, 0
        key = 2 * level + less
        if key not in memo:
            further = int(self.worth == "less")
            after = [self._reaching(level - f + less, memo, further) for f in self.again]
            power = max(exponent for _, exponent in after)
            plain = sum(f - less >= level for f in self.faces if f not in self.again)
            ways = plain * self.sides**power + sum(
                top * self.sides ** (power - exponent) for top, exponent in after
            )
            memo[key] = ways, power + 1
        return memo[key]


def sides_in(notation: str) -> int:
    """Return the sides of the dice that a notation names."""
    found = re.search(r"d(\d+)", notation)
    return int(found[1]) if found else 0


@lru_cache(maxsize=256)
def _law_of(die: ChainDie) -> Law[tuple[int, ...]] | None:
    return die.new_law()
