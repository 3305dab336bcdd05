"""Exil, sentence by sentence: situations of its document, each with what must come out."""

from __future__ import annotations

from typing import Any

from tests.kit.situations import Params

JARC: Params = {"talent": 14, "difficulty": -5}
STEALTH: Params = {"talent": 10, "minimal_margin": 5}
RACE: Params = {"protagonistes": [{"talent": 8}] * 3}
MACHINE: Params = {"taches": [{"talent": 14, "difficulty": -5, "points": 23}]}
TOGETHER: Params = {
    "participants": [
        {"talent": 12, "difficulty": -8},
        {"talent": 16, "difficulty": -8},
    ]
}
ASSAULT: Params = {"poff": 6, "pdef": 3}
SHOT: Params = {"poff": 10}
HIDDEN: Params = {"poff": 10, "range": "moyenne", "visibility": -2, "aware": True, "pdef": 6}
CARE: Params = {"medecin": 12, "physique": "moyen", "pds": 12}
PLAGUE: Params = {
    "physique": "moyen", "malignite": "mortelle", "incubation": 24, "periode": 24,
}  # fmt: skip

SHARES: Params = {"poff": 4, "cibles": [{"pdef": 2, "part": 2}] * 2}
BURST: Params = {"arme": "mitraillette", "tireur": 9, "poff": 9, "cibles": [{}]}

