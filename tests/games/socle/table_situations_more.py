"""The Livre des Règles de Base at the table, read a second time: protection, rest, fights to their
end."""

from __future__ import annotations

from typing import Any

from tests.games.socle.table_situations import (
    CAPTAIN,
    DOWN,
    FIGHT,
    FORCE,
    GRANTED,
    MISS,
    ONE,
    SHOT,
    SLIGHT,
    SPELL,
    TO,
    WIDER,
)
from tests.table.evening import LEADER
from tests.table.situations_at_table import Played, dice

BARE = {"type": "retouche", "qui": "maelle", "champs": {"armure": None}}
CLAD = {"type": "retouche", "qui": "gontrand", "champs": {"armure": None, "protege": True}}
DEAD = {"type": "retouche", "qui": "gontrand", "champs": {"coeurs": 0, "etat": "mort"}}
SECOND = {"type": "retouche", "qui": "capitaine", "champs": {"cible": "pion", "coeurs": 1}}
DOOR = {"objectif": "la porte", "caracteristique": "Force"}
CLOSED = {"type": "socle.essais", "evenement": {"type": "test", **DOOR}}
CROWD: dict[str, Any] = {"heros": ["gontrand"], "adversaires": ["pillard", "capitaine"]}
STRIKES = (
    (LEADER, "tour", "gontrand"),
    ("j1", "action", "attaque:pillard"),
    ("j1", "moyen", "Force"),
)

