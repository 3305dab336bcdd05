"""The campaign page of a seat: seats and links, characters, scenes, the campaign itself.

Each form of the page leads to one act, to a credential, or to the form of a sheet. This module may
import the room, the credentials and the form controls. It must not know how an act is decided.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from litestar import Response, get, post
from litestar.datastructures import State
from litestar.exceptions import PermissionDeniedException
from litestar.params import FromPath
from litestar.response import Redirect

from tablee.faces.api.authentication import is_at_machine, is_host, limit_rate
from tablee.faces.api.problems import status_of
from tablee.faces.web.form.controls import controls_of
from tablee.faces.web.form.form_values import read_params
from tablee.faces.web.form.offered_names import OFFER, with_name, with_offers
from tablee.faces.web.form.rows import ADD, REMOVE, UNNAMED, with_rows
from tablee.faces.web.page_input import Asking, one, pairs_of, posted_pairs
from tablee.faces.web.table.act_forms import act_of
from tablee.faces.web.table.devices import shown_devices
from tablee.faces.web.table.host_pages import NewSecret, shown_link
from tablee.faces.web.table.new_characters import (
    kinds_for,
    new_id,
    ready_for,
    sheet_like,
    taken_character,
    taken_seat,
)
from tablee.faces.web.table.record_form import ALONG, record_form
from tablee.faces.web.table.refusal_notices import refused_at_table, refused_beside
from tablee.faces.web.table.rulings_form import rulings_form
from tablee.faces.web.table.seat_links import Visit, cookie_name, visiting
from tablee.rules.campaign.record import rulings_of
from tablee.rules.contract_json import SheetJson
from tablee.rules.creation import NOTHING_FIXED
from tablee.rules.refusal import Refusal
from tablee.rules.schema import tag_of
from tablee.rules.sheet import Sheet, characters_of, creation_of
from tablee.rules.texts.typography import capital
from tablee.table.access import Door, device_id, may_give
from tablee.table.replay import game_of
from tablee.table.room import Room
from tablee.table.store.interface import CredentialKind
from tablee.table.views.creation_views import creation_view

Pairs = Mapping[str, list[str]]
COUNT = "compter"
"""Name of the value with which the form of a sheet asks for its budgets only."""
OWN: tuple[CredentialKind, ...] = ("link", "token")
"""Credentials that a seat revokes of its own; its cookies stay, so that its devices stay seated."""
ALL: tuple[CredentialKind, ...] = ("link", "cookie", "token")
PLACES = {
    **dict.fromkeys(("add_seat", "change_seat", "remove_seat", "hand_over"), "sieges"),
    **dict.fromkeys(("give", "put_away"), "personnages"),
    **dict.fromkeys(("begin_scene", "end_scene", "change_record"), "scenes"),
    "change_rulings": "choix",
    **dict.fromkeys(("allow_advice", "allow_rolls", "allow_typed_dice", "archive"), "campagne"),
}
"""Act -> the part of the page with its form."""


# ── the campaign ───────────────────────────────────────────────────────────────────────────────
@get("/t/{table:str}/{seat:str}/campagne")
async def campaign(request: Asking, table: FromPath[str], seat: FromPath[str]) -> Response[str]:
    return await _page(await visiting(request, table, seat))


@post("/t/{table:str}/{seat:str}/campagne")
async def change(
    request: Asking, state: State, table: FromPath[str], seat: FromPath[str]
) -> Response[Any]:
    """Carry out a form of the page, then show the page again."""
    visit = await visiting(request, table, seat)
    room, pairs = visit.room, await posted_pairs(request)
    what = one(pairs, "do")
    credentials = what in ("link", "token", "revoke", "end_device", "leave_device")
    limit_rate(request, "links" if credentials else "acts", f"{table}/{seat}")
    door: Door = state.door
    if what in ("put_sheet", "change_record") and not {ADD, REMOVE, OFFER, COUNT}.isdisjoint(pairs):
        if what == "put_sheet":
            return _typed_sheet_page(visit, pairs)
        return await _page(visit, typed=pairs)
    try:
        if what == "leave_device":
            own = visit.request.cookies.get(cookie_name(table, seat), "")
            await door.end_device(table, seat, device_id(own))
            return Redirect("/", status_code=303)
        if credentials:
            shown = await _credential(visit, what, pairs, door)
            return await _page(visit, shown=shown)
        game, named = game_of(room.state), _with_id(pairs, room, seat)
        act = act_of(room.state, lambda: room.view(seat, visit.words), game, named)
        await room.act(seat, act)
        if what == "add_seat":
            added = await _credential(visit, "link", {"seat": named["seat"]}, door)
            return await _page(visit, shown=added)
        if what == "remove_seat":
            await door.revoke_seat(table, pairs["seat"][-1], ALL)
    except Refusal as refusal:
        if what == "put_sheet":
            return _typed_sheet_page(visit, pairs, refusal)
        return await _page(visit, refusal=refusal, typed=pairs)
    if what == "put_sheet":
        kept = one(named, "character")
        own = kept if visit.leads or room.state.owner(kept) == seat else f"{seat}-{kept}"
        return Redirect(f"{visit.here}/fiche/{own}", status_code=303)
    done = "?garde=choix" if what == "change_rulings" else ""
    return Redirect(f"{visit.here}/campagne{done}#{_place_of(what, pairs)}", status_code=303)


def _place_of(what: str, pairs: Pairs) -> str:
    """Return the part of the page where an act was done: a sheet is removed among the characters."""
    if what == "change_record" and one(pairs, "event.type") == "retrait":
        return PLACES["put_away"]
    return PLACES.get(what, "main")


async def _credential(visit: Visit, what: str, pairs: Pairs, door: Door) -> NewSecret | None:
    """Make a link or token of a seat, revoke its credentials, or end one of its devices. The leader
    may do this for all seats, a player for their own."""
    room, seat, owner = visit.room, visit.seat, one(pairs, "seat")
    if not may_give(room.state, seat, owner):
        raise PermissionDeniedException()
    name = room.state.seats[owner].name
    if what == "revoke":
        await door.revoke_seat(room.state.id, owner, OWN if owner == seat else ALL)
        return None
    if what == "end_device":
        await door.disconnect(room.state.id, owner, one(pairs, "device"))
        return None
    if what == "token":
        return NewSecret(name, "token", await door.give(room.state.id, owner, "token"))
    return await shown_link(visit.request, name, await door.give(room.state.id, owner, "link"))


def _with_id(pairs: Pairs, room: Room, seat: str) -> Pairs:
    """Return the values of a form; a new seat or character gets an id from its name."""
    what = one(pairs, "do")
    if what == "add_seat":
        return {**pairs, "seat": [new_id(one(pairs, "name"), taken_seat(room.state))]}
    if what == "put_sheet" and not one(pairs, "character"):
        return {
            **pairs,
            "character": [new_id(one(pairs, "nom"), taken_character(room.state, seat))],
        }
    return pairs


async def _page(
    visit: Visit,
    refusal: Refusal | None = None,
    shown: NewSecret | None = None,
    typed: Pairs | None = None,
) -> Response[str]:
    room, seat, words = visit.room, visit.seat, visit.words
    query = pairs_of(visit.request)
    view = room.view(seat, words)
    whose = [*room.state.sheets] if view.me.leads else view.me.characters
    kept = record_form(room, words, whose, view.me.leads, {**query, **(typed or {})}, refusal)
    beside = kept is not None and any(each.refused for each in kept[2])
    door: Door = visit.request.app.state.door
    own = device_id(visit.request.cookies.get(cookie_name(room.state.id, seat), ""))
    devices = {
        each: shown_devices(await door.devices(room.state.id, each), own, words)
        for each in room.state.seats
        if may_give(room.state, seat, each)
    }
    return visit.page(
        "table/manage.html",
        status_of(refusal, 422) if refusal else 200,
        view=view,
        complaint=refused_at_table(words, refusal) if refusal and not beside else "",
        refused=beside,
        shown=shown,
        local=is_at_machine(visit.request) and await is_host(visit.request),
        network=visit.request.app.state.network,
        devices=devices,
        saved="garde" in query,
        rulings=rulings_form(room.state, words, typed or {}, refusal),
        kept=kept,
        turning={"at": f"{visit.here}/campagne", "along": ALONG},
        kinds=[
            (tag_of(k), capital(words.label(tag_of(k), "fiche")))
            for k in kinds_for(room.state, seat)
        ],
        ready=ready_for(room.state, seat),
        free=[each for each in view.characters if each.free and each.seat is None],
    )


# ── sheets ─────────────────────────────────────────────────────────────────────────────────────
@get("/t/{table:str}/{seat:str}/fiche")
async def sheet(request: Asking, table: FromPath[str], seat: FromPath[str]) -> Response[str]:
    """Return the form of a sheet: of a character (`qui`), from a ready-made sheet (`modele`), or a
    new one of a kind (`sorte`)."""
    visit = await visiting(request, table, seat)
    room, query = visit.room, pairs_of(request)
    game = game_of(room.state)
    character = query.get("qui", [""])[-1]
    known = room.state.sheets.get(character) if _edits(room, seat, character) else None
    makes = characters_of(game) if known else kinds_for(room.state, seat)
    kinds = {tag_of(kind): kind for kind in makes}
    given: SheetJson = known or {}
    model = query.get("modele", [""])[-1]
    if known is None and (made := ready_for(room.state, seat).get(model)) is not None:
        given = sheet_like(room.state, seat, made)
    tag = str(given.get("type") or query.get("sorte", [""])[-1])
    kind = kinds.get(tag) or next(iter(kinds.values()))
    return _sheet_page(visit, kind, given, character if known else "")


def _edits(room: Room, seat: str, character: str) -> bool:
    """Return whether a seat may see the whole sheet of a character."""
    return seat in (room.state.leader, room.state.owner(character))


def _typed_sheet_page(visit: Visit, pairs: Pairs, refusal: Refusal | None = None) -> Response[str]:
    """Return the form of a sheet with its typed values, one row more or less, or a refusal."""
    room, seat = visit.room, visit.seat
    kinds = {tag_of(kind): kind for kind in characters_of(game_of(room.state))}
    kind = kinds.get(one(pairs, "kind")) or next(iter(kinds.values()))
    given: SheetJson = read_params(kind, pairs)
    given = with_rows(kind, given, pairs, names=UNNAMED) or given
    given = with_name(kind, given, pairs, creation_of(game_of(room.state), kind))
    character = one(pairs, "character")
    known = character if character in room.state.sheets and _edits(room, seat, character) else ""
    return _sheet_page(visit, kind, given, known, refusal, one(pairs, ADD) or one(pairs, OFFER))


def _sheet_page(
    visit: Visit,
    kind: type[Sheet],
    given: SheetJson,
    character: str,
    refusal: Refusal | None = None,
    grown: str = "",
) -> Response[str]:
    room, words = visit.room, visit.words
    owner = room.state.owners.get(character) if character else None
    wrong = refusal.field.removeprefix("sheet.") if refusal else ""
    errors = {wrong: refused_beside(words, refusal)} if refusal else {}
    game = game_of(room.state)
    fields = controls_of(kind, given, words, errors, "", rulings_of(game, room.state.rulings))
    reserved = () if visit.leads else kind.leader_fields
    fields = tuple(each for each in fields if each.path not in reserved)
    before = room.state.sheets.get(character) if character else None
    field, mark, name = grown.partition(":")
    fields = with_offers(fields, creation_of(game, kind), given, words)
    beside = any(each.refused for each in fields)
    return visit.page(
        "table/sheet.html",
        422 if refusal else 200,
        name=room.state.name,
        character=character,
        called=str(before["nom"]) if before else "",
        owner=owner or ("" if visit.leads else visit.seat),
        kind=tag_of(kind),
        kind_word=capital(words.label(tag_of(kind), "fiche")),
        fields=fields,
        creation=creation_view(words, kind, given, room.state.rulings, before),
        free=kind is characters_of(game)[0] and creation_of(game, kind) is not NOTHING_FIXED,
        folded=bool(given),
        grown=field,
        grown_whole=bool(mark) and not name,
        complaint=refused_at_table(words, refusal) if refusal and not beside else "",
        refused=beside,
    )


ROUTES = [campaign, change, sheet]
