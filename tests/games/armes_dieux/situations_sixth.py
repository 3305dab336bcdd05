"""Armes-Dieux: situations of a sixth reading: edges of the numbers, everything at once, long series."""

from __future__ import annotations

from typing import Any

from tests.kit.situations import Params

RAISED: Params = {"plusieurs": True, "avantage": True, "magique": True}
TWELVE: Params = {"poignee": 12, "sr": 12}
ANA: Params = {"id": "Ana", "poignee": 3, "sr": 6}
CYR: Params = {"id": "Cyr", "poignee": 3, "sr": 6}
GUARD: Params = {"id": "le garde", "poignee": 3, "sr": 6, "acteur": "figurant"}
MISS: list[int] = [1, 2, 2]
CRUSHED: list[int] = [1, 1, 2]
ARMED: Params = {"en_combat": True, "reserve_combat": 2, "malus_report": 3}


def reaching(qualities: int) -> list[int]:
    """Three faces that reach 6 with this number of Qualités."""
    return [2] * qualities + [3] * (3 - qualities)


def sides(*more: Params, **rest: Any) -> Params:
    """Some people of three dice each against 6."""
    people = [{"id": f"n° {n}", "poignee": 3, "sr": 6} | each for n, each in enumerate(more, 1)]
    return {"participants": people} | rest


