"""Éclats at the table: who decides, to whom a consequence goes, which fact of a sheet counts."""

from __future__ import annotations

from typing import Any

from tests.table.evening import LEADER
from tests.table.situations_at_table import Played, dice

TO = ("lubin",)
ARM = {"choose": {"texte": "mon bras", "des": 3}}
ROPE = {"choose": {"texte": "ma corde", "des": 1}}
MISSED = {"type": "retouche", "qui": "lubin", "champs": {"relance_possible": True}}
AGILE: dict[str, Any] = {"caracteristique": "agilite", "bonus": 0, "seuil": 8}
CHARM: dict[str, Any] = {"caracteristique": "charisme", "seuil": 8}
HIDDEN: dict[str, Any] = AGILE | {"secret": True}
SPYING: dict[str, Any] = {"caracteristique": "perception", "bonus": "Espionner", "seuil": 8}
GRAVE = "les conséquences d’un échec critique"
WISHES = ("j2", "negocier", True)
CONSENT = (("j1", "consent", True), ("j3", "consent", True))

AT_TABLE: list[Played] = [
    # ── an action ──
    Played(
        clauses="LAN-04 LAN-06", procedure="test", params=SPYING, to=TO,
        asked=(("j2", "jet", dice(5, 2, 1, 1)),), result={"issue": "reussite"},
    ),
    Played(
        clauses="LAN-02 LAN-07", procedure="test", params=AGILE, to=TO,
        asked=(("j2", "jet", dice(8, 2, 1)),), result={"issue": "reussite"},
        sheets={"lubin": {"relance_possible": False}},
    ),
    Played(
        clauses="LAN-08", procedure="test", to=TO, cast={"adversaire": "rodeurs"},
        params={"caracteristique": "agilite", "bonus": 0, "seuil": "Leur échapper"},
        asked=(("j2", "jet", dice(7, 2, 1)),), result={"issue": "echec_simple"},
        owed=(("lubin", "eclats.negociation"),),
    ),
    Played(
        clauses="ECH-01 NEG-01", procedure="test", params=AGILE, to=TO,
        asked=(("j2", "jet", dice(7, 2, 1)),), result={"issue": "echec_simple"},
        owed=(("lubin", "eclats.negociation"),), sheets={"lubin": {"relance_possible": True}},
    ),
    Played(
        clauses="ECH-02 ECH-04", procedure="test", params=AGILE, to=TO,
        asked=(("j2", "jet", dice(0, 2, 9)),), result={"issue": "echec_automatique"},
    ),
    Played(
        clauses="ECH-03 ECH-05", procedure="test", params=AGILE, to=TO,
        asked=(("j2", "jet", dice(0, 2, 7)),), result={"issue": "echec_critique"},
        owed=(("lubin", GRAVE),),
    ),
    Played(
        clauses="LAN-09 ECH-05", procedure="test", params=HIDDEN, to=TO,
        asked=(("j2", "jet", dice(0, 2, 7)),), owed=(("lubin", GRAVE),),
    ),
    Played(
        clauses="LAN-10", procedure="test", params=HIDDEN | {"seuil": "inatteignable"}, to=TO,
        asked=(("j2", "jet", dice(9, 9, 9)),), result={"issue": "echec_simple"},
        owed=(("lubin", "eclats.negociation"),),
    ),
    Played(
        clauses="NEG-01", procedure="test", params=AGILE, to=TO, before=(MISSED,),
        asked=(("j2", "jet", dice(0, 9, 9)),), sheets={"lubin": {"relance_possible": False}},
    ),
    # ── the bargain ──
    Played(
        clauses="NEG-01", procedure="negociation", params={"seuil": 8}, to=TO, before=(MISSED,),
        asked=(("j2", "negocier", False),), result={"des": 0},
    ),
    Played(
        clauses="NEG-02 NEG-04 NEG-07", procedure="negociation", params={"seuil": 8}, to=TO,
        before=(MISSED,), asked=(WISHES, ("j2", "prix", ARM), (LEADER, "des", 3), *CONSENT),
        result={"des": 3}, owed=(("lubin", "eclats.relance"),),
    ),
    Played(
        clauses="NEG-07", procedure="negociation", params={"seuil": 8}, to=TO, before=(MISSED,),
        asked=(
            WISHES, ("j2", "prix", ARM), (LEADER, "des", 2), ("j2", "maintenir", True), *CONSENT,
        ),
        result={"des": 2}, owed=(("lubin", "eclats.relance"),),
    ),
    Played(
        clauses="NEG-07", procedure="negociation", params={"seuil": 8}, to=TO, before=(MISSED,),
        asked=(WISHES, ("j2", "prix", ROPE), (LEADER, "des", 0)), more="prix",
    ),
    Played(
        clauses="NEG-04", procedure="negociation", params={"seuil": 8}, to=TO, before=(MISSED,),
        asked=(
            WISHES, ("j2", "prix", ARM), (LEADER, "des", 3), ("j1", "consent", True),
            ("j3", "consent", False),
        ),
        more="prix",
    ),
    Played(
        clauses="NEG-04", procedure="negociation", params={"seuil": 8}, to=TO, before=(MISSED,),
        rulings={"consentement": "maitre"},
        asked=(WISHES, ("j2", "prix", ARM), (LEADER, "des", 3)),
        result={"des": 3}, owed=(("lubin", "eclats.relance"),),
    ),
    Played(
        clauses="LAN-09 NEG-06", procedure="action", params=HIDDEN | {"prix": "ask"}, to=TO,
        asked=(("j2", "jet", dice(1, 2, 3)), WISHES, (LEADER, "annoncer", False)),
        result={"issue": "echec_simple", "des_relance": 0},
    ),
    Played(
        clauses="LAN-09 NEG-06", procedure="negociation", to=TO, before=(MISSED,),
        params={"seuil": 8, "secret": True, "demandee": True},
        asked=((LEADER, "annoncer", True), ("j2", "prix", ARM)), more="des",
    ),
    # ── the relance ──
    Played(
        clauses="NEG-05 NEG-08", procedure="relance", params={"seuil": 10, "des": 1}, to=TO,
        before=(MISSED,), asked=(("j2", "relance", dice(0)),),
        result={"issue": "reussite", "prix": "aucun"},
        sheets={"lubin": {"relance_possible": False, "prix_dus": []}},
    ),
    Played(
        clauses="NEG-09", procedure="relance", params={"seuil": 8, "des": 2}, to=TO,
        before=(MISSED,), asked=(("j2", "relance", dice(7, 1)),),
        result={"issue": "echec", "prix": "tres_eleve"},
        sheets={"lubin": {"prix_dus": [{"texte": "", "niveau": "tres_eleve"}]}},
    ),
    Played(
        clauses="NEG-06 NEG-09", procedure="action", params=HIDDEN | {"prix": "ask"}, to=TO,
        asked=(
            ("j2", "jet", dice(1, 2, 3)), WISHES, (LEADER, "annoncer", True), ("j2", "prix", ARM),
            (LEADER, "des", 3), *CONSENT, ("j2", "relance", dice(1, 2, 7)),
        ),
        result={"issue": "echec_relance", "des_relance": 3},
        sheets={"lubin": {"prix_dus": [{"texte": "mon bras", "niveau": "exorbitant"}]}},
    ),
    Played(
        clauses="NEG-12", procedure="action", params=AGILE | {"prix": "ask"}, to=TO,
        asked=(
            ("j2", "jet", dice(1, 2, 3)), WISHES, ("j2", "prix", ARM), (LEADER, "des", 3),
            *CONSENT, ("j2", "relance", dice(1, 8, 0)),
        ),
        result={"issue": "reussite_relance", "des_relance": 3},
        sheets={"lubin": {"relance_possible": False, "prix_dus": []}},
    ),
    # ── a second reading ──
    Played(
        clauses="LAN-06 NEG-08", procedure="action", params=SPYING | {"prix": "ask"}, to=TO,
        asked=(
            ("j2", "jet", dice(1, 1, 1, 1)), WISHES, ("j2", "prix", ROPE), (LEADER, "des", 1),
            *CONSENT, ("j2", "relance", dice(5)),
        ),
        result={"issue": "reussite_relance", "des_relance": 1},
    ),
    Played(
        clauses="NEG-11", procedure="action", params=CHARM | {"prix": "ask"}, to=("anselme",),
        asked=(
            ("j1", "jet", dice(1, 1, 1, 1)), ("j1", "negocier", True), ("j1", "prix", ROPE),
            (LEADER, "des", 1), ("j2", "consent", True), ("j3", "consent", True),
            ("j1", "relance", dice(7)),
        ),
        result={"issue": "echec_relance", "des_relance": 1},
        sheets={"anselme": {"prix_dus": [{"texte": "ma corde", "niveau": "eleve"}]},
                "lubin": {"prix_dus": []}},
    ),
    Played(
        clauses="NEG-04", procedure="action", params=AGILE | {"prix": "ask"}, to=TO,
        asked=(
            ("j2", "jet", dice(1, 2, 3)), WISHES, ("j2", "prix", ARM), (LEADER, "des", 3),
            ("j1", "consent", False), ("j2", "prix", ROPE), (LEADER, "des", 1), *CONSENT,
            ("j2", "relance", dice(8)),
        ),
        result={"issue": "reussite_relance", "des_relance": 1},
    ),
    Played(
        clauses="NEG-07", procedure="action", params=AGILE | {"prix": "ask"}, to=TO,
        asked=(
            ("j2", "jet", dice(1, 2, 3)), WISHES, ("j2", "prix", ARM), (LEADER, "des", 1),
            ("j2", "maintenir", False),
        ),
        more="prix",
    ),
    Played(
        clauses="NEG-02", procedure="action", params=AGILE | {"prix": "ask"}, to=TO,
        asked=(
            ("j2", "jet", dice(1, 2, 3)), WISHES, ("j2", "prix", ARM), (LEADER, "des", 0),
            ("j2", "prix", "abandon"),
        ),
        result={"issue": "echec_simple", "des_relance": 0}, sheets={"lubin": {"prix_dus": []}},
    ),
    Played(
        clauses="NEG-06 NEG-03", procedure="action", to=TO,
        params=HIDDEN | {"prix": "ask", "prix_accordes": [1, 2]},
        asked=(
            ("j2", "jet", dice(1, 2, 3)), WISHES, (LEADER, "annoncer", True), ("j2", "prix", 2),
            ("j2", "relance", dice(8, 1)),
        ),
        result={"issue": "reussite_relance", "des_relance": 2},
    ),
    Played(
        clauses="LAN-10 NEG-09", procedure="action", to=TO, cast={"adversaire": "rodeurs"},
        params={"caracteristique": "agilite", "seuil": "Les vaincre à mains nues", "prix": 3},
        asked=(("j2", "jet", dice(9, 9, 9)), ("j2", "relance", dice(0, 0, 0))),
        result={"issue": "echec_relance"},
        sheets={"lubin": {"prix_dus": [{"texte": "", "niveau": "exorbitant"}]}},
    ),
    Played(
        clauses="NEG-01", procedure="action", params={"caracteristique": 2, "seuil": 6},
        to=("rodeurs",), asked=((LEADER, "jet", dice(1, 2, 3)),),
        result={"issue": "echec_simple", "des_relance": 0},
    ),
    Played(
        clauses="NEG-01", procedure="test", params={"caracteristique": 2, "seuil": 6},
        to=("rodeurs",), asked=((LEADER, "jet", dice(1, 2, 3)),), result={"issue": "echec_simple"},
    ),
    Played(
        clauses="NEG-01", procedure="action", params=AGILE | {"prix": "ask"}, to=TO,
        asked=(("j2", "jet", dice(0, 2, 8)),),
        result={"issue": "echec_automatique", "des_relance": 0},
        sheets={"lubin": {"relance_possible": False}},
    ),
    Played(
        clauses="ECH-03", procedure="action", params=AGILE | {"prix": "ask"}, to=TO,
        asked=(("j2", "jet", dice(0, 2, 7)),),
        result={"issue": "echec_critique", "des_relance": 0}, owed=(("lubin", GRAVE),),
    ),
    Played(
        clauses="NEG-01", procedure="action", params=AGILE | {"prix": 0}, to=TO,
        asked=(("j2", "jet", dice(1, 2, 3)),), result={"issue": "echec_simple"},
        owed=(("lubin", "eclats.negociation"),), sheets={"lubin": {"relance_possible": True}},
    ),
    Played(
        clauses="LAN-04 R-04", procedure="test", params=AGILE, to=TO,
        rulings={"choix_des": "libre"},
        asked=(("j2", "des", 2), ("j2", "jet", dice(8, 1))), result={"issue": "reussite"},
    ),
    Played(
        clauses="NEG-06 R-08", procedure="negociation", params={"seuil": 8, "demandee": True},
        to=TO, before=(MISSED,), rulings={"relance_seuil": "nouveau"},
        asked=(
            (LEADER, "seuil_relance", 6), ("j2", "prix", ROPE), (LEADER, "des", 1), *CONSENT,
        ),
        result={"des": 1, "seuil": 6}, owed=(("lubin", "eclats.relance"),),
    ),
    Played(
        clauses="NEG-06 R-08", procedure="action", params=AGILE, to=TO,
        rulings={"relance_seuil": "nouveau"},
        asked=(
            ("j2", "jet", dice(1, 2, 3)), WISHES, (LEADER, "seuil_relance", 6), ("j2", "prix", ROPE),
            (LEADER, "des", 1), *CONSENT, ("j2", "relance", dice(6)),
        ),
        result={"issue": "reussite_relance"},
    ),
    Played(
        clauses="NEG-09 R-11", procedure="relance", params={"seuil": 8, "des": 2}, to=TO,
        before=(MISSED,), rulings={"relances_multiples": True},
        asked=(("j2", "relance", dice(7, 1)),), result={"issue": "echec"},
        owed=(("lubin", "eclats.negociation"),), sheets={"lubin": {"relance_possible": True}},
    ),
    Played(
        clauses="NEG-08 R-11", procedure="relance", params={"seuil": 8, "des": 2}, to=TO,
        before=(MISSED,), rulings={"relances_multiples": True},
        asked=(("j2", "relance", dice(8, 1)),), result={"issue": "reussite"},
        sheets={"lubin": {"relance_possible": False, "prix_dus": []}},
    ),
    Played(
        clauses="NEG-04 R-10", procedure="action", params=AGILE, to=TO,
        rulings={"consentement": "maitre"},
        asked=(
            ("j2", "jet", dice(1, 2, 3)), WISHES, ("j2", "prix", ARM), (LEADER, "des", 3),
            ("j2", "relance", dice(7, 7, 0)),
        ),
        result={"issue": "reussite_relance", "des_relance": 3},
    ),
]  # fmt: skip
