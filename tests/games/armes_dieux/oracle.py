"""Armes-Dieux by hand: each procedure's law by plain enumeration, from the catalogue's prose alone.

Nothing of the game is imported here: what agrees was written twice by different hands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

Row = tuple[dict[str, Any], Fraction]

ORACLES: dict[str, Callable[[Mapping[str, Any], Mapping[str, Any]], Iterator[Row]]] = {}
