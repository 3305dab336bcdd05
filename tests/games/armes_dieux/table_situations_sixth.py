"""Armes-Dieux at the table, a sixth reading: what a request overrides, three at once, a series of Revers,
who decides what luck leaves open."""

from __future__ import annotations

from typing import Any

from tests.games.armes_dieux.table_situations import (
    BOTH_FIGHT,
    IN_FIGHT,
    REMARKABLE,
    TENSE,
    WEIGHED,
    opposed,
)
from tests.table.evening import LEADER
from tests.table.situations_at_table import Played, dice

AGREED = {"ecartes": 0, "additionnel": "jamais"}
PLAIN: dict[str, Any] = {"domaine": "Agression", "bonus": [], **AGREED}
TO = ("bastan",)
GUARD = ("sentinelle",)
BOTH = {"participants": ["bastan", "sentinelle"]}
THREE = {"participants": ["bastan", "oriane", "chienne"]}
OWED = "armes_dieux.revers"
BESIDE = "un résultat additionnel"
GEAR = "un équipement perdu ou abîmé"
TANGLED = "une complication à convenir"
LACKS = "ce qui manque au résultat d’une réussite"
SMITH = "Un forgeron ?"
STILL = {"bonus": [], "ecartes": 0}
CRUSHED = (LEADER, "poignee", dice(1, 1, 1, 1, 2, 2))
MISSES = (LEADER, "poignee", dice(1, 1, 1, 2, 2, 2))
WINS = (LEADER, "poignee", dice(2, 2, 2, 3, 3, 3))
BARE = {"type": "retouche", "qui": "bastan", "champs": {"equipement": {}}}
ONE_LEFT = {
    "type": "retouche", "qui": "bastan",
    "champs": {"equipement": {"hache": "endommage", "cotte de cuir": "perdu"}},
}  # fmt: skip
TIRED = {"type": "retouche", "qui": "bastan", "champs": {"tension": 9}}
EMPTY = {"type": "retouche", "qui": "bastan", "champs": {"reserve_combat": 0, "en_combat": True}}


def series(*more: dict[str, Any], manches: int = 1, gagnees: int = 1) -> dict[str, Any]:
    people = [STILL | each for each in more]
    return {"participants": people, "manches": manches, "gagnees": gagnees, "additionnel": "jamais"}


