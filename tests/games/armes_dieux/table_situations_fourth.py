"""Armes-Dieux at the table, a fourth reading: a raised Figurant, what is owed to whom, what fights open."""

from __future__ import annotations

from tests.games.armes_dieux.table_situations import BOTH_FIGHT, IN_FIGHT, WEIGHED, opposed
from tests.table.evening import LEADER
from tests.table.situations_at_table import Played, dice

BOTH = {"participants": ["bastan", "sentinelle"]}
PAIR = {"participants": ["bastan", "oriane"]}
OWED = "armes_dieux.revers"
PLAIN = {"domaine": "Agression", "bonus": [], "ecartes": 0, "additionnel": "jamais"}

AT_TABLE: list[Played] = [
    # ── the Meneur raises and reduces a Figurant in an opposition ──
    Played(
        clauses="FIG-02 OPP-01", procedure="opposition", cast=BOTH,
        params=opposed({"poignee": "Agression"}, {"plusieurs": True}),
        asked=(("j1", "poignee", dice(*[1] * 6, 2)), (LEADER, "poignee", dice(*[2] * 9))),
        result={"gagnant": "sentinelle", "qualites": 9},
        owed=(("bastan", OWED), ("sentinelle", "les suites d’un succès remarquable")),
    ),
    Played(
        clauses="FIG-03 OPP-01", procedure="opposition", cast=BOTH,
        params=opposed(
            {"poignee": "Agression"}, {"plusieurs": True, "avantage": True, "magique": True}),
        asked=(("j1", "poignee", dice(*[2] * 7)), (LEADER, "poignee", dice(*[2] * 7, *[3] * 5))),
        result={"cause": "egalite", "gagnant": None},
    ),
    Played(
        clauses="FIG-04 REV-04", procedure="opposition", cast=BOTH, before=(WEIGHED,),
        params=opposed({"poignee": "Agression"}, {"reduction": 3}),
        asked=(("j1", "poignee", dice(*[2] * 7)),),
        result={"gagnant": "bastan", "qualites": 7},
        owed=(("bastan", "les suites d’un succès remarquable"),),
        sheets={"sentinelle": {"malus_report": 0}},
    ),
    Played(
        clauses="FIG-02 OPP-01", procedure="oppositions", cast=BOTH,
        params={"participants": [{"poignee": "Agression", "ecartes": 0, "bonus": []},
                                 {"ecartes": 0, "magique": True}],
                "manches": 1, "additionnel": "jamais"},
        asked=(("j1", "poignee", dice(*[1] * 3, *[2] * 4)), (LEADER, "poignee", dice(*[2] * 3, *[5] * 6))),
        result={"gagnant": "sentinelle", "manches": 1},
    ),
    # ── players against each other: each chooses for himself, each bears his own ──
    Played(
        clauses="OPP-01 REV-06", procedure="opposition", cast=PAIR,
        params=opposed({"poignee": "Influence"}, {"poignee": "Influence"}),
        asked=(("j1", "poignee", dice(1, 1)), ("j2", "poignee", dice(2, 2, 3, 3, 3, 3))),
        result={"gagnant": "oriane", "qualites": 2, "revers": ["bastan"]},
        owed=(("bastan", OWED), ("oriane", OWED)),
    ),
    Played(
        clauses="OPP-05", procedure="opposition", cast=PAIR,
        params=opposed({"poignee": "Influence"}, {"poignee": "Agression"}),
        asked=(("j1", "poignee", dice(6, 6)), ("j2", "poignee", dice(2, 2, 2))),
        result={"cause": "tous_rates", "revers": []},
    ),
    Played(
        clauses="REN-03 OPP-01", procedure="opposition", cast=PAIR, before=(IN_FIGHT, BOTH_FIGHT),
        params={"participants": [{"poignee": "Influence", "bonus": [], "ecartes": 0},
                                 {"poignee": "Agression", "bonus": [], "ecartes": 0}],
                "additionnel": "jamais"},
        asked=(
            ("j1", "renfort_reserve", 4), ("j2", "renfort_reserve", 2),
            ("j1", "poignee", dice(4, 4, 4, 4, 3, 3)), ("j2", "poignee", dice(4, 4, 4, 3, 3)),
        ),
        result={"gagnant": "bastan", "qualites": 1}, owed=(("bastan", OWED),),
        sheets={"bastan": {"reserve_combat": 1}, "oriane": {"reserve_combat": 0}},
    ),
    # ── whose choice a setback is ──
    Played(
        clauses="REV-02", procedure="revers", params={"reussite": True}, to=("bastan",),
        asked=(("j1", "revers", "tension"),), result={"revers": "tension", "tension": 1},
        sheets={"bastan": {"tension": 2}},
    ),
    Played(
        clauses="REV-01", procedure="revers", params={"reussite": True}, to=("bastan",),
        asked=(("j1", "revers", "partiel"),), result={"revers": "partiel"},
        owed=(("bastan", "ce qui manque au résultat d’une réussite"),),
    ),
    Played(
        clauses="REV-04 CAD-08", procedure="revers", params={"reussite": False}, to=("sentinelle",),
        asked=((LEADER, "revers", "difficulte"),), result={"malus_report": 3},
        sheets={"sentinelle": {"malus_report": 3}},
    ),
    # ── the score counts; help and powers are the Meneur's numbers ──
    Played(
        clauses="REN-01 MAX-01", procedure="test", params=PLAIN | {"renfort": 7}, to=("bastan",),
        asked=(("j1", "poignee", dice(*[2] * 12)),), result={"issue": "exceptionnelle", "qualites": 12},
        owed=(("bastan", "les suites d’un succès remarquable"),),
    ),
    Played(
        clauses="BON-05 RES-02", procedure="test", params=PLAIN | {"bonus": ["effort"], "malus": 6},
        to=("oriane",), asked=(), result={"issue": "echec"},
        sheets={"oriane": {"tension": 1}},
    ),
    Played(
        clauses="SAN-02 MAI-01", procedure="test",
        params=PLAIN | {"domaine": "Influence", "sang": 2, "maitrise": True}, to=("oriane",),
        asked=(("j2", "poignee", dice(3, 3, 3, 3)), ("j2", "sang", dice(6, 1)),),
        result={"issue": "reussite", "qualites": 3},
    ),
    Played(
        clauses="CHA-01 CHA-05", procedure="chance",
        params={"qui": "player", "question": "Reste-t-il une barque ?"}, to=("oriane",),
        asked=(("j2", "chance", dice(5, 5, 1, 1)),), result={"reponse": "oui_condition"},
        owed=(("oriane", "Reste-t-il une barque ?"),),
    ),
    Played(
        clauses="CHA-01 CHA-04", procedure="chance", params={},
        asked=((LEADER, "chance", dice(1, 1, 1, 1)),), result={"reponse": "non"},
    ),
]  # fmt: skip
