"""A duel of three secret moves written at once, with shares of the points of both."""

from typing import Annotated, Literal

from tablee import (
    D6,
    FighterStatus,
    Fold,
    Game,
    Gauge,
    Meta,
    OneOf,
    Procedure,
    Record,
    Result,
    become,
    choose,
    note,
    replace,
    roll,
    together,
)

Move = Literal["attaque", "parade", "feinte"]
MOVES: tuple[Move, ...] = ("attaque", "parade", "feinte")
BEATS = {("attaque", "feinte"), ("parade", "attaque"), ("feinte", "parade")}
"""(move, move that it beats): the move that beats throws its dice alone."""


class Side(Record):
    """Un camp du duel."""

    des: Annotated[int, Meta(ge=1, le=4, description="dés que l’on lance")] = 2
    points: Annotated[int, Meta(ge=1, le=6, description="points qui tiennent la position")] = 2


class Outcome(Result):
    """La fin du duel."""

    gagnant: Literal["a", "b", "personne"]


def hits(seen: int, throw: int, face: int) -> int:
    return seen + (face >= 4)


class Script(Procedure[Outcome], id="duel3.duel"):
    """Trois coups écrits en secret, puis dévoilés un à un (DUT-01..04)."""

    a: Annotated[Side, Meta(description="premier camp")] = Side()
    b: Annotated[Side, Meta(description="second camp")] = Side()
    coups: Annotated[int, Meta(ge=1, le=3, description="coups que l’on écrit d’un coup")] = 3

    utilities = {
        "gagner": lambda duel, outcome, seat: (
            0 if outcome.gagnant == "personne" else 1 if outcome.gagnant == seat else -1
        )
    }

    def sides(self) -> dict[str, str]:
        return {"a": "a", "b": "b"}

    async def rule(self) -> Outcome:
        asks = [
            choose(f"coup_{place + 1}", OneOf(MOVES), who=seat)
            for seat in ("a", "b")
            for place in range(self.coups)
        ]
        answers = await together(*asks)
        pairs = tuple(zip(answers[: self.coups], answers[self.coups :], strict=True))
        return await become(
            Exchange(a=self.a, b=self.b, suite=pairs, reste=(self.a.points, self.b.points))
        )


class Exchange(Procedure[Outcome], id="duel3.coup"):
    """Un coup dévoilé (DUT-02..04)."""

    a: Side
    b: Side
    suite: tuple[tuple[Move, Move], ...]
    reste: tuple[int, int]

    def fighter_statuses(self) -> tuple[FighterStatus, ...]:
        return tuple(
            FighterStatus(name, (Gauge("points", left, side.points),))
            for name, left, side in zip("ab", self.reste, (self.a, self.b), strict=True)
        )

    async def rule(self) -> Outcome:
        if not self.suite or min(self.reste) <= 0:
            return Outcome(gagnant=self._winner())
        (mine, theirs), *later = self.suite
        note("DUT-02", "{first:^} contre {second}.", first=mine, second=theirs)
        lost = [0, 0]
        for seat, other, side, at in (
            (mine, theirs, self.a, 1),
            (theirs, mine, self.b, 0),
        ):
            if seat == other or (seat, other) in BEATS:
                read = Fold(0, hits, int)
                lost[at] = await roll(D6, "coup", read, who="ba"[at], count=side.des)
        left = (self.reste[0] - lost[0], self.reste[1] - lost[1])
        note("DUT-03", "Il reste {a} et {b}.", a=max(0, left[0]), b=max(0, left[1]))
        return await become(
            replace(self, suite=tuple(later), reste=(max(0, left[0]), max(0, left[1])))
        )

    def _winner(self) -> Literal["a", "b", "personne"]:
        """The camp with the larger share of its points left."""
        first, second = self.reste[0] * self.b.points, self.reste[1] * self.a.points
        return "personne" if first == second else "a" if first > second else "b"


WORDS = {
    "duel3.duel": "duel écrit",
    "duel3.coup": "coup",
    "a": "premier camp",
    "b": "second camp",
    "des": "dés",
    "points": "points",
    "coups": "coups",
    "coup": "au coup",
    "coup_1": "premier coup",
    "coup_2": "deuxième coup",
    "coup_3": "troisième coup",
    "attaque": "attaque",
    "parade": "parade",
    "feinte": "feinte",
    "suite": "coups à venir",
    "reste": "points qui restent",
    "gagner": "gagner",
    "gagnant": "gagnant",
    "personne": "personne",
}
CLAUSES = {
    "DUT-01": "Chaque camp écrit trois coups en secret : attaque, parade ou feinte.",
    "DUT-02": "Parade bat attaque, attaque bat feinte, feinte bat parade ; qui bat lance seul.",
    "DUT-03": "Chaque d6 qui montre 4 ou plus ôte un point à l’autre camp.",
    "DUT-04": "Après le dernier coup, le camp qui garde la plus grande part de ses points gagne.",
}
ENGLISH = {
    "duel écrit": "scripted duel",
    "coup": "move",
    "premier camp": "first side",
    "second camp": "second side",
    "dés": "dice",
    "dés que l’on lance": "dice thrown",
    "points": "points",
    "points qui tiennent la position": "points that hold the position",
    "coups": "moves",
    "coups que l’on écrit d’un coup": "moves written at once",
    "au coup": "for the move",
    "premier coup": "first move",
    "deuxième coup": "second move",
    "troisième coup": "third move",
    "attaque": "attack",
    "parade": "parry",
    "feinte": "feint",
    "coups à venir": "moves to come",
    "points qui restent": "points left",
    "gagner": "win",
    "gagnant": "winner",
    "personne": "nobody",
    "{first:^} contre {second}.": "{first:^} against {second}.",
    "Il reste {a} et {b}.": "{a} and {b} are left.",
    CLAUSES["DUT-01"]: "Each side writes three moves in secret: attack, parry or feint.",
    CLAUSES["DUT-02"]: (
        "Parry beats attack, attack beats feint, feint beats parry; the move that beats throws alone."
    ),
    CLAUSES["DUT-03"]: "Each d6 that shows 4 or more takes a point from the other side.",
    CLAUSES["DUT-04"]: "After the last move the side with the larger share of its points wins.",
}
GAME = Game(
    id="duel3",
    title="Le Duel écrit",
    procedures=(Script, Exchange),
    usual=("duel",),
    words=WORDS,
    clauses=CLAUSES,
    english=ENGLISH,
)
