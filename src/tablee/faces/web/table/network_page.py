"""The local network, opened and closed from the page of the campaigns.

Only someone on the machine itself may do so. Links that were just shown are shown again with the new
addresses. The module may import the host's page and credentials. It must not know sockets.
"""

from __future__ import annotations

from litestar import Response, post
from litestar.datastructures import State
from litestar.exceptions import NotFoundException

from tablee.faces.api.authentication import is_at_machine, limit_rate
from tablee.faces.local_network import LocalNetwork
from tablee.faces.web.page_input import Asking, one, posted_pairs
from tablee.faces.web.table.host_pages import NewSecret, check_host, host_page, shown_link
from tablee.table.access import Door
from tablee.table.room import Room

MAX_LINKS = 50
"""Maximum number of links that are shown again."""


@post("/campagnes/reseau")
async def change_network(request: Asking, state: State) -> Response[str]:
    """Open the table to the local network, or close it; return the page with the links of the form."""
    await check_host(request)
    if not is_at_machine(request):
        raise NotFoundException()
    limit_rate(request, "campaigns", "host")
    pairs = await posted_pairs(request)
    network: LocalNetwork = state.network
    failed = False
    if one(pairs, "do") == "close":
        if network.is_opened:
            await network.close()
    elif network.can_open:
        failed = not await network.open()
    room, places = await _shown_again(request, pairs.get("link", [])[:MAX_LINKS])
    return await host_page(request, {}, made=room, places=places, closed_port=failed)


async def _shown_again(request: Asking, links: list[str]) -> tuple[Room | None, list[NewSecret]]:
    """Return the table of these links and the links at the present addresses; invalid ones are left
    out."""
    door: Door = request.app.state.door
    room: Room | None = None
    places = []
    for link in links:
        token = link.rpartition("/")[2]
        found = await door.open_link(token)
        if found is not None:
            room, seat = found
            places.append(await shown_link(request, room.state.seats[seat].name, token))
    return room, places


ROUTES = [change_network]
