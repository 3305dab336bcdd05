"""The page of the host: the campaigns of this server, new campaigns, links for their seats.

This module may import the rooms, the credentials and the form controls. It must not know how a page
of a seat looks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import msgspec
import segno
from litestar import Response, get, post
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.response import Redirect

from tablee.faces.api.authentication import is_at_machine, is_host, limit_rate, links_of
from tablee.faces.api.campaign_routes import Campaign, known_campaigns
from tablee.faces.local_network import LocalNetwork
from tablee.faces.machine_addresses import is_loopback
from tablee.faces.web.form.controls import controls_of
from tablee.faces.web.form.form_values import read_params
from tablee.faces.web.page_input import Asking, one, pairs_of, posted_pairs
from tablee.faces.web.rendering import html, words_for
from tablee.faces.web.table.page_models import moment
from tablee.faces.web.table.rulings_form import with_notes
from tablee.rules.game import Game
from tablee.rules.refusal import Refusal, refuse
from tablee.rules.registry import find_game, games
from tablee.rules.sheet import characters_of
from tablee.rules.texts.words import Words
from tablee.table.access import Door
from tablee.table.hosting import NewCampaign, create
from tablee.table.room import Room
from tablee.table.rooms import Rooms
from tablee.table.store.interface import CredentialKind

Pairs = Mapping[str, list[str]]
LABELS = {"name": "Nom de la campagne", "leader": "Qui mène le jeu", "players": "Les joueurs"}
LONGEST = {"name": 200}


class NewSecret(msgspec.Struct, frozen=True):
    """A new credential, shown once: the name of its seat, its kind, the address or token as text, and
    the address as a QR code (SVG), "" for one that no phone could open, and the same link at other
    addresses of this machine."""

    seat: str
    kind: CredentialKind
    text: str
    code: str = ""
    others: Sequence[str] = ()


def is_for_this_machine(link: str) -> bool:
    """Return whether only the machine that serves can open a link."""
    return is_loopback(urlsplit(link).hostname or "")


def qr_code(link: str) -> str:
    """Return a link as a QR code, an SVG for a page; "" for a link to this machine alone."""
    if is_for_this_machine(link):
        return ""
    code: str = segno.make(link).svg_inline(scale=4, border=2, omitsize=True, svgclass="code")
    return code


async def shown_link(request: Asking, seat: str, token: str) -> NewSecret:
    """Return the link of a token as it is shown. `seat`: the name of its seat."""
    link, *others = await links_of(request, token)
    return NewSecret(seat, "link", link, qr_code(link), others)


@get("/campagnes")
async def campaigns(request: Asking) -> Response[str]:
    await check_host(request)
    return await host_page(request, pairs_of(request))


@post("/campagnes")
async def open_campaign(request: Asking, state: State) -> Response[Any]:
    """Open a campaign with a link for each seat, shown once; or make a new link for a leader, or
    delete a campaign (`delete`)."""
    await check_host(request)
    limit_rate(request, "campaigns", "host")
    pairs = await posted_pairs(request)
    rooms: Rooms = state.rooms
    try:
        if gone := one(pairs, "delete"):
            await rooms.delete(gone)
            return Redirect("/campagnes", status_code=303)
        table = one(pairs, "table")
        if not table:
            table, _ = await create(rooms.store, _parse_campaign(pairs))
            room = await _room(rooms, table)
            seats = [seat.id for seat in room.state.present]
        else:
            room = await _room(rooms, table)
            seats = [room.state.leader]
    except Refusal as refusal:
        return await host_page(request, pairs, refusal)
    return await with_links(request, room, seats)


async def with_links(
    request: Asking, room: Room, seats: Sequence[str], notes: Sequence[str] = ()
) -> Response[str]:
    """Return the page with a new link for each of these seats, shown once, and notes about them."""
    door: Door = request.app.state.door
    places = []
    for seat in seats:
        token = await door.give(room.state.id, seat, "link")
        places.append(await shown_link(request, room.state.seats[seat].name, token))
    return await host_page(request, {}, None, room, places, notes=notes)


async def check_host(request: Asking) -> None:
    """Raise unless the request comes from the host."""
    if not await is_host(request):
        raise NotFoundException()


async def _room(rooms: Rooms, table: str) -> Room:
    room = await rooms.room(table)
    if room is None:
        raise refuse("table", table, "une campagne de ce serveur")
    return room


def _parse_campaign(pairs: Pairs) -> NewCampaign:
    """Return the new campaign of the form. Raise `Refusal` under the field."""
    game = _game(pairs)
    prefix = "rulings."
    rulings = {name: values for name, values in pairs.items() if name.startswith(prefix)}
    given: dict[str, Any] = {
        "name": one(pairs, "name").strip(),
        "game": game.id,
        "language": one(pairs, "language") or "fr",
        "rulings": read_params(game.rulings, rulings, prefix),
        "advice": one(pairs, "advice") != "0",
        "players": [name for each in pairs.get("players", ()) if (name := each.strip())],
    }
    if leader := one(pairs, "leader").strip():
        given["leader"] = leader
    try:
        return msgspec.convert(given, type=NewCampaign)
    except msgspec.ValidationError as error:
        field = str(error).rpartition("$.")[2].rstrip("`").partition("[")[0]
        allowed = "un nom de 1 à {most} signes, que l’on puisse lire"
        got = given.get(field)
        shown = got if isinstance(got, str) else None
        raise refuse(field, shown, allowed, most=LONGEST.get(field, 100)) from None


def _game(pairs: Pairs) -> Game:
    found = find_game(one(pairs, "game"))
    return found or games()[0]


async def host_page(
    request: Asking,
    pairs: Pairs,
    refusal: Refusal | None = None,
    made: Room | None = None,
    places: list[NewSecret] | None = None,
    wrong_file: str = "",
    notes: Sequence[str] = (),
    closed_port: bool = False,
) -> Response[str]:
    """Return the page. `refusal`: of the typed values; `wrong_file`: why an import failed; `made`:
    a new campaign with its `places` and `notes`; `closed_port`: whether the network could not be
    opened."""
    network: LocalNetwork = request.app.state.network
    await network.follow()
    game = _game(pairs)
    words = words_for(None, request)
    game_words = Words(game, words.lang)
    errors = {refusal.field: words.refusal(refusal)} if refusal else {}
    given = read_params(game.rulings, pairs, "rulings.")
    controls = controls_of(game.rulings, given, game_words, errors, "rulings.")
    known = await _known(request.app.state.rooms, words)
    return html(
        request,
        "table/campaigns.html",
        words,
        422 if refusal or wrong_file else 200,
        known=known,
        moment=partial(moment, words),
        absent={each.game for each in known if not each.fault} - {game.title for game in games()},
        playable=[each for each in games() if characters_of(each)],
        rulings=with_notes(controls, game, game_words),
        complaint=_complaint(words, refusal) if refusal else "",
        wrong_file=wrong_file,
        chosen=game.id,
        typed={name: values[-1] for name, values in pairs.items()},
        players=[*filter(None, pairs.get("players", ())), "", "", ""][:6],
        made=made.state.name if made else "",
        places=places or [],
        notes=notes,
        network=network,
        local=is_at_machine(request),
        closed_port=closed_port,
        address="/campagnes",
    )


def _complaint(words: Words, refusal: Refusal) -> str:
    """Return the message of a refusal, with the form's label of the field."""
    label = LABELS.get(refusal.field)
    return words.refusal(refusal.at(words.text(label)) if label else refusal)


async def _known(rooms: Rooms, words: Words) -> list[Campaign]:
    """Return all campaigns, each with the title of its game."""
    titles = {game.id: game.title for game in games()}
    known = await known_campaigns(rooms, words)
    return [msgspec.structs.replace(each, game=titles.get(each.game, each.game)) for each in known]


ROUTES = [campaigns, open_campaign]
