"""The switches of Exil, each with a run that tells its values apart (rulings R-01 to R-71)."""

from __future__ import annotations

from tests.kit.switches import Shown

RHYS = [[2], [11], [6], [6], [3], [3]]

SHOWN: dict[str, Shown] = {
    "equal": Shown("exil.simple", {"talent": 9}),
    "extended_failures": Shown(
        "exil.extended",
        {"taches": [{"talent": 14, "difficulty": -5, "points": 25}], "max_periodes": 6},
        tuple(RHYS),
    ),
    "extended_rolls": Shown(
        "exil.extended", {"taches": [{"talent": 9, "points": 4}] * 2}, ([5], [5])
    ),
    "initiative_tie": Shown(
        "exil.contact_round",
        {
            "a": {"talent": 9, "letalite": 20, "politique": {"attitude": 5}},
            "b": {"talent": 8, "letalite": 20, "politique": {"attitude": 5}},
        },
    ),
    "audace_scope": Shown("exil.assaut", {"poff": 8, "pdef": 6, "letalite": 2, "audace": 3}),
    "armour_base": Shown("exil.assaut", {"poff": 8, "pdef": 3, "letalite": 1, "protection": 4}),
    "death": Shown("exil.health", {"physique": "moyen", "pds": 0}),
    "malus_timing": Shown(
        "exil.contact_round",
        {
            "a": {"talent": 12, "letalite": 2, "politique": {"attitude": 8}},
            "b": {"talent": 10, "politique": {"attitude": 6}},
        },
    ),
    "double_touche": Shown("exil.assaut", {"poff": 8, "pdef": 1, "passe": "double_touche"}),
    "mise_en_echec_damage": Shown("exil.assaut", {"poff": 13, "pdef": 2, "passe": "mise_en_echec"}),
    "multi_attack_maniabilite": Shown(
        "exil.attaques_multiples",
        {"poff": 7, "maniabilite": 3, "cibles": [{"pdef": 3, "part": 4}, {"pdef": 3, "part": 3}]},
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
    "aimed_scope": Shown("exil.assaut", {"poff": 8, "pdef": 3, "zone": "main"}),
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
    ),
    "range_bounds": Shown("exil.range_band", {"arme": "arbalete", "distance": 30}),
    "extreme_range": Shown("exil.shot", {"poff": 10, "range": "extreme"}),
    "burst_jam": Shown(
        "exil.rafale", {"arme": "mitraillette", "tireur": 8, "poff": 8, "cibles": [{}, {}]}
    ),
    "choc_equal": Shown("exil.shock", {"valeurs": [3]}),
    "fall_acrobate": Shown("exil.fall", {"hauteur": 6, "acrobate": 8}),
    "asphyxia_step": Shown("exil.asphyxia", {"secondes": 75}),
    "teacher_level": Shown(
        "exil.teaching",
        {
            "professeur": 15,
            "eleve": 4,
            "orateur": 10,
            "mental": "moyen",
            "apprentissage": "modere",
        },
    ),
    "xp_table": Shown(
        "exil.progression", {"niveau": 19, "attribut": "moyen", "apprentissage": "modere"}
    ),
    "detachment_equal": Shown("exil.detachment", {"points": 6}),
}
