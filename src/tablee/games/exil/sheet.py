"""The sheets of Exil: a character, an adversary; weapons, protections, diseases, poisons."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Literal, cast

from msgspec import Meta

from tablee.games.exil.equipment.equipped import Equipped
from tablee.games.exil.equipment.gear import ARMES, ARMURES, BOUCLIERS, Notes
from tablee.games.exil.equipment.gear import Arme as Arme
from tablee.games.exil.equipment.gear import Protection as Protection
from tablee.games.exil.fields import Apprentissage, Attribut, Attributs, Physique
from tablee.games.exil.fight.fighters import Reddition
from tablee.games.exil.health.ills import DISEASES
from tablee.games.exil.health.ills import DiseaseSheet as DiseaseSheet  # a kind of sheet too
from tablee.games.exil.health.ills import PoisonSheet as PoisonSheet
from tablee.games.exil.life.detachment import Points
from tablee.games.exil.life.fading import Away, Months, Signes
from tablee.games.exil.life.progress import Pools, Progress
from tablee.rules.fighter_status import FighterStatus, Gauge
from tablee.rules.sheet import Sheet


class Personnage(Equipped, tag="personnage"):
    """A player's character: Attributs, Talents, experience, Détachement (EXIL-PUR-01, EXIL-XP-02,
    EXIL-DET-01, -13)."""

    leader_fields = ("heure", "maux", "retablissement", "mois_hors_exil")
    attributs: Annotated[Attributs, Meta(description="niveau de chaque Attribut")] = Attributs()
    xp: Annotated[Pools, Meta(description="points d’expérience à dépenser")] = Pools()
    detachement: Points = 0
    effacement: Signes = ()
    hors_exil: Away = False
    mois_hors_exil: Months = Fraction(0)
    notes: Notes = ""

    @property
    def constitution(self) -> Attribut:
        return self.attributs.physique

    @property
    def physique(self) -> Attribut:
        return self.attributs.physique

    @property
    def mental(self) -> Attribut:
        return self.attributs.mental

    @property
    def camp(self) -> Literal["personnages"]:
        return "personnages"

    def fighter_status(self) -> FighterStatus:
        body = super().fighter_status()
        points = Gauge("detachement", self.detachement, 12)
        under_way = dict.fromkeys(("mal_vu", mal.sorte) for mal in self.maux)
        return FighterStatus(body.who, (*body.gauges, points), (*body.states, *under_way), body.out)

    # ── learning ───────────────────────────────────────────────────────────────────────────────
    def _learnt(self) -> Progress:
        return Progress(attributs=self.attributs, talents=self.talents)

    @property
    def attributs_des_talents(self) -> Mapping[str, Attribut]:
        """Levels of the Attribut of each Talent, where it is known."""
        known = {name: self._learnt().talent(name).attribut for name, _ in self.talents}
        return {name: getattr(self.attributs, each) for name, each in known.items() if each}

    @property
    def apprentissages_des_talents(self) -> Mapping[str, Apprentissage]:
        """Learning difficulties of the Talents, where they are known."""
        known = {name: self._learnt().talent(name).apprentissage for name, _ in self.talents}
        return {name: each for name, each in known.items() if each}


class Adversaire(Equipped, tag="adversaire"):
    """A character of the leader, with his attitude and his surrender (EXIL-CBT-13, -15)."""

    physique: Physique = "moyen"
    attitude: Annotated[
        Literal["moitie", "tout", "rien"] | Annotated[int, Meta(ge=0)],
        Meta(description="part du PC qu’il met en attaque, pour tout le combat"),
    ] = "moitie"
    """One attitude for the whole fight (EXIL-CBT-13)."""
    reddition: Annotated[
        Reddition, Meta(description="État de Santé à partir duquel il se rend")
    ] = "jamais"
    """EXIL-CBT-15."""
    notes: Notes = ""

    @property
    def constitution(self) -> Attribut:
        return self.physique

    @property
    def attributs_connus(self) -> Mapping[str, Attribut]:
        """The levels of the Attributs that an adversary has (EXIL-PUR-01)."""
        return {"physique": self.physique}

    @property
    def camp(self) -> Literal["adversaires"]:
        return "adversaires"

    @property
    def poff_voulu(self) -> int:
        """The Poff of his attitude (EXIL-CBT-13)."""
        if isinstance(self.attitude, int):
            return min(self.attitude, self.pc)
        return {"moitie": self.pc // 2, "tout": self.pc, "rien": 0}[self.attitude]

    @property
    def pnj(self) -> bool:
        return True

    @property
    def cible(self) -> Literal["reparti"]:
        """Adversaries do not all attack the same character (EXIL-CON-02)."""
        return "reparti"


READY: dict[str, Sheet] = {
    name: row
    for table in (ARMES, ARMURES, BOUCLIERS, DISEASES)
    for name, row in cast("Mapping[str, Sheet]", table).items()
}
"""Sheets of the tables, by name (T-14 to T-18, T-22)."""
