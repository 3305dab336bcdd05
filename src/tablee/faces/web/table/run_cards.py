"""The cards of a seat's page: typed data that the templates draw.

A card is made of a part of a view (see `ask_cards`) and holds what its template needs, texts in the
reader's language. This module may import the view types; it must not know how a card is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from tablee.faces.web.panes.dice_pane import DiceView, PadView
from tablee.table.views.view_types import Fact, RunView


class StepCard(msgspec.Struct, frozen=True):
    """A line of a trace; `dice`: what fell, for a throw."""

    kind: str
    text: str
    clauses: Sequence[tuple[str, str]]
    dice: DiceView | None


class ThrowCard(msgspec.Struct, frozen=True, kw_only=True):
    """A throw that is waited for. `single`: one die."""

    label: str
    mine: bool
    character: str
    notation: str
    single: bool
    pad: PadView
    kind: Literal["roll"] = "roll"
    index: None = None


class OptionCard(msgspec.Struct, frozen=True):
    """A button of a choice. `key`: its value as JSON, by which advice is put beside it."""

    value: str
    key: str
    label: str
    means: str = ""


class NumberField(msgspec.Struct, frozen=True):
    """The number that goes with a text."""

    name: str
    label: str
    range: Sequence[int]


class ChoiceCard(msgspec.Struct, frozen=True, kw_only=True):
    """A choice that is waited for. `name`: of its field; `alike`: the indexes of the asks that get
    the same answer; `start`: what is chosen at first, "" for the first option; `brief`: whether all
    labels are short."""

    kind: Literal["one", "some", "number", "text"]
    name: str
    label: str
    mine: bool
    character: str
    index: int | None
    facts: Sequence[Fact]
    alike: str
    options: Sequence[OptionCard] = ()
    start: str = ""
    low: int = 0
    high: int = 0
    least: int = 0
    most: int = 0
    longest: int = 0
    number: NumberField | None = None
    brief: bool = False


AskCard = ThrowCard | ChoiceCard


class Reader(msgspec.Struct, frozen=True):
    """The seat that a card is for; "" where the card is the same for every seat."""

    seat: str
    leads: bool
    dice: str


class RunCard(RunView, frozen=True, kw_only=True):
    """The view of a run with what its card shows. `steps`: the trace, for an open run the last part
    of it, `before`: how many steps come before; `thrown`: the last throws; `fresh`: the last
    sentences; `cards`: the asks; `me`: the reader; `alike`: other runs that wait for the same, each
    as "run:place"."""

    steps: Sequence[StepCard]
    before: int
    thrown: Sequence[DiceView]
    fresh: Sequence[str]
    cards: Sequence[AskCard]
    me: Reader
    alike: Sequence[str] = ()

    @property
    def throws(self) -> list[ThrowCard]:
        return [each for each in self.cards if each.mine and isinstance(each, ThrowCard)]

    @property
    def choices(self) -> list[ChoiceCard]:
        return [each for each in self.cards if each.mine and isinstance(each, ChoiceCard)]

    @property
    def mine(self) -> bool:
        """Whether the seat itself is asked something."""
        return any(each.mine for each in self.cards)


class PendingCard(msgspec.Struct, frozen=True, kw_only=True):
    """A consequence that waits to be played, with what its form sends. `under_way`: a run of it is
    open."""

    number: int
    procedure: str | None
    title: str
    character: str
    text: str
    to: str
    fields: Sequence[tuple[str, str]]
    under_way: bool
