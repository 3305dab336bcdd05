"""Exact laws: finite distributions with integer weights over one denominator."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import groupby, islice
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from tablee.dice.many_draws import Moves, many_draws

if TYPE_CHECKING:
    import pandas
    import polars

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)
K = TypeVar("K", bound=Hashable)


class Law(Generic[T]):
    """A finite probability law: outcomes with positive integer weights, relative to their sum.

    Probabilities are exact (`fractions.Fraction`). Iteration keeps the order in which the outcomes
    were given.

    >>> d6 = Law.uniform(range(1, 7))
    >>> d6.p(6), d6.mean(), d6.variance()
    (Fraction(1, 6), Fraction(7, 2), Fraction(35, 12))
    >>> d6.chance(lambda face: face >= 5)
    Fraction(1, 3)
    """

    __slots__ = ("_hash", "total", "weights")

    weights: Mapping[T, int]
    """Positive integer weight of each outcome, in the order of iteration."""
    total: int
    """Sum of the weights: the common denominator of the probabilities."""

    def __init__(self, weights: Mapping[T, int]) -> None:
        """Take integer weights and drop zeros.

        Raises `ValueError` for a negative weight, and when no outcome is left.
        """
        positive = {outcome: weight for outcome, weight in weights.items() if weight}
        total = sum(positive.values())
        if not positive or any(weight < 0 for weight in positive.values()):
            raise ValueError("a law needs positive integer weights")
        divisor = math.gcd(*positive.values())
        if divisor > 1:
            positive = {outcome: weight // divisor for outcome, weight in positive.items()}
            total //= divisor
        self.weights = positive
        self.total = total
        self._hash: int | None = None

    @classmethod
    def of(cls, outcome: T) -> Law[T]:
        """Return the certain law of one outcome."""
        return cls({outcome: 1})

    @classmethod
    def uniform(cls, outcomes: Iterable[T]) -> Law[T]:
        """Return the law of a fair draw among `outcomes`; a repeated outcome counts each time."""
        weights: dict[T, int] = {}
        for outcome in outcomes:
            weights[outcome] = weights.get(outcome, 0) + 1
        return cls(weights)

    @classmethod
    def from_fractions(cls, chances: Mapping[T, Fraction | int]) -> Law[T]:
        """Return the law of exact chances. Raises `ValueError` unless they are >= 0 and sum to 1."""
        if sum(chances.values()) != 1:
            raise ValueError(f"the chances sum to {sum(chances.values())}, not to 1")
        whole = math.lcm(*(Fraction(chance).denominator for chance in chances.values()))
        return cls({outcome: int(chance * whole) for outcome, chance in chances.items()})

    # ── reading ────────────────────────────────────────────────────────────────────────────────
    def p(self, outcome: T) -> Fraction:
        """Return the chance of `outcome`, 0 when it is impossible."""
        return Fraction(self.weights.get(outcome, 0), self.total)

    __getitem__ = p

    def __iter__(self) -> Iterator[T]:
        return iter(self.weights)

    def __len__(self) -> int:
        return len(self.weights)

    def __contains__(self, outcome: object) -> bool:
        return outcome in self.weights

    def items(self) -> Iterator[tuple[T, Fraction]]:
        """Yield each outcome with its chance, in order."""
        for outcome, weight in self.weights.items():
            yield outcome, Fraction(weight, self.total)

    def chance(self, event: Callable[[T], bool]) -> Fraction:
        """Return the chance that `event` holds."""
        return Fraction(sum(w for outcome, w in self.weights.items() if event(outcome)), self.total)

    def support(self) -> tuple[T, ...]:
        """Return the possible outcomes, in order."""
        return tuple(self.weights)

    # ── numbers ────────────────────────────────────────────────────────────────────────────────
    def mean(self, of: Callable[[T], Any] | None = None) -> Fraction:
        """Return the mean of `of(outcome)`, an int or a rational (by default the outcome itself)."""
        value: Callable[[T], Any] = of or (lambda outcome: outcome)
        return Fraction(sum(value(o) * weight for o, weight in self.weights.items())) / self.total

    def variance(self, of: Callable[[T], Any] | None = None) -> Fraction:
        """Return the variance of `of(outcome)`."""
        value: Callable[[T], Any] = of or (lambda outcome: outcome)
        mean = self.mean(value)
        return self.mean(lambda outcome: (Fraction(value(outcome)) - mean) ** 2)

    def quantile(self, level: Fraction | float | int) -> T:
        """Return the least outcome whose cumulative chance reaches `level`.

        Outcomes must be comparable. `quantile(Fraction(1, 2))` is the lower median. Raises
        `ValueError` unless 0 < level <= 1.
        """
        if not 0 < level <= 1:
            raise ValueError("the level of a quantile must be above 0 and at most 1")
        target, reached = Fraction(level) * self.total, 0
        for outcome in sorted(cast("Iterable[Any]", self.weights)):
            reached += self.weights[outcome]
            if reached >= target:
                return cast("T", outcome)
        raise AssertionError("unreachable: the weights sum to the total")

    def at_least(self, value: Any) -> Fraction:
        """Return the chance of an outcome >= value."""
        return self.chance(lambda outcome: cast("Any", outcome) >= value)

    def at_most(self, value: Any) -> Fraction:
        """Return the chance of an outcome <= value."""
        return self.chance(lambda outcome: cast("Any", outcome) <= value)

    # ── making others ──────────────────────────────────────────────────────────────────────────
    def map(self, function: Callable[[T], U]) -> Law[U]:
        """Return the law of `function(outcome)` (the push-forward)."""
        weights: dict[U, int] = {}
        for outcome, weight in self.weights.items():
            image = function(outcome)
            weights[image] = weights.get(image, 0) + weight
        return Law(weights)

    def marginal(self, *fields: str) -> Law[Any]:
        """Return the law of some fields of record outcomes: values of one field, else tuples."""
        if len(fields) == 1:
            return self.map(lambda outcome: getattr(outcome, fields[0]))
        return self.map(lambda outcome: tuple(getattr(outcome, field) for field in fields))

    def given(self, event: Callable[[T], bool]) -> Law[T]:
        """Return the law conditioned on `event`. Raises `ValueError` when `event` is impossible."""
        return Law({outcome: w for outcome, w in self.weights.items() if event(outcome)})

    def split(self, key: Callable[[T], K]) -> dict[K, tuple[Fraction, Law[T]]]:
        """Return, for each value of `key`, its chance and the law conditioned on it."""
        parts: dict[K, dict[T, int]] = {}
        for outcome, weight in self.weights.items():
            parts.setdefault(key(outcome), {})[outcome] = weight
        return {
            value: (Fraction(sum(part.values()), self.total), Law(part))
            for value, part in parts.items()
        }

    def then(self, function: Callable[[T], Law[U]]) -> Law[U]:
        """Return the law of a second draw whose law depends on the first."""
        return mix((function(outcome), weight) for outcome, weight in self.weights.items())

    def sorted(self, key: Callable[[T], Any] | None = None) -> Law[T]:
        """Return the same law in rising order of `key`."""
        order: Callable[[T], Any] = key or (lambda outcome: outcome)
        return Law({o: self.weights[o] for o in sorted(self.weights, key=order)})

    # ── comparing ──────────────────────────────────────────────────────────────────────────────
    def __eq__(self, other: object) -> bool:
        """Return whether both laws give the same chance to every outcome, in any order."""
        if not isinstance(other, Law):
            return NotImplemented
        return self.total == other.total and self.weights == other.weights

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self.weights.items()))
        return self._hash

    def distance(self, other: Law[T]) -> Fraction:
        """Return the total variation distance to `other`, between 0 (equal) and 1 (disjoint)."""
        outcomes = dict.fromkeys((*self.weights, *other.weights))
        return sum((abs(self.p(o) - other.p(o)) for o in outcomes), Fraction()) / 2

    def dominates(self, other: Law[T]) -> bool:
        """Return whether this law reaches every level with at least the chance of `other`.

        This is first-order stochastic dominance.
        """
        levels = dict.fromkeys((*self.weights, *other.weights))
        return all(self.at_least(level) >= other.at_least(level) for level in levels)

    # ── in tables and notebooks ────────────────────────────────────────────────────────────────
    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each outcome, in order: `outcome`, `p` (exact, as text), `chance` (float).

        >>> Law({"pile": 1, "face": 3}).rows()[0]
        {'outcome': 'pile', 'p': '1/4', 'chance': 0.25}
        """
        from tablee.dice.data_frames import with_chance

        return [with_chance({"outcome": outcome}, chance) for outcome, chance in self.items()]

    def to_polars(self) -> polars.DataFrame:
        """Return the rows as a polars frame. Raises `ImportError` when polars is not installed."""
        from tablee.dice.data_frames import polars_frame

        return polars_frame(self.rows())

    def to_pandas(self) -> pandas.DataFrame:
        """Return the rows as a pandas frame. Raises `ImportError` when pandas is not installed."""
        from tablee.dice.data_frames import pandas_frame

        return pandas_frame(self.rows())

    def _repr_html_(self) -> str:
        """Return the HTML of a notebook: a table with exact chances, percentages and bars."""
        from tablee.dice.law_table import law_table

        return law_table(self)

    def __repr__(self) -> str:
        shown = [f"{each!r}: {bounded(chance)}" for each, chance in islice(self.items(), 12)]
        if len(self) > 12:
            shown.append(f"… {len(self) - 12} more")
        return f"Law({{{', '.join(shown)}}})"