SITUATIONS: list[tuple[str, str, Params, list[Any], Params]] = [
    # ── one Talent ──
    ("ACT-01", "simple", JARC, [[6]], {"success": True, "margin": 3}),
    ("ACT-01", "simple", JARC, [[9]], {"success": True, "margin": 0}),
    ("ACT-01", "simple", JARC, [[10]], {"success": False, "margin": -1}),
    ("DIF-01", "simple", {"talent": 5, "difficulty": 8}, [[12]], {"success": True, "margin": 1}),
    ("DIF-01", "simple", {"talent": 8, "difficulty": -8}, [[1]], {"success": False, "margin": -1}),
    ("MOD-01", "simple", {"talent": 11, "external": -3}, [[8]], {"success": True, "margin": 0}),
    ("MOD-01", "simple", {"talent": 11, "external": -3}, [[9]], {"success": False}),
    ("MAR-01", "simple", {"talent": 12}, [[2]], {"margin": 10, "degree": "reussite_extraordinaire"}),
    ("MAR-01", "simple", {"talent": 12}, [[5]], {"margin": 7, "degree": "superbe_reussite"}),
    ("MAR-01", "simple", {"talent": 12}, [[8]], {"margin": 4, "degree": "belle_reussite"}),
    ("MAR-01", "simple", {"talent": 12}, [[11]], {"margin": 1, "degree": "reussie"}),
    ("MAR-01", "simple", {"talent": 12}, [[12]], {"margin": 0, "degree": "reussie_de_justesse"}),
    ("MAR-02", "simple", {"talent": 4}, [[7]], {"margin": -3, "degree": "echec_mineur"}),
    ("MAR-02", "simple", {"talent": 4}, [[8]], {"margin": -4, "degree": "echec_consequent"}),
    ("MAR-02", "simple", {"talent": 4}, [[11]], {"margin": -7, "degree": "echec_total"}),
    ("MAR-02", "simple", {"talent": 2}, [[12]], {"margin": -10, "degree": "desastre"}),
    ("MIN-01", "simple", STEALTH, [[7]], {"success": True, "margin": 3, "complete": False}),
    ("MIN-01", "simple", STEALTH | {"minimal_margin": 4}, [[4]], {"margin": 6, "complete": True}),
    ("MIN-01", "simple", STEALTH, [[5]], {"margin": 5, "complete": True}),
    ("TAL-01", "simple", {"talent": 6, "autre_talent": 9}, [9, [9]], {"success": True}),
    ("ACT-07", "simple", {"talent": 8, "external": -3, "autre_talent": 6, "external_autre": 0},
     [6, [6]], {"margin": 0}),
    ("ACT-07", "simple", {"talent": 8, "external": -3, "autre_talent": 6, "external_autre": 0},
     [8, [6]], {"margin": -1}),
    ("SUC-01", "simple", {"talent": 8, "attempt": 2}, [[6]], {"success": False, "margin": -1}),
    ("SUC-01", "simple", {"talent": 8, "attempt": 3}, [[2]], {"success": True, "margin": 0}),
    ("SUC-01", "successive", {"talent": 8}, [[9], [5]], {"success": True, "attempts": 2}),
    ("SUC-01", "successive", {"talent": 8}, [[9], [6], [3]], {"success": False, "attempts": 3}),
    # ── an Attribut alone ──
    ("PUR-01", "pure", {"attribut": "bon", "obstacle": "moyen"}, [], {"success": True}),
    ("PUR-01", "pure", {"attribut": "faible", "obstacle": "moyen"}, [], {"success": False}),
    ("PUR-02", "pure", {"attribut": "moyen", "obstacle": "moyen", "egalite": "ask"}, ["echec"],
     {"success": False}),
    # ── oppositions ──
    ("OPP-01", "opposition", RACE, [[5], [9], [12]],
     {"gagnants": [0], "domination": 3}),
    ("OPP-03", "opposition", RACE, [[5], [2], [8]], {"gagnants": [1], "domination": 3}),
    ("OPP-02", "opposition", RACE, [[9], [12], [10]], {"gagnants": [0]}),
    ("OPP-03", "opposition", RACE, [[5], [5], [8]],
     {"gagnants": [0, 1], "domination": 0}),
    # ── a long work ──
    ("EXT-01", "extended", MACHINE, [[2], [11], [6], [6], [3], [3]],
     {"outcome": "acheve", "periodes": 6}),
    ("EXT-04", "extended", MACHINE | {"abandon": -5}, [[12], [11]],
     {"outcome": "abandon", "periodes": 2}),
    ("COO-02", "cooperation", TOGETHER, [[7], [3]], {"success": True, "margin": 2}),
    ("COO-02", "cooperation", TOGETHER, [[9], [3]], {"success": True, "margin": 0}),
    ("COO-02", "cooperation", TOGETHER, [[10], [3]], {"success": False, "margin": -1}),
    # ── PC and attitude ──
    ("CMB-02", "pc", {"talent": 9, "maniabilite": 3}, [], {"pc": 12, "poff": 6, "pdef": 6}),
    ("CMB-02", "pc", {"talent": 10, "maniabilite": 1}, [], {"pc": 11}),
    ("CMB-02", "pc", {"talent": 9, "maniabilite": 3, "malus": -3}, [], {"pc": 9}),
    ("AVA-03", "pc", {"talent": 9, "maniabilite": 3, "maniabilite_2": 1}, [], {"pc": 13}),
    # ── an assault ──
    ("CON-04", "assaut", {"poff": 8, "pdef": 6}, [[3], [5]], {"damage": 2, "passe": None}),
    ("CON-05", "assaut", ASSAULT | {"letalite": 1, "passe": "en_confiance"}, [[4], [9]],
     {"damage": 4, "passe": "en_confiance"}),
    ("CON-03", "assaut", ASSAULT, [[7]], {"outcome": "rate", "damage": 0}),
    ("CON-04", "assaut", {"poff": 3, "pdef": 6}, [[3], [5]], {"damage": 0}),
    ("CON-05", "assaut", ASSAULT | {"letalite": 4, "protection": 3, "passe": "en_confiance"},
     [[4], [9]], {"damage": 4}),
    ("CON-05", "assaut", ASSAULT | {"physique": "bon", "passe": "en_confiance"}, [[4], [9]],
     {"damage": 4}),
    ("CON-05", "assaut", ASSAULT | {"physique": "nul", "passe": "en_confiance"}, [[4], [9]],
     {"damage": 1}),
    ("PAS-02", "assaut", ASSAULT | {"passe": "coup_puissant_3"}, [[4], [9]], {"damage": 6}),
    ("PAS-01", "assaut", ASSAULT | {"passe": "coup_puissant_1"}, [[4], [9]], {"damage": 4}),
    ("PAS-07", "assaut", ASSAULT | {"passe": "faille", "letalite": 2, "protection": 3}, [[4], [9]],
     {"damage": 5}),
    ("PAS-07", "assaut", ASSAULT | {"passe": "faille", "letalite": 2}, [[4], [9]], {"damage": 8}),
    ("CON-06", "assaut", {"poff": 8, "pdef": 6, "audace": 2}, [[6], [5]], {"outcome": "touche"}),
    ("CON-06", "assaut", {"poff": 8, "pdef": 6, "audace": 2}, [[7]], {"outcome": "rate"}),
    # ── shots ──
    ("TIR-03", "shot", HIDDEN, [[2]], {"outcome": "partiel", "damage": 4}),
    ("TIR-02", "shot", SHOT | {"range": "bout_portant"}, [[12]], {"outcome": "plein"}),
    ("TIR-02", "shot", SHOT | {"range": "longue"}, [[7]], {"outcome": "rate"}),
    ("TIR-02", "shot", SHOT | {"movement": "rapide"}, [[8]], {"outcome": "rate"}),
    ("TIR-01", "shot", SHOT | {"aim": 3, "range": "longue"}, [[9]], {"outcome": "plein"}),
    ("TIR-08", "incident", {"letalite": 2}, [[4]], {"incident": "rien"}),
    ("TIR-08", "incident", {"letalite": 2}, [[7]], {"incident": "long_feu"}),
    ("TIR-08", "incident", {"letalite": 2}, [[8]], {"incident": "enrayee"}),
    ("TIR-08", "incident", {"letalite": 2}, [[11], [6]],
     {"incident": "explosion", "degats_tireur": 8}),
    ("TIR-07", "tir_perdu", {"poff": 13}, [], {"perdu": "aucun"}),
    ("TIR-07", "tir_perdu", {"poff": 11}, [[12]], {"perdu": "allie"}),
    ("TIR-07", "tir_perdu", {"poff": 8}, [[9]], {"perdu": "ennemi"}),
    ("TIR-07", "tir_perdu", {"poff": 5}, [[5]], {"perdu": "neutre"}),
    ("TIR-07", "tir_perdu", {"poff": 2}, [[1]], {"perdu": "decor"}),
    ("ARM-07", "rafale_cibles", {"arme": "mitraillette", "tireur": 9}, [], {"cibles": 2}),
    ("ARM-08", "rafale_cibles", {"arme": "mitrailleuse_lourde", "tireur": 9}, [], {"cibles": 9}),
    ("ARM-06", "range_band", {"arme": "arbalete", "distance": 30}, [], {"range": "longue"}),
    ("ARM-06", "range_band", {"arme": "arbalete", "distance": 12}, [], {"range": "courte"}),
    ("ARM-06", "range_band", {"arme": "fusil_militaire", "distance": 301}, [],
     {"range": "extreme"}),
    ("TIR-10", "shot", {"poff": 11, "aim": 2, "range": "extreme", "zone": "bras", "letalite": 2},
     [[1]], {"outcome": "plein", "damage": 10, "passe": "coup_puissant_3"}),
    ("TIR-22", "shot", {"poff": 13, "passe": "coup_d_elite"}, [[1]], {"damage": 13, "fatal": False}),
    ("ARM-17", "shot", {"poff": 9, "choc": True, "assommante": True, "valeur_choc": "ask"},
     [[1], 8, [3]], {"outcome": "plein", "damage": 0}),
    ("ARM-15", "assaut", {"poff": 12, "pdef": 0, "passe": "double_touche", "enraye_sur_12": True},
     [[12], [12]], {"damage": 12}),
    ("ARM-06", "range_band", {"arme": "flechettes", "distance": 21}, [], {"range": "hors_portee"}),
    # ── health ──
    ("MAL-04", "disease", PLAGUE | {"malignite": "grave", "perte": 3, "heure": 24 * 90}, [],
     {"pds": 5, "etat": "grave"}),
    ("MAL-03", "disease", PLAGUE | {"heure": 100, "soignee_a": 48}, [], {"pds": 19}),
    ("ASP-01", "asphyxia", {"secondes": 14}, [], {"damage": 0}),
    ("SAN-01", "health", {"physique": "moyen", "pds": 20}, [], {"etat": "pleine_forme", "malus": 0}),
    ("SAN-03", "health", {"physique": "moyen", "pds": 15}, [], {"etat": "leger", "malus": -1}),
    ("SAN-03", "health", {"physique": "bon", "pds": 17}, [], {"etat": "serieux", "malus": -3}),
    ("SAN-03", "health", {"physique": "excellent", "pds": 13}, [], {"etat": "grave", "malus": -6}),
    ("SAN-03", "health", {"physique": "nul", "pds": 0}, [], {"etat": "critique", "malus": -12}),
    ("SAN-02", "health", {"physique": "faible", "pds": -1}, [], {"etat": "mort"}),
    ("CHO-02", "shock", {"valeurs": [3]}, [[4]], {"conscience": "indemne"}),
    ("CHO-02", "shock", {"valeurs": [7]}, [[6]], {"conscience": "etourdi"}),
    ("CHO-02", "shock", {"valeurs": [7, 7, 7]}, [[6], [6], [6]], {"conscience": "inconscient"}),
    ("CHU-01", "fall", {"hauteur": 5}, [], {"damage": 10}),
    ("CHU-02", "fall", {"hauteur": 5, "surface": "paille_neige"}, [], {"damage": 7}),
    ("CHU-02", "fall", {"hauteur": 5, "surface": "pierre_metal"}, [], {"damage": 12}),
    ("CHU-03", "fall", {"hauteur": 5, "acrobate": 10}, [[6]], {"damage": 6}),
    ("CHU-03", "fall", {"hauteur": 5, "acrobate": 10}, [[11]], {"damage": 10}),
    ("ASP-01", "asphyxia", {"secondes": 60}, [], {"damage": 4}),
    ("ASP-01", "asphyxia", {"secondes": 150}, [], {"damage": 10}),
    ("MAL-02", "disease", PLAGUE | {"heure": 24}, [], {"pds": 19}),
    ("MAL-02", "disease", PLAGUE | {"heure": 23}, [], {"pds": 20}),
    ("MAL-02", "disease", PLAGUE | {"heure": 24 * 21}, [], {"etat": "mort"}),
    ("MAL-03", "disease", PLAGUE | {"malignite": "legere", "heure": 24 * 30}, [],
     {"pds": 15, "etat": "leger"}),
    ("SOI-01", "care", CARE, [[9]], {"success": True, "margin": 0}),
    ("SOI-01", "care", CARE, [[10]], {"success": False}),
    ("SOI-01", "care", CARE | {"materiel": "inadapte", "hygiene": "deplorable", "aide": True},
     [[7]], {"success": False, "margin": -1}),
    ("SOI-02", "care", CARE, [[1]], {"success": True, "jours": 4}),
    ("SOI-02", "care", CARE | {"physique": "nul", "pds": 8}, [[1]], {"jours": 8}),
    ("GUE-01", "natural_healing", {"gravite": "leger"}, [], {"jours_min": "3", "jours_max": "4"}),
    ("GUE-02", "natural_healing", {"gravite": "grave", "activite": "normale"}, [],
     {"jours_min": "28", "jours_max": "56"}),
    ("GUE-03", "natural_healing",
     {"gravite": "critique", "activite": "repos_surveille", "medecin": 7}, [],
     {"jours_min": "14", "jours_max": "28"}),
    # ── experience ──
    ("EXP-03", "progression", {"niveau": 6, "attribut": "bon", "apprentissage": "modere"}, [],
     {"cout": 4}),
    ("EXP-03", "progression", {"niveau": 10, "attribut": "bon", "apprentissage": "modere"}, [],
     {"cout": 11}),
    ("EXP-03", "progression", {"niveau": 19, "attribut": "nul", "apprentissage": "difficile"}, [],
     {"cout": 61}),
    ("EXP-04", "progression",
     {"niveau": 10, "attribut": "bon", "apprentissage": "modere", "enseignement": True}, [],
     {"cout": 8}),
    ("APP-01", "teaching",
     {"professeur": 15, "eleve": 4, "orateur": 9, "mental": "moyen", "apprentissage": "modere"},
     [[7]], {"eligible": True, "success": True, "apprentissage": "facile"}),
    ("APP-01", "teaching",
     {"professeur": 12, "eleve": 4, "orateur": 9, "mental": "moyen", "apprentissage": "modere"},
     [], {"eligible": False}),
    ("APP-01", "teaching",
     {"professeur": 15, "eleve": 11, "orateur": 9, "mental": "moyen", "apprentissage": "modere"},
     [], {"eligible": False}),
    ("APP-03", "book", {"lettre": 8, "apprentissage": "difficile"}, [[8]],
     {"success": True, "apprentissage": "modere"}),
    ("APP-03", "book", {"lettre": 8, "apprentissage": "modere"}, [[9]], {"success": False}),
    ("EXP-07", "progression",
     {"niveau": 10, "attribut": "bon", "apprentissage": "modere", "part": "1/2"}, [], {"cout": 6}),
    ("EXP-06", "progression",
     {"niveau": 0, "cible": 2, "attribut": "moyen", "apprentissage": "difficile",
      "enseignement": True}, [], {"cout": 9, "scenarios": 2}),
    ("APP-02", "teaching",
     {"professeur": 13, "eleve": 9, "orateur": 10, "mental": "nul", "apprentissage": "facile"},
     [], {"eligible": False}),
    # ── Détachement ──
    ("DET-02", "detachment", {"points": 6}, [[4]], {"outcome": "impassible", "ecart": 2}),
    ("DET-02", "detachment", {"points": 6}, [[9]], {"outcome": "trouble", "ecart": 3}),
    ("DET-04", "detachment", {"points": 6}, [[1]], {"points": 7}),
    ("DET-04", "detachment", {"points": 6}, [[12]], {"points": 5}),
    ("DET-01", "detachment_creation", {"origine": "forge"}, [], {"points": 0}),
    ("DET-01", "detachment_creation", {"origine": "exil"}, [[2]], {"points": 2}),
]  # fmt: skip

