"""Small studies of the tests, as mappings and as files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

SIMPLE: dict[str, Any] = {
    "title": "Talent et difficulté",
    "procedure": "exil.simple",
    "axis": [
        {"name": "talent", "values": [3, 9, 14]},
        {"name": "difficulty", "from": -4, "to": 4, "step": 4},
    ],
    "measure": [{"type": "chance"}, {"type": "mean", "field": "margin"}],
}

SLOW = """
title = "Échantillons"
procedure = "loss.action"
seed = 11

[params]
talent = 7

[simulate]
n = 2_500_000
when = "always"

[[axis]]
name = "trait"
from = 4
to = 7

[[axis]]
name = "exploits"
from = 0
to = 2

[[measure]]
type = "chance"

[[measure]]
type = "mean"
field = "exploits"
"""
"""A study whose cells take a few tenths of a second each."""
SLOW_CELLS = 12


def with_changes(**changes: Any) -> dict[str, Any]:
    """Return `SIMPLE` with other entries."""
    return SIMPLE | changes


def slow_file(folder: Path) -> Path:
    """Write `SLOW` into a folder."""
    path = folder / "slow.toml"
    path.write_text(SLOW, "utf-8")
    return path


def sampled_file(folder: Path) -> Path:
    """Write `SLOW` with few samples into a folder."""
    path = folder / "sampled.toml"
    path.write_text(SLOW.replace("2_500_000", "60_000"), "utf-8")
    return path
