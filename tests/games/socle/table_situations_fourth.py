"""The Livre des Règles de Base at the table, a fourth reading: who is asked, who bears what, who rests."""

from __future__ import annotations

from typing import Any

from tests.games.socle.table_situations import CAPTAIN, DOWN, FORCE, GRANTED, ONE, SLIGHT, SPELL, TO
from tests.table.evening import LEADER
from tests.table.situations_at_table import Played, dice

CLAD = {"type": "retouche", "qui": "gontrand", "champs": {"protege": True}}
BARED = {"type": "retouche", "qui": "maelle", "champs": {"protege": False}}
MAELLE = ("maelle",)
STRIKE: dict[str, Any] = {"de": "Force", "aide": False}
ROW: dict[str, Any] = {"": "gontrand", "adversaires": ["pillard", "capitaine"]}
DUEL: dict[str, Any] = {"de": "Force", "aide": False}
ALARM = {"type": "socle.scene", "evenement": {"type": "compteur", "nom": "l’alarme", "etapes": 2}}
FLOOD = {"type": "socle.scene", "evenement": {"type": "compteur", "nom": "l’eau", "etapes": 1}}

AT_TABLE: list[Played] = [
    # ── a protection put on during the scene, one taken off ──
    Played(
        clauses="OPT-02 OPT-03", procedure="coup", to=TO, before=(CLAD,),
        asked=(("j1", "user_armure", True),), sheets={"gontrand": {"coeurs": 4, "armure": 0}},
    ),
    Played(
        clauses="OPT-02", procedure="coup", to=MAELLE, before=(BARED,),
        sheets={"maelle": {"coeurs": 4, "armure": 0}},
    ),
    # ── a duel: each failure moves the counters, the fallen leave, the living lose Cœurs ──
    Played(
        clauses="TOU-01 TOU-02 RIP-03", procedure="duel", params=DUEL, cast=ROW,
        asked=(
            ("j1", "test", dice(6)), ("j1", "test", dice(7)), (LEADER, "riposte", "coeur"),
            ("j1", "test", dice(12)), ("j1", "avantage", "blessure"), ("j1", "test", dice(8)),
        ),
        result={"vainqueur": "heros", "coeurs": 3}, sheets={"gontrand": {"coeurs": 3}},
    ),
    Played(
        clauses="RIP-01 RIP-07", procedure="duel", params=DUEL, cast=ROW,
        asked=(
            ("j1", "test", dice(1)), (LEADER, "riposte", "complication"), ("j1", "test", dice(6)),
        ),
        more="test",
    ),
    Played(
        clauses="OPT-05 OPT-06", procedure="attaque", params=STRIKE, to=TO, cast=CAPTAIN,
        before=(ALARM, FLOOD),
        asked=(("j1", "test", dice(7)), (LEADER, "riposte", "aucune")),
        result={"coeurs_perdus": 0}, owed=((None, "l’eau"),),
    ),
    Played(
        clauses="OPT-05 RES-02", procedure="test", params=FORCE, to=TO, before=(ALARM,),
        asked=(("j1", "test", dice(6)),), result={"issue": "succes"},
    ),
    Played(
        clauses="OPT-06 RES-04", procedure="test", params=FORCE, to=TO, before=(FLOOD,),
        asked=(("j1", "test", dice(1)),), owed=((None, "l’eau"), ("gontrand", ONE)),
    ),
    # ── the sheet's own die, level and Mana ──
    Played(
        clauses="ATK-03 ATK-04", procedure="attaque", params=STRIKE | {"de": "Agilité"}, to=MAELLE,
        cast=CAPTAIN, asked=(("j2", "test", dice(8)),), result={"issue": "succes", "blessures": 1},
        sheets={"capitaine": {"coeurs": 2}},
    ),
    Played(
        clauses="ATK-04", procedure="attaque", params=STRIKE | {"de": "Agilité"}, to=MAELLE,
        cast={"adversaire": "idole"}, asked=(("j2", "test", dice(8)),),
        result={"issue": "succes", "cible_hors_combat": False}, sheets={"idole": {"coeurs": 4}},
    ),
    Played(
        clauses="SIX-01 SIX-05", procedure="attaque_d6",
        params={"niveau": "Agilité", "aide": False}, to=MAELLE, cast=CAPTAIN,
        asked=(("j2", "test", dice(4)),), result={"issue": "succes"},
        sheets={"capitaine": {"coeurs": 2}},
    ),
    Played(
        clauses="MAG-02 MAG-04", procedure="magie", params=SPELL | {"niveau": "fort"}, to=MAELLE,
        asked=(("j2", "test", dice(7)),), result={"issue": "echec", "mana": 1},
        owed=(("maelle", SLIGHT),), sheets={"maelle": {"mana": 1}},
    ),
    Played(
        clauses="MAG-06", procedure="magie", to=MAELLE, cast={"soigne": "gontrand"},
        params=SPELL | {"niveau": "fort", "soin": True}, before=(DOWN,),
        asked=(("j2", "test", dice(8)), ("j2", "avantage", "autre")),
        owed=(("maelle", GRANTED),),
        sheets={"gontrand": {"coeurs": 2, "etat": "debout"}, "maelle": {"mana": 1}},
    ),
    # ── help: the ally says so; nobody is asked for what changes nothing ──
    Played(
        clauses="AID-01 AID-02", procedure="test", params={"de": "Agilité", "tn": 8}, to=TO,
        cast={"ally": "maelle"}, asked=(("j2", "aide", True), ("j1", "test", dice(9))),
        result={"issue": "succes"},
    ),
    Played(
        clauses="AID-01 RES-05", procedure="test", params={"de": "Agilité", "tn": 8}, to=TO,
        cast={"ally": "maelle"}, asked=(("j2", "aide", False), ("j1", "test", dice(8))),
        result={"issue": "exceptionnel"}, owed=(("gontrand", GRANTED),),
    ),
    # ── rest: the scene ends, who is down gets up ──
    Played(
        clauses="COE-07", procedure="repos", cast={"heros": ["gontrand", "maelle"]}, before=(DOWN,),
        sheets={"gontrand": {"coeurs": 5, "mana": 3, "etat": "debout"},
                "maelle": {"coeurs": 5, "mana": 3, "armure": 1}},
    ),
]  # fmt: skip
