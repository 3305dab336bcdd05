"""The value of runs to one seat, which `advise` maximises.

A run in progress is a world. Worlds that look the same to the seat form a bundle: a choice is
weighed for all of them together, so its value does not depend on the secret. A single world is a
position (see `Positions`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from msgspec.structs import replace

from tablee.dice.die import Die
from tablee.dice.law import Law
from tablee.dice.reads import FACES
from tablee.rules.procedure import Utility
from tablee.rules.questions import Choose, Hidden, Roll, Together
from tablee.rules.readings.advice.deciders import values_of
from tablee.rules.readings.advice.dice_ahead import check_answers
from tablee.rules.readings.advice.positions import Positions
from tablee.rules.readings.budget import Budget
from tablee.rules.readings.endless_runs import MAX_ANSWERS, is_endless_world
from tablee.rules.readings.session import Session
from tablee.rules.readings.solving.stakes import Number, Prospect
from tablee.rules.readings.worlds import End, Follower, Sure, World
from tablee.rules.refusal import Refusal, refuse
from tablee.rules.run_input import RunInput

MAX_WORLDS_AHEAD = 50_000
"""Maximum number of worlds that are searched for the first choice: about one second."""
Bundle = list[tuple[Fraction, World]]
"""Worlds that look the same to the seat, with their weights."""
Throws = tuple[int, Law[Any], list[int]]
"""Dice by number, with their law and the numbers of what follows each value."""


class Adviser(Positions):
    """The value of bundles of worlds to one seat, which does not know which of them is real."""

    def __init__(self, question: RunInput, worth: Utility, seat: str, budget: Budget) -> None:
        super().__init__(question, worth, seat, budget, self._value_of_belief)
        self.offers_vary = False
        """Whether the dice before the first choice decide which answers it offers."""
        self.bundled = Follower(
            question.rulings, sees=lambda reader: reader is None or reader == self.seat
        )

    def check_secrets(self, session: Session) -> None:
        """Raise `Refusal` when advice would depend on a secret: a belief must replace it."""
        if session.public or self.seat == self.question.game.leader:
            return
        for name in self.question.unknown_to(self.seat):
            raise refuse(
                name,
                "secret",
                "une croyance (une liste de chances) : le conseil trahirait le secret",
            )

    def _value_of_belief(self, ask: Hidden[Any], world: World) -> Number:
        return self.bundle(_split(ask, Fraction(1), world))

    def error(self) -> float:
        """Return a bound on the error of every value so far; 0 for exact values."""
        return self.stakes.error(0.0 if self.ahead is None else self.ahead.error)

    def values_of_rows(self, world: World, prospect: Prospect) -> Any:
        """Return the value of each answer of a prospect of a world."""
        places = [self._outcome(world, key) for key in prospect.outcomes]
        self.weighed += places
        return self.stakes.means(prospect, [self.value_at(place) for place in places])

    # ── bundles of worlds ──────────────────────────────────────────────────────────────────────
    def bundle(self, worlds: Bundle) -> Number:
        """Return the weighted sum of the values of worlds that look the same to the seat."""
        if len(worlds) == 1:
            ((weight, world),) = worlds
            return weight * self.value(replace(world, seen=()))
        groups: dict[Any, tuple[Any, Bundle]] = {}
        for weight, world in worlds:
            event, after = self.bundled.next(world)
            for part, placed in self._open_beliefs(event, weight, after):
                key = (_visible_part(part), placed[1].seen)
                groups.setdefault(key, (part, []))[1].append(placed)
        return sum((self._group(event, group) for event, group in groups.values()), Fraction())

    def _open_beliefs(
        self, event: Any, weight: Fraction, world: World
    ) -> list[tuple[Any, tuple[Fraction, World]]]:
        """Return an event with its world; a belief is replaced by one world for each value."""
        if not isinstance(event, Hidden):
            return [(event, (weight, world))]
        opened: list[tuple[Any, tuple[Fraction, World]]] = []
        for share, inner in _split(event, weight, world):
            following, after = self.bundled.next(inner)
            opened += self._open_beliefs(following, share, after)
        return opened

    def _group(self, event: Any, group: Bundle) -> Number:
        if len(group) == 1:
            return self.bundle(group)
        self.budget.spend_state(self.procedure.id)
        match event:
            case End():
                return sum((w * self._ended(world) for w, world in group), Fraction())
            case Roll():
                return self._rolled(event, group)
            case Choose():
                role = self.deciders.role(group[0][1].outer(event.who))
                if role == "neutral":
                    default = self.deciders.default(event, group[0][1])
                    return self.bundle([(w, world.sent(default)) for w, world in group])
                if role == "opposed" or group[0][1].outer(event.who) != self.seat:
                    raise _secret_of_several_sides(self.procedure.id)
                return max(
                    self.bundle([(w, world.sent(value)) for w, world in group])
                    for value in values_of(event)
                )
            case _:
                raise _secret_of_several_sides(self.procedure.id)

    def _ended(self, world: World) -> Number:
        event, _ = self.bundled.next(world)
        assert isinstance(event, End)
        return self.worth(event.result)

    def _rolled(self, ask: Roll[Any], group: Bundle) -> Number:
        """Return the value of a throw that all worlds of a group share.

        Where all worlds use the same read, its values are weighed; otherwise the faces.
        """
        reads = [self.bundled.next(world)[0] for _, world in group]
        if all(isinstance(each, Roll) and each.read == ask.read for each in reads):
            law = self.walker.roll_law(ask, group[0][1].faces)
            total: Number = Fraction()
            for value, weight in law.weights.items():
                total += weight * self.bundle([(w, world.sent(value)) for w, world in group])
            return total / law.total
        if not all(isinstance(throw.die, Die) for throw in ask.throws):
            raise _secret_of_several_sides(self.procedure.id)
        throws = [FACES.law((throw,)) for throw in ask.throws]
        mean: Number = Fraction()
        whole = 1
        for law in throws:
            whole *= law.total
        for faces in product(*throws):
            after = [
                (w, world.sent(each.read.value(each.throws, faces)))
                for (w, world), each in zip(group, reads, strict=True)
                if isinstance(each, Roll)
            ]
            mean += self.bundle(after)
        return mean / whole

    # ── simultaneous choices ───────────────────────────────────────────────────────────────────
    def at_once(
        self, bundle: Bundle, ask: Together[Any], choice: Choose[Any]
    ) -> tuple[list[tuple[Any, Number, Number]], list[tuple[tuple[Any, ...], Number]], Number]:
        """Return the rows of simultaneous choices, the joint answers, and the value of the game.

        A row: an answer of the seat, its value against the equilibrium of the other side, and how
        often to give it. Joint answers, each with how often to give it, are returned where the
        side makes several choices.
        """
        if len(bundle) > 1:
            raise _secret_of_several_sides(self.procedure.id)
        ((_, world),) = bundle
        self.budget.choices.meet(ask, [dict(frame.paths) for frame in world.frames])
        mine, theirs, joined = self.deciders.joint_answers(ask, world)
        matrix: Sequence[Sequence[Number]] | None = self.game_ahead(world, len(mine), len(theirs))
        if matrix is not None:  # of a whole fight, which has two sides
            self.deciders.contested = True
        else:
            matrix = []
            costs = self.budget.pace(self.procedure.id, len(mine))
            for row in mine:
                matrix.append([self.value(world.sent(joined(row, column))) for column in theirs])
                next(costs)
        value, often, against = self.stakes.equilibrium(matrix)
        own = [c for c in ask.choices if self.deciders.role(world.outer(c.who)) == "mine"]
        place = own.index(choice)
        options = []
        for answer in values_of(choice):
            rows = [i for i, row in enumerate(mine) if row[place] == answer]
            chance = sum((often[i] for i in rows), Fraction())
            worth = max(
                sum((p * x for p, x in zip(against, matrix[i], strict=True)), Fraction())
                for i in rows
            )
            options.append((answer, worth, chance))
        joint = [(row, chance) for row, chance in zip(mine, often, strict=True) if chance]
        return options, joint if len(own) > 1 else [], value

    def game_ahead(self, world: World, rows: int, columns: int) -> list[list[float]] | None:
        """Return the payoffs of the simultaneous choices that a world waits for, where the values of
        the whole fight contain them."""
        payoffs = None if self.ahead is None else self.ahead.game(world)
        if payoffs is None or payoffs.shape != (rows, columns):
            return None
        found: list[list[float]] = payoffs.tolist()
        return found

    # ── a choice after dice ────────────────────────────────────────────────────────────────────
    def question_ahead(self, world: World) -> tuple[Choose[Any] | Together[Any], World] | None:
        """Return the choice, or simultaneous choices, that the fewest throws may lead to, with its
        world."""
        waiting, seen = deque([world]), {world}
        while waiting:
            if len(seen) > MAX_WORLDS_AHEAD:
                raise self.too_large([self._far_ahead(world)])
            event, world = self.alone.next(waiting.popleft())
            self.budget.spend_steps(1 + len(world.frames[-1].sent), self.procedure.id)
            if is_endless_world(world):
                raise self.too_large([world])
            if isinstance(event, Choose | Together):
                return event, world
            after = [world.sent(value) for value in self._law_of_dice(event, world) or ()]
            waiting += [each for each in after if each not in seen]
            seen.update(after)
        return None

    def _far_ahead(self, world: World) -> World:
        """Return the world that the first outcomes of dice lead to: it shows whether they go on for
        ever."""
        for _ in range(MAX_ANSWERS):
            event, world = self.alone.next(world)
            law = self._law_of_dice(event, world)
            if law is None:
                break
            world = world.sent(next(iter(law)))
        return world

    def _law_of_dice(self, event: Any, world: World) -> Law[Any] | None:
        """Return the law of the next answer where only dice decide it, else None."""
        match event:
            case Sure(law=law):
                return law
            case Roll():
                return self.walker.roll_law(event, world.faces)
            case _:
                return None

    def values_if_answered(
        self, world: World, choice: tuple[str, str], answers: Sequence[Any]
    ) -> tuple[list[Number], Number]:
        """Return, for each answer, the value of a world where the first choice `choice` (label, seat)
        gets it; and the value where that choice is the best one after the dice.

        Where the answer is not offered, the choice is weighed as usual.
        """
        places: dict[World, int] = {}
        throws: list[Throws] = []
        ends: dict[int, tuple[Choose[Any] | None, World]] = {}
        waiting: list[tuple[World, Throws]] = []

        def place(world: World) -> int:
            event, world = self.alone.next(world)
            if world in places:
                return places[world]
            at = places[world] = len(places)
            law = self._law_of_dice(event, world)
            if law is not None:
                self.budget.spend_state(self.procedure.id)
                if is_endless_world(world):
                    raise self.too_large([world])
                throws.append((at, law, []))
                waiting.append((world, throws[-1]))
            else:
                ask = event if isinstance(event, Choose) else None
                mine = ask is not None and (ask.label, world.outer(ask.who)) == choice
                ends[at] = ask if mine else None, world
            return at

        root = place(world)
        while waiting:
            before, (_, law, after) = waiting.pop()
            after += [place(before.sent(value)) for value in law]
        asks = [ask for ask, _ in ends.values() if ask]
        self.offers_vary = len({ask.form for ask in asks}) > 1
        if asks:
            check_answers(asks, next(iter(ends.values()))[1], self.alone, self.outcomes)
        costs = self.budget.pace(self.procedure.id, len(ends))
        found = {}
        for at, (ask, end) in ends.items():
            found[at] = self._values_of_answers(ask, end, answers)
            next(costs)
            self.budget.until = None  # the cost of all is estimated from that of the first ones
        *values, best = (
            self._value_of_throws(root, throws, {at: each[n] for at, each in found.items()})
            for n in range(len(answers) + 1)
        )
        return values, best

    def _values_of_answers(
        self, ask: Choose[Any] | None, world: World, answers: Sequence[Any]
    ) -> list[Number]:
        """Return the value of a world for each of `answers` to its question `ask`, if any, and for the
        best one."""
        if ask is None:
            return [self.value(world)] * (len(answers) + 1)
        offered = values_of(ask)
        at, prospect = self._prospect(world)
        if prospect.kind == "mine":
            means = self.values_of_rows(at, prospect)
            best = max(means)
        else:  # the answer to this choice is not weighed later, but it is asked for
            means, best = [self.value(world.sent(each)) for each in offered], self.value(world)
        of_answer = {(type(each), each): mean for each, mean in zip(offered, means, strict=True)}
        return [*(of_answer.get((type(each), each), best) for each in answers), best]

    def _value_of_throws(
        self, root: int, throws: Sequence[Throws], ends: dict[int, Number]
    ) -> Number:
        """Return the value of dice that lead to each other and to known values, by their numbers."""
        places = {at: self.stakes.known_position(value) for at, value in ends.items()}
        places |= {at: self.stakes.place() for at, _, _ in throws}
        for at, law, after in throws:
            weights: dict[Hashable, int] = {}
            for following, weight in zip(after, law.weights.values(), strict=True):
                end = places[following]
                weights[end] = weights.get(end, 0) + weight
            prospect = Prospect("chance", [(weights, law.total)])
            self.stakes.set_prospect(places[at], prospect, prospect.outcomes)
        return self.value_at(places[root])


def _split(ask: Hidden[Any], weight: Fraction, world: World) -> Bundle:
    law: Law[Any] = ask.value
    return [
        (weight * chance, replace(world, secrets=(*world.secrets, (ask.label, value))))
        for value, chance in law.items()
    ]


def _visible_part(event: Any) -> Any:
    """Return the part of an event that the seat sees before it is answered."""
    match event:
        case Roll(throws=throws):
            return ("roll", throws)
        case Choose(label=label, who=who, form=form, facts=facts):
            return ("choose", label, who, form, facts)
        case End():
            return ("end",)
        case _:
            return event


def _secret_of_several_sides(where: str) -> Refusal:
    return Refusal(
        "too_large",
        where,
        None,
        "le conseil ne couvre pas un secret que plusieurs camps ignorent différemment",
    )
