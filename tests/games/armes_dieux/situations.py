"""Armes-Dieux, sentence by sentence: situations of its document, each with what must come out."""

from __future__ import annotations

from typing import Any

from tests.kit.situations import Params

FOUR: Params = {"poignee": 4, "sr": 12}
SIX: Params = {"poignee": 6, "sr": 15}
ANA: Params = {"id": "Ana", "poignee": 3, "sr": 6}
BO: Params = {"id": "Bo", "poignee": 3, "sr": 6}
CY: Params = {"id": "Cy", "poignee": 3, "sr": 6}
BOTH: Params = {"participants": [ANA, BO]}
ALL: Params = {"participants": [ANA, BO, CY]}
WAYS: Params = {
    "approches": [
        {"nom": "Influence", "domaine": 6, "malus": 3},
        {"nom": "Agression", "domaine": 4},
    ],
    "sr": 9,
}
GEAR: Params = {"equipement": {"épée": "intact"}}

SITUATIONS: list[tuple[str, str, Params, list[Any], Params]] = [
    # ── the Poignée ──
    ("BON-01", "poignee", {"domaine": 5}, [], {"reunie": 5, "poignee": 5}),
    ("BON-02", "poignee", {"domaine": 5, "bonus": ["aspect"]}, [], {"poignee": 8, "tension": 0}),
    ("BON-05", "poignee", {"domaine": 5, "bonus": ["effort"]}, [], {"poignee": 8, "tension": 1}),
    ("BON-07", "poignee", {"domaine": 5, "bonus": ["avantage", "magique"]}, [], {"poignee": 11}),
    ("REN-01", "poignee", {"domaine": 5, "renfort": 2}, [], {"poignee": 7}),
    ("REN-03", "poignee", {"domaine": 5, "reserve_combat": 4, "renfort_reserve": 3}, [],
     {"poignee": 8}),
    ("MAX-01", "poignee", {"domaine": 9, "bonus": ["aspect", "avantage"]}, [],
     {"reunie": 12, "poignee": 12, "perdus": 3}),
    ("MAX-01 MAL-01", "poignee", {"domaine": 9, "bonus": ["aspect", "avantage"], "malus": 3}, [],
     {"reunie": 12, "poignee": 9}),
    ("CAD-03", "poignee", {"domaine": 5, "malus": 3}, [], {"poignee": 2}),
    ("CAD-04", "poignee", {"domaine": 8, "malus": 6}, [], {"poignee": 2}),
    ("MAL-01", "poignee", {"domaine": 2, "malus": 3}, [], {"poignee": 0}),
    ("REV-04", "poignee", {"domaine": 8, "malus": 3, "malus_report": 3}, [], {"poignee": 2}),
    ("BON-02", "poignee", {"domaine": 5, "bonus": "ask"}, [("aspect", "effort")],
     {"poignee": 11, "tension": 1}),
    # ── that of a Figurant ──
    ("FIG-01", "poignee_figurant", {"valeur": 6}, [], {"poignee": 6}),
    ("FIG-01", "poignee_figurant", {"valeur": 0}, [], {"poignee": 0}),
    ("FIG-02", "poignee_figurant", {"valeur": 6, "plusieurs": True}, [], {"poignee": 9}),
    ("FIG-03", "poignee_figurant",
     {"valeur": 3, "plusieurs": True, "avantage": True, "magique": True}, [], {"poignee": 9}),
    ("FIG-05", "poignee_figurant", {"valeur": 12, "magique": True}, [], {"poignee": 12}),
    ("FIG-05 MAL-01", "poignee_figurant", {"valeur": 12, "magique": True, "malus": 3}, [],
     {"reunie": 12, "poignee": 9}),
    ("FIG-04", "poignee_figurant", {"valeur": 9, "reduction": 3}, [], {"poignee": 6}),
    ("FIG-04", "poignee_figurant", {"valeur": 3, "reduction": 6}, [], {"poignee": 0}),
    ("FIG-06", "poignee_figurant", {"valeur": 3, "estimation": 9}, [], {"poignee": 9}),
    ("FIG-07 CAD-04", "poignee_figurant", {"estimation": 9, "malus": 6}, [], {"poignee": 3}),
    # ── the roll ──
    ("RES-02", "jet", FOUR, [[2, 2, 3, 4]], {"issue": "echec", "qualites": 0}),
    ("RES-04 -06", "jet", FOUR, [[2, 2, 3, 5]], {"issue": "reussite_revers", "qualites": 2}),
    ("RES-05 -07", "jet", FOUR, [[4, 4, 4, 1]], {"issue": "reussite", "qualites": 3}),
    ("RES-06", "jet", FOUR, [[3, 3, 3, 3]], {"issue": "reussite_revers", "qualites": 0}),
    ("RES-08", "jet", SIX, [[2, 2, 2, 2, 4, 4]], {"issue": "exceptionnelle", "qualites": 6}),
    ("RES-07", "jet", SIX, [[2, 2, 2, 2, 4, 5]], {"issue": "reussite", "qualites": 5}),
    ("RES-03", "jet", FOUR, [[1, 1, 1, 6]], {"issue": "echec_revers"}),
    ("RES-03", "jet", FOUR, [[1, 1, 3, 6]], {"issue": "echec"}),
    ("RES-03", "jet", {"poignee": 3, "sr": 12}, [[1, 1, 6]], {"issue": "echec_revers"}),
    ("RES-03", "jet", {"poignee": 3, "sr": 8}, [[1, 1, 6]],
     {"issue": "reussite_revers", "qualites": 1}),
    ("RES-01", "jet", {"poignee": 0, "sr": 1}, [], {"issue": "echec"}),
    ("REV-04", "jet", {"poignee": 6, "malus_report": 3, "sr": 12}, [[4, 4, 4]],
     {"issue": "reussite", "qualites": 3}),
    ("REV-04 MAL-01", "jet", {"poignee": 2, "malus_report": 3, "sr": 1}, [], {"issue": "echec"}),
    # ── risks ──
    ("RIS-01", "jet", SIX | {"ecartes": 2}, [[4, 4, 4, 3]], {"issue": "reussite", "qualites": 5}),
    ("RIS-02", "jet", SIX | {"ecartes": 3}, [[4, 4, 4]], {"issue": "echec", "qualites": 0}),
    ("RIS-03", "jet", SIX | {"ecartes": 3}, [[5, 5, 5]], {"issue": "reussite", "qualites": 3}),
    ("RIS-01", "jet", SIX | {"ecartes": "ask"}, [3, [6, 6, 6]],
     {"issue": "exceptionnelle", "qualites": 6}),
    ("RIS-01 RES-03", "jet", SIX | {"ecartes": 3}, [[1, 1, 6]], {"issue": "echec_revers"}),
    ("RIS-01", "jet", SIX | {"ecartes": 6}, [], {"issue": "echec", "qualites": 0}),
    # ── an additional result ──
    ("ADD-01", "jet", SIX | {"additionnel": "ask"}, [[2, 2, 2, 2, 4, 4], True],
     {"issue": "reussite", "qualites": 3, "additionnel": True}),
    ("ADD-01", "jet", SIX | {"additionnel": "ask"}, [[2, 2, 2, 2, 4, 4], False],
     {"issue": "exceptionnelle", "qualites": 6, "additionnel": False}),
    ("ADD-01", "jet", FOUR | {"additionnel": "ask"}, [[2, 2, 3, 5]],
     {"qualites": 2, "additionnel": False}),
    ("ADD-03", "jet", {"poignee": 9, "sr": 9, "additionnel": "toujours"}, [[2] * 9],
     {"qualites": 6, "issue": "exceptionnelle", "additionnel": True}),
    # ── Dés de sang and Maîtrise ──
    ("SAN-02", "jet", FOUR | {"sang": 2}, [[3, 3], [3, 3]],
     {"issue": "reussite_revers", "qualites": 2}),
    ("SAN-02", "jet", FOUR | {"sang": 2}, [[4, 3], [4, 3]], {"qualites": 3}),
    ("SAN-03", "jet", FOUR | {"sang": 4}, [[3, 3, 3, 3]], {"issue": "reussite", "qualites": 4}),
    ("SAN-01", "jet", FOUR | {"sang": 4}, [[3, 3, 3, 2]], {"issue": "echec", "qualites": 0}),
    ("MAI-01", "jet", FOUR | {"maitrise": True}, [[6, 6, 1, 1]], {"qualites": 4}),
    ("MAI-01", "jet", FOUR | {"maitrise": True}, [[6, 4, 1, 1]], {"qualites": 3}),
    # ── whole Tests ──
    ("CAD-01", "test", {"domaine": 5, "sr": 12, "malus": 3, "bonus": ["aspect"]},
     [[4, 4, 4, 1, 1]], {"issue": "reussite", "qualites": 3}),
    ("CAD-09", "test_figurant", {"valeur": 3, "sr": 9}, [[4, 4, 1]], {"qualites": 2}),
    ("CAD-06", "cadrage", WAYS, ["Influence", [4, 4, 1]], {"approche": "Influence", "qualites": 2}),
    ("CAD-06", "cadrage", WAYS, ["Agression", [4, 4, 1, 1]],
     {"approche": "Agression", "qualites": 2}),
    # ── Revers ──
    ("REV-01", "revers", {"reussite": True}, ["partiel"], {"tension": 0, "malus_report": 0}),
    ("REV-02", "revers", {"reussite": False}, ["tension"], {"tension": 1}),
    ("REV-04", "revers", {"reussite": False}, ["difficulte"], {"malus_report": 3}),
    ("REV-03", "personnage",
     {"etat": GEAR, "evenements": [
         {"type": "revers", "revers": "equipement", "piece": "épée", "dommage": "perdu"}]},
     [], {"etat": {"equipement": {"épée": "perdu"}}}),
    ("REV-04", "personnage",
     {"etat": {"malus_report": 3}, "evenements": [{"type": "test", "malus_report": 3}]},
     [], {"etat": {"malus_report": 0}}),
    ("BON-05", "personnage", {"etat": {"tension": 1}, "evenements": [{"type": "effort"}]}, [],
     {"etat": {"tension": 2}}),
    ("REN-03", "personnage",
     {"etat": {"en_combat": True, "reserve_combat": 4},
      "evenements": [{"type": "test", "renfort_reserve": 3}]},
     [], {"etat": {"reserve_combat": 1}}),
    # ── oppositions ──
    ("OPP-02 -03", "opposition", BOTH, [[4, 4, 4], [2, 2, 3]],
     {"gagnant": "Ana", "qualites": 1, "issue": "reussite_revers"}),
    ("OPP-02", "opposition", BOTH, [[1, 1, 1], [2, 1, 3]], {"gagnant": "Bo", "qualites": 1}),
    ("OPP-02", "opposition", BOTH, [[4, 4, 1], [2, 2, 3]], {"gagnant": None, "qualites": 0}),
    ("OPP-05", "opposition", BOTH, [[1, 1, 1], [1, 1, 2]], {"gagnant": None}),
    ("OPP-04", "opposition", ALL, [[4, 4, 4], [2, 2, 3], [2, 3, 3]],
     {"gagnant": "Ana", "qualites": 1}),
    ("OPP-04", "opposition", ALL, [[1, 1, 1], [2, 2, 2], [3, 3, 3]],
     {"gagnant": "Bo", "qualites": 3, "issue": "reussite"}),
    ("OPP-01", "opposition", {"participants": [ANA | {"sr": 12}, BO]}, [[4, 4, 3], [2, 3, 3]],
     {"gagnant": "Bo", "qualites": 1}),
    ("OPP-01 BON-01", "opposition",
     {"participants": [ANA | {"bonus": ["aspect"], "malus": 3}, BO]}, [[4, 4, 4], [1, 3, 3]],
     {"gagnant": "Ana", "qualites": 3}),
    # ── luck ──
    ("CHA-03", "chance", {}, [[2, 2, 2, 4]], {"reponse": "non"}),
    ("CHA-04", "chance", {}, [[2, 2, 5, 3]], {"reponse": "oui_condition"}),
    ("CHA-05", "chance", {}, [[2, 2, 4, 4]], {"reponse": "oui"}),
    ("CHA-05", "chance", {}, [[4, 4, 4, 1]], {"reponse": "oui"}),
]  # fmt: skip