SITUATIONS: list[tuple[str, str, Params, list[Any], Params]] = [
    # ── the Poignée at its edges ──
    ("BON-01", "poignee", {"domaine": 0}, [], {"reunie": 0, "poignee": 0, "perdus": 0}),
    ("BON-05 MAL-01", "poignee", {"domaine": 0, "bonus": ["effort"], "malus": 3}, [],
     {"reunie": 3, "poignee": 0, "tension": 1}),
    ("REN-01 MAX-01 REV-04", "poignee",
     {"domaine": 12, "renfort": 20, "reserve_combat": 5, "malus": 6, "malus_report": 3}, [],
     {"reunie": 12, "perdus": 20, "poignee": 3}),
    ("REN-03 MAX-01", "poignee", {"domaine": 11, "renfort_reserve": 1, "reserve_combat": 1}, [],
     {"reunie": 12, "perdus": 0}),
    ("BON-02", "poignee", {"domaine": 3, "bonus": "ask", "bonus_disponibles": ["effort"]}, [()],
     {"poignee": 3, "tension": 0}),
    *(("BON-02 REN-03 MAX-01", "poignee",
       {"domaine": 4, "bonus": "ask", "renfort_reserve": "ask", "reserve_combat": 20},
       [bonus, 8 - 3 * len(bonus)],
       {"reunie": 12, "perdus": 0, "tension": int("effort" in bonus)})
      for bonus in ((), ("magique",), ("aspect", "effort"))),
    ("REN-01 REN-03 MAX-01", "poignee",
     {"domaine": 3, "renfort": 9, "renfort_reserve": "ask", "reserve_combat": 4}, [],
     {"reunie": 12, "perdus": 0}),
    # ── a Figurant, all at once ──
    ("FIG-03 FIG-04 FIG-05 REV-04", "poignee_figurant",
     {"valeur": 12, "reduction": 6, "malus": 6, "malus_report": 3} | RAISED, [],
     {"reunie": 12, "poignee": 3}),
    ("FIG-03 FIG-04", "poignee_figurant", {"valeur": 0, "reduction": 3} | RAISED, [],
     {"reunie": 3, "poignee": 3}),
    ("FIG-04", "poignee_figurant", {"valeur": 0, "plusieurs": True, "reduction": 6}, [],
     {"reunie": 0, "poignee": 0}),
    ("FIG-07", "poignee_figurant", {"valeur": 12, "estimation": 0} | RAISED, [], {"poignee": 0}),
    ("FIG-06 REV-04", "poignee_figurant", {"estimation": 12, "malus": 6, "malus_report": 3}, [],
     {"reunie": 12, "poignee": 3}),
    ("FIG-06 CAD-09", "test_figurant", {"estimation": 1, "sr": 2}, [[2]],
     {"issue": "reussite_revers", "qualites": 1}),
    ("FIG-02 RES-08", "test_figurant", {"valeur": 0, "sr": 12} | RAISED, [[2] * 6],
     {"issue": "exceptionnelle", "qualites": 6}),
    ("REV-04 CAD-08 MAL-01", "test_figurant",
     {"valeur": 6, "malus": 3, "malus_report": 3, "sr": 1}, [], {"issue": "echec"}),
    ("SAN-02 CAD-08", "test_figurant", {"valeur": 3, "sang": 2, "sr": 5}, [[3], [1, 1]],
     {"issue": "reussite_revers", "qualites": 2}),
    ("MAI-01 RIS-03 CAD-08", "test_figurant",
     {"valeur": 3, "maitrise": True, "ecartes": 1, "sr": 12}, [[6, 6]],
     {"issue": "reussite", "qualites": 5}),
    ("ADD-01 CAD-08", "test_figurant", {"valeur": 6, "sr": 12, "additionnel": "ask"},
     [[2] * 6, True], {"issue": "reussite", "qualites": 3, "additionnel": True}),
    # ── twelve dice ──
    ("RES-04 RES-06", "jet", TWELVE, [[1] * 12], {"issue": "reussite_revers", "qualites": 0}),
    ("RES-03", "jet", TWELVE | {"sr": 13}, [[1] * 12], {"issue": "echec_revers", "qualites": 0}),
    ("RES-04 RES-08", "jet", TWELVE | {"sr": 72}, [[6] * 12],
     {"issue": "exceptionnelle", "qualites": 12}),
    ("RES-02", "jet", TWELVE | {"sr": 72}, [[6] * 11 + [5]], {"issue": "echec", "qualites": 0}),
    ("MAI-01", "jet", TWELVE | {"maitrise": True}, [[6] * 12], {"qualites": 24}),
    ("MAI-01 SAN-02", "jet", TWELVE | {"maitrise": True, "sang": 12}, [[6] * 12], {"qualites": 24}),
    ("MAI-01 SAN-02", "jet", TWELVE | {"maitrise": True, "sang": 6}, [[5] * 6, [5] * 6],
     {"issue": "exceptionnelle", "qualites": 6}),
    # ── risks to the end ──
    ("RIS-01 RIS-03", "jet", TWELVE | {"ecartes": 11, "sr": 1}, [[1]],
     {"issue": "exceptionnelle", "qualites": 11}),
    ("RIS-02 RES-03", "jet", TWELVE | {"ecartes": 11, "sr": 2}, [[1]],
     {"issue": "echec_revers", "qualites": 0}),
    ("RIS-02 RES-03", "jet", {"poignee": 4, "ecartes": 2, "sr": 12}, [[1, 5]], {"issue": "echec"}),
    ("RIS-01 SAN-04", "jet", {"poignee": 3, "sang": 3, "ecartes": 3, "sr": 1}, [],
     {"issue": "echec", "qualites": 0}),
    ("RIS-03 SAN-04", "jet", {"poignee": 5, "sang": 2, "ecartes": 4, "sr": 1}, [[1]],
     {"issue": "reussite", "qualites": 5}),
    ("SAN-04 REV-04", "jet", {"poignee": 5, "sang": 5, "malus_report": 3, "sr": 2}, [[1, 1]],
     {"issue": "reussite_revers", "qualites": 2}),
    ("ADD-01 RIS-03", "jet", {"poignee": 4, "ecartes": 3, "sr": 5, "additionnel": "toujours"}, [[5]],
     {"issue": "reussite_revers", "qualites": 0, "additionnel": True}),
    *(("ADD-01 RES-08", "jet", TWELVE | {"additionnel": "sans_baisse"}, [[2] * n + [3] * (12 - n)],
       {"issue": "exceptionnelle", "qualites": n - 3 * (n >= 9), "additionnel": n >= 9})
      for n in (6, 8, 9, 12)),
    # ── whole Tests ──
    ("BON-02 MAL-01", "test", {"domaine": 2, "bonus": "ask", "malus": 6, "sr": 4},
     [("aspect", "avantage"), [2, 2]], {"issue": "reussite_revers", "qualites": 2}),
    ("BON-02 RIS-01", "test", {"domaine": 1, "bonus": "ask", "ecartes": 3, "sr": 5},
     [("magique",), [6]], {"issue": "reussite", "qualites": 4}),
    ("CAD-06 REV-04", "cadrage",
     {"approches": [{"nom": "seule", "domaine": 6, "malus_report": 3}], "sr": 6}, [[2, 2, 2]],
     {"approche": "seule", "issue": "reussite", "qualites": 3}),
    ("CAD-06 RIS-01 ADD-01", "cadrage",
     {"approches": [{"nom": "a", "domaine": 9}, {"nom": "b", "domaine": 12, "malus": 6}],
      "sr": 6, "ecartes": "ask", "additionnel": "ask"},
     ["b", 3, [2, 2, 2], True], {"approche": "b", "issue": "reussite", "qualites": 3}),
    # ── many against each other ──
    ("OPP-04", "opposition", sides({}, {}, {}, {}, {"sr": 60}, {"sr": 60}),
     [reaching(1), reaching(3), reaching(0), reaching(2), [2, 2, 2], CRUSHED],
     {"gagnant": "n° 2", "qualites": 1, "issue": "reussite_revers", "revers": ["n° 6"]}),
    ("OPP-05 RES-03", "opposition", sides({}, {}, {}, {}, {}, {}),
     [MISS, CRUSHED, MISS, [1, 1, 1], CRUSHED, MISS],
     {"cause": "tous_rates", "revers": ["n° 2", "n° 4", "n° 5"]}),
    ("OPP-02 OPP-04", "opposition", sides({}, {}, {}), [reaching(1), reaching(2), reaching(2)],
     {"cause": "egalite", "gagnant": None, "issue": "aucune", "qualites": 0}),
    ("OPP-03 RES-07", "opposition", sides({"poignee": 6}, {}), [[2] * 6, reaching(1)],
     {"gagnant": "n° 1", "qualites": 5, "issue": "reussite"}),
    ("OPP-03 RIS-03", "opposition", sides({"poignee": 8, "ecartes": 7, "sr": 1}, {}),
     [[1], reaching(3)], {"gagnant": "n° 1", "qualites": 4, "issue": "reussite"}),
    ("OPP-02 RIS-02 RES-03", "opposition", sides({"poignee": 8, "ecartes": 7, "sr": 2}, {}),
     [[1], reaching(0)], {"gagnant": "n° 2", "qualites": 0, "revers": ["n° 1"]}),
    ("OPP-01 REV-04 CAD-03", "opposition",
     sides({"poignee": 12, "bonus": ["aspect"], "malus": 6, "malus_report": 3}, {"sr": 60}),
     [[2, 2, 2], [2, 2, 2]], {"gagnant": "n° 1", "qualites": 3}),
    *(("ADD-01 OPP-03", "opposition",
       sides({"poignee": 12}, {"sr": 60}, additionnel="sans_baisse"),
       [[2] * n + [3] * (12 - n), [2, 2, 2]],
       {"qualites": n - 3 * (n >= 9), "issue": "exceptionnelle", "additionnel": n >= 9})
      for n in (7, 9)),
    ("OPP-01 SAN-02 MAI-01", "opposition",
     sides({"sang": 3, "maitrise": True}, {"maitrise": True}), [[6, 1, 1], [6, 6, 1]],
     {"cause": "egalite", "gagnant": None}),
    ("OPP-04 FIG-02", "opposition",
     {"participants": [ANA, CYR, GUARD | RAISED, GUARD | {"id": "le chien", "reduction": 3}]},
     [reaching(3), reaching(2), [2] * 5 + [3] * 4],
     {"gagnant": "le garde", "qualites": 2, "issue": "reussite_revers"}),
    # ── series ──
    ("OPP-02", "oppositions", {"participants": [ANA, CYR], "manches": 5, "gagnees": 2},
     [reaching(3), MISS, MISS, reaching(3), MISS, MISS, reaching(3), MISS],
     {"gagnant": "Ana", "manches": 4, "victoires": {"Ana": 2, "Cyr": 1}}),
    ("OPP-02", "oppositions", {"participants": [ANA, CYR], "manches": 1, "gagnees": 2},
     [reaching(3), MISS], {"gagnant": None, "manches": 1, "victoires": {"Ana": 1, "Cyr": 0}}),
    ("OPP-04 REV-06", "oppositions", {"participants": [ANA, CYR, GUARD], "manches": 1},
     [reaching(1), CRUSHED, reaching(3), "tension", "partiel"],
     {"gagnant": "le garde", "tension": {"Ana": 0, "Cyr": 1, "le garde": 0}}),
    ("REV-04", "oppositions",
     {"participants": [ANA | {"poignee": 6, "sr": 99, "revers": "difficulte"}, GUARD | {"sr": 99}],
      "manches": 3},
     [[1] * 6, [2, 2, 2], [1] * 3, [2, 2, 2], [1] * 3, [2, 2, 2]],
     {"gagnant": None, "manches": 3, "malus_report": {"Ana": 3, "le garde": 0}}),
    ("BON-05 REV-02", "oppositions",
     {"participants": [ANA | {"sr": 99, "bonus": ["effort"], "revers": "tension"}, GUARD | {"sr": 99}],
      "manches": 2},
     [[1] * 6, [2, 2, 2], [1] * 6, [2, 2, 2]], {"tension": {"Ana": 4, "le garde": 0}}),
    ("REV-03 REV-06", "oppositions", {"participants": [ANA, GUARD], "manches": 1},
     [CRUSHED, CRUSHED, "equipement", "equipement"],
     {"gagnant": None, "tension": {"Ana": 0, "le garde": 0}, "malus_report": {"Ana": 0, "le garde": 0}}),
    # ── luck: every edge of the sum ──
    *(("CHA-03..06", "chance", {}, [faces], {"reponse": answer})
      for faces, answer in (([2, 2, 2, 5], "non"), ([1, 1, 4, 6], "oui_condition"),
                            ([5, 1, 4, 2], "oui_condition"), ([1, 2, 4, 6], "oui"),
                            ([5, 5, 5, 5], "oui_condition"), ([6, 1, 1, 3], "non"))),
    # ── what is kept ──
    ("REV-04 REN-03", "personnage",
     {"etat": ARMED, "evenements": [{"type": "test", "malus_report": 3, "renfort_reserve": 2}]}, [],
     {"etat": {"malus_report": 0, "reserve_combat": 0, "en_combat": True}}),
    ("REN-03", "personnage",
     {"etat": {"reserve_combat": 1}, "evenements": [
         {"type": "combat", "en_combat": True}, {"type": "test", "renfort_reserve": 1},
         {"type": "combat", "en_combat": False}]}, [],
     {"etat": {"reserve_combat": 0, "en_combat": False}}),
    ("REV-01 REV-05", "personnage",
     {"etat": {"tension": 2}, "evenements": [
         {"type": "revers", "revers": "partiel", "texte": "sans le nom"},
         {"type": "revers", "revers": "complication", "texte": "le guet arrive"}]}, [],
     {"etat": {"tension": 2, "malus_report": 0}}),
]  # fmt: skip

