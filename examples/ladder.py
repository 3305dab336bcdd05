"""Four dice of -1, 0 and +1 on a ladder; points add 2 or throw again, as often as one can pay."""

from typing import Annotated, Literal

from tablee import (
    ASK,
    D3,
    Fold,
    Game,
    Meta,
    OneOf,
    Procedure,
    Result,
    become,
    decide,
    effect,
    note,
    replace,
    roll,
)

Call = Literal["garder", "ajouter", "relancer"]
Degree = Literal["echec", "egalite", "succes", "style"]


class Outcome(Result):
    """Ce que donne une action."""

    degre: Degree
    points: int


def steps(seen: int, throw: int, face: int) -> int:
    """A d3 stands for -1, 0 and +1."""
    return seen + face - 2


class Action(Procedure[Outcome], id="echelle.action"):
    """Une action sur l’échelle (ECH-01..04)."""

    competence: Annotated[int, Meta(ge=0, le=6, description="échelon de la compétence")] = 2
    opposition: Annotated[int, Meta(ge=-2, le=8, description="échelon à égaler")] = 3
    points: Annotated[int, Meta(ge=0, le=3, description="points de destin")] = 2
    appel: Annotated[Call, Meta(description="que faire des dés")] | ASK = "ask"

    utilities = {
        "reussir": lambda action, outcome, seat: outcome.degre in ("succes", "style"),
        "menager": lambda action, outcome, seat: (
            3 * (outcome.degre in ("succes", "style")) + outcome.points
        ),
    }

    async def rule(self) -> Outcome:
        read = Fold(0, steps, int)
        total = await roll(D3, "fudge", read, who="joueur", count=4) + self.competence
        points = self.points
        note("ECH-01 ECH-02", "{total} contre {other}.", total=total, other=self.opposition)
        while points:
            facts = {"ecart": total - self.opposition, "points": points}
            call = await decide(
                self.appel,
                "appel",
                OneOf(("garder", "ajouter", "relancer")),
                who="joueur",
                facts=facts,
                default="garder",
            )
            if call == "garder":
                break
            points -= 1
            effect("points", -1)
            if call == "relancer":
                note("ECH-04", "Un point, et les quatre dés repartent.")
                return await become(replace(self, points=points))
            total += 2
            note("ECH-03", "Un point : {total}.", total=total)
        return Outcome(degre=degree_of(total - self.opposition), points=points)


def degree_of(margin: int) -> Degree:
    return (
        "echec" if margin < 0 else "egalite" if not margin else "succes" if margin < 3 else "style"
    )


WORDS = {
    "echelle.action": "action",
    "joueur": "joueur",
    "fudge": "aux dés",
    "competence": "compétence",
    "opposition": "opposition",
    "points": "points de destin",
    "appel": "faire appel",
    "garder": "garder",
    "ajouter": "ajouter 2",
    "relancer": "relancer",
    "ecart": "écart",
    "degre": "degré",
    "echec": "échec",
    "egalite": "égalité",
    "succes": "succès",
    "style": "succès avec style",
    "reussir": "réussir",
    "menager": "réussir à peu de frais",
}
CLAUSES = {
    "ECH-01": "Quatre dés de −1, 0 ou +1 s’ajoutent à la compétence.",
    "ECH-02": "Égaler l’opposition est une égalité ; la dépasser, un succès ; de 3 ou plus, avec style.",
    "ECH-03": "Après les dés, un point de destin ajoute 2.",
    "ECH-04": "Ou bien il relance les quatre dés.",
}
ENGLISH = {
    "action": "action",
    "joueur": "player",
    "aux dés": "with the dice",
    "compétence": "skill",
    "échelon de la compétence": "rung of the skill",
    "opposition": "opposition",
    "échelon à égaler": "rung to equal",
    "points de destin": "fate points",
    "faire appel": "invoke",
    "que faire des dés": "what to do with the dice",
    "garder": "keep",
    "ajouter 2": "add 2",
    "relancer": "throw again",
    "écart": "margin",
    "degré": "degree",
    "échec": "failure",
    "égalité": "tie",
    "succès": "success",
    "succès avec style": "success with style",
    "réussir": "succeed",
    "réussir à peu de frais": "succeed cheaply",
    "{total} contre {other}.": "{total} against {other}.",
    "Un point, et les quatre dés repartent.": "A point, and the four dice are thrown again.",
    "Un point : {total}.": "A point: {total}.",
    CLAUSES["ECH-01"]: "Four dice of −1, 0 or +1 are added to the skill.",
    CLAUSES[
        "ECH-02"
    ]: "To equal the opposition is a tie, to exceed it a success, by 3 or more with style.",
    CLAUSES["ECH-03"]: "After the dice a fate point adds 2.",
    CLAUSES["ECH-04"]: "Or it throws the four dice again.",
}
GAME = Game(
    id="echelle",
    title="L’Échelle",
    procedures=(Action,),
    words=WORDS,
    clauses=CLAUSES,
    english=ENGLISH,
)
