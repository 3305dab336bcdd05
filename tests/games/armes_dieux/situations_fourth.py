"""Armes-Dieux: situations of a fourth reading: raises in oppositions, majorities, three sides, limits."""

from __future__ import annotations

from typing import Any

from tests.kit.situations import Params

ANA: Params = {"id": "Ana", "poignee": 3, "sr": 6}
CYR: Params = {"id": "Cyr", "poignee": 3, "sr": 6}
GUARD: Params = {"id": "le garde", "poignee": 3, "sr": 6, "acteur": "figurant"}
MISS: list[int] = [1, 2, 2]


def against(foe: Params, **more: Any) -> Params:
    return {"participants": [ANA, GUARD | foe]} | more


def three(*qualities: int) -> list[list[int]]:
    """Three throws of three dice that all reach 6, with these numbers of Qualités."""
    return [[2] * n + [3] * (3 - n) for n in qualities]


SITUATIONS: list[tuple[str, str, Params, list[Any], Params]] = [
    # ── a Figurant who opposes is raised and reduced as for a Test of his own ──
    *(("FIG-02 OPP-01", "opposition", against({flag: True}), [MISS, [2] * 6],
       {"gagnant": "le garde", "qualites": 6, "issue": "exceptionnelle"})
      for flag in ("plusieurs", "avantage", "magique")),
    ("FIG-03 OPP-01", "opposition",
     against({"plusieurs": True, "avantage": True, "magique": True}), [MISS, [2] * 9],
     {"gagnant": "le garde", "qualites": 9}),
    ("FIG-04 OPP-01", "opposition", against({"poignee": 6, "reduction": 3}), [MISS, [2, 2, 2]],
     {"gagnant": "le garde", "qualites": 3}),
    ("FIG-04 OPP-01", "opposition", against({"reduction": 6}), [[2, 2, 2]],
     {"gagnant": "Ana", "qualites": 3}),
    ("FIG-05 MAL-01 OPP-01", "opposition",
     against({"poignee": 12, "plusieurs": True, "malus": 6}), [MISS, [2] * 6], {"qualites": 6}),
    ("FIG-02 CAD-08 REV-04", "opposition",
     against({"poignee": 6, "magique": True, "malus": 3, "malus_report": 3}), [MISS, [2] * 3],
     {"qualites": 3}),
    ("FIG-02 RIS-03", "opposition", against({"avantage": True, "ecartes": 5}), [MISS, [6]],
     {"gagnant": "le garde", "qualites": 6}),
    ("FIG-02 OPP-01", "oppositions",
     against({"plusieurs": True, "sr": 40}, manches=2, gagnees=2),
     [[2] * 3, [1, 1, 2, 2, 2, 2], [2] * 3, [1, 1, 2, 2, 2, 2]],
     {"gagnant": "Ana", "victoires": {"Ana": 2, "le garde": 0}}),
    ("FIG-02 REV-04", "oppositions",
     against({"plusieurs": True, "sr": 40, "revers": "difficulte"}, manches=2, gagnees=2),
     [[2] * 3, [1, 1, 1, 1, 2, 2], [2] * 3, [1, 2, 3]],
     {"gagnant": "Ana", "malus_report": {"Ana": 0, "le garde": 0}}),
    # ── several sides: the best of the others is deducted, a failure has none ──
    *(("OPP-04", "opposition", {"participants": [ANA, CYR, GUARD]}, three(*each), expected)
      for each, expected in (
          ((3, 1, 2), {"gagnant": "Ana", "qualites": 1, "issue": "reussite_revers"}),
          ((0, 3, 0), {"gagnant": "Cyr", "qualites": 3, "issue": "reussite"}),
          ((0, 1, 3), {"gagnant": "le garde", "qualites": 2}),
          ((2, 2, 1), {"gagnant": None, "cause": "egalite"}),
          ((0, 0, 0), {"gagnant": None, "cause": "egalite"}))),
    ("OPP-03 RES-02", "opposition", {"participants": [ANA, CYR]}, [[6, 3, 1], [2, 2, 1]],
     {"gagnant": "Ana", "qualites": 1}),
    ("OPP-02 RES-02", "opposition", {"participants": [ANA, CYR]}, [[3, 3, 3], [2, 2, 1]],
     {"gagnant": "Ana", "qualites": 0, "issue": "reussite_revers"}),
    ("OPP-05 RES-03", "opposition", {"participants": [ANA, CYR]}, [[1, 1, 2], [1, 1, 1]],
     {"cause": "tous_rates", "revers": ["Ana", "Cyr"]}),
    ("OPP-05", "opposition", {"participants": [ANA, CYR]}, [[1, 2, 2], [1, 2, 1]],
     {"cause": "tous_rates", "revers": ["Cyr"]}),
    ("OPP-01 SAN-02", "opposition", {"participants": [ANA | {"sang": 3}, CYR]},
     [[3, 3, 3], [2, 2, 3]], {"gagnant": "Ana", "qualites": 1}),
    ("OPP-01 MAI-01", "opposition", {"participants": [ANA | {"maitrise": True}, CYR]},
     [[6, 6, 1], [2, 2, 2]], {"gagnant": "Ana", "qualites": 1}),
    # ── a majority is more than half of the dice thrown ──
    *(("RES-03", "jet", {"poignee": n, "sr": 60}, [[1] * ones + [3] * (n - ones)], {"issue": issue})
      for n, ones, issue in ((1, 1, "echec_revers"), (2, 1, "echec"), (2, 2, "echec_revers"),
                             (3, 2, "echec_revers"), (4, 2, "echec"), (4, 3, "echec_revers"))),
    ("RES-03 MAL-01", "jet", {"poignee": 0, "sr": 1}, [], {"issue": "echec", "qualites": 0}),
    ("RES-03 RES-04", "jet", {"poignee": 3, "sr": 3}, [[1, 1, 1]], {"issue": "reussite_revers"}),
    ("RES-05 RES-02", "jet", {"poignee": 3, "sr": 13}, [[4, 4, 4]],
     {"issue": "echec", "qualites": 0}),
    ("RES-04", "jet", {"poignee": 3, "sr": 12}, [[4, 4, 4]], {"issue": "reussite", "qualites": 3}),
    # ── risks: nothing of them on a failure, all of them beside the faces ──
    ("RIS-03 RES-02", "jet", {"poignee": 6, "sr": 20, "ecartes": 3}, [[6, 6, 6]],
     {"issue": "echec", "qualites": 0}),
    ("RIS-01", "jet", {"poignee": 4, "sr": 1, "ecartes": 4}, [], {"issue": "echec"}),
    ("RIS-03 RES-08", "jet", {"poignee": 7, "sr": 5, "ecartes": 6}, [[5]],
     {"issue": "exceptionnelle", "qualites": 6}),
    ("RIS-03 SAN-02", "jet", {"poignee": 4, "sr": 3, "sang": 2, "ecartes": 2}, [[1, 3]],
     {"qualites": 4}),
    ("ADD-01 RIS-03", "jet",
     {"poignee": 6, "sr": 5, "ecartes": 5, "additionnel": "sans_baisse"}, [[6]],
     {"qualites": 6, "additionnel": False, "issue": "exceptionnelle"}),
    ("ADD-01 ADD-03", "jet",
     {"poignee": 12, "sr": 5, "ecartes": 8, "additionnel": "sans_baisse"}, [[2, 2, 3, 3]],
     {"qualites": 7, "additionnel": True, "issue": "exceptionnelle"}),
    # ── gathering ──
    ("MAX-01 BON-05", "poignee", {"domaine": 12, "bonus": ["effort"]}, [],
     {"poignee": 12, "perdus": 3, "tension": 1}),
    ("REN-01 REN-03 MAX-01", "poignee",
     {"domaine": 5, "renfort": 4, "renfort_reserve": 3, "reserve_combat": 6}, [],
     {"reunie": 12, "perdus": 0}),
    ("MAL-01 REV-04", "poignee", {"domaine": 12, "malus": 6, "malus_report": 3}, [], {"poignee": 3}),
    # ── luck: the borders of the sum and of the Qualités ──
    *(("CHA-03..06", "chance", {}, [faces], {"reponse": answer})
      for faces, answer in (([6, 3, 1, 1], "non"), ([5, 5, 1, 1], "oui_condition"),
                            ([4, 4, 3, 1], "oui_condition"), ([4, 4, 2, 2], "oui"),
                            ([2, 2, 2, 6], "oui"), ([6, 6, 6, 6], "oui"))),
]  # fmt: skip

