"""Éclats at the table, a second reading: whose price it is, who consents, what follows a failure."""

from __future__ import annotations

from typing import Any

from tests.games.eclats.table_situations import AGILE, ARM, CONSENT, GRAVE, HIDDEN, MISSED, ROPE
from tests.table.evening import LEADER
from tests.table.situations_at_table import Played, dice

TO = ("lubin",)
WISH = ("j2", "negocier", True)
FALLS = dice(1, 2, 3)
OWED = {"type": "retouche", "qui": "lubin",
        "champs": {"prix_dus": [{"texte": "une dent", "niveau": "eleve"}]}}  # fmt: skip
ASKING: dict[str, Any] = AGILE | {"prix": "ask"}

AT_TABLE: list[Played] = [
    Played(
        clauses="NEG-09", procedure="action", params=ASKING, to=TO, before=(OWED,),
        asked=(("j2", "jet", FALLS), WISH, ("j2", "prix", ROPE), (LEADER, "des", 1), *CONSENT,
               ("j2", "relance", dice(7))),
        sheets={"lubin": {"prix_dus": [{"texte": "une dent", "niveau": "eleve"},
                                       {"texte": "ma corde", "niveau": "eleve"}]}},
    ),
    Played(
        clauses="NEG-09", procedure="action", params=ASKING, to=TO,
        asked=(("j2", "jet", FALLS), WISH, ("j2", "prix", ARM), (LEADER, "des", 2),
               ("j2", "maintenir", True), *CONSENT, ("j2", "relance", dice(7, 1))),
        result={"issue": "echec_relance", "des_relance": 2},
        sheets={"lubin": {"prix_dus": [{"texte": "mon bras", "niveau": "tres_eleve"}]}},
    ),
    Played(
        clauses="NEG-04", procedure="action", params=ASKING, to=TO,
        asked=(("j2", "jet", FALLS), WISH, ("j2", "prix", ARM), (LEADER, "des", 3),
               ("j1", "consent", True), ("j3", "consent", False), ("j2", "prix", "abandon")),
        result={"issue": "echec_simple", "des_relance": 0}, sheets={"lubin": {"prix_dus": []}},
    ),
    Played(
        clauses="NEG-07", procedure="action", params=ASKING, to=TO,
        asked=(("j2", "jet", FALLS), WISH, ("j2", "prix", ROPE), (LEADER, "des", 3),
               ("j2", "maintenir", True), *CONSENT, ("j2", "relance", dice(0, 1, 1))),
        result={"issue": "reussite_relance", "des_relance": 3},
    ),
    Played(
        clauses="NEG-01", procedure="action", params=ASKING, to=TO,
        asked=(("j2", "jet", FALLS), ("j2", "negocier", False)), result={"issue": "echec_simple"},
    ),
    Played(
        clauses="ECH-04 LAN-09", procedure="action", params=HIDDEN | {"prix": "ask"}, to=TO,
        asked=(("j2", "jet", dice(0, 9, 9)),), result={"issue": "echec_automatique"},
    ),
    Played(
        clauses="ECH-05 LAN-09", procedure="action", params=HIDDEN | {"prix": "ask"}, to=TO,
        asked=(("j2", "jet", dice(0, 1, 1)),), owed=(("lubin", GRAVE),),
    ),
    Played(
        clauses="LAN-03", procedure="test", params={"caracteristique": "force", "seuil": 5}, to=TO,
        asked=(("j2", "jet", dice(5)),), result={"issue": "reussite"},
    ),
    Played(
        clauses="LAN-02 -06", procedure="test", to=("anselme",),
        params={"caracteristique": "intellect", "bonus": "Veiller", "seuil": 6},
        asked=(("j1", "jet", dice(5, 1, 1, 1)),), result={"issue": "reussite"},
    ),
    Played(
        clauses="LAN-10", procedure="test", to=TO, cast={"adversaire": "rodeurs"},
        params={"caracteristique": "agilite", "seuil": "Les vaincre à mains nues"},
        asked=(("j2", "jet", dice(9, 9, 9)),), result={"issue": "echec_simple"},
        owed=(("lubin", "eclats.negociation"),),
    ),
    Played(
        clauses="NEG-03", procedure="action", params=ASKING | {"prix_accordes": [1, 3]}, to=TO,
        asked=(("j2", "jet", FALLS), ("j2", "prix", 3), ("j2", "relance", dice(7, 7, 7))),
        result={"issue": "echec_relance"},
        sheets={"lubin": {"prix_dus": [{"texte": "", "niveau": "exorbitant"}]}},
    ),
    Played(
        clauses="NEG-04", procedure="negociation", params={"seuil": 8, "demandee": True}, to=TO,
        before=(MISSED,),
        asked=(("j2", "prix", ROPE), (LEADER, "des", 1), ("j1", "consent", False),
               ("j2", "prix", ARM), (LEADER, "des", 3), *CONSENT),
        result={"des": 3}, owed=(("lubin", "eclats.relance"),),
    ),
    Played(
        clauses="NEG-02", procedure="negociation", params={"seuil": 8, "demandee": True}, to=TO,
        before=(MISSED,), asked=(("j2", "prix", "abandon"),), result={"des": 0},
        sheets={"lubin": {"relance_possible": True}},
    ),
    Played(
        clauses="NEG-09 R-11", procedure="action", params=ASKING, to=TO,
        rulings={"relances_multiples": True, "consentement": "maitre"},
        asked=(("j2", "jet", FALLS), WISH, ("j2", "prix", ROPE), (LEADER, "des", 1),
               ("j2", "relance", dice(1)), ("j2", "prix", ARM), (LEADER, "des", 3),
               ("j2", "relance", dice(8, 1, 1))),
        result={"issue": "reussite_relance", "prix_dus": 1},
        sheets={"lubin": {"prix_dus": [{"texte": "ma corde", "niveau": "eleve"}]}},
    ),
]  # fmt: skip
