"""Advice as a value: what each answer to a choice is worth, and how often to give it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec

from tablee.rules.shapes import written
from tablee.rules.trace import plain


class Option(msgspec.Struct, frozen=True):
    """An answer and its value; `p`: for simultaneous choices, how often to give it.

    Both are exact within the `error` of the advice.
    """

    choice: Any
    value: Fraction
    p: Fraction | None = None


class JointAnswer(msgspec.Struct, frozen=True):
    """The answers to several simultaneous choices of one seat, and how often to give them."""

    choices: tuple[Any, ...]
    p: Fraction


class Advice(msgspec.Struct, frozen=True):
    """Advice to `seat` on the choice `label`.

    `options`: best first; for simultaneous choices (`at_once`) in the order offered. `chance`:
    whether all values of the utility were 0 or 1, so that values are chances. `error`: a bound on
    the error of each value; 0 for exact values, more for long fights, which are computed in floats.

    `wait`: for a choice after dice that are not thrown yet, the value of choosing after them.
    `varies`: whether other faces of the dice offer other answers; `options` are those of some faces.
    `later`: the labels of all other choices of the same side, assumed to be the best.
    `joint`: where the seat makes several choices at once, the answers to give together. `usual`:
    seats assumed to take their defaults, because there are not two opposed sides. `unweighed`:
    answers that are left out (see `Choose`). `alone`: whether nobody chooses against the side of the
    seat, so that the value of simultaneous choices is that of its best joint answer.
    """

    seat: str
    label: str
    utility: str
    options: tuple[Option, ...]
    value: Fraction
    at_once: bool
    chance: bool = False
    error: float = 0.0
    wait: Fraction | None = None
    varies: bool = False
    later: tuple[str, ...] = ()
    joint: tuple[JointAnswer, ...] = ()
    usual: tuple[str, ...] = ()
    unweighed: tuple[Any, ...] = ()
    alone: bool = False

    @property
    def waits(self) -> bool:
        """Whether choosing after the dice is worth more than every option."""
        return self.wait is not None and float(self.wait - self.value) > 2 * self.error

    @property
    def best(self) -> Any:
        """The first of the best options (for simultaneous choices, of the likeliest)."""
        if self.at_once:
            return max(self.options, key=lambda option: option.p or 0).choice
        return self.options[0].choice

    def view(self) -> dict[str, Any]:
        """Return the JSON of the contract."""
        rows = []
        for option in self.options:
            row = {"choose": plain(option.choice)}
            if self.at_once:
                row["p"] = self._number(option.p or Fraction())
            rows.append(row | self._value_view(option.value))
        view: dict[str, Any] = {"seat": self.seat, "label": self.label, "options": rows}
        view |= self._value_view(self.value) if self.at_once else {"best": plain(self.best)}
        view |= {"utility": self.utility}
        if self.wait is not None:
            view["wait"] = self._number(self.wait)
        if self.varies:
            view["varies"] = True
        if self.later:
            view["later"] = list(self.later)
        if self.joint:
            view["joint"] = [
                {"choose": plain(each.choices), "p": self._number(each.p)} for each in self.joint
            ]
        if self.alone:
            view["alone"] = True
        if self.unweighed:
            view["unweighed"] = [plain(each) for each in self.unweighed]
        return view | ({"usual": list(self.usual)} if self.usual else {})

    def _value_view(self, value: Fraction) -> dict[str, Any]:
        """Return a value, with the bound on its error unless it is exact."""
        bound = {"error": self.error} if self.error else {}
        return {"value": self._number(value)} | bound

    def _number(self, number: Fraction) -> Any:
        return float(number) if self.error else written(number)
