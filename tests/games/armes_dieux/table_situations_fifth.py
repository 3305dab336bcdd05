"""Armes-Dieux at the table, a fifth reading: what is agreed upon at once, who asks luck, a Poignée at
its maximum, a fight that the Meneur's request begins."""

from __future__ import annotations

from tests.table.evening import LEADER
from tests.table.situations_at_table import Played, dice

PLAIN = {"domaine": "Agression", "bonus": [], "ecartes": 0, "additionnel": "jamais"}
TO = ("bastan",)
SMITH = "un forgeron dans ce village"
BOTH = {"participants": ["bastan", "sentinelle"]}
OWED = "armes_dieux.revers"
CARRIES = {"type": "retouche", "qui": "bastan", "champs": {"malus_report": 3}}

AT_TABLE: list[Played] = [
    Played(
        clauses="RES-02 RES-03", procedure="test", params=PLAIN, to=TO,
        asked=(("j1", "poignee", dice(1, 1, 1, 2, 2, 2, 2)),), result={"issue": "echec"}, owed=(),
    ),
    Played(
        clauses="ADD-01 RES-08", procedure="test", params=PLAIN | {"additionnel": "ask"}, to=TO,
        asked=(("j1", "poignee", dice(*[4] * 7)), ("j1", "additionnel", True)),
        result={"issue": "reussite", "qualites": 4, "additionnel": True},
        owed=(("bastan", "un résultat additionnel"),),
    ),
    Played(
        clauses="CHA-01 CHA-05", procedure="chance", to=TO, params={"qui": "player", "question": SMITH},
        asked=(("j1", "chance", dice(3, 3, 3, 4)),), result={"reponse": "oui_condition"},
        owed=(("bastan", SMITH),),
    ),
    Played(
        clauses="CHA-01 CHA-05", procedure="chance", params={"question": SMITH},
        asked=((LEADER, "chance", dice(3, 3, 3, 4)),), result={"reponse": "oui_condition"},
        owed=((None, SMITH),),
    ),
    Played(
        clauses="OPP-05 RES-03 REV-06", procedure="opposition", cast=BOTH,
        params={"participants": [{"poignee": 3, "bonus": [], "ecartes": 0},
                                 {"poignee": 3, "ecartes": 0}]},
        asked=(("j1", "poignee", dice(1, 1, 2)), (LEADER, "poignee", dice(1, 1, 1))),
        result={"gagnant": None, "cause": "tous_rates"},
        owed=(("bastan", OWED), ("sentinelle", OWED)),
    ),
    # ── at 12 dice the Réserve adds nothing: it is not asked for; the Malus come after ──
    Played(
        clauses="MAX-01 MAL-01 REV-04 BON-05", procedure="test", to=TO, before=(CARRIES,),
        params=PLAIN | {"bonus": "ask", "ecartes": "ask", "renfort": 2, "malus": 3},
        asked=(("j1", "bonus", ["aspect", "effort"]), ("j1", "ecarter", 2),
               ("j1", "poignee", dice(6, 6, 6, 2))),
        result={"issue": "exceptionnelle", "qualites": 6},
        owed=(("bastan", "les suites d’un succès remarquable"),),
        sheets={"bastan": {"malus_report": 0}},
    ),
    Played(
        clauses="REN-03", procedure="test", to=TO,
        params=PLAIN | {"renfort_reserve": 2, "reserve_combat": 3},
        asked=(("j1", "poignee", dice(*[3] * 9)),), result={"issue": "reussite_revers"},
        owed=(("bastan", OWED),), sheets={"bastan": {"en_combat": True}},
    ),
]  # fmt: skip
