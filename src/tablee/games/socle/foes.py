"""Adversaries: the Cœurs that one has, and those that he has when unhurt (chapter TOU, T-04)."""

from __future__ import annotations

from typing import Literal, Protocol

from tablee.games.socle.rulings import SocleRulings, foes_hidden
from tablee.rules.ambient import rulings
from tablee.rules.fighter_status import Gauge
from tablee.rules.refusal import refuse


class Foe(Protocol):
    """The numbers of an adversary, on a sheet or in a fight; null: those of its category."""

    @property
    def cible(self) -> str: ...
    @property
    def coeurs(self) -> int | None: ...
    @property
    def coeurs_max(self) -> int | None: ...


def full_hearts(cible: str) -> int:
    """Return the Cœurs of an unhurt adversary of a category (T-04, ruling R-09)."""
    if cible == "pion":
        return 1
    campaign = rulings(SocleRulings)
    return campaign.elite_coeurs if cible == "elite" else campaign.boss_coeurs


def hearts_of(foe: Foe) -> int:
    """Return the Cœurs that he has left."""
    return foe.coeurs or foe.coeurs_max or full_hearts(foe.cible)


def unhurt(foe: Foe) -> int:
    """Return the Cœurs of the unhurt adversary: its maximum if given, else that of its category, or
    what it has if that is more."""
    return foe.coeurs_max or max(hearts_of(foe), full_hearts(foe.cible))


def hearts_seen(foe: Foe) -> Gauge:
    """Return the gauge of an adversary’s Cœurs, the MJ’s alone where the table has it so (R-27)."""
    public: Literal["all", "nothing"] = "nothing" if foes_hidden() else "all"
    return Gauge("coeurs", hearts_of(foe), unhurt(foe), public)


def check_foe(foe: Foe, path: str = "") -> None:
    """Refuse a pion (an adversary of one Cœur) with another number of Cœurs, and more `coeurs`
    than `coeurs_max`. `path`: the field of the foe, put before the field that is refused."""
    if foe.cible == "pion":
        for name in ("coeurs", "coeurs_max"):
            if getattr(foe, name) not in (None, 1):
                raise refuse(f"{path}{name}", getattr(foe, name), "1 pour un pion")
    if foe.coeurs is not None and foe.coeurs_max is not None and foe.coeurs > foe.coeurs_max:
        raise refuse(f"{path}coeurs", foe.coeurs, "au plus {most}", most=foe.coeurs_max)
