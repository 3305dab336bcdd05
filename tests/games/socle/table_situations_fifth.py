"""The Livre des Règles de Base at the table, a fifth reading: an ally raises who is on the ground."""

from __future__ import annotations

from tests.games.socle.table_situations import DOWN
from tests.table.situations_at_table import Played

UP = {"gontrand": {"coeurs": 1, "etat": "debout"}}
CASTER = {"type": "retouche", "qui": "maelle", "champs": {"coeurs": 0, "etat": "a_terre"}}

AT_TABLE: list[Played] = [
    Played(
        clauses="COE-05", procedure="relever", to=("maelle",), cast={"releve": "gontrand"},
        before=(DOWN,), result={"coeurs": 1, "etat": "debout"}, sheets=UP,
    ),
    Played(
        clauses="COE-05", procedure="relever", cast={"releve": "gontrand"}, before=(DOWN,),
        result={"coeurs": 1, "etat": "debout"}, sheets=UP,
    ),
    Played(
        clauses="COE-05 COE-03", procedure="relever", to=("gontrand",), cast={"releve": "maelle"},
        before=(CASTER,), result={"coeurs": 1, "etat": "debout"},
        sheets={"maelle": {"coeurs": 1, "mana": 3, "armure": 1}},
    ),
]  # fmt: skip