RULED: list[tuple[str, str, Params, Params, list[Any], Params]] = [
    ("equal", "simple", {"equal": "fails"}, JARC, [[9]], {"success": False}),
]

REFUSED: list[tuple[str, str, Params, list[Any], str]] = [
    ("ACT-01", "simple", {"talent": 21}, [], "talent"),
    ("ACT-01", "simple", JARC, [[13]], "answers[0]"),
    ("TIR-01", "shot", SHOT | {"aim": 4}, [], "aim"),
    ("SAN-05", "assaut", ASSAULT | {"hors": "mort"}, [], "hors"),
    ("CHO-04", "shot", SHOT | {"hors": "inconscient"}, [], "hors"),
    ("ARM-17", "shot", {"poff": 13, "choc": True, "passe": "tir_fatal"}, [], "passe"),
    ("CHO-01", "attaques_multiples", SHARES | {"choc": True, "assommante": False}, [], "choc"),
    (
        "OPT-06",
        "attaques_multiples",
        SHARES | {"zone": "tete", "zone_modifier": -1},
        [],
        "zone_modifier",
    ),
    ("CHO-04", "attaques_multiples", SHARES | {"hors": "inconscient"}, [], "hors"),
    ("SAN-05", "rafale", BURST | {"hors": "mort"}, [], "hors"),
    ("CHO-04", "duel", {"a": {"talent": 9, "echecs": 3}, "b": {"talent": 9}}, [], "a.echecs"),
    ("SAN-05", "contact_round", {"a": {"talent": 9}, "b": {"talent": 9, "pds": -1}}, [], "b.pds"),
    ("PAS-01", "assaut", ASSAULT | {"passe": "coup_puissant_7"}, [], "passe"),
    ("ARM-07", "rafale_cibles", {"arme": "arc", "tireur": 9}, [], "arme"),
    ("DET-01", "detachment", {"points": 13}, [], "points"),
]

ASKED: list[tuple[str, str, Params, list[Any], tuple[str, str]]] = [
    ("PUR-02", "pure", {"attribut": "moyen", "obstacle": "moyen", "egalite": "ask"}, [],
     ("gm", "egalite")),
    ("CON-05", "assaut", ASSAULT | {"passe": "ask"}, [[4], [9]], ("attaquant", "passe")),
    ("CON-06", "assaut", ASSAULT | {"audace": "ask"}, [], ("attaquant", "audace")),
]  # fmt: skip
