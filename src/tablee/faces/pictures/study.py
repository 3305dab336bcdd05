"""What of some laws is worth drawing: the most telling field, and what counts as a success.

All laws come from `odds`; nothing is computed here a second way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from tablee.dice.law import Law
from tablee.rules.procedure import UNWANTED, Utility
from tablee.rules.readings.budget import Budget
from tablee.rules.readings.laws import projection
from tablee.rules.readings.odds import checked_fields, odds, ordered
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import RunInput
from tablee.rules.schema import Field, fields_of
from tablee.rules.shapes import Choice, Either, Nothing, Shape, Whole, YesNo

_CHANCES = ("reussite", "succes")
"""Utilities that are the chance of a success when they are worth 0 or 1."""


_QUICK = 5_000
"""Steps (some 20 ms) in which the law of all fields may be had, so that the others follow from
it."""


class Success(msgspec.Struct, frozen=True):
    """What counts as a success of a procedure, and the result fields that it reads."""

    holds: Callable[[int, Any], bool]
    """(place of the question, one of its results) -> whether that is a success."""
    fields: frozenset[str]


class Stake(msgspec.Struct, frozen=True):
    """A utility that is worth 0 or 1 to a seat ("" where there is none); `won`: when it is 1."""

    seat: str
    utility: str
    won: Success


def is_number(shape: Shape) -> bool:
    """Whether a field is drawn on a scale of whole numbers (null may stand beside it)."""
    if isinstance(shape, Either):
        rest = [each for each in shape.shapes if not isinstance(each, Nothing)]
        return bool(rest) and all(isinstance(each, Whole) for each in rest)
    return isinstance(shape, Whole)


def _is_word(shape: Shape) -> bool:
    if isinstance(shape, Either):
        return any(isinstance(each, Choice) for each in shape.shapes)
    return isinstance(shape, Choice | YesNo)


class Study:
    """The laws of one question, or of the questions of a sweep, each computed once.

    `budget` gives the bounds of each law that is computed (and its tick, to cancel by raising), by
    default those of `odds`. `known`: a law of each question that is known already. `seat`: the side
    of the rule that wants to know, where success is not everybody's; "": the first one.
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
            (place, self._told(law)): law for place, law in enumerate(known)
        }
        self._whole: dict[int, Law[Any] | None] = {}
        self.success = self._success()

    def law(self, place: int, fields: frozenset[str]) -> Law[Any]:
        """The law of these result fields for one of the questions. Raises `Refusal`."""
        known = self._laws.get((place, fields))
        if known is None:
            known = self._laws[place, fields] = self._law(place, fields)
        return known

    def whole(self, place: int = 0) -> Law[Any] | None:
        """The law of all fields at once where that is quickly done, else None."""
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
        """A law at hand from which that of these fields follows."""
        laws = (law for (at, told), law in self._laws.items() if at == place and told >= fields)
        return next(laws, None)

    def _told(self, law: Law[Any]) -> frozenset[str]:
        """The fields that a law tells."""
        result = next(iter(law))
        return frozenset(n for n in self.declared if getattr(result, n) is not UNWANTED)

    def laws(self, *fields: str) -> list[Law[Any]]:
        return [self.law(place, frozenset(fields)) for place in range(len(self.questions))]

    def in_order(self, name: str, values: Iterable[Any]) -> list[Any]:
        """Values of a field in their canonical order."""
        ids = {known: place for place, known in enumerate(self.procedure.ids())}
        return sorted(values, key=lambda value: self.declared[name].shape.key(value, ids))

    def is_open(self, name: str) -> bool:
        """Whether a field is uncertain in some question."""
        return any(len(law) > 1 for law in self.laws(name))

    def telling(self) -> str:
        """The most telling field of the result.

        It is the first one that is open and is a word, a yes or no, or a number; lists come after
        all of these. A success that is that field, or is certain, gives way to a word that decides
        it (the degree of a Jet de Talent).
        """
        simple = [n for n, f in self.declared.items() if is_number(f.shape) or _is_word(f.shape)]
        others = [name for name in self.declared if name not in simple]
        first = next((n for n in [*simple, *others] if self.is_open(n)), next(iter(self.declared)))
        if self.success and not any(self.is_open(n) for n in self.success.fields - {first}):
            for name in simple:
                if isinstance(self.declared[name].shape, Choice) and self._decides(name):
                    return name
        return first

    def number(self, among: Sequence[str]) -> str | None:
        """The first of these fields that is open and is always a number."""
        for name in among:
            if isinstance(self.declared[name].shape, Whole) and self.is_open(name):
                return name
        return None

    def _decides(self, name: str) -> bool:
        """Whether each value of a field goes with success alone or with failure alone."""
        assert self.success is not None
        verdicts: dict[Any, bool] = {}
        for place, law in enumerate(self.laws(name, *self.success.fields)):
            for result in law:
                value, holds = getattr(result, name), self.success.holds(place, result)
                if verdicts.setdefault(value, holds) != holds:
                    return False
        return len(verdicts) > 2

    def _success(self) -> Success | None:
        """What counts as a success: the field `success`, else a utility that is worth 0 or 1."""
        field = self.declared.get("success")
        if field is not None and isinstance(field.shape, YesNo):
            return Success(lambda _, result: bool(result.success), frozenset({"success"}))
        name = next((each for each in _CHANCES if each in self.procedure.utilities), None)
        if name is None:
            return None
        utility = self.procedure.utilities[name]
        seats = list(self.procedure.sides()) or [""]

        def worth(place: int, result: Any) -> Any:
            # None where the seats don't agree: then a success is somebody's, not the rule's
            procedure = self.questions[place].procedure
            told = {utility(procedure, result, seat) for seat in seats}
            return told.pop() if len(told) == 1 else None

        fields = self._read_by(worth)
        for place, law in enumerate(self.laws(*fields)):
            if any(worth(place, result) not in (0, 1) for result in law):
                return None
        return Success(lambda place, result: bool(worth(place, result) == 1), fields)

    def settle(self) -> Stake | None:
        """Where no success is everybody's, take that of who wants to know for one: it is
        returned."""
        stake = None if self.success else self.stake()
        if stake is not None:
            self.success = stake.won
        return stake

    def stake(self) -> Stake | None:
        """Where no success is everybody's: what the seat that wants to know may win or lose, else
        the first one.

        It is the first utility that is worth 0 or 1 to that seat and is not decided beforehand. A
        number of the result that happens to be 0 or 1 is none.
        """
        sides = self.procedure.sides()
        seat = self.seat if self.seat in sides else next(iter(sides), "")
        for name, utility in self.procedure.utilities.items():

            def worth(place: int, result: Any, utility: Utility = utility) -> Any:
                return utility(self.questions[place].procedure, result, seat)

            fields = self._read_by(worth)
            law = self.law(0, fields)
            if {worth(0, result) for result in law} != {0, 1}:
                continue
            (field, *more) = fields
            counted = not more and is_number(self.declared[field].shape)
            if not counted or any(worth(0, each) != getattr(each, field) for each in law):
                return Stake(seat, name, _when_one(worth, fields))
        return None

    def _read_by(self, worth: Callable[[int, Any], Any]) -> frozenset[str]:
        """The result fields that a utility reads, found by watching it."""
        fields = {next(iter(self.declared))}
        read: set[str] = set()
        while True:
            for place, law in enumerate(self.laws(*fields)):
                for result in law:
                    try:
                        worth(place, _Watched(result, read))
                    except TypeError:
                        # a field that was not asked for refuses to be used: ask for it below
                        if read <= fields:
                            raise
            if read <= fields:
                return frozenset(read)
            fields |= read


def _when_one(worth: Callable[[int, Any], Any], fields: frozenset[str]) -> Success:
    return Success(lambda place, result: bool(worth(place, result) == 1), fields)


class _Watched:
    """A result that tells which of its fields are read."""

    def __init__(self, result: Any, read: set[str]) -> None:
        self._result = result
        self._read = read

    def __getattr__(self, name: str) -> Any:
        self._read.add(name)
        return getattr(self._result, name)
