"""The status of the fighters in a long procedure: the numbers and states that a page shows."""

from __future__ import annotations

from typing import Literal

import msgspec


class Gauge(msgspec.Struct, frozen=True):
    """A number of a character that rises and falls.

    `name`: the identifier whose word names it. `most`: the number when full, 0 when it has no
    limit. `public`: the part that everybody in a fight sees, whatever else of the sheet is
    hidden: all, the value alone, or nothing.
    """

    name: str
    value: int
    most: int
    public: Literal["all", "value", "nothing"] = "all"


class FighterStatus(msgspec.Struct, frozen=True):
    """A fighter: gauges, and states as (field, value) identifiers."""

    who: str
    gauges: tuple[Gauge, ...]
    states: tuple[tuple[str, str], ...] = ()
    out: bool = False
