"""Roll some d10, keep some: exploding tens, and raises called before the throw."""

from typing import Annotated

from tablee import (
    ASK,
    D10,
    Game,
    Meta,
    NumberFrom,
    Procedure,
    Result,
    compounding,
    decide,
    keep_highest,
    note,
    roll,
)


class Outcome(Result):
    """Ce que donne un jet. `augmentations`: those called, if the roll succeeds."""

    reussi: bool
    augmentations: int


class Keep(Procedure[Outcome], id="lame.jet"):
    """Un jet de dés gardés (LAM-01..03)."""

    lances: Annotated[int, Meta(ge=1, le=10, description="dés que l’on lance")] = 6
    gardes: Annotated[int, Meta(ge=1, le=10, description="dés que l’on garde")] = 3
    seuil: Annotated[int, Meta(ge=5, le=40, description="ce qu’il faut atteindre")] = 15
    augmentations: (
        Annotated[int, Meta(ge=0, le=4, description="5 de plus au seuil chacune")] | ASK
    ) = "ask"

    utilities = {
        "reussir": lambda jet, outcome, seat: outcome.reussi,
        "eclat": lambda jet, outcome, seat: outcome.reussi * (1 + outcome.augmentations),
    }

    async def rule(self) -> Outcome:
        called = await decide(
            self.augmentations, "augmentations", NumberFrom(0, 4), who="joueur", default=0
        )
        kept = min(self.gardes, self.lances)
        die = compounding(D10, 3)
        total = await roll(die, "jet", keep_highest(kept), who="joueur", count=self.lances)
        need = self.seuil + 5 * called
        note("LAM-01 LAM-02 LAM-03", "{total} contre {need}.", total=total, need=need)
        success = total >= need
        return Outcome(reussi=success, augmentations=called * success)


WORDS = {
    "lame.jet": "jet",
    "joueur": "joueur",
    "jet": "au jet",
    "lances": "dés lancés",
    "gardes": "dés gardés",
    "seuil": "seuil",
    "augmentations": "augmentations",
    "reussi": "réussite",
    "reussir": "réussir",
    "eclat": "réussir avec éclat",
}
CLAUSES = {
    "LAM-01": "On lance des d10 et l’on garde les plus hauts, que l’on additionne.",
    "LAM-02": "Un 10 se relance et s’ajoute, trois fois au plus.",
    "LAM-03": "Avant de lancer, chaque augmentation annoncée ajoute 5 au seuil.",
}
ENGLISH = {
    "jet": "roll",
    "au jet": "for the roll",
    "joueur": "player",
    "dés lancés": "dice rolled",
    "dés que l’on lance": "dice rolled",
    "dés gardés": "dice kept",
    "dés que l’on garde": "dice kept",
    "seuil": "target",
    "ce qu’il faut atteindre": "what must be reached",
    "augmentations": "raises",
    "5 de plus au seuil chacune": "5 more on the target for each",
    "réussite": "success",
    "réussir": "succeed",
    "réussir avec éclat": "succeed in style",
    "{total} contre {need}.": "{total} against {need}.",
    CLAUSES["LAM-01"]: "Roll d10, keep the highest ones and add them.",
    CLAUSES["LAM-02"]: "A 10 is rolled again and added, three times at most.",
    CLAUSES["LAM-03"]: "Before the roll each raise called adds 5 to the target.",
}
GAME = Game(
    id="lame",
    title="La Lame",
    procedures=(Keep,),
    words=WORDS,
    clauses=CLAUSES,
    english=ENGLISH,
)
