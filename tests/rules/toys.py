"""Tiny procedures, one for each thing that the language of rules can say."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from tablee.dice.die import D6, Die, OpenDie, Throw
from tablee.dice.law import Law
from tablee.dice.reads import FACES, Fold
from tablee.rules.ambient import effect, note, rulings, wanted
from tablee.rules.forms import YES_NO, FreeText, NumberFrom, OneOf
from tablee.rules.game import Game
from tablee.rules.procedure import UNWANTED, Procedure, Record, Result, Rulings, replace
from tablee.rules.questions import (
    Gather,
    become,
    call,
    call_all,
    choose,
    decide,
    hidden,
    roll,
    rolls,
    together,
)
from tablee.rules.run_input import RunInput

COIN = Die(2, 0)


class ToyRulings(Rulings):
    """`double`: every die counts twice."""

    double: bool = False


class Number(Result):
    """One number."""

    value: int


class Pair(Result):
    """Two numbers."""

    left: int
    right: int


# ── dice and sub-rules ─────────────────────────────────────────────────────────────────────────
class One(Procedure[Number], id="jouet.un"):
    """A die and a bonus."""

    size: int = 6
    bonus: int = 0

    async def rule(self) -> Number:
        face = await roll(Die(self.size), "dé", who="lanceur")
        twice = 2 if rulings(ToyRulings).double else 1
        note("J-01", "{who} : {face}.", who="lanceur", face=face)
        note("J-02", "Pour un seul : {face}.", to="lanceur", face=face, all=("lanceur", "gm"))
        effect("jets", 1)
        return Number(value=face * twice + self.bonus)


class Twice(Procedure[Number], id="jouet.deux"):
    """A sub-rule called twice, its seat renamed."""

    first: int = 6
    second: int = 4

    async def rule(self) -> Number:
        one = await call(One(size=self.first), seats={"lanceur": "a"})
        other = await call(One(size=self.second, bonus=1), seats={"lanceur": "b"})
        return Number(value=one.value * other.value)


class InPrivate(Procedure[Number], id="jouet.cache"):
    """A die thrown in private by one seat, then one in sight of all."""

    sealed: bool = False

    async def rule(self) -> Number:
        one = await call(One(), seats={"lanceur": "a"}, seen_by="a", sealed=self.sealed)
        note("J-03", "Le jet caché est fait.")
        other = await call(One(size=4), seats={"lanceur": "b"})
        return Number(value=one.value * other.value)


def _most(best: int, place: int, result: Number, floor: int) -> int:
    return max(best, result.value + place * (2 if rulings(ToyRulings).double else 1), floor)


def _texts(best: int, floor: int) -> Number:
    return Number(value=best if rulings(ToyRulings).double else best - floor)


class Best(Procedure[Number], id="jouet.meilleur"):
    """Independent sub-rules under one fold that reads a switch and depends on the order."""

    size: tuple[int, ...] = (4, 6, 3)
    floor: int = 2

    async def rule(self) -> Number:
        calls = tuple(call(One(size=n), seats={"lanceur": f"p{n}"}) for n in self.size)
        return await call_all(calls, Gather(0, _most, _texts, (self.floor,)))


class Joint(Procedure[Pair], id="jouet.ensemble"):
    """Two throws under one read (their difference), after and before other dice."""

    async def rule(self) -> Pair:
        before = await roll(COIN, "avant", who="a")
        throws = (Throw(D6, "premier", "a", 2), Throw(D6, "second", "b", 1))
        gap = await rolls(throws, Fold(0, _minus, _bare))
        after = await roll(COIN, "après", who="a")
        return Pair(left=gap, right=2 * before + after)


def _minus(total: int, index: int, face: int) -> int:
    return total + face if index == 0 else total - face


def _bare(total: int) -> int:
    return total


class Nested(Procedure[Number], id="jouet.emboite"):
    """A rule that calls a rule that calls: prefixes end at every depth."""

    async def rule(self) -> Number:
        head = await roll(COIN, "tête", who="a")
        inner = await call(Twice(first=2 + head, second=2), seats={"a": "x", "b": "y"})
        tail = await roll(COIN, "queue", who="a")
        return Number(value=100 * head + 10 * inner.value + tail)


class NestedBest(Procedure[Number], id="jouet.emboite_meilleur"):
    """A fold of sub-rules inside a sub-rule."""

    async def rule(self) -> Number:
        head = await roll(COIN, "tête", who="a")
        best = await call(Best(size=(2, 3 + head), floor=1))
        return Number(value=10 * best.value + head)


# ── states ─────────────────────────────────────────────────────────────────────────────────────
class Until(Procedure[Number], id="jouet.jusqua"):
    """A self-loop: a die thrown again on its highest face, capped counts beside."""

    size: int = 6

    async def rule(self) -> Number:
        face = await roll(Die(self.size), "dé", who="a")
        if face == self.size:
            return await become(self)
        return Number(value=face)


class Ruin(Procedure[Number], id="jouet.ruine"):
    """The gambler's ruin: up with chance 1/3, down with 2/3, ends at 0 and at `top`."""

    money: int
    top: int = 5

    async def rule(self) -> Number:
        if self.money in (0, self.top):
            return Number(value=self.money)
        up = await roll(Die(3), "dé", who="a") == 3
        return await become(replace(self, money=self.money + (1 if up else -1)))


