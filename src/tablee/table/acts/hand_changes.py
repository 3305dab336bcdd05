"""What is kept, changed by hand: events of the chronicle, sheets, whose a character is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from tablee.rules.campaign.building import campaign_record_of
from tablee.rules.campaign.events import for_leader
from tablee.rules.game import Game
from tablee.rules.refusal import Refusal, refuse
from tablee.rules.schema import Tagged, tag_of
from tablee.rules.sheet import sheet_kinds_for
from tablee.table.acts import records as acts
from tablee.table.acts.context import Desk
from tablee.table.log import events as ev
from tablee.table.log.state_parts import Consequence
from tablee.table.record_changes import kept, put, swapped, with_, without
from tablee.table.refusals import NotYours, Stale

MOST_LED, MOST_PLAYED = 200, 100
"""So many sheets may there be that who leads has made, and that players have: together no more than
a campaign holds (`PutSheet`)."""
OTHERWISE = {"fiche": "put_sheet", "scene": "begin_scene, end_scene"}
"""Events that no hand writes by themselves: the acts that see to what goes with them."""


def by_hand(game: Game) -> Tagged:
    """The events of a game's chronicle that may be written by hand."""
    events = campaign_record_of(game).events.records
    return Tagged(tuple(each for each in events if tag_of(each) not in OTHERWISE))


def keep(desk: Desk, act: acts.Keep) -> None:
    """An event of the chronicle: any by the leader, by others what happens to their characters."""
    if not desk.leads:
        _check_own(desk, act.event)
    kind = act.event.get("type")
    if isinstance(kind, str) and (other := OTHERWISE.get(kind)):
        raise refuse(
            "event.type", kind, "un événement qui n’a pas d’acte à lui ({acts:=})", acts=other
        )
    with _told_to(desk, "event"):
        desk.happen(kept(desk.state, desk.game, act.event))


def _check_own(desk: Desk, event: Mapping[str, Any]) -> None:
    who, kind = event.get("qui"), event.get("type")
    if not isinstance(who, str) or who not in desk.state.sheets or not desk.sight.plays(who):
        raise NotYours("event", kind, "ce qui touche votre personnage")
    if for_leader(campaign_record_of(desk.game).events, event):
        raise NotYours("event", kind, "ce que la personne qui mène n’est pas seule à décider")


# ── changes that followed ──────────────────────────────────────────────────────────────────────
def decline(desk: Desk, act: acts.Decline) -> None:
    """A change of this scene is not to be."""
    booking = _booking(desk, act.booking)
    if not booking.applied:
        raise Stale("booking", booking.id, "un changement de cette scène, qui compte encore")
    changes = without(desk.state, desk.game, {booking.id})
    desk.happen(ev.Declined(consequence=booking.id, changes=changes))


def restore(desk: Desk, act: acts.Restore) -> None:
    """A change that was declined, or held back, is to be after all."""
    booking = _booking(desk, act.booking)
    if booking.applied or booking.cancelled or booking.impossible:
        raise Stale("booking", booking.id, "un changement de cette scène, qui a été refusé")
    changes = with_(desk.state, desk.game, booking.id)
    desk.happen(ev.Declined(consequence=booking.id, changes=changes, restored=True))


def instead(desk: Desk, act: acts.Instead) -> None:
    """A change is another one of those that the rules leave open."""
    booking = _booking(desk, act.booking)
    if booking.cancelled or booking.impossible or not booking.alternatives:
        raise Stale("booking", booking.id, "un changement que les règles laissent ouvert")
    if act.place >= len(booking.alternatives):
        raise Stale("place", act.place, "au plus {most}", most=len(booking.alternatives) - 1)
    if booking.alternatives[act.place].for_leader:
        desk.lead("instead")
    changes = swapped(desk.state, desk.game, booking, act.place)
    desk.happen(ev.Replaced(consequence=booking.id, place=act.place, changes=changes))


def _booking(desk: Desk, name: str) -> Consequence:
    """A change of this scene that the seat may go back on: one that it does not see is none."""
    booking = desk.state.consequences.get(name)
    if booking is None or not desk.sight.told_of(booking):
        raise Stale("booking", name, "un changement de cette scène")
    if not desk.sight.concerns(booking):
        raise NotYours("booking", name, "un changement qui touche votre personnage")
    if name not in desk.state.scene_consequences:
        raise Stale("booking", name, "un changement de cette scène")
    return booking


