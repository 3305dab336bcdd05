"""Éclats at the table, a fifth reading: secret seuils announced or kept, whose price, what the scene keeps."""

from __future__ import annotations

from typing import Any

from tests.games.eclats.table_situations import ARM, CONSENT, GRAVE
from tests.table.evening import LEADER
from tests.table.situations_at_table import Played, dice

TO = ("lubin",)
WISH = ("j2", "negocier", True)
BARGAIN, RELANCE = "eclats.negociation", "eclats.relance"
SNEAKS: dict[str, Any] = {"caracteristique": "agilite", "bonus": "Espionner", "seuil": 8}
FAILED = {"type": "retouche", "qui": "lubin", "champs": {"relance_possible": True}}
MISS = ("j2", "jet", dice(1, 2, 3))

AT_TABLE: list[Played] = [
    # ── the bonus of the sheet, in the roll and in the relance ──
    Played(
        clauses="LAN-06", procedure="test", params=SNEAKS, to=TO,
        asked=(("j2", "jet", dice(5, 1, 1)),), result={"issue": "reussite"},
    ),
    Played(
        clauses="NEG-08 NEG-11", procedure="action", params=SNEAKS | {"prix": "ask"}, to=TO,
        asked=(MISS, WISH, ("j2", "prix", ARM), (LEADER, "des", 1), ("j2", "maintenir", True), *CONSENT,
               ("j2", "relance", dice(5))),
        result={"issue": "reussite_relance", "des_relance": 1},
        sheets={"lubin": {"prix_dus": [], "relance_possible": False}},
    ),
    # ── only the échec simple of a player is bargained over ──
    Played(
        clauses="NEG-01", procedure="test", params={"caracteristique": 2, "seuil": 8}, to=("rodeurs",),
        asked=((LEADER, "jet", dice(1, 2, 3)),), result={"issue": "echec_simple"}, owed=(),
    ),
    Played(
        clauses="NEG-01", procedure="action", to=("rodeurs",),
        params={"caracteristique": 2, "seuil": 8, "prix": "ask"},
        asked=((LEADER, "jet", dice(1, 2, 3)),), result={"issue": "echec_simple"}, owed=(),
    ),
    Played(
        clauses="ECH-02 NEG-01", procedure="test", params=SNEAKS, to=TO,
        asked=(("j2", "jet", dice(0, 5, 1)),), result={"issue": "echec_automatique"}, owed=(),
        sheets={"lubin": {"relance_possible": False}},
    ),
    Played(
        clauses="ECH-03 ECH-05", procedure="test", params=SNEAKS, to=TO,
        asked=(("j2", "jet", dice(0, 4, 1)),), result={"issue": "echec_critique"},
        owed=(("lubin", GRAVE),),
    ),
    # ── a secret seuil: nobody bargains without it ──
    Played(
        clauses="LAN-09 NEG-06", procedure="action", params=SNEAKS | {"prix": "ask", "secret": True},
        to=TO, asked=(MISS, WISH, (LEADER, "annoncer", False)), result={"issue": "echec_simple"},
    ),
    Played(
        clauses="LAN-09 NEG-06", procedure="action", params=SNEAKS | {"prix": "ask", "secret": True},
        to=TO, asked=(MISS, WISH, (LEADER, "annoncer", True)), more="prix",
    ),
    Played(
        clauses="LAN-09", procedure="test", params=SNEAKS | {"secret": True}, to=TO,
        asked=(MISS,), result={"issue": "echec_simple"}, owed=(("lubin", BARGAIN),),
        sheets={"lubin": {"relance_possible": True}},
    ),
    # ── the bargain alone: an agreement is owed its relance ──
    Played(
        clauses="NEG-02 NEG-04", procedure="negociation", params={"seuil": 8}, to=TO, before=(FAILED,),
        asked=(WISH, ("j2", "prix", ARM), (LEADER, "des", 3), *CONSENT),
        result={"des": 3}, owed=(("lubin", RELANCE),),
    ),
    Played(
        clauses="NEG-04", procedure="negociation", params={"seuil": 8}, to=TO, before=(FAILED,),
        asked=(WISH, ("j2", "prix", ARM), (LEADER, "des", 3), ("j1", "consent", False)), more="prix",
    ),
    Played(
        clauses="NEG-09", procedure="relance", params={"des": 2, "seuil": 8}, to=TO, before=(FAILED,),
        asked=(("j2", "relance", dice(7, 6)),), result={"issue": "echec", "prix": "tres_eleve"},
        sheets={"lubin": {"prix_dus": [{"texte": "", "niveau": "tres_eleve"}],
                          "relance_possible": False}},
    ),
    Played(
        clauses="NEG-08", procedure="relance", params={"des": 2, "seuil": 8}, to=TO, before=(FAILED,),
        asked=(("j2", "relance", dice(7, 0)),), result={"issue": "reussite", "prix": "aucun"},
        sheets={"lubin": {"prix_dus": [], "relance_possible": False}},
    ),
    # ── rulings ──
    Played(
        clauses="R-10 NEG-04", procedure="negociation", params={"seuil": 8}, to=TO, before=(FAILED,),
        rulings={"consentement": "maitre"},
        asked=(WISH, ("j2", "prix", ARM), (LEADER, "des", 3)), result={"des": 3},
        owed=(("lubin", RELANCE),),
    ),
    Played(
        clauses="R-08 NEG-06", procedure="action", params=SNEAKS | {"prix": "ask"}, to=TO,
        rulings={"relance_seuil": "nouveau"},
        asked=(MISS, WISH, (LEADER, "seuil_relance", 12), ("j2", "prix", ARM), (LEADER, "des", 3),
               *CONSENT, ("j2", "relance", dice(8, 1, 1))),
        result={"issue": "echec_relance"},
        sheets={"lubin": {"prix_dus": [{"texte": "mon bras", "niveau": "exorbitant"}]}},
    ),
]  # fmt: skip
