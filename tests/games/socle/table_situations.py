"""The Livre des Règles de Base at the table: who decides, to whom a consequence goes, which fact of
a sheet counts."""

from __future__ import annotations

from typing import Any

from tests.table.evening import LEADER
from tests.table.situations_at_table import Played, dice

TO = ("gontrand",)
ONE = "une complication"
SLIGHT = "une légère conséquence"
GRANTED = "l’avantage d’un succès exceptionnel"
WIDER = "un effet plus ample que prévu"
FORCE: dict[str, Any] = {"de": "Force", "aide": False}
MISS: dict[str, Any] = {
    "de": "Force", "aide": False, "riposte": "ask", "armure_usage": "ask", "avantage": "ask",
}  # fmt: skip
CAPTAIN = {"adversaire": "capitaine"}
PILLARD = {"adversaire": "pillard"}
IDOL = {"adversaire": "idole"}
DYING = {"type": "retouche", "qui": "gontrand", "champs": {"coeurs": 1}}
DOWN = {"type": "retouche", "qui": "gontrand", "champs": {"coeurs": 0, "etat": "a_terre"}}
LAST = {"type": "retouche", "qui": "capitaine", "champs": {"coeurs": 1}}
ALARM = {"type": "socle.scene", "evenement": {"type": "compteur", "nom": "l’alarme", "etapes": 2}}
STEP = {"type": "socle.scene", "evenement": {"type": "echec"}}
VEIL = {"objectif": "un voile de brume", "caracteristique": "Magie"}
CLOSED = {"type": "socle.essais", "evenement": {"type": "test", **VEIL}}
SPELL: dict[str, Any] = {"aide": False, "avantage": "ask", "accord": "ask"}
SHOT: dict[str, Any] = SPELL | {"riposte": "ask", "armure_usage": "ask", "niveau": "standard"}
FIGHT = {"heros": ["gontrand", "maelle"], "adversaires": ["capitaine", "pillard"]}
CROWD: dict[str, Any] = {
    "heros": ["gontrand"], "adversaires": ["pillard", "capitaine"],
}  # fmt: skip

