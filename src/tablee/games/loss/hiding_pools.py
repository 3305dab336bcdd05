"""Tokens that several Tests of a dissimulation count: each is spent once, as an Augmentation of its
own side or as a Désastre on the other one (LOSS-JET-03, LOSS-DES-01, R-24)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal, Protocol, Self, TypeVar

from msgspec import Meta

from tablee.games.loss.rulings import LossRulings
from tablee.games.loss.trial import TrialParameters
from tablee.rules.ambient import rulings
from tablee.rules.field_marks import on_sheet
from tablee.rules.procedure import Record, replace

Id = Annotated[
    str, Meta(min_length=1, max_length=100, description="nom du personnage"), on_sheet("nom")
]

CommonOfLeader = Annotated[
    int,
    Meta(ge=0, le=50, description="jetons du MJ que plusieurs des siens comptent, une seule fois"),
]
"""Spent by one, they are no more for another, nor as Désastres (LOSS-JET-03, LOSS-DES-01)."""
CommonDisasters = Annotated[
    int,
    Meta(
        ge=0,
        le=50,
        description="jetons de Désastre qui peuvent frapper plusieurs joueurs, une seule fois",
    ),
]
"""Where a Désastre may strike anybody (R-21)."""
CommonOfPlayers = Annotated[
    int,
    Meta(
        ge=0,
        le=50,
        description="jetons des joueurs, chacun dépensé une fois, sur un Test ou comme Désastre",
    ),
]
"""Where players may spend Désastres on characters of the MJ (LOSS-JET-03, R-24)."""
Striker = (
    Annotated[
        str,
        Meta(
            min_length=1,
            max_length=100,
            description="joueur dont les jetons peuvent servir de Désastres",
        ),
    ]
    | None
)
"""The tokens of the others are for their own Tests alone (LOSS-JET-03, R-24)."""


class Named(TrialParameters):
    """The parameters of a Test of somebody with a name."""

    id: Id


S = TypeVar("S", bound=Named)
Field = Literal["jetons", "desastres_max"]
Name = Literal["mj", "frappe", "joueurs"]
FIELDS: tuple[Field, Field] = ("jetons", "desastres_max")
"""The parameters with what a Test may take."""
FIXED: Mapping[Field, str] = {"jetons": "jetons_avant", "desastres_max": "desastres"}
"""Such a parameter -> the one with what is given beforehand."""


class Taken(Protocol):
    """The result of a Test: what it has taken."""

    @property
    def jetons_depenses(self) -> int: ...
    @property
    def desastres(self) -> int: ...


SPENT: Mapping[Field, str] = {"jetons": "jetons_depenses", "desastres_max": "desastres"}
"""Such a parameter -> the field of the result with what the Test has taken."""


class Pool(Record):
    """A number of tokens that several Tests count, and how many of them are left. What a Test has
    besides (`more` in any case) goes first."""

    tokens: int
    left: int

    @classmethod
    def of(cls, tokens: int) -> Self:
        return cls(tokens=tokens, left=tokens)

    def part(self, held: int, more: int, n: int) -> int:
        """Return how many tokens of the pool are among `n` of `held` and `more`."""
        return max(0, n - more - max(0, held - self.tokens)) if self.tokens else 0

    def room(self, held: int, more: int, given: int) -> int:
        """Return what is left of `held`. `given`: of it beforehand, no longer in the pool."""
        own = max(0, held - self.tokens)
        return max(0, min(held, own + self.left + self.part(held, more, given)))

    def without(self, held: int, more: int, spent: int, given: int) -> Self:
        """Return the pool once a Test has spent `spent`."""
        taken = self.part(held, more, spent) - self.part(held, more, given)
        return replace(self, left=self.left - taken)


class HidingPools(Record):
    """The tokens that several of the MJ's characters may spend, the Désastres that may strike several
    players' characters, and the tokens of the players: Augmentations of their characters, or
    Désastres on the MJ's (R-24). `both`: Désastres on players are among the MJ's tokens (R-17).
    `striker`: the one player's character whose tokens are Désastres; None where at most one player
    has any."""

    mj: Pool
    frappe: Pool
    joueurs: Pool
    both: bool
    striker: str | None

    @classmethod
    def of(cls, leader: int, strikes: int, players: int, striker: str | None) -> Self:
        return cls(
            mj=Pool.of(leader),
            frappe=Pool.of(strikes),
            joueurs=Pool.of(players),
            both=rulings(LossRulings).choix_mj != "gain",
            striker=striker,
        )

    def uses(self, test: Named, field: Field) -> tuple[Name, ...]:
        """Return the pools that a Test may take something of."""
        his = test.acteur == "mj"
        names: tuple[Name, ...] = ("joueurs",) if his else ("frappe", "mj")
        if field == "jetons":
            mine: tuple[Name, ...] = ("joueurs",) if self.striker in (None, test.id) else ()
            names = ("mj",) if his else mine
        elif not his and not self.both:
            names = ("frappe",)
        if not getattr(test, field) or (field == "desastres_max" and test.desastres == 0):
            return ()
        return tuple(name for name in names if getattr(self, name).tokens)

    def held(self, test: Named, field: Field) -> tuple[int, int]:
        """Return the amount that a Test may take, and what it has besides in any case. Of Désastres
        on a character of the MJ, no more than the tokens of the players, where they are counted."""
        if field == "jetons":
            return test.jetons, test.jetons_recus
        most = test.desastres_max
        struck = test.acteur == "mj" and (self.striker is not None or self.joueurs.tokens)
        return min(most, self.joueurs.tokens) if struck else most, 0

    def counted(self, test: Named) -> tuple[str, ...]:
        """Return the fields of the result of a Test that say what it takes of these pools."""
        return tuple(SPENT[field] for field in FIELDS if self.uses(test, field))

    def shares(self, one: Named, field: Field, other: Named) -> bool:
        """Return whether a Test may take what another one may take too."""
        theirs = {name for each in FIELDS for name in self.uses(other, each)}
        return not theirs.isdisjoint(self.uses(one, field))

    def given(self, test: Named) -> Self:
        """Return the pools without what is given beforehand for a Test."""
        return self._without(test, {field: (_fixed(test, field), 0) for field in FIELDS})

    def after(self, test: Named, done: Taken) -> Self:
        """Return the pools once a Test has taken tokens and Désastres, some given beforehand."""
        taken = {field: (getattr(done, SPENT[field]), _fixed(test, field)) for field in FIELDS}
        return self._without(test, taken)

    def _without(self, test: Named, taken: Mapping[Field, tuple[int, int]]) -> Self:
        """Return the pools without what a Test has taken, and was given beforehand."""
        pools = self
        for field, (spent, given) in taken.items():
            for name in self.uses(test, field):
                pool = getattr(pools, name).without(*self.held(test, field), spent, given)
                pools = replace(pools, **{name: pool})
        return pools

    def room(self, test: Named, field: Field, given: int | None = None) -> int:
        """Return what a Test may take. `given`: beforehand, if not what the Test says."""
        before = _fixed(test, field) if given is None else given
        held = self.held(test, field)
        pools: Iterator[Pool] = (getattr(self, name) for name in self.uses(test, field))
        rooms = (pool.room(*held, before) for pool in pools)
        return min((held[0], *rooms))

    def limits(self, test: S) -> S:
        """Return a Test with what is left for it."""
        return replace(test, **{field: self.room(test, field) for field in FIELDS})


def twice(pools: HidingPools, tests: tuple[Named, ...]) -> Iterator[tuple[int, Field, int]]:
    """Yield what is given beforehand though another Test has it: the place of the Test, the
    parameter that holds it and the most that it may take."""
    for place, each in enumerate(tests):
        for field in FIELDS:
            given, held = _fixed(each, field), getattr(each, field)
            high = pools.room(each, field, 0)
            if high < given <= held:
                yield place, field, high
        pools = pools.given(each)


def _fixed(test: Named, field: Field) -> int:
    """Return the amount that is given beforehand."""
    given = getattr(test, FIXED[field])
    return 0 if given == "ask" else given
