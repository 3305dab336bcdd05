"""What the rules of Exil fix about making and changing a sheet (BAS, DET, XP)."""

from __future__ import annotations

from collections.abc import Iterator

from tablee.games.exil.fields import AttributNom
from tablee.games.exil.life.progress import POOLS, Progress, cost_of_level, held, learning_of
from tablee.games.exil.sheet import Adversaire, Personnage
from tablee.rules.creation import Budget, Creation, Later

TALENTS = (
    "Acrobate",
    "Artiste",
    "Bagarreur",
    "Bricoleur",
    "Cavalier",
    "Citadin",
    "Escrimeur",
    "Espion",
    "Filou",
    "Fonctionnaire",
    "Gentleman",
    "Ingénieur",
    "Lettré",
    "Marin",
    "Médecin",
    "Orateur",
    "Savant",
    "Sportif",
    "Tireur",
)
"""The Talents that the rules name; their own chapter is not part of the document."""
_POOL_TEXTS: dict[AttributNom, str] = {
    "physique": "Expérience Physique dépensée",
    "mental": "Expérience Mentale dépensée",
    "social": "Expérience Sociale dépensée",
    "adaptabilite": "Expérience d’Adaptabilité dépensée",
    "realisation": "Expérience de Réalisation dépensée",
}
_LEVELS = "Un niveau de 0 à 20 ; 9 pour une arme dans chaque main, 13 pour enseigner."
_UNKNOWN = (
    "Avant de progresser, il faudra dire l’Attribut et la difficulté d’apprentissage de ces Talents, "
    "dont le coût n’est pas compté : {names:=}."
)
_DETACHMENT = "À la création, un Exiléen lance 1D3 ; un habitant de Forge en a 0."


def _experience(one: Personnage, before: Personnage | None) -> Iterator[Budget]:
    """Yield the points of each pool, and those that the levels raised since `before` cost. Talents
    whose Attribut or difficulty nobody knows are not counted."""  # EXIL-XP-03, -06
    kept = one if before is None else before
    for pool in POOLS:
        spent, available = _spent(one, kept, pool), kept.xp.of(pool)
        if spent or available:
            yield Budget(_POOL_TEXTS[pool], spent, available, "EXIL-XP-03")


def _spent(one: Personnage, kept: Personnage, pool: AttributNom) -> int:
    """Return the cost of the levels that a sheet has more than the kept one, from one pool."""
    now = Progress(attributs=one.attributs, talents=one.talents)
    old = Progress(talents=kept.talents)
    total = 0
    for name, _ in one.talents:
        talent = now.talent(name)
        if talent.attribut != pool or talent.apprentissage is None:
            continue
        attribut = getattr(one.attributs, pool)
        known = old.talent(name)
        for level in range(known.niveau, talent.niveau):
            taught = known.enseignement and level == known.niveau
            total += cost_of_level(level, attribut, learning_of(talent.apprentissage, taught))
    return total


def _later(one: Personnage) -> Iterator[Later]:
    """Yield the Talents that cannot be raised yet: their Attribut or their difficulty is open."""
    # EXIL-XP-06
    unknown = [
        name
        for name, talent in one.talents
        if held(talent).attribut is None or held(talent).apprentissage is None
    ]
    if unknown:
        yield Later(_UNKNOWN, {"names": unknown})


CREATION = {
    Personnage: Creation(
        names={"talents": TALENTS},
        levels={"talents": _LEVELS, "detachement": _DETACHMENT},
        decide=("attributs", "talents"),
        later=_later,
        budgets=_experience,
    ),
    Adversaire: Creation(
        names={"talents": TALENTS}, levels={"talents": _LEVELS}, decide=("talents",)
    ),
}