def bounded(chance: Fraction) -> str:
    """Return a fraction as text, or its first digits when it is very long."""
    long = chance.denominator.bit_length() > _MOST_BITS
    return f"~{float(chance):.6g}" if long else str(chance)


_MOST_BITS = 400
"""Maximum number of bits of the denominator of a fraction that `repr` writes out."""


def mix(parts: Iterable[tuple[Law[T], int]]) -> Law[T]:
    """Return the mixture of laws with the given integer weights."""
    listed = [(law, weight) for law, weight in parts if weight]
    whole = math.lcm(*(law.total for law, _ in listed))
    weights: dict[T, int] = {}
    for law, weight in listed:
        scale = weight * (whole // law.total)
        for outcome, inner in law.weights.items():
            weights[outcome] = weights.get(outcome, 0) + inner * scale
    return Law(weights)


def fold(
    start: Any,
    laws: Iterable[tuple[int, Law[Any]]],
    step: Callable[..., Any],
    end: Callable[..., U],
    using: tuple[Any, ...] = (),
    spend: Callable[[int], None] | None = None,
) -> Law[U]:
    """Return the law of a fold over independent draws; equal accumulators are added up.

    Each draw is (index, law): `step(accumulator, index, outcome, *using)` gives the next
    accumulator, and `end(accumulator, *using)` the value. Equal draws in a row call `step` once for
    each accumulator and outcome. `spend` is called with steps before they are made, and may raise.
    """
    layer: dict[Any, int] = {start: 1}
    for (index, _), draws in groupby(laws, key=lambda draw: (draw[0], id(draw[1]))):
        law, *others = (law for _, law in draws)
        moves = Moves(law, partial(_stepped, step, index, using))
        layer = many_draws(layer, moves, 1 + len(others), spend or _unlimited)
    return Law(layer).map(lambda accumulator: end(accumulator, *using))


def _stepped(
    step: Callable[..., Any], index: int, using: tuple[Any, ...], accumulator: Any, outcome: Any
) -> Any:
    return step(accumulator, index, outcome, *using)


def _unlimited(steps: int) -> None:
    """Allow any number of steps."""


def product(*laws: Law[Any]) -> Law[tuple[Any, ...]]:
    """Return the joint law of independent draws, as tuples."""
    weights: dict[tuple[Any, ...], int] = {(): 1}
    for law in laws:
        weights = {
            (*head, outcome): weight * inner
            for head, weight in weights.items()
            for outcome, inner in law.weights.items()
        }
    return Law(weights)


def best_of(*laws: Law[Any]) -> Law[Any]:
    """Return the law of the highest of independent draws, one from each law.

    >>> best_of(Law.uniform(range(1, 7)), Law.uniform(range(1, 9))).p(8)
    Fraction(1, 8)
    """
    weights: dict[Any, int] = {}
    below = [0] * len(laws)
    before = 0
    for outcome in sorted(set().union(*(law.weights for law in laws))):
        below = [had + law.weights.get(outcome, 0) for had, law in zip(below, laws, strict=True)]
        ways = math.prod(below)
        weights[outcome], before = ways - before, ways
    return Law(weights)
