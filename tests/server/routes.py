"""The routes of the application by their readers. A new route must be added to one group."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import httpx
import msgspec

from tablee.faces.web.app import AppOptions, create_app
from tablee.faces.web.table.seat_links import cookie_name
from tests.server.served import Served
from tests.table.evening import LEADER, TABLE

__all__ = ["ROUTES", "Route", "ask", "seats_routes"]

PUBLIC = {
    "/",
    "/langue",
    "/sante",
    "/static/{file_path}",
    "/verifier",
    "/lien/{token}",
    "/cles/{token}",
    "/{game_id}",
    "/{game_id}/{name}",
    "/{game_id}/{name}/lancer",
    "/calcul/{piece}/{job_id}",
    "/calcul/{piece}/{job_id}/arreter",
    "/api/openapi.json",
    "/api/games",
    "/api/procedures",
    "/api/procedures/{procedure}",
    "/api/sheets",
    "/api/sheets/{sheet}",
    "/api/resolve",
    "/api/odds",
    "/api/advise",
    "/api/simulate",
}
"""Routes for everybody: they concern no table, or their address contains a secret."""
HOSTS = {
    "/campagnes",
    "/campagnes/importer",
    "/campagnes/reseau",
    "/mesures",
    "/api/campaigns",
    "/api/campaigns/import",
    "/api/campaigns/{table}",
    "/api/campaigns/{table}/credentials",
}
"""Routes for the host."""
BODIES: Mapping[str, Any] = {
    "acts": {"type": "note", "text": "Une note."},
    "credentials": {"kind": "token"},
    "revocations": {"kinds": ["link"]},
    "chances": {
        "type": "request",
        "procedure": "loss.action",
        "params": {"trait": "Empathie", "talent": "Escalade"},
        "to": ["kordan"],
        "decides": False,
    },
}
"""Last part of an address of the API -> a valid body."""


class Route(msgspec.Struct, frozen=True):
    """A method and the template of an address."""

    method: str
    path: str

    @property
    def api(self) -> bool:
        return self.path.startswith("/api/")

    @property
    def of_seat(self) -> bool:
        return "{seat}" in self.path

    @property
    def streams(self) -> bool:
        return self.path.endswith(("/flux", "/stream"))

    def address(self, **given: str) -> str:
        """Return the address with the given values, and default ones for the others."""
        usual = {
            "table": TABLE,
            "seat": LEADER,
            "run": "j1",
            "token": "inconnu",
            "game_id": "exil",
            "name": "simple",
            "file_path": "console.js",
            "piece": "law",
            "job_id": "inconnu",
            "procedure": "exil.simple",
            "sheet": "maelle",
            "who": "maelle",
            "kind": "personnage",
            "digest": "inconnu",
            "which": "inconnu",
        }
        return re.sub(r"\{(\w+)\}", lambda found: {**usual, **given}[found[1]], self.path)


def _routes() -> Iterator[Route]:
    for route in create_app(AppOptions()).routes:
        path = re.sub(r":\w+}", "}", route.path)
        for method in sorted(getattr(route, "methods", ())):
            if method not in ("OPTIONS", "HEAD"):
                yield Route(method, path)


ROUTES = list(_routes())


def seats_routes() -> list[Route]:
    """Return the routes that need the credential of a seat."""
    return [route for route in ROUTES if route.of_seat]


def ask(
    served: Served,
    route: Route,
    secret: str | None = None,
    table: str = TABLE,
    seat: str = LEADER,
    headers: Mapping[str, str] | None = None,
) -> httpx.Response:
    """Send a request with a secret as a cookie (pages) or a token (API). Do not read streams."""
    sent = dict(headers or {})
    if secret is not None:
        named = {"authorization": f"Bearer {secret}"}
        sent |= named if route.api else {"cookie": f"{cookie_name(table, seat)}={secret}"}
    body: dict[str, Any] = {}
    if route.method == "POST":
        last = route.path.rpartition("/")[2]
        body = {"json": BODIES.get(last, {})} if route.api else {"data": {"do": "rien"}}
    address = served.address + route.address(table=table, seat=seat)
    with (
        httpx.Client(timeout=20, verify=False) as client,
        client.stream(route.method, address, headers=sent, **body) as answer,
    ):
        if not (route.streams and answer.status_code == 200):
            answer.read()
        return answer