class Fight(Procedure[Pair], id="jouet.combat"):
    """Two fighters strike in turn until one has no heart left."""

    left: int
    right: int

    async def rule(self) -> Pair:
        hit = await roll(D6, "coup", who="a") >= 4
        right = self.right - hit
        back = right > 0 and await roll(D6, "riposte", who="b") >= 5
        left = self.left - back
        if not left or not right:
            return Pair(left=left, right=right)
        return await become(replace(self, left=left, right=right))


class Endless(Procedure[Number], id="jouet.sans_fin"):
    """May never end: on heads it turns between two states for ever."""

    state: int = 0

    async def rule(self) -> Number:
        if self.state == 0 and await roll(COIN, "pièce", who="a"):
            return Number(value=1)
        return await become(replace(self, state=1 if self.state != 1 else 2))


def _sixes(count: int, index: int, face: int) -> int:
    return count + (face == 6)


class Rare(Procedure[Number], id="jouet.rare"):
    """Ends on six sixes, else again."""

    async def rule(self) -> Number:
        if await roll(D6, "dés", Fold(0, _sixes, int), who="a", count=6) == 6:
            return Number(value=6)
        return await become(self)


class Counting(Procedure[Number], id="jouet.compte"):
    """A state for every sum: more and more of them."""

    left: int
    total: int = 0

    async def rule(self) -> Number:
        if not self.left:
            return Number(value=self.total)
        total = self.total * 7 + await roll(D6, "dé", who="a")
        return await become(replace(self, left=self.left - 1, total=total))


# ── decisions ──────────────────────────────────────────────────────────────────────────────────
class Bid(Procedure[Number], id="jouet.mise"):
    """A parameter that may be asked, on one branch only."""

    bid: Annotated[int, Meta(ge=0, le=9)] | Literal["ask"] = 0
    most: int = 3
    asked_on: int = 6

    async def rule(self) -> Number:
        face = await roll(D6, "dé", who="a")
        bid = 0
        if face >= self.asked_on:
            form = NumberFrom(0, self.most)
            bid = await decide(self.bid, "bid", form, who="a", facts={"face": face})
        return Number(value=face + bid)


class Holder(Record):
    """Holds a bid."""

    bid: Annotated[int, Meta(ge=0, le=9)] | Literal["ask"] = 0


class Outer(Procedure[Number], id="jouet.dehors"):
    """A bid two calls deep, its path shown as the outermost rule names it."""

    holders: tuple[Holder, ...] = (Holder(),)

    async def rule(self) -> Number:
        middle = Middle(mise=self.holders[0].bid)
        return await call(middle, paths={"mise": "holders[0].bid"}, seats={"milieu": "dehors"})


class Middle(Procedure[Number], id="jouet.milieu"):
    """Between `Outer` and `Bid`."""

    mise: Annotated[int, Meta(ge=0, le=9)] | Literal["ask"] = 0

    async def rule(self) -> Number:
        await roll(COIN, "pièce", who="milieu")
        inner = Bid(bid=self.mise, asked_on=1)
        return await call(inner, paths={"bid": "mise"}, seats={"a": "milieu"})


