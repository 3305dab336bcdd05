"""The weapons of Exil as data (T-14, T-15, T-16).

`maniabilite` and `precision` enter the PC, `letalite` the damage of a full hit. Distances are
metres: the ends of courte, moyenne, longue and extrême.
"""

from __future__ import annotations

from typing import Literal

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
    """T-14. `letalite`: (least, most); its user sets a bâton électrique between them."""

    talent: Literal["bagarreur", "escrimeur"]
    maniabilite: int
    letalite: tuple[int, int]
    force: bool = True


class RangedWeapon(Record):
    """T-15 and T-16. `munitions`: rounds in the magazine (least, most), None without magazine.

    `force`: strength counts (R-19). `perce_armure`: armour is only half as good (EXIL-ARM-11).
    `enraye_sur_12`: jams at each 12 (EXIL-ARM-15).
    """

    precision: int
    letalite: int
    courte: int
    moyenne: int
    longue: int
    extreme: int
    force: bool = False
    munitions: tuple[int, int] | None = None
    perce_armure: bool = False
    enraye_sur_12: bool = False

    @property
    def distances(self) -> tuple[int, int, int, int]:
        return self.courte, self.moyenne, self.longue, self.extreme


def _brawl(maniabilite: int, letalite: int) -> MeleeWeapon:
    return MeleeWeapon(talent="bagarreur", maniabilite=maniabilite, letalite=(letalite, letalite))


def _fence(maniabilite: int, letalite: int) -> MeleeWeapon:
    return MeleeWeapon(talent="escrimeur", maniabilite=maniabilite, letalite=(letalite, letalite))


def _thrown(
    precision: int, letalite: int, distances: tuple[int, int, int, int], force: bool
) -> RangedWeapon:
    courte, moyenne, longue, extreme = distances
    return RangedWeapon(
        precision=precision,
        letalite=letalite,
        courte=courte,
        moyenne=moyenne,
        longue=longue,
        extreme=extreme,
        force=force,
    )


def _gun(
    precision: int,
    letalite: int,
    distances: tuple[int, int, int, int],
    munitions: tuple[int, int],
    perce_armure: bool = False,
    enraye_sur_12: bool = False,
) -> RangedWeapon:
    courte, moyenne, longue, extreme = distances
    return RangedWeapon(
        precision=precision,
        letalite=letalite,
        courte=courte,
        moyenne=moyenne,
        longue=longue,
        extreme=extreme,
        munitions=munitions,
        perce_armure=perce_armure,
        enraye_sur_12=enraye_sur_12,
    )


MELEE: dict[MeleeArme, MeleeWeapon] = {
    "mains_nues": _brawl(0, 0),
    "dague": _brawl(1, 1),
    "epieu": _brawl(0, 3),
    "gourdin": _brawl(1, 1),
    "casse_tete": _brawl(0, 2),
    "hache": _brawl(0, 5),
    "canne_plombee": _brawl(1, 1),
    "rasoir": _brawl(2, 0),
    "baton_electrique": MeleeWeapon(
        talent="bagarreur", maniabilite=0, letalite=(-2, 3), force=False
    ),
    "epee": _fence(1, 4),
    "rapiere": _fence(3, 2),
    "baton_long": _brawl(1, 1),
    "canne_epee": _fence(2, 2),
    "sabre": _fence(2, 3),
    "fouet": _brawl(1, -1),
}
"""T-14 (EXIL-ARM-01, EXIL-CBT-11, EXIL-BON-02). A bâton long counts its maniabilité twice, as two
weapons (EXIL-ARM-03)."""

RANGED: dict[RangedArme, RangedWeapon] = {
    "arbalete": _thrown(1, 5, (12, 25, 50, 200), force=False),
    "arc": _thrown(2, 2, (10, 20, 40, 150), force=False),
    "fronde": _thrown(0, 2, (7, 15, 30, 100), force=False),
    "couteau_de_lancer": _thrown(0, 1, (5, 10, 20, 40), force=True),
    "hache_de_jet": _thrown(0, 2, (10, 20, 40, 60), force=True),
    "sarbacane": _thrown(1, -2, (5, 10, 20, 30), force=False),
    "flechettes": _thrown(0, 0, (5, 10, 15, 20), force=True),
    "pistolet_de_poche": _gun(0, 0, (10, 20, 40, 80), (1, 2)),
    "revolver": _gun(0, 2, (15, 30, 60, 120), (6, 6), perce_armure=True),
    "pistolet_a_aiguilles": _gun(1, 1, (5, 10, 20, 35), (4, 4), enraye_sur_12=True),
    "fusil_de_sport": _gun(2, 1, (30, 60, 120, 240), (2, 2), perce_armure=True),
    "fusil_de_chasse": _gun(2, 3, (25, 50, 100, 200), (2, 2), perce_armure=True),
    "fusil_militaire": _gun(2, 4, (75, 150, 300, 500), (5, 5), perce_armure=True),
    "mitraillette": _gun(0, 6, (25, 50, 100, 150), (30, 30), perce_armure=True),
    "mitrailleuse_lourde": _gun(0, 8, (50, 100, 200, 500), (80, 80), perce_armure=True),
    "fusil_sonique": _gun(0, 0, (15, 30, 60, 80), (6, 6)),
    "fusil_a_arc": _gun(0, 4, (7, 15, 30, 60), (4, 4)),
}
"""T-15 (weapons of throw and string, EXIL-ARM-05) and T-16 (firearms: those with `munitions`,
EXIL-ARM-09, -12), with the ends of their ranges (EXIL-ARM-06)."""

BURST: dict[BurstArme, int] = {"mitraillette": 4, "mitrailleuse_lourde": 1}
"""Levels of Tireur for each target of a burst (EXIL-ARM-13, -14)."""