AT_TABLE: list[Played] = [
    # ── what the sheet lacks, what the request says otherwise ──
    Played(
        clauses="REV-04 CAD-05", procedure="test", to=TO, before=(TENSE,),
        params=PLAIN | {"malus_report": 0}, asked=(("j1", "poignee", dice(4, 4, 4, 1, 1, 1, 1)),),
        result={"issue": "reussite", "qualites": 3}, sheets={"bastan": {"malus_report": 3}},
    ),
    Played(
        clauses="REN-03", procedure="test", to=TO, before=(EMPTY,), params=PLAIN,
        asked=(("j1", "poignee", dice(4, 4, 4, 1, 1, 1, 1)),), result={"issue": "reussite"},
        sheets={"bastan": {"reserve_combat": 0}},
    ),
    Played(
        clauses="BON-05", procedure="test", to=TO, before=(TIRED,),
        params=PLAIN | {"bonus": ["effort", "magique"]},
        asked=(("j1", "poignee", dice(*[3] * 9, 2, 2, 2)),), result={"issue": "reussite"},
        sheets={"bastan": {"tension": 10}},
    ),
    Played(
        clauses="BON-02 CAD-02", procedure="test", to=TO,
        params=PLAIN | {"bonus": "ask", "bonus_disponibles": []},
        asked=(("j1", "poignee", dice(4, 4, 4, 1, 1, 1, 1)),), result={"issue": "reussite"},
    ),
    Played(
        clauses="RES-01", procedure="test", to=TO, params=PLAIN | {"sr": 42},
        asked=(("j1", "poignee", dice(*[6] * 7)),),
        result={"issue": "exceptionnelle", "qualites": 7}, owed=(("bastan", REMARKABLE),),
    ),
    Played(
        clauses="MAL-01 BON-05 REV-04", procedure="test", to=TO, before=(TENSE,),
        params=PLAIN | {"domaine": "Influence", "bonus": ["effort"], "malus": 6},
        result={"issue": "echec"}, sheets={"bastan": {"tension": 2, "malus_report": 0}},
    ),
    Played(
        clauses="REV-04 MAL-01", procedure="poignee_figurant", to=GUARD, before=(WEIGHED,),
        params={"plusieurs": True, "malus": 3}, result={"reunie": 9, "poignee": 3},
        sheets={"sentinelle": {"malus_report": 0}},
    ),
    Played(
        clauses="REN-03 BON-05", procedure="poignee", to=TO, before=(IN_FIGHT,),
        params={"domaine": "Influence"},
        asked=(("j1", "bonus", ["effort", "aspect"]), ("j1", "renfort_reserve", 4)),
        result={"reunie": 12, "poignee": 12, "tension": 1},
        sheets={"bastan": {"tension": 2, "reserve_combat": 1}},
    ),
    # ── a Test whose choices are all made at the table ──
    Played(
        clauses="BON-02 REN-03 RIS-01 ADD-01", procedure="test", to=TO, before=(IN_FIGHT, TENSE),
        params={"domaine": "Agression", "malus": 3},
        asked=(("j1", "bonus", ["magique"]), ("j1", "renfort_reserve", 2), ("j1", "ecarter", 3),
               ("j1", "poignee", dice(6, 6, 6)), ("j1", "additionnel", True)),
        result={"issue": "reussite", "qualites": 3, "additionnel": True}, owed=(("bastan", BESIDE),),
        sheets={"bastan": {"reserve_combat": 3, "malus_report": 0, "tension": 1}},
    ),
    Played(
        clauses="ADD-01 RES-06", procedure="test", to=TO, params=PLAIN | {"additionnel": "ask"},
        asked=(("j1", "poignee", dice(4, 4, 4, 1, 1, 1, 1)), ("j1", "additionnel", True)),
        result={"issue": "reussite_revers", "qualites": 0},
        owed=(("bastan", BESIDE), ("bastan", OWED)),
    ),
    Played(
        clauses="ADD-01 CAD-08 RES-08", procedure="test_figurant", to=GUARD,
        params={"plusieurs": True, "ecartes": 0},
        asked=((LEADER, "poignee", dice(*[2] * 9)), (LEADER, "additionnel", True)),
        result={"issue": "exceptionnelle", "qualites": 6},
        owed=(("sentinelle", REMARKABLE), ("sentinelle", BESIDE)),
    ),
    Played(
        clauses="SAN-04 FIG-06", procedure="test_figurant", to=("chienne",),
        params={"estimation": 1, **AGREED}, asked=((LEADER, "sang", dice(6)),),
        result={"issue": "echec"},
    ),
    Played(
        clauses="SAN-02 RIS-03 REV-06", procedure="test_figurant", to=("chienne",),
        params={"reduction": 6, "additionnel": "jamais", "sr": 4},
        asked=((LEADER, "ecarter", 1), (LEADER, "sang", dice(1, 3))),
        result={"issue": "reussite", "qualites": 3},
    ),
    # ── Revers: what is left to lose ──
    Played(
        clauses="REV-03", procedure="revers", params={"reussite": True}, to=TO, before=(ONE_LEFT,),
        asked=(("j1", "revers", "equipement"),),
        sheets={"bastan": {"equipement": {"hache": "perdu", "cotte de cuir": "perdu"}}},
    ),
    Played(
        clauses="REV-03", procedure="revers", params={"reussite": False}, to=TO, before=(BARE,),
        asked=(("j1", "revers", "equipement"),), owed=(("bastan", GEAR),),
    ),
    Played(
        clauses="REV-02", procedure="revers", params={"reussite": False}, to=TO, before=(TIRED,),
        asked=(("j1", "revers", "tension"),), result={"tension": 1}, sheets={"bastan": {"tension": 10}},
    ),
    Played(
        clauses="REV-01 CAD-08", procedure="revers", params={"reussite": True}, to=GUARD,
        asked=((LEADER, "revers", "partiel"),), owed=(("sentinelle", LACKS),),
    ),
    Played(
        clauses="REV-03 REV-06", procedure="revers", params={"reussite": False, "equipement": False},
        to=("oriane",), asked=(("j2", "revers", "difficulte"),),
        sheets={"oriane": {"malus_report": 3, "equipement": {"stylet": "intact"}}},
    ),
    Played(
        clauses="REV-08 REV-06", procedure="revers", params={"reussite": True}, to=TO,
        rulings={"echecs_critiques": True}, asked=(("j1", "revers", "partiel"),),
        owed=(("bastan", LACKS),),
    ),
    # ── three at once ──
    Played(
        clauses="OPP-04 SAN-02 RES-07", procedure="opposition", cast=THREE,
        params=opposed({"poignee": "Agression"}, {"poignee": "Influence"}, {}),
        asked=(
            ("j1", "poignee", dice(*[2] * 7)), ("j2", "poignee", dice(2, 2, 2, 2, 3, 3)),
            (LEADER, "poignee", dice(*[1] * 7)), (LEADER, "sang", dice(1, 1)),
        ),
        result={"gagnant": "bastan", "qualites": 3, "issue": "reussite", "revers": ["chienne"]},
        owed=(("chienne", OWED),),
    ),
    Played(
        clauses="OPP-05 RES-03", procedure="opposition", cast=THREE,
        params=opposed({"poignee": "Influence"}, {"poignee": "Agression"}, {}),
        asked=(
            ("j1", "poignee", dice(1, 1)), ("j2", "poignee", dice(1, 1, 6)),
            (LEADER, "poignee", dice(*[1] * 7)), (LEADER, "sang", dice(2, 2)),
        ),
        result={"cause": "tous_rates", "revers": ["bastan", "oriane", "chienne"]},
        owed=(("bastan", OWED), ("oriane", OWED), ("chienne", OWED)),
    ),
    Played(
        clauses="OPP-01 REN-03 BON-05 REV-04", procedure="opposition", cast=THREE,
        before=(IN_FIGHT, BOTH_FIGHT, TENSE),
        params={"participants": [
            {"poignee": "Agression", "bonus": ["effort"], "ecartes": 0},
            {"poignee": "Influence", "bonus": ["effort", "magique"], "ecartes": 0}, {"ecartes": 0}],
            "additionnel": "jamais"},
        asked=(
            ("j1", "renfort_reserve", 2), ("j1", "poignee", dice(*[2] * 9)),
            ("j2", "poignee", dice(*[2] * 3, *[3] * 9)),
            (LEADER, "poignee", dice(*[1] * 4, *[2] * 3)), (LEADER, "sang", dice(2, 2)),
        ),
        result={"gagnant": "bastan", "qualites": 6}, owed=(("bastan", REMARKABLE),),
        sheets={"bastan": {"tension": 2, "reserve_combat": 3, "malus_report": 0},
                "oriane": {"tension": 1, "reserve_combat": 2}},
    ),
    Played(
        clauses="OPP-02 REV-04", procedure="opposition", cast=BOTH, before=(TENSE, WEIGHED),
        params=opposed({"poignee": "Agression"}, {}), rulings={"opposition_egalite": "somme"},
        asked=(("j1", "poignee", dice(4, 4, 4, 3)), (LEADER, "poignee", dice(4, 4, 6))),
        result={"gagnant": "bastan", "qualites": 0, "issue": "reussite_revers"},
        owed=(("bastan", OWED),),
        sheets={"bastan": {"malus_report": 0}, "sentinelle": {"malus_report": 0}},
    ),
    Played(
        clauses="OPP-03 REV-06", procedure="opposition", cast=BOTH,
        params=opposed({"poignee": "Agression"}, {}), rulings={"opposition_palier": "obtenues"},
        asked=(("j1", "poignee", dice(*[4] * 4, 1, 1, 1)), WINS),
        result={"gagnant": "bastan", "qualites": 1, "issue": "reussite"},
    ),
    # ── series: each Revers of each side ──
    Played(
        clauses="REV-03 CAD-08", procedure="oppositions", cast=BOTH,
        params=series({"poignee": "Agression"}, {}),
        asked=(("j1", "poignee", dice(1, 1, 1, 2, 2, 2, 2)), CRUSHED, (LEADER, "revers", "equipement")),
        result={"gagnant": None}, owed=(("sentinelle", GEAR),),
    ),
    Played(
        clauses="REV-03 REV-06", procedure="oppositions", cast=BOTH, before=(BARE,),
        params=series({"poignee": "Agression"}, {}),
        asked=(("j1", "poignee", dice(1, 1, 1, 1, 2, 2, 2)), MISSES, ("j1", "revers", "equipement")),
        result={"gagnant": None}, owed=(("bastan", GEAR),),
    ),
    Played(
        clauses="REV-01 REV-05", procedure="oppositions", cast=BOTH,
        params=series({"poignee": "Agression"}, {}, manches=2, gagnees=2),
        asked=(
            ("j1", "poignee", dice(6, 6, 5, 1, 1, 1, 1)), MISSES, ("j1", "revers", "partiel"),
            ("j1", "poignee", dice(1, 1, 1, 1, 2, 2, 2)), WINS, ("j1", "revers", "complication"),
        ),
        result={"gagnant": None, "victoires": {"bastan": 1, "sentinelle": 1}},
        owed=(("bastan", LACKS), ("bastan", TANGLED)),
    ),
    Played(
        clauses="REV-04", procedure="oppositions", cast=BOTH, before=(TENSE,),
        params=series({"poignee": "Agression"}, {"sr": 60}, manches=2, gagnees=2),
        asked=(
            ("j1", "poignee", dice(1, 1, 1, 2)), MISSES, ("j1", "revers", "difficulte"),
            ("j1", "poignee", dice(1, 1, 1, 2)), MISSES, ("j1", "revers", "difficulte"),
        ),
        result={"gagnant": None, "malus_report": {"bastan": 3, "sentinelle": 0}},
        sheets={"bastan": {"malus_report": 3}},
    ),
    Played(
        clauses="REV-08", procedure="oppositions", cast=BOTH, rulings={"echecs_critiques": True},
        params=series({"poignee": "Agression"}, {}),
        asked=(("j1", "poignee", dice(1, 1, 1, 1, 2, 2, 2)), CRUSHED),
        result={"gagnant": None}, owed=(("bastan", TANGLED), ("sentinelle", TANGLED)),
    ),
    # ── luck: a decision of the player whose question it is, also when the Meneur throws ──
    Played(
        clauses="CHA-01 CHA-08", procedure="chance", to=TO,
        params={"qui": "meneur", "question": SMITH},
        asked=((LEADER, "chance", dice(3, 3, 3, 4)),), result={"reponse": "oui_condition"},
        owed=(("bastan", SMITH),),
    ),
    Played(
        clauses="CHA-05 CHA-08", procedure="chance", to=TO, params={},
        asked=(("j1", "chance", dice(5, 5, 5, 5)),), owed=(("bastan", "la condition d’un Oui"),),
    ),
]  # fmt: skip
