"""Armes-Dieux at the table: who decides, to whom a consequence goes, which fact of a sheet counts."""

from __future__ import annotations

from typing import Any

from tests.table.evening import LEADER
from tests.table.situations_at_table import Played, dice

TENSE = {"type": "retouche", "qui": "bastan", "champs": {"malus_report": 3}}
BARE = {
    "type": "retouche",
    "qui": "bastan",
    "champs": {"equipement": {"hache": "perdu", "cotte de cuir": "perdu"}},
}
BOTH_FIGHT = {"type": "retouche", "qui": "oriane", "champs": {"en_combat": True}}
IN_FIGHT = {"type": "retouche", "qui": "bastan", "champs": {"en_combat": True}}
WEIGHED = {"type": "retouche", "qui": "sentinelle", "champs": {"malus_report": 3}}
REMARKABLE = "les suites d’un succès remarquable"
TO = ("bastan",)
PLAIN: dict[str, Any] = {"domaine": "Agression", "bonus": [], "ecartes": 0, "additionnel": "jamais"}


def opposed(*more: dict[str, Any]) -> dict[str, Any]:
    still = {"bonus": [], "ecartes": 0, "renfort_reserve": 0}
    return {"participants": [still | each for each in more], "additionnel": "jamais"}


FORCE: dict[str, Any] = {"nom": "forcer", "domaine": "Agression", "malus": 3}
SERIES: dict[str, Any] = {
    "participants": [{"poignee": "Agression", "ecartes": 0, "bonus": []}, {"ecartes": 0}],
    "manches": 2, "gagnees": 2, "additionnel": "jamais",
}  # fmt: skip
NARROW = (
    ("j1", "poignee", dice(6, 6, 5, 1, 1, 1, 1)), (LEADER, "poignee", dice(2, 2, 2, 1, 1, 1)),
)  # fmt: skip

