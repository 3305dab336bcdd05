"""Éclats at the table, a sixth reading: a seuil out of reach, one that stays secret, a 0 in a relance."""

from __future__ import annotations

from tests.games.eclats.table_situations import GRAVE
from tests.games.eclats.table_situations_fifth import FAILED, MISS, SNEAKS, TO, WISH
from tests.table.evening import LEADER
from tests.table.situations_at_table import Played, dice

AGAIN = {"des": 1, "seuil": 8, "bonus": 0}

AT_TABLE: list[Played] = [
    Played(
        clauses="LAN-08 ECH-03", procedure="test", params=SNEAKS | {"seuil": 20, "secret": True}, to=TO,
        asked=(("j2", "jet", dice(0, 3, 4)),), result={"issue": "echec_critique"},
        owed=(("lubin", GRAVE),),
    ),
    Played(
        clauses="NEG-10", procedure="action", params=SNEAKS | {"secret": True, "prix": "ask"}, to=TO,
        asked=(MISS, WISH, (LEADER, "annoncer", False)),
        result={"issue": "echec_simple", "des_relance": 0}, owed=(),
        sheets={"lubin": {"prix_dus": []}},
    ),
    Played(
        clauses="NEG-06 NEG-08", procedure="relance", params=AGAIN | {"des": 2}, to=TO,
        before=(FAILED,), asked=(("j2", "relance", dice(0, 0)),), result={"issue": "reussite"}, owed=(),
        sheets={"lubin": {"prix_dus": [], "relance_possible": False}},
    ),
    Played(
        clauses="NEG-06 NEG-09", procedure="relance", params=AGAIN | {"seuil": 12}, to=TO,
        before=(FAILED,), asked=(("j2", "relance", dice(0)),),
        result={"issue": "echec", "prix": "eleve"},
        sheets={"lubin": {"prix_dus": [{"texte": "", "niveau": "eleve"}], "relance_possible": False}},
    ),
]  # fmt: skip
