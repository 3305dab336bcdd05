"""Whether a seat may do what it wants to, and what events that leads to.

`decide` is a pure function of the state, but for the seeds of a new scene. Permissions stand here
and in the modules beside it, nowhere else. Raises `Refusal`: `NotYours` where the seat may not,
`Stale` where the table has moved on in the meantime, else what is wrong with the act itself;
nothing has changed then. A refusal tells a seat no more than its view does.
"""

from __future__ import annotations

from collections.abc import Sequence

from tablee.table.acts import hand_changes as change
from tablee.table.acts import records as acts
from tablee.table.acts.answers import answer
from tablee.table.acts.context import Desk
from tablee.table.acts.requests import frame, frame_again, take_off
from tablee.table.acts.scene_acts import begin_scene, end_scene, end_with_the_rules
from tablee.table.acts.seat_acts import add_seat, change_seat, hand_over, remove_seat
from tablee.table.acts.undoing import overrule, reveal, undo, withdraw
from tablee.table.log import events as ev
from tablee.table.log.fold import apply, taken
from tablee.table.log.table_state import State
from tablee.table.refusals import NotYours, Stale
from tablee.table.replay import Replays


class Decided:
    """What an act leads to: `events`, one at least, of the table as it was `before`; `after`: as
    they leave it, where that is known already."""

    def __init__(
        self, events: Sequence[ev.AnyEvent], before: State, after: State | None = None
    ) -> None:
        self.events = events
        self._before = before
        self._after = after

    @property
    def state(self) -> State:
        """The table as they leave it; the one before stays as it is."""
        if self._after is None:
            self._after = taken(self._before, self.events)
        return self._after

    def come_about(self) -> State:
        """The table from now on. A long campaign is only copied for who needed both."""
        if self._after is not None:
            return self._after
        for event in self.events:
            apply(self._before, event)
        return self._before


def decide(
    state: State, seat: str, act: acts.AnyAct, at: int, replays: Replays, key: str = ""
) -> Decided:
    """What an act of a seat leads to. `at`: now, in milliseconds; `key`: stands with the last
    event."""
    desk = Desk(state, seat, at, replays)
    if not state.sits(seat):
        raise NotYours("siege", seat, "un siège de cette table")
    if state.archived and not isinstance(act, acts.Archive):
        raise NotYours("type", act.__struct_config__.tag, "rien : la campagne est archivée")
    _done(desk, act)
    end_with_the_rules(desk)
    if key:
        desk.sign(key)
    return Decided(desk.events, state, desk.own)


def _done(desk: Desk, act: acts.AnyAct) -> None:
    match act:
        case acts.RequestRun():
            frame(desk, act)
        case acts.Again():
            frame_again(desk, act)
        case acts.TakeOff():
            take_off(desk, act)
        case acts.Answer() | acts.Throw() | acts.Seal():
            answer(desk, act)
        case acts.Undo() | acts.Withdraw() | acts.Reveal() | acts.Overrule():
            _back(desk, act)
        case (
            acts.Keep()
            | acts.Decline()
            | acts.Restore()
            | acts.Instead()
            | acts.PutSheet()
            | acts.Give()
        ):
            _changed(desk, act)
        case acts.BeginScene():
            begin_scene(desk, act)
        case acts.EndScene():
            end_scene(desk)
        case acts.Note(text=text, private=private):
            desk.happen(ev.Noted(text=text, private=private))
        case acts.Archive() | acts.LetAdvise():
            _switched(desk, act)
        case _:
            _seated(desk, act)


def _back(desk: Desk, act: acts.Undo | acts.Withdraw | acts.Reveal | acts.Overrule) -> None:
    match act:
        case acts.Undo():
            undo(desk, act)
        case acts.Withdraw():
            withdraw(desk, act)
        case acts.Reveal():
            reveal(desk, act)
        case acts.Overrule():
            overrule(desk, act)


def _changed(
    desk: Desk,
    act: acts.Keep | acts.Decline | acts.Restore | acts.Instead | acts.PutSheet | acts.Give,
) -> None:
    match act:
        case acts.Keep():
            change.keep(desk, act)
        case acts.Decline():
            change.decline(desk, act)
        case acts.Restore():
            change.restore(desk, act)
        case acts.Instead():
            change.instead(desk, act)
        case acts.PutSheet():
            change.put_sheet(desk, act)
        case acts.Give():
            change.give(desk, act)


def _switched(desk: Desk, act: acts.Archive | acts.LetAdvise) -> None:
    if isinstance(act, acts.Archive):
        desk.lead("archive")
        if desk.state.archived == act.archived:
            raise Stale("archived", act.archived, "l’inverse de ce qui est")
        desk.happen(ev.Archived(archived=act.archived))
    else:
        desk.lead("let_advise")
        desk.happen(ev.AdviceAllowed(allowed=act.allowed))


def _seated(
    desk: Desk, act: acts.ChangeSeat | acts.AddSeat | acts.RemoveSeat | acts.HandOver
) -> None:
    match act:
        case acts.ChangeSeat():
            change_seat(desk, act)
        case acts.AddSeat():
            add_seat(desk, act)
        case acts.RemoveSeat():
            remove_seat(desk, act)
        case acts.HandOver():
            hand_over(desk, act)
