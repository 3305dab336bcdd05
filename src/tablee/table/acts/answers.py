"""Answering what a run waits for: dice, choices, one's part of choices made at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablee.dice.die import Throw
from tablee.rules.consequences import MadeChoice, Reservation
from tablee.rules.questions import Together
from tablee.rules.readings.answers import read_choice
from tablee.rules.readings.session import Session
from tablee.rules.refusal import Refusal, refuse
from tablee.table.acts import records as acts
from tablee.table.acts.context import Desk
from tablee.table.log import events as ev
from tablee.table.log.outcomes import outcome_of
from tablee.table.log.scene_dice import Draw, dice_text, words_of
from tablee.table.log.state_parts import Run
from tablee.table.record_changes import booked_of
from tablee.table.refusals import NotYours, Stale
from tablee.table.replay import Wait, asked_digest
from tablee.table.reservations import SPENT, added, impossible
from tablee.table.seats import those_in
from tablee.table.views.available_amounts import AvailableAmounts

CHOSEN = "un choix qui n’est pas encore fait"
"""Where somebody has answered first: the leader for an absent player, another device."""


def answer(desk: Desk, act: acts.Answer | acts.Throw | acts.Seal) -> None:
    """The answer of a seat, or the leader's for somebody else."""
    run, session = _waiting(desk, act.run, act.place)
    theirs = desk.sight.answerable(run, session)
    if not theirs:
        if desk.sight.chosen_already(run, session):
            raise Stale("run", act.run, CHOSEN)
        raise NotYours("run", act.run, "un jet qui attend votre réponse")
    match act:
        case acts.Seal():
            _seal(desk, act, run, session, theirs)
        case _ if isinstance(session.pending, Together):
            raise refuse("answer", "", "des choix scellés, chacun le sien")
        case acts.Throw():
            _throw(desk, run, session, theirs[0].seat)
        case acts.Answer():
            _answered(desk, run, session, act.answer, seat=theirs[0].seat)


def _waiting(desk: Desk, name: str, place: int) -> tuple[Run, Session]:
    """An open run that waits for its answer at that place, as the seat counts them."""
    run = desk.run(name)
    if run.status != "open":
        raise Stale("run", name, "un jet qui attend une réponse")
    session = desk.replays.session(desk.state, run)
    if session is None or run.diverged:
        raise Stale("run", name, "un jet que les règles d’aujourd’hui rejouent")
    now = desk.sight.place(run, session)
    if place != now:
        raise Stale("place", place, "{now} : le jet a avancé", now=now)
    return run, session


# ── dice ───────────────────────────────────────────────────────────────────────────────────────
def _throw(desk: Desk, run: Run, session: Session, seat: str) -> None:
    """The house throws."""
    scene, pending = desk.state.scene, session.pending
    if scene is None or not isinstance(pending, Throw):
        raise Stale("run", run.id, "un jet qui attend des dés")
    screened = run.secret or session.seen_by is not None
    seed, before = (
        (scene.secret_seed, scene.secret_draws) if screened else (scene.seed, scene.draws)
    )
    draw = Draw(
        scene=scene.number,
        screened=screened,
        counter=before + 1,
        run=run.id,
        place=run.draws(screened),
        dice=dice_text(pending),
        words=words_of(desk.state.dice_words()),
    )
    _answered(
        desk,
        run,
        session,
        {"dice": list(draw.faces(seed))},
        seat=seat,
        draw=draw.counter,
        secret=screened,
        dice=draw.dice,
        words=draw.words,
    )


