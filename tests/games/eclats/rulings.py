"""The rulings of Éclats, each with its demonstration."""

from __future__ import annotations

from fractions import Fraction

from tests.kit.rulings import Shown

SHOWN: dict[str, Shown] = {
    "zero_autre_de": Shown(
        "eclats.test",
        {"caracteristique": 1, "bonus": 1, "seuil": 6},
        laws=("eclats.test", "eclats.action"),
        result={"issue": "echec_critique"},
        chances={"avec_bonus": Fraction(9, 100), "sans_bonus": Fraction(11, 100)},
    ),
    "choix_des": Shown(
        "eclats.test",
        {"caracteristique": 3, "seuil": 2, "des": 1},
        laws=("eclats.test",),
        result={"issue": "reussite"},
        chances={"tous": None, "libre": Fraction(8, 10)},
    ),
    "relance_bonus": Shown(
        "eclats.relance",
        {"des": 1, "bonus": 2, "seuil": 8},
        laws=("eclats.relance", "eclats.action"),
        result={"issue": "reussite"},
        chances={True: Fraction(5, 10), False: Fraction(3, 10)},
    ),
    "relance_seuil": Shown(
        "eclats.action",
        {"caracteristique": 0, "seuil": 9, "prix": 1, "seuil_relance": 4},
        laws=("eclats.action",),
        result={"issue": "reussite_relance"},
        chances={"meme": None, "nouveau": Fraction(8, 10) * Fraction(7, 10)},
    ),
    "consentement": Shown(
        "eclats.negociation",
        {"seuil": 8, "joueurs": 1},
        ("oui", {"texte": "une frayeur", "des": 2}, 2),
        laws=("eclats.negociation",),
    ),
    "relances_multiples": Shown(
        "eclats.action",
        {"caracteristique": 0, "seuil": 9, "prix": 1, "relances_max": 3},
        laws=("eclats.action", "eclats.initie"),
        result={"issue": "echec_relance"},
        chances={False: Fraction(8, 10) ** 2, True: Fraction(8, 10) ** 4},
    ),
}
