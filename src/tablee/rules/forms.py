"""Forms of a choice: the values that it offers and the answers that it accepts."""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterator, Mapping
from typing import Any, Generic, TypeVar, cast

import msgspec

T = TypeVar("T", bound=Hashable)
_MEANINGS: dict[Any, tuple[Any, ...]] = {
    True: ("oui", "yes"),
    False: ("non", "no"),
    "oui": (True,),
    "non": (False,),
    "yes": (True, "oui"),
    "no": (False, "non"),
}
"""What an answer means where it is not offered itself."""


def same(left: Any, right: Any) -> bool:
    """Return whether two values are equal and of one type: `1` is not `True`."""
    return type(left) is type(right) and bool(left == right)


class Form(msgspec.Struct, Generic[T], frozen=True, cache_hash=True):
    """Base class of the forms."""

    def values(self) -> Iterator[T]:
        """Yield every legal answer, in the order offered. Raises `TypeError` for free text."""
        raise NotImplementedError

    def accept(self, answer: Any) -> T:
        """Return the legal value of an answer in JSON. Raises `ValueError` when there is none."""
        raise NotImplementedError

    def answer(self, value: T) -> Any:
        """Return the answer in JSON that `accept` reads as `value`."""
        return value

    def only(self) -> tuple[T] | None:
        """Return the only legal value in a tuple, None when there are several."""
        return None


def check_different(form: OneOf[Any] | SomeOf) -> None:
    """Raise `ValueError` for a form that offers one id twice."""
    ids = [(type(each), each) for each in form.ids]
    if len(set(ids)) < len(ids):
        twice = next(each for _, each in ids if ids.count((type(each), each)) > 1)
        raise ValueError(f"{type(form).__name__} offers {twice!r} twice")


def _check_ids(form: OneOf[Any] | SomeOf) -> None:
    """Raise `TypeError` for ids that are one text, whose letters would be offered."""
    if isinstance(form.ids, str):
        raise TypeError(f"{type(form).__name__} takes a tuple of ids, not {form.ids!r}")


def offers(form: Form[Any], value: Any) -> bool:
    """Return whether an answer of a rule is legal, as far as a short look can tell."""
    if isinstance(form, OneOf):
        return any(same(offered, value) for offered in form.ids)
    return not isinstance(form, NumberFrom) or bool(form.low <= value <= form.high)


class OneOf(Form[T], Generic[T], frozen=True, cache_hash=True):
    """One of some ids (texts, numbers or booleans), in the order offered."""

    ids: tuple[T, ...]

    def __post_init__(self) -> None:
        _check_ids(self)
        if not self.ids:
            raise ValueError("OneOf needs at least one id to choose from")
        check_different(self)

    def values(self) -> Iterator[T]:
        return iter(self.ids)

    def accept(self, answer: Any) -> T:
        meanings = _MEANINGS.get(answer, ()) if isinstance(answer, str | bool) else ()
        for candidate in (answer, *meanings):
            for offered in self.ids:
                if same(offered, candidate):
                    return offered
        raise ValueError

    def only(self) -> tuple[T] | None:
        return (self.ids[0],) if len(self.ids) == 1 else None


class NumberFrom(Form[int], frozen=True, cache_hash=True):
    """A whole number from `low` to `high`."""

    low: int
    high: int

    def __post_init__(self) -> None:
        if isinstance(self.low, float) or isinstance(self.high, float):
            raise TypeError(f"{type(self).__name__} goes from one whole number to another")
        if self.low > self.high:
            raise ValueError(
                f"{type(self).__name__} offers no number from {self.low} to {self.high}"
            )

    def values(self) -> Iterator[int]:
        return iter(range(self.low, self.high + 1))

    def accept(self, answer: Any) -> int:
        if type(answer) is int and self.low <= answer <= self.high:
            return answer
        raise ValueError

    def only(self) -> tuple[int] | None:
        return (self.low,) if self.low == self.high else None


class Share(NumberFrom, frozen=True, cache_hash=True):
    """A division of `high` points: at least `low` for one purpose, the rest for another.

    The words of the game name the two purposes: `label.part` is a phrase with `n`, `rest` and
    `how`, one of `SHARES`.
    """

    def how(self, part: int) -> str:
        """Return which of `SHARES` a part of the points is."""
        if part in (0, self.high):
            return "tout" if part else "rien"
        return SHARES[1 + (2 * part >= self.high) + (2 * part > self.high)]


