"""The sheets of Éclats: an Initié, and a person or thing that opposes one (LAN)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tablee.games.eclats.fields import Relancable, Seuil
from tablee.games.eclats.ledgers import Caracteristiques, Competences, Debts, Scores
from tablee.rules.field_marks import AS_OBJECT
from tablee.rules.fighter_status import FighterStatus, Gauge
from tablee.rules.sheet import Sheet

Notes = Annotated[str, Meta(max_length=5000, description="ce que l’on veut en retenir")]
Seuils = Annotated[tuple[tuple[str, Seuil], ...], AS_OBJECT]


class Personnage(Sheet, tag="initie"):
    """An Initié. The notes hold the rest (Animus, éclats, wounds), as text."""

    leader_fields = ("prix_dus",)
    caracteristiques: Scores = Caracteristiques()
    competences: Competences = ()
    prix_dus: Debts = ()
    relance_possible: Relancable = False
    notes: Notes = ""

    @property
    def negocie(self) -> bool:
        """A player bargains (ECL-NEG-01)."""
        return True

    def fighter_status(self) -> FighterStatus | None:
        if not self.prix_dus:
            return None
        return FighterStatus(self.nom, (Gauge("prix_dus", len(self.prix_dus), 0),))


class Adversaire(Sheet, tag="adversaire"):
    """An adversary of an Initié, with the seuil of each action against it."""

    seuils: Annotated[Seuils, Meta(description="seuil de chaque action contre lui")]
    notes: Notes = ""

    @property
    def negocie(self) -> bool:
        """Only a player bargains (ECL-NEG-01)."""
        return False

    @property
    def relance_possible(self) -> bool:
        """Only a player bargains (ECL-NEG-01)."""
        return False
