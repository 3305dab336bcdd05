"""The sheets of Armes-Dieux: a character, and a Figurant of the Meneur (FIG, R-20, R-21)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from tablee.games.armes_dieux import fields
from tablee.games.armes_dieux.landmarks import SIZES_SEEN
from tablee.games.armes_dieux.ledgers import EnCombat, Equipement, Reserve, Tension
from tablee.rules.field_marks import AS_OBJECT, landmarks
from tablee.rules.fighter_status import FighterStatus, Gauge
from tablee.rules.sheet import Sheet

Domaines = Annotated[tuple[tuple[str, fields.Domaine], ...], AS_OBJECT]
Lines = Annotated[
    tuple[Annotated[str, Meta(min_length=1, max_length=300)], ...], Meta(max_length=30)
]
Notes = Annotated[str, Meta(max_length=5000, description="ce que l’on veut en retenir")]


class Personnage(Sheet, tag="personnage"):
    """A player's character. The notes hold what other chapters define, as text."""

    leader_fields = ("en_combat",)
    domaines: Annotated[Domaines, Meta(description="score de chaque Domaine")]
    sr: fields.Seuil
    aspects: Annotated[Lines, Meta(description="Aspects du personnage")] = ()
    pouvoirs: Annotated[Lines, Meta(description="Armes, épices et autres pouvoirs")] = ()
    tension: Tension = 0
    malus_report: fields.MalusReport = 0
    reserve_combat: Reserve = 0
    equipement: Equipement = ()
    en_combat: EnCombat = False
    notes: Notes = ""

    def fighter_status(self) -> FighterStatus:
        extras = (("reserve_combat", self.reserve_combat), ("malus_report", self.malus_report))
        more = tuple(Gauge(name, value, 0) for name, value in extras if value)
        fights = (("combat", "ouvert"),) if self.en_combat else ()
        return FighterStatus(self.nom, (Gauge("tension", self.tension, 0), *more), fights)

    @property
    def reserve_ouverte(self) -> int:
        """The dice of the Réserve that may be drawn: none out of a fight (AD-REN-03)."""
        return self.reserve_combat if self.en_combat else 0

    @property
    def a_perdre(self) -> bool | None:
        """Return whether there is gear to lose (AD-REV-03); None where the sheet keeps none."""
        return any(state != "perdu" for _, state in self.equipement) if self.equipement else None

    @property
    def hausses(self) -> Literal[False]:
        """A character takes Bonus; raises are of Figurants (AD-FIG-02)."""
        return False

    @property
    def reduction(self) -> Literal[0]:
        """An action that suits a character badly is for the Malus (AD-FIG-04, AD-CAD-05)."""
        return 0

    @property
    def acteur(self) -> Literal["personnage"]:
        return "personnage"

    @property
    def lance(self) -> Literal["player"]:
        """The player throws what is asked of the character (AD-CHA-01)."""
        return "player"


class Figurant(Sheet, tag="figurant"):
    """A character of the Meneur: a Valeur and no scores; a monster may always have blood dice."""

    valeur: Annotated[
        Literal[0, 3, 6, 9, 12],
        Meta(description="dés de départ, selon son efficacité"),
        landmarks(SIZES_SEEN, "AD-FIG-01 AD-FIG-07"),
    ]
    sr: fields.Seuil
    sang: fields.Sang = 0
    maitrise: fields.Maitrise = False
    malus_report: fields.MalusReport = 0
    domaines: Annotated[Lines, Meta(description="Domaines où il est à l’aise, pour mémoire")] = ()
    pouvoirs: Annotated[Lines, Meta(description="Arme et autres pouvoirs")] = ()
    notes: Notes = ""

    def fighter_status(self) -> FighterStatus | None:
        if not self.malus_report:
            return None
        return FighterStatus(self.nom, (Gauge("malus_report", self.malus_report, 0),))

    @property
    def renfort(self) -> Literal[0]:
        """No dice are added: the score of the group includes them (R-08)."""
        return 0

    @property
    def acteur(self) -> Literal["figurant"]:
        return "figurant"

    @property
    def lance(self) -> Literal["meneur"]:
        """The Meneur throws for a Figurant."""
        return "meneur"
