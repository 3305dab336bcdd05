"""Exil: the rows of the document's tables, and situations of a second reading of it."""

from __future__ import annotations

from typing import Any

from tests.kit.situations import Params

LEVELS = (3, 6, 9, 12, 15, 18, 19)
"""The last level of each column of the tables of experience."""
COSTS: dict[str, dict[str, tuple[int, ...]]] = {
    "facile": {
        "nul": (5, 6, 11, 17, 28, 39, 45),
        "faible": (4, 5, 9, 14, 23, 32, 37),
        "moyen": (3, 4, 7, 11, 18, 25, 29),
        "bon": (2, 3, 5, 8, 13, 18, 21),
        "excellent": (1, 2, 3, 4, 8, 11, 16),
    },
    "difficile": {
        "nul": (7, 8, 15, 23, 38, 53, 61),
        "faible": (6, 7, 13, 20, 33, 46, 53),
        "moyen": (5, 6, 11, 17, 28, 39, 45),
        "bon": (4, 5, 9, 14, 23, 32, 37),
        "excellent": (3, 4, 7, 11, 18, 25, 29),
    },
}
RANGES = {
    "arbalete": (12, 25, 50, 200),
    "arc": (10, 20, 40, 150),
    "fronde": (7, 15, 30, 100),
    "couteau_de_lancer": (5, 10, 20, 40),
    "hache_de_jet": (10, 20, 40, 60),
    "sarbacane": (5, 10, 20, 30),
    "flechettes": (5, 10, 15, 20),
    "pistolet_de_poche": (10, 20, 40, 80),
    "revolver": (15, 30, 60, 120),
    "fusil_militaire": (75, 150, 300, 500),
    "fusil_a_arc": (7, 15, 30, 60),
}
STATES = {
    "nul": (12, 11, 8, 5, 2),
    "faible": (16, 15, 11, 7, 3),
    "moyen": (20, 19, 14, 9, 4),
    "bon": (24, 23, 17, 11, 5),
    "excellent": (28, 27, 20, 13, 6),
}
"""Physique -> the most PdS of each État de Santé."""
HEALTH = (("pleine_forme", 0), ("leger", -1), ("serieux", -3), ("grave", -6), ("critique", -12))
STRAYS = ((10, (9, 1, 1, 1)), (7, (5, 3, 2, 2)), (4, (3, 3, 3, 3)), (1, (1, 3, 4, 4)))
"""The least Poff of each row of stray shots -> how many faces hit a thing, a stranger, a foe, an ally."""


def _strays() -> list[tuple[str, str, Params, list[Any], Params]]:
    found: list[tuple[str, str, Params, list[Any], Params]] = []
    for poff, faces in STRAYS:
        last = 0
        for who, count in zip(("decor", "neutre", "ennemi", "allie"), faces, strict=True):
            last += count
            found.append(("PER-01", "tir_perdu", {"poff": poff}, [[last]], {"perdu": who}))
    return found


SHOOTER: Params = {"poff": 10, "letalite": 4, "protection": 3, "passe": "coup_puissant_1"}
BLOW: Params = {"poff": 8, "pdef": 3, "letalite": 2, "passe": "en_confiance"}
PLAIN: Params = {"physique": "moyen"}

KNOCKS: Params = {"attitude": "tout", "choc": True}
CUDGEL: Params = {"id": "ana", "camp": "x", "talent": 12, "contondante": True, "politique": KNOCKS}
WAVE: Params = {
    "id": "ana", "camp": "x", "talent": 14, "a_distance": True, "en_melee": False,
    "assommante": True, "politique": KNOCKS | {"passe_tir": ["tir_fatal"]},
}  # fmt: skip
PREY: Params = {"id": "bob", "camp": "y", "talent": 1, "politique": {"attitude": "rien"}}

IDLE: Params = {"talent": 1, "politique": {"action": "rien"}}
ASTRAY: Params = {
    "combattants": [
        {"id": "ana", "camp": "x", "talent": 9, "a_distance": True, "en_melee": False,
         "letalite": 2, "politique": {"attitude": "tout"}},
        IDLE | {"id": "bob", "camp": "y", "en_melee": False},
        IDLE | {"id": "cyd", "camp": "x", "protection": 1},
        IDLE | {"id": "dan", "camp": "y", "protection": 3, "en_melee": False},
    ],
    "tirs_perdus": True, "max_turns": 1,
}  # fmt: skip


def _wounded(*pds: int) -> Params:
    return {"combattants": [{"pds": each} for each in pds]}


