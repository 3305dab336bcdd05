"""The rulings of the Livre des Règles de Base, each with its demonstration."""

from __future__ import annotations

from fractions import Fraction

from tests.kit.rulings import Shown

SHOWN: dict[str, Shown] = {
    "chiffres_adverses": Shown(
        "socle.attaque",
        {"de": 10, "cible": "elite"},
        ([9],),
        laws=(
            "socle.attaque",
            "socle.attaque_d6",
            "socle.sort_attaque",
            "socle.combat",
            "socle.combat_d6",
            "socle.duel",
            "socle.duel_d6",
        ),
    ),
    "max_sous_tn": Shown(
        "socle.test",
        {"de": 10, "tn": 12},
        result={"issue": "exceptionnel"},
        chances={"exceptionnel": Fraction(1, 10), "echec": 0},
        laws=(
            "socle.test",
            "socle.attaque",
            "socle.magie",
            "socle.sort_attaque",
            "socle.duel",
            "socle.chronometre",
            "socle.combat",
        ),
    ),
    "tn_sort_attaque": Shown(
        "socle.sort_attaque",
        {"de": 10, "cible": "pion", "niveau": "fort"},
        ([7],),
        also={"de": 10, "cible": "elite", "niveau": "astuce"},
        result={"issue": "succes"},
        chances={"adversaire": 1, "niveau": 0, "plus_haute": 0},
        laws=("socle.sort_attaque",),
    ),
    "elite_coeurs": Shown(
        "socle.duel",
        {"de": 10, "adversaires": [{"cible": "elite"}]},
        values=(1, 2),
        laws=(
            "socle.attaque",
            "socle.sort_attaque",
            "socle.duel",
            "socle.attaque_d6",
            "socle.duel_d6",
            "socle.combat",
            "socle.combat_d6",
        ),
    ),
    "boss_coeurs": Shown(
        "socle.duel",
        {"de": 10, "adversaires": [{"cible": "boss"}]},
        values=(2, 3),
        laws=(
            "socle.attaque",
            "socle.sort_attaque",
            "socle.duel",
            "socle.attaque_d6",
            "socle.duel_d6",
        ),
    ),
    "mort_a_terre": Shown(
        "socle.coup",
        {"coeurs": 0},
        result={"etat": "mort"},
        chances={True: 1, False: 0},
        laws=("socle.coup", "socle.scene", "socle.combat", "socle.combat_d6"),
    ),
    "aide_d6": Shown(
        "socle.test_d6",
        {"niveau": "novice", "aide": True},
        result={"seuil": 4},
        chances={"aucune": 0, "moins_un": 1},
        laws=(
            "socle.chronometre",
            "socle.test_d6",
            "socle.attaque_d6",
            "socle.duel_d6",
            "socle.combat_d6",
        ),
    ),
    "exceptionnel_d6": Shown(
        "socle.test_d6",
        {"niveau": "sans"},
        result={"issue": "exceptionnel"},
        chances={True: Fraction(1, 6), False: 0},
        laws=(
            "socle.chronometre",
            "socle.test_d6",
            "socle.attaque_d6",
            "socle.duel_d6",
            "socle.combat_d6",
        ),
    ),
}