RULED: list[tuple[str, str, Params, Params, list[Any], Params]] = [
    ("R-02", "test", {"poignee_minimum": 1}, {"domaine": 3, "malus": 6, "malus_report": 3, "sr": 2},
     [[2]], {"issue": "reussite_revers", "qualites": 1}),
    ("R-07 FIG-03 FIG-05", "poignee_figurant", {"figurant_reduction": "malus"},
     {"valeur": 12, "reduction": 6, "malus": 6} | RAISED, [], {"reunie": 12, "poignee": 0}),
    ("R-13 R-16", "opposition", {"additionnel_palier": "total", "opposition_palier": "obtenues"},
     sides({"poignee": 6}, {}, additionnel="toujours"), [[2] * 6, reaching(3)],
     {"qualites": 0, "issue": "exceptionnelle", "additionnel": True}),
    ("R-15", "opposition", {"opposition_egalite": "somme"}, sides({}, {}, {}),
     [[2, 4, 3], [2, 6, 3], [6, 1, 1]], {"gagnant": "n° 2", "qualites": 0, "issue": "reussite_revers"}),
    ("R-15", "opposition", {"opposition_egalite": "somme"}, sides({}, {}),
     [MISS, CRUSHED], {"cause": "tous_rates", "revers": ["n° 2"]}),
    ("R-19", "jet", {"maitrise_sang": "un"}, {"poignee": 4, "sang": 2, "maitrise": True, "sr": 6},
     [[6, 6], [6, 6]], {"qualites": 6, "issue": "exceptionnelle"}),
    ("R-26 REV-08", "oppositions", {"echecs_critiques": True},
     {"participants": [ANA, GUARD], "manches": 1}, [CRUSHED, CRUSHED],
     {"gagnant": None, "tension": {"Ana": 0, "le garde": 0}}),
]  # fmt: skip

