"""A pool of step dice: the two highest count, tokens keep more, and ones do not count."""

from typing import Annotated, Literal

from tablee import (
    ASK,
    CountFold,
    Die,
    Game,
    Meta,
    NumberFrom,
    Procedure,
    Result,
    Throw,
    decide,
    effect,
    keep_highest,
    note,
    rolls,
)

Size = Literal[4, 6, 8, 10, 12]
Dice = Annotated[
    tuple[Size, ...], Meta(min_length=1, max_length=6, description="faces de chaque dé")
]


class Outcome(Result):
    """Ce que donne une opposition. `ecart`: by how much the total beats the other, 0 for a failure."""

    reussi: bool
    ecart: int
    gouffres: int


Seen = tuple[tuple[int, ...], int]


def take(seen: Seen, face: int, counts: tuple[int], most: int) -> Seen:
    """(the highest faces above 1, at most `most`; number of ones) with the dice that show a face."""
    faces, _ = seen
    return (faces, counts[0]) if face == 1 else ((faces + (face,) * counts[0])[:most], 0)


def as_seen(seen: Seen, most: int) -> Seen:
    return seen


def best_faces(most: int) -> CountFold[Seen, Seen]:
    """Return a read from the highest face down."""
    return CountFold(((), 0), take, as_seen, (most,), one_pool=True)


class Pools(Procedure[Outcome], id="trame.epreuve"):
    """Une épreuve à dés de paliers (TRA-01..04)."""

    des: Dice = (8, 8, 6)
    contre: Dice = (6, 8)
    jetons: Annotated[int, Meta(ge=0, le=2, description="jetons d’intrigue")] = 1
    payer: (
        Annotated[int, Meta(ge=0, le=2, description="jetons pour garder un dé de plus")] | ASK
    ) = "ask"

    utilities = {
        "reussir": lambda pools, outcome, seat: outcome.reussi,
        "menager": lambda pools, outcome, seat: 4 * outcome.reussi - outcome.gouffres,
    }

    async def rule(self) -> Outcome:
        need = await rolls(_throws(self.contre, "contre", "meneur"), keep_highest(2))
        read = best_faces(2 + self.jetons)
        faces, ones = await rolls(_throws(self.des, "des", "joueur"), read)
        total, most = sum(faces[:2]), max(0, len(faces) - 2)
        facts = {"somme": total, "seuil": need}
        paid = 0
        if total <= need < sum(faces):
            offered = NumberFrom(0, self.jetons)
            paid = await decide(self.payer, "payer", offered, who="joueur", facts=facts, default=0)
        paid = min(paid, most)
        total = sum(faces[: 2 + paid])
        note(
            "TRA-01 TRA-02 TRA-03",
            "{total} contre {need}, {n:gouffre|gouffres}.",
            total=total,
            need=need,
            n=ones,
        )
        if paid:
            note("TRA-04", "{n:jeton payé|jetons payés}.", n=paid)
            effect("jetons", -paid)
        return Outcome(reussi=total > need, ecart=max(0, total - need), gouffres=ones)


def _throws(sizes: tuple[int, ...], label: str, who: str) -> tuple[Throw, ...]:
    return tuple(Throw(Die(size), label, who, 1) for size in sizes)


WORDS = {
    "trame.epreuve": "épreuve",
    "joueur": "joueur",
    "meneur": "meneur",
    "des": "dés",
    "contre": "dés d’en face",
    "jetons": "jetons",
    "payer": "garder un dé de plus",
    "somme": "somme",
    "seuil": "à battre",
    "reussi": "réussite",
    "ecart": "écart",
    "gouffres": "gouffres",
    "reussir": "réussir",
    "menager": "réussir sans gouffre",
}
CLAUSES = {
    "TRA-01": "Chacun lance ses dés de paliers et additionne les deux plus hauts.",
    "TRA-02": "Il faut dépasser le total d’en face.",
    "TRA-03": "Chaque 1 du joueur ne compte pas et ouvre un gouffre.",
    "TRA-04": "Après les dés, chaque jeton garde un dé de plus dans le total.",
}
ENGLISH = {
    "épreuve": "contest",
    "joueur": "player",
    "meneur": "leader",
    "dés": "dice",
    "faces de chaque dé": "faces of each die",
    "dés d’en face": "opposing dice",
    "jetons": "tokens",
    "jetons d’intrigue": "plot tokens",
    "garder un dé de plus": "keep one die more",
    "jetons pour garder un dé de plus": "tokens to keep one die more",
    "somme": "sum",
    "à battre": "to beat",
    "réussite": "success",
    "écart": "margin",
    "gouffres": "hitches",
    "réussir": "succeed",
    "réussir sans gouffre": "succeed without a hitch",
    "{total} contre {need}, {n:gouffre|gouffres}.": "{total} against {need}, {n:hitch|hitches}.",
    "{n:jeton payé|jetons payés}.": "{n:token|tokens} paid.",
    CLAUSES["TRA-01"]: "Each side throws its step dice and adds the two highest.",
    CLAUSES["TRA-02"]: "The total of the other side must be exceeded.",
    CLAUSES["TRA-03"]: "Each 1 of the player does not count and is a hitch.",
    CLAUSES["TRA-04"]: "After the dice each token keeps one die more in the total.",
}
GAME = Game(
    id="trame",
    title="La Trame",
    procedures=(Pools,),
    words=WORDS,
    clauses=CLAUSES,
    english=ENGLISH,
)
