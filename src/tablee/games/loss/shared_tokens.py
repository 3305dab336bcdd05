"""Tokens that both sides of one run may take: each is spent once, as an Augmentation or a Désastre.

A pool belongs to the MJ or to the players. Each side of a contest has one use of each pool: its own
tokens, or the Désastres that strike it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from tablee.games.loss.fields import Acteur
from tablee.rules.forms import NumberFrom
from tablee.rules.procedure import Record, replace
from tablee.rules.questions import ASK
from tablee.rules.refusal import refuse

Common = Annotated[
    int,
    Meta(ge=0, le=50, description="jetons comptés dans les deux camps, dépensés une seule fois"),
]
"""Of one pool: spent by one side, they are no more for the other (LOSS-JET-03, LOSS-DES-01)."""
Amounts = Mapping[Acteur, int]
"""Owner of a pool -> a number of its tokens."""


def still_held(held: int, other: int, common: int, spent: int) -> int:
    """Return what is left of `held` tokens once the other side has spent some of its `other`
    tokens, `common` of which are the same; those of its own go first."""
    shared = min(common, held, other)
    return held - min(shared, max(0, spent - (other - shared)))


def owner_of_disasters(acteur: Acteur) -> Acteur:
    """Return who spends Désastres on a side: the MJ on a player, the players on the MJ's."""
    return "mj" if acteur == "pj" else "pj"


class Uses(Record):
    """What one side may take of both pools: its tokens (`recus`: received since the request), and
    the Désastres that may strike it. `avant` and `desastres`: the amounts given beforehand."""

    end: str
    acteur: Acteur
    jetons: int
    recus: int
    desastres_max: int
    avant: int | ASK
    desastres: int | ASK

    def held(self, owner: Acteur) -> int:
        """Return the amount that the side may take of a pool."""
        return self.jetons + self.recus if owner == self.acteur else self.desastres_max

    def fixed(self) -> Amounts:
        """Return the amounts given beforehand."""
        return self.spent(
            0 if self.avant == "ask" else self.avant,
            0 if self.desastres == "ask" else self.desastres,
        )

    def spent(self, tokens: int, disasters: int) -> Amounts:
        """Return what a side has taken of each pool."""
        return {self.acteur: tokens, owner_of_disasters(self.acteur): disasters}

    def beside(self, other: Uses, common: Amounts, spent: Amounts) -> Uses:
        """Return what is left to this side once the other one has spent amounts of the pools."""
        if not any(common.values()) and not (self.recus and other.recus):
            return self
        left = {
            owner: still_held(
                self.held(owner), other.held(owner), self._common(other, owner, common), n
            )
            for owner, n in spent.items()
        }
        tokens = left[self.acteur]
        return replace(
            self,
            jetons=min(self.jetons, tokens),
            recus=max(0, tokens - self.jetons),
            desastres_max=left[owner_of_disasters(self.acteur)],
        )

    def _common(self, other: Uses, owner: Acteur, common: Amounts) -> int:
        """Return the tokens of a pool that both sides may take: where both spend tokens, also what
        both have received."""
        both = self.acteur == other.acteur == owner and common[owner]
        return common[owner] + (min(self.recus, other.recus) if both else 0)

    def check(self, other: Uses, common: Amounts) -> None:
        """Refuse amounts given beforehand for both sides that take a token twice."""
        taken = other.fixed()
        for owner, n in self.fixed().items():
            shared = self._common(other, owner, common)
            high = still_held(self.held(owner), other.held(owner), shared, taken[owner])
            if high < n and high < self.held(owner):
                field = "jetons_avant" if owner == self.acteur else "desastres"
                form = NumberFrom(0, high)
                raise refuse(f"{field}_{self.end}", n, "{form:form}", form=form)