SHARES = ("rien", "moins", "moitie", "plus", "tout")
"""None of the points, less than half, half, more than half, all."""


class NumberOrWord(Form["int | str"], frozen=True, cache_hash=True):
    """A whole number from 0 to `high`, a number of many states at once, or `word` (see
    `number_or_word`)."""

    high: int
    word: str

    def values(self) -> Iterator[int | str]:
        return iter((*range(self.high + 1), self.word))


def number_or_word(high: int, word: str) -> Form[int | str]:
    """Return the form of a whole number from 0 to `high`, or a word; `high` may be a number of many
    states at once (see `numbers`)."""
    return OneOf((*range(high + 1), word)) if type(high) is int else NumberOrWord(high, word)


class SomeOf(Form[tuple[str, ...]], frozen=True, cache_hash=True):
    """Between `least` and `most` different ids of a list; the order of the answer is kept."""

    ids: tuple[str, ...]
    least: int
    most: int

    def __post_init__(self) -> None:
        _check_ids(self)
        if self.least > min(self.most, len(self.ids)):
            raise ValueError(f"SomeOf cannot offer {self.least} of {len(self.ids)} ids")
        check_different(self)

    def values(self) -> Iterator[tuple[str, ...]]:
        for size in range(self.least, min(self.most, len(self.ids)) + 1):
            yield from itertools.combinations(self.ids, size)

    def accept(self, answer: Any) -> tuple[str, ...]:
        if not isinstance(answer, list | tuple) or not self.least <= len(answer) <= self.most:
            raise ValueError
        chosen = tuple(cast("list[str]", answer))
        if any(not isinstance(item, str) or item not in self.ids for item in chosen):
            raise ValueError
        if len(set(chosen)) != len(chosen):
            raise ValueError
        return chosen

    def only(self) -> tuple[tuple[str, ...]] | None:
        if self.most == 0 or not self.ids:
            return ((),)
        return (self.ids,) if self.least >= len(self.ids) else None


class FreeText(Form[str], frozen=True, cache_hash=True):
    """Free text of the chooser. It is recorded; no rule depends on it."""

    longest: int = 2000

    def values(self) -> Iterator[str]:
        raise TypeError("free text has no list of answers")

    def accept(self, answer: Any) -> str:
        if isinstance(answer, str) and len(answer) <= self.longest:
            return answer
        raise ValueError


class TextAndNumber(Form["tuple[str, int] | str"], frozen=True, cache_hash=True):
    """Free text with a number, `{"texte": ..., NAME: n}` in JSON; or one of the words `others`.

    The value is (text, number), or the word. A text without a visible character is refused. The
    values that advice compares have no text.
    """

    name: str
    low: int
    high: int
    others: tuple[str, ...] = ()
    longest: int = 2000

    def values(self) -> Iterator[tuple[str, int] | str]:
        return iter((*self.others, *(("", n) for n in range(self.low, self.high + 1))))

    def accept(self, answer: Any) -> tuple[str, int] | str:
        if isinstance(answer, str) and answer in self.others:
            return answer
        if not isinstance(answer, Mapping) or set(answer) != {"texte", self.name}:
            raise ValueError
        number = NumberFrom(self.low, self.high).accept(answer[self.name])
        text = FreeText(self.longest).accept(answer["texte"])
        if not text.strip():
            raise ValueError
        return text, number

    def answer(self, value: tuple[str, int] | str) -> Any:
        return value if isinstance(value, str) else {"texte": value[0], self.name: value[1]}

    def read_line(self, line: str) -> Any:
        """Return the JSON of a typed line: a word of `others`, or a number and then the text; any other
        line unchanged, which `accept` refuses."""
        word = line.strip()
        if word in self.others:
            return word
        number, _, text = word.partition(" ")
        if not number.strip(",;").isdigit():
            return line
        return {"texte": text.strip(), self.name: int(number.strip(",;"))}


YES_NO: OneOf[bool] = OneOf((True, False))
