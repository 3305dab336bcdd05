"""Les Gardiens de phare : une lampe, de l’huile, du vent et des navires à ramener au port."""

from typing import Annotated, Literal

from tablee import (
    ASK,
    D6,
    YES_NO,
    Game,
    Meta,
    OneOf,
    Pool,
    Procedure,
    Result,
    Rulings,
    become,
    choose,
    decide,
    effect,
    note,
    replace,
    roll,
    rulings,
    together,
)


class Regles(Rulings):
    naufrage: Literal["tous", "moitie"] = "tous"


class Nuit(Result):
    navires: int
    lampe: Literal["allumee", "eteinte"]


class Veille(Procedure[Nuit], id="phares.veille"):
    """Une nuit à la lampe (PHA-VEI-01..05)."""

    huile: Annotated[int, Meta(ge=1, le=10, description="mesures d’huile : autant de dés")]
    vent: Annotated[int, Meta(ge=1, le=4, description="souffles qui éteignent la lampe")] = 3
    attiser: Annotated[bool, Meta(description="relancer les braises tant qu’il y en a")] | ASK = (
        False
    )
    navires: Annotated[int, Meta(ge=0, le=10, description="navires déjà guidés")] = 0
    souffles: Annotated[int, Meta(ge=0, le=3, description="souffles déjà essuyés")] = 0

    utilities = {
        "navires": lambda veille, nuit, siege: nuit.navires,
        "garder_la_lampe": lambda veille, nuit, siege: nuit.lampe == "allumee",
    }

    async def rule(self) -> Nuit:
        des = await roll(D6, "huile", Pool(), who="gardien", count=self.huile)
        navires = self.navires + sum(face >= 5 for face in des)
        souffles = self.souffles + des.count(1)
        braises = sum(2 <= face <= 4 for face in des)
        note(
            "PHA-VEI-01 PHA-VEI-02",
            "{navires:navire|navires} en vue de la lampe, {souffles:souffle|souffles}, "
            "{braises:braise|braises}.",
            navires=navires,
            souffles=souffles,
            braises=braises,
        )
        if souffles >= self.vent:
            sauves = navires // 2 if rulings(Regles).naufrage == "moitie" else 0
            note(
                "PHA-VEI-04",
                "La lampe s’éteint : {perdus:navire|navires} à la côte.",
                perdus=navires - sauves,
            )
            return Nuit(navires=sauves, lampe="eteinte")
        vus = {"navires": navires, "souffles": souffles, "braises": braises}
        if braises > 1 and await decide(self.attiser, "attiser", YES_NO, who="gardien", facts=vus):
            note(
                "PHA-VEI-03",
                "On attise : une braise brûle, {n:dé relancé|dés relancés}.",
                n=braises - 1,
            )
            return await become(
                replace(self, huile=braises - 1, navires=navires, souffles=souffles)
            )
        effect("navires", navires)
        return Nuit(navires=navires, lampe="allumee")


CAPS = {"nord": 2, "passe": 4, "sud": 6}
Cap = Literal["nord", "passe", "sud"]


class Passage(Result):
    sauve: bool


class Naufrageur(Procedure[Passage], id="phares.naufrageur"):
    """x"""

    garde: Annotated[Cap, Meta(description="cap que surveille le gardien")] | ASK = "ask"
    feux: Annotated[Cap, Meta(description="cap où le naufrageur allume ses feux")] | ASK = "ask"

    utilities = {
        "reussite": lambda naufrageur, passage, siege: passage.sauve == (siege == "gardien"),
    }

    def sides(self) -> dict[str, str]:
        return {"gardien": "phare", "naufrageur": "recifs"}

    async def rule(self) -> Passage:
        garde, feux = await together(
            choose("garde", caps(self.garde), who="gardien"),
            choose("feux", caps(self.feux), who="naufrageur"),
        )
        if garde == feux:
            return Passage(sauve=True)
        face = await roll(D6, "barre", who="gardien")
        return Passage(sauve=face >= CAPS[feux])


def caps(choisi: Cap | ASK) -> OneOf[Cap]:
    return OneOf(tuple(CAPS) if choisi == "ask" else (choisi,))


GAME = Game(
    id="phares",
    title="Les Gardiens de phare",
    procedures=(Veille, Naufrageur),
    rulings=Regles,
    clauses={f"PHA-VEI-0{n}": "x" for n in range(1, 6)},
)
