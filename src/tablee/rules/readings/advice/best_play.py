"""The law of the results of a run in which one seat always takes a best answer.

The values of `advise` choose the answers; the law is the mixture over the dice that are left.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from tablee.dice.law import Law
from tablee.rules.procedure import Utility
from tablee.rules.questions import Choose
from tablee.rules.readings.advice.advise import SOON_SECONDS, TIMED_AFTER, utility_of
from tablee.rules.readings.advice.adviser import Adviser
from tablee.rules.readings.budget import Budget, naming_costly_choice
from tablee.rules.readings.graph import end_law, explore
from tablee.rules.readings.laws import projection
from tablee.rules.readings.needed import refused_as_parameters
from tablee.rules.readings.odds import checked_fields, odds, ordered, possible_sessions
from tablee.rules.readings.returned import returned
from tablee.rules.readings.session import Session
from tablee.rules.readings.solving.stakes import Prospect
from tablee.rules.readings.walk import Leaves
from tablee.rules.readings.worlds import World, world_of
from tablee.rules.refusal import Refusal, refuse, refuse_name
from tablee.rules.rule_watch import may_never_end
from tablee.rules.run_input import RunInput

Part = tuple[World | Law[Any], int]
"""What follows a world, or the law of the results there; and its weight."""


def odds_of_best_play(
    question: RunInput,
    utility: str | None = None,
    seat: str | None = None,
    by: Iterable[str] | None = None,
    budget: Budget | None = None,
) -> Law[Any]:
    """Return the exact law of the result when a seat always takes a best answer for a utility.

    `utility`: a utility of the procedure (None: its default). `seat`: the decider (None: the first
    one). Allied seats play for the same utility, seats of no side take their defaults. Of answers with
    equal values the first one offered is taken. `by`: as for `odds`. Raises `Refusal`: an unknown
    utility, choices of two opposed sides, a belief, a run that may never end, a computation that is too
    large.
    """
    _, worth = utility_of(question, utility)
    fields = checked_fields(question.procedure, by)
    budget = budget or Budget()
    budget.limit_time(SOON_SECONDS, TIMED_AFTER)
    (session, _), *others = possible_sessions(question)
    if others:
        raise _no_belief()
    with refused_as_parameters(question.procedure), naming_costly_choice(budget):
        decider = seat or _first_decider(session, worth, budget)
        if session.done or decider is None:
            return odds(question, fields, budget)
        play = BestPlay(question, worth, decider, budget)
        play.check_secrets(session)
        law = play.law(world_of(session))
        seats = {*play.deciders.sides, *play.deciders.choosers}
        if seat is not None and play.deciders.choosers and seat not in seats:
            raise refuse_name("as", seat, sorted(seats))
    if fields is not None:
        law = law.map(projection(type(question.procedure).result_type(), fields))
    return ordered(question.procedure, law, budget.report_progress)


def _first_decider(session: Session, worth: Utility, budget: Budget) -> str | None:
    """Return the seat of the first choice that the dice may lead to; None: there is none."""
    found = Adviser(session.question, worth, "", budget).question_ahead(world_of(session))
    if found is None:
        return None
    ask, world = found
    choices = (ask,) if isinstance(ask, Choose) else ask.choices
    sides = session.question.procedure.sides()
    seats = [world.outer(choice.who) for choice in choices]
    return next((seat for seat in seats if seat in sides), seats[0])


class BestPlay(Adviser):
    """The laws of the results of worlds in which the advised seat takes its best answers."""

    def __init__(self, question: RunInput, worth: Utility, seat: str, budget: Budget) -> None:
        super().__init__(question, worth, seat, budget)
        self._weighed: dict[World, Prospect] = {}
        """The prospects of the worlds whose values were asked for."""

    def _add_position(self, world: World, prospect: Prospect) -> int:
        self._weighed[world] = prospect
        return super()._add_position(world, prospect)

    def law(self, start: World) -> Law[Any]:
        """Return the law of the result of the run from a world on. Choices may come back."""
        self._weigh_outcomes(start)
        graph = explore(start, self._moves, self.budget, self.procedure.id)
        try:
            return end_law(start, graph, self.budget, self.procedure.id)
        except ValueError:
            raise may_never_end(self.procedure.id) from None

    def _weigh_outcomes(self, start: World) -> None:
        """Weigh what follows the first dice. The cost of all is estimated from that of the first ones."""
        world, prospect = self._prospect(start)
        if prospect.kind != "chance":
            return
        costs = self.budget.pace(self.procedure.id, len(prospect.outcomes))
        for key in prospect.outcomes:
            after = self._after(world, key)
            if isinstance(after, World):
                self.value(after)
            next(costs)
            self.budget.until = None

    def _moves(self, world: World) -> Leaves:
        """Return what follows a world, with integer weights."""
        parts, leaves = self._parts(world), Leaves()
        whole = math.lcm(*(part.total for part, _ in parts if isinstance(part, Law)))
        leaves.total = whole * sum(weight for _, weight in parts)
        for part, weight in parts:
            if isinstance(part, Law):
                self.budget.spend_steps(len(part), self.procedure.id)
                for result, each in part.weights.items():
                    more = each * weight * (whole // part.total)
                    leaves.results[result] = leaves.results.get(result, 0) + more
            else:
                leaves.states[part] = leaves.states.get(part, 0) + weight * whole
        return leaves

    def _parts(self, world: World) -> list[Part]:
        """Return what follows a world: all outcomes of its dice, or those of its best answer."""
        law = self._dice_law(world)
        if law is not None:
            return [(law, 1)]
        prospect = self._weighed.get(world)
        if prospect is None:
            world, prospect = self._prospect(world)
        place = 0 if prospect.kind == "chance" else self._best_answer(world, prospect)
        return [(self._after(world, key), weight) for key, weight in prospect.row(place)]

    def _best_answer(self, world: World, prospect: Prospect) -> int:
        """Return the index of the first answer of the highest value."""
        joint = prospect.kind == "at_once" and prospect.columns == 1
        if prospect.kind != "mine" and not joint:
            allowed = "des choix d’un seul camp ; ici, deux camps choisissent l’un contre l’autre"
            raise refuse("policy", "best", allowed)
        means = self.values_of_rows(world, prospect)
        return max(range(len(means)), key=means.__getitem__)

    def _after(self, world: World, key: Any) -> World | Law[Any]:
        """Return the world of an outcome, or the law of the result where the run is over."""
        if key[0] == "result":
            if len(world.frames) == 1:
                return Law.of(returned(self.procedure, key[1]))
            return self.alone.returned(world, key[1])
        following = self._following(world, key)
        if not isinstance(following, World):
            raise _no_belief()
        return following


def _no_belief() -> Refusal:
    return refuse("policy", "best", "un jet dont tout est connu, sans liste de chances")
