"""A pool of d6 of which the highest counts, and stress for one die more."""

from typing import Annotated, Literal

from tablee import (
    ASK,
    D6,
    YES_NO,
    Fold,
    Game,
    Meta,
    Procedure,
    Result,
    Sheet,
    decide,
    effect,
    note,
    on_sheet,
    roll,
)

Degree = Literal["echec", "partiel", "reussite", "critique"]


class Scoundrel(Sheet, tag="coup.malfrat"):
    """Ce que la table garde d’un malfrat."""

    nom: str
    actions: Annotated[int, Meta(ge=0, le=4, description="points de l’action")] = 2
    stress: Annotated[int, Meta(ge=0, le=9, description="cases de stress cochées")] = 0


class Outcome(Result):
    """Ce que donne un jet d’action."""

    degre: Degree
    stress: int


def most(seen: tuple[int, int], throw: int, face: int) -> tuple[int, int]:
    """(highest face, number of sixes) after one more die."""
    highest, sixes = seen
    return max(highest, face), sixes + (face == 6)


def least(seen: int, throw: int, face: int) -> int:
    return min(seen, face)


class Action(Procedure[Outcome], id="coup.action"):
    """Un jet d’action (COU-01..04)."""

    actions: Annotated[int, Meta(ge=0, le=4, description="points de l’action"), on_sheet("actions")]
    stress: Annotated[
        int, Meta(ge=0, le=9, description="cases de stress cochées"), on_sheet("stress")
    ] = 0
    effort: Annotated[bool, Meta(description="deux cases de stress pour un dé")] | ASK = "ask"

    utilities = {
        "reussir": lambda action, outcome, seat: outcome.degre in ("reussite", "critique"),
        "avancer": lambda action, outcome, seat: outcome.degre != "echec",
    }

    async def rule(self) -> Outcome:
        pays = self.stress <= 7 and await decide(
            self.effort, "effort", YES_NO, who="joueur", default=False
        )
        if pays:
            note("COU-02", "Deux cases de stress : un dé de plus.")
            effect("stress", 2)
        count = self.actions + pays
        if count:
            high, sixes = await roll(
                D6, "action", Fold((0, 0), most, tuple), who="joueur", count=count
            )
        else:
            read = Fold(6, least, int)
            high, sixes = await roll(D6, "action", read, who="joueur", count=2), 0
        degree = degree_of(high, sixes)
        note(
            "COU-01 COU-03 COU-04", "Le dé qui compte : {face} ({degre}).", face=high, degre=degree
        )
        return Outcome(degre=degree, stress=2 * pays)


def degree_of(high: int, sixes: int) -> Degree:
    """Return the degree of the die that counts."""
    if sixes >= 2:
        return "critique"
    return "reussite" if high == 6 else "partiel" if high >= 4 else "echec"


WORDS = {
    "coup.action": "jet d’action",
    "coup.malfrat": "malfrat",
    "joueur": "joueur",
    "nom": "nom",
    "actions": "action",
    "action": "à l’action",
    "stress": "stress",
    "effort": "se pousser à bout",
    "degre": "degré",
    "echec": "échec",
    "partiel": "réussite avec un prix",
    "reussite": "réussite",
    "critique": "critique",
    "reussir": "réussir sans prix",
    "avancer": "avancer, même à un prix",
}
CLAUSES = {
    "COU-01": "On lance un d6 par point de l’action ; seul compte le plus haut.",
    "COU-02": "Avant de lancer, deux cases de stress donnent un dé de plus.",
    "COU-03": "Sans aucun dé, on en lance deux et l’on garde le plus bas.",
    "COU-04": "6 réussit, 4 et 5 réussissent à un prix, moins échoue ; deux 6 sont un critique.",
}
ENGLISH = {
    "jet d’action": "action roll",
    "malfrat": "scoundrel",
    "joueur": "player",
    "nom": "name",
    "points de l’action": "points of the action",
    "cases de stress cochées": "stress boxes ticked",
    "deux cases de stress pour un dé": "two stress boxes for a die",
    "action": "action",
    "à l’action": "for the action",
    "stress": "stress",
    "se pousser à bout": "push oneself",
    "degré": "degree",
    "échec": "failure",
    "réussite avec un prix": "success at a price",
    "réussite": "success",
    "critique": "critical",
    "réussir sans prix": "succeed without a price",
    "avancer, même à un prix": "get on, even at a price",
    "Deux cases de stress : un dé de plus.": "Two stress boxes: one more die.",
    "Le dé qui compte : {face} ({degre}).": "The die that counts: {face} ({degre}).",
    CLAUSES["COU-01"]: "Throw a d6 for each point of the action; the highest alone counts.",
    CLAUSES["COU-02"]: "Before the throw, two stress boxes give one more die.",
    CLAUSES["COU-03"]: "Without any die, throw two and keep the lowest.",
    CLAUSES["COU-04"]: (
        "6 succeeds, 4 and 5 succeed at a price, less fails; two sixes are a critical."
    ),
}
GAME = Game(
    id="coup",
    title="Le Coup",
    procedures=(Action,),
    sheets=(Scoundrel,),
    words=WORDS,
    clauses=CLAUSES,
    english=ENGLISH,
)
