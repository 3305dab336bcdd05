"""A proxy on this machine that the server does not know of has none of the rights of its host."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest

from tests.server.served import Served, serving

HOST_TOKEN = "secret-de-la-maison-" + "y" * 32
FORWARDED = (
    "Forwarded: for=192.0.2.7",
    "X-Forwarded-For: 192.0.2.7",
    "X-Forwarded-Proto: https",
    "x-forwarded-host: table.example",
    "X-Real-IP: 192.0.2.7",
    "Via: 1.1 proxy",
)


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with serving(host_token=HOST_TOKEN) as running:
        yield running


def status(served: Served, path: str, *headers: str, version: str = "1.1", host: str = "") -> int:
    """The status of an answer to bytes as a program, or a proxy, sends them."""
    address = served.address.removeprefix("http://")
    name, _, port = address.rpartition(":")
    lines = [
        f"GET {path} HTTP/{version}",
        f"Host: {host or address}",
        "Connection: close",
        *headers,
    ]
    with socket.create_connection((name, int(port)), timeout=20) as connection:
        connection.sendall("\r\n".join([*lines, "", ""]).encode())
        return int(connection.makefile("rb").readline().split()[1])


@pytest.mark.parametrize(("path", "refused"), [("/api/campaigns", 401), ("/mesures", 404)])
def test_only_a_program_of_this_machine_needs_no_token(
    served: Served, path: str, refused: int
) -> None:
    token = f"Authorization: Bearer {HOST_TOKEN}"
    assert status(served, path) == 200
    for header in FORWARDED:
        assert status(served, path, header) == refused, header
        assert status(served, path, header, token) == 200, header
    # nginx names no client unless its settings say so; it asks its upstream by HTTP/1.0
    assert status(served, path, version="1.0") == refused
    assert status(served, path, token, version="1.0") == 200


def test_a_name_that_is_not_of_this_machine_needs_the_token() -> None:
    """A proxy that keeps the name that others asked for."""
    with serving("table.example", host_token=HOST_TOKEN) as served:
        assert status(served, "/api/campaigns", host="table.example") == 401
        token = f"Authorization: Bearer {HOST_TOKEN}"
        assert status(served, "/api/campaigns", token, host="table.example") == 200