# ── characters ─────────────────────────────────────────────────────────────────────────────────
def put_sheet(desk: Desk, act: acts.PutSheet) -> None:
    """Make a character or write its sheet anew. What a player makes has a name under his seat's, so
    that it cannot be told from it whether the name was taken."""
    state, name = desk.state, act.character
    if desk.leads:
        if act.seat is not None:
            desk.seated(act.seat, "seat")
        elif name not in state.sheets:
            _not_under(desk, name)
    else:
        if act.seat != desk.seat or act.free:
            raise NotYours("seat", act.seat, "votre siège")
        own = name in state.sheets and desk.sight.plays(name)
        under = f"{desk.seat}-"
        name = name if own or name.startswith(under) else f"{under}{name}"
        if name in state.sheets and not desk.sight.plays(name):
            raise NotYours("character", act.character, "votre personnage")
    _rows_named(act.sheet)
    known = name in state.sheets
    if not known and len(act.character) > acts.MADE:
        told = "un texte d’au plus {n:caractère|caractères}"
        raise refuse("character", act.character, told, n=acts.MADE)
    if not known:
        _one_more(desk, act.character)
    with _told_to(desk, "sheet"):
        changed = put(state, desk.game, name, act.sheet)
    _of_a_kind(desk, name, act.sheet)
    desk.happen(changed)
    if not known or state.owners.get(name) != act.seat or act.free != (name in state.free):
        desk.happen(ev.CharacterGiven(character=name, to=act.seat, free=act.free))


def _one_more(desk: Desk, character: str) -> None:
    """As many for players as they can see that they have made, whatever who leads has."""
    played = sum(1 for name in desk.state.sheets if _players(desk, name))
    count = len(desk.state.sheets) - played if desk.leads else played
    most = MOST_LED if desk.leads else MOST_PLAYED
    if count >= most:
        raise refuse("character", character, "{most} fiches au plus", most=most)


def _players(desk: Desk, name: str) -> bool:
    """Whether everybody sees that a player has made a character."""
    seats = desk.state.seats
    return desk.state.is_known(name) and any(name.startswith(f"{seat}-") for seat in seats)


@contextmanager
def _told_to(desk: Desk, field: str) -> Iterator[None]:
    """What is wrong with the rest of the campaign under the rules of today is for who leads to
    know."""
    try:
        yield
    except Refusal as refusal:
        if desk.leads or not refusal.field.startswith(f"{field}.etat."):
            raise
        told = "une campagne que les règles d’aujourd’hui admettent : parlez-en à qui mène"
        raise refuse(field, None, told) from None


def _rows_named(sheet: Mapping[str, Any]) -> None:
    """What a sheet lists by name has one in every row. Asked here alone: a sheet that was written
    before stays as it is."""
    for field, rows in sheet.items():
        for place, name in enumerate(rows if isinstance(rows, Mapping) else ()):
            if not re.search(acts.SEEN, name):
                told = "un nom que l’on puisse lire, à la ligne {n} de « {field:^} »"
                raise refuse(f"sheet.{field}[{place}].nom", None, told, n=place + 1, field=field)


def _of_a_kind(desk: Desk, name: str, sheet: Mapping[str, Any]) -> None:
    """Players make the sheets of those whom players play; one that they were given stays of its
    kind."""
    if desk.leads:
        return
    makes = {tag_of(kind) for kind in sheet_kinds_for(desk.game, leads=False)}
    if name in desk.state.sheets:
        makes.add(desk.state.sheet(name)["type"])
    if sheet["type"] not in makes:
        told = ", ".join(sorted(makes))
        raise NotYours("sheet.type", sheet["type"], "un nom parmi : {known:=}", known=told)


def _not_under(desk: Desk, name: str) -> None:
    """A new character of the leader's has no name that a player's could have."""
    for seat in desk.state.seats:
        if seat != desk.seat and name.startswith(f"{seat}-"):
            told = "un nom qui ne commence pas par celui d’un siège"
            raise refuse("character", name, told)


def give(desk: Desk, act: acts.Give) -> None:
    """Give a character to a seat, or take a free one."""
    state = desk.state
    if act.character not in state.sheets or not (desk.leads or desk.sight.met(act.character)):
        raise Stale("character", act.character, "un personnage de la campagne")
    if act.to is not None:
        desk.seated(act.to, "to")
    if not desk.leads:
        _take(desk, act)
    elif act.free and act.to is not None:
        raise refuse("free", act.free, "false pour le personnage de quelqu’un")
    desk.happen(ev.CharacterGiven(character=act.character, to=act.to, free=act.free))


def _take(desk: Desk, act: acts.Give) -> None:
    """Only a free one, for oneself. Of one that was free somebody may have been faster: whose it is
    now everybody sees."""
    state, name = desk.state, act.character
    free, late = name in state.free, name in state.taken_characters
    if act.to != desk.seat or act.free or not (free or late):
        raise NotYours("character", name, "un personnage libre, pour vous")
    if free:
        return
    owner = state.owners.get(name)
    if owner is None or not state.sits(owner):
        raise Stale("character", name, "un personnage libre")
    told = "un personnage libre (celui-ci est à {who:=})"
    raise Stale("character", name, told, who=state.seats[owner].name)
