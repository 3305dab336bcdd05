"""What the acts that request runs share: the event of a run, its checks, its begin."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import msgspec
from msgspec import UNSET

from tablee.rules.ambient import Ambient, around
from tablee.rules.campaign.record import seats_by_ledgers
from tablee.rules.contract_json import ParamsJson
from tablee.rules.questions import Together
from tablee.rules.readings.session import Session, play
from tablee.rules.refusal import refuse
from tablee.rules.registry import find_procedure
from tablee.rules.run_input import RunInput
from tablee.rules.schema import Field, fields_of
from tablee.rules.sheets.sheet_params import parts_of
from tablee.table.acts.act_context import ActContext
from tablee.table.acts.answering import consequences_after
from tablee.table.acts.scene_changes import CHANGES_RECORD, begin
from tablee.table.casting import build_input, given_at, limits, sheet_of, table_values
from tablee.table.log import events as ev
from tablee.table.log.outcomes import Setting, outcome_of
from tablee.table.log.state_parts import Run
from tablee.table.log.table_state import State
from tablee.table.reservations import expected_state, find_impossible, reservations_of
from tablee.table.seats import Cast, assign_seats, cast_of, roles_in, seats_beside
from tablee.table.views.available_amounts import AvailableAmounts

MAX_RUNS = 50
"""Maximum number of open runs."""


def new_group(table: ActContext) -> str:
    """Return the name of a new group of runs. It depends on the number of runs only, so that an
    imported campaign continues with new names."""
    return f"a{len(table.state.runs) + 1}"


def subject_of(cast: Cast) -> str:
    """Return the character in the role "", "" when there is none or a list."""
    who = cast.get("", "")
    return who if isinstance(who, str) else ""


def check_room(table: ActContext, count: int) -> None:
    """Refuse more open runs than the maximum."""
    if len(table.state.open_runs) + count > MAX_RUNS:
        raise refuse("type", "request", "au plus {most} jets à la fois", most=MAX_RUNS)


def ensure_scene(table: ActContext) -> None:
    """Begin a scene without a title where none is played: every run belongs to a scene."""
    if table.state.scene is None:
        begin(table, "")


def request_again(table: ActContext, run: Run, group: str, without: str = "") -> None:
    """Request a run again, with the present sheets and ledgers. `without`: a parameter that gets its
    default."""
    procedure, cast = find_procedure(run.procedure), cast_of(run)
    asked = {**(run.params if run.asked_params is None else run.asked_params)}
    if without:
        field = fields_of(procedure)[without]
        asked[without] = field.shape.show(field.default)
    ahead = expected_state(table.state, table.game, table.replays)
    question = build_input(ahead, table.game, procedure, asked, cast, run.players_decide)
    ensure_scene(table)
    again, session = requested_run(table, ahead, question, cast, run.secret, asked)
    again = msgspec.structs.replace(
        again, players_decide=run.players_decide, title=run.title, group=group
    )
    add_run(table, again, session)


def requested_run(
    table: ActContext, ahead: State, question: RunInput, cast: Cast, secret: bool, asked: ParamsJson
) -> tuple[ev.Requested, Session]:
    """Return the event of a run, without its id, and the session of the run. `ahead`: the table as
    open runs will leave it; `asked`: the parameters of the request, some by their name on sheets."""
    kind, session = type(question.procedure), play(question)
    roles, subject = roles_in(cast), subject_of(cast)
    people = {**roles, **({"": subject} if subject else {})}
    more = seats_by_ledgers(table.game, ahead.rulings, ahead.public_record(people.values()), people)
    seats = assign_seats(table.state, question, roles, subject, _asked_seats(session), more)
    if secret:
        _check_secret(table, session, seats)
    limited = limits(kind, table_values(ahead, table.game, kind, asked, cast))
    run = ev.Requested(
        run="",
        procedure=kind.id,
        params=question.given,
        cast=seats,
        roles=roles,
        subject=subject,
        beside=seats_beside(table.state, question, subject),
        secret=secret,
        withheld=kind.hideable if secret else (),
        settings=_settings(table, question, roles, subject, asked, limited),
        hidden=_hidden(question, seats),
        asked_params=asked,
    )
    _check_amounts(table, ahead, run, session)
    return run, session


def add_run(table: ActContext, run: ev.Requested, session: Session) -> None:
    """Begin a run. One that asks nothing ends at once."""
    name = f"j{len(table.state.runs) + 1}"
    outcome = outcome_of(session, run.cast) if session.done else None
    table.add(
        msgspec.structs.replace(run, run=name, rules_version=table.rules_version, outcome=outcome)
    )
    if outcome is None:
        table.replays.remember(name, run.params, session)
    else:
        table.add(*consequences_after(table, table.state.runs[name], session))


def receive_amounts(table: ActContext) -> None:
    """Record what has arrived, by the ledgers, at the amounts of open runs; not at those that the
    leader gave by hand."""
    if not any(isinstance(each, CHANGES_RECORD) for each in table.events):
        return
    for run in table.state.open_runs:
        kind, found = find_procedure(run.procedure), {}
        marked = {n: each.received for n, each in fields_of(kind).items() if each.received}
        if marked:
            known = table_values(
                table.state, table.game, kind, run.asked_params or {}, cast_of(run)
            )
            for name, mark in marked.items():
                more = known.get(mark.field, 0) - run.params.get(mark.field, 0)
                if more > run.params.get(name, 0):
                    found[name] = more
        if found:
            table.add(ev.Received(run=run.id, params=found))


def _asked_seats(session: Session) -> list[str]:
    """Return the seats of the rule that a run asks first."""
    pending = session.pending
    if pending is None:
        return []
    asks = pending.choices if isinstance(pending, Together) else (pending,)
    return [session.outer(each.who) for each in asks]


def _check_secret(table: ActContext, session: Session, seats: Mapping[str, str]) -> None:
    """Refuse a secret run in which a player hides something from the leader: nobody could answer
    it."""
    if not session.sealed or session.seen_by is None:
        return
    hider = seats.get(session.outer(session.seen_by))
    if hider and table.state.owner(hider) != table.state.leader:
        allowed = "un jet devant tous : un joueur y cache quelque chose à qui mène"
        raise refuse("secret", True, allowed)


def _check_amounts(table: ActContext, ahead: State, run: ev.Requested, session: Session) -> None:
    """Refuse a run whose parameters spend more than the available amounts. Amounts that only the
    leader knows limit what the leader asked for."""
    asked = run.asked_params or {}
    known = AvailableAmounts(table.state, table.seat, table.game, table.replays)
    own = [
        each
        for each in known.reserved_by_request(run, session)
        if given_at(asked, each.spent) is not None
    ]
    reserved = reservations_of(ahead, table.game, run, session)
    wrong = find_impossible(ahead, table.game, reserved, asked)
    wrong = wrong or (find_impossible(known.expected, table.game, own, asked) if own else None)
    if wrong is not None:
        raise wrong.refusal(wrong.reservation.spent, wrong.reservation.n)


def _settings(
    table: ActContext,
    question: RunInput,
    roles: Mapping[str, str],
    subject: str,
    asked: ParamsJson,
    limited: Collection[str],
) -> list[Setting]:
    """Return the plain parameters in the order of their declaration, with the defaults that are named
    steps of a scale, as the difficulty. `limited`: those that count as usual because the available
    amount is lower than their default. Left out: the number of the other players, and what the
    procedure does not list."""
    found = []
    kind, given = type(question.procedure), question.given
    unlisted = (*kind.unlisted, kind.seats_beside[1] if kind.seats_beside else "")
    for name, field in fields_of(kind).items():
        default = UNSET if field.required else field.shape.show(field.default)
        if isinstance(default, int) and name not in (*given, *unlisted):
            if f"{name}.{default}" in table.game.words:
                found.append(Setting(name=name, value=default, usual=True))
            continue
        value = given.get(name)
        if isinstance(value, str | int | bool) and value != "ask" and name not in unlisted:
            role = field.source.role if field.source else None
            of = "" if role is None else roles.get(role, "") if role else subject
            of = "" if name in kind.announced else of
            usual = value == default or name in limited
            wanted = asked.get(name)
            named = wanted if isinstance(wanted, str) and wanted != value else ""
            if of and wanted is None and type(value) is int and value:
                named = _parts(table, question, field, of, value)
            found.append(Setting(name=name, value=value, character=of, named=named, usual=usual))
    return found


def _parts(table: ActContext, question: RunInput, field: Field, character: str, number: int) -> str:
    """Return what a number of a sheet comes from, by its names there: « santé + encombrement »."""
    sheet = sheet_of(table.state, table.game, character, "to")
    with around(Ambient(question.rulings)):  # for computed values
        return " + ".join(parts_of(field, sheet, number))


def _hidden(question: RunInput, cast: Mapping[str, str]) -> dict[str, list[str]]:
    """Return seat of the rule -> the parameters that it may not see; "": seats without a part in
    the run."""
    seats = {*cast, *question.procedure.sides(), ""} - {question.game.leader}
    hidden = {seat: question.concealed(seat) for seat in seats}
    hidden[""] = frozenset().union(*hidden.values())
    return {seat: sorted(names) for seat, names in sorted(hidden.items()) if names}
