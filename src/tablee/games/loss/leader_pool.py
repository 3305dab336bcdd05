"""Tokens of the MJ that several Tests of one run count: each is spent once, as an Augmentation of one
of his characters or as a Désastre on a player's (LOSS-JET-03, LOSS-DES-01)."""

from __future__ import annotations

from typing import Self, TypeVar

from tablee.games.loss.rulings import LossRulings
from tablee.games.loss.trial import TrialParameters
from tablee.rules.ambient import rulings
from tablee.rules.procedure import Record, replace

S = TypeVar("S", bound=TrialParameters)


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
        if not self.tokens:
            return held
        own = max(0, held - self.tokens)
        return max(0, min(held, own + self.left + self.part(held, more, given)))

    def without(self, held: int, more: int, spent: int, given: int) -> Self:
        """Return the pool once a Test has spent `spent`."""
        taken = self.part(held, more, spent) - self.part(held, more, given)
        return replace(self, left=self.left - taken)


class LeaderPools(Record):
    """The tokens that several of the MJ's characters may spend, and the Désastres that may strike
    several players' characters. `both`: these are among those tokens (R-17)."""

    tokens: Pool
    strikes: Pool
    both: bool

    @classmethod
    def of(cls, tokens: int, strikes: int) -> Self:
        both = rulings(LossRulings).choix_mj != "gain"
        return cls(tokens=Pool.of(tokens), strikes=Pool.of(strikes), both=both)

    def counts(self, test: TrialParameters) -> bool:
        """Return whether a Test may take tokens of these pools."""
        if test.acteur == "mj":
            return bool(self.tokens.tokens)
        pools = self.strikes.tokens or (self.both and self.tokens.tokens)
        return bool(pools) and test.desastres != 0

    def given(self, test: TrialParameters) -> Self:
        """Return the pools without what is given beforehand for a Test."""
        return self._after(test, _fixed(test), 0)

    def room(self, test: TrialParameters) -> int:
        """Return what a Test may take: tokens for the MJ's, Désastres for a player's."""
        given = _fixed(test)
        if test.acteur == "mj":
            return self.tokens.room(test.jetons, test.jetons_recus, given)
        held = test.desastres_max
        most = self.strikes.room(held, 0, given)
        return min(most, self.tokens.room(held, 0, given)) if self.both else most

    def limits(self, test: S) -> S:
        """Return a Test with what is left for it."""
        if not self.counts(test):
            return test
        name = "jetons" if test.acteur == "mj" else "desastres_max"
        return replace(test, **{name: self.room(test)})

    def after(self, test: TrialParameters, taken: int) -> Self:
        """Return the pools once a Test has taken tokens (the MJ's) or Désastres (a player's)."""
        return self._after(test, taken, _fixed(test)) if self.counts(test) else self

    def _after(self, test: TrialParameters, taken: int, given: int) -> Self:
        if test.acteur == "mj":
            tokens = self.tokens.without(test.jetons, test.jetons_recus, taken, given)
            return replace(self, tokens=tokens)
        held = test.desastres_max
        tokens = self.tokens.without(held, 0, taken, given) if self.both else self.tokens
        return replace(self, tokens=tokens, strikes=self.strikes.without(held, 0, taken, given))


def _fixed(test: TrialParameters) -> int:
    """Return what is given beforehand: tokens for the MJ's, Désastres for a player's."""
    given = test.jetons_avant if test.acteur == "mj" else test.desastres
    return 0 if given == "ask" else given
