"""Éclats at the table, a seventh reading: what the maître allows against a sheet, who owes nothing,
names of seuils in each rule, relances one after the other, rulings together."""

from __future__ import annotations

from typing import Any

from tests.games.eclats.table_situations import (
    AGILE,
    ARM,
    CONSENT,
    GRAVE,
    HIDDEN,
    MISSED,
    ROPE,
    WISHES,
)
from tests.table.evening import LEADER
from tests.table.situations_at_table import Asked, Played, dice

TO = ("lubin",)
BARGAIN, RELANCE = "eclats.negociation", "eclats.relance"
ALLOWED: dict[str, Any] = {"relance_possible": True}
MISS: Asked = ("j2", "jet", dice(1, 2, 3))
FOES = {"adversaire": "rodeurs"}
OWED = [{"texte": "", "niveau": "tres_eleve"}]
SEVERAL = {"relances_multiples": True, "consentement": "maitre"}
NEW = SEVERAL | {"relance_seuil": "nouveau"}
ROLLED: dict[str, Any] = {"caracteristique": 2, "seuil": 8}
FOES_MISS: Asked = (LEADER, "jet", dice(1, 2, 3))

AT_TABLE: list[Played] = [
    # ── the maître allows what the sheet does not: the price is owed all the same ──
    Played(
        clauses="NEG-01 NEG-09", procedure="relance", params={"des": 2, "seuil": 8} | ALLOWED, to=TO,
        asked=(("j2", "relance", dice(7, 1)),), result={"issue": "echec", "prix": "tres_eleve"},
        sheets={"lubin": {"prix_dus": OWED, "relance_possible": False}},
    ),
    Played(
        clauses="NEG-01 NEG-08", procedure="relance", params={"des": 2, "seuil": 8} | ALLOWED, to=TO,
        asked=(("j2", "relance", dice(0, 1)),), result={"issue": "reussite", "prix": "aucun"},
        sheets={"lubin": {"prix_dus": [], "relance_possible": False}},
    ),
    Played(
        clauses="NEG-01 R-11", procedure="relance", params={"des": 2, "seuil": 8} | ALLOWED, to=TO,
        rulings=SEVERAL, asked=(("j2", "relance", dice(7, 1)),), owed=(("lubin", BARGAIN),),
        result={"issue": "echec"}, sheets={"lubin": {"prix_dus": OWED, "relance_possible": True}},
    ),
    Played(
        clauses="NEG-01 NEG-04", procedure="negociation", params={"seuil": 8} | ALLOWED, to=TO,
        asked=(WISHES, ("j2", "prix", ARM), (LEADER, "des", 3), *CONSENT),
        result={"des": 3}, owed=(("lubin", RELANCE),), sheets={"lubin": {"relance_possible": True}},
    ),
    Played(
        clauses="NEG-01", procedure="negociation", params={"seuil": 8} | ALLOWED, to=TO,
        asked=(WISHES, ("j2", "prix", "abandon")), result={"des": 0},
        sheets={"lubin": {"relance_possible": False}},
    ),
    # ── only an Initié owes a price ──
    Played(
        clauses="NEG-01 NEG-09", procedure="action", params=ROLLED | {"prix": 2, "negocie": True},
        to=("rodeurs",), asked=(FOES_MISS, (LEADER, "relance", dice(1, 2))),
        result={"issue": "echec_relance", "des_relance": 2},
    ),
    Played(
        clauses="NEG-01 NEG-08", procedure="action", params=ROLLED | {"prix": 2, "negocie": True},
        to=("rodeurs",), asked=(FOES_MISS, (LEADER, "relance", dice(8, 2))),
        result={"issue": "reussite_relance", "des_relance": 2},
    ),
    *(
        Played(
            clauses="NEG-01 NEG-09", procedure="relance", params={"des": 1, "seuil": 8} | ALLOWED,
            to=("rodeurs",), rulings={"relances_multiples": several},
            asked=((LEADER, "relance", dice(face)),), result={"issue": issue},
        )
        for face, issue in ((7, "echec"), (8, "reussite")) for several in (False, True)
    ),
    # ── a seuil by its name on the sheet of the adversary, in each rule ──
    Played(
        clauses="LAN-08 NEG-06", procedure="relance", params={"des": 1, "seuil": "Les repérer"}, to=TO,
        cast=FOES, before=(MISSED,), asked=(("j2", "relance", dice(6)),), result={"issue": "reussite"},
    ),
    Played(
        clauses="LAN-08 NEG-06", procedure="negociation", to=TO, cast=FOES, before=(MISSED,),
        params={"seuil": "Les vaincre à mains nues"},
        asked=(WISHES, ("j2", "prix", ROPE), (LEADER, "des", 1), *CONSENT), result={"des": 1},
        owed=(("lubin", RELANCE),),
    ),
    Played(
        clauses="R-08 LAN-08", procedure="action", to=TO, cast=FOES, rulings={"relance_seuil": "nouveau"},
        params={"caracteristique": "agilite", "seuil": "Leur échapper", "seuil_relance": "Les repérer",
                "prix": 1},
        asked=(MISS, ("j2", "relance", dice(6))), result={"issue": "reussite_relance"},
    ),
    # ── what a sheet does not name is 0: a single die, no bonus ──
    *(
        Played(
            clauses="LAN-01 LAN-03", procedure="test", to=("anselme",),
            params={"caracteristique": name, "seuil": 5}, asked=(("j1", "jet", dice(5)),),
            result={"issue": "reussite"},
        )
        for name in ("energie", "perception", "agilite", "force")
    ),
    Played(
        clauses="LAN-02 LAN-06", procedure="test", to=("anselme",),
        params={"caracteristique": "charisme", "bonus": "Veiller", "seuil": 10},
        asked=(("j1", "jet", dice(9, 1, 1, 1)),), result={"issue": "reussite"},
    ),
    # ── relances one after the other, each with its own seuil and its own price ──
    Played(
        clauses="R-08 R-11 NEG-06", procedure="action", params=AGILE, to=TO, rulings=NEW,
        asked=(MISS, WISHES, (LEADER, "seuil_relance", 9), ("j2", "prix", ROPE), (LEADER, "des", 1),
               ("j2", "relance", dice(8)), (LEADER, "seuil_relance", 6), ("j2", "prix", ARM),
               (LEADER, "des", 3), ("j2", "relance", dice(1, 2, 6))),
        result={"issue": "reussite_relance", "des_relance": 3, "prix_dus": 1},
        sheets={"lubin": {"prix_dus": [{"texte": "ma corde", "niveau": "eleve"}],
                          "relance_possible": False}},
    ),
    Played(
        clauses="R-11 NEG-09", procedure="action", params=AGILE, to=TO, rulings=SEVERAL,
        asked=(MISS, WISHES, ("j2", "prix", ROPE), (LEADER, "des", 1), ("j2", "relance", dice(7)),
               ("j2", "prix", ARM), (LEADER, "des", 3), ("j2", "relance", dice(7, 7, 7)),
               ("j2", "prix", "abandon")),
        result={"issue": "echec_relance", "des_relance": 3, "prix_dus": 2},
        sheets={"lubin": {"prix_dus": [{"texte": "ma corde", "niveau": "eleve"},
                                       {"texte": "mon bras", "niveau": "exorbitant"}],
                          "relance_possible": True}},
    ),
    Played(
        clauses="R-11", procedure="action", params=AGILE | {"relances_max": 1}, to=TO, rulings=SEVERAL,
        asked=(MISS, WISHES, ("j2", "prix", ROPE), (LEADER, "des", 1), ("j2", "relance", dice(7))),
        result={"issue": "echec_relance", "prix_dus": 1},
    ),
    Played(
        clauses="R-08 R-11 NEG-06", procedure="relance", params={"des": 1, "seuil": 8}, to=TO,
        before=(MISSED,), rulings=NEW, asked=(("j2", "relance", dice(7)),), result={"issue": "echec"},
        owed=(("lubin", BARGAIN),),
    ),
    # ── a secret seuil, with the other rulings ──
    Played(
        clauses="R-08 LAN-09 NEG-06", procedure="action", params=HIDDEN, to=TO,
        rulings={"relance_seuil": "nouveau", "consentement": "maitre"},
        asked=(MISS, WISHES, (LEADER, "seuil_relance", 8), ("j2", "prix", ARM), (LEADER, "des", 3),
               ("j2", "relance", dice(8, 1, 1))),
        result={"issue": "reussite_relance"},
    ),
    Played(
        clauses="R-04 LAN-09", procedure="action", params=HIDDEN | {"prix": 0}, to=TO,
        rulings={"choix_des": "libre"}, asked=(("j2", "des", 1), ("j2", "jet", dice(7))),
        result={"issue": "echec_simple"}, owed=(("lubin", BARGAIN),),
    ),
    Played(
        clauses="R-02 ECH-03", procedure="test", to=TO, rulings={"zero_autre_de": "sans_bonus"},
        params={"caracteristique": "agilite", "bonus": "Espionner", "seuil": 8},
        asked=(("j2", "jet", dice(0, 7, 1)),), result={"issue": "echec_critique"},
        owed=(("lubin", GRAVE),),
    ),
    Played(
        clauses="R-06 NEG-08", procedure="action", to=TO, rulings={"relance_bonus": False},
        params={"caracteristique": "agilite", "bonus": "Espionner", "seuil": 8, "prix": 1},
        asked=(MISS, ("j2", "relance", dice(7))), result={"issue": "echec_relance"},
        sheets={"lubin": {"prix_dus": [{"texte": "", "niveau": "eleve"}]}},
    ),
    # ── offers sent back by each seat in turn, and a smaller number of dice that is kept ──
    Played(
        clauses="NEG-04 NEG-07", procedure="negociation", params={"seuil": 8, "demandee": True}, to=TO,
        before=(MISSED,),
        asked=(("j2", "prix", ROPE), (LEADER, "des", 0), ("j2", "prix", ARM), (LEADER, "des", 2),
               ("j2", "maintenir", False), ("j2", "prix", ARM), (LEADER, "des", 2),
               ("j2", "maintenir", True), ("j1", "consent", True), ("j3", "consent", False),
               ("j2", "prix", ARM), (LEADER, "des", 3), *CONSENT),
        result={"des": 3}, owed=(("lubin", RELANCE),),
    ),
    Played(
        clauses="NEG-06 LAN-09", procedure="negociation", params={"seuil": 8, "secret": True}, to=TO,
        before=(MISSED,), asked=(WISHES, (LEADER, "annoncer", False)), result={"des": 0},
        sheets={"lubin": {"relance_possible": True}},
    ),
    Played(
        clauses="NEG-04", procedure="action", params={"caracteristique": "ruse", "seuil": 9}, to=("anselme",),
        asked=(("j1", "jet", dice(1, 2)), ("j1", "negocier", True), ("j1", "prix", ROPE),
               (LEADER, "des", 1), ("j2", "consent", True), ("j3", "consent", False),
               ("j1", "prix", "abandon")),
        result={"issue": "echec_simple", "des_relance": 0}, sheets={"anselme": {"prix_dus": []}},
    ),
]  # fmt: skip
