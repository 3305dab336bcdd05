"""What Les Chants de Loss fix about making a sheet (ECN, VTT, PER): names, and names of levels."""

from __future__ import annotations

from collections.abc import Iterator

from tablee.games.loss.sheet import Personnage, Pnj
from tablee.games.loss.tables import TALENT_NAMES
from tablee.rules.creation import Creation, Later

TRAITS = ("Agilité", "Puissance", "Esprit", "Instinct", "Pouvoir", "Empathie")
VERTUS = ("Courage", "Sagesse", "Honneur")
ARCHETYPES = ("Dresseur", "Enquêteur", "Ombre", "Voyageur")
"""The Archétypes that the chapter names; another chapter describes them."""  # LOSS-EXT-03
_NAMES = {"traits": TRAITS, "talents": TALENT_NAMES, "vertus": VERTUS}
_LEVELS = {
    "traits": "1 ou 2 : handicapé ; 3 ou 4 : faible ; 5 ou 6 : moyen ; 7 ou 8 : vétéran ; "
    "9 ou 10 : héroïque ; 11 et plus : légendaire.",
    "talents": "1 ou 2 : novice ; 3 ou 4 : débutant ; 5 ou 6 : professionnel ; 7 ou 8 : expert ; "
    "9 ou 10 : maître ; 11 et plus : légendaire.",
}
"""The names of levels (table T-03)."""  # LOSS-ECN-01

_BONUSES = (
    "Les Augmentations permanentes de l’Archétype, d’une spécialisation ou d’un objet s’inscrivent "
    "avec leur nom, dès qu’on les connaît."
)


def _later(one: Personnage) -> Iterator[Later]:
    """Yield the permanent Augmentations, which other chapters give."""
    # LOSS-PER-01, LOSS-EXT-03
    if not one.specialisations:
        yield Later(_BONUSES)


CREATION = {
    Personnage: Creation(
        names=_NAMES | {"archetype": ARCHETYPES},
        levels=_LEVELS,
        complete=("traits", "vertus"),
        decide=("archetype", "talents", "vertus"),
        later=_later,
    ),
    Pnj: Creation(names=_NAMES, levels=_LEVELS),
}
