"""The number of positions that a run may reach, estimated from random runs through them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

from tablee.rules.readings.advice.counted_rounds import Outcome, counted_work
from tablee.rules.readings.budget import Budget, too_large
from tablee.rules.readings.solving.stakes import Prospect
from tablee.rules.readings.worlds import World
from tablee.rules.refusal import Refusal

STEPS_BEFORE_SAMPLE, SAMPLE_STEPS, FEW_SAMPLE_STEPS = 10_000, 40_000, 15_000
"""Steps of a walk before random runs estimate its size, maximum steps of these runs, and steps after
which they end as soon as the walk is far too large."""
FAR_TOO_LARGE = 4
"""A walk that seems this many times larger than the budget needs no more runs. A few runs estimate too
much, so the number is above 1."""
MIN_SAMPLED_BUDGET = 100_000
"""A walk with fewer steps left is not estimated."""
LONG_WALK = 400_000
"""Steps left from which a walk is refused where its estimate times `HIDDEN_SHARE` exceeds them. A shorter
one, which arrays may replace, ends where the estimate itself does."""
MAX_RUNS, MAX_LENGTH, MAX_VISITS = 3_000, 200, 100_000
"""Maximum number of random runs, of positions of one, and of positions of all: about half a second."""
MAX_VAIN_RUNS = 300
"""Maximum number of random runs in a row that meet no new position. More of them change no estimate:
without this bound the estimate of 50 positions takes twice as long."""
HIDDEN_SHARE = 30
"""How many times larger than the estimate a walk may be. Walks of 0.3 to 1.2 million steps are 3 to 10
times larger, refused ones more than 23 times; the larger a walk, the more positions are never met."""


class SizeCheck:
    """The positions that a walk has found, until their number is estimated, once."""

    def __init__(
        self,
        budget: Budget,
        where: str,
        endless: Callable[[Sequence[World]], Refusal | None],
    ) -> None:
        """`endless`: function that returns the refusal of a run that goes on for ever, None without
        a sign of one, from worlds that the walk has reached."""
        self._budget = budget
        self._begun = budget.steps_spent
        """Steps that the budget had spent on other work."""
        self._where = where
        self._endless = endless
        self._found: dict[int, tuple[World, Prospect]] | None = {}
        self._is_over = False
        self._last_step = 0
        self._random = Random(0)
        self._after: dict[tuple[int, int], int] = {}
        """The position after each outcome, by its number, that a random run has met."""
        self._visits = 0

    def renew(self, other: Budget) -> None:
        """Renew the budget; its steps on other work do not count as steps of this walk."""
        walked = self._budget.steps_spent - self._begun
        self._budget.renew(other)
        if self._is_over:
            self._budget.until = None
        self._begun = self._budget.steps_spent - walked

    def add(self, place: int, world: World, prospect: Prospect) -> None:
        """Add a position."""
        if self._found is not None:
            self._found[place] = world, prospect

    def check(self, root: int, outcome: Outcome) -> None:
        """Raise `Refusal` when the positions after `root` are too many. Call it often."""
        budget = self._budget
        if (
            self._is_over
            or not self._found
            or budget.steps_spent - self._begun < STEPS_BEFORE_SAMPLE
        ):
            return
        self._is_over, self._last_step = True, budget.steps_spent + SAMPLE_STEPS
        budget.until = None
        if budget.steps_left >= MIN_SAMPLED_BUDGET:
            root = root if root in self._found else next(iter(self._found))
            runs_of = self._sample(root, outcome)
            worlds = [world for world, _ in self._found.values()]
            if (endless := self._endless(worlds)) is not None:
                raise endless
            if (
                self._expected_share(runs_of) > 1
                or counted_work(self._found, root, outcome, budget) > budget.steps_left
            ):
                raise too_large(self._where)
        self._found, self._after = None, {}

    def _sample(self, root: int, outcome: Outcome) -> Counter[int]:
        """Return the number of random runs that met each position."""
        runs_of: Counter[int] = Counter()
        vain, few = 0, self._budget.steps_spent + FEW_SAMPLE_STEPS
        for _ in range(MAX_RUNS):
            if self._budget.steps_spent > self._last_step or self._visits > MAX_VISITS:
                break
            if self._budget.steps_spent > few and self._expected_share(runs_of) > FAR_TOO_LARGE:
                break
            before = len(runs_of)
            runs_of.update(self._random_run(root, outcome))
            vain = vain + 1 if len(runs_of) == before else 0
            if vain > MAX_VAIN_RUNS:
                break
        return runs_of

    def _expected_share(self, runs_of: Counter[int]) -> float:
        """Return the steps to expect of the walk, as a share of the steps left.

        The number of positions is estimated (Chao 1987, for incidences). The estimate is too low, because
        most positions are met far less often than those near the root.
        """
        assert self._found is not None
        times, budget = Counter(runs_of.values()), self._budget
        once, twice = times[1], times[2]
        count = len(runs_of) + once * (once - 1) / (2 * (twice + 1))
        steps = count * (budget.steps_spent - self._begun) / len(self._found)
        hidden = HIDDEN_SHARE if budget.steps_left >= LONG_WALK else 1
        return hidden * steps / max(1, budget.steps_left)

    def _random_run(self, root: int, outcome: Outcome) -> set[int]:
        """Return the positions of one run, which ends only where nothing follows."""
        assert self._found is not None
        met, place = {root}, root
        for _ in range(MAX_LENGTH):
            following = self._following(place, outcome)
            self._visits += 1
            if following is None or self._budget.steps_spent > self._last_step:
                break
            place = following
            met.add(place)
        return met

    def _following(self, place: int, outcome: Outcome) -> int | None:
        """Return a position among those found that follows one at random; None: there is none."""
        assert self._found is not None
        world, prospect = self._found[place]
        left = list(range(len(prospect.outcomes)))
        while left:
            chosen = left.pop(self._random.randrange(len(left)))
            after = self._after.get((place, chosen))
            if after is None:
                after = self._after[place, chosen] = outcome(world, prospect.outcomes[chosen])
            if after in self._found:
                return after
        return None