RULED: list[tuple[str, str, Params, Params, list[Any], Params]] = [
    ("R-07 FIG-04 OPP-01", "opposition", {"figurant_reduction": "malus"},
     against({"poignee": 12, "plusieurs": True, "reduction": 3}), [MISS, [2] * 9], {"qualites": 9}),
    ("R-07 FIG-04 OPP-01", "opposition", {},
     against({"poignee": 12, "plusieurs": True, "reduction": 3}), [MISS, [2] * 12],
     {"qualites": 12}),
    ("R-02 FIG-04 OPP-01", "opposition", {"poignee_minimum": 1},
     against({"malus": 6, "sr": 2}), [MISS, [2]], {"gagnant": "le garde", "qualites": 1}),
    ("R-26 REV-08", "oppositions", {"echecs_critiques": True},
     {"participants": [ANA | {"revers": "tension"}, GUARD | {"revers": "difficulte"}], "manches": 1},
     [[1, 1, 1], [2, 2, 3]],
     {"gagnant": "le garde", "tension": {"Ana": 0, "le garde": 0},
      "malus_report": {"Ana": 0, "le garde": 3}}),
]  # fmt: skip

REFUSED: list[tuple[str, str, Params, list[Any], str]] = [
    *(("BON-02 FIG-02", "opposition", {"participants": [ANA | {flag: given}, GUARD]}, [],
       f"participants[0].{flag}")
      for flag, given in (("plusieurs", True), ("avantage", True), ("magique", True),
                          ("reduction", 3))),
    ("FIG-04", "opposition", against({"reduction": 4}), [], "participants[1].reduction"),
    ("FIG-04 RIS-01", "opposition", against({"reduction": 3, "ecartes": 1}), [],
     "participants[1].ecartes"),
    ("BON-02 FIG-02", "oppositions", against({"bonus": ["aspect"]}), [], "participants[1].bonus"),
    ("REN-01 FIG-02", "oppositions", against({"renfort": 1}), [], "participants[1].renfort"),
]  # fmt: skip
