"""The weapons of Exil as data (T-14, T-15, T-16).

`maniabilite` and `precision` are part of the PC, `letalite` of the damage of a full hit.
"""

from __future__ import annotations

from typing import Any, Literal

from tablee.rules.procedure import Record

MeleeArme = Literal[
    "mains_nues",
    "dague",
    "epieu",
    "gourdin",
    "casse_tete",
    "hache",
    "canne_plombee",
    "rasoir",
    "baton_electrique",
    "epee",
    "rapiere",
    "baton_long",
    "canne_epee",
    "sabre",
    "fouet",
]
RangedArme = Literal[
    "arbalete",
    "arc",
    "fronde",
    "couteau_de_lancer",
    "hache_de_jet",
    "sarbacane",
    "flechettes",
    "pistolet_de_poche",
    "revolver",
    "pistolet_a_aiguilles",
    "fusil_de_sport",
    "fusil_de_chasse",
    "fusil_militaire",
    "mitraillette",
    "mitrailleuse_lourde",
    "fusil_sonique",
    "fusil_a_arc",
]
BurstArme = Literal["mitraillette", "mitrailleuse_lourde"]


class MeleeWeapon(Record):
    """A weapon of T-14. `letalite`: (least, most), between which a bâton électrique is set.
    `contondante`: it may stun as a blunt blow (EXIL-CHO-02)."""

    talent: Literal["bagarreur", "escrimeur"]
    maniabilite: int
    letalite: tuple[int, int]
    force: bool = True
    contondante: bool = False


class RangedWeapon(Record):
    """A weapon of T-15 or T-16. `munitions`: rounds in the magazine (least, most), None without one.

    `force`: strength counts (R-19). `perce_armure`: it halves armour (EXIL-ARM-11).
    `enraye_sur_12`: it jams on a 12 (EXIL-ARM-15).
    """

    precision: int
    letalite: int
    distances: tuple[int, int, int, int]
    """Ends of the ranges courte, moyenne, longue and extrême, in metres."""
    force: bool = False
    munitions: tuple[int, int] | None = None
    perce_armure: bool = False
    enraye_sur_12: bool = False


def _brawl(maniabilite: int, letalite: int, contondante: bool = False) -> MeleeWeapon:
    return MeleeWeapon(
        talent="bagarreur",
        maniabilite=maniabilite,
        letalite=(letalite, letalite),
        contondante=contondante,
    )


def _fence(maniabilite: int, letalite: int) -> MeleeWeapon:
    return MeleeWeapon(talent="escrimeur", maniabilite=maniabilite, letalite=(letalite, letalite))


def _ranged(
    precision: int, letalite: int, distances: tuple[int, int, int, int], **special: Any
) -> RangedWeapon:
    return RangedWeapon(precision=precision, letalite=letalite, distances=distances, **special)


MELEE: dict[MeleeArme, MeleeWeapon] = {
    "mains_nues": _brawl(0, 0),
    "dague": _brawl(1, 1),
    "epieu": _brawl(0, 3),
    "gourdin": _brawl(1, 1, contondante=True),
    "casse_tete": _brawl(0, 2, contondante=True),
    "hache": _brawl(0, 5),
    "canne_plombee": _brawl(1, 1, contondante=True),
    "rasoir": _brawl(2, 0),
    "baton_electrique": MeleeWeapon(
        talent="bagarreur", maniabilite=0, letalite=(-2, 3), force=False
    ),
    "epee": _fence(1, 4),
    "rapiere": _fence(3, 2),
    "baton_long": _brawl(1, 1, contondante=True),
    "canne_epee": _fence(2, 2),
    "sabre": _fence(2, 3),
    "fouet": _brawl(1, -1),
}
"""T-14 (EXIL-ARM-01, EXIL-CBT-11, EXIL-BON-02). A bâton long counts its maniabilité twice, as two
weapons (EXIL-ARM-03)."""

RANGED: dict[RangedArme, RangedWeapon] = {
    "arbalete": _ranged(1, 5, (12, 25, 50, 200)),
    "arc": _ranged(2, 2, (10, 20, 40, 150)),
    "fronde": _ranged(0, 2, (7, 15, 30, 100)),
    "couteau_de_lancer": _ranged(0, 1, (5, 10, 20, 40), force=True),
    "hache_de_jet": _ranged(0, 2, (10, 20, 40, 60), force=True),
    "sarbacane": _ranged(1, -2, (5, 10, 20, 30)),
    "flechettes": _ranged(0, 0, (5, 10, 15, 20), force=True),
    "pistolet_de_poche": _ranged(0, 0, (10, 20, 40, 80), munitions=(1, 2)),
    "revolver": _ranged(0, 2, (15, 30, 60, 120), munitions=(6, 6), perce_armure=True),
    "pistolet_a_aiguilles": _ranged(1, 1, (5, 10, 20, 35), munitions=(4, 4), enraye_sur_12=True),
    "fusil_de_sport": _ranged(2, 1, (30, 60, 120, 240), munitions=(2, 2), perce_armure=True),
    "fusil_de_chasse": _ranged(2, 3, (25, 50, 100, 200), munitions=(2, 2), perce_armure=True),
    "fusil_militaire": _ranged(2, 4, (75, 150, 300, 500), munitions=(5, 5), perce_armure=True),
    "mitraillette": _ranged(0, 6, (25, 50, 100, 150), munitions=(30, 30), perce_armure=True),
    "mitrailleuse_lourde": _ranged(
        0, 8, (50, 100, 200, 500), munitions=(80, 80), perce_armure=True
    ),
    "fusil_sonique": _ranged(0, 0, (15, 30, 60, 80), munitions=(6, 6)),
    "fusil_a_arc": _ranged(0, 4, (7, 15, 30, 60), munitions=(4, 4)),
}
"""T-15 (weapons of throw and string, EXIL-ARM-05) and T-16 (firearms: those with `munitions`,
EXIL-ARM-09, -12), with the ends of their ranges (EXIL-ARM-06)."""

BURST: dict[BurstArme, int] = {"mitraillette": 4, "mitrailleuse_lourde": 1}
"""Levels of Tireur for each target of a burst (EXIL-ARM-13, -14)."""