REFUSED: list[tuple[str, str, Params, list[Any], str]] = [
    ("BON-07", "poignee", {"domaine": 3, "bonus": "ask"}, [("aspect", "effort", "magique")],
     "answers[0]"),
    ("BON-07", "poignee", {"domaine": 3, "bonus_disponibles": ["aspect", "aspect"]}, [],
     "bonus_disponibles"),
    ("REN-03 MAX-01", "poignee",
     {"domaine": 8, "bonus": "ask", "renfort_reserve": "ask", "reserve_combat": 9},
     [("aspect",), 2], "answers[1]"),
    ("REV-04", "poignee", {"domaine": 3, "malus_report": 6}, [], "malus_report"),
    ("CAD-03", "poignee", {"domaine": 3, "malus": 9}, [], "malus"),
    ("FIG-01", "poignee_figurant", {"valeur": -3}, [], "valeur"),
    ("FIG-07", "poignee_figurant", {"estimation": -1}, [], "estimation"),
    ("RES-01", "jet", {"poignee": 3, "sr": 100}, [], "sr"),
    ("SAN-04", "jet", {"poignee": 3, "sr": 9, "sang": 13}, [], "sang"),
    ("RIS-01", "jet", {"poignee": 3, "sr": 9, "ecartes": "ask"}, [4], "answers[0]"),
    ("RIS-01 REV-04", "jet", {"poignee": 5, "malus_report": 3, "ecartes": 3, "sr": 9}, [], "ecartes"),
    ("SAN-01", "jet", {"poignee": 3, "sang": 1, "sr": 9}, [[3, 3, 3]], "answers[0]"),
    ("CAD-06", "cadrage", {"approches": [{"nom": "", "domaine": 3}], "sr": 9}, [], "approches[0].nom"),
    ("CAD-06", "cadrage",
     {"approches": [{"nom": str(n), "domaine": 3} for n in range(9)], "sr": 9}, [], "approches"),
    ("REV-06", "revers", {}, [], "reussite"),
    ("REV-03", "revers", {"reussite": True, "equipement": False, "choix": "equipement"}, [], "choix"),
    ("REV-04", "revers", {"reussite": True, "malus_deja": 3, "choix": "difficulte"}, [], "choix"),
    ("OPP-01", "opposition", sides(*({} for _ in range(7))), [], "participants"),
    ("RES-01 OPP-01", "opposition", {"participants": [ANA, {"id": "Cyr", "poignee": 3}]}, [],
     "participants[1].sr"),
    ("OPP-01", "oppositions", {"participants": [ANA, CYR], "manches": 0}, [], "manches"),
    ("OPP-01", "oppositions", {"participants": [ANA, CYR], "gagnees": 11}, [], "gagnees"),
    ("CHA-02", "chance", {"question": "?" * 2001}, [], "question"),
    ("REV-03", "personnage",
     {"etat": {"equipement": {"arc": "intact"}}, "evenements": [
         {"type": "revers", "revers": "equipement", "piece": "arc", "dommage": "intact"}]}, [],
     "evenements[0].dommage"),
]  # fmt: skip

ASKED: list[tuple[str, str, Params, list[Any], tuple[str, str]]] = [
    ("ADD-01 CAD-08", "opposition", {"participants": [ANA, GUARD], "additionnel": "ask"},
     [MISS, [2, 2, 2]], ("meneur", "additionnel")),
    ("RES-01 OPP-01", "opposition", {"participants": [ANA, GUARD]}, [], ("Ana", "poignee")),
    ("RES-01 CAD-08", "opposition", {"participants": [ANA, GUARD]}, [MISS], ("meneur", "poignee")),
    ("SAN-01 CAD-08", "test_figurant", {"valeur": 3, "sang": 3, "sr": 9}, [], ("meneur", "sang")),
    ("REV-06 RES-06", "oppositions", {"participants": [ANA, GUARD], "manches": 1},
     [reaching(1), MISS], ("Ana", "revers")),
]  # fmt: skip
