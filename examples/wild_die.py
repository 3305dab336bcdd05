"""A trait die beside a wild d6, both open on their highest face; every 4 above is a raise."""

from typing import Annotated, Literal

from tablee import (
    ASK,
    D6,
    YES_NO,
    Die,
    Fold,
    Game,
    Meta,
    Procedure,
    Result,
    Throw,
    become,
    decide,
    effect,
    exploding,
    note,
    replace,
    rolls,
)

CAP = 8
"""Dice after which a chain ends."""
MOST = 26
"""The total of five degrees, also with the worst modifier."""


class Outcome(Result):
    """Ce que donne un jet de trait. `degres`: 0 for a failure, 1 a success, more with raises."""

    degres: int


class Trait(Procedure[Outcome], id="joker.trait"):
    """Un jet de trait (JOK-01..04)."""

    de: Annotated[Literal[4, 6, 8, 10, 12], Meta(description="faces du dé de trait")] = 8
    malus: Annotated[int, Meta(ge=-6, le=6, description="ce qui s’ajoute au plus haut")] = 0
    jetons: Annotated[int, Meta(ge=0, le=3, description="jetons que l’on peut dépenser")] = 1
    relancer: Annotated[bool, Meta(description="payer un jeton pour relancer")] | ASK = "ask"
    acquis: Annotated[int, Meta(ge=0, le=5, description="degrés déjà obtenus")] = 0

    utilities = {
        "reussir": lambda trait, outcome, seat: outcome.degres > 0,
        "relance": lambda trait, outcome, seat: outcome.degres > 1,
    }

    async def rule(self) -> Outcome:
        trait, wild = exploding(Die(self.de), CAP), exploding(D6, CAP)
        throws = (Throw(trait, "trait", "joueur"), Throw(wild, "joker", "joueur"))
        high = await rolls(throws, BEST)
        total = high + self.malus
        found = max(self.acquis, degrees(total))
        note(
            "JOK-01 JOK-02 JOK-03",
            "Le plus haut : {n}, {degres:degré|degrés}.",
            n=total,
            degres=found,
        )
        facts = {"degres": found, "jetons": self.jetons}
        if (
            self.jetons > 0
            and found < 5
            and await decide(
                self.relancer, "relancer", YES_NO, who="joueur", facts=facts, default=False
            )
        ):
            note("JOK-04", "Un jeton, et l’on relance ; le meilleur résultat reste.")
            effect("jeton", -1)
            return await become(replace(self, jetons=self.jetons - 1, acquis=found))
        return Outcome(degres=found)


def degrees(total: int) -> int:
    """Return 0 below 4, then 1 and one more for every 4, at most 5."""
    return 0 if total < 4 else min(5, total // 4)


def add(seen: tuple[int, int], throw: int, face: int) -> tuple[int, int]:
    """The two chains; each is cut at `MOST`, above which nothing changes."""
    trait, wild = seen
    return (min(MOST, trait + face), wild) if throw == 0 else (trait, min(MOST, wild + face))


def highest(seen: tuple[int, int]) -> int:
    return max(seen)


BEST = Fold((0, 0), add, highest)
WORDS = {
    "joker.trait": "jet de trait",
    "joueur": "joueur",
    "trait": "dé de trait",
    "joker": "dé joker",
    "de": "trait",
    "malus": "modificateur",
    "jetons": "jetons",
    "relancer": "relancer",
    "acquis": "degrés acquis",
    "degres": "degrés",
    "reussir": "réussir",
    "relance": "réussir avec une relance",
}
CLAUSES = {
    "JOK-01": "On lance le dé de trait et un d6 joker ; le plus haut compte.",
    "JOK-02": "La plus haute face d’un dé se relance et s’ajoute.",
    "JOK-03": "4 réussit ; chaque 4 de plus est un degré de plus.",
    "JOK-04": "Un jeton relance tout, et le meilleur des résultats reste.",
}
ENGLISH = {
    "jet de trait": "trait roll",
    "joueur": "player",
    "dé de trait": "trait die",
    "dé joker": "wild die",
    "trait": "trait",
    "faces du dé de trait": "faces of the trait die",
    "modificateur": "modifier",
    "ce qui s’ajoute au plus haut": "added to the highest",
    "jetons": "tokens",
    "jetons que l’on peut dépenser": "tokens that may be spent",
    "relancer": "throw again",
    "payer un jeton pour relancer": "pay a token to throw again",
    "degrés acquis": "degrees so far",
    "degrés déjà obtenus": "degrees reached already",
    "degrés": "degrees",
    "réussir": "succeed",
    "réussir avec une relance": "succeed with a raise",
    "Le plus haut : {n}, {degres:degré|degrés}.": "The highest: {n}, {degres:degree|degrees}.",
    "Un jeton, et l’on relance ; le meilleur résultat reste.": (
        "A token, and all is thrown again; the best result stays."
    ),
    CLAUSES["JOK-01"]: "Throw the trait die and a wild d6; the highest counts.",
    CLAUSES["JOK-02"]: "The highest face of a die is thrown again and added.",
    CLAUSES["JOK-03"]: "4 succeeds; every 4 more is a degree more.",
    CLAUSES["JOK-04"]: "A token throws all again, and the best result stays.",
}
GAME = Game(
    id="joker",
    title="Le Joker",
    procedures=(Trait,),
    words=WORDS,
    clauses=CLAUSES,
    english=ENGLISH,
)
