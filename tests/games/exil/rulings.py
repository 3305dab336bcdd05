"""The rulings of Exil, each with its demonstration."""

from __future__ import annotations

from tests.kit.rulings import Shown

RHYS = [[2], [11], [6], [6], [3], [3]]

SHOWN: dict[str, Shown] = {
    "equal": Shown(
        "exil.simple",
        {"talent": 9},
        laws=(
            "exil.simple",
            "exil.successive",
            "exil.opposition",
            "exil.cooperation",
            "exil.care",
            "exil.teaching",
            "exil.book",
            "exil.assaut",
            "exil.attaques_multiples",
            "exil.shot",
            "exil.rafale",
            "exil.contact_round",
            "exil.duel",
            "exil.poison",
        ),
    ),
    "extended_failures": Shown(
        "exil.extended",
        {"taches": [{"talent": 14, "difficulty": -5, "points": 25}], "max_periodes": 6},
        tuple(RHYS),
        laws=("exil.extended",),
    ),
    "extended_rolls": Shown(
        "exil.extended",
        {"taches": [{"talent": 9, "points": 4}] * 2},
        ([5], [5]),
        laws=("exil.extended",),
    ),
    "talents_adverses": Shown(
        "exil.opposition",
        {"protagonistes": [{"talent": 9}, {"talent": 7}]},
        ([8], [4]),
        laws=("exil.opposition",),
    ),
    "initiative_tie": Shown(
        "exil.contact_round",
        {
            "a": {"talent": 9, "letalite": 20, "politique": {"attitude": 5}},
            "b": {"talent": 8, "letalite": 20, "politique": {"attitude": 5}},
        },
        laws=("exil.contact_round", "exil.duel", "exil.melee"),
    ),
    "audace_scope": Shown(
        "exil.assaut",
        {"poff": 8, "pdef": 6, "letalite": 2, "audace": 3},
        laws=("exil.assaut", "exil.contact_round", "exil.duel"),
    ),
    "armour_base": Shown(
        "exil.assaut",
        {"poff": 8, "pdef": 3, "letalite": 1, "protection": 4},
        laws=(
            "exil.assaut",
            "exil.attaques_multiples",
            "exil.shot",
            "exil.rafale",
            "exil.contact_round",
            "exil.duel",
        ),
    ),
    "death": Shown(
        "exil.health",
        {"physique": "moyen", "pds": 0},
        laws=(
            "exil.health",
            "exil.contact_round",
            "exil.duel",
            "exil.melee",
            "exil.disease",
            "exil.poison",
            "exil.suivi",
        ),
    ),
    "malus_timing": Shown(
        "exil.contact_round",
        {
            "a": {"talent": 12, "letalite": 2, "politique": {"attitude": 8}},
            "b": {"talent": 10, "politique": {"attitude": 6}},
        },
        laws=("exil.contact_round", "exil.duel", "exil.melee"),
    ),
    "double_touche": Shown(
        "exil.assaut",
        {"poff": 8, "pdef": 1, "passe": "double_touche"},
        laws=("exil.assaut", "exil.contact_round", "exil.duel"),
    ),
    "mise_en_echec_damage": Shown(
        "exil.assaut",
        {"poff": 13, "pdef": 2, "passe": "mise_en_echec"},
        laws=("exil.assaut", "exil.contact_round", "exil.duel"),
    ),
    "multi_attack_maniabilite": Shown(
        "exil.attaques_multiples",
        {"poff": 7, "maniabilite": 3, "cibles": [{"pdef": 3, "part": 4}, {"pdef": 3, "part": 3}]},
        laws=("exil.attaques_multiples", "exil.melee"),
    ),
    "shield": Shown(
        "exil.pc",
        {},
        sheet={
            "type": "adversaire",
            "talents": {"Escrimeur": 9},
            "arme": "sabre",
            "bouclier": "pavois_scov",
        },
    ),
    "baton_long": Shown(
        "exil.pc",
        {},
        sheet={"type": "adversaire", "talents": {"Bagarreur": 8}, "arme": "baton_long"},
    ),
    "aimed_scope": Shown(
        "exil.assaut",
        {"poff": 8, "pdef": 3, "zone": "main"},
        laws=("exil.assaut", "exil.shot", "exil.rafale"),
    ),
    "precision_defence": Shown(
        "exil.contact_round",
        {
            "a": {
                "talent": 2,
                "maniabilite": 3,
                "a_distance": True,
                "politique": {"attitude": "rien"},
            },
            "b": {"talent": 8},
        },
        laws=("exil.contact_round", "exil.duel", "exil.melee"),
    ),
    "range_bounds": Shown(
        "exil.range_band", {"arme": "arbalete", "distance": 30}, laws=("exil.range_band",)
    ),
    "extreme_range": Shown(
        "exil.shot", {"poff": 10, "range": "extreme"}, laws=("exil.shot", "exil.rafale")
    ),
    "burst_jam": Shown(
        "exil.rafale",
        {"arme": "mitraillette", "tireur": 8, "poff": 8, "cibles": [{}, {}]},
        laws=("exil.rafale",),
    ),
    "choc_equal": Shown("exil.shock", {"valeurs": [3]}, laws=("exil.shock",)),
    "fall_acrobate": Shown("exil.fall", {"hauteur": 6, "acrobate": 8}, laws=("exil.fall",)),
    "asphyxia_step": Shown("exil.asphyxia", {"secondes": 75}, laws=("exil.asphyxia",)),
    "teacher_level": Shown(
        "exil.teaching",
        {
            "professeur": 15,
            "eleve": 4,
            "orateur": 10,
            "mental": "moyen",
            "apprentissage": "modere",
        },
        laws=("exil.teaching",),
    ),
    "xp_table": Shown(
        "exil.progression",
        {"niveau": 19, "attribut": "moyen", "apprentissage": "modere"},
        laws=("exil.progression", "exil.experience"),
    ),
    "detachment_equal": Shown("exil.detachment", {"points": 6}, laws=("exil.detachment",)),
}
