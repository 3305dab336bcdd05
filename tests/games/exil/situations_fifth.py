"""Exil, a sixth reading, worked out by hand: shares, bursts, works done together, ills, lessons."""

from __future__ import annotations

from typing import Any

from tests.games.exil.situations_third import ends, foe, man, tour
from tests.kit.situations import Params

PAIR: Params = {"cibles": [{"pdef": 3}, {"pdef": 1}]}
TRIO: Params = {"cibles": [{"pdef": 0}, {"pdef": 0}, {"pdef": 0}]}
GUNNER: Params = {"arme": "mitraillette", "tireur": 12, "poff": 12, "cibles": [{}, {}, {}]}
STUDY: Params = {
    "participants": [{"talent": 14, "difficulty": -8}, {"talent": 17, "difficulty": -8}],
    "taches": [{"points": 6}],
}  # fmt: skip
"""Rhys and Garmond before the Anciens' machine, at levels 6 and 9."""
BLOW: Params = {"poff": 7, "pdef": 4, "letalite": 1}
FLU: Params = {"physique": "bon", "periode": 12, "incubation": 6}
VENOM: Params = {"physique": "nul", "periode": "1/2", "perte": 2, "assimilation": "1/4"}
HIDDEN = man("Ana", "x", 9, en_melee=False, a_distance=True)
TARGET = man(
    "Bob", "y", 8, "rien", en_melee=False, physique="excellent", politique={"action": "rien"}
)
"""The first shot takes 14 of his 28 PdS: état sérieux, a PC of 5."""

