"""The clauses of Éclats that the procedures carry: id -> what it says, in our own words."""

from __future__ import annotations

CLAUSES: dict[str, str] = {}
