"""The walk of one rule over every answer: the leaves of one state, with exact weights.

The walk replays the rule: it starts the coroutine, sends the values of a prefix, follows the first
branch, and keeps the other branches as prefixes. A sub-rule is answered by its law, from a memo. A
`become` is a leaf that leads to another state.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any

from msgspec.structs import replace

from tablee.dice.law import Law, fold
from tablee.dice.reads import Unbounded
from tablee.rules.ambient import Ambient, RequestedLaw, around
from tablee.rules.forms import offers
from tablee.rules.procedure import Procedure
from tablee.rules.questions import (
    Become,
    Call,
    CallAll,
    Choose,
    Gather,
    Hidden,
    Roll,
    Together,
)
from tablee.rules.readings.budget import Budget
from tablee.rules.readings.free_choices import FreeChoices
from tablee.rules.readings.returned import check_seats, returned
from tablee.rules.refusal import Refusal
from tablee.rules.rule_watch import beat, endless_path, line_of_wait
from tablee.rules.run_input import default_of

MAX_PATH = 2_000
"""Maximum number of answers of one path: a rule that asks more has a loop without an end."""
DIVES = 300
"""Number of random dives of an estimate: enough to distinguish thousands from millions of leaves."""


class Leaves:
    """The leaves of one state: results, next states and open questions, with integer weights.

    `questions`: the questions at which the walk stopped, by the values sent until then. `total`:
    the common denominator of the weights.
    """

    __slots__ = ("questions", "results", "states", "total")

    def __init__(self) -> None:
        self.results: dict[Any, int] = {}
        self.states: dict[Any, int] = {}
        self.questions: dict[tuple[Any, ...], tuple[Any, int]] = {}
        self.total = 1

    def project(self, project: Callable[[Any], Any]) -> None:
        """Add up the weights of results with the same projection."""
        results: dict[Any, int] = {}
        for result, weight in self.results.items():
            kept = project(result)
            results[kept] = results.get(kept, 0) + weight
        self.results = results

    def row(self) -> tuple[dict[Hashable, int], int]:
        """Return the weights of all outcomes by a key, and the sum of the weights."""
        weights: dict[Hashable, int] = {("result", r): w for r, w in self.results.items()}
        weights |= {("state", state): w for state, w in self.states.items()}
        weights |= {("question", sent, ask): w for sent, (ask, w) in self.questions.items()}
        return weights, self.total


class Walker:
    """The walk of states under fixed rulings, which gives their leaves.

    `law_of`: function (procedure, result fields) -> law, which answers sub-rules. `alone`: no person
    decides, so choices take their policies and beliefs replace secrets; if false, both are refused.
    `stops`: function that selects the questions at which the walk stops (see `Leaves.questions`).
    `requested_law`: see `Ambient`. `answer_of`: function that answers the choices at which it does not
    stop; None: `unattended_answer`.
    """

    def __init__(
        self,
        rulings: Any,
        fields: frozenset[str] | None,
        project: Callable[[Any], Hashable] | None,
        law_of: Callable[[Procedure[Any], tuple[str, ...] | None], Law[Any]],
        budget: Budget,
        alone: bool = True,
        stops: Callable[[Any], bool] | None = None,
        requested_law: RequestedLaw | None = None,
        answer_of: Callable[[Choose[Any] | Together[Any]], Any] | None = None,
    ) -> None:
        self._alone = alone
        self._answer_of = answer_of or partial(unattended_answer, policies=alone)
        self._stops = stops
        self.secrets: Mapping[str, Any] = {}
        """Values that replace beliefs, by label."""
        self._ambient = Ambient(rulings, fields, requested_law=requested_law)
        self._project = project
        self._law_of = law_of
        self._budget = budget
        self._rolls: dict[Roll[Any], Law[Any]] = {}
        self._gathered: dict[CallAll[Any], Law[Any]] = {}

    @property
    def chooses_fields(self) -> bool:
        """Whether a rule has asked which result fields are wanted."""
        return self._ambient.chooses_fields

    @property
    def choices(self) -> FreeChoices:
        """The free choices that the reading met."""
        return self._budget.choices

    def spend_steps(self, steps: int, where: str) -> None:
        """Count work on arrays like steps of a walk. Raises `Refusal` beyond the limit."""
        self._budget.spend_steps(steps, where)

    def drop_time_limit(self) -> None:
        """Let work go on whose size is estimated elsewhere."""
        self._budget.until = None

    def law_of_call(self, ask: Call[Any]) -> Law[Any]:
        """Return the law of a sub-rule. Raises `Refusal` where it has decisions."""
        return self._law_of(ask.procedure, ask.by)

    def leaves(
        self,
        procedure: Procedure[Any],
        sent: tuple[Any, ...] = (),
        faces: tuple[tuple[int, ...], ...] = (),
    ) -> Leaves:
        """Return the leaves of a state, after the values `sent`.

        `faces`: throws already made of the next roll.
        """
        with around(self._ambient):
            return self._walk(procedure, sent, faces)

    def leaves_of_answers(
        self, procedure: Procedure[Any], sent: tuple[Any, ...], answers: Sequence[Any]
    ) -> list[Leaves]:
        """Return the leaves of a state after the values `sent` and each of `answers`."""
        with around(self._ambient):
            return [self._walk(procedure, (*sent, each), ()) for each in answers]

    def _walk(
        self, procedure: Procedure[Any], sent: tuple[Any, ...], faces: tuple[tuple[int, ...], ...]
    ) -> Leaves:
        depth = len(sent)
        waiting: list[tuple[tuple[Any, ...], int, int]] = [(sent, 1, 1)]
        ends: dict[int, Leaves] = {}
        walked = spent = 0
        while waiting:
            prefix, weight, whole = waiting.pop()
            beat()
            walked += len(prefix) + 1
            if walked - spent > 1_000:
                self._budget.spend_steps(walked - spent, procedure.id)
                if not spent:
                    self._budget.check_ahead(self._estimate(procedure, sent, faces), procedure.id)
                spent = walked
            coroutine = procedure.rule()
            try:
                ask = coroutine.send(None)
                for value in prefix:
                    ask = coroutine.send(value)
                while True:
                    if type(ask) is Become:
                        coroutine.close()
                        leaves = ends.get(whole) or ends.setdefault(whole, Leaves())
                        states = leaves.states
                        states[ask.procedure] = states.get(ask.procedure, 0) + weight
                        break
                    if self._stops is not None and self._stops(ask):
                        coroutine.close()
                        leaves = ends.get(whole) or ends.setdefault(whole, Leaves())
                        leaves.questions[prefix] = ask, weight
                        break
                    check_seats(procedure, ask, coroutine)
                    law = self.branches(ask, faces if len(prefix) == depth else (), procedure.id)
                    if len(law.weights) > 1:
                        whole *= law.total
                        waiting += [
                            ((*prefix, value), weight * share, whole)
                            for value, share in law.weights.items()
                        ]
                        prefix, weight, whole = waiting.pop()
                    else:
                        prefix = (*prefix, *law.weights)
                    if len(prefix) > MAX_PATH:
                        raise endless_path(procedure.id, line_of_wait(coroutine), MAX_PATH)
                    ask = coroutine.send(prefix[-1])
            except StopIteration as stop:
                result = returned(procedure, stop.value)
                if self._project is not None:
                    result = self._project(result)
                leaves = ends.get(whole) or ends.setdefault(whole, Leaves())
                leaves.results[result] = leaves.results.get(result, 0) + weight
        self._budget.spend_steps(walked - spent, procedure.id)
        return _joined(ends)

    def _estimate(
        self, procedure: Procedure[Any], sent: tuple[Any, ...], faces: tuple[tuple[int, ...], ...]
    ) -> float:
        """Return an estimate of the steps of a whole walk, by random dives (Knuth 1975).

        A dive follows one random branch at each ask. The product of its numbers of branches is an
        unbiased estimate of the number of leaves. Each leaf costs its answers and one start,
        because the walk replays the rule from its start for each leaf.
        """
        draw = Random(0).choice
        total = 0.0
        for _ in range(DIVES):
            coroutine = procedure.rule()
            leaves, answers = 1, len(sent)
            try:
                ask = coroutine.send(None)
                for value in sent:
                    ask = coroutine.send(value)
                while type(ask) is not Become and not (self._stops and self._stops(ask)):
                    thrown = faces if answers == len(sent) else ()
                    values = tuple(self.branches(ask, thrown, procedure.id))
                    leaves *= len(values)
                    answers += 1
                    if answers > MAX_PATH:
                        raise endless_path(procedure.id, line_of_wait(coroutine), MAX_PATH)
                    ask = coroutine.send(draw(values))
                coroutine.close()
            except StopIteration:
                pass
            total += leaves * (answers + 1)
        return total / DIVES

    def branches(
        self, ask: Any, faces: tuple[tuple[int, ...], ...] = (), where: str = ""
    ) -> Law[Any]:
        """Return the law of the answers to one question of the procedure `where`."""
        match ask:
            case Roll():
                return self.roll_law(ask, faces)
            case Call():
                try:
                    return self._law_of(ask.procedure, ask.by)
                except Refusal as refusal:
                    raise refusal.moved(dict(ask.paths)) from None
            case CallAll():
                law = self._gathered.get(ask)
                if law is None:
                    laws = [self.branches(each) for each in ask.calls]
                    law = gather_law(ask.gather, laws, spend=self._spender(where))
                    self._gathered[ask] = law
                return law
            case Hidden():
                if not isinstance(ask.value, Law):
                    return Law.of(ask.value)
                if ask.label in self.secrets:
                    return Law.of(self.secrets[ask.label])
                if not self._alone:
                    raise Refusal("choice_needed", ask.label, "ask", "le secret lui-même")
                return ask.value
            case Choose() | Together():
                return Law.of(self._answer_of(ask))
            case _:
                raise TypeError(f"{ask!r} is no question")

    def _spender(self, where: str) -> Callable[[int], None]:
        return lambda steps: self._budget.spend_steps(steps, where)

    def roll_law(self, ask: Roll[Any], faces: tuple[tuple[int, ...], ...] = ()) -> Law[Any]:
        """Return the law of a roll, after the throws `faces`."""
        if faces:
            ask = partly_shown(ask, faces)
        law = self._rolls.get(ask)
        if law is None:
            label = ask.throws[0].label if ask.throws else ""
            self._budget.check_table(ask.read.cost(ask.throws), label)
            try:
                with around(self._ambient):  # a read may call functions of an author
                    law = ask.read.law(ask.throws, self._budget.table_spender(label))
            except Unbounded as unbounded:
                raise Refusal(
                    "too_large",
                    str(unbounded),
                    None,
                    "un dé qui explose sans borne n’a pas de loi finie ici : dans la règle, "
                    "donnez-lui un plafond (cap) ou lisez-le par Window ou Cuts",
                ) from None
            self._rolls[ask] = law
        return law


def partly_shown(ask: Roll[Any], faces: tuple[tuple[int, ...], ...]) -> Roll[Any]:
    """Return a roll whose first throws have shown these faces."""
    first = zip(ask.throws, faces, strict=False)
    shown = tuple(replace(throw, shown=thrown) for throw, thrown in first)
    return Roll((*shown, *ask.throws[len(shown) :]), ask.read)


def unattended_answer(ask: Choose[Any] | Together[Any], policies: bool = True) -> Any:
    """Return the answer of a choice that no person makes: the only legal one, or its policy; of
    simultaneous choices each.

    Raises `Refusal` when there is neither, and for a policy unless `policies`.
    """
    only = ask.only()
    if only is not None:
        return only[0]
    if isinstance(ask, Together):
        return tuple(unattended_answer(each, policies) for each in ask.choices)
    if ask.policy is None or not policies:
        raise choice_needed(ask)
    if not offers(ask.form, ask.policy):
        raise ValueError(f"the policy {ask.policy!r} is no answer of the choice {ask.label!r}")
    return ask.policy


UNFIXED = (
    "{form:form} ; aucun paramètre ne la donne : dans la règle, demandez par « decide », ou donnez "
    "policy=… à « choose »"
)
"""What helps the author of a choice without a parameter."""


def usual_answer(ask: Choose[Any], procedure: Procedure[Any]) -> Any:
    """Return the answer that is assumed of a seat of no side, None when there is none. `procedure`: the
    rule that asks."""
    default = ask.default
    if default is None and ask.parameter:
        default = default_of(procedure, ask.parameter)
    is_open = default is None or (isinstance(default, str) and default == "ask")
    return ask.policy if is_open else default


def choice_needed(ask: Choose[Any] | Together[Any], unsided: Sequence[str] = ()) -> Refusal:
    """Return the refusal of a choice that no person answers (the first open one of several).

    `unsided`: the seats that advice on it knows no side of.
    """
    choices = ask.choices if isinstance(ask, Together) else (ask,)
    needed = next(choice for choice in choices if choice.only() is None)
    allowed = "{form:form}" if needed.parameter else UNFIXED
    if unsided:
        allowed = "{form:form} ; ou bien, dans « sides », le camp de {seats:=}"
    field = needed.parameter or needed.label
    return Refusal("choice_needed", field, "ask", allowed, form=needed.form, seats=unsided)


def gather_law(
    gather: Gather[Any, Any],
    laws: list[Law[Any]],
    start: int = 0,
    folded: Any = None,
    spend: Callable[[int], None] | None = None,
) -> Law[Any]:
    """Return the law of a fold over independent results; equal accumulators are added up.

    `start` > 0: index of the first law, where the fold so far is `folded`. `spend` is called with
    the steps of each result before they are made, and may raise a refusal.
    """
    first = folded if start else gather.start
    return fold(first, enumerate(laws, start), gather.step, gather.end, gather.using, spend)


def _joined(ends: dict[int, Leaves]) -> Leaves:
    """Return the leaves of all paths over one denominator."""
    if len(ends) == 1:
        ((whole, only),) = ends.items()
        only.total = whole
        return only
    joined = Leaves()
    joined.total = math.lcm(*ends)
    for whole, leaves in ends.items():
        scale = joined.total // whole
        for result, weight in leaves.results.items():
            joined.results[result] = joined.results.get(result, 0) + weight * scale
        for state, weight in leaves.states.items():
            joined.states[state] = joined.states.get(state, 0) + weight * scale
        for prefix, (ask, weight) in leaves.questions.items():
            joined.questions[prefix] = ask, weight * scale
    return joined
