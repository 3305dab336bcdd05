"""Dice of attribute, skill and gear: sixes count, a push throws again and wears out."""

from typing import Annotated

from tablee import (
    ASK,
    D6,
    YES_NO,
    Fold,
    Game,
    Meta,
    Procedure,
    Result,
    Throw,
    decide,
    effect,
    note,
    rolls,
)

Dice = Annotated[int, Meta(ge=0, le=5, description="dés de cette sorte")]


class Outcome(Result):
    """Ce que donne un jet. `usure`: 1 on dice of attribute, `casse`: on dice of gear."""

    succes: int
    usure: int
    casse: int


Seen = tuple[int, int, int]
"""Sixes of all kinds, ones of attribute, ones of gear."""


def note_face(seen: Seen, throw: int, face: int) -> Seen:
    """One more die, of the kind `throw`."""
    sixes, worn, broken = seen
    one = face == 1
    return sixes + (face == 6), worn + (one and throw == 0), broken + (one and throw == 2)


def note_kind(seen: tuple[Seen, Seen], throw: int, face: int) -> tuple[Seen, Seen]:
    """The same, and how many dice of each kind a push throws again."""
    counts, again = seen
    stays = face == 6 or (face == 1 and throw != 1)
    left = tuple(n + (kind == throw and not stays) for kind, n in enumerate(again))
    return note_face(counts, throw, face), (left[0], left[1], left[2])


NOTHING = (0, 0, 0)
FIRST = Fold((NOTHING, NOTHING), note_kind, tuple)
SECOND = Fold(NOTHING, note_face, tuple)


class Push(Procedure[Outcome], id="braise.jet"):
    """Un jet que l’on peut pousser (BRA-01..04)."""

    attribut: Annotated[int, Meta(ge=1, le=5, description="dés d’attribut")] = 3
    competence: Dice = 2
    materiel: Dice = 1
    pousser: Annotated[bool, Meta(description="relancer, et s’user")] | ASK = "ask"

    utilities = {
        "reussir": lambda jet, outcome, seat: outcome.succes > 0,
        "menager": lambda jet, outcome, seat: (
            3 * (outcome.succes > 0) - outcome.usure - outcome.casse
        ),
    }

    async def rule(self) -> Outcome:
        pools = (self.attribut, self.competence, self.materiel)
        (hits, worn, broken), again = await rolls(_throws(pools), FIRST)
        note("BRA-01", "{n:succès|succès} au premier jet.", n=hits)
        facts = {"succes": hits, "relances": sum(again)}
        if not sum(again) or not await decide(
            self.pousser, "pousser", YES_NO, who="joueur", facts=facts, default=False
        ):
            return Outcome(succes=hits, usure=0, casse=0)
        more, *worse = await rolls(_throws(again), SECOND)
        found, worn, broken = hits + more, worn + worse[0], broken + worse[1]
        note(
            "BRA-02 BRA-03 BRA-04",
            "Poussé : {n:succès|succès}, {usure:point d’usure|points d’usure}, "
            "{casse:point de casse|points de casse}.",
            n=found,
            usure=worn,
            casse=broken,
        )
        if worn:
            effect("usure", worn)
        if broken:
            effect("casse", broken)
        return Outcome(succes=found, usure=worn, casse=broken)


def _throws(counts: tuple[int, ...]) -> tuple[Throw, ...]:
    names = ("attribut", "competence", "materiel")
    return tuple(Throw(D6, name, "joueur", n) for name, n in zip(names, counts, strict=True))


WORDS = {
    "braise.jet": "jet",
    "joueur": "joueur",
    "attribut": "attribut",
    "competence": "compétence",
    "materiel": "matériel",
    "pousser": "pousser le jet",
    "succes": "succès",
    "relances": "dés à relancer",
    "usure": "usure",
    "casse": "casse",
    "reussir": "réussir",
    "menager": "réussir sans trop s’user",
}
CLAUSES = {
    "BRA-01": "On lance les dés d’attribut, de compétence et de matériel ; chaque 6 est un succès.",
    "BRA-02": "Pousser relance tous les dés, sauf les 6 et les 1 ; un 1 de compétence repart aussi.",
    "BRA-03": "Après avoir poussé, chaque 1 d’attribut use le personnage.",
    "BRA-04": "Après avoir poussé, chaque 1 de matériel casse ce que l’on tient.",
}
ENGLISH = {
    "jet": "roll",
    "joueur": "player",
    "attribut": "attribute",
    "dés d’attribut": "dice of attribute",
    "compétence": "skill",
    "matériel": "gear",
    "dés de cette sorte": "dice of this kind",
    "pousser le jet": "push the roll",
    "relancer, et s’user": "throw again, and wear out",
    "succès": "hits",
    "dés à relancer": "dice to throw again",
    "usure": "wear",
    "casse": "damage to gear",
    "réussir": "succeed",
    "réussir sans trop s’user": "succeed without much wear",
    "{n:succès|succès} au premier jet.": "{n:hit|hits} in the first roll.",
    "Poussé : {n:succès|succès}, {usure:point d’usure|points d’usure}, "
    "{casse:point de casse|points de casse}.": (
        "Pushed: {n:hit|hits}, {usure:point|points} of wear, {casse:point|points} of damage."
    ),
    CLAUSES["BRA-01"]: "Throw the dice of attribute, skill and gear; each 6 is a hit.",
    CLAUSES[
        "BRA-02"
    ]: "A push throws all dice but sixes and ones again; a 1 of skill goes again too.",
    CLAUSES["BRA-03"]: "After a push each 1 of attribute wears the character.",
    CLAUSES["BRA-04"]: "After a push each 1 of gear damages what one holds.",
}
GAME = Game(
    id="braise",
    title="Braise",
    procedures=(Push,),
    words=WORDS,
    clauses=CLAUSES,
    english=ENGLISH,
)
