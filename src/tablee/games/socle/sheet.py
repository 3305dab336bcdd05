"""The sheets of the Livre des Règles de Base: a player's character and an adversary (COE, TOU,
SIX)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta

from tablee.games.socle import fields
from tablee.games.socle.foes import check_foe, hearts_of, hearts_seen, unhurt
from tablee.games.socle.growth import Levels
from tablee.games.socle.heroes import (
    HeartsMax,
    Heros,
    OwnArmour,
    Protege,
    check_heroes,
    fill_armour,
)
from tablee.rules.field_marks import AS_OBJECT
from tablee.rules.fighter_status import FighterStatus, Gauge
from tablee.rules.procedure import replace
from tablee.rules.refusal import Refusal
from tablee.rules.sheet import Sheet
from tablee.rules.sheets.sheet_params import folded

Dice = Annotated[tuple[tuple[str, fields.De], ...], AS_OBJECT]
Notes = Annotated[str, Meta(max_length=5000, description="ce que l’on veut en retenir")]


class Personnage(Sheet, tag="personnage"):
    """A player's character: dice for the core rules, levels where only d6 are used."""

    des: Annotated[Dice, Meta(description="dé de chaque Caractéristique")] = ()
    niveaux: Annotated[Levels, Meta(description="niveau de chaque Caractéristique")] = ()
    coeurs: fields.HeartsLeft = 5
    coeurs_max: HeartsMax = 5
    mana: fields.Mana = 3
    mana_max: fields.ManaMax = 3
    armure: OwnArmour = None
    protege: Protege = False
    etat: fields.EtatDuHeros = "debout"
    notes: Notes = ""

    @property
    def magie(self) -> fields.Size | None:
        """Return the die of the Caractéristique « Magie » of the sheet; None without one."""
        dice = (die for name, die in self.des if folded(name) == folded(fields.MAGIC))
        return next(dice, None)

    @property
    def des_d_attaque(self) -> Mapping[str, fields.Size]:
        """Return the dice to attack with: all but Magie, or Magie where there is no other."""
        return dict(fields.but_magic(self.des))

    @property
    def caracteristiques(self) -> list[str]:
        """Return the names of the Caractéristiques, of the dice and of the levels."""
        return list(dict(self.des) | dict(self.niveaux))

    def __post_init__(self) -> None:
        fill_armour(self)

    def edited(self, before: Personnage) -> Personnage:
        """Return the sheet with the token of a protection that was put on, or without that of one
        that was taken off (SOC-OPT-02)."""
        if self.protege == before.protege or self.armure != before.armure:
            return self
        return replace(self, armure=int(self.protege))

    @property
    def jeton(self) -> int:
        """Return the tokens of Armure at hand."""
        return self.armure or 0

    @property
    def mort(self) -> bool:
        return self.etat == "mort"

    def fighter_status(self) -> FighterStatus:
        gauges = [
            Gauge("coeurs", self.coeurs, self.coeurs_max),
            Gauge("mana", self.mana, self.mana_max),
        ]
        gauges += [Gauge("armure", self.jeton, 0)] if self.jeton else []
        up = self.etat == "debout"
        return FighterStatus(self.nom, tuple(gauges), () if up else (("etat", self.etat),), not up)

    def check(self) -> None:
        hero = Heros(
            id=self.nom,
            coeurs=self.coeurs,
            coeurs_max=self.coeurs_max,
            mana=self.mana,
            mana_max=self.mana_max,
            etat=self.etat,
        )
        try:
            check_heroes((hero,), "fiche")
        except Refusal as refusal:
            raise refusal.at(refusal.field.rpartition(".")[2]) from None


class Adversaire(Sheet, tag="adversaire"):
    """An adversary of the MJ; what is left out follows from the category (T-04, R-08, R-09)."""

    cible: fields.Cible
    tn: fields.TargetTn = None
    coeurs: fields.TargetHearts = None
    coeurs_max: fields.TargetHeartsMax = None
    notes: Notes = ""

    @property
    def caracteristiques(self) -> list[str]:
        """Return the names of its Caractéristiques: its sheet has none."""
        return []

    @property
    def etat(self) -> fields.Etat:
        """Return that it is up: one without a Cœur is out for good (SOC-TOU-01, -02)."""
        return "debout"

    @property
    def coeurs_restants(self) -> int:
        """Return the Cœurs that it has left."""
        return hearts_of(self)

    @property
    def coeurs_indemne(self) -> int:
        """Return the Cœurs that it has unhurt."""
        return unhurt(self)

    def counted(self, name: str) -> Any:
        if name == "coeurs":
            return hearts_of(self)
        return unhurt(self) if name == "coeurs_max" else super().counted(name)

    def fighter_status(self) -> FighterStatus:
        return FighterStatus(self.nom, (hearts_seen(self),))

    def check(self) -> None:
        check_foe(self)
