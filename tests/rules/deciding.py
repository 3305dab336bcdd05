"""Toys in which somebody decides, for advice: alone, against others, at once, not knowing all."""

from __future__ import annotations

from typing import Literal

from tablee.dice.die import D6, Die
from tablee.dice.law import Law
from tablee.rules.ambient import note
from tablee.rules.forms import YES_NO, NumberFrom, OneOf
from tablee.rules.procedure import Procedure, Result, replace
from tablee.rules.questions import become, call, choose, decide, hidden, roll, together
from tests.rules.toys import COIN, Number


class Keep(Procedure[Number], id="jouet.garder"):
    """A die that may be thrown again up to `left` times."""

    left: int = 2

    utilities = {
        "valeur": lambda _, result, seat: result.value,
        "six": lambda _, result, seat: int(result.value == 6),
        "bas": lambda _, result, seat: -result.value,
    }

    async def rule(self) -> Number:
        face = await roll(D6, "dé", who="a")
        if not self.left or await choose("garder", YES_NO, who="a"):
            return Number(value=face)
        return await become(replace(self, left=self.left - 1))


class Described(Procedure[Number], id="jouet.raconte"):
    """A number, or something else in the player's own words, of which no rule reads anything.
    `offered`: the numbers."""

    offered: tuple[int, ...] = (1, 3)
    before: bool = False

    utilities = {"valeur": lambda _, result, seat: result.value}

    async def rule(self) -> Number:
        if self.before:
            await roll(D6, "dé", who="a")
        words = ("dire", "rire")
        form: OneOf[int | str] = OneOf((*self.offered, *words))
        taken = await choose("geste", form, who="a", unweighed=words)
        return Number(value=taken if isinstance(taken, int) else 0)


class Sum(Procedure[Number], id="jouet.somme"):
    """Two numbers, whose sum says how often a die may be thrown again. `twice`: its face counts
    double."""

    twice: bool = False

    utilities = Keep.utilities

    async def rule(self) -> Number:
        numbers = [await choose(each, NumberFrom(0, 9), who="a") for each in ("un", "deux")]
        done = await call(Keep(left=sum(numbers)))
        if self.twice and isinstance(done, Number):
            return Number(value=2 * done.value)
        return done


class Scored(Result):
    """A face, and how often it was thrown again."""

    value: int
    thrown: int


class Counted(Procedure[Scored], id="jouet.compte"):
    """A die that may be thrown again, and is counted."""

    left: int
    thrown: int = 0

    async def rule(self) -> Scored:
        face = await roll(D6, "dé", who="a")
        if not self.left or await choose("garder", YES_NO, who="a"):
            return Scored(value=face, thrown=self.thrown)
        return await become(replace(self, left=self.left - 1, thrown=self.thrown + 1))


class Series(Procedure[Number], id="jouet.suite"):
    """Three counted dice, one after the other; the best one counts."""

    utilities = Keep.utilities

    async def rule(self) -> Number:
        done = [await call(Counted(left=2), by=("value",)) for _ in range(3)]
        return Number(value=max(each.value for each in done))


class March(Procedure[Number], id="jouet.marche"):
    """Coins, of which only the parity counts, then a guess of it. `turns`: they may start again."""

    left: int
    odd: bool = False
    asks: bool = True
    turns: bool = False

    utilities = {"valeur": lambda _, result, seat: result.value}

    async def rule(self) -> Number:
        if not self.left:
            guess = self.asks and await choose("impair", YES_NO, who="a")
            return Number(value=int(guess == self.odd))
        heads = await roll(COIN, "pièce", who="a") == 1
        if self.turns and heads:
            return await become(self)
        return await become(replace(self, left=self.left - 1, odd=self.odd != heads))


class Trap(Procedure[Number], id="jouet.piege"):
    """`a` picks a row, then `b` a column, then `c` something that counts for nobody."""

    rows: tuple[tuple[int, ...], ...] = ((3, 0), (2, 2), (1, 4))
    allied: bool = False

    utilities = {"valeur": lambda _, result, seat: result.value * (1 if seat == "a" else -1)}

    def sides(self) -> dict[str, str]:
        return {"a": "un", "b": "un" if self.allied else "deux"}

    async def rule(self) -> Number:
        row = await choose("ligne", NumberFrom(0, len(self.rows) - 1), who="a")
        column = await choose("colonne", NumberFrom(0, len(self.rows[0]) - 1), who="b")
        extra = await choose("autre", NumberFrom(0, 9), who="c", default=7)
        return Number(value=self.rows[row][column] + 100 * (extra != 7))


class Matrix(Procedure[Number], id="jouet.matrice"):
    """Both decide at once; with `after` a second round follows."""

    rows: tuple[tuple[int, ...], ...] = ((1, -1), (-1, 1))
    after: bool = False

    utilities = {"valeur": lambda _, result, seat: result.value * (1 if seat == "a" else -1)}

    def sides(self) -> dict[str, str]:
        return {"a": "un", "b": "deux"}

    async def rule(self) -> Number:
        row, column = await together(
            choose("ligne", NumberFrom(0, len(self.rows) - 1), who="a"),
            choose("colonne", NumberFrom(0, len(self.rows[0]) - 1), who="b"),
        )
        if self.after and self.rows[row][column] > 0:
            return await become(replace(self, after=False))
        return Number(value=self.rows[row][column])


