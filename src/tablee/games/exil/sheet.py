"""The sheets of Exil: a character, an adversary; weapons, protections, diseases, poisons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, cast

from msgspec import Meta

from tablee.games.exil.detachment import Points
from tablee.games.exil.equipped import Equipe
from tablee.games.exil.fading import Signes
from tablee.games.exil.fields import Apprentissage, Attribut, AttributNom, Attributs, Physique
from tablee.games.exil.fighters import Reddition
from tablee.games.exil.gear import ARMES, ARMURES, BOUCLIERS, Arme, Protection
from tablee.games.exil.ills import DISEASES, Maladie, Venin
from tablee.games.exil.progress import Reserves
from tablee.games.exil.tables import KNOWN_TALENTS
from tablee.rules.procedure import Record
from tablee.rules.refusal import refuse
from tablee.rules.schema import AS_OBJECT
from tablee.rules.sheet import Sheet, folded

__all__ = ["READY", "Adversaire", "Arme", "Maladie", "Personnage", "Protection", "Venin"]


class Appris(Record):
    """How a Talent is learnt: which Attribut it belongs to, how hard it is (EXIL-XP-06)."""

    attribut: Annotated[AttributNom, Meta(description="Attribut dont relève le Talent")]
    apprentissage: Annotated[Apprentissage, Meta(description="difficulté d’apprentissage")]


class Personnage(Equipe, tag="personnage"):
    """A player's character: Attributs, Talents, experience, Détachement (EXIL-PUR-01, EXIL-XP-02,
    EXIL-DET-01, -13)."""

    attributs: Annotated[Attributs, Meta(description="niveau de chaque Attribut")] = Attributs()
    apprentissages: Annotated[
        Annotated[tuple[tuple[str, Appris], ...], AS_OBJECT],
        Meta(description="Attribut et difficulté d’apprentissage des Talents, s’ils sont connus"),
    ] = ()
    xp: Annotated[Reserves, Meta(description="points d’expérience à dépenser")] = Reserves()
    detachement: Points = 0
    effacement: Signes = ()

    def check(self) -> None:
        super().check()
        names = {folded(name) for name, _ in self.talents}
        for name, _ in self.apprentissages:
            if folded(name) not in names:
                raise refuse(f"apprentissages.{name}", name, "un Talent de cette fiche")

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

    # ── learning ───────────────────────────────────────────────────────────────────────────────
    def _learnt(self) -> Mapping[str, tuple[AttributNom, Apprentissage]]:
        """Talent of this sheet -> Attribut and learning difficulty, where they are known."""
        own = {
            folded(name): (each.attribut, each.apprentissage) for name, each in self.apprentissages
        }
        known = KNOWN_TALENTS | own
        return {name: known[folded(name)] for name, _ in self.talents if folded(name) in known}

    @property
    def attributs_des_talents(self) -> Mapping[str, Attribut]:
        return {name: getattr(self.attributs, each) for name, (each, _) in self._learnt().items()}

    @property
    def apprentissages_des_talents(self) -> Mapping[str, Apprentissage]:
        return {name: each for name, (_, each) in self._learnt().items()}

    @property
    def talents_tenus(self) -> Mapping[str, Any]:
        """The Talents as the ledger of experience keeps them."""
        learnt = self._learnt()
        return {
            name: {"niveau": niveau}
            | dict(zip(("attribut", "apprentissage"), learnt.get(name, ()), strict=False))
            for name, niveau in self.talents
        }


class Adversaire(Equipe, tag="adversaire"):
    """Somebody of the leader's: how he fights, and when he has had enough (EXIL-CBT-13, -15)."""

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

    @property
    def constitution(self) -> Attribut:
        return self.physique

    @property
    def camp(self) -> Literal["adversaires"]:
        return "adversaires"

    @property
    def poff_voulu(self) -> int:
        """By the attitude that he keeps (EXIL-CBT-13)."""
        if isinstance(self.attitude, int):
            return min(self.attitude, self.pc)
        return {"moitie": self.pc // 2, "tout": self.pc, "rien": 0}[self.attitude]

    @property
    def pnj(self) -> bool:
        return True


READY: dict[str, Sheet] = {
    name: row
    for table in (ARMES, ARMURES, BOUCLIERS, DISEASES)
    for name, row in cast("Mapping[str, Sheet]", table).items()
}
"""What the tables describe, by name (T-14 to T-18, T-22)."""