class AtOnce(Procedure[Pair], id="jouet.ensemble_choix"):
    """Two decisions at once; none at all, and one that has a single answer."""

    async def rule(self) -> Pair:
        assert await together() == ()
        single = await choose("seul", OneOf(("oui",)), who="a")
        assert single == "oui"
        left, right = await together(
            choose("gauche", NumberFrom(0, 2), who="a"),
            choose("droite", NumberFrom(0, 2), who="b"),
        )
        return Pair(left=left, right=right)


class Talk(Procedure[Number], id="jouet.parole"):
    """A word, a secret yes or no."""

    async def rule(self) -> Number:
        word = await choose("mot", FreeText(20), who="a")
        answer = await choose("accord", YES_NO, who="b", secret=True)
        return Number(value=len(word) + answer)


class Policy(Procedure[Number], id="jouet.usage"):
    """A decision with a policy for when nobody is there."""

    async def rule(self) -> Number:
        bid = await choose("mise", NumberFrom(0, 3), who="a", policy=2)
        return Number(value=bid)


# ── secrets ────────────────────────────────────────────────────────────────────────────────────
Belief = tuple[tuple[int, int], ...]


class Secret(Procedure[Pair], id="jouet.secret"):
    """How many sides the die has is a secret, or a belief: (sides, weight) pairs.

    With 2 sides a second secret is behind it.
    """

    size: int | Belief
    bonus: Belief = ((0, 1), (1, 1))

    async def rule(self) -> Pair:
        sides = await hidden(law_of_belief(self.size), "sides", knows="gm")
        bonus = 0
        if sides == 2:
            bonus = await hidden(Law(dict(self.bonus)), "bonus", knows="gm")
        first = await roll(Die(sides), "premier", who="a")
        second = await roll(D6, "second", who="a")
        return Pair(left=first + bonus, right=second + sides)


def law_of_belief(value: int | Belief) -> int | Law[int]:
    return Law(dict(value)) if isinstance(value, tuple) else value


# ── fields not asked for ───────────────────────────────────────────────────────────────────────
class Costly(Procedure[Pair], id="jouet.cher"):
    """`right` is worked out only when somebody wants it."""

    async def rule(self) -> Pair:
        faces = await roll(D6, "dés", FACES, who="a", count=2)
        right: Any = faces[0] * faces[1] if wanted("right") else UNWANTED
        return Pair(left=max(faces), right=right)


class Peeking(Procedure[Number], id="jouet.curieux"):
    """Uses a field of a sub-rule that it did not ask for."""

    async def rule(self) -> Number:
        part = await call(Costly(), by=("left",))
        return Number(value=part.left + part.right)


class Careful(Procedure[Number], id="jouet.sobre"):
    """Uses only what it asked for."""

    async def rule(self) -> Number:
        part = await call(Costly(), by=("left",))
        return Number(value=part.left)


class Unread(Procedure[Number], id="jouet.sans_borne"):
    """An exploding die without a bound."""

    async def rule(self) -> Number:
        chain = await roll(OpenDie(), "d10", FACES, who="a")
        return Number(value=sum(chain))


class Wide(Procedure[Number], id="jouet.large"):
    """A read that would walk over too many faces."""

    dice: int = 12

    async def rule(self) -> Number:
        faces = await roll(D6, "poignée", FACES, who="a", count=self.dice)
        return Number(value=max(faces, default=0))


class Bushy(Procedure[Number], id="jouet.touffu"):
    """Many small throws: a leaf for each way."""

    throws: int = 10

    async def rule(self) -> Number:
        faces = [await roll(D6, "dé", who="a") for _ in range(self.throws)]
        return Number(value=sum(faces))


TOYS = Game(
    id="jouet",
    title="Jouet",
    leader="gm",
    rulings=ToyRulings,
    chapters={},
    words={"a": "Anne", "b": "Blaise", "lanceur": "lanceur", "dé": "dé", "gm": "meneur"},
    clauses={},
)


def ask(procedure: Procedure[Any], *answers: Any, double: bool = False) -> RunInput:
    """A question about a toy, beside the door."""
    return RunInput(TOYS, procedure, ToyRulings(double=double), answers)


def dice(*faces: int) -> dict[str, Any]:
    return {"dice": list(faces)}


def chosen(value: Any) -> dict[str, Any]:
    return {"choose": value}