RULED: list[tuple[str, str, Params, Params, list[Any], Params]] = [
    ("R-02", "poignee", {"poignee_minimum": 1}, {"domaine": 2, "malus": 6}, [], {"poignee": 1}),
    ("R-07", "poignee_figurant", {"figurant_reduction": "malus"},
     {"valeur": 12, "magique": True, "reduction": 3}, [], {"reunie": 12, "poignee": 9}),
    ("R-13", "jet", {"additionnel_palier": "total"}, SIX | {"additionnel": "toujours"},
     [[2, 2, 2, 2, 4, 4]], {"issue": "exceptionnelle", "qualites": 3}),
    ("R-15", "opposition", {"opposition_egalite": "somme"}, BOTH, [[4, 4, 1], [2, 2, 3]],
     {"gagnant": "Ana", "qualites": 0}),
    ("R-16", "opposition", {"opposition_palier": "obtenues"}, BOTH, [[4, 4, 4], [2, 2, 3]],
     {"gagnant": "Ana", "qualites": 1, "issue": "reussite"}),
    ("R-19", "jet", {"maitrise_sang": "un"}, FOUR | {"sang": 4, "maitrise": True}, [[6, 6, 1, 1]],
     {"qualites": 4}),
    ("R-19", "jet", {}, FOUR | {"sang": 4, "maitrise": True}, [[6, 6, 1, 1]], {"qualites": 6}),
]  # fmt: skip

