"""Armes-Dieux at the table, a second reading: series, the Meneur's numbers, what a win leaves to say."""

from __future__ import annotations

from tests.games.armes_dieux.table_situations import IN_FIGHT, REMARKABLE, TENSE, opposed
from tests.table.evening import LEADER
from tests.table.situations_at_table import Played, dice

BOTH = {"participants": ["bastan", "sentinelle"]}
BESIDE = "un résultat additionnel"
MISSES = (LEADER, "poignee", dice(1, 1, 1, 2, 2, 2))
AGREED = {"ecartes": 0, "additionnel": "jamais"}

AT_TABLE: list[Played] = [
    # ── each opposition of a series is a whole Test ──
    Played(
        clauses="OPP-01 BON-05", procedure="oppositions", cast=BOTH,
        params={"participants": [{"poignee": "Agression", "ecartes": 0}, {"ecartes": 0}],
                "manches": 2, "gagnees": 2, "additionnel": "jamais"},
        asked=(
            ("j1", "bonus", ["effort"]), ("j1", "poignee", dice(*[2] * 3, *[3] * 7)), MISSES,
            ("j1", "bonus", ["aspect"]), ("j1", "poignee", dice(*[2] * 3, *[3] * 7)), MISSES,
        ),
        result={"gagnant": "bastan", "manches": 2, "tension": {"bastan": 1}},
        sheets={"bastan": {"tension": 2}},
    ),
    Played(
        clauses="OPP-01 REN-03", procedure="oppositions", cast=BOTH, before=(IN_FIGHT,),
        params={"participants": [{"poignee": "Agression", "bonus": [], "ecartes": 0}, {"ecartes": 0}],
                "manches": 2, "gagnees": 2, "additionnel": "jamais"},
        asked=(
            ("j1", "renfort_reserve", 3), ("j1", "poignee", dice(*[2] * 3, *[3] * 7)), MISSES,
            ("j1", "renfort_reserve", 2), ("j1", "poignee", dice(*[2] * 3, *[3] * 6)), MISSES,
        ),
        result={"gagnant": "bastan"}, sheets={"bastan": {"reserve_combat": 0}},
    ),
    Played(
        clauses="OPP-01 CAD-03 REV-04", procedure="oppositions", cast=BOTH, before=(TENSE,),
        params={"participants": [
                    {"poignee": "Agression", "bonus": [], "ecartes": 0, "malus": 3},
                    {"ecartes": 0}],
                "manches": 1, "additionnel": "jamais"},
        asked=(("j1", "poignee", dice(6)), MISSES), result={"gagnant": None},
        sheets={"bastan": {"malus_report": 0}},
    ),
    Played(
        clauses="ADD-01 RES-08", procedure="oppositions", cast=BOTH,
        params={"participants": [
                    {"poignee": "Agression", "bonus": ["aspect"], "ecartes": 0}, {"ecartes": 0}],
                "manches": 1},
        asked=(("j1", "poignee", dice(*[2] * 10)), MISSES, ("j1", "additionnel", True)),
        result={"gagnant": "bastan"}, owed=(("bastan", BESIDE), ("bastan", REMARKABLE)),
    ),
    Played(
        clauses="RES-08 REV-06", procedure="oppositions", cast=BOTH,
        params={"participants": [
                    {"poignee": "Agression", "bonus": ["aspect"], "ecartes": 0}, {"ecartes": 0}],
                "manches": 1, "additionnel": "jamais"},
        asked=(
            ("j1", "poignee", dice(*[2] * 10)), (LEADER, "poignee", dice(1, 1, 1, 1, 2, 2)),
            (LEADER, "revers", "complication"),
        ),
        result={"gagnant": "bastan"},
        owed=(("bastan", REMARKABLE), ("sentinelle", "une complication à convenir")),
    ),
    # ── what the Meneur gives by hand ──
    Played(
        clauses="CAD-05 REV-04", procedure="test", to=("bastan",),
        params={"domaine": "Agression", "bonus": [], "malus_report": 3, **AGREED},
        asked=(("j1", "poignee", dice(4, 4, 4, 4)),), result={"issue": "reussite"},
        sheets={"bastan": {"malus_report": 0}},
    ),
    Played(
        clauses="FIG-06 OPP-01", procedure="opposition", cast=BOTH,
        params=opposed({"poignee": "Agression"}, {"poignee": 9}),
        asked=(("j1", "poignee", dice(*[4] * 7)), (LEADER, "poignee", dice(*[1] * 5, *[2] * 4))),
        result={"gagnant": "bastan", "qualites": 3, "issue": "reussite", "revers": []},
    ),
    Played(
        clauses="FIG-04 CAD-10", procedure="test_figurant", to=("sentinelle",),
        params={"reduction": 3, "domaine_nom": "Influence", **AGREED},
        asked=((LEADER, "poignee", dice(4, 4, 4)),), result={"issue": "reussite", "qualites": 3},
    ),
    Played(
        clauses="FIG-02 FIG-03", procedure="test_figurant", to=("sentinelle",),
        params={"plusieurs": True, "avantage": True, "magique": True, "malus": 3, **AGREED},
        asked=((LEADER, "poignee", dice(*[2] * 9)),), result={"qualites": 9},
        owed=(("sentinelle", REMARKABLE),),
    ),
    Played(
        clauses="RIS-01 CAD-08", procedure="test_figurant", to=("sentinelle",),
        params={"additionnel": "jamais"},
        asked=((LEADER, "ecarter", 2), (LEADER, "poignee", dice(4, 4, 4, 3))),
        result={"issue": "reussite", "qualites": 5},
    ),
    Played(
        clauses="REN-01 MAX-01", procedure="test", to=("bastan",),
        params={"domaine": "Agression", "bonus": ["aspect", "avantage"], "renfort": 2, **AGREED},
        asked=(("j1", "poignee", dice(*[3] * 12)),), result={"issue": "reussite_revers"},
        owed=(("bastan", "armes_dieux.revers"),),
    ),
    Played(
        clauses="SAN-04 MAI-01", procedure="test", to=("bastan",),
        params={"domaine": "Agression", "bonus": [], "sang": 2, "maitrise": True, **AGREED},
        asked=(("j1", "poignee", dice(6, 3, 3, 3, 3)), ("j1", "sang", dice(3, 3))),
        result={"issue": "reussite", "qualites": 4},
    ),
    Played(
        clauses="OPP-01 BON-05", procedure="opposition",
        params={"participants": [{"poignee": "Agression", "ecartes": 0},
                                 {"poignee": "Influence", "ecartes": 0}], "additionnel": "jamais"},
        cast={"participants": ["bastan", "oriane"]},
        asked=(
            ("j1", "bonus", ["effort"]), ("j2", "bonus", ["effort", "aspect"]),
            ("j1", "poignee", dice(*[2] * 10)), ("j2", "poignee", dice(*[3] * 12)),
        ),
        result={"gagnant": "bastan", "qualites": 10}, owed=(("bastan", REMARKABLE),),
        sheets={"bastan": {"tension": 2}, "oriane": {"tension": 1}},
    ),
    Played(
        clauses="REV-08 OPP-05", procedure="opposition", cast=BOTH,
        params=opposed({"poignee": "Agression"}, {}), rulings={"echecs_critiques": True},
        asked=(("j1", "poignee", dice(*[1] * 7)), (LEADER, "poignee", dice(*[2] * 6))),
        result={"gagnant": "sentinelle"},
        owed=(("bastan", "une complication à convenir"), ("sentinelle", REMARKABLE)),
    ),
    Played(
        clauses="CHA-01 CHA-04", procedure="chance", to=("bastan",),
        params={"qui": "player", "question": "Un forgeron ?"},
        asked=(("j1", "chance", dice(6, 3, 1, 1)),), result={"reponse": "non"},
    ),
    Played(
        clauses="CHA-01", procedure="chance", to=("bastan",), params={"question": "Un forgeron ?"},
        asked=(("j1", "chance", dice(6, 2, 2, 2)),), result={"reponse": "oui"},
    ),
    Played(
        clauses="CHA-01", procedure="chance", to=("sentinelle",),
        asked=((LEADER, "chance", dice(6, 2, 2, 2)),), result={"reponse": "oui"},
    ),
]  # fmt: skip
