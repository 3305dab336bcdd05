"""Switches each way: parametrize a test over the values of one, and know which ones are shown."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.rules.procedure import Rulings
from tablee.rules.schema import fields_of

__all__ = ["Switches"]


class Switches:
    """The switches of a game as its tests show them."""

    def __init__(self, rulings: type[Rulings]) -> None:
        self.fields = fields_of(rulings)
        self.shown: set[str] = set()

    def each_way(self, switch: str, *values: tuple[Any, Any]) -> pytest.MarkDecorator:
        """Parametrize (`value`, `told`) over values of a switch with what each one leads to, the
        default first; all that are told must not be the same."""
        told = [repr(leads) for _, leads in values]
        assert values[0][0] == self.fields[switch].default, switch
        assert len(set(told)) > 1, f"{switch} makes no difference"
        self.shown.add(switch)
        return pytest.mark.parametrize(("value", "told"), values, ids=[str(v) for v, _ in values])

    def lacking(self) -> set[str]:
        """Those that no test has shown."""
        return set(self.fields) - self.shown
