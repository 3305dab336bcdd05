"""The parts of some laws that are worth drawing: the most informative field, and what counts as
success.

All laws come from `odds`; the module computes no chance in another way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from tablee.dice.law import Law
from tablee.rules.procedure import SUCCESSES, UNWANTED, Procedure
from tablee.rules.readings.budget import Budget
from tablee.rules.readings.laws import projection
from tablee.rules.readings.odds import checked_fields, odds, ordered
from tablee.rules.readings.returned import worth_of
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import RunInput
from tablee.rules.schema import Field, fields_of
from tablee.rules.shapes import Choice, Either, Nothing, Shape, Whole, YesNo

_QUICK = 5_000
"""Steps (about 20 ms) within which the law of all fields is computed first, because the others
follow from it."""


class Success(msgspec.Struct, frozen=True):
    """The meaning of success of a procedure, and the result fields that it reads."""

    holds: Callable[[int, Any], bool]
    """Maps (index of the run input, one of its results) to whether that result is a success."""
    fields: frozenset[str]


class Stake(msgspec.Struct, frozen=True):
    """The goal of a seat ("" where there is none): a utility; `won` tests for 1."""

    seat: str
    utility: str
    won: Success


def has_own_success(procedure: Procedure[Any]) -> bool:
    """Return whether the results of a procedure have a field `success` and it names no goal."""
    if procedure.goals:
        return False
    field = fields_of(type(procedure).result_type()).get("success")
    return field is not None and isinstance(field.shape, YesNo)


def interested(procedure: Procedure[Any], seat: str) -> tuple[str, str]:
    """Return the seat whose success counts where success is not shared, and its goal, "" for none:
    the given seat where it has a side, else the first one."""
    sides = procedure.sides()
    who = seat if seat in sides else next(iter(sides), "")
    return who, procedure.goal(who)


def is_number(shape: Shape) -> bool:
    """Return whether a field is drawn on a scale of whole numbers (null is allowed)."""
    if isinstance(shape, Either):
        rest = [each for each in shape.shapes if not isinstance(each, Nothing)]
        return bool(rest) and all(isinstance(each, Whole) for each in rest)
    return isinstance(shape, Whole)


def _is_word(shape: Shape) -> bool:
    if isinstance(shape, Either):
        return any(isinstance(each, Choice) for each in shape.shapes)
    return isinstance(shape, Choice | YesNo)


class Study:
    """The laws of one run input, or of each run input of a sweep, each computed once.

    `budget` limits each law (its tick may cancel by raising); the default is that of `odds`.
    `known`: a law of each run input that is already computed. `seat`: the seat whose success counts
    where success is not shared; "" is the first one.
    """

    def __init__(
        self,
        questions: Sequence[RunInput],
        budget: Callable[[], Budget] = Budget,
        known: Sequence[Law[Any]] = (),
        seat: str = "",
    ) -> None:
        self.seat = seat
        self.questions = tuple(questions)
        self._budget = budget
        self.procedure = questions[0].procedure
        result = type(self.procedure).result_type()
        self.declared: dict[str, Field] = dict(fields_of(result))
        self._laws: dict[tuple[int, frozenset[str]], Law[Any]] = {
            (place, self._covered(law)): law for place, law in enumerate(known)
        }
        self._whole: dict[int, Law[Any] | None] = {}
        self.success = self._success()
        self.stake: Stake | None = None

    def law(self, place: int, fields: frozenset[str]) -> Law[Any]:
        """Return the law of these result fields for one of the run inputs. Raises `Refusal`."""
        known = self._laws.get((place, fields))
        if known is None:
            known = self._laws[place, fields] = self._law(place, fields)
        return known

    def whole(self, place: int = 0) -> Law[Any] | None:
        """Return the law of all fields when it is quick to compute, else None."""
        if place not in self._whole:
            tick = self._budget().tick
            try:
                quick = Budget(_QUICK, _QUICK, _QUICK, tick)
                self._whole[place] = odds(self.questions[place], None, quick)
            except Refusal:
                self._whole[place] = None
        return self._whole[place]

    def _law(self, place: int, fields: frozenset[str]) -> Law[Any]:
        kept = checked_fields(self.procedure, fields) or ()
        more = self._known_of_more(place, fields) or self.whole(place)
        if more is None:
            return odds(self.questions[place], kept, self._budget())
        return ordered(self.procedure, more.map(projection(type(next(iter(more))), kept)))

    def _known_of_more(self, place: int, fields: frozenset[str]) -> Law[Any] | None:
        """Return a known law from which the law of these fields follows."""
        laws = (
            law for (at, covered), law in self._laws.items() if at == place and covered >= fields
        )
        return next(laws, None)

    def _covered(self, law: Law[Any]) -> frozenset[str]:
        """Return the fields that a law covers."""
        result = next(iter(law))
        return frozenset(n for n in self.declared if getattr(result, n) is not UNWANTED)

    def laws(self, *fields: str) -> list[Law[Any]]:
        return [self.law(place, frozenset(fields)) for place in range(len(self.questions))]

    def in_order(self, name: str, values: Iterable[Any]) -> list[Any]:
        """Return values of a field in canonical order."""
        ids = {known: place for place, known in enumerate(self.procedure.ids())}
        return sorted(values, key=lambda value: self.declared[name].shape.key(value, ids))

    def is_open(self, name: str) -> bool:
        """Return whether a field is uncertain in some run input."""
        return any(len(law) > 1 for law in self.laws(name))

    def most_informative(self) -> str:
        """Return the most informative field of the result.

        It is the first uncertain field that is a word, a boolean or a number; lists come last. A
        field that equals success, or is certain, yields to a word that decides it (the degree of a
        Jet de Talent). The fields that decide the goal of a seat come before all.
        """
        goal = self.stake.won.fields if self.stake else ()
        decisive = next((name for name in self.declared if name in goal and self.is_open(name)), "")
        if decisive:
            return decisive
        simple = [n for n, f in self.declared.items() if is_number(f.shape) or _is_word(f.shape)]
        others = [name for name in self.declared if name not in simple]
        first = next((n for n in [*simple, *others] if self.is_open(n)), next(iter(self.declared)))
        if self.success and not any(self.is_open(n) for n in self.success.fields - {first}):
            for name in simple:
                if isinstance(self.declared[name].shape, Choice) and self._decides(name):
                    return name
        return first

    def number(self, among: Sequence[str]) -> str | None:
        """Return the first of these fields that is uncertain and always a number."""
        for name in among:
            if isinstance(self.declared[name].shape, Whole) and self.is_open(name):
                return name
        return None

    def _decides(self, name: str) -> bool:
        """Return whether each value of a field implies success or implies failure."""
        assert self.success is not None
        verdicts: dict[Any, bool] = {}
        for place, law in enumerate(self.laws(name, *self.success.fields)):
            for result in law:
                value, holds = getattr(result, name), self.success.holds(place, result)
                if verdicts.setdefault(value, holds) != holds:
                    return False
        return len(verdicts) > 2

    def _success(self) -> Success | None:
        """Return the test of a result that says "success" for all seats alike: the field `success`,
        else the utility that all seats have as their goal. None where they differ or where the
        utility is not always 0 or 1."""
        if has_own_success(self.procedure):
            return Success(lambda _, result: bool(result.success), frozenset({"success"}))
        seats = list(self.procedure.sides()) or [""]
        name, *others = {self.procedure.goal(seat) for seat in seats}
        if others or name not in SUCCESSES:
            return None
        utility = self.procedure.utilities[name]

        def worth(place: int, result: Any) -> Any:
            # None where the seats disagree: then success belongs to one seat, not to the rule
            procedure = self.questions[place].procedure
            covered = {worth_of(procedure, utility, result, seat) for seat in seats}
            return covered.pop() if len(covered) == 1 else None

        fields = self._read_by(worth)
        for place, law in enumerate(self.laws(*fields)):
            if any(worth(place, result) not in (0, 1) for result in law):
                return None
        return Success(lambda place, result: bool(worth(place, result) == 1), fields)

    def settle(self) -> None:
        """Use the goal of the interested seat, else of the first one, as success where success is
        not shared."""
        if self.success is not None:
            return
        seat, name = interested(self.procedure, self.seat)
        if name:
            utility = self.procedure.utilities[name]

            def worth(place: int, result: Any) -> Any:
                return worth_of(self.questions[place].procedure, utility, result, seat)

            fields = self._read_by(worth)
            self.success = Success(lambda place, result: bool(worth(place, result) == 1), fields)
            self.stake = Stake(seat, name, self.success)

    def _read_by(self, worth: Callable[[int, Any], Any]) -> frozenset[str]:
        """Return the result fields that a utility reads, found by recording its accesses."""
        fields = {next(iter(self.declared))}
        read: set[str] = set()
        while True:
            for place, law in enumerate(self.laws(*fields)):
                for result in law:
                    try:
                        worth(place, _Watched(result, read))
                    except TypeError:
                        # a field outside the selection raises when it is read: select it below
                        if read <= fields:
                            raise
            if read <= fields:
                return frozenset(read)
            fields |= read


class _Watched:
    """A result that records which of its fields are read."""

    def __init__(self, result: Any, read: set[str]) -> None:
        self._result = result
        self._read = read

    def __getattr__(self, name: str) -> Any:
        self._read.add(name)
        return getattr(self._result, name)