AT_TABLE: list[Played] = [
    # ── a test ──
    Played(
        clauses="RES-02", procedure="test", params=FORCE, to=TO,
        asked=(("j1", "test", dice(6)),), result={"issue": "succes"},
    ),
    Played(
        clauses="RES-03", procedure="test", params=FORCE, to=TO,
        asked=(("j1", "test", dice(5)),), result={"issue": "echec"},
    ),
    Played(
        clauses="RES-04", procedure="test", params=FORCE | {"tn": 4}, to=TO,
        asked=(("j1", "test", dice(1)),), result={"issue": "echec_complication"},
        owed=(("gontrand", ONE),),
    ),
    Played(
        clauses="RES-05 RES-06", procedure="test", params=FORCE, to=TO,
        asked=(("j1", "test", dice(12)),), result={"issue": "exceptionnel"},
        owed=(("gontrand", GRANTED),),
    ),
    Played(
        clauses="DIF-05", procedure="test", params=FORCE | {"tn": 4, "degres": -1}, to=TO,
        result={"issue": "presque_certain"},
    ),
    Played(
        clauses="DIF-06", procedure="test", params=FORCE | {"tn": 12, "degres": 1}, to=TO,
        result={"issue": "presque_impossible"},
    ),
    Played(
        clauses="AID-01", procedure="test", params={"de": "Agilité"}, to=TO, cast={"ally": "maelle"},
        asked=(("j2", "aide", True), ("j1", "test", dice(10))), result={"issue": "exceptionnel"},
        owed=(("gontrand", GRANTED),),
    ),
    Played(
        clauses="AID-01", procedure="test", params={"de": "Agilité"}, to=TO, cast={"ally": "maelle"},
        asked=(("j2", "aide", False), ("j1", "test", dice(8))), result={"issue": "exceptionnel"},
        owed=(("gontrand", GRANTED),),
    ),
    Played(
        clauses="OPT-05", procedure="test", params=FORCE, to=TO, before=(ALARM,),
        asked=(("j1", "test", dice(3)),), result={"issue": "echec"},
    ),
    Played(
        clauses="OPT-06", procedure="test", params=FORCE, to=TO, before=(ALARM, STEP),
        asked=(("j1", "test", dice(3)),), owed=((None, "l’alarme"),),
    ),
    Played(
        clauses="SIX-01", procedure="test_d6", params={"niveau": "Force"}, to=TO,
        asked=(("j1", "test", dice(3)),), result={"issue": "succes", "seuil": 3},
    ),
    Played(
        clauses="SIX-04 AID-01", procedure="test_d6", params={"niveau": "Agilité"}, to=TO,
        cast={"ally": "maelle"}, rulings={"aide_d6": "moins_un"},
        asked=(("j2", "aide", True), ("j1", "test", dice(4))),
        result={"issue": "succes", "seuil": 4},
    ),
    Played(
        clauses="SIX-04 AID-01", procedure="chronometre", to=TO, cast={"ally": "maelle"},
        params={"niveau": "Agilité", "reussites": 1}, rulings={"aide_d6": "moins_un"},
        asked=(
            ("j2", "aide", False), ("j1", "test", dice(4)),
            ("j2", "aide", True), ("j1", "test", dice(4)),
        ),
        result={"atteint": False, "reussites": 1, "echecs": 1},
    ),
    Played(
        clauses="SIX-04", procedure="test_d6", params={"niveau": "Agilité"}, to=TO,
        cast={"ally": "maelle"}, asked=(("j1", "test", dice(4)),), result={"issue": "echec"},
    ),
    # ── an attack ──
    Played(
        clauses="ATK-04 TOU-02", procedure="attaque", params=MISS, to=TO, cast=CAPTAIN,
        asked=(("j1", "test", dice(8)),), result={"blessures": 1},
        sheets={"capitaine": {"coeurs": 2}},
    ),
    Played(
        clauses="TOU-04", procedure="attaque", params=MISS, to=TO, cast=CAPTAIN,
        asked=(("j1", "test", dice(12)), ("j1", "avantage", "blessure")),
        result={"blessures": 2}, sheets={"capitaine": {"coeurs": 1}},
    ),
    Played(
        clauses="RES-06", procedure="attaque", params=MISS, to=TO, cast=CAPTAIN,
        asked=(("j1", "test", dice(12)), ("j1", "avantage", "autre")),
        owed=(("gontrand", GRANTED),), sheets={"capitaine": {"coeurs": 2}},
    ),
    Played(
        clauses="TOU-04", procedure="attaque", params=MISS, to=TO, cast=CAPTAIN, before=(LAST,),
        asked=(("j1", "test", dice(12)),), result={"cible_hors_combat": True},
        owed=(("gontrand", GRANTED),),
    ),
    Played(
        clauses="TOU-01", procedure="attaque", params=MISS, to=TO, cast=PILLARD,
        asked=(("j1", "test", dice(6)),), result={"cible_hors_combat": True},
    ),
    Played(
        clauses="ATK-04", procedure="attaque", params=MISS, to=TO, cast=IDOL,
        asked=(("j1", "test", dice(8)),), result={"blessures": 1},
        sheets={"idole": {"coeurs": 4}},
    ),
    Played(
        clauses="RIP-01 RIP-03", procedure="attaque", params=MISS, to=TO, cast=CAPTAIN,
        asked=(("j1", "test", dice(7)), (LEADER, "riposte", "coeur")),
        result={"coeurs_perdus": 1}, sheets={"gontrand": {"coeurs": 3}},
    ),
    Played(
        clauses="RIP-01", procedure="attaque", params=MISS, to=TO, cast=CAPTAIN,
        asked=(("j1", "test", dice(7)), (LEADER, "riposte", "complication")),
        owed=(("gontrand", ONE),), sheets={"gontrand": {"coeurs": 4}},
    ),
    Played(
        clauses="RIP-07", procedure="attaque", params=MISS, to=TO, cast=CAPTAIN,
        asked=(("j1", "test", dice(1)), (LEADER, "riposte", "coeur")),
        owed=(("gontrand", ONE),), sheets={"gontrand": {"coeurs": 3}},
    ),
    Played(
        clauses="RIP-06", procedure="attaque", to=TO, cast=CAPTAIN,
        params=MISS | {"portee": "distance", "a_couvert": True},
        asked=(("j1", "test", dice(7)),), result={"coeurs_perdus": 0},
    ),
    Played(
        clauses="COE-03", procedure="attaque", params=MISS, to=TO, cast=CAPTAIN, before=(DYING,),
        asked=(("j1", "test", dice(7)), (LEADER, "riposte", "coeur")),
        sheets={"gontrand": {"coeurs": 0, "etat": "a_terre"}},
    ),
    Played(
        clauses="OPT-03", procedure="attaque", params=MISS, to=("maelle",), cast=CAPTAIN,
        asked=(("j2", "test", dice(3)), (LEADER, "riposte", "coeur"), ("j2", "user_armure", True)),
        sheets={"maelle": {"coeurs": 5, "armure": 0}},
    ),
    Played(
        clauses="OPT-03", procedure="attaque", params=MISS, to=("maelle",), cast=CAPTAIN,
        asked=(("j2", "test", dice(3)), (LEADER, "riposte", "coeur"), ("j2", "user_armure", False)),
        sheets={"maelle": {"coeurs": 4, "armure": 1}},
    ),
    Played(
        clauses="MUL-02", procedure="attaque", params=MISS | {"presse": "complication"}, to=TO,
        cast=PILLARD, asked=(("j1", "test", dice(5)), (LEADER, "riposte", "complication")),
        owed=(("gontrand", ONE), ("gontrand", ONE)),
    ),
    Played(
        clauses="SIX-05", procedure="attaque_d6", to=TO, cast=CAPTAIN,
        params={"niveau": "Force", "aide": False, "avantage": "ask", "riposte": "ask"},
        asked=(("j1", "test", dice(4)),), sheets={"capitaine": {"coeurs": 2}},
    ),
    # ── Magie ──
    Played(
        clauses="MAG-03", procedure="magie", params=SPELL | {"niveau": "standard"}, to=TO,
        asked=(("j1", "test", dice(6)), ("j1", "avantage", "echelle")),
        owed=(("gontrand", WIDER),), sheets={"gontrand": {"mana": 1}},
    ),
    Played(
        clauses="MAG-08", procedure="magie", params=SPELL | {"niveau": "standard"}, to=TO,
        asked=(("j1", "test", dice(6)), ("j1", "avantage", "mana"), (LEADER, "accord", True)),
        sheets={"gontrand": {"mana": 2}},
    ),
    Played(
        clauses="MAG-08 MAG-09", procedure="magie", params=SPELL | {"niveau": "standard"}, to=TO,
        asked=(
            ("j1", "test", dice(6)), ("j1", "avantage", "mana"), (LEADER, "accord", False),
            ("j1", "avantage", "autre"),
        ),
        owed=(("gontrand", GRANTED),), sheets={"gontrand": {"mana": 1}},
    ),
    Played(
        clauses="MAG-04", procedure="magie", params=SPELL | {"niveau": "fort"}, to=("maelle",),
        asked=(("j2", "test", dice(3)),), owed=(("maelle", SLIGHT),),
        sheets={"maelle": {"mana": 1}},
    ),
    Played(
        clauses="MAG-04 RES-04", procedure="magie", params=SPELL | {"niveau": "fort"},
        to=("maelle",), asked=(("j2", "test", dice(1)),), owed=(("maelle", ONE),),
        sheets={"maelle": {"mana": 1}},
    ),
    Played(
        clauses="MAG-06 COE-03", procedure="magie", to=("maelle",), cast={"soigne": "gontrand"},
        params=SPELL | {"niveau": "fort", "soin": True}, before=(DOWN,),
        asked=(("j2", "test", dice(8)), ("j2", "avantage", "autre")),
        owed=(("maelle", GRANTED),),
        sheets={"gontrand": {"coeurs": 2, "etat": "debout"}, "maelle": {"mana": 1}},
    ),
    Played(
        clauses="REP-02 MAG-03", procedure="magie", to=("maelle",), before=(CLOSED,),
        params=SPELL | {"niveau": "standard", "tentative": VEIL},
        asked=(
            ("j2", "reprise", "changement"), (LEADER, "changement_admis", False),
            ("j2", "reprise", "complication"), ("j2", "test", dice(6)),
        ),
        owed=(("maelle", ONE),), sheets={"maelle": {"mana": 2}},
    ),
    Played(
        clauses="REP-01", procedure="magie", to=("maelle",), before=(CLOSED,),
        params=SPELL | {"niveau": "standard", "tentative": VEIL},
        asked=(("j2", "reprise", "retrait"),), sheets={"maelle": {"mana": 3}},
    ),
    Played(
        clauses="MAG-07", procedure="sort_attaque", params=SHOT, to=("maelle",), cast=CAPTAIN,
        asked=(("j2", "test", dice(8)), ("j2", "avantage", "echelle")), result={"blessures": 1},
        owed=(("maelle", WIDER),), sheets={"capitaine": {"coeurs": 2}, "maelle": {"mana": 2}},
    ),
    Played(
        clauses="TOU-04", procedure="sort_attaque", params=SHOT, to=("maelle",), cast=CAPTAIN,
        asked=(("j2", "test", dice(8)), ("j2", "avantage", "blessure")), result={"blessures": 2},
        sheets={"capitaine": {"coeurs": 1}, "maelle": {"mana": 2}},
    ),
    Played(
        clauses="MAG-08", procedure="sort_attaque", params=SHOT, to=("maelle",), cast=CAPTAIN,
        asked=(
            ("j2", "test", dice(8)), ("j2", "avantage", "mana"), (LEADER, "accord", True),
        ),
        sheets={"capitaine": {"coeurs": 2}, "maelle": {"mana": 3}},
    ),
    Played(
        clauses="RIP-02", procedure="sort_attaque", params=SHOT, to=("maelle",), cast=CAPTAIN,
        asked=(("j2", "test", dice(5)), (LEADER, "riposte", "coeur"), ("j2", "user_armure", False)),
        sheets={"maelle": {"coeurs": 4, "mana": 2}},
    ),
    Played(
        clauses="MAG-04 RIP-06", procedure="sort_attaque", to=("maelle",), cast=CAPTAIN,
        params=SHOT | {"portee": "distance"},
        asked=(("j2", "test", dice(5)), (LEADER, "riposte", "aucune")),
        owed=(("maelle", SLIGHT),), sheets={"maelle": {"coeurs": 5, "mana": 2}},
    ),
    Played(
        clauses="RES-04 RIP-06", procedure="sort_attaque", to=("maelle",), cast=CAPTAIN,
        params=SHOT | {"portee": "distance"},
        asked=(("j2", "test", dice(1)), (LEADER, "riposte", "aucune")),
        owed=(("maelle", ONE),), sheets={"maelle": {"coeurs": 5, "mana": 2}},
    ),
    # ── Cœurs, and rest ──
    Played(
        clauses="TOU-03", procedure="coup", to=TO, result={"coeurs": 3},
        sheets={"gontrand": {"coeurs": 3}},
    ),
    Played(
        clauses="COE-06", procedure="coup", to=TO, before=(DOWN,), result={"etat": "mort"},
        sheets={"gontrand": {"etat": "mort"}},
    ),
    Played(
        clauses="COE-06", procedure="coup", to=TO, before=(DOWN,),
        rulings={"mort_a_terre": False}, sheets={"gontrand": {"etat": "a_terre"}},
    ),
    Played(
        clauses="OPT-03", procedure="coup", to=("maelle",), asked=(("j2", "user_armure", True),),
        sheets={"maelle": {"coeurs": 5, "armure": 0}},
    ),
    Played(
        clauses="TOU-02", procedure="coup", to=("capitaine",),
        sheets={"capitaine": {"coeurs": 2, "coeurs_max": 3}},
    ),
    Played(clauses="TOU-01", procedure="coup", to=("pillard",), result={"coeurs": 0}),
    Played(
        clauses="TOU-02", procedure="coup", to=("capitaine",), result={"coeurs": 2},
        rulings={"chiffres_adverses": "caches"}, sheets={"capitaine": {"coeurs": 2}},
    ),
    Played(
        clauses="COE-07", procedure="repos", cast={"heros": ["gontrand", "maelle"]},
        sheets={"gontrand": {"coeurs": 5, "mana": 3}},
    ),
    # ── counters ──
    Played(
        clauses="OPT-04 OPT-06", procedure="chronometre", to=TO,
        params={"de": "Force", "aide": False, "reussites": 1, "etapes": 1, "nom": "mana"},
        asked=(("j1", "test", dice(2)),), result={"atteint": True}, owed=((None, "mana"),),
    ),
    Played(
        clauses="SIX-06", procedure="developpement_d6", to=TO,
        asked=(("j1", "developpement", "niveau:Agilité"),),
        sheets={"gontrand": {"niveaux": {"Force": "maitre", "Agilité": "entraine"}}},
    ),
    # ── fights ──
    Played(
        clauses="OPT-05 OPT-06", procedure="duel", params={"de": "Force"}, to=TO,
        cast={"adversaires": ["pillard"]}, before=(ALARM,),
        asked=(
            ("j1", "test", dice(2)), (LEADER, "riposte", "aucune"), ("j1", "test", dice(2)),
            (LEADER, "riposte", "coeur"), ("j1", "test", dice(6)),
        ),
        result={"coeurs": 3}, owed=((None, "l’alarme"),), sheets={"gontrand": {"coeurs": 3}},
    ),
    Played(
        clauses="OPT-05 DIF-06", procedure="attaque", to=TO, cast=CAPTAIN, before=(ALARM, STEP),
        params=MISS | {"degres": 2}, result={"issue": "presque_impossible"},
    ),
    Played(
        clauses="OPT-05 MAG-04", procedure="magie", params=SPELL | {"niveau": "fort"},
        to=("maelle",), before=(ALARM, STEP), asked=(("j2", "test", dice(3)),),
        owed=((None, "l’alarme"), ("maelle", SLIGHT)),
    ),
    Played(
        clauses="AID-02 RIP-03 OPT-05", procedure="combat", cast=FIGHT, before=(ALARM, STEP),
        asked=(
            (LEADER, "tour", "maelle"), ("j2", "action", "aide:gontrand"),
            (LEADER, "tour", "gontrand"), ("j1", "action", "attaque:pillard"),
            ("j1", "moyen", "Agilité"), ("j1", "test", dice(5)), (LEADER, "riposte", "coeur"),
            (LEADER, "tour", "fin"),
        ),
        result={"vainqueur": "aucun"}, owed=((None, "l’alarme"),),
        sheets={"gontrand": {"coeurs": 3}},
    ),
    Played(
        clauses="AID-02 RES-05", procedure="combat", cast=FIGHT,
        asked=(
            (LEADER, "tour", "maelle"), ("j2", "action", "aide:gontrand"),
            (LEADER, "tour", "gontrand"), ("j1", "action", "attaque:capitaine"),
            ("j1", "moyen", "Agilité"), ("j1", "test", dice(10)), ("j1", "avantage", "blessure"),
            (LEADER, "tour", "fin"),
        ),
        sheets={"capitaine": {"coeurs": 1}},
    ),
    Played(
        clauses="AID-02 RES-05", procedure="combat", cast=FIGHT,
        asked=(
            (LEADER, "tour", "gontrand"), ("j1", "action", "attaque:capitaine"),
            ("j1", "moyen", "Agilité"), ("j1", "test", dice(8)), ("j1", "avantage", "autre"),
            (LEADER, "tour", "fin"),
        ),
        owed=(("gontrand", GRANTED),), sheets={"capitaine": {"coeurs": 2}},
    ),
    Played(
        clauses="COE-05", procedure="combat", cast=FIGHT, before=(DOWN,),
        asked=(
            (LEADER, "tour", "maelle"), ("j2", "action", "relever:gontrand"), (LEADER, "tour", "fin"),
        ),
        result={"debout": 2}, sheets={"gontrand": {"coeurs": 1, "etat": "debout"}},
    ),
    Played(
        clauses="COE-06 OPT-03", procedure="combat", cast=FIGHT, before=(DOWN,),
        asked=(
            (LEADER, "tour", "coup:maelle"), ("j2", "user_armure", False),
            (LEADER, "tour", "coup:gontrand"), (LEADER, "tour", "fin"),
        ),
        result={"debout": 1},
        sheets={"gontrand": {"etat": "mort"}, "maelle": {"coeurs": 4, "armure": 1}},
    ),
    Played(
        clauses="MAG-06 MAG-08", procedure="combat", cast=FIGHT, before=(DOWN,),
        asked=(
            (LEADER, "tour", "maelle"), ("j2", "action", "magie"), ("j2", "effet", "soin:gontrand"),
            ("j2", "test", dice(8)), ("j2", "avantage", "mana"), (LEADER, "accord", True),
            (LEADER, "tour", "fin"),
        ),
        sheets={"gontrand": {"coeurs": 2, "etat": "debout"}, "maelle": {"mana": 2}},
    ),
    Played(
        clauses="MAG-03 ATK-04", procedure="combat", cast=FIGHT,
        asked=(
            (LEADER, "tour", "maelle"), ("j2", "action", "attaque:capitaine"),
            ("j2", "moyen", "sort"), ("j2", "decrire", "un éclair"),
            (LEADER, "ampleur_sort", "standard"), ("j2", "test", dice(7)),
            (LEADER, "riposte", "complication"), (LEADER, "tour", "fin"),
        ),
        owed=(("maelle", ONE),), sheets={"maelle": {"mana": 2, "coeurs": 5, "armure": 1}},
    ),
    Played(
        clauses="MAG-03", procedure="combat", cast=FIGHT, before=(
            {"type": "retouche", "qui": "maelle", "champs": {"mana": 1}},
        ),
        asked=(
            (LEADER, "tour", "maelle"), ("j2", "action", "magie"),
            ("j2", "decrire", "que la nuit tombe"), (LEADER, "ampleur", "trop"),
        ),
        more="tour",
    ),
    Played(
        clauses="RIP-01 RIP-07 OPT-03", procedure="duel", params={"de": "Agilité"}, to=("maelle",),
        cast={"adversaires": ["capitaine", "pillard"]}, more="test",
        asked=(
            ("j2", "test", dice(1)), (LEADER, "riposte", "coeur"), ("j2", "user_armure", False),
            ("j2", "test", dice(4)), (LEADER, "riposte", "complication"),
        ),
    ),
    Played(
        clauses="RIP-01 RIP-07 OPT-03", procedure="duel", params={"de": "Agilité"}, to=("maelle",),
        cast={"adversaires": ["pillard"]},
        asked=(
            ("j2", "test", dice(1)), (LEADER, "riposte", "coeur"), ("j2", "user_armure", False),
            ("j2", "test", dice(4)), (LEADER, "riposte", "complication"), ("j2", "test", dice(9)),
        ),
        result={"vainqueur": "heros", "coeurs": 4, "armure": 1},
        owed=(("maelle", ONE), ("maelle", ONE)), sheets={"maelle": {"coeurs": 4, "armure": 1}},
    ),
    Played(
        clauses="ATK-01 ATK-02 ATK-03", procedure="combat", cast=FIGHT, more="test",
        asked=(
            (LEADER, "tour", "gontrand"), ("j1", "action", "attaque:pillard"),
            ("j1", "moyen", "Force"),
        ),
    ),
    Played(
        clauses="TOU-02", procedure="combat", cast=FIGHT, result={"vainqueur": "heros"},
        asked=(
            (LEADER, "tour", "adversaire"), (LEADER, "lequel", "capitaine"),
            (LEADER, "sort_adverse", "touche"), (LEADER, "tour", "adversaire"),
            (LEADER, "lequel", "capitaine"), (LEADER, "sort_adverse", "depart"),
            (LEADER, "tour", "adversaire"), (LEADER, "sort_adverse", "touche"),
        ),
        sheets={"capitaine": {"coeurs": 2, "coeurs_max": 3}},
    ),
    Played(
        clauses="MAG-03", procedure="combat", cast=FIGHT, more="ampleur",
        asked=(
            (LEADER, "tour", "maelle"), ("j2", "action", "magie"), ("j2", "effet", "autre"),
            ("j2", "decrire", "un voile de brume"),
        ),
    ),
]  # fmt: skip
