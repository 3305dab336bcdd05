"""Armes-Dieux: situations of a third reading: the tables, borders of the numbers, series, refusals."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from tests.kit.situations import Params

BONUS = ("aspect", "avantage", "effort", "magique")
SIX: Params = {"poignee": 6, "sr": 12}
ANA: Params = {"id": "Ana", "poignee": 3, "sr": 6}
BO: Params = {"id": "Bo", "poignee": 3, "sr": 6}
GUARD: Params = {"id": "le garde", "poignee": 3, "sr": 99, "acteur": "figurant"}
WAYS: Params = {
    "approches": [
        {"nom": "amadouer le légiste", "domaine": 5, "malus": 3, "bonus": ["aspect"]},
        {"nom": "le menacer", "domaine": 4, "renfort": 1},
    ],
    "sr": 10,
}
ARMED: Params = {"en_combat": True, "reserve_combat": 4, "equipement": {"armure": "intact"}}


def series(side: Params, **more: Any) -> Params:
    return {"participants": [ANA | side, GUARD], "manches": 1} | more


SITUATIONS: list[tuple[str, str, Params, list[Any], Params]] = [
    # ── every Bonus, every pair ──
    *(("BON-02", "poignee", {"domaine": 2, "bonus": [each]}, [],
       {"poignee": 5, "tension": int(each == "effort")}) for each in BONUS),
    *(("BON-07", "poignee", {"domaine": 2, "bonus": [*pair]}, [],
       {"poignee": 8, "tension": int("effort" in pair)}) for pair in combinations(BONUS, 2)),
    *(("REN-01", "poignee", {"domaine": 2, "renfort": n}, [], {"poignee": 2 + n})
      for n in (1, 2, 3)),
    *(("MAX-01 MAL-01", "poignee", {"domaine": 10, "bonus": ["aspect"], "malus": n}, [],
       {"reunie": 12, "poignee": 12 - n, "perdus": 1}) for n in (0, 3, 6)),
    # ── T-03: every Valeur, raised, lowered, estimated ──
    *(("FIG-02 FIG-05", "poignee_figurant", {"valeur": n, "avantage": True}, [],
       {"poignee": min(12, n + 3)}) for n in (0, 3, 6, 9, 12)),
    *(("FIG-03", "poignee_figurant", {"valeur": n, "plusieurs": True, "avantage": True}, [],
       {"poignee": min(12, n + 6)}) for n in (0, 3, 6, 9)),
    *(("FIG-04", "poignee_figurant", {"valeur": n, "reduction": 6}, [],
       {"poignee": max(0, n - 6)}) for n in (0, 3, 6, 12)),
    *(("FIG-07", "poignee_figurant", {"estimation": n}, [], {"poignee": n})
      for n in (0, 3, 6, 9, 12)),
    ("FIG-05 CAD-08", "poignee_figurant", {"valeur": 12, "plusieurs": True, "malus": 6}, [],
     {"reunie": 12, "poignee": 6}),
    # ── T-04: the borders of Qualités ──
    *(("RES-06 -07 -08", "jet", SIX, [[2] * n + [3] * (6 - n)], {"issue": issue, "qualites": n})
      for n, issue in ((0, "reussite_revers"), (2, "reussite_revers"), (3, "reussite"),
                       (5, "reussite"), (6, "exceptionnelle"))),
    # ── an absolute majority of 1s ──
    *(("RES-03", "jet", {"poignee": n, "sr": 60}, [[1] * ones + [2] * (n - ones)], {"issue": issue})
      for n, ones, issue in ((5, 3, "echec_revers"), (5, 2, "echec"), (6, 3, "echec"),
                             (6, 4, "echec_revers"), (7, 4, "echec_revers"), (12, 6, "echec"),
                             (12, 7, "echec_revers"))),
    ("RES-03 RIS-02", "jet", {"poignee": 5, "sr": 60, "ecartes": 2}, [[1, 1, 6]],
     {"issue": "echec_revers"}),
    # ── risks, and what is bought ──
    *(("RIS-03", "jet", SIX | {"ecartes": n}, [[5] * (6 - n)], {"qualites": n})
      for n in (1, 2, 3)),
    *(("ADD-01", "jet", SIX | {"additionnel": "toujours"}, [[2] * n + [3] * (6 - n)],
       {"qualites": n - 3, "issue": "reussite_revers" if n < 6 else "reussite"})
      for n in (3, 4, 5, 6)),
    # ── blood and mastery ──
    *(("SAN-02", "jet", SIX | {"sang": n}, [*([[3] * (6 - n)] if n < 6 else []), [3] * n],
       {"qualites": n}) for n in (1, 3, 6)),
    ("MAI-01 SAN-02", "jet", SIX | {"sang": 1, "maitrise": True}, [[6, 6, 4, 3, 3], [5]],
     {"qualites": 6, "issue": "exceptionnelle"}),
    ("SAN-03", "jet", {"poignee": 3, "sr": 12, "sang": 3}, [[1, 1, 6]], {"issue": "echec_revers"}),
    # ── whole Tests ──
    ("CAD-06", "cadrage", WAYS, ["amadouer le légiste", [2, 2, 2, 3, 3]], {"qualites": 3}),
    ("CAD-06 REN-01", "cadrage", WAYS, ["le menacer", [2, 2, 2, 3, 3]], {"qualites": 3}),
    ("CAD-03", "test", {"domaine": 6, "malus": 6, "sr": 1}, [], {"issue": "echec"}),
    # ── luck: the smith ──
    *(("CHA-03..06", "chance", {"question": "Un forgeron ?"}, [faces], {"reponse": answer})
      for faces, answer in (([1, 1, 1, 1], "non"), ([6, 3, 1, 1], "non"), ([3, 3, 3, 3], "oui_condition"),
                            ([6, 2, 3, 1], "oui_condition"), ([6, 2, 2, 2], "oui"),
                            ([6, 6, 6, 6], "oui"), ([6, 6, 2, 1], "oui"))),
    # ── oppositions of more than two ──
    ("OPP-04", "opposition", {"participants": [ANA, BO, GUARD | {"sr": 6}]},
     [[2, 2, 2], [2, 2, 3], [2, 3, 3]], {"gagnant": "Ana", "qualites": 1}),
    ("OPP-04", "opposition", {"participants": [ANA, BO, GUARD]},
     [[2, 2, 2], [1, 1, 2], [2, 2, 2]], {"gagnant": "Ana", "qualites": 3, "issue": "reussite"}),
    ("OPP-05", "opposition", {"participants": [ANA | {"sr": 60}, BO | {"sr": 60}, GUARD]},
     [[2, 2, 2], [1, 1, 1], [1, 1, 2]], {"cause": "tous_rates", "revers": ["Bo", "le garde"]}),
    # ── a series: each opposition is a whole Test ──
    ("OPP-01 BON-02", "oppositions", series({"bonus": ["aspect", "magique"]}),
     [[2] * 3 + [3] * 6, [2, 2, 2]], {"gagnant": "Ana", "tension": {"Ana": 0}}),
    ("OPP-01 BON-05", "oppositions", series({"bonus": ["effort"]}),
     [[2] * 3 + [3] * 3, [2, 2, 2]], {"gagnant": "Ana", "tension": {"Ana": 1}}),
    ("OPP-01 REN-01 CAD-03", "oppositions", series({"renfort": 4, "malus": 3}),
     [[2, 2, 2, 3], [2, 2, 2]], {"gagnant": "Ana"}),
    ("OPP-01 REN-03", "oppositions", series({"reserve_combat": 2, "renfort_reserve": 2}),
     [[2, 2, 2, 3, 3], [2, 2, 2]], {"gagnant": "Ana"}),
    ("OPP-01 MAX-01", "oppositions", series({"poignee": 10, "bonus": ["aspect"], "malus": 6}),
     [[2, 2, 2, 3, 3, 3], [2, 2, 2]], {"gagnant": "Ana"}),
    ("REV-04 RIS-01", "oppositions", series({"poignee": 6, "malus_report": 3, "ecartes": 1}),
     [[5, 4], [2, 2, 2], "complication"], {"gagnant": "Ana", "malus_report": {"Ana": 0}}),
    # ── what is kept ──
    ("REN-03", "personnage",
     {"etat": {"reserve_combat": 2}, "evenements": [{"type": "combat", "en_combat": True}]}, [],
     {"etat": {"en_combat": True, "reserve_combat": 2}}),
    ("REV-03", "personnage",
     {"etat": ARMED, "evenements": [{"type": "revers", "revers": "equipement", "piece": "armure",
                                     "dommage": "endommage"}]},
     [], {"etat": {"equipement": {"armure": "endommage"}}}),
    ("REV-04", "personnage",
     {"evenements": [{"type": "revers", "revers": "difficulte"}] * 2}, [],
     {"etat": {"malus_report": 3}}),
    ("REV-02 BON-05", "personnage",
     {"evenements": [{"type": "effort"}, {"type": "revers", "revers": "tension"}]}, [],
     {"etat": {"tension": 2}}),
]  # fmt: skip

RULED: list[tuple[str, str, Params, Params, list[Any], Params]] = [
    ("R-02", "jet", {"poignee_minimum": 1}, {"poignee": 2, "malus_report": 3, "sr": 4}, [[4]],
     {"issue": "reussite_revers"}),
    ("R-02 OPP-01", "oppositions", {"poignee_minimum": 1}, series({"malus": 6, "sr": 4}),
     [[4], [2, 2, 2], "complication"], {"gagnant": "Ana"}),
    ("R-13", "test", {"additionnel_palier": "total"},
     {"domaine": 3, "sr": 6, "additionnel": "toujours"}, [[2, 2, 2]],
     {"issue": "reussite", "qualites": 0}),
    ("R-15", "opposition", {"opposition_egalite": "somme"}, {"participants": [ANA, BO]},
     [[2, 4, 3], [2, 4, 3]], {"cause": "egalite"}),
    ("R-16", "opposition", {"opposition_palier": "obtenues"},
     {"participants": [ANA | {"poignee": 6}, BO]}, [[2] * 6, [2, 2, 2]],
     {"qualites": 3, "issue": "exceptionnelle"}),
    ("R-26 REV-08", "revers", {"echecs_critiques": True}, {"reussite": False}, [],
     {"revers": "complication"}),
]  # fmt: skip

REFUSED: list[tuple[str, str, Params, list[Any], str]] = [
    ("BON-01", "poignee", {"domaine": 13}, [], "domaine"),
    ("REN-01", "poignee", {"domaine": 2, "renfort": 21}, [], "renfort"),
    ("BON-02", "poignee", {"domaine": 2, "bonus": ["force"]}, [], "bonus[0]"),
    ("FIG-04", "poignee_figurant", {"valeur": 3, "reduction": 2}, [], "reduction"),
    ("FIG-06", "poignee_figurant", {"estimation": 13}, [], "estimation"),
    ("RES-01", "jet", {"poignee": 3, "sr": 0}, [], "sr"),
    ("RES-01", "jet", {"poignee": 3, "sr": 12}, [[1, 2]], "answers[0]"),
    ("RES-01", "jet", {"poignee": 3, "sr": 12}, [[0, 1, 2]], "answers[0]"),
    ("CAD-06", "cadrage", WAYS | {"approches": []}, [], "approches"),
    ("CAD-06", "cadrage", WAYS, ["fuir"], "answers[0]"),
    ("CHA-01", "chance", {"qui": "joueur"}, [], "qui"),
    ("BON-07 OPP-01", "oppositions", series({"bonus": [*BONUS[:3]]}), [], "participants[0].bonus"),
    ("REN-03 OPP-01", "oppositions", series({"renfort_reserve": 1}), [],
     "participants[0].renfort_reserve"),
    ("RIS-01 OPP-01", "oppositions", series({"malus": 3, "ecartes": 1}), [],
     "participants[0].ecartes"),
    ("REN-03", "personnage", {"evenements": [{"type": "combat", "en_combat": False}]}, [],
     "evenements[0].en_combat"),
    ("REV-03", "personnage",
     {"etat": ARMED, "evenements": [{"type": "revers", "revers": "equipement", "piece": "armure"}]},
     [], "evenements[0].dommage"),
]  # fmt: skip

ASKED: list[tuple[str, str, Params, list[Any], tuple[str, str]]] = [
    ("CAD-06 BON-02", "cadrage",
     {"approches": [{"nom": "a", "domaine": 3, "bonus": "ask"}, {"nom": "b", "domaine": 3}], "sr": 9},
     ["a"], ("player", "bonus")),
    ("RIS-01", "test", {"domaine": 3, "sr": 9, "bonus": "ask", "ecartes": "ask"}, [("aspect",)],
     ("player", "ecarter")),
    ("REV-06", "oppositions", {"participants": [ANA | {"sr": 60}, GUARD], "manches": 1},
     [[1, 1, 1], [2, 2, 2]], ("Ana", "revers")),
    ("REV-06 CAD-08", "oppositions", {"participants": [ANA, GUARD], "manches": 1},
     [[2, 2, 2], [1, 1, 1]], ("meneur", "revers")),
    ("ADD-01 OPP-03", "oppositions", {"participants": [ANA, GUARD], "additionnel": "ask"},
     [[2, 2, 2], [1, 1, 2]], ("Ana", "additionnel")),
]  # fmt: skip
