"""The server on the local network, opened and closed while it runs, and the names it answers to.

Names are fixed, or belong to addresses of this machine while the network is open. A request by another
name is refused, so that no other site reaches the server through a browser. The module must not know
sockets (see `server`) or routes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from urllib.parse import urlsplit

from tablee.faces.machine_addresses import (
    in_url,
    ip_of,
    is_loopback,
    machine_names,
    network_addresses,
)

Listen = Callable[[Sequence[str]], Awaitable[Sequence[str]]]
"""Listens at these addresses of the network and at no others; returns those where it succeeded."""


class LocalNetwork:
    """The addresses at which other devices find the server.

    `names`: the fixed names, with the port; `public`: the address of a proxy.
    """

    def __init__(self, names: Sequence[str], public: str | None = None) -> None:
        self._fixed = {each.casefold() for each in names}
        self._started = [] if public else origins_of(names)
        self._public = public
        if public is not None:
            self._fixed.add(urlsplit(public).netloc.casefold())
        self._names: set[str] = set()
        self._addresses: list[str] = []
        self._listen: Listen | None = None
        self._port = 0
        self._turn = asyncio.Lock()
        self.is_opened = False
        """Whether it was opened while the server runs."""

    def attach(self, listen: Listen, port: int) -> None:
        """Remember how the server listens at further addresses, and its port."""
        self._listen, self._port = listen, port

    @property
    def is_proxied(self) -> bool:
        return self._public is not None

    @property
    def is_open_from_start(self) -> bool:
        """Whether the server was started for its network, so that it cannot be closed."""
        return bool(self._started)

    @property
    def can_open(self) -> bool:
        """Whether the server can listen on the network without a restart."""
        return self._listen is not None and not self.is_proxied and not self.is_open_from_start

    @property
    def origins(self) -> list[str]:
        """The addresses (origin and path) at which other devices find the server, the best first."""
        if self._public is not None:
            return [] if is_loopback(urlsplit(self._public).hostname or "") else [self._public]
        return self._started or self._addresses

    def accepts(self, name: str) -> bool:
        """Return whether the value of a `Host` header is a name of this server."""
        return name.casefold() in self._fixed or name.casefold() in self._names

    async def open(self) -> bool:
        """Listen at the addresses of this machine; return whether it does at one of them."""
        self.is_opened = self.can_open
        await self.follow()
        self.is_opened = bool(self._addresses)
        return self.is_opened

    async def close(self) -> None:
        """Listen no longer, and end the connections of other devices."""
        self.is_opened = False
        await self._listen_at([])

    async def follow(self) -> None:
        """Listen at the present addresses of this machine while the network is open: it may have come
        into another network."""
        if self.is_opened:
            await self._listen_at(network_addresses())

    async def _listen_at(self, addresses: Sequence[str]) -> None:
        assert self._listen is not None
        async with self._turn:
            found = [f"{in_url(each)}:{self._port}" for each in await self._listen(addresses)]
            known = [f"{each.casefold()}:{self._port}" for each in machine_names()]
            self._names = {*found, *known} if found else set()
            self._addresses = [f"http://{each}" for each in found]


def origins_of(names: Sequence[str]) -> list[str]:
    """Return the origins of the names that other devices find: addresses, and the first name."""
    found = [name for name in names if not is_loopback(urlsplit(f"//{name}").hostname or "")]
    return [f"http://{each}" for each in found if each == names[0] or _is_address(each)]


def _is_address(name: str) -> bool:
    return ip_of(urlsplit(f"//{name}").hostname or "") is not None
