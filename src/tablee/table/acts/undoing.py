"""Going back on a run: choices since the last throw, the whole of it, its secrecy, its result."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from tablee.rules.refusal import Refusal, refuse
from tablee.rules.registry import find_procedure
from tablee.rules.schema import fields_of
from tablee.table.acts import records as acts
from tablee.table.acts.context import Desk
from tablee.table.log import events as ev
from tablee.table.log.outcomes import Line, lines_of
from tablee.table.log.state_parts import Cause, Run
from tablee.table.record_changes import freed, without
from tablee.table.refusals import NotYours, Stale
from tablee.table.views.visibility import told_by

MOST_OVERRULED = 50
"""So often at most may the leader decide otherwise about one run."""
LONGEST = 2_000
"""Bytes of what a result is overruled with (JSON): it stands in a line, and leaves with the
campaign."""


def undo(desk: Desk, act: acts.Undo) -> None:
    """Take back one's sealed choices, or the choices since the last throw."""
    run = desk.run(act.run)
    desk.current(run)
    session = desk.replays.session(desk.state, run) if run.status == "open" else None
    own = desk.sight.sealed(run, session)
    if own:
        desk.happen(ev.Unsealed(run=run.id, indexes=own))
        return
    place = desk.sight.undoes(run, desk.replays)
    if place is None:
        if not desk.leads:
            told = "un jet où vous venez de choisir, sans dé ni révélation depuis"
            raise NotYours("run", run.id, told)
        told = "un choix fait depuis le dernier jet de dés ; au-delà, la personne qui mène tranche"
        raise Stale("run", run.id, told)
    desk.happen(
        ev.Undone(
            run=run.id,
            place=place,
            lines=_chosen(desk, run, place),
            changes=_without(desk, run),
        )
    )


def _chosen(desk: Desk, run: Run, place: int) -> tuple[Line, ...]:
    """What was said of the choices of a run from a place on."""
    lines: Sequence[Line] = ()
    if run.outcome is not None:
        lines = run.outcome.lines
    elif (session := desk.replays.session(desk.state, run)) is not None:
        lines = lines_of(session.trace)
    asked = [line for line in lines if line.kind != "note"]
    before = sum(told_by(given.answer) for given in run.answers[:place])
    return tuple(asked[before:])


def _without(desk: Desk, run: Run) -> dict[str, object]:
    """The chronicle without what followed from a run. Raises `Refusal` naming the run, where what
    was written down since rests upon that."""
    gone = {each.id for each in desk.state.consequences_of(run.id) if each.applied}
    try:
        return without(desk.state, desk.game, gone) if gone else {}
    except Refusal as refusal:
        raise refuse("run", run.id, refusal.allowed) from None


def withdraw(desk: Desk, act: acts.Withdraw) -> None:
    """Take back a run of this scene as a whole."""
    desk.lead("withdraw")
    run = desk.run(act.run)
    desk.current(run)
    if run.status == "withdrawn":
        raise Stale("run", run.id, "un jet qui n’est pas déjà annulé")
    desk.happen(withdrawn(desk, run, acts.seen(act.reason)))


def withdrawn(desk: Desk, run: Run, reason: str = "", cause: Cause = "") -> ev.Withdrawn:
    """A run as it is taken back, with all that was said in it."""
    session = desk.replays.session(desk.state, run) if run.status == "open" else None
    told = lines_of(session.trace) if session is not None else ()
    after = _without(desk, run)
    return ev.Withdrawn(run=run.id, reason=reason, cause=cause, lines=told, changes=after)


def reveal(desk: Desk, act: acts.Reveal) -> None:
    """Show a secret run, and let be what was held back."""
    desk.lead("reveal")
    run = desk.run(act.run)
    if not run.secret or run.revealed:
        raise Stale("run", run.id, "un jet encore secret")
    stand, changes = freed(desk.state, desk.game, run.id)
    desk.happen(ev.Revealed(run=run.id, released=stand, changes=changes))


def overrule(desk: Desk, act: acts.Overrule) -> None:
    """Decide otherwise about a run that is done, of whichever scene."""
    desk.lead("overrule")
    run = desk.run(act.run)
    if run.outcome is None or run.status != "done":
        raise Stale("run", run.id, "un jet qui est fini")
    if len(run.overruled) == MOST_OVERRULED:
        told = "un jet dont il n’a pas été décidé autrement {most} fois déjà"
        raise refuse("run", run.id, told, most=MOST_OVERRULED)
    if len(msgspec.json.encode(act.value)) > LONGEST:
        raise refuse("value", None, "une valeur plus courte, ou une autre")
    known = fields_of(find_procedure(run.procedure).result_type())
    named, valued = bool(act.field), act.value not in (None, "")
    if valued and not named:
        raise refuse("field", None, "ce que la valeur remplace dans le résultat")
    if named and act.field not in known:
        told = ", ".join(known)
        raise refuse("field", act.field, "un nom parmi : {known:=}", known=told)
    if named and not valued:  # a result without it would stand there empty
        raise refuse("value", None, "une valeur (obligatoire)")
    reason = acts.seen(act.reason)
    if not named and not reason:
        raise refuse("reason", act.reason, "ce qui a été décidé, ou un champ et sa valeur")
    desk.happen(ev.Overruled(run=run.id, field=act.field, value=act.value, reason=reason))
