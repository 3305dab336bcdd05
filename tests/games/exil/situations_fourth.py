"""Exil, a fifth reading, worked out by hand: Talents, shots, blows, two guns, bodies, lessons."""

from __future__ import annotations

from typing import Any

from tests.games.exil.situations_third import ends, foe, man, tour
from tests.kit.situations import Params

BLOW: Params = {"poff": 8, "pdef": 4, "letalite": 2}
SHOT: Params = {"poff": 10, "letalite": 2}
BROTHERS: Params = {"mode": "duree", "duree": 6}
REVOLVER: Params = {
    "talent": 12, "maniabilite": 0, "letalite": 2, "force": False, "perce_armure": True,
    "a_distance": True,
}  # fmt: skip
NEEDLES: Params = {
    "talent": 12, "maniabilite": 1, "letalite": 1, "force": False, "a_distance": True,
    "enraye_sur_12": True,
}  # fmt: skip
GUNS: Params = {
    "maniabilite": 1, "letalite": 2, "perce_armure": True, "a_distance": True, "force": False,
    "precision": 1, "premiere_arme": REVOLVER, "main_gauche": NEEDLES,
    "tir": {"arme_a_feu": True, "enraye_sur_12": True},
}  # fmt: skip
"""A revolver in the right hand, needles in the left: together a PC of 13 from a Talent of 12."""


def gunner(**more: Any) -> Params:
    return man("Rhys", "x", 12, **{**GUNS, "munitions": 6, "munitions_2": 4, **more})


