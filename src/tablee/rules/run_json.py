"""Laws, samples and runs as JSON, limited to what a seat may see.

The asks, the trace and the result of a run are functions of (run, seat). The leader sees the whole
run.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tablee.dice.die import Throw
from tablee.dice.law import Law
from tablee.rules.choice_landmarks import meanings
from tablee.rules.forms import Form, FreeText, NumberFrom, OneOf, Share, SomeOf, TextAndNumber
from tablee.rules.procedure import UNWANTED
from tablee.rules.questions import Choose
from tablee.rules.readings.explain import explain
from tablee.rules.readings.session import Session
from tablee.rules.refusal import refuse
from tablee.rules.run_input import RunInput
from tablee.rules.schema import fields_of, show
from tablee.rules.texts.words import Words
from tablee.rules.trace import plain

if TYPE_CHECKING:
    from tablee.rules.readings.simulate import Sample


def run_view(session: Session, words: Words, seat: str | None = None) -> dict[str, Any]:
    """Return the run as a seat sees it (None: the leader): the JSON of `resolve`."""
    trace = [step.view() for step in explain(session, words, seat)]
    if session.pending is not None:
        return {"status": "ask", "ask": pending_view(session, words, seat), "trace": trace}
    return {
        "status": "done",
        "result": result_view(session, seat),
        "trace": trace,
        "effects": effects_view(session, seat, seats=True),
    }


def odds_view(question: RunInput, law: Law[Any]) -> dict[str, Any]:
    """Return the JSON of `odds`: the question, then each result with its exact chance."""
    from tablee.dice.data_frames import any_length  # a run has no law

    with any_length():
        rows = [{"result": show(result), "p": str(chance)} for result, chance in law.items()]
    return _asked(question) | {"distribution": rows}


def sample_view(question: RunInput, sample: Sample) -> dict[str, Any]:
    """Return the JSON of `simulate`: the question, how it was sampled, then each result."""
    sampled = {"n": sample.n, "seed": sample.seed, "way": sample.way}
    stopped = {"interrupted": True} if sample.interrupted else {}
    return _asked(question) | sampled | {"distribution": sample.view()} | stopped


def _asked(question: RunInput) -> dict[str, Any]:
    """Return the question as the head of the JSON."""
    view: dict[str, Any] = {"procedure": question.procedure.id, "params": dict(question.given)}
    if question.given_rulings:
        view["rulings"] = dict(question.given_rulings)
    if question.answers:
        view["answers"] = list(question.answers)
    return view


def may_know(question: RunInput, seat: str | None) -> None:
    """Raise `Refusal` naming a parameter concealed from the seat (None: the leader), for odds.

    A seat that does not know the parameter gives a belief in its place.
    """
    if seat is None or seat == question.game.leader:
        return
    for name in question.unknown_to(seat):
        why_text = "une croyance (une liste de chances) : ce siège ne connaît pas ce secret"
        raise refuse(name, "secret", why_text)


def effects_view(
    session: Session, seat: str | None = None, *, seats: bool = False
) -> list[dict[str, Any]]:
    """Return the effects for a ledger in order, as far as a seat may see them (None: all).

    `who`: the character concerned, where the rule uses a name of the run's own or one of two sides;
    with `seats` also any other seat that the rule names. Campaigns store effects without `seats`.
    """
    procedure = session.question.procedure
    named = {*procedure.ids(), *set(procedure.apart).intersection(procedure.sides())}
    emitted = zip(session.effects, session.effect_seats, session.effect_seen_by, strict=True)
    return [
        {"effect": name, "amount": plain(amount)}
        | ({"who": who} if who and (seats or who in named) else {})
        for (name, amount), who, to in emitted
        if to in (None, seat) or seat in (None, session.question.game.leader)
    ]


def result_view(session: Session, seat: str | None) -> dict[str, Any]:
    """Return the result fields that a seat may see."""
    shown = show(session.result)
    if seat is None or seat == session.question.game.leader:
        return shown
    for name, value in session.question.seen(session.result, seat).items():
        if value is UNWANTED:
            shown.pop(name, None)
        else:
            field = fields_of(type(session.result)).get(name)
            shown[name] = field.shape.show(value) if field else plain(value)
    return shown


def pending_view(session: Session, words: Words, seat: str | None = None) -> dict[str, Any]:
    """Return the ask that the run waits for, as a seat sees it.

    Every seat sees who is asked and the label; the chooser and the leader alone see the options and
    messages. Of a part that only one seat may see, the others see that it goes on.
    """
    pending = session.pending
    if not may_follow(session, seat):
        return {"kind": "choose", "who": session.seen_by, "label": "secret"}
    if isinstance(pending, Throw):
        return {
            "kind": "roll",
            "who": session.outer(pending.who),
            "dice": pending.notation(),
            "label": pending.label,
        }
    if isinstance(pending, Choose):
        return _choice_view(session, pending, words, seat)
    assert pending is not None
    asks = [_choice_view(session, choice, words, seat) for choice in pending.choices]
    return {"kind": "together", "asks": asks}


def may_follow(session: Session, seat: str | None) -> bool:
    """Return whether a seat may see the current step of the run."""
    if seat == session.question.game.leader:
        return not session.sealed or session.seen_by == seat
    return seat is None or session.seen_by in (None, seat)


def _choice_view(
    session: Session, choice: Choose[Any], words: Words, seat: str | None
) -> dict[str, Any]:
    who = session.outer(choice.who)
    view: dict[str, Any] = {"kind": "choose", "who": who, "label": choice.label}
    if seat is None or seat in (who, session.question.game.leader):
        own = words.among(session.question.procedure.ids())
        means = meanings(session, choice, own)
        view |= form_view(choice.form, own, choice.label, means)
        view["facts"] = {name: plain(value) for name, value in choice.facts}
    return view


def form_view(
    form: Form[Any], words: Words, context: str = "", meanings: Mapping[Any, str] | None = None
) -> dict[str, Any]:
    """Return the form of a choice: `options`, `range`, `subset` or `form`. `means`: the meaning of
    an option, or of each number of a range in order, where the parts of a share or `meanings` give
    one."""
    known = meanings or {}

    def option(value: Any) -> dict[str, Any]:
        means = {"means": known[value]} if value in known else {}
        return {"id": plain(value), "label": words.label(value, context), **means}

    match form:
        case OneOf(ids=ids):
            return {"options": [option(each) for each in ids]}
        case Share(low=low, high=high):
            return {"range": [low, high], "means": words.shares(form, context)}
        case NumberFrom(low=low, high=high):
            numbers = range(low, high + 1)
            if known.keys().isdisjoint(numbers):
                return {"range": [low, high]}
            return {"range": [low, high], "means": [known.get(n, "") for n in numbers]}
        case SomeOf(ids=ids, least=least, most=most):
            options = [option(each) for each in ids]
            return {"subset": {"of": options, "min": least, "max": most}}
        case FreeText(longest=longest):
            return {"form": {"texte": {"longest": longest}}}
        case TextAndNumber(low=low, high=high, longest=longest, others=others):
            options = [{"id": each, "label": words.label(each, context)} for each in others]
            fields = {"texte": {"longest": longest}, form.name: {"range": [low, high]}}
            return {"options": options, "form": fields}
        case _:
            return {"form": {}}
