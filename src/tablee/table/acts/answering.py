"""What the acts that answer a run share: the pending run, the answer, the end of the run."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.dice.die import Throw
from tablee.rules.contract_json import AnswerJson
from tablee.rules.readings.session import Session
from tablee.rules.refusal import Refusal, refuse
from tablee.table.acts.act_context import ActContext
from tablee.table.log import events as ev
from tablee.table.log.outcomes import outcome_of
from tablee.table.log.refusal_texts import OPEN_CHOICE, WAITING_RUN, WORDS_FIRST
from tablee.table.log.scene_dice import COUNTED_SCHEME, Draw, dice_text, words_of
from tablee.table.log.state_parts import Run, Scene
from tablee.table.record_changes import record_consequences
from tablee.table.refusals import NotYours, Stale, WordsMissing
from tablee.table.replay import Wait, asked_digest, waits_of
from tablee.table.reservations import find_impossible, new_reservations
from tablee.table.seats import characters_in
from tablee.table.views.available_amounts import AvailableAmounts

MAX_THROWS = 100
"""Maximum number of throws that the house adds by itself to one act."""


def waiting_run(table: ActContext, name: str, place: int) -> tuple[Run, Session, Sequence[Wait]]:
    """Return an open run that waits for an answer of the seat, and what it waits for. `place`: the
    number of answers as the seat counts them."""
    run = table.find_run(name)
    if run.status != "open":
        raise Stale("run", name, WAITING_RUN)
    session = table.replays.session(table.state, run)
    if session is None or run.diverged:
        raise Stale("run", name, "un jet que les règles d’aujourd’hui rejouent")
    now = table.visibility.place(run, session)
    if place != now:
        raise Stale("place", place, "{now} : le jet a avancé", now=now)
    waits = table.visibility.answerable(run, session)
    if not waits:
        if table.visibility.sealed_indexes(run, session):
            raise Stale("run", name, OPEN_CHOICE)
        raise NotYours("run", name, "un jet qui attend votre réponse")
    return run, session, waits


def add_answer(
    table: ActContext,
    run: Run,
    session: Session,
    answer: AnswerJson,
    seat: str = "",
    draw: Draw | None = None,
) -> None:
    """Answer a run. `seat`: the seat answered for; `draw`: of the house dice, None for real dice and
    choices. Raises `Refusal`."""
    digest = asked_digest(session)
    known = AvailableAmounts(table.state, table.seat, table.game, table.replays)
    before = known.reserved(run, session) if "choose" in answer else ()
    try:
        session = table.replays.advance(table.state, run, answer)
    except Refusal as refusal:
        raise _without_place(table, refusal, answer) from None
    if "choose" in answer:
        spent = new_reservations(before, known.reserved(run, session))
        expected = known.expected_with({run.id: before}) if spent else table.state
        wrong = find_impossible(expected, table.game, spent, run.asked_params or {})
        if wrong is not None:
            raise wrong.refusal("answer", answer.get("choose"))
    event = ev.Answered(
        run=run.id,
        place=len(run.answers),
        answer=answer,
        ask_digest=digest,
        rules_version=table.rules_version,
        seat="" if seat == table.seat else seat,
        outcome=outcome_of(session, run.cast) if session.done else None,
        draw=draw.counter if draw else None,
        secret=draw.secret if draw else False,
        for_one=draw.for_one if draw else False,
        dice=draw.dice if draw else "",
        words=draw.words if draw else "",
    )
    follows = consequences_after(table, run, session) if session.done else []
    table.add(event, *follows)


def add_throw(table: ActContext, run: Run, session: Session, seat: str) -> None:
    """Answer a run with the house dice, for a seat."""
    scene, pending = table.state.scene, session.pending
    if scene is None or not isinstance(pending, Throw):
        raise Stale("run", run.id, "un jet qui attend des dés")
    require_words(table, scene)
    secret = run.secret or session.seen_by is not None
    for_one = session.seen_by is not None and scene.scheme > COUNTED_SCHEME
    seed, count = (scene.secret_seed, scene.secret_draws) if secret else (scene.seed, scene.draws)
    draw = Draw(
        scene=scene.number,
        secret=secret,
        counter=count + 1,
        run=run.id,
        place=run.draws(secret, for_one),
        dice=dice_text(pending),
        words=words_of(table.state.dice_words()),
        scheme=scene.scheme,
        for_one=for_one,
    )
    add_answer(table, run, session, {"dice": list(draw.faces(seed))}, seat, draw)


def require_words(table: ActContext, scene: Scene) -> None:
    """Raise `WordsMissing` while words that are pledged in the scene are missing."""
    if scene.words.waits(table.at):
        raise WordsMissing("words", None, WORDS_FIRST)


def throw_on(table: ActContext, run: Run) -> None:
    """Throw the dice that a run waits for, as long as they are those of seats that let the house
    throw. `run`: as it was before the act's answers, or after them."""
    if not run.thrown_for:
        return
    for _ in range(MAX_THROWS):
        run = table.state.runs[run.id]
        open_ = run.status == "open" and not run.diverged and table.state.scene is not None
        session = table.replays.session(table.state, run) if run.thrown_for and open_ else None
        if session is None or not isinstance(session.pending, Throw):
            return
        seat = waits_of(table.state, run, session)[0].seat
        if seat not in run.thrown_for:
            return
        add_throw(table, run, session, seat)


def _without_place(table: ActContext, refusal: Refusal, answer: AnswerJson) -> Refusal:
    """Return the refusal of an answer without its number in the run, which the seat may not know.
    What the rule refuses of parameters is for the leader only."""
    if refusal.kind == "answer":
        return refusal.at("answer" + refusal.field.partition("]")[2])
    if table.leads:
        return refusal
    return refuse("answer", dict(answer), "une autre réponse : les règles n’admettent pas celle-ci")


def consequences_after(table: ActContext, run: Run, session: Session) -> list[ev.TableEvent]:
    """Return the consequences of a run that ends; those of a secret one are held. `session`: the run
    at its end, whose last answer the state of the table may not have yet."""
    held = run.secret and not run.revealed
    cast = characters_in(run)
    return record_consequences(table.state, table.game, session, cast, run.id, held)
