"""The reading `advise`: the value of each option of the next choice.

Later choices of the same seat and its allies are assumed to be the best for the utility, those of
the opposed side the worst, others the default of their parameter, as all other sides do where there
are more than two. Simultaneous choices of two opposed sides are a matrix game. A run that never
ends is worth 0. Where a belief replaces a secret, the worlds that look the same to the seat are
weighed together, so that advice does not depend on the secret.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import msgspec

from tablee.dice.die import Throw
from tablee.rules.authoring.game_file import describe_rule_error
from tablee.rules.procedure import Procedure, Utility
from tablee.rules.questions import Choose, Together
from tablee.rules.readings.advice.adviser import Adviser, Bundle
from tablee.rules.readings.advice.deciders import values_of
from tablee.rules.readings.advice.given_advice import Advice, JointAnswer, Option
from tablee.rules.readings.advice.kept_advisers import keep, kept_adviser
from tablee.rules.readings.budget import Budget, naming_costly_choice, too_large
from tablee.rules.readings.columns.column import Unsuited
from tablee.rules.readings.columns.fights import (
    Roots,
    check_size,
    is_known,
    state_of_world,
    ticks_left,
)
from tablee.rules.readings.needed import refused_as_parameters
from tablee.rules.readings.odds import possible_sessions
from tablee.rules.readings.session import Session
from tablee.rules.readings.solving.stakes import Number
from tablee.rules.readings.worlds import world_of
from tablee.rules.refusal import Refusal, refuse_name
from tablee.rules.run_input import RunInput

SOON_SECONDS = 1.8
"""Processor time after which advice is refused unless its size has been estimated."""
TIMED_AFTER, FIGHT_TIMED_AFTER = 50_000, 20_000
"""Steps that are never too late, also on a slow machine; a step of a fight takes longer."""
SHORT_STEPS = 8_000
"""Steps after which a fight is probed, so that one that is far too large is refused soon."""
ROUND_STEPS = 25_000
"""Maximum steps of advice on a single round before its arrays are used: enough for exact values where only
attitudes are free in a duel of full sheets."""
FIGHT_STEPS = 200_000
"""Maximum steps of advice on a fight of many turns before its arrays are used: three to five seconds.
A step takes longer there, because most of them lead to new states."""


def advise(
    question: RunInput,
    utility: str | None = None,
    seat: str | None = None,
    budget: Budget | None = None,
    *,
    whole: bool = False,
) -> Advice:
    """Return advice on the next choice, after the answers of the question.

    `utility`: a utility of the procedure (None: its default). `seat`: the advised seat, when
    several choose simultaneously (None: the first). Where dice are thrown before the choice, each
    answer is weighed over all their faces. `whole`: explore and keep the whole fight, even a short
    one; refuse where that is impossible. Raises `Refusal`: an unknown utility, no choice, a secret
    that the seat may not know, secrets of both sides, a computation that is too large.
    """
    name, worth = utility_of(question, utility)
    budget = budget or Budget()
    try:
        with refused_as_parameters(question.procedure), naming_costly_choice(budget):
            is_fight = type(root_of(question)).clock is not None
            budget.limit_time(SOON_SECONDS, FIGHT_TIMED_AFTER if is_fight else TIMED_AFTER)
            return _fight_advice(question, name, worth, seat, budget, whole)
    except RecursionError as error:
        raise describe_rule_error(error) or Refusal(
            "too_large",
            question.procedure.id,
            None,
            "les choix se suivent de trop loin pour être pesés exactement ; réduisez les paramètres",
        ) from None


UNDECLARED = (
    "trop long à peser ainsi ; si « {count:=} » ne fait que compter les tours jusqu’à « {limit:=} », "
    'déclarez-le dans {kind:=} : clock = ("{count:=}", "{limit:=}") ; sinon réduisez les '
    "paramètres, ou échantillonnez (simulate)"
)
"""What helps an author whose rule counts its turns."""


def root_of(question: RunInput) -> Procedure[Any]:
    """Return the state that a run is in after its answers."""
    root: Procedure[Any] = possible_sessions(question)[0][0].frames[0].procedure
    return root


def _roots_of(question: RunInput, worth: Utility, budget: Budget) -> list[Procedure[Any]]:
    """Return the states whose values give the advice: that of the run, or those after each answer to a
    choice that is weighed only when advice on it is asked for."""
    session = possible_sessions(question)[0][0]
    choice = session.pending
    if isinstance(choice, Choose) and not choice.weighed:
        adviser = Adviser(question, worth, session.outer(choice.who), budget)
        world = world_of(session)
        after = [adviser.states_after(world.sent(value)) for value in _compared(choice)]
        if any(after):
            return list(dict.fromkeys(state for states in after for state in states))
    return [session.frames[0].procedure]


def _fight_advice(
    question: RunInput,
    name: str,
    worth: Utility,
    seat: str | None,
    budget: Budget,
    whole: bool,
) -> Advice:
    """Return advice, for a fight of many turns from the arrays of the whole fight.

    They take longer than a fight of few turns, and their values are floats. So the walk comes first,
    within `FIGHT_STEPS`, unless `whole`. A fight without a clock is always walked.
    """
    roots = _roots_of(question, worth, budget)
    if type(roots[0]).clock is None:
        return _walked_advice(question, name, worth, seat, budget)
    if not whole and not is_known(roots, question, worth):
        if ticks_left(roots[0]) == 1 and budget.steps_left > SHORT_STEPS:
            return _round_advice(question, name, worth, seat, budget, roots)
        if budget.steps_left <= FIGHT_STEPS:
            return _advice(question, name, worth, seat, budget)
        for steps in (min(SHORT_STEPS, FIGHT_STEPS), FIGHT_STEPS):
            first = budget.part(steps)
            try:
                return _advice(question, name, worth, seat, first)
            except Refusal as refusal:
                if refusal.kind != "too_large":
                    raise
            budget.count_time(first)
            if steps < FIGHT_STEPS and not _may_suit(roots, question, worth, budget):
                return _advice(question, name, worth, seat, budget)
    try:
        return _advice(question, name, worth, seat, budget, roots)
    except Unsuited:
        if whole:
            raise too_large(question.procedure.id) from None
        return _advice(question, name, worth, seat, budget)


def _may_suit(roots: Roots, question: RunInput, worth: Utility, budget: Budget) -> bool:
    """Return whether arrays can follow the first paths of a fight. Raises `Refusal` where these show that
    it is far too large."""
    session = possible_sessions(question)[0][0]
    choice, sides = session.pending, question.procedure.sides()
    if isinstance(choice, Choose) and session.outer(choice.who) not in sides:
        return False
    prober = Adviser(question, worth, "", budget)
    try:
        check_size(roots, question, worth, prober.walker, budget.report_progress)
    except Unsuited:
        return False
    return True


def _walked_advice(
    question: RunInput, name: str, worth: Utility, seat: str | None, budget: Budget
) -> Advice:
    """Return advice on a fight without a clock. A refusal says which fields may be one."""
    try:
        return _advice(question, name, worth, seat, budget)
    except Refusal as refusal:
        kind = type(question.procedure)
        if refusal.kind != "too_large" or kind.likely_clock is None:
            raise
        count, limit = kind.likely_clock
        numbers = {"count": count, "limit": limit, "kind": kind.__name__}
        raise Refusal("too_large", refusal.field, None, UNDECLARED, **numbers) from None


def _round_advice(
    question: RunInput, name: str, worth: Utility, seat: str | None, budget: Budget, roots: Roots
) -> Advice:
    """Return advice on the last round of a fight: from its arrays, where a short walk is not enough.

    A round that is too large for them is refused: a walk of it would take minutes. It is walked only
    where arrays cannot follow its rule.
    """
    first = budget.part(ROUND_STEPS)
    try:
        return _advice(question, name, worth, seat, first)
    except Refusal as refusal:
        if refusal.kind != "too_large":
            raise
    budget.count_time(first)
    try:
        return _advice(question, name, worth, seat, budget, roots)
    except Unsuited:
        return _advice(question, name, worth, seat, budget)


def _advice(
    question: RunInput,
    name: str,
    worth: Utility,
    seat: str | None,
    budget: Budget,
    roots: Roots = (),
) -> Advice:
    """Return advice. `roots`: the states of a fight whose arrays are used; none: it is walked."""
    found = possible_sessions(question)
    found = [(s, w) for s, w in found if isinstance(s.pending, Choose | Together)] or found
    session = found[0][0]
    if isinstance(session.pending, Throw) and len(found) == 1:
        return _advice_before_dice(session, worth, name, seat, budget, roots)
    choice = _next_choice(session, seat)
    adviser = _adviser(session, worth, session.outer(choice.who), budget, roots)
    total = sum(weight for _, weight in found)
    bundle = [(Fraction(weight, total), world_of(session)) for session, weight in found]
    pending = session.pending
    if isinstance(pending, Together) and len(pending.choices) > 1:
        advice = _advice_at_once(adviser, bundle, pending, choice, name)
    else:
        together = isinstance(pending, Together)
        answers = [(value, (value,) if together else value) for value in _compared(choice)]
        worths = [
            (value, adviser.bundle([(w, s.sent(answer)) for w, s in bundle]))
            for value, answer in answers
        ]
        advice = _ranked(adviser, choice, name, worths)
    keep(adviser, budget)
    return advice


def _adviser(session: Session, worth: Utility, seat: str, budget: Budget, roots: Roots) -> Adviser:
    """Return the adviser of a seat. `roots`: see `_advice`."""
    if not roots:
        return kept_adviser(session, worth, seat, budget)
    adviser = Adviser(session.question, worth, seat, budget)
    adviser.check_secrets(session)
    adviser.look_ahead(roots, worth, [state_of_world(world_of(session))] == roots)
    return adviser


def _advice_at_once(
    adviser: Adviser, bundle: Bundle, pending: Together[Any], choice: Choose[Any], utility: str
) -> Advice:
    rows, joint, value = adviser.at_once(bundle, pending, choice)
    return Advice(
        adviser.seat,
        choice.label,
        utility,
        tuple(Option(answer, Fraction(worth), Fraction(often)) for answer, worth, often in rows),
        Fraction(value),
        at_once=True,
        chance=adviser.chance,
        error=adviser.error(),
        joint=tuple(JointAnswer(answers, Fraction(often)) for answers, often in joint),
        usual=adviser.deciders.usual,
        alone=not adviser.deciders.contested,
    )


def _advice_before_dice(
    session: Session,
    worth: Utility,
    utility: str,
    seat: str | None,
    budget: Budget,
    roots: Roots,
) -> Advice:
    """Return advice on the first choice after the dice."""
    question, world = session.question, world_of(session)
    found = Adviser(question, worth, "", budget).question_ahead(world)
    if found is None:
        raise _nothing_to_choose(question)
    choice, asking = found
    if isinstance(choice, Together):
        assert isinstance(session.pending, Throw)
        raise _dice_first(question, session.pending)
    who = asking.outer(choice.who)
    _check_seat(seat, [who])
    adviser = _adviser(session, worth, who, budget, roots)
    answers = _compared(choice)
    values, waiting = adviser.values_if_answered(world, (choice.label, who), answers)
    ranked = _ranked(adviser, choice, utility, list(zip(answers, values, strict=True)))
    varies = adviser.offers_vary
    advice = msgspec.structs.replace(ranked, wait=Fraction(waiting), varies=varies)
    keep(adviser, budget)
    return advice


def _compared(choice: Choose[Any]) -> list[Any]:
    """Return the answers of a choice that advice compares: all where none can be weighed."""
    values = values_of(choice)
    return [each for each in values if each not in choice.unweighed] or values


def _ranked(
    adviser: Adviser, choice: Choose[Any], utility: str, worths: Sequence[tuple[Any, Number]]
) -> Advice:
    options = [Option(choice.form.answer(value), Fraction(worth)) for value, worth in worths]
    ranked = tuple(sorted(options, key=lambda option: option.value, reverse=True))
    return Advice(
        adviser.seat,
        choice.label,
        utility,
        ranked,
        ranked[0].value,
        at_once=False,
        chance=adviser.chance,
        error=adviser.error(),
        usual=adviser.deciders.usual,
        unweighed=_left_out(choice),
        later=adviser.stakes.labels_from(adviser.weighed),
    )


def _left_out(choice: Choose[Any]) -> tuple[Any, ...]:
    """Return the offered answers that advice leaves out, as they are given."""
    compared = _compared(choice)
    left = (each for each in values_of(choice) if each not in compared)
    return tuple(map(choice.form.answer, left))


def utility_of(question: RunInput, name: str | None) -> tuple[str, Utility]:
    """Return a utility of the procedure of a run with its name (None: the default)."""
    kind = type(question.procedure)
    worth = kind.utility(name)
    if worth is None and not kind.utilities:
        raise Refusal("param", "for", name, "une procédure qui a un but : celle-ci n’en a aucun")
    if worth is None:
        raise refuse_name("for", name, kind.utilities)
    return name or next(iter(kind.utilities)), worth


def _next_choice(session: Session, seat: str | None) -> Choose[Any]:
    question, pending = session.question, session.pending
    if isinstance(pending, Choose):
        choices: Sequence[Choose[Any]] = (pending,)
    elif isinstance(pending, Together):
        choices = pending.choices
    elif isinstance(pending, Throw):
        raise _dice_first(question, pending)
    else:
        raise _nothing_to_choose(question)
    _check_seat(seat, [session.outer(choice.who) for choice in choices])
    return next(choice for choice in choices if seat in (None, session.outer(choice.who)))


def _dice_first(question: RunInput, pending: Throw) -> Refusal:
    return Refusal(
        "answer",
        f"answers[{len(question.answers)}]",
        None,
        "d’abord les dés : {dice:=} ({label}) ; le conseil porte sur le choix qui suit",
        dice=pending.notation(),
        label=pending.label,
    )


def _nothing_to_choose(question: RunInput) -> Refusal:
    return Refusal(
        "param",
        "params",
        dict(question.given),
        "un choix à faire : donnez « ask » au paramètre sur lequel porte le conseil",
    )


def _check_seat(seat: str | None, seats: Sequence[str]) -> None:
    if seat is not None and seat not in seats:
        raise refuse_name("as", seat, seats)
