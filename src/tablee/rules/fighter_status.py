"""Who stands how in the middle of a long procedure: what a page shows of a fight at a glance."""

from __future__ import annotations

from typing import Literal

import msgspec


class Gauge(msgspec.Struct, frozen=True):
    """A number of somebody that rises and falls. `name`: the identifier whose word names it;
    `most`: what it is when full, 0 when it has no end; `told`: what of it the rule itself tells
    everybody in a fight, whatever else of a sheet is kept from them: all, the value alone, or
    nothing."""

    name: str
    value: int
    most: int
    told: Literal["all", "value", "nothing"] = "all"


class FighterStatus(msgspec.Struct, frozen=True):
    """Somebody in a fight: numbers, and states as (field, value) identifiers worth telling."""

    who: str
    gauges: tuple[Gauge, ...]
    states: tuple[tuple[str, str], ...] = ()
    out: bool = False