SITUATIONS: list[tuple[str, str, Params, list[Any], Params]] = [
    # ── several adversaries: the Poff is shared before the first roll ──
    ("OPT-01", "attaques_multiples", PAIR | {"poff": 7}, [[4], [3], [4]],
     {"resultats": [{"outcome": "paree", "damage": 1}, {"outcome": "rate"}]}),
    ("OPT-01", "attaques_multiples", TRIO | {"poff": 7}, [[3], [12], [3], [2], [1]],
     {"resultats": [{"outcome": "touche", "damage": 4}, {"outcome": "rate"},
                    {"outcome": "touche", "damage": 3}]}),
    ("OPT-01 OPT-02", "attaques_multiples", PAIR | {"poff": 9, "repartition": "ask"},
     [6, 3, [6], [4], [4]],
     {"resultats": [{"outcome": "touche", "damage": 6}, {"outcome": "rate"}]}),
    ("OPT-01", "attaques_multiples", {"poff": 9, "repartition": "ask",
     "cibles": [{"pdef": 0, "part": 4}, {"pdef": 0}]}, [5, [5], [5], [1]],
     {"resultats": [{"outcome": "rate"}, {"outcome": "touche", "damage": 8}]}),
    ("OPT-06 OPT-01", "attaques_multiples", PAIR | {"poff": 12, "zone": "jambe"},
     [[4], [4], [5]],
     {"resultats": [{"outcome": "touche", "damage": 4}, {"outcome": "rate"}]}),
    # ── bursts: a jam leaves the last targets alone ──
    ("ARM-13", "rafale", GUNNER, [[12]],
     {"resultats": [{"outcome": "plein"}, {"outcome": "non_tire"}, {"outcome": "non_tire"}],
      "enrayee": True}),
    ("ARM-13 TIR-09", "rafale", GUNNER | {"visibility": -3}, [[9], [10], [12]],
     {"resultats": [{"outcome": "plein", "damage": 12 + 6 + 7}, {"outcome": "rate"},
                    {"outcome": "rate"}], "enrayee": True}),
    ("ARM-14 TIR-11", "rafale", {"arme": "mitrailleuse_lourde", "tireur": 2, "poff": 6,
     "cibles": [{"activite": "marche"}, {"activite": "court"}]}, [[5], [4]],
     {"resultats": [{"outcome": "plein", "damage": 6 - 1 + 8 + 3},
                    {"outcome": "partiel", "damage": 6 - 3}]}),
    # ── a work done together ──
    ("COO-03 EXT-02", "extended", STUDY, [[9], [4], [3], [5]],
     {"outcome": "acheve", "periodes": 2}),
    ("COO-03 EXT-07", "extended", STUDY | {"max_periodes": 2}, [[9], [4], [6], [8]],
     {"outcome": "inacheve", "periodes": 2}),
    ("COO-02 EXT-02", "extended", STUDY | {"mode": "duree"}, [[3]],
     {"outcome": "acheve", "periodes": 1}),
    ("COO-02 EXT-06", "extended", STUDY | {"mode": "duree", "abandon": -3}, [[12]],
     {"outcome": "abandon", "periodes": 1}),
    ("COO-01", "extended", STUDY | {"mode": "ask"}, ["duree", [3]], {"outcome": "acheve"}),
    ("EXT-05", "extended", {"taches": [{"talent": 8, "points": 2}, {"talent": 9, "points": 3}]},
     [[7], [7], [6]], {"outcome": "acheve", "periodes": 3}),
    # ── blows ──
    ("CON-06 CON-07", "assaut", BLOW | {"audace": 3}, [[4], [1]],
     {"outcome": "paree", "damage": 3}),
    ("CON-06", "assaut", BLOW | {"audace": 3}, [[4], [2]], {"outcome": "touche"}),
    ("CON-06", "assaut", BLOW | {"audace": 6, "passe": "desequilibre"}, [[1], [1]],
     {"outcome": "touche", "damage": 4}),
    ("PAS-16 PAS-02", "assaut", {"poff": 13, "pdef": 1, "passe": "coup_puissant_1"}, [[12], [2]],
     {"damage": 13, "desarme": False}),
    ("PRO-03 CON-09", "assaut", BLOW | {"protection": 5}, [[7], [4]],
     {"outcome": "paree", "damage": 3}),
    ("ARM-11 PRO-02", "assaut", BLOW | {"protection": 5, "perce_armure": True, "force": False},
     [[7], [5]], {"outcome": "touche", "damage": 7 - 4 + 1 - 2 + 5}),
    ("PAS-07", "assaut", BLOW | {"passe": "bousculade", "defenseur_a_allie": True}, [[7], [5]],
     {"damage": 4, "passe": "bousculade"}),
    # ── shots ──
    ("TIR-08 TIR-10", "shot", {"poff": 8, "aim": 3, "range": "extreme"}, [[1]],
     {"outcome": "plein", "damage": 5 + 3}),
    ("TIR-13 TIR-11", "shot", {"poff": 7, "aware": True, "pdef": 9, "letalite": 4}, [[1]],
     {"outcome": "partiel", "damage": 0}),
    ("TIR-16 TIR-11", "shot", {"poff": 13, "activite": "marche", "passe": "coup_puissant_7"},
     [[12]], {"outcome": "plein", "damage": 13 - 1 + 7}),
    ("INC-05", "incident", {"letalite": -2}, [[11], [1]], {"degats_tireur": 0}),
    # ── a target who has seen the shooter ──
    ("TIR-11 CBT-07", "melee",
     tour(HIDDEN, TARGET, fin="ask") | {"max_turns": 2},
     [[9], "changer", "Bob", "averti", True, "continuer", [5], "finir"],
     ends({}, {"pds": 28 - (9 + 5) - (9 - 5)})),
    ("TIR-12 CBT-07", "melee", tour(HIDDEN, TARGET, fin="ask") | {"max_turns": 2},
     [[9], "continuer", [5], "finir"], ends({}, {"pds": 28 - (9 + 5) - (9 + 5)})),
    # ── a range is between two ──
    ("TIR-07 TIR-10", "melee",
     tour(man("Ana", "x", 9, en_melee=False, a_distance=True, portee="extreme",
              portees_vers=[{"cible": "Cyd", "portee": "bout_portant"}], politique={"cible": ["Cyd"]}),
          foe("Bob", 1, en_melee=False), foe("Cyd", 1, en_melee=False)),
     [[12]], ends({}, {"pds": 20}, {"pds": 20 - (9 + 5)})),
    ("TIR-07", "melee",
     tour(man("Ana", "x", 9, en_melee=False, a_distance=True, politique={"cible": ["Cyd"]}),
          foe("Bob", 1, en_melee=False), foe("Cyd", 1, en_melee=False), fin="ask")
     | {"max_turns": 2},
     [[12], "changer", "Ana", "portee", "Cyd", "longue", "continuer", [6], "finir"],
     ends({"portee": "courte"}, {"pds": 20}, {"pds": 20})),
    # ── the body ──
    ("CHO-01 CHO-03", "shock", {"valeurs": [4], "physique": "excellent"}, [[2]],
     {"conscience": "indemne"}),
    ("CHO-04", "shock", {"valeurs": [7, 7], "echecs": 1}, [[6], [7]], {"conscience": "sonne"}),
    ("CHU-01 CHU-04", "fall", {"hauteur": 3, "surface": "terre", "acrobate": 8, "external": -3},
     [[6]], {"damage": 5}),
    ("ASP-01 ASP-02", "asphyxia", {"secondes": 45, "sportif": 4}, [[4]], {"damage": 3}),
    ("SAN-04", "health", {"physique": "faible", "pds": 7}, [], {"etat": "grave", "malus": -6}),
    ("MAL-03 MAL-04", "disease", FLU | {"malignite": "legere", "perte": 2, "heure": 60}, [],
     {"pds": 18, "etat": "leger", "pertes": 3}),
    ("MAL-03", "disease", FLU | {"malignite": "serieuse", "heure": 5}, [], {"pds": 24, "pertes": 0}),
    ("POI-01 MAL-04", "poison", VENOM | {"malignite": "grave", "heure": 6}, [],
     {"pds": 3, "etat": "grave"}),
    ("POI-01 SAN-05", "poison", VENOM | {"malignite": "mortelle", "heure": 4}, [],
     {"etat": "mort"}),
    ("POI-02 SOI-02", "poison", VENOM | {"malignite": "serieuse", "heure": 6, "secours": True,
     "medecin": 8, "secours_a": "1/8"}, [[5]], {"secouru": True, "pds": 12}),
    ("SOI-02 SOI-03", "care", {"medecin": 18, "physique": "bon", "pds": 2, "hygiene": "excellente",
     "aide": True}, [[12]], {"success": True, "margin": 2, "jours": 8}),
    ("SOI-02", "care", {"medecin": 18, "physique": "bon", "pds": 24, "gravite": "mortelle"}, [[6]],
     {"success": True, "margin": 0, "jours": 0}),
    ("GUE-01 GUE-02", "natural_healing", {"gravite": "leger", "activite": "normale"}, [],
     {"jours_min": "6", "jours_max": "8"}),
    # ── lessons, Détachement ──
    ("APP-03", "teaching", {"professeur": 18, "eleve": 13, "orateur": 9, "mental": "nul",
     "apprentissage": "difficile"}, [[1]],
     {"eligible": True, "success": True, "margin": 0, "apprentissage": "modere"}),
    ("APP-06", "book", {"lettre": 12, "difficulty": -5, "apprentissage": "modere"}, [[8]],
     {"success": False, "margin": -1, "apprentissage": "modere"}),
    ("XP-06 XP-08", "progression", {"niveau": 11, "cible": 14, "attribut": "faible",
     "apprentissage": "facile"}, [], {"cout": 14 + 14 + 23, "scenarios": 3}),
    ("DET-03 DET-06", "detachment", {"points": 11}, [[12]],
     {"outcome": "impassible", "ecart": 1, "points": 10}),
    ("DET-09", "detachment", {"points": 12}, [[1]], {"points": 12}),
    ("ADV-05 ADV-04", "successive", {"talent": 9, "permis": "ask", "insister": "ask"},
     [[12], True, False], {"success": False, "attempts": 1, "margin": -3}),
    ("OPP-09", "opposition", {"protagonistes": [{"talent": 8}] * 6},
     [[9], [12], [8], [6], [2], [5]], {"classement": [[4], [5], [3], [2], [0], [1]]}),
]  # fmt: skip