# ── choices at once ────────────────────────────────────────────────────────────────────────────
def _seal(desk: Desk, act: acts.Seal, run: Run, session: Session, theirs: Sequence[Wait]) -> None:
    """One's part of choices at once; the last one opens them all."""
    pending = session.pending
    if not isinstance(pending, Together):
        raise Stale("run", run.id, "un jet qui attend des choix scellés")
    open_to = {wait.index for wait in theirs}
    taken = desk.sight.chosen_already(run, session)
    values = {int(index): value for index, value in act.values.items()}
    for index, value in values.items():
        if index in taken:
            raise Stale("values", index, CHOSEN)
        if index not in open_to:
            raise NotYours("values", index, "la part d’un siège que vous tenez")
        read_choice(pending.choices[index], "choose", value, f"values.{index}")
    _check_sealed(desk, run, session, values)
    every = {**run.sealed, **values}
    if len(every) == len(pending.choices):
        _answered(desk, run, session, {"together": [every[n] for n in range(len(every))]})
        return
    for index, value in values.items():
        desk.happen(ev.Sealed(run=run.id, place=len(run.answers), index=index, value=value))


def _check_sealed(desk: Desk, run: Run, session: Session, values: Mapping[int, Any]) -> None:
    """Refuse to spend what is spent or promised already, as far as the seat knows; of what others
    have sealed no refusal tells anything."""
    pending = session.pending
    assert isinstance(pending, Together)
    known = AvailableAmounts(desk.state, desk.seat, desk.game, desk.replays)
    before = known.reserved(run, session)
    ahead = known.expected_with({run.id: before})
    chosen: list[MadeChoice] = []
    for index, value in values.items():
        chosen.append(MadeChoice.now(session, pending.choices[index], value))
        spent = added(before, known.reserved(run, session, chosen))
        wrong = impossible(ahead, desk.game, spent, run.asked_params or {})
        if wrong is not None:
            raise refuse(f"values.{index}", value, SPENT, most=wrong.most)


# ── what comes of it ───────────────────────────────────────────────────────────────────────────
def _answered(
    desk: Desk,
    run: Run,
    session: Session,
    given: Mapping[str, Any],
    seat: str = "",
    **drawn_by: Any,
) -> None:
    asked = asked_digest(session)
    known = AvailableAmounts(desk.state, desk.seat, desk.game, desk.replays)
    before = known.reserved(run, session) if "choose" in given else ()
    try:
        session = desk.replays.advanced(desk.state, run, given)
    except Refusal as refusal:
        raise _told_to(desk, refusal, given) from None
    if "choose" in given:
        _check_promises(known, run, before, session, given)
    event = ev.Answered(
        run=run.id,
        place=len(run.answers),
        answer=given,
        ask_digest=asked,
        rules_version=desk.version,
        seat="" if seat == desk.seat else seat,
        outcome=outcome_of(session, run.cast) if session.done else None,
        **drawn_by,
    )
    desk.happen(event)
    if session.done:
        finished(desk, run.id, session)


def _check_promises(
    known: AvailableAmounts,
    run: Run,
    before: Sequence[Reservation],
    session: Session,
    given: Mapping[str, Any],
) -> None:
    """Refuse to spend what has been spent since the run was framed, or promised by another one, or
    is gone as the seat alone knows."""
    spent = added(before, known.reserved(run, session))
    if not spent:
        return
    wrong = impossible(
        known.expected_with({run.id: before}), known.game, spent, run.asked_params or {}
    )
    if wrong is not None:
        raise refuse("answer", given.get("choose"), SPENT, most=wrong.most)


def _told_to(desk: Desk, refusal: Refusal, given: Mapping[str, Any]) -> Refusal:
    """A refusal of an answer without its number in the run, which the seat need not know. What the
    rule says of parameters is for the leader."""
    if refusal.kind == "answer":
        return refusal.at("answer" + refusal.field.partition("]")[2])
    if desk.leads:
        return refusal
    return refuse("answer", dict(given), "une autre réponse : les règles n’admettent pas celle-ci")


def finished(desk: Desk, name: str, session: Session) -> None:
    """What a run leaves to be kept; of a secret one nothing is to be yet."""
    run = desk.state.runs[name]
    held = run.secret and not run.revealed
    desk.happen(*booked_of(desk.state, desk.game, session, those_in(run), name, held))
