"""2d6 plus a stat in three ranges, with advantage, and a hold that is spent after the dice."""

from typing import Annotated, Literal

from tablee import (
    ASK,
    D6,
    YES_NO,
    Game,
    Meta,
    Procedure,
    Result,
    decide,
    effect,
    keep_highest,
    keep_lowest,
    note,
    roll,
)

Range = Literal["rate", "prix", "plein"]
RANGES: tuple[Range, ...] = ("rate", "prix", "plein")


class Outcome(Result):
    """Ce que donne une manœuvre."""

    palier: Range
    points: int


class Move(Procedure[Outcome], id="veine.manoeuvre"):
    """Une manœuvre (VEI-01..04)."""

    stat: Annotated[int, Meta(ge=-2, le=4, description="caractéristique")] = 1
    avantage: Literal["aucun", "avantage", "desavantage"] = "aucun"
    points: Annotated[int, Meta(ge=0, le=3, description="points de veine")] = 1
    depenser: Annotated[bool, Meta(description="payer pour le palier suivant")] | ASK = "ask"

    utilities = {
        "reussir": lambda move, outcome, seat: outcome.palier != "rate",
        "menager": lambda move, outcome, seat: 2 * RANGES.index(outcome.palier) + outcome.points,
    }

    async def rule(self) -> Outcome:
        count = 2 if self.avantage == "aucun" else 3
        read = keep_lowest(2) if self.avantage == "desavantage" else keep_highest(2)
        total = await roll(D6, "manoeuvre", read, who="joueur", count=count) + self.stat
        place = range_of(total)
        note("VEI-01 VEI-02 VEI-03", "{total} : {palier}.", total=total, palier=RANGES[place])
        missing = (7, 10)[place] - total if place < 2 else 0
        facts = {"manque": missing, "points": self.points}
        if 0 < missing <= self.points and await decide(
            self.depenser, "depenser", YES_NO, who="joueur", facts=facts, default=False
        ):
            note("VEI-04", "{n:point dépensé|points dépensés}.", n=missing)
            effect("points", -missing)
            return Outcome(palier=RANGES[place + 1], points=self.points - missing)
        return Outcome(palier=RANGES[place], points=self.points)


def range_of(total: int) -> int:
    return 0 if total < 7 else 1 if total < 10 else 2


WORDS = {
    "veine.manoeuvre": "manœuvre",
    "manoeuvre": "à la manœuvre",
    "joueur": "joueur",
    "stat": "caractéristique",
    "avantage": "avantage",
    "aucun": "aucun",
    "desavantage": "désavantage",
    "points": "points de veine",
    "depenser": "dépenser la veine",
    "manque": "ce qui manque",
    "palier": "palier",
    "rate": "raté",
    "prix": "à un prix",
    "plein": "plein succès",
    "reussir": "réussir",
    "menager": "réussir sans vider sa veine",
}
CLAUSES = {
    "VEI-01": "Deux d6 et la caractéristique.",
    "VEI-02": "10 ou plus est un plein succès, 7 à 9 un succès à un prix, moins un raté.",
    "VEI-03": "Un avantage lance un troisième dé et garde les deux plus hauts ; un désavantage, les deux plus bas.",
    "VEI-04": "Après les dés, chaque point de veine ajoute 1, s’il mène au palier suivant.",
}
ENGLISH = {
    "manœuvre": "move",
    "à la manœuvre": "for the move",
    "joueur": "player",
    "caractéristique": "stat",
    "avantage": "advantage",
    "aucun": "none",
    "désavantage": "disadvantage",
    "points de veine": "points of luck",
    "dépenser la veine": "spend luck",
    "payer pour le palier suivant": "pay for the next range",
    "ce qui manque": "what is missing",
    "palier": "range",
    "raté": "miss",
    "à un prix": "at a price",
    "plein succès": "full success",
    "réussir": "succeed",
    "réussir sans vider sa veine": "succeed and keep some luck",
    "{total} : {palier}.": "{total}: {palier}.",
    "{n:point dépensé|points dépensés}.": "{n:point|points} spent.",
    CLAUSES["VEI-01"]: "Two d6 and the stat.",
    CLAUSES["VEI-02"]: "10 or more is a full success, 7 to 9 a success at a price, less a miss.",
    CLAUSES["VEI-03"]: (
        "An advantage throws a third die and keeps the two highest; a disadvantage, the two lowest."
    ),
    CLAUSES["VEI-04"]: "After the dice each point of luck adds 1, if that leads to the next range.",
}
GAME = Game(
    id="veine",
    title="La Veine",
    procedures=(Move,),
    words=WORDS,
    clauses=CLAUSES,
    english=ENGLISH,
)