REFUSED: list[tuple[str, str, Params, list[Any], str]] = [
    ("OPT-01", "attaques_multiples", TRIO | {"poff": 2}, [], "cibles"),
    ("OPT-01", "attaques_multiples", PAIR | {"poff": 9, "repartition": "ask"}, [9], "answers[0]"),
    ("OPT-01 PAS-02", "attaques_multiples", PAIR | {"poff": 6, "passe": "coup_puissant_3"}, [],
     "passe"),
    ("INC-05", "incident", {"arme_a_feu": False}, [], "arme_a_feu"),
    ("COO-01", "extended", STUDY | {"participants": STUDY["participants"][:1]}, [], "participants"),
    ("EXT-05", "extended", STUDY | {"taches": [{"talent": 9, "points": 6}]}, [],
     "taches[0].talent"),
    ("EXT-05", "extended", {"taches": [{"points": 6}]}, [], "taches[0].talent"),
]  # fmt: skip

ASKED: list[tuple[str, str, Params, list[Any], tuple[str, str]]] = [
    ("OPT-01", "attaques_multiples", PAIR | {"poff": 7, "repartition": "ask"}, [],
     ("attaquant", "part")),
    ("COO-01", "extended", STUDY | {"mode": "ask"}, [], ("gm", "mode")),
    ("COO-03", "extended", STUDY, [], ("p1", "talent")),
    ("COO-02", "extended", STUDY | {"mode": "duree"}, [], ("p2", "talent")),
]  # fmt: skip
