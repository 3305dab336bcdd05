"""Rules that no game declares: one of a program of its own, and one with a game beside it."""

from __future__ import annotations

from typing import Annotated, Literal

from tablee import (
    D6,
    YES_NO,
    Game,
    Meta,
    Procedure,
    Record,
    Result,
    Rulings,
    choose,
    decide,
    effect,
    hidden,
    note,
    refuse,
    roll,
    rulings,
)
from tablee import NumberFrom as From
from tablee.dice.law import Law


class Light(Result):
    """How many ships see the light."""

    ships: int


class Weather(Rulings):
    """`fog`: the light reaches only half as far."""

    fog: bool = False


class Keeper(Record):
    """Who keeps the light."""

    skill: Annotated[int, Meta(ge=0, le=5, description="adresse")] = 0


class Watch(Procedure[Light], id="phares.veille"):
    """A night at the lighthouse (PH-01)."""

    oil: Annotated[int, Meta(ge=0, le=9, description="réserve d’huile")] | Literal["ask"] = 3
    keeper: Keeper = Keeper()

    utilities = {"navires": lambda _, result, seat: result.ships}

    def check(self) -> None:
        if self.oil == 0 and self.keeper.skill == 0:
            raise refuse("oil", 0, "au moins une mesure pour qui ne sait pas s’en passer")

    def sides(self) -> dict[str, str]:
        return {"gardien": "gardien"}

    async def rule(self) -> Light:
        oil = await decide(self.oil, "oil", From(1, 4), who="gardien")
        face = await roll(D6, "mer", who="gardien")
        reach = oil + self.keeper.skill + (0 if rulings(Weather).fog else 1)
        ships = max(0, reach - face)
        note("PH-01", "La mer donne {face}, la lampe porte à {reach}.", face=face, reach=reach)
        if ships:
            effect("navires", ships)
        return Light(ships=ships)


GAME = Game(
    id="phares",
    title="Phares",
    leader="meneur",
    rulings=Weather,
    chapters={},
    words={"phares.veille": "la veille", "ships": "navires", "oil": "huile", "mer": "mer"},
    clauses={"PH-01": "La lampe porte selon l’huile et l’adresse."},
)


class Coin(Procedure[Light], id="piece.tirage"):
    """A rule that is quite alone, with a secret and a choice."""

    weight: int | tuple[tuple[int, int], ...] = 1

    async def rule(self) -> Light:
        known = dict(self.weight) if isinstance(self.weight, tuple) else None
        weight = await hidden(Law(known) if known else self.weight, "weight", knows="meneur")
        kept = await choose("garder", YES_NO, who="joueur", policy=True)
        assert isinstance(weight, int)
        return Light(ships=weight if kept else 0)
