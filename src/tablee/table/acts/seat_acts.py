"""Seats: who comes and goes, what each chooses for itself, who leads."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from tablee.rules.refusal import refuse
from tablee.table.acts import records as acts
from tablee.table.acts.context import Desk
from tablee.table.log import events as ev
from tablee.table.refusals import NotYours, Stale

MOST_SEATS = 30


def told_apart(field: str, name: str, others: Iterable[str]) -> None:
    """Two people at a table have names that are not the same to who reads them. Raises
    `Refusal`."""
    if _alike(name) in map(_alike, others):
        raise refuse(field, name, "un nom que personne d’autre ne porte à cette table")


def _alike(name: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def change_seat(desk: Desk, act: acts.ChangeSeat) -> None:
    """What a seat chooses for itself; the leader may choose for others, but not their words."""
    desk.seated(act.seat, "seat")
    if act.seat != desk.seat and not (desk.leads and act.word is None):
        raise NotYours("seat", act.seat, "votre siège")
    if act.name is None and act.dice is None and act.word is None:
        raise refuse("name", None, "au moins un changement")
    if act.name is not None:
        others = (seat.name for seat in desk.state.present if seat.id != act.seat)
        told_apart("name", act.name, others)
    desk.happen(ev.SeatChanged(seat=act.seat, name=act.name, dice=act.dice, word=act.word))


def add_seat(desk: Desk, act: acts.AddSeat) -> None:
    desk.lead("add_seat")
    if act.seat in desk.state.seats:
        raise refuse("seat", act.seat, "un nom qui n’est pas pris")
    under = [name for name in desk.state.sheets if name.startswith(f"{act.seat}-")]
    if under:
        told = "un nom par lequel {character:=} ne commence pas"
        raise refuse("seat", act.seat, told, character=under[0])
    if len(desk.state.seats) >= MOST_SEATS:
        raise refuse("seat", act.seat, "au plus {most} sièges", most=MOST_SEATS)
    told_apart("name", act.name, (seat.name for seat in desk.state.present))
    desk.happen(ev.SeatAdded(seat=act.seat, name=act.name))


def remove_seat(desk: Desk, act: acts.RemoveSeat) -> None:
    desk.lead("remove_seat")
    desk.seated(act.seat, "seat")
    if act.seat == desk.seat:
        raise refuse("seat", act.seat, "un autre siège que le vôtre")
    desk.happen(ev.SeatRemoved(seat=act.seat))


def hand_over(desk: Desk, act: acts.HandOver) -> None:
    """Another seat leads from now on."""
    desk.lead("hand_over")
    desk.seated(act.to, "to")
    if act.to == desk.seat:
        raise Stale("to", act.to, "un autre siège que le vôtre")
    desk.happen(ev.LeaderHanded(to=act.to))