AT_TABLE: list[Played] = [
    # ── the Poignée and the roll ──
    Played(
        clauses="CAD-02 RES-02", procedure="test", params=PLAIN, to=TO,
        asked=(("j1", "poignee", dice(1, 1, 1, 2, 2, 2, 2)),),
        result={"issue": "echec"},
    ),
    Played(
        clauses="RES-03 REV-06", procedure="test", params=PLAIN, to=TO,
        asked=(("j1", "poignee", dice(1, 1, 1, 1, 2, 2, 2)),),
        result={"issue": "echec_revers"},
        owed=(("bastan", "armes_dieux.revers"),),
    ),
    Played(
        clauses="RES-06 REV-06", procedure="test", params=PLAIN, to=TO,
        asked=(("j1", "poignee", dice(5, 5, 5, 1, 1, 2, 2)),),
        result={"issue": "reussite_revers", "qualites": 2},
        owed=(("bastan", "armes_dieux.revers"),),
    ),
    Played(
        clauses="RES-07", procedure="test", params=PLAIN, to=TO,
        asked=(("j1", "poignee", dice(5, 5, 5, 1, 2, 2, 2)),),
        result={"issue": "reussite", "qualites": 3},
    ),
    Played(
        clauses="RES-08", procedure="test", params=PLAIN, to=TO,
        asked=(("j1", "poignee", dice(4, 4, 2, 2, 2, 2, 1)),),
        result={"issue": "exceptionnelle", "qualites": 6}, owed=(("bastan", REMARKABLE),),
    ),
    Played(
        clauses="BON-05", procedure="test",
        params=PLAIN | {"bonus": "ask"}, to=TO,
        asked=(("j1", "bonus", ["effort"]), ("j1", "poignee", dice(*[5] * 10))),
        result={"issue": "reussite_revers"},
        owed=(("bastan", "armes_dieux.revers"),), sheets={"bastan": {"tension": 2}},
    ),
    Played(
        clauses="BON-03", procedure="test",
        params=PLAIN | {"bonus": "ask", "bonus_disponibles": ["aspect"]}, to=TO,
        asked=(("j1", "bonus", ["aspect"]), ("j1", "poignee", dice(*[4] * 10))),
        result={"qualites": 10}, owed=(("bastan", REMARKABLE),), sheets={"bastan": {"tension": 1}},
    ),
    Played(
        clauses="REN-03", procedure="test", params=PLAIN, to=TO, before=(IN_FIGHT,),
        asked=(("j1", "renfort_reserve", 3), ("j1", "poignee", dice(*[3] * 10))),
        result={"issue": "reussite_revers"}, owed=(("bastan", "armes_dieux.revers"),),
        sheets={"bastan": {"reserve_combat": 2}},
    ),
    Played(
        clauses="REN-03", procedure="test", params=PLAIN, to=TO,
        asked=(("j1", "poignee", dice(*[4] * 7)),), owed=(("bastan", REMARKABLE),),
        sheets={"bastan": {"reserve_combat": 5}},
    ),
    Played(
        clauses="REV-04", procedure="test", params=PLAIN, to=TO, before=(TENSE,),
        asked=(("j1", "poignee", dice(4, 4, 4, 4)),), result={"issue": "reussite"},
        sheets={"bastan": {"malus_report": 0}},
    ),
    Played(
        clauses="CAD-03 REV-04", procedure="test", params=PLAIN | {"malus": 3}, to=TO,
        before=(TENSE,), asked=(("j1", "poignee", dice(6)),), result={"issue": "echec"},
        sheets={"bastan": {"malus_report": 0}},
    ),
    Played(
        clauses="REV-04 RES-01", procedure="jet",
        params={"poignee": "Agression", "ecartes": 0, "additionnel": "jamais"}, to=TO,
        before=(TENSE,), asked=(("j1", "poignee", dice(4, 4, 4, 4)),),
        result={"issue": "reussite", "qualites": 4}, sheets={"bastan": {"malus_report": 0}},
    ),
    Played(
        clauses="RIS-01 RIS-03", procedure="test", params=PLAIN | {"ecartes": "ask"}, to=TO,
        asked=(("j1", "ecarter", 3), ("j1", "poignee", dice(6, 5, 3, 1))),
        result={"issue": "reussite", "qualites": 4},
    ),
    Played(
        clauses="ADD-01 ADD-02", procedure="test", params=PLAIN | {"additionnel": "ask"}, to=TO,
        asked=(("j1", "poignee", dice(4, 4, 2, 2, 2, 2, 1)), ("j1", "additionnel", True)),
        result={"issue": "reussite", "additionnel": True},
        owed=(("bastan", "un résultat additionnel"),),
    ),
    Played(
        clauses="CAD-06", procedure="cadrage", to=TO,
        params={
            "approches": [
                {"nom": "forcer", "domaine": "Agression", "malus": 3, "bonus": []},
                {"nom": "prix", "domaine": "Influence", "bonus": []},
            ],
            "ecartes": 0, "additionnel": "jamais",
        },
        asked=(("j1", "approche", "forcer"), ("j1", "poignee", dice(4, 4, 4, 4))),
        result={"approche": "forcer", "qualites": 4},
    ),
    Played(
        clauses="CAD-06 BON-02 REN-03 BON-05", procedure="cadrage", to=TO, before=(TENSE, IN_FIGHT),
        params={"approches": [FORCE, {"nom": "parler", "domaine": "Influence"}]},
        asked=(
            ("j1", "approche", "parler"), ("j1", "bonus", ["effort"]), ("j1", "renfort_reserve", 4),
            ("j1", "ecarter", 0), ("j1", "poignee", dice(6, 6, 6, 1, 1, 1)), ("j1", "additionnel", True),
        ),
        result={"approche": "parler", "issue": "reussite_revers", "additionnel": True},
        owed=(("bastan", "un résultat additionnel"), ("bastan", "armes_dieux.revers")),
        sheets={"bastan": {"tension": 2, "reserve_combat": 1, "malus_report": 0}},
    ),
    Played(
        clauses="CAD-06 CAD-02 BON-03", procedure="cadrage", to=TO, before=(TENSE,),
        params={"approches": [FORCE | {"bonus_disponibles": ["aspect"]}], "ecartes": 0},
        asked=(("j1", "bonus", ["aspect"]), ("j1", "poignee", dice(1, 1, 1, 2))),
        result={"approche": "forcer", "issue": "echec_revers"},
        owed=(("bastan", "armes_dieux.revers"),), sheets={"bastan": {"tension": 1}},
    ),
    # ── a Figurant ──
    Played(
        clauses="CAD-08 FIG-01", procedure="test_figurant", to=("sentinelle",),
        params={"ecartes": 0, "additionnel": "jamais"},
        asked=((LEADER, "poignee", dice(4, 4, 4, 1, 1, 1)),),
        result={"issue": "reussite", "qualites": 3},
    ),
    Played(
        clauses="FIG-02", procedure="test_figurant", to=("sentinelle",),
        params={"ecartes": 0, "additionnel": "jamais", "plusieurs": True},
        asked=((LEADER, "poignee", dice(*[1] * 9)),),
        result={"issue": "echec_revers"}, owed=(("sentinelle", "armes_dieux.revers"),),
    ),
    Played(
        clauses="FIG-06", procedure="test_figurant", to=("sentinelle",),
        params={"ecartes": 0, "additionnel": "jamais", "estimation": 3},
        asked=((LEADER, "poignee", dice(4, 4, 4)),), result={"issue": "reussite"},
    ),
    Played(
        clauses="REV-04 FIG-05", procedure="test_figurant", to=("sentinelle",),
        params={"ecartes": 0, "additionnel": "jamais"}, before=(WEIGHED,),
        asked=((LEADER, "poignee", dice(4, 4, 4)),), result={"issue": "reussite"},
        sheets={"sentinelle": {"malus_report": 0}},
    ),
    Played(
        clauses="SAN-02", procedure="test_figurant", to=("chienne",),
        params={"ecartes": 0, "additionnel": "jamais"},
        asked=((LEADER, "poignee", dice(*[3] * 7)), (LEADER, "sang", dice(3, 3))),
        result={"issue": "reussite_revers", "qualites": 2},
        owed=(("chienne", "armes_dieux.revers"),),
    ),
    Played(
        clauses="REV-03", procedure="revers", params={"reussite": False}, to=("sentinelle",),
        asked=((LEADER, "revers", "equipement"),),
        owed=(("sentinelle", "un équipement perdu ou abîmé"),),
    ),
    Played(
        clauses="BON-05 REV-04", procedure="poignee", before=(TENSE,), to=TO,
        params={"domaine": "Agression", "bonus": ["effort"]},
        result={"reunie": 10, "poignee": 7}, sheets={"bastan": {"tension": 2, "malus_report": 0}},
    ),
    # ── Revers ──
    Played(
        clauses="REV-02 REV-06", procedure="revers", params={"reussite": False}, to=TO,
        asked=(("j1", "revers", "tension"),), sheets={"bastan": {"tension": 2}},
    ),
    Played(
        clauses="REV-04", procedure="revers", params={"reussite": False}, to=TO,
        asked=(("j1", "revers", "difficulte"),), sheets={"bastan": {"malus_report": 3}},
    ),
    Played(
        clauses="REV-03", procedure="revers", params={"reussite": False}, to=TO,
        asked=(("j1", "revers", "equipement"),),
        sheets={"bastan": {"equipement": {"hache": "endommage"}}},
    ),
    Played(
        clauses="REV-05 REV-07", procedure="revers", params={"reussite": False}, to=TO,
        asked=(("j1", "revers", "complication"),),
        owed=(("bastan", "une complication à convenir"),),
    ),
    Played(
        clauses="REV-01", procedure="revers", params={"reussite": True}, to=TO,
        asked=(("j1", "revers", "partiel"),), result={"tension": 0, "malus_report": 0},
        owed=(("bastan", "ce qui manque au résultat d’une réussite"),),
    ),
    Played(
        clauses="REV-06", procedure="revers", params={"reussite": False}, to=("sentinelle",),
        asked=((LEADER, "revers", "difficulte"),), sheets={"sentinelle": {"malus_report": 3}},
    ),
    Played(
        clauses="REV-08", procedure="revers", params={"reussite": False}, to=TO,
        rulings={"echecs_critiques": True}, result={"revers": "complication"},
        owed=(("bastan", "une complication à convenir"),),
    ),
    Played(
        clauses="REV-08", procedure="test", params=PLAIN, to=TO,
        rulings={"echecs_critiques": True},
        asked=(("j1", "poignee", dice(1, 1, 1, 1, 2, 2, 2)),), result={"issue": "echec_revers"},
        owed=(("bastan", "une complication à convenir"),),
    ),
    Played(
        clauses="REV-08 REV-06", procedure="test", params=PLAIN, to=TO,
        rulings={"echecs_critiques": True},
        asked=(("j1", "poignee", dice(5, 5, 5, 1, 1, 2, 2)),), owed=(("bastan", "armes_dieux.revers"),),
    ),
    Played(
        clauses="REV-08", procedure="test_figurant", to=("sentinelle",),
        params={"ecartes": 0, "additionnel": "jamais"}, rulings={"echecs_critiques": True},
        asked=((LEADER, "poignee", dice(1, 1, 1, 1, 2, 2)),),
        owed=(("sentinelle", "une complication à convenir"),),
    ),
    # ── oppositions ──
    Played(
        clauses="OPP-02 OPP-03", procedure="opposition",
        params=opposed({"poignee": "Agression"}, {}), cast={"participants": ["bastan", "sentinelle"]},
        asked=(
            ("j1", "poignee", dice(4, 4, 4, 4, 1, 1, 1)),
            (LEADER, "poignee", dice(2, 2, 5, 5, 5, 5)),
        ),
        result={"gagnant": "bastan", "qualites": 2, "issue": "reussite_revers"},
        owed=(("bastan", "armes_dieux.revers"),),
    ),
    Played(
        clauses="OPP-02 REV-04", procedure="opposition", before=(TENSE,),
        params=opposed({"poignee": "Agression"}, {}), cast={"participants": ["bastan", "sentinelle"]},
        asked=(
            ("j1", "poignee", dice(1, 1, 1, 2)),
            (LEADER, "poignee", dice(2, 2, 2, 2, 2, 2)),
        ),
        result={"gagnant": "sentinelle", "qualites": 6, "revers": ["bastan"]},
        owed=(
            ("bastan", "armes_dieux.revers"),
            ("sentinelle", REMARKABLE),
        ),
        sheets={"bastan": {"malus_report": 0}},
    ),
    Played(
        clauses="OPP-05", procedure="opposition",
        params=opposed({"poignee": "Influence"}, {"poignee": "Influence"}),
        cast={"participants": ["bastan", "oriane"]},
        asked=(("j1", "poignee", dice(1, 2)), ("j2", "poignee", dice(1, 1, 1, 2, 2, 2))),
        result={"cause": "tous_rates", "gagnant": None, "revers": []},
    ),
    Played(
        clauses="OPP-01 RIS-01", procedure="opposition",
        params=opposed(
            {"poignee": "Agression", "ecartes": "ask"}, {"poignee": "Influence", "ecartes": "ask"}
        ),
        cast={"participants": ["bastan", "oriane"]},
        asked=(
            ("j1", "ecarter", 2), ("j2", "ecarter", 0),
            ("j1", "poignee", dice(5, 5, 5, 1, 1)),
            ("j2", "poignee", dice(2, 3, 3, 3, 3, 3)),
        ),
        result={"gagnant": "bastan", "qualites": 1},
        owed=(("bastan", "armes_dieux.revers"),),
    ),
    Played(
        clauses="REV-06", procedure="oppositions",
        params={
            "participants": [{"poignee": "Agression", "ecartes": 0, "bonus": []}, {"ecartes": 0}],
            "manches": 1, "additionnel": "jamais",
        },
        cast={"participants": ["bastan", "sentinelle"]},
        asked=(
            ("j1", "poignee", dice(1, 1, 1, 1, 2, 2, 2)),
            (LEADER, "poignee", dice(1, 1, 1, 1, 2, 2)),
            ("j1", "revers", "tension"),
            (LEADER, "revers", "difficulte"),
        ),
        result={"gagnant": None},
        sheets={"bastan": {"tension": 2}, "sentinelle": {"malus_report": 3}},
    ),
    Played(
        clauses="REV-03", procedure="oppositions", params=SERIES,
        cast={"participants": ["bastan", "sentinelle"]},
        asked=(*NARROW, ("j1", "revers", "equipement"), *NARROW, ("j1", "revers", "equipement")),
        result={"gagnant": "bastan", "manches": 2},
        sheets={"bastan": {"equipement": {"hache": "perdu", "cotte de cuir": "endommage"}}},
    ),
    Played(
        clauses="REV-04 OPP-01", procedure="oppositions", params=SERIES,
        cast={"participants": ["bastan", "sentinelle"]},
        asked=(
            *NARROW, ("j1", "revers", "difficulte"), ("j1", "poignee", dice(6, 6, 6, 1)),
            (LEADER, "poignee", dice(2, 2, 2, 1, 1, 1)),
        ),
        result={"gagnant": "bastan"}, sheets={"bastan": {"malus_report": 0}},
    ),
    Played(
        clauses="OPP-04", procedure="opposition",
        params=opposed({"poignee": "Agression"}, {"poignee": "Influence"}, {}),
        cast={"participants": ["bastan", "oriane", "sentinelle"]},
        asked=(
            ("j1", "poignee", dice(6, 6, 2, 1, 1, 1, 1)), ("j2", "poignee", dice(2, 2, 2, 5, 5, 5)),
            (LEADER, "poignee", dice(1, 1, 1, 1, 2, 2)),
        ),
        result={"cause": "egalite", "revers": ["sentinelle"]},
        owed=(("sentinelle", "armes_dieux.revers"),),
    ),
    Played(
        clauses="REN-03 BON-05 ADD-01", procedure="opposition", before=(IN_FIGHT, BOTH_FIGHT),
        params={"participants": [
            {"poignee": "Agression", "bonus": [], "ecartes": 0},
            {"poignee": "Agression", "bonus": ["effort"], "ecartes": 0},
        ]},
        cast={"participants": ["bastan", "oriane"]},
        asked=(
            ("j1", "renfort_reserve", 5), ("j2", "renfort_reserve", 2),
            ("j1", "poignee", dice(*[2] * 12)), ("j2", "poignee", dice(*[1] * 8)),
            ("j1", "additionnel", True),
        ),
        result={"gagnant": "bastan", "qualites": 9, "revers": ["oriane"]},
        owed=(
            ("oriane", "armes_dieux.revers"), ("bastan", REMARKABLE),
            ("bastan", "un résultat additionnel"),
        ),
        sheets={"bastan": {"reserve_combat": 0}, "oriane": {"reserve_combat": 0, "tension": 1}},
    ),
    Played(
        clauses="SAN-02 OPP-01", procedure="opposition",
        params=opposed({"poignee": "Agression"}, {}), cast={"participants": ["bastan", "chienne"]},
        asked=(
            ("j1", "poignee", dice(*[2] * 7)), (LEADER, "poignee", dice(*[1] * 7)),
            (LEADER, "sang", dice(3, 3)),
        ),
        result={"gagnant": "bastan", "qualites": 7, "revers": ["chienne"]},
        owed=(("chienne", "armes_dieux.revers"), ("bastan", REMARKABLE)),
    ),
    # ── luck ──
    Played(
        clauses="CHA-03 REV-04", procedure="chance", to=TO, params={"qui": "player"},
        before=(TENSE,), asked=(("j1", "chance", dice(2, 2, 4, 5)),),
        sheets={"bastan": {"malus_report": 3}},
    ),
    Played(
        clauses="CHA-08", procedure="chance", params={"question": "Un forgeron ?"},
        asked=((LEADER, "chance", dice(2, 2, 5, 5)),), result={"reponse": "oui_condition"},
        owed=((None, "Un forgeron ?"),),
    ),
    Played(
        clauses="CHA-01", procedure="chance", params={"question": "Un forgeron ?"},
        asked=((LEADER, "chance", dice(1, 1, 1, 2)),), result={"reponse": "non"},
    ),
    Played(
        clauses="CHA-02 CHA-05", procedure="chance", to=TO,
        params={"question": "Un forgeron ?", "qui": "player"},
        asked=(("j1", "chance", dice(2, 2, 5, 5)),), result={"reponse": "oui_condition"},
        owed=(("bastan", "Un forgeron ?"),),
    ),
    Played(
        clauses="CHA-06", procedure="chance", to=TO, params={"qui": "player"},
        asked=(("j1", "chance", dice(2, 2, 4, 5)),), result={"reponse": "oui"},
    ),
]  # fmt: skip

ALL_LOST = Played(
    clauses="REV-03", procedure="revers", params={"reussite": False}, to=TO, before=(BARE,),
    more="revers",
)  # fmt: skip
"""Nothing is left to lose: that Revers is not offered."""
WEIGHED_DOWN = Played(
    clauses="REV-04", procedure="revers", params={"reussite": False}, to=TO, before=(TENSE,),
    more="revers",
)  # fmt: skip
"""A Malus is carried over already: another one is not offered."""
