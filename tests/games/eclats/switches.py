"""The switches of Éclats, each with a run that tells its values apart."""

from __future__ import annotations

from tests.kit.switches import Shown

SHOWN: dict[str, Shown] = {
    "zero_autre_de": Shown("eclats.test", {"caracteristique": 1, "bonus": 1, "seuil": 6}),
    "choix_des": Shown("eclats.test", {"caracteristique": 2, "seuil": 6, "des": 1}),
    "relance_bonus": Shown("eclats.relance", {"des": 2, "bonus": 1, "seuil": 7}),
    "relance_seuil": Shown("eclats.action", {"caracteristique": 2, "seuil": 6, "seuil_relance": 7}),
    "consentement": Shown(
        "eclats.negociation",
        {"seuil": 8, "joueurs": 1},
        ("oui", {"texte": "une frayeur", "des": 2}, 2),
    ),
    "relances_multiples": Shown(
        "eclats.action",
        {"caracteristique": 0, "seuil": 8, "prix": "ask"},
        ([3], 1, [2]),
    ),
}
