"""Parameters over which each procedure of Livre des Règles de Base is held against plain enumeration."""

from __future__ import annotations

from typing import Any

GRID: dict[str, list[dict[str, Any]]] = {}
"""Procedure -> parameter sets small enough to enumerate (a few 10,000 paths)."""

RULINGS: dict[str, dict[str, list[Any]]] = {}
"""Procedure -> the switches that touch it, with their values other than the default."""

LATER: set[str] = set()
"""Switches that touch only procedures which are not there yet."""