SITUATIONS: list[tuple[str, str, Params, list[Any], Params]] = [
    # ── tables, row by row ──
    *(
        ("XP-05", "progression", {"niveau": level, "attribut": who, "apprentissage": how}, [],
         {"cout": cost})
        for how, rows in COSTS.items()
        for who, costs in rows.items()
        for level, cost in zip(LEVELS, costs, strict=True)
    ),
    *(
        ("TIR-05", "range_band", {"arme": arme, "distance": distance + more}, [], {"range": name})
        for arme, bounds in RANGES.items()
        for distance, names in zip(
            bounds,
            (("courte", "moyenne"), ("moyenne", "longue"), ("longue", "extreme"),
             ("extreme", "hors_portee")),
            strict=True,
        )
        for more, name in enumerate(names)
    ),
    *(
        ("SAN-03", "health", {"physique": who, "pds": most}, [], {"etat": etat, "malus": malus})
        for who, bounds in STATES.items()
        for most, (etat, malus) in zip(bounds, HEALTH, strict=True)
    ),
    *_strays(),
    # ── margins and difficulties ──
    *(
        ("DIF-02", "simple", {"talent": 10, "difficulty": change}, [[9]], {"margin": 1 + change})
        for change in (8, 5, 2, 0, -2, -5, -8)
    ),
    ("SIM-01", "simple", {"talent": 0}, [[1]], {"success": False, "margin": -1}),
    ("MOD-01", "simple", {"talent": 9, "difficulty": 5, "external": -6}, [[8]], {"margin": 0}),
    ("MIN-01", "simple", {"talent": 12, "minimal_margin": 3}, [[12]],
     {"success": True, "complete": False}),
    ("OPP-05", "opposition",
     {"protagonistes": [{"talent": 8, "external": -3}, {"talent": 8, "external": 3}]}, [[5], [5]],
     {"gagnants": [1], "domination": 6}),
    ("OPP-08", "opposition", {"protagonistes": [{"talent": 9}] * 6},
     [[6], [3], [10], [9], [7], [12]], {"gagnants": [1], "domination": 3,
                                       "classement": [[1], [0], [4], [3], [2], [5]]}),
    # ── blows ──
    ("CON-08", "assaut", BLOW, [[8], [3]], {"damage": 5, "passe": None}),
    ("CON-08", "assaut", BLOW, [[8], [4]], {"damage": 7, "passe": "en_confiance"}),
    ("PRO-02", "assaut", BLOW | {"protection": 9}, [[1], [12]], {"damage": 0}),
    ("PRO-02", "assaut", BLOW | {"protection": 9}, [[1], [1]], {"damage": 5}),
    ("VIS-01", "assaut", BLOW | {"zone": "tete"}, [[4], [12]], {"outcome": "touche"}),
    ("VIS-01", "assaut", BLOW | {"zone": "tete"}, [[5]], {"outcome": "rate"}),
    ("VIS-01", "assaut", BLOW | {"zone": "main"}, [[4]], {"outcome": "rate"}),
    ("VIS-01", "assaut", BLOW | {"zone": "jambe"}, [[7]], {"outcome": "rate"}),
    ("PAS-03", "assaut", BLOW | {"passe": "ask"}, [[8], [4], "passe_libre"],
     {"damage": 7, "passe": "passe_libre"}),
    ("PAS-03", "melee", {"combattants": [
        {"id": "ana", "camp": "x", "talent": 8, "politique": {"attitude": "tout", "passe": "ask"}},
        PREY], "max_turns": 1}, [[1], [12], "passe_libre"], _wounded(20, 13)),
    # ── shots ──
    ("TIR-05", "shot", SHOOTER | {"range": "extreme", "passe": "auto"}, [[2]], {"outcome": "rate"}),
    ("TIR-05", "shot", SHOOTER | {"range": "moyenne"}, [[8]], {"outcome": "plein"}),
    ("TIR-05", "shot", SHOOTER | {"range": "moyenne"}, [[9]], {"outcome": "rate"}),
    ("TIR-09", "shot", SHOOTER | {"activite": "court"}, [[7]], {"outcome": "plein"}),
    ("TIR-09", "shot", SHOOTER | {"activite": "court"}, [[8]], {"outcome": "partiel"}),
    ("TIR-09", "shot", SHOOTER | {"activite": "marche"}, [[10]], {"outcome": "partiel"}),
    ("TIR-10", "shot", SHOOTER, [[5]], {"damage": 12}),
    ("ARM-09", "shot", SHOOTER | {"perce_armure": True}, [[5]], {"damage": 14}),
    # ── blows and shots that stun ──
    ("CHO-02", "assaut", BLOW | {"choc": True, "contondante": True}, [[1], [12], [6]],
     {"outcome": "touche", "damage": 0}),
    ("CHO-02", "melee", {"combattants": [CUDGEL, PREY], "max_turns": 1}, [[1], [12], [6]],
     {"combattants": [{"pds": 20}, {"pds": 20, "echecs": 1}]}),
    ("CHO-02", "melee", {"combattants": [CUDGEL, PREY], "max_turns": 1}, [[1], [12], [7]],
     {"combattants": [{"pds": 20}, {"pds": 20, "echecs": 0}]}),
    ("CHO-02", "duel", {"a": {"talent": 12, "contondante": True, "politique": KNOCKS},
                        "b": {"talent": 1, "echecs": 2, "politique": {"attitude": "rien"}}},
     [[1], [12], [6]], {"fin": "inconscient", "gagnant": "a"}),
    ("ARM-17", "shot", {"poff": 13, "choc": True, "valeur_choc": 4}, [[1], [1]],
     {"fatal": False, "damage": 0, "passe": "coup_puissant_7"}),
    ("ARM-17", "melee", {"combattants": [WAVE, PREY | {"en_melee": False}], "max_turns": 1},
     [[1], [1]], {"combattants": [{"hors": None}, {"hors": None, "pds": 20, "echecs": 1}]}),
    ("OPT-06", "attaques_multiples",
     {"poff": 10, "zone": "jambe", "cibles": [{"pdef": 1, "part": 6}, {"pdef": 1, "part": 4}]},
     [[4], [12], [3]],
     {"resultats": [{"outcome": "touche", "damage": 6}, {"outcome": "rate", "damage": 0}]}),
    # ── a stray shot in a mêlée: the leader says whom it hits ──
    ("INC-03", "melee", ASTRAY, [[12], [12], "cyd"], _wounded(20, 20, 10, 20)),
    ("INC-04", "melee", ASTRAY, [[12], [12], "personne"], _wounded(20, 20, 20, 20)),
    ("INC-03", "melee", ASTRAY, [[12], [10], "dan"], _wounded(20, 20, 20, 12)),
    ("INC-03", "melee", ASTRAY, [[12], [6]], _wounded(20, 20, 20, 20)),
    # ── body ──
    ("CHU-01", "fall", {"hauteur": 1, "surface": "terre"}, [], {"damage": 1}),
    ("CHU-02", "fall", {"hauteur": 1, "surface": "paille_neige"}, [], {"damage": 0}),
    ("CHO-02", "shock", PLAIN | {"valeurs": [4, 4]}, [[3], [3]], {"conscience": "sonne"}),
    ("CHO-02", "shock", PLAIN | {"valeurs": [4], "physique": "excellent"}, [[2]],
     {"conscience": "indemne"}),
    ("SOI-02", "care", {"medecin": 20, "physique": "moyen", "pds": 20, "gravite": "mortelle"},
     [[9]], {"success": False, "margin": -1}),
    ("SOI-05", "care", {"medecin": 12, "physique": "excellent", "pds": 8}, [[1]], {"jours": 5}),
    ("SOI-05", "care", {"medecin": 12, "physique": "faible", "pds": 13}, [[1]], {"jours": 3}),
    ("GUE-02", "natural_healing", {"gravite": "serieux", "activite": "normale"}, [],
     {"jours_min": "14", "jours_max": "28"}),
    # ── lessons, Détachement ──
    ("APP-03", "teaching", {"professeur": 13, "eleve": 8, "orateur": 9, "mental": "excellent",
                            "apprentissage": "difficile"}, [[12]], {"apprentissage": "modere"}),
    ("APP-02", "teaching", {"professeur": 13, "eleve": 8, "orateur": 9, "mental": "nul",
                            "apprentissage": "difficile"}, [[2]], {"success": False}),
    ("DET-03", "detachment", {"points": 10}, [[12]], {"outcome": "impassible", "points": 9}),
    ("DET-06", "detachment", {"points": 6, "naturel": True}, [], {"outcome": "sans_test"}),
    ("DET-07", "detachment", {"points": 10, "naturel": True}, [[3]], {"outcome": "impassible"}),
    ("DET-01", "detachment", {"points": 12}, [[1]], {"points": 12}),
    ("DET-01", "detachment", {"points": 0}, [[12]], {"points": 0}),
    ("DET-12", "detachment_absence", {"points": 6, "mois": 8}, [], {"points": 4}),
    ("DET-12", "detachment_absence", {"points": 2, "mois": 12}, [], {"points": 0}),
]  # fmt: skip
