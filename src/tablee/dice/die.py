"""Dice and throws: faces, notation, and the end of a chain of an exploding die."""

from __future__ import annotations

import msgspec

from tablee.dice.chain_die import ChainDie
from tablee.dice.law import Law


class Die(msgspec.Struct, frozen=True, cache_hash=True):
    """A fair die with `sides` faces, numbered from `lowest` (the d10 of Éclats shows 0 to 9)."""

    sides: int
    lowest: int = 1

    def __post_init__(self) -> None:
        for name, number in (("sides", self.sides), ("lowest", self.lowest)):
            if type(number) is not int or (name == "sides" and number < 1):
                raise ValueError(f"a die has a whole number as its {name}, not {number!r}")

    @property
    def highest(self) -> int:
        return self.lowest + self.sides - 1

    @property
    def faces(self) -> range:
        return range(self.lowest, self.lowest + self.sides)

    @property
    def law(self) -> Law[int]:
        """Law of one face."""
        law = _FACE_LAWS.get(self)
        if law is None:
            law = _FACE_LAWS[self] = Law.uniform(self.faces)
        return law

    def notation(self, count: int = 1) -> str:
        return f"{count}d{self.sides}"

    def missing(self, faces: tuple[int, ...], count: int) -> int:
        """Return the number of dice to throw next, 0 for a complete throw."""
        return count - len(faces)

    def refusal(self, faces: tuple[int, ...], count: int) -> str | None:
        """Return why `faces` is not a throw of `count` dice: `"faces"`, `"count"`, or None if it is."""
        if any(face not in self.faces for face in faces):
            return "faces"
        return None if len(faces) == count else "count"


class OpenDie(msgspec.Struct, frozen=True, cache_hash=True):
    """An exploding die: the face `up` adds another throw, a first face `down` subtracts one.

    Further throws follow while the last face is `up`. One question asks for the whole chain.
    `down_worth`: worth of a first face `down` itself (LOSS-EXP-02, R-01). `up` must be the highest
    face, as the laws of `tails` require; raises `ValueError` otherwise.
    """

    sides: int = 10
    up: int = 10
    down: int = 1
    down_worth: int = 1

    def __post_init__(self) -> None:
        if not 1 <= self.down < self.up == self.sides:
            raise ValueError(
                "`up` must be the highest face of an exploding die, `down` a lower one"
            )

    @property
    def lowest(self) -> int:
        return 1

    @property
    def highest(self) -> int:
        return self.sides

    @property
    def faces(self) -> range:
        return range(1, self.sides + 1)

    def notation(self, count: int = 1) -> str:
        return f"{count}d{self.sides}!"

    def goes_on(self, chain: tuple[int, ...]) -> bool:
        """Return whether the chain has a further face."""
        if len(chain) == 1:
            return chain[0] in (self.up, self.down)
        return not chain or chain[-1] == self.up

    def missing(self, faces: tuple[int, ...], count: int) -> int:
        """Return the number of dice to throw next, 0 for a complete chain."""
        return int(self.goes_on(faces))

    def lacking(self, faces: tuple[int, ...]) -> int:
        """Return 1 if one more die may complete a chain of possible faces, else 0."""
        return int(all(self.goes_on(faces[:end]) for end in range(len(faces) + 1)))

    def value(self, chain: tuple[int, ...]) -> int:
        """Return the worth of a complete chain."""
        first, rest = chain[0], sum(chain[1:])
        return self.down_worth - rest if first == self.down else first + rest

    def refusal(self, faces: tuple[int, ...], count: int) -> str | None:
        """Return why `faces` is not a chain: `"faces"`, `"chain"`, or None if it is."""
        if any(face not in self.faces for face in faces):
            return "faces"
        if count != 1:
            raise ValueError("exploding dice are thrown one an ask")
        complete = bool(faces) and not self.goes_on(faces)
        early = any(not self.goes_on(faces[:end]) for end in range(1, len(faces)))
        return None if complete and not early else "chain"


AnyDie = Die | OpenDie | ChainDie


class Throw(msgspec.Struct, frozen=True, cache_hash=True):
    """A throw of `count` dice of one kind by the seat `who`, with a `label`.

    `shown`: the faces, where they are known (the answers of a run may end between two throws of
    one roll). The law of such a throw is certain.
    """

    die: AnyDie
    label: str
    who: str
    count: int = 1
    shown: tuple[int, ...] | None = None

    def outcomes(self, faces: tuple[int, ...]) -> tuple[int, ...]:
        """Return what a read gets for these faces: of a `ChainDie` its worth."""
        return self.die.outcomes(faces, self.count) if type(self.die) is ChainDie else faces

    def notation(self) -> str:
        return self.die.notation(self.count)


D3 = Die(3)
D4 = Die(4)
D6 = Die(6)
D8 = Die(8)
D10 = Die(10)
D12 = Die(12)
D20 = Die(20)
D100 = Die(100)
_FACE_LAWS: dict[Die, Law[int]] = {}
