"""Asking for runs: one, one for each of several characters, the same again."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec

from tablee.rules.procedure import Procedure
from tablee.rules.questions import Together
from tablee.rules.readings.session import Session, play
from tablee.rules.refusal import refuse
from tablee.rules.registry import find_procedure, procedure_of
from tablee.rules.run_input import RunInput
from tablee.rules.schema import fields_of
from tablee.table.acts import records as acts
from tablee.table.acts.answers import finished
from tablee.table.acts.context import Desk
from tablee.table.acts.scene_acts import begin
from tablee.table.acts.undoing import withdrawn
from tablee.table.casting import (
    at_hand,
    given_at,
    limits,
    one_each,
    own_lists,
    places_of,
    posed,
    removable,
)
from tablee.table.log import events as ev
from tablee.table.log.outcomes import Setting, outcome_of
from tablee.table.log.state_parts import Run
from tablee.table.log.table_state import State
from tablee.table.refusals import Stale
from tablee.table.reservations import SPENT, foreseen, impossible, reservations_of
from tablee.table.seats import Cast, beside, cast_of, roles_in, seated
from tablee.table.views.available_amounts import AvailableAmounts

MOST_RUNS = 50
"""So many runs may wait at once."""


def frame(desk: Desk, act: acts.RequestRun) -> None:
    """One run, or one for each of those named."""
    desk.lead("frame")
    procedure = procedure_of(desk.game, act.procedure)
    if act.to and "" not in {place.name for place in places_of(procedure)}:
        raise refuse("to", list(act.to), "personne : cette procédure n’a pas de sujet")
    _room_for(desk, len(act.to) or 1)
    act = msgspec.structs.replace(act, cast=one_each(procedure, act.cast))
    group = _call(desk) if len(act.to) > 1 else ""
    _scene(desk)
    for subject in act.to or [_only(act.cast)]:
        ahead = foreseen(desk.state, desk.game, desk.replays)  # with what those before him spend
        cast = _cast(procedure, act, subject)
        question = posed(ahead, desk.game, procedure, act.params, cast, act.decides)
        framed, session = _framed(desk, ahead, question, cast, act.secret, act.params)
        change = msgspec.structs.replace
        framed = change(framed, players_decide=act.decides, title=acts.seen(act.title), group=group)
        _begin(desk, framed, session)


def frame_again(desk: Desk, act: acts.Again) -> None:
    """The same run once more; or that of each who was asked at once, as one call again."""
    desk.lead("again")
    run = desk.run(act.run)
    runs = _called(desk, run) if act.all else [run]
    _room_for(desk, len(runs))
    group = _call(desk) if len(runs) > 1 else ""
    for each in runs:
        _once_more(desk, each, group)


def _call(desk: Desk) -> str:
    """The name of a call to several: by the first of its runs, of which none is ever left out of a
    log that is brought elsewhere."""
    return f"a{len(desk.state.runs) + 1}"


def _called(desk: Desk, run: Run) -> list[Run]:
    """The runs of one call to several, without those that were taken back meanwhile."""
    if not run.group:
        raise Stale("all", True, "un jet demandé à plusieurs à la fois")
    together = (each for each in desk.state.runs.values() if each.group == run.group)
    return [each for each in together if each is run or each.status != "withdrawn"]


def take_off(desk: Desk, act: acts.TakeOff) -> None:
    """The run anew without one of its parameters; what it was is taken back."""
    desk.lead("take_off")
    run = desk.run(act.run)
    desk.current(run)
    session = desk.replays.session(desk.state, run) if run.status == "open" else None
    if run.status != "open" or desk.sight.begun(run, session):
        raise Stale("run", run.id, "un jet où rien n’a encore été lancé ni choisi")
    known = removable(run)
    if act.name not in known:
        raise Stale("name", act.name, "un nom parmi : {known:=}", known=", ".join(known) or "–")
    desk.happen(withdrawn(desk, run, cause="reframed"))
    _once_more(desk, run, run.group, act.name)


def _once_more(desk: Desk, run: Run, group: str, without: str = "") -> None:
    """What was asked for is asked for again, of the sheets and ledgers as they are now, as one of a
    `group`; `without` a parameter, which is as usual then."""
    procedure, cast = find_procedure(run.procedure), cast_of(run)
    asked = {**(run.params if run.asked_params is None else run.asked_params)}
    if without:
        field = fields_of(procedure)[without]
        asked[without] = field.shape.show(field.default)
    ahead = foreseen(desk.state, desk.game, desk.replays)
    question = posed(ahead, desk.game, procedure, asked, cast, run.players_decide)
    _scene(desk)
    framed, session = _framed(desk, ahead, question, cast, run.secret, asked)
    change = msgspec.structs.replace
    framed = change(framed, players_decide=run.players_decide, title=run.title, group=group)
    _begin(desk, framed, session)


def _cast(procedure: type[Procedure[Any]], act: acts.RequestRun, subject: str) -> Cast:
    """Who goes where for one of those asked: a list that is his own names him for any of them."""
    if not subject:
        return act.cast
    cast: dict[str, str | Sequence[str]] = {**act.cast, "": subject}
    for name in own_lists(procedure) & act.cast.keys():
        cast[name] = [subject if each in act.to else each for each in act.cast[name]]
    return cast


def _only(cast: Cast) -> str:
    who = cast.get("", "")
    return who if isinstance(who, str) else ""


def _room_for(desk: Desk, more: int) -> None:
    if len(desk.state.open_runs) + more > MOST_RUNS:
        raise refuse("type", "frame", "au plus {most} jets à la fois", most=MOST_RUNS)


def _asked(session: Session) -> list[str]:
    """The seats that a run asks first."""
    pending = session.pending
    if pending is None:
        return []
    asks = pending.choices if isinstance(pending, Together) else (pending,)
    return [session.outer(each.who) for each in asks]


def _scene(desk: Desk) -> None:
    """What is played is played in a scene."""
    if desk.state.scene is None:
        begin(desk, "")


def _framed(
    desk: Desk,
    ahead: State,
    question: RunInput,
    cast: Cast,
    secret: bool,
    asked: Mapping[str, Any],
) -> tuple[ev.Requested, Session]:
    """The event of a run, and the run. `ahead`: the table as open runs will leave it; `asked`: the
    parameters as they were asked for, names on sheets for some."""
    kind, session = type(question.procedure), play(question)
    roles, subject = roles_in(cast), _only(cast)
    seats = seated(desk.state, question, roles, subject, _asked(session))
    if secret:
        _check_screen(desk, session, seats)
    known = at_hand(ahead, desk.game, kind, asked, cast)
    framed = ev.Requested(
        run="",
        procedure=kind.id,
        params=question.given,
        cast=seats,
        roles=roles,
        subject=subject,
        beside=beside(desk.state, question, subject),
        secret=secret,
        withheld=kind.hideable if secret else (),
        settings=_shown(kind, question.given, roles, subject, asked, limits(kind, known)),
        hidden=_hidden(question, seats),
        asked_params=asked,
    )
    _check_promises(desk, ahead, framed, session)
    return framed, session


def _check_screen(desk: Desk, session: Session, seats: Mapping[str, str]) -> None:
    """Refuse to put behind the screen what a player hides from the leader too: nobody would be left
    to do it."""
    if not session.sealed or session.seen_by is None:
        return
    hider = seats.get(session.outer(session.seen_by))
    if hider and desk.state.owner(hider) != desk.state.leader:
        told = "un jet devant tous : un joueur y cache quelque chose à qui mène"
        raise refuse("secret", True, told)


def _check_promises(desk: Desk, ahead: State, framed: ev.Requested, session: Session) -> None:
    """Refuse a run that spends from the beginning on what the table does not have; what the leader
    himself says that it spends, also where he alone knows that."""
    asked = framed.asked_params or {}
    known = AvailableAmounts(desk.state, desk.seat, desk.game, desk.replays)
    own = [
        each
        for each in known.reserved_by_request(framed, session)
        if given_at(asked, each.spent) is not None
    ]
    wrong = impossible(ahead, desk.game, reservations_of(ahead, desk.game, framed, session), asked)
    wrong = wrong or (impossible(known.expected, desk.game, own, asked) if own else None)
    if wrong is not None:
        raise refuse(wrong.promise.spent, wrong.promise.n, SPENT, most=wrong.most)


def _shown(
    kind: type[Procedure[Any]],
    given: Mapping[str, Any],
    roles: Mapping[str, str],
    subject: str,
    asked: Mapping[str, Any],
    limited: Collection[str],
) -> list[Setting]:
    """The plain values among the parameters, in the order declared. `limited`: those that are as
    usual, however low they are."""
    found = []
    for name, field in fields_of(kind).items():
        value = given.get(name)
        if isinstance(value, str | int | bool) and value != "ask":
            role = field.source.role if field.source else None
            of = "" if role is None else roles.get(role, "") if role else subject
            of = "" if name in kind.announced else of
            usual = not field.required and value == field.shape.show(field.default)
            usual = usual or name in limited
            wanted = asked.get(name)
            named = wanted if isinstance(wanted, str) and wanted != value else ""
            found.append(Setting(name=name, value=value, character=of, named=named, usual=usual))
    return found


def _hidden(question: RunInput, cast: Mapping[str, str]) -> dict[str, list[str]]:
    """Seat of the rule -> the parameters that it may not see; "": who has no part in the run."""
    concealed = question.procedure.concealed
    seats = {*cast, *question.procedure.sides(), ""} - {question.game.leader}
    hidden = {seat: concealed(seat) for seat in seats}
    hidden[""] = frozenset().union(*hidden.values())
    return {seat: sorted(names) for seat, names in sorted(hidden.items()) if names}


def _begin(desk: Desk, framed: ev.Requested, session: Session) -> None:
    """A run begins; one that asks nothing is over at once."""
    run = f"j{len(desk.state.runs) + 1}"
    outcome = outcome_of(session, framed.cast) if session.done else None
    change = msgspec.structs.replace
    desk.happen(change(framed, run=run, rules_version=desk.version, outcome=outcome))
    if outcome is None:
        desk.replays.keep(run, framed.params, session)
    else:
        finished(desk, run, session)