REFUSED: list[tuple[str, str, Params, list[Any], str]] = [
    ("BON-07", "poignee", {"domaine": 5, "bonus": ["aspect", "aspect"]}, [], "bonus"),
    ("BON-07", "poignee", {"domaine": 5, "bonus": ["aspect", "avantage", "effort"]}, [], "bonus"),
    ("REN-03", "poignee", {"domaine": 5, "renfort_reserve": 1}, [], "renfort_reserve"),
    ("FIG-01", "poignee_figurant", {"valeur": 4}, [], "valeur"),
    ("CAD-03", "poignee", {"domaine": 5, "malus": 2}, [], "malus"),
    ("RIS-01", "test", {"domaine": 3, "sr": 9, "ecartes": 4}, [], "ecartes"),
    ("ADD-03", "jet", FOUR | {"additionnel": "deux"}, [], "additionnel"),
    ("RES-01", "jet", FOUR, [[7, 1, 1, 1]], "answers[0]"),
    ("REV-01", "revers", {"reussite": False, "choix": "partiel"}, [], "choix"),
    ("REN-03", "personnage",
     {"etat": {"reserve_combat": 4}, "evenements": [{"type": "test", "renfort_reserve": 3}]}, [],
     "evenements[0].renfort_reserve"),
    ("REV-03", "personnage",
     {"evenements": [{"type": "revers", "revers": "equipement", "piece": "épée"}]}, [],
     "evenements[0].piece"),
    ("OPP-01", "opposition", {"participants": [ANA]}, [], "participants"),
    ("FIG-02", "opposition",
     {"participants": [ANA, BO | {"acteur": "figurant", "bonus": ["aspect"]}]}, [],
     "participants[1].bonus"),
]  # fmt: skip

ASKED: list[tuple[str, str, Params, list[Any], tuple[str, str]]] = [
    ("BON-02", "poignee", {"domaine": 5, "bonus": "ask"}, [], ("player", "bonus")),
    ("CAD-06", "cadrage", WAYS, [], ("player", "approche")),
    ("RIS-01", "jet", SIX | {"ecartes": "ask"}, [], ("player", "ecarter")),
    ("CAD-08", "test_figurant", {"valeur": 3, "sr": 9, "ecartes": "ask"}, [], ("meneur", "ecarter")),
    ("CAD-08", "test_figurant", {"valeur": 3, "sr": 9}, [], ("meneur", "poignee")),
    ("ADD-01", "jet", SIX | {"additionnel": "ask"}, [[2, 2, 2, 2, 4, 4]], ("player", "additionnel")),
    ("REV-06", "revers", {"reussite": False}, [], ("player", "revers")),
    ("REV-06", "revers", {"reussite": False, "acteur": "figurant"}, [], ("meneur", "revers")),
    ("CHA-01", "chance", {}, [], ("meneur", "chance")),
    ("CHA-02", "chance", {"qui": "player"}, [], ("player", "chance")),
]  # fmt: skip
