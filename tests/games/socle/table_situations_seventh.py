"""The Livre des Règles de Base at the table, a seventh reading: what a sheet has counts, not what is
typed beside it."""

from __future__ import annotations

from tests.games.socle.table_situations import TO
from tests.table.situations_at_table import Played

GROWN = {"Force": "maitre", "Agilité": "entraine", "Magie": "sans"}
"""Gontrand’s levels with one step more in Agilité."""

AT_TABLE: list[Played] = [
    # ── a level typed lower or higher never lowers the sheet, nor raises it by two ──
    *(
        Played(
            clauses="SIX-06", procedure="developpement_d6", to=TO,
            params={"choix": f"niveau:{name}", "niveaux": {name: level}},
            sheets={"gontrand": {"niveaux": GROWN | more}},
        )
        for name, level, more in (
            ("Agilité", "sans", {}), ("agilite", "sans", {}), ("Agilité", "entraine", {}),
            ("Force", "sans", {"Agilité": "novice"}),
            ("Ruse", "sans", {"Agilité": "novice", "Ruse": "novice"}),
        )
    ),
]  # fmt: skip
