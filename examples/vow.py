"""An action die against two challenge dice, and a burn after seeing them."""

from typing import Annotated, Literal

from tablee import (
    ASK,
    D6,
    D10,
    FACES,
    YES_NO,
    Game,
    Meta,
    Procedure,
    Result,
    decide,
    effect,
    note,
    roll,
)

Degree = Literal["echec", "prix", "franc"]
DEGREES: tuple[Degree, ...] = ("echec", "prix", "franc")


class Outcome(Result):
    """Ce que donne une action. `pareil`: both challenge dice show the same."""

    degre: Degree
    pareil: bool


class Action(Procedure[Outcome], id="serment.action"):
    """Une action sous serment (SER-01..04)."""

    stat: Annotated[int, Meta(ge=0, le=5, description="ce que l’on sait faire")] = 2
    ajout: Annotated[int, Meta(ge=0, le=4, description="bonus")] = 0
    elan: Annotated[int, Meta(ge=0, le=10, description="élan amassé")] = 5
    bruler: Annotated[bool, Meta(description="brûler l’élan au lieu de l’action")] | ASK = "ask"

    utilities = {
        "reussir": lambda action, outcome, seat: outcome.degre != "echec",
        "franc": lambda action, outcome, seat: outcome.degre == "franc",
    }

    async def rule(self) -> Outcome:
        face = await roll(D6, "action", who="joueur")
        score = min(10, face + self.stat + self.ajout)
        first, second = await roll(D10, "defi", FACES, who="joueur", count=2)
        before, after = beaten(score, first, second), beaten(self.elan, first, second)
        facts = {"score": score, "elan": self.elan, "degre": DEGREES[before]}
        note(
            "SER-01 SER-02",
            "{score} contre {first} et {second}.",
            score=score,
            first=first,
            second=second,
        )
        if after > before and await decide(
            self.bruler, "bruler", YES_NO, who="joueur", facts=facts, default=True
        ):
            note("SER-03", "L’élan brûle : {n} prend la place du score.", n=self.elan)
            effect("elan", -self.elan)
            before = after
        note("SER-04", "Les deux dés de défi sont-ils pareils ? {same:^}.", same=first == second)
        return Outcome(degre=DEGREES[before], pareil=first == second)


def beaten(score: int, *challenge: int) -> int:
    """Return how many challenge dice a score is above."""
    return sum(score > each for each in challenge)


WORDS = {
    "serment.action": "action",
    "joueur": "joueur",
    "action": "dé d’action",
    "defi": "dés de défi",
    "stat": "caractéristique",
    "ajout": "ajout",
    "elan": "élan",
    "bruler": "brûler l’élan",
    "score": "score",
    "degre": "degré",
    "pareil": "dés pareils",
    "echec": "échec",
    "prix": "à un prix",
    "franc": "franc",
    "reussir": "réussir",
}
CLAUSES = {
    "SER-01": "Un d6, la caractéristique et l’ajout font un score, au plus 10.",
    "SER-02": "Au-dessus des deux d10 de défi, c’est franc ; d’un seul, à un prix ; d’aucun, un échec.",
    "SER-03": "Après les dés, on peut brûler l’élan, qui prend la place du score.",
    "SER-04": "Deux dés de défi pareils changent le cours de l’histoire.",
}
ENGLISH = {
    "action": "action",
    "joueur": "player",
    "dé d’action": "action die",
    "dés de défi": "challenge dice",
    "caractéristique": "stat",
    "ce que l’on sait faire": "what one is good at",
    "ajout": "add",
    "bonus": "bonus",
    "élan": "momentum",
    "élan amassé": "momentum gathered",
    "brûler l’élan": "burn momentum",
    "brûler l’élan au lieu de l’action": "burn momentum instead of the action",
    "score": "score",
    "degré": "degree",
    "dés pareils": "match",
    "échec": "miss",
    "à un prix": "weak hit",
    "franc": "strong hit",
    "réussir": "succeed",
    "{score} contre {first} et {second}.": "{score} against {first} and {second}.",
    "L’élan brûle : {n} prend la place du score.": "Momentum burns: {n} replaces the score.",
    "Les deux dés de défi sont-ils pareils ? {same:^}.": "Do the challenge dice match? {same:^}.",
    CLAUSES["SER-01"]: "A d6, the stat and the add make a score, at most 10.",
    CLAUSES["SER-02"]: (
        "Above both challenge d10 it is a strong hit; above one, a weak hit; above none, a miss."
    ),
    CLAUSES["SER-03"]: "After the dice one may burn momentum, which replaces the score.",
    CLAUSES["SER-04"]: "A match of the challenge dice turns the story.",
}
GAME = Game(
    id="serment",
    title="Le Serment",
    procedures=(Action,),
    words=WORDS,
    clauses=CLAUSES,
    english=ENGLISH,
)
