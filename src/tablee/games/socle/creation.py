"""What the Livre des Règles de Base fixes about making a sheet (COE, MAG, OPT, SIX)."""

from __future__ import annotations

from collections.abc import Iterator

from tablee.games.socle import fields
from tablee.games.socle.sheet import Personnage
from tablee.rules.creation import Budget, Creation

CARACTERISTIQUES = ("Force", "Agilité", fields.MAGIC)
"""The Caractéristiques that the tests and fights of the document use."""  # SOC-ATK-03
HEARTS, MANA, ARMOUR = 5, 3, 1
"""What a character starts with."""  # SOC-COE-01, SOC-MAG-01, SOC-OPT-02


def _of_hero(one: Personnage, _: Personnage | None) -> Iterator[Budget]:
    yield Budget("Cœurs de départ", one.coeurs_max, HEARTS, "SOC-COE-01")
    yield Budget("Mana de départ", one.mana_max, MANA, "SOC-MAG-01")
    if one.protege or one.jeton:
        available = ARMOUR if one.protege else 0
        yield Budget("Armure par scène", one.jeton, available, "SOC-OPT-02")


_DICE = "Un dé d6, d8, d10, d12 ou d20."
_LEVELS = (
    "Avec des d6 seulement : maître réussit sur 3+, entraîné sur 4+, novice sur 5+, sinon sur 6."
)

CREATION = {
    Personnage: Creation(
        names={"des": CARACTERISTIQUES, "niveaux": CARACTERISTIQUES},
        levels={"des": _DICE, "niveaux": _LEVELS},
        complete=("des", "niveaux"),
        either=("des", "niveaux"),
        budgets=_of_hero,
    ),
}