class Guess(Procedure[Number], id="jouet.deviner"):
    """Which die is in the box? `a` may see it thrown first."""

    box: tuple[tuple[int, int], ...] | int = ((2, 1), (6, 3))
    throws: int = 0
    texts: bool = False

    utilities = {"juste": lambda _, result, seat: result.value}

    def concealed(self, seat: str) -> frozenset[str]:
        return frozenset({"box"}) if seat == "a" else frozenset()

    async def rule(self) -> Number:
        belief = Law(dict(self.box)) if isinstance(self.box, tuple) else self.box
        sides = await hidden(belief, "box", knows="gm")
        note("J-04", "Le dé a {sides} faces.", to="gm", sides=sides)
        if self.texts:
            note("J-05", "Le dé est pair : {even}.", even=sides % 4)
        for _ in range(self.throws):
            await roll(Die(sides), "dé", who="gm")
        guess = await choose("pari", OneOf((2, 6)), who="a")
        return Number(value=int(guess == sides))


class Inner(Procedure[Number], id="jouet.dedans"):
    """A decision that is in a sub-rule."""

    asked: int | Literal["ask"] = "ask"

    async def rule(self) -> Number:
        head = await roll(COIN, "pièce", who="acteur")
        bid = await decide(self.asked, "asked", NumberFrom(0, 2), who="acteur")
        return Number(value=-((bid - 2 * head) ** 2))


class Around(Procedure[Number], id="jouet.autour"):
    """Calls `Inner` under another seat; a throw and a sub-rule without decisions besides."""

    utilities = {"valeur": lambda _, result, seat: result.value}

    async def rule(self) -> Number:
        first = await choose("avant", NumberFrom(0, 1), who="a")
        inner = await call(Inner(), seats={"acteur": "a"}, paths={"asked": "x"})
        dice = await call(Inner(asked=0))
        return Number(value=first + inner.value + dice.value)


class Round(Procedure[Number], id="jouet.ronde"):
    """Choices that may come back for ever."""

    place: int = 0

    utilities = {"valeur": lambda _, result, seat: result.value}

    async def rule(self) -> Number:
        if await choose("encore", YES_NO, who="a"):
            return await become(replace(self, place=1 - self.place))
        return Number(value=self.place)


class Chase(Procedure[Number], id="jouet.poursuite"):
    """Both pick a side at once. The same: `a` wins. Else a coin: `b` wins, or they go on."""

    round: int = 0
    ends: bool = True

    utilities = {"valeur": lambda _, result, seat: result.value if seat == "a" else -result.value}

    def sides(self) -> dict[str, str]:
        return {"a": "un", "b": "deux"}

    async def rule(self) -> Number:
        picked = await together(
            choose("côté", NumberFrom(0, 1), who="a"),
            choose("côté", NumberFrom(0, 1), who="b"),
        )
        if picked[0] == picked[1]:
            return Number(value=1)
        if self.ends and await roll(COIN, "pièce", who="b") == 1:
            return Number(value=0)
        return await become(replace(self, round=1 - self.round))


class Climb(Procedure[Number], id="jouet.escalade"):
    """Up or down by 1 to 4; safe steps go up with 1/2, bold ones by 2 with 1/3; 0 is lost."""

    height: int = 1

    utilities = {"sommet": lambda _, result, seat: int(result.value >= 4)}

    async def rule(self) -> Number:
        if not 0 < self.height < 4:
            return Number(value=self.height)
        if await choose("hardi", YES_NO, who="a"):
            up = 2 if await roll(D6, "pas", who="a") <= 2 else -1
        else:
            up = 1 if await roll(COIN, "pas", who="a") == 1 else -1
        return await become(replace(self, height=max(0, self.height + up)))


class Hands(Procedure[Number], id="jouet.mains"):
    """`a` hides a coin in one of two hands with each of two gestures; `b` and `c` guess at once."""

    sides_of_c: str = "deux"

    utilities = {"valeur": lambda _, result, seat: result.value if seat == "a" else -result.value}

    def sides(self) -> dict[str, str]:
        return {"a": "un", "b": "deux", "c": self.sides_of_c}

    async def rule(self) -> Number:
        hand, gesture, first, second = await together(
            choose("main", NumberFrom(0, 1), who="a"),
            choose("geste", NumberFrom(0, 1), who="a"),
            choose("essai", NumberFrom(0, 1), who="b", default=0),
            choose("essai", NumberFrom(0, 1), who="c", default=0),
        )
        return Number(value=int((hand, gesture) != (first, second)))


class NoUtility(Result):
    """A result that is worth nothing to anybody."""

    value: int


class Mute(Procedure[NoUtility], id="jouet.muet"):
    """A procedure without utilities."""

    async def rule(self) -> NoUtility:
        return NoUtility(value=await choose("x", NumberFrom(0, 1), who="a"))
