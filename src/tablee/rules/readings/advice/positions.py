"""The positions that a run may reach, and their values to one seat.

Worlds without hidden values are positions of a stochastic game (see `Stakes`). Dice and the answers
to one decision lead from each to other decisions, states and results. Where no decision is left,
also in a sub-rule in progress, a law gives the value.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from tablee.dice.law import Law
from tablee.rules.procedure import Procedure, Utility
from tablee.rules.questions import Call, CallAll, Choose, Hidden, Roll, Together
from tablee.rules.readings.advice.deciders import Deciders, values_of
from tablee.rules.readings.advice.dice_ahead import check_answers
from tablee.rules.readings.advice.position_sample import SizeCheck
from tablee.rules.readings.budget import Budget, too_large
from tablee.rules.readings.columns.fights import Ahead, Roots, ahead_of
from tablee.rules.readings.endless_runs import endless_run
from tablee.rules.readings.laws import Laws, projected, requested_law
from tablee.rules.readings.returned import check_range, wrong_worth
from tablee.rules.readings.solving.cycles import Kind
from tablee.rules.readings.solving.stakes import Number, Prospect, Stakes
from tablee.rules.readings.walk import Leaves, Walker
from tablee.rules.readings.worlds import Follower, FrameState, World, refusal_outside
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import RunInput

ENDLESS = 0
"""Value of a run that never ends: nobody gains anything."""
LOOK_INTERVAL = 25_000
"""Steps between two estimates of the work that remains."""
MAX_CAUSE_STEPS = 130_000
"""Maximum steps that look for the cause of a walk that is too large: half a second."""
MAX_PASSED = 2_000
"""Maximum worlds with one outcome in a row."""
MAX_WAITING_LOOKED_AT = 1_000
"""Maximum number of waiting positions that an estimate reads."""
SAMPLED_STATES = 32
"""Minimum number of states for an estimate of the steps of one."""


class Positions:
    """The values of single worlds to one seat.

    The outcomes of a sub-rule are computed once for all its callers. `unknown`: function that
    values a belief, given its question and its world.
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
        self.budget = budget
        self.deciders = Deciders(question.procedure, seat)
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
            lambda ask: self.deciders.certain_answer(ask, self._walked),
        )
        self.alone = Follower(question.rulings, self._law_of)
        self.stakes = Stakes(budget.report_progress, self.endless_refusal)
        self.ahead: Ahead | None = None
        """The values of a whole fight, for its states."""
        self.chance = True
        """Whether all worths so far were 0 or 1."""
        self.alike = self.deciders.allied_seats()
        """Allied seats to which all results so far are worth the same: their values are these too."""
        self.utility = worth
        self._limits = type(question.procedure).range_of(worth)
        self._unknown = unknown
        self._places: dict[World, int] = {}
        self._ends: dict[Any, int] = {}
        self.weighed: list[int] = []
        """The positions whose values the last question needs."""
        self._waiting: list[tuple[int, World, Prospect]] = []
        self._prospects: dict[Hashable, tuple[tuple[Any, ...], Prospect]] = {}
        self._asked: dict[World, Choose[Any] | Together[Any]] = {}
        """The decisions that worlds wait for which have not been explored."""
        self._walked = World(())
        """The world whose innermost rule is walked."""
        self._undecided: set[Hashable] = set()
        self._kinds_with_choices: set[type] = set()
        self._used: set[tuple[type, type]] = set()
        """Kinds of callers and sub-rules whose result a caller has used."""
        self._explored_states = 0
        """Number of states of the outermost rule that were explored."""
        self._last_look = 0, 0, False
        """Steps spent and states explored at the last estimate, and whether it was far too large."""
        self._next_look = LOOK_INTERVAL
        self.size = SizeCheck(budget, self.procedure.id, self._endless_run)

    @property
    def seat(self) -> str:
        """The advised seat."""
        return self.deciders.seat

    def go_on(self, question: RunInput, seat: str, budget: Budget) -> None:
        """Take another question about the same run, of this seat or one of `alike`, with its budget."""
        self.question, self.deciders.seat = question, seat
        self.size.renew(budget)
        self.weighed.clear()
        self._last_look = 0, self._explored_states, False
        self._next_look = self.budget.steps_spent + LOOK_INTERVAL

    def worth(self, result: Any) -> Number:
        """Return the value of a result of the run to the seat."""
        procedure = self.procedure
        worth = self.utility(procedure, result, self.seat)
        if not isinstance(worth, (int, Fraction)):
            raise wrong_worth(procedure, self.utility, worth)
        if self._limits is not None:
            check_range(procedure, self.utility, worth)
        self.chance = self.chance and worth in (0, 1)
        if len(self.alike) > 1:
            worths = {who: self.utility(procedure, result, who) for who in self.alike}
            self.alike = {who for who, each in worths.items() if each == worth}
        return worth

    def _law_of(self, ask: Call[Any]) -> Law[Any] | None:
        """Return the law of a sub-rule without decisions; None: follow it step by step."""
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
        """Return whether a walk over dice stops at a question: a decision, here or in a sub-rule."""
        match ask:
            case Roll():
                return False
            case Call():
                return self._law_of(ask) is None
            case CallAll():
                return any(self._law_of(each) is None for each in ask.calls)
            case Choose() | Together():
                return self.deciders.is_free(ask, self._walked)
            case Hidden():
                return isinstance(ask.value, Law) and ask.label not in self.walker.secrets
            case _:
                return False

    def _dice_law(self, world: World) -> Law[Any] | None:
        """Return the law of the result where only dice are left, as `odds` computes it; else None."""
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
        """Return the value of a single world."""
        self.weighed.append(self.place(world))
        return self.value_at(self.weighed[-1])

    def value_at(self, place: int) -> Number:
        """Return the value of a position."""
        while self._waiting:
            position, at, prospect = self._waiting.pop()
            after = [self._outcome(at, key) for key in prospect.outcomes]
            self.stakes.set_prospect(position, prospect, after)
            self.size.check(place, self._outcome)
            if self.budget.steps_spent >= self._next_look:
                self._next_look = self.budget.steps_spent + LOOK_INTERVAL
                self._check_ahead()
        return self.stakes.value(place)

    def _check_ahead(self) -> None:
        """Raise `Refusal` when two estimates in a row are far beyond the budget.

        An estimate: states found but not explored, times the steps of one since the last estimate.
        """
        spent, explored, before = self._last_look
        now, so_far = self.budget.steps_spent, self._explored_states
        if so_far < explored + SAMPLED_STATES:
            return
        ahead: dict[World, None] = {}
        scale = 1 + len(self._waiting) // MAX_WAITING_LOOKED_AT
        for _, world, prospect in self._waiting[::scale]:
            if len(world.frames) == 1:
                keys: Any = prospect.outcomes
                ahead |= dict.fromkeys(world.became(key[1]) for key in keys if key[0] == "state")
        new = [world for world in ahead if world not in self._places]
        steps = scale * len(new) * (now - spent) / (so_far - explored)
        beyond = self.budget.is_beyond(steps)
        if beyond and before and self.budget.is_beyond(steps * self._leading_on(new)):
            raise self.too_large(new)
        self._last_look = now, so_far, beyond

    def _leading_on(self, worlds: Sequence[World]) -> float:
        """Return the share of these worlds that lead to new positions, estimated from some."""
        some = worlds[:: max(1, len(worlds) // SAMPLED_STATES)]
        before = len(self._waiting)
        for world in some:
            self.place(world)
        return (len(self._waiting) - before) / len(some)

    def look_ahead(self, roots: Roots, worth: Utility, bounds: bool) -> None:
        """Use the values of the whole fight in the states `roots`. `bounds`: whether the value of the
        first one is asked for, so that intervals for it are reported. Raises `Unsuited`."""
        self.ahead = ahead_of(
            roots,
            self.question,
            worth,
            self.seat,
            self.walker,
            self.budget.report_progress,
            self.budget.report_bound if bounds and self.budget.tick is not None else None,
        )
        self.chance = self.chance and self.ahead.chance
        self.stakes.use_floats()

    def endless_refusal(self) -> Refusal:
        return Refusal(
            "too_large",
            self.procedure.id,
            None,
            "les choix peuvent revenir sans fin, et leur valeur reste trop incertaine ; réduisez les paramètres",
        )

    def too_large(self, worlds: Sequence[World]) -> Refusal:
        """Return the refusal of a walk that is too large. `worlds`: some that it has reached."""
        return self._endless_run(worlds) or too_large(self.procedure.id)

    def _endless_run(self, worlds: Sequence[World]) -> Refusal | None:
        last_step = self.budget.steps_spent + MAX_CAUSE_STEPS

        def after(world: World) -> list[World]:
            return [] if self.budget.steps_spent > last_step else self._worlds_after(world)

        return endless_run(worlds, after, self.alone.line)

    def states_after(self, world: World) -> list[Procedure[Any]]:
        """Return the states of the outermost rule that follow a world before any decision."""
        world, prospect = self._prospect(world)
        return [key[1] for key in prospect.outcomes if key[0] == "state" and len(world.frames) == 1]

    def _worlds_after(self, world: World) -> list[World]:
        """Return the worlds that follow one, without those after a secret; none becomes a position."""
        world, prospect = self._prospect(world)
        found = []
        for key in prospect.outcomes:
            if key[0] != "question" or not isinstance(key[2], Hidden):
                following = self._following(world, key)
                if isinstance(following, World):
                    found.append(following)
        return found

    def place(self, world: World) -> int:
        """Return the position of a world, or of the first world after it with several outcomes.

        The outcomes of a new position are added to `_waiting`.
        """
        place = self._places.get(world)
        if place is None:
            place = self._places[world] = self._find_position(world)
        return place

    def _find_position(self, world: World) -> int:
        passed: set[World] = set()
        while world not in passed:
            passed.add(world)
            if len(passed) > MAX_PASSED:
                raise self.too_large([world])
            known = None if self.ahead is None else self.ahead.value(world)
            if known is not None:
                return self.stakes.known_position(known)
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
            if (place := self._places.get(world)) is not None:
                return place
        return self.stakes.known_position(ENDLESS)

    def _add_position(self, world: World, prospect: Prospect) -> int:
        self.budget.spend_state(self.procedure.id)
        place = self._places[world] = self.stakes.place()
        self._waiting.append((place, world, prospect))
        self.size.add(place, world, prospect)
        return place

    def _outcome(self, world: World, key: Any) -> int:
        """Return the position of an outcome of a world."""
        if key[0] == "result" and len(world.frames) == 1:
            return self._end(key[1])
        following = self._following(world, key)
        if isinstance(following, World):
            new = key[0] == "state" and len(world.frames) == 1 and following not in self._places
            self._explored_states += new
            return self.place(following)
        return self.stakes.known_position(following)

    def _end(self, result: Any) -> int:
        """Return the position of a result of the run."""
        if result not in self._ends:
            self._ends[result] = self.stakes.known_position(self.worth(result))
        return self._ends[result]

    def _following(self, world: World, key: Any) -> World | Number:
        """Return the world of an outcome, or its value where no world is needed."""
        kind, what, *question = key
        if kind == "state":
            return world.became(what)
        if kind == "result":
            return self._returned(world, what)
        (ask,) = question
        at = world.at(what)
        match ask:
            case Call():
                return self._within(at, ask)
            case CallAll():
                return at.gathering(ask)
            case Hidden():
                return self._unknown(ask, at)
            case _:
                self._asked[at] = ask
                return at

    def _within(self, world: World, ask: Call[Any]) -> World:
        """Return the world at the start of a sub-rule, without a caller that only passes its result
        on: other callers then lead to the same world."""
        kinds = type(world.frames[-1].procedure), type(ask.procedure)
        if ask.by is None and kinds not in self._used:
            if self.alone.is_tail(world.frames[-1]):
                return world.within(ask).without_frame(len(world.frames) - 1)
            self._used.add(kinds)
        return world.within(ask)

    def _returned(self, world: World, result: Any) -> World | Number:
        """Return the world after the innermost rule returned `result`, or the value of the end.

        A certain next state of the outermost rule, often that of a fight, is followed immediately.
        """
        *outer, _ = world.frames
        if not outer:
            return self.worth(result)
        (root, *others) = outer
        if others or root.gathering is not None or world.secrets:
            return self.alone.returned(world, result)
        leaves = self._leaves(World((root,)), (*root.sent, result))
        if len(leaves.states) == 1 and not leaves.results and not leaves.questions:
            return World((FrameState(next(iter(leaves.states)), (), root.seats, root.paths),))
        if len(leaves.results) == 1 and not leaves.states and not leaves.questions:
            return self.worth(next(iter(leaves.results)))
        return self.alone.returned(world, result)

    def _prospect(self, world: World) -> tuple[World, Prospect]:
        """Return a world's prospect; a certain first decision is followed before."""
        top = world.frames[-1]
        if len(world.frames) == 1:
            sent, prospect = self._explored(world, top)
        else:
            names = tuple(frame.seats for frame in world.frames)
            key = (top.procedure, top.sent, top.by, names, world.faces, world.secrets)
            explored = self._prospects.get(key)
            if explored is None:
                explored = self._prospects[key] = self._explored(world, top)
            sent, prospect = explored
        return (world if sent == top.sent else world.at(sent)), prospect

    def _explored(self, world: World, top: FrameState) -> tuple[tuple[Any, ...], Prospect]:
        """Return (values sent before the prospect, prospect) of a world."""
        try:
            asked = self._asked.pop(world, None)
            if asked is not None:
                return top.sent, self._decision(world, asked)
            leaves = self._leaves(world, top.sent)
            if len(leaves.questions) == 1 and not leaves.results and not leaves.states:
                ((sent, (ask, _)),) = leaves.questions.items()
                if isinstance(ask, Choose | Together):
                    return sent, self._decision(world.at(sent), ask)
            if asks := [ask for ask, _ in leaves.questions.values() if isinstance(ask, Choose)]:
                first = next(iter(leaves.questions))
                check_answers(asks, world.at(first), self.alone, self.outcomes)
            return top.sent, Prospect("chance", [leaves.row()])
        except Refusal as refusal:
            raise refusal_outside(world, refusal) from None

    def outcomes(self, ask: Roll[Any] | Call[Any]) -> Law[Any] | None:
        """Return the law of a throw or of a sub-rule; None for one with decisions."""
        return self.walker.roll_law(ask) if isinstance(ask, Roll) else self._law_of(ask)

    def _leaves(self, world: World, sent: tuple[Any, ...]) -> Leaves:
        """Return the leaves of the innermost rule of a world after the values `sent`."""
        self._walked, self.walker.secrets = world, dict(world.secrets)
        top = world.frames[-1]
        return projected(
            self.walker.leaves(top.procedure, sent, world.faces), top.procedure, top.by
        )

    def _decision(self, world: World, ask: Choose[Any] | Together[Any]) -> Prospect:
        """Return the prospect of a decision."""
        columns = 1
        kind: Kind = "at_once"
        self.budget.choices.meet(ask, [dict(frame.paths) for frame in world.frames])
        if isinstance(ask, Choose):
            kind = "mine" if self.deciders.role(world.outer(ask.who)) == "mine" else "opposed"
            answers = values_of(ask)
        else:
            mine, theirs, joined = self.deciders.joint_answers(ask, world)
            answers = [joined(row, column) for row in mine for column in theirs]
            columns = len(theirs)
        self._walked, self.walker.secrets = replace(world, faces=()), dict(world.secrets)
        top = world.frames[-1]
        found = self.walker.leaves_of_answers(top.procedure, top.sent, answers)
        rows = [projected(each, top.procedure, top.by).row() for each in found]
        return Prospect(kind, rows, columns, self.deciders.own_labels(ask, world))
