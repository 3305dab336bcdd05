"""Where a run may stand, and what that is worth to one seat.

Worlds in which nothing is hidden are positions of a stochastic game (`Stakes`): each leads, by dice
and by the answers to one decision, to further decisions, states and results. Where nobody decides
any more, also within a sub-rule under way, only laws are left.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import product
from typing import Any, Literal

from tablee.dice.law import Law
from tablee.rules.procedure import Utility
from tablee.rules.questions import Call, CallAll, Choose, Hidden, Roll, Together
from tablee.rules.readings.budget import Budget, too_large
from tablee.rules.readings.laws import Laws, requested_law
from tablee.rules.readings.stakes import Kind, Number, Prospect, Row, Stakes
from tablee.rules.readings.walk import Leaves, Walker, gather_law
from tablee.rules.readings.worlds import Follower, FrameState, World, refusal_outside
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import RunInput, default_of
from tablee.rules.words import deferred

TWO_SIDES = deferred("le conseil à choix simultanés vaut pour deux camps, pas plus")
"""What is not weighed however long it takes."""

LOOK_INTERVAL = 25_000
"""Steps between two looks at what is still to be explored."""
SAMPLED_STATES = 32
"""So many states at least tell what one takes, or whether those that follow lead on."""


def values_of(choice: Choose[Any]) -> list[Any]:
    """Every answer that can be weighed. Raises `Refusal` for free text and for too many."""
    try:
        values = list(choice.form.values())
    except TypeError:
        raise Refusal(
            "param",
            choice.parameter or choice.label,
            "ask",
            "un choix dans une liste : un texte libre ne se conseille pas",
        ) from None
    if len(values) > 5_000:
        raise too_large(choice.label)
    return values


class Positions:
    """The value of single worlds to one seat. What a sub-rule leads to is worked out once, from
    wherever it is called.

    `unknown` values a secret for which a law stands: (the question, the world that asks it).
    """

    def __init__(
        self,
        question: RunInput,
        worth: Utility,
        seat: str,
        budget: Budget,
        unknown: Callable[[Hidden[Any], World], Number],
    ) -> None:
        self.question = question
        self.procedure = question.procedure
        self.seat = seat
        self.budget = budget
        self.sides = question.procedure.sides()
        self.laws = Laws(question.rulings, budget, alone=False)
        self.walker = Walker(
            question.rulings,
            None,
            None,
            self.laws.law,
            budget,
            False,
            self._stops,
            requested_law,
        )
        self.alone = Follower(question.rulings, self._law_of, gather_law)
        self.stakes = Stakes(budget.report_progress, self.endless_refusal)
        self._utility = worth
        self._unknown = unknown
        self._places: dict[World, int] = {}
        self._waiting: list[tuple[int, World, Prospect]] = []
        self._prospects: dict[Hashable, tuple[tuple[Any, ...], Prospect]] = {}
        self._undecided: set[Hashable] = set()
        self._kinds_with_choices: set[type] = set()
        self._explored_states = 0
        """States of the whole run that were explored."""
        self._last_look = 0, 0, False
        """At the last look that told something: the steps spent and the states met until then, and
        whether there was far too much to do."""
        self._next_look = LOOK_INTERVAL

    def worth(self, result: Any) -> Number:
        """What a result of the run is worth to the seat."""
        return self._utility(self.procedure, self.procedure.returned(result), self.seat)

    def role(self, who: str) -> Literal["mine", "opposed", "neutral"]:
        if who == self.seat:
            return "mine"
        mine, other = self.sides.get(self.seat), self.sides.get(who)
        if mine is None or other is None:
            return "neutral"
        return "mine" if mine == other else "opposed"

    def default(self, ask: Choose[Any], world: World) -> Any:
        default = ask.default
        if default is None and ask.parameter:
            default = default_of(world.frames[-1].procedure, ask.parameter)
        try:
            return ask.form.accept(default)
        except ValueError:
            refusal = Refusal(
                "choice_needed", ask.parameter or ask.label, "ask", "{form:form}", form=ask.form
            )
            raise refusal_outside(world, refusal) from None

    def sides_of(
        self, world: World, ask: Together[Any]
    ) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]], Callable[..., tuple[Any, ...]]]:
        """My side's joint answers, the other side's, and how one of each makes an answer to all."""
        roles = [self.role(world.outer(choice.who)) for choice in ask.choices]
        fixed = [
            self.default(choice, world) if role == "neutral" else None
            for choice, role in zip(ask.choices, roles, strict=True)
        ]
        opposed = {
            self.sides.get(world.outer(choice.who))
            for choice, role in zip(ask.choices, roles, strict=True)
            if role == "opposed"
        }
        if len(opposed) > 1:
            raise Refusal(
                "too_large",
                self.procedure.id,
                None,
                TWO_SIDES,
            )
        mine, theirs = (
            list(
                product(
                    *(
                        values_of(choice)
                        for choice, role in zip(ask.choices, roles, strict=True)
                        if role == side
                    )
                )
            )
            for side in ("mine", "opposed")
        )
        if len(mine) * len(theirs) > 20_000:
            raise too_large(ask.choices[0].label)

        def joined(row: tuple[Any, ...], column: tuple[Any, ...]) -> tuple[Any, ...]:
            parts = {"mine": iter(row), "opposed": iter(column), "neutral": iter(())}
            return tuple(
                next(parts[role], default) for role, default in zip(roles, fixed, strict=True)
            )

        return mine, theirs, joined

    def _law_of(self, ask: Call[Any]) -> Law[Any] | None:
        """The law of a sub-rule in which nobody decides anything; None: play it inline."""
        if ask.procedure in self._undecided:
            return None
        try:
            return self.laws.law(ask.procedure, ask.by)
        except Refusal as refusal:
            if refusal.kind != "choice_needed":
                raise refusal.moved(dict(ask.paths)) from None
            self._undecided.add(ask.procedure)
            return None

    def _stops(self, ask: Any) -> bool:
        """Whether a walk over dice ends at this question: somebody decides, here or within."""
        match ask:
            case Roll():
                return False
            case Call():
                return self._law_of(ask) is None
            case CallAll():
                return any(self._law_of(each) is None for each in ask.calls)
            case Choose() | Together():
                return ask.only() is None
            case Hidden():
                return isinstance(ask.value, Law) and ask.label not in self.walker.secrets
            case _:
                return False

    def _dice_law(self, world: World) -> Law[Any] | None:
        """The law of the result where only dice are left, worked out as `odds` does; else None."""
        (root, *inner), secrets = world.frames, world.secrets
        if (
            inner
            or secrets
            or root.gathering is not None
            or type(root.procedure) in self._kinds_with_choices
        ):
            return None
        try:
            return self.laws.rest(root.procedure, root.sent, world.faces)
        except Refusal as refusal:
            if refusal.kind != "choice_needed":
                raise
            self._kinds_with_choices.add(type(root.procedure))
            return None

    # ── one world ──────────────────────────────────────────────────────────────────────────────
    def value(self, world: World) -> Number:
        """The value of a single world."""
        place = self._place(world)
        while self._waiting:
            position, at, prospect = self._waiting.pop()
            after = [self._outcome(at, key) for key in prospect.outcomes]
            self.stakes.set_prospect(position, prospect, after)
            if self.budget.steps_spent >= self._next_look:
                self._next_look = self.budget.steps_spent + LOOK_INTERVAL
                self._check_ahead()
        return self.stakes.value(place)

    def _check_ahead(self) -> None:
        """Refuse what is plainly beyond the budget: when twice in a row the states that are known
        to follow are far too many, at what one took since the last look."""
        spent, explored, before = self._last_look
        now, so_far = self.budget.steps_spent, self._explored_states
        if so_far < explored + SAMPLED_STATES:
            return
        ahead: dict[World, None] = {}
        for _, world, prospect in self._waiting:
            if len(world.frames) == 1:
                ahead |= dict.fromkeys(_states(world, prospect.outcomes))
        new = [world for world in ahead if world not in self._places]
        steps = len(new) * (now - spent) / (so_far - explored)
        beyond = self.budget.is_beyond(steps)
        if beyond and before and self.budget.is_beyond(steps * self._leading_on(new)):
            raise too_large(self.procedure.id)
        self._last_look = now, so_far, beyond

    def _leading_on(self, worlds: Sequence[World]) -> float:
        """The share of these worlds that lead to a position of their own, by some of them: others
        soon end, or come to one that is known."""
        some = worlds[:: max(1, len(worlds) // SAMPLED_STATES)]
        before = len(self._waiting)
        for world in some:
            self._place(world)
        return (len(self._waiting) - before) / len(some)

    def endless_refusal(self) -> Refusal:
        return Refusal(
            "too_large",
            self.procedure.id,
            None,
            "les choix peuvent revenir sans fin : le conseil exact n’est pas possible ici",
        )

    def _place(self, world: World) -> int:
        """The position of a world, or of the first one behind it from which there is more than one
        way. What a new one leads to waits to be put up."""
        place = self._places.get(world)
        if place is None:
            place = self._places[world] = self._find_position(world)
        return place

    def _find_position(self, world: World) -> int:
        while True:
            law = self._dice_law(world)
            if law is not None:
                return self.stakes.known_position(law.mean(self.worth))
            world, prospect = self._prospect(world)
            if len(prospect.outcomes) > 1:
                place = self._places.get(world)
                return self._add_position(world, prospect) if place is None else place
            self.budget.spend_steps(1, self.procedure.id)
            following = self._following(world, prospect.outcomes[0])
            if not isinstance(following, World):
                return self.stakes.known_position(following)
            world = following

    def _add_position(self, world: World, prospect: Prospect) -> int:
        self.budget.spend_state(self.procedure.id)
        place = self._places[world] = self.stakes.place()
        self._waiting.append((place, world, prospect))
        return place

    def _outcome(self, world: World, key: Any) -> int:
        """The position of one of a world's outcomes."""
        following = self._following(world, key)
        if isinstance(following, World):
            new = key[0] == "state" and len(world.frames) == 1 and following not in self._places
            self._explored_states += new
            return self._place(following)
        return self.stakes.known_position(following)

    def _following(self, world: World, key: Any) -> World | Number:
        """The world that an outcome leads to, or its worth where that is known at once."""
        kind, what, *question = key
        if kind == "state":
            return world.became(what)
        if kind == "result":
            return self._returned(world, what)
        (ask,) = question
        at = world.at(what)
        match ask:
            case Call():
                return at.within(ask)
            case CallAll():
                return at.gathering(ask)
            case Hidden():
                return self._unknown(ask, at)
            case _:
                return at

    def _returned(self, world: World, result: Any) -> World | Number:
        """Where the rule at work leaves the run; what surely comes next in the outermost rule,
        often another state of a fight, is followed at once."""
        *outer, _ = world.frames
        if not outer:
            return self.worth(result)
        (root, *others) = outer
        if others or root.gathering is not None or world.secrets:
            return self.alone.returned(world, result)
        leaves = self.walker.leaves(root.procedure, (*root.sent, result))
        if len(leaves.states) == 1 and not leaves.results and not leaves.questions:
            return World((FrameState(next(iter(leaves.states)), (), root.seats, root.paths),))
        if len(leaves.results) == 1 and not leaves.states and not leaves.questions:
            return self.worth(next(iter(leaves.results)))
        return self.alone.returned(world, result)

    def _prospect(self, world: World) -> tuple[World, Prospect]:
        """What a world leads to, from the decision that certainly comes first if one does."""
        top = world.frames[-1]
        if len(world.frames) == 1:
            sent, prospect = self._explored(world, top)
        else:
            names = tuple(frame.seats for frame in world.frames)
            key = (top.procedure, top.sent, names, world.faces, world.secrets)
            known = self._prospects.get(key)
            if known is None:
                known = self._prospects[key] = self._explored(world, top)
            sent, prospect = known
        return (world if sent == top.sent else world.at(sent)), prospect

    def _explored(self, world: World, top: FrameState) -> tuple[tuple[Any, ...], Prospect]:
        """(what was sent into the rule by then, what may follow)."""
        self.walker.secrets = dict(world.secrets)
        try:
            leaves = self.walker.leaves(top.procedure, top.sent, world.faces)
            if len(leaves.questions) == 1 and not leaves.results and not leaves.states:
                ((sent, (ask, _)),) = leaves.questions.items()
                if isinstance(ask, Choose | Together):
                    return sent, self._decision(world.at(sent), ask)
            return top.sent, Prospect("chance", [_row(leaves)])
        except Refusal as refusal:
            raise refusal_outside(world, refusal) from None

    def _decision(self, world: World, ask: Choose[Any] | Together[Any]) -> Prospect:
        """What the answers to a decision lead to."""
        top, columns = world.frames[-1], 1
        kind: Kind = "chance"
        if isinstance(ask, Choose):
            role = self.role(world.outer(ask.who))
            if not ask.weighed:
                answers = [ask.policy]
            elif role == "neutral":
                answers = [self.default(ask, world)]
            else:
                kind, answers = role, values_of(ask)
        else:
            mine, theirs, joined = self.sides_of(world, ask)
            answers = [joined(row, column) for row in mine for column in theirs]
            kind, columns = "at_once", len(theirs)
        rows = [_row(self.walker.leaves(top.procedure, (*top.sent, answer))) for answer in answers]
        return Prospect(kind, rows, columns)


def _states(world: World, outcomes: Sequence[Any]) -> Iterator[World]:
    """Of the outcomes of a world those in which the rule at work goes on as another state."""
    return (world.became(what) for kind, what, *_ in outcomes if kind == "state")


def _row(leaves: Leaves) -> Row:
    """The outcomes of leaves by key, with their weights."""
    weights: dict[Hashable, int] = {("result", r): w for r, w in leaves.results.items()}
    weights |= {("state", state): w for state, w in leaves.states.items()}
    weights |= {("question", sent, ask): w for sent, (ask, w) in leaves.questions.items()}
    return weights, leaves.total