AT_TABLE: list[Played] = [
    # ── protection ──
    Played(
        clauses="OPT-02 OPT-03", procedure="coup", to=("maelle",), before=(BARE,),
        asked=(("j2", "user_armure", True),), sheets={"maelle": {"coeurs": 5, "armure": 0}},
    ),
    Played(
        clauses="OPT-02 OPT-03", procedure="coup", to=TO, before=(CLAD,),
        asked=(("j1", "user_armure", False),), sheets={"gontrand": {"coeurs": 3, "armure": 1}},
    ),
    Played(
        clauses="OPT-02 RIP-03", procedure="attaque", params=MISS, to=TO, cast=CAPTAIN,
        before=(CLAD,),
        asked=(("j1", "test", dice(3)), (LEADER, "riposte", "coeur"), ("j1", "user_armure", True)),
        sheets={"gontrand": {"coeurs": 4, "armure": 0}},
    ),
    Played(
        clauses="OPT-02", procedure="combat", cast=FIGHT, before=(CLAD,),
        asked=(
            (LEADER, "tour", "coup:gontrand"), ("j1", "user_armure", True),
            (LEADER, "tour", "coup:gontrand"), (LEADER, "tour", "fin"),
        ),
        sheets={"gontrand": {"coeurs": 3, "armure": 0}},
    ),
    # ── rest ──
    Played(
        clauses="COE-07", procedure="repos", cast={"heros": ["gontrand"]}, before=(DOWN,),
        sheets={"gontrand": {"coeurs": 5, "mana": 3, "etat": "debout"}},
    ),
    Played(
        clauses="COE-07 COE-06", procedure="repos", cast={"heros": ["gontrand", "maelle"]},
        before=(DEAD,), sheets={"gontrand": {"coeurs": 0, "mana": 2, "etat": "mort"}},
    ),
    # ── tests ──
    Played(
        clauses="REP-01 REP-02", procedure="test", params=FORCE | {"tentative": DOOR}, to=TO,
        before=(CLOSED,),
        asked=(
            ("j1", "reprise", "changement"), (LEADER, "changement_admis", True),
            ("j1", "test", dice(7)),
        ),
        result={"issue": "succes"},
    ),
    Played(
        clauses="REP-02 RES-04", procedure="test", params=FORCE | {"tentative": DOOR}, to=TO,
        before=(CLOSED,), asked=(("j1", "reprise", "complication"), ("j1", "test", dice(1))),
        owed=(("gontrand", ONE), ("gontrand", ONE)),
    ),
    Played(
        clauses="RES-04 OPT-05", procedure="chronometre", to=TO,
        params={"de": "Force", "aide": False, "reussites": 1, "etapes": 2, "nom": "l’alarme"},
        asked=(("j1", "test", dice(1)), ("j1", "test", dice(12))),
        result={"atteint": False, "echecs": 1}, owed=(("gontrand", ONE), ("gontrand", GRANTED)),
    ),
    Played(
        clauses="SIX-06", procedure="developpement_d6", to=TO,
        asked=(("j1", "developpement", "coeur"),),
        sheets={"gontrand": {"coeurs": 4, "coeurs_max": 6}},
    ),
    # ── Magie ──
    Played(
        clauses="MAG-05", procedure="magie", params=SPELL | {"niveau": "astuce", "cout": 0}, to=TO,
        asked=(("j1", "test", dice(6)), ("j1", "avantage", "autre")), owed=(("gontrand", GRANTED),),
        sheets={"gontrand": {"mana": 2}},
    ),
    Played(
        clauses="MAG-06 COE-05", procedure="magie", to=("maelle",), cast={"soigne": "maelle"},
        params=SPELL | {"niveau": "fort", "soin": True}, asked=(("j2", "test", dice(3)),),
        owed=(("maelle", SLIGHT),), sheets={"maelle": {"mana": 1, "coeurs": 5}},
    ),
    Played(
        clauses="MAG-08 TOU-04", procedure="sort_attaque", params=SHOT, to=("maelle",),
        cast=CAPTAIN,
        asked=(
            ("j2", "test", dice(8)), ("j2", "avantage", "mana"), (LEADER, "accord", False),
            ("j2", "avantage", "blessure"),
        ),
        sheets={"capitaine": {"coeurs": 1}, "maelle": {"mana": 2}},
    ),
    Played(
        clauses="MAG-04", procedure="combat", cast=FIGHT,
        asked=(
            (LEADER, "tour", "maelle"), ("j2", "action", "magie"), ("j2", "effet", "autre"),
            ("j2", "decrire", "un voile"), (LEADER, "ampleur", "standard"), ("j2", "test", dice(3)),
            (LEADER, "tour", "fin"),
        ),
        owed=(("maelle", SLIGHT),), sheets={"maelle": {"mana": 2, "coeurs": 5}},
    ),
    Played(
        clauses="MAG-04 RES-04", procedure="combat", cast=FIGHT,
        asked=(
            (LEADER, "tour", "maelle"), ("j2", "action", "magie"), ("j2", "effet", "autre"),
            ("j2", "decrire", "une lueur"), (LEADER, "ampleur", "astuce"),
            (LEADER, "cout_astuce", 0), ("j2", "test", dice(1)), (LEADER, "tour", "fin"),
        ),
        owed=(("maelle", ONE),), sheets={"maelle": {"mana": 3}},
    ),
    Played(
        clauses="MAG-06 MAG-07", procedure="combat", cast=FIGHT,
        asked=(
            (LEADER, "tour", "maelle"), ("j2", "action", "magie"), ("j2", "effet", "soin:gontrand"),
            ("j2", "test", dice(8)), ("j2", "avantage", "echelle"), (LEADER, "tour", "fin"),
        ),
        owed=(("maelle", WIDER),), sheets={"gontrand": {"coeurs": 5}, "maelle": {"mana": 1}},
    ),
    Played(
        clauses="AID-02 MAG-03", procedure="combat", cast=FIGHT,
        asked=(
            (LEADER, "tour", "gontrand"), ("j1", "action", "aide:maelle"),
            (LEADER, "tour", "maelle"), ("j2", "action", "magie"), ("j2", "effet", "autre"),
            ("j2", "decrire", "un mur"), (LEADER, "ampleur", "fort"), ("j2", "test", dice(10)),
            ("j2", "avantage", "autre"), (LEADER, "tour", "fin"),
        ),
        owed=(("maelle", GRANTED),),
    ),
    # ── fights ──
    Played(
        clauses="MUL-01 RIP-03", procedure="combat", cast=CROWD, before=(SECOND,),
        asked=(
            *STRIKES, (LEADER, "presse", "tn"), ("j1", "test", dice(7)),
            (LEADER, "riposte", "coeur"), (LEADER, "tour", "fin"),
        ),
        sheets={"gontrand": {"coeurs": 3}},
    ),
    Played(
        clauses="MUL-02 RIP-06", procedure="combat", cast=CROWD, before=(SECOND,),
        asked=(
            *STRIKES, (LEADER, "presse", "complication"), ("j1", "test", dice(5)),
            (LEADER, "riposte", "aucune"), (LEADER, "tour", "fin"),
        ),
        owed=(("gontrand", ONE),), sheets={"gontrand": {"coeurs": 4}},
    ),
    Played(
        clauses="MUL-01 TOU-01", procedure="combat", cast=CROWD, before=(SECOND,), more="test",
        asked=(
            *STRIKES, (LEADER, "presse", "aucun"), ("j1", "test", dice(6)),
            (LEADER, "tour", "gontrand"), ("j1", "action", "attaque:capitaine"),
            ("j1", "moyen", "Force"),
        ),
    ),
    Played(
        clauses="RIP-06", procedure="combat", cast=FIGHT, more="degres",
        asked=(
            (LEADER, "tour", "deplacement:gontrand"), (LEADER, "au_contact", ("capitaine",)),
            (LEADER, "a_couvert", True),
        ),
    ),
    Played(
        clauses="RIP-05", procedure="combat", cast=FIGHT, more="riposte_de",
        asked=(
            (LEADER, "tour", "deplacement:gontrand"), (LEADER, "au_contact", ()),
            (LEADER, "a_couvert_de", ()),
        ),
    ),
    Played(
        clauses="TOU-01 TOU-02", procedure="combat", cast=FIGHT,
        asked=(
            *STRIKES, ("j1", "test", dice(6)), (LEADER, "tour", "adversaire"),
            (LEADER, "sort_adverse", "depart"),
        ),
        result={"vainqueur": "heros", "debout": 2},
    ),
    Played(
        clauses="COE-03", procedure="combat", cast=FIGHT | {"heros": ["gontrand"]}, before=(DOWN,),
        result={"vainqueur": "adversaires", "debout": 0},
    ),
    Played(
        clauses="COE-04", procedure="combat", cast=FIGHT, before=(DOWN,), more="action",
        asked=(
            (LEADER, "tour", "maelle"), ("j2", "action", "relever:gontrand"),
            (LEADER, "tour", "gontrand"),
        ),
    ),
]  # fmt: skip
