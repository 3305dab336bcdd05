"""The tables of Les Chants de Loss as data (T-01, T-03, T-07)."""

from __future__ import annotations

from typing import Literal

DifficultyName = Literal["Facile", "Moyen", "Difficile", "Très dur", "Héroïque", "Légendaire"]
Quality = Literal["Médiocre", "Moyenne", "Correcte", "Remarquable", "Excellente", "Prodigieuse"]
TraitName = Literal["Handicapé", "Faible", "Moyen", "Vétéran", "Héroïque", "Légendaire"]
TalentName = Literal["Novice", "Débutant", "Professionnel", "Expert", "Maitre", "Légendaire"]

DIFFICULTIES: tuple[DifficultyName, ...] = (
    "Facile",
    "Moyen",
    "Difficile",
    "Très dur",
    "Héroïque",
    "Légendaire",
)
"""T-01 (LOSS-DIF-02): the names of 10, 15, 20, 25, 30 and 35."""

EASY = 10
"""The Difficulté of what needs no Test in calm (LOSS-DIF-05)."""

QUALITIES: tuple[Quality, ...] = (
    "Médiocre",
    "Moyenne",
    "Correcte",
    "Remarquable",
    "Excellente",
    "Prodigieuse",
)
"""T-01 (LOSS-DIF-06): the quality of a result at the same Difficultés."""

TRAITS: tuple[TraitName, ...] = (
    "Handicapé",
    "Faible",
    "Moyen",
    "Vétéran",
    "Héroïque",
    "Légendaire",
)
TALENTS: tuple[TalentName, ...] = (
    "Novice",
    "Débutant",
    "Professionnel",
    "Expert",
    "Maitre",
    "Légendaire",
)
"""T-03 (LOSS-ECN-01): the names of the levels 1-2, 3-4, 5-6, 7-8, 9-10, 11 and more."""

MALUS = (0, 2, 5, 10, 15, 0)
"""T-07 (LOSS-DES-05..09): what 0 to 5 Désastres may add to the Difficulté (5: the Action fails
without a die)."""
DEADLY = len(MALUS) - 1
"""The Désastres that make the Action fail (LOSS-DES-09)."""

Echelle = Literal["hommes", "machines", "geants"]
SCALES: dict[Echelle, int] = {"hommes": 1, "machines": 10, "geants": 100}
"""The Échelles, and what 1 of each counts among Hommes (LOSS-ECH-01, -02)."""
SCALED = ("puissance", "force", "masse", "taille")
"""The Traits of mass, volume and strength; the document names Puissance (LOSS-ECH-07, R-44)."""


def scales(trait: str) -> bool:
    """Return whether a Trait changes from one Échelle to another."""
    return trait.strip().casefold() in SCALED


def rank_of_difficulty(difficulty: int) -> int:
    """Return the row of T-01: the highest listed value at most `difficulty`, the first below 15."""
    return min(5, max(0, (difficulty - 10) // 5))


def difficulty_name(difficulty: int) -> DifficultyName:
    """Return the name of a Difficulté (T-01, R-50)."""
    return DIFFICULTIES[rank_of_difficulty(difficulty)]


def _rank_of_level(level: int) -> int:
    return min(5, max(0, (level - 1) // 2))


def trait_name(level: int) -> TraitName:
    """Return the name of a level of a Trait (T-03). A level of 0 is that of a handicapped person
    (R-50)."""
    return TRAITS[_rank_of_level(level)]


def talent_name(level: int) -> TalentName | None:
    """Return the name of a level of a Talent (T-03). A level of 0 has none (R-50)."""
    return TALENTS[_rank_of_level(level)] if level else None


TALENT_NAMES = (
    "Acrobatie",
    "Armes à Impulsion",
    "Armes de jet",
    "Armes de mêlée",
    "Athlétisme",
    "Commandement",
    "Corps-à-corps",
    "Discours",
    "Équitation",
    "Escalade",
    "Esquive",
    "Fouille",
    "Furtivité",
    "Marchandage",
    "Pister",
)
"""The Talents that the document names."""