DUMMY = foe("mur", 0)
SITUATIONS: list[tuple[str, str, Params, list[Any], Params]] = [
    # ── Talents ──
    ("ACT-03 -05", "simple", {"talent": 18, "difficulty": -8, "external": -3}, [[7]],
     {"success": True, "margin": 0, "degree": "reussie_de_justesse"}),
    ("ACT-03 -06", "simple", {"talent": 5, "difficulty": -8}, [[1]],
     {"success": False, "margin": -4, "degree": "echec_consequent"}),
    ("ADV-01 -02", "simple", {"talent": 10, "minimal_margin": 5}, [[7]],
     {"success": True, "complete": False, "margin": 3}),
    ("ADV-03", "simple", {"talent": 10, "minimal_margin": 4}, [[4]],
     {"success": True, "complete": True, "margin": 6}),
    ("ADV-05", "simple", {"talent": 12, "attempt": 3}, [[7]], {"success": False, "margin": -1}),
    ("ADV-05", "successive", {"talent": 11}, [[12], [8]],
     {"success": True, "attempts": 2, "margin": 0}),
    ("OPP-02", "opposition", {"protagonistes": [{"talent": 9, "difficulty": -3},
     {"talent": 6, "difficulty": 3}]}, [[4], [4]],
     {"gagnants": [1], "domination": 3}),
    ("COO-01", "cooperation", BROTHERS | {"participants": [{"talent": 9}, {"talent": 14},
     {"talent": 2}]}, [[14 - 2]], {"success": True, "margin": 2, "duree": "2"}),
    ("COO-02", "cooperation", {"participants": [{"talent": 14, "difficulty": -8},
     {"talent": 15, "difficulty": -8}]}, [[9], [2]], {"success": True, "margin": 2}),
    ("PUR-04", "pure", {"attribut": "nul", "obstacle": "excellent"}, [], {"success": False}),
    # ── shots ──
    ("TIR-10 ARM-06", "shot", {"poff": 10, "range": "extreme", "letalite": 4}, [[1]],
     {"outcome": "plein", "damage": 5 + 4 + 3}),
    ("TIR-10 ARM-06", "shot", {"poff": 10, "range": "extreme", "letalite": 4}, [[2]],
     {"outcome": "rate"}),
    ("TIR-12 -13", "shot", {"poff": 9, "activite": "court"}, [[7]],
     {"outcome": "partiel", "damage": 9 - 3}),
    ("TIR-12", "shot", {"poff": 9, "activite": "court"}, [[6]], {"outcome": "plein"}),
    ("TIR-09 -10", "shot", SHOT | {"range": "bout_portant", "movement": "rapide", "cover": -2},
     [[8]], {"outcome": "plein", "damage": 10 + 2 + 7}),
    ("TIR-09 -10", "shot", SHOT | {"range": "bout_portant", "movement": "rapide", "cover": -2},
     [[9]], {"outcome": "rate"}),
    ("TIR-17", "shot", {"poff": 3, "letalite": 2, "passe": "faille", "protection": 5}, [[3]],
     {"damage": 3 + 2}),
    ("TIR-17", "shot", {"poff": 3, "letalite": 2, "passe": "faille"}, [[3]],
     {"damage": 3 + 2 + 1}),
    ("ARM-11 PRO-02", "shot", {"poff": 7, "letalite": 2, "perce_armure": True, "protection": 5},
     [[7]], {"damage": 7 + 2 + 5 - 2}),
    ("TIR-11 -13", "shot", {"poff": 10, "aware": True, "pdef": 6}, [[6]],
     {"outcome": "partiel", "damage": 10 - 6}),
    ("TIR-08 -12", "shot", {"poff": 6, "aim": 3, "aware": True, "pdef": 6, "letalite": 5}, [[3]],
     {"outcome": "plein", "damage": 9 - 6 + 5 + 5}),
    ("OPT-06", "shot", {"poff": 8, "zone": "main", "letalite": 2}, [[3]],
     {"outcome": "plein", "damage": 3 + 2 + 1}),
    ("INC-02 -03", "tir_perdu", {"poff": 13}, [], {"perdu": "aucun"}),
    *(("INC-03", "tir_perdu", {"poff": poff}, [[face]], {"perdu": hit}) for poff, face, hit in (
        (12, 9, "decor"), (10, 11, "ennemi"), (7, 8, "neutre"), (9, 11, "allie"), (5, 7, "ennemi"),
        (2, 1, "decor"), (1, 9, "allie"))),
    # ── blows ──
    ("BON-01 CON-09", "assaut", {"poff": 4, "pdef": 2, "physique": "nul"}, [[4], [3]],
     {"outcome": "touche", "damage": 4 - 2 - 2 + 3}),
    ("CON-08 -10", "assaut", {"poff": 2, "pdef": 9, "letalite": 5, "protection": 4}, [[2], [10]],
     {"outcome": "touche", "damage": 0, "passe": "coup_puissant_1"}),
    ("CON-06", "assaut", {"poff": 8, "pdef": 6, "audace": 3}, [[5], [4]],
     {"outcome": "touche", "damage": 8 - 6 + 5}),
    ("CON-06", "assaut", {"poff": 8, "pdef": 6, "audace": 3}, [[6]], {"outcome": "rate"}),
    ("OPT-06", "assaut", {"poff": 8, "pdef": 3, "zone": "tete"}, [[4], [4]],
     {"outcome": "touche", "damage": 4 - 3 + 3}),
    ("PAS-11", "assaut", BLOW | {"passe": "double_touche"}, [[3], [5], [8], [5]],
     {"damage": (8 - 4 + 2) + (4 - 4 + 2)}),
    ("PAS-11 CON-07", "assaut", BLOW | {"passe": "double_touche"}, [[3], [5], [8], [4]],
     {"damage": 8 - 4 + 2}),
    ("PAS-08", "assaut", BLOW | {"passe": "faille"}, [[3], [5]], {"damage": 8 - 4 + 2 + 3}),
    ("PAS-13", "assaut", BLOW | {"passe": "desarmement", "talent_attaquant": 10,
     "talent_defenseur": 10}, [[3], [5]], {"damage": 0, "desarme": False}),
    ("PAS-14", "assaut", {"poff": 10, "pdef": 4, "passe": "touche_et_desarmement",
     "talent_attaquant": 12, "talent_defenseur": 9}, [[3], [5]],
     {"damage": 10 - 4, "desarme": True}),
    ("CHO-01 -02", "assaut", {"poff": 5, "pdef": 1, "mains_nues": True, "choc": True},
     [[1], [12], [2]], {"outcome": "touche", "damage": 0}),
    # ── bodies ──
    ("CHO-03", "shock", {"valeurs": [3, 4, 7], "physique": "bon"}, [[2], [2], [12]],
     {"conscience": "etourdi"}),
    ("CHU-01 -02", "fall", {"hauteur": "3/2", "surface": "pierre_metal"}, [], {"damage": 5}),
    ("CHU-02", "fall", {"hauteur": 1, "surface": "paille_neige"}, [], {"damage": 0}),
    ("CHU-04", "fall", {"hauteur": 6, "acrobate": 9}, [[4]], {"damage": 12 - 5}),
    ("SAN-06 -07", "health", {"physique": "bon", "pds": 11}, [], {"etat": "grave", "malus": -6}),
    ("SOI-01 -03 -05", "care", {"medecin": 12, "hygiene": "excellente", "aide": True,
     "physique": "moyen", "pds": 4}, [[8]], {"success": True, "margin": 0, "jours": 8}),
    ("SOI-03", "care", {"medecin": 12, "materiel": "inadapte", "hygiene": "deplorable",
     "physique": "moyen", "pds": 12}, [[5]], {"success": False, "margin": -1}),
    ("SOI-05", "care", {"medecin": 15, "physique": "nul", "pds": 9}, [[1]], {"jours": 6}),
    ("GUE-03", "natural_healing", {"gravite": "critique", "activite": "repos_surveille",
     "medecin": 7}, [], {"jours_min": "14", "jours_max": "28"}),
    # ── lessons, and what is strange ──
    ("XP-05", "progression", {"niveau": 14, "attribut": "nul", "apprentissage": "facile"}, [],
     {"cout": 28}),
    ("APP-01", "teaching", {"professeur": 13, "eleve": 8, "orateur": 8, "mental": "excellent",
     "apprentissage": "difficile"}, [[11]],
     {"eligible": True, "success": True, "margin": 0, "apprentissage": "modere"}),
    ("APP-01", "teaching", {"professeur": 13, "eleve": 9, "orateur": 8, "mental": "excellent",
     "apprentissage": "difficile"}, [], {"eligible": False}),
    ("APP-04", "book", {"lettre": 9, "difficulty": -2, "apprentissage": "facile"}, [[7]],
     {"success": True, "apprentissage": "facile"}),
    ("DET-03 -08", "detachment", {"points": 0}, [[1]], {"outcome": "trouble", "points": 1}),
    ("DET-09", "detachment", {"points": 12}, [[12]], {"outcome": "impassible", "points": 11}),
    ("DET-12", "detachment_absence", {"points": 6, "mois": 5}, [], {"points": 5}),
    # ── two guns in a mêlée: the one that fires counts ──
    ("OPT-04 ARM-15", "melee", tour(gunner(), DUMMY), [[12], [1]],
     ends({"munitions": 5, "incident": "enrayee"}, {"pds": 20 - (13 + 2 + 7)})),
    ("OPT-04 INC-07", "melee", tour(gunner(incident="enrayee"), DUMMY), [[12], [1]],
     ends({"munitions": 5, "incident": "enrayee"}, {"pds": 20 - (12 + 2 + 7)})),
    ("OPT-04 INC-07", "melee", tour(gunner(incident="enrayee"), foe("mur", 0, protection=4)),
     [[12 - 1], [1]],
     ends({"munitions": 5}, {"pds": 20 - (12 + 2 - 2 + 7)})),
    ("OPT-04 ARM-12", "melee", tour(gunner(munitions=0), foe("mur", 0, protection=4)),
     [[11], [1]],
     ends({"munitions": 0}, {"pds": 20 - (13 + 1 - 4 + 7)})),
    ("OPT-04 ARM-15", "melee", tour(gunner(munitions_2=0), DUMMY), [[12], [1]],
     ends({"munitions": 5, "incident": "rien"}, {"pds": 20 - (12 + 2 + 7)})),
]  # fmt: skip

REFUSED: list[tuple[str, str, Params, list[Any], str]] = [
    ("ARM-13", "rafale", {"arme": "mitraillette", "tireur": 7, "poff": 5, "cibles": [{}, {}]}, [],
     "cibles"),
    ("PAS-02", "assaut", BLOW | {"passe": "coup_puissant_7"}, [], "passe"),
    ("OPT-06", "shot", {"poff": 5, "zone": "bras", "zone_modifier": -1}, [], "zone_modifier"),
]  # fmt: skip

ASKED: list[tuple[str, str, Params, list[Any], tuple[str, str]]] = [
    ("INC-01 ARM-13", "rafale", {"arme": "mitraillette", "tireur": 8, "poff": 5,
     "cibles": [{}, {}], "tirs_perdus": "ask"}, [[9]], ("gm", "tirs_perdus")),
    ("CBT-15", "melee", tour(man("Ana", "x", 5), foe("mur", 0)) | {"fin": "ask", "max_turns": 3},
     [[12]], ("gm", "suite_du_combat")),
    ("CBT-15", "duel", {"a": {"talent": 7}, "b": {"talent": 5}, "fin": "ask"}, [[12], [12]],
     ("gm", "suite_du_combat")),
]  # fmt: skip
