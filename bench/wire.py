"""A small HTTP client on plain connections, cheap for very many requests.

It handles no errors: a connection that ends raises `OSError` or `EOFError`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from typing import NamedTuple

__all__ = ["Answer", "Gone", "Message", "Wire", "messages"]

LIMIT = 2**24
Gone = (OSError, EOFError, TimeoutError)
"""Exceptions for a server that does not answer."""
PATIENCE = 30.0


class Answer(NamedTuple):
    status: int
    headers: Mapping[str, str]
    body: bytes


class Message(NamedTuple):
    """A server-sent event; `kind` is "" for a heartbeat."""

    kind: str
    id: str
    data: bytes


class Wire:
    """A pool of connections to a server."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._free: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def ask(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes = b""
    ) -> Answer:
        async with asyncio.timeout(PATIENCE):
            reader, writer = self._free.pop() if self._free else await self._opened()
            try:
                writer.write(_request(self.port, method, path, headers, body))
                status, fields = await _head(reader)
                content = await reader.readexactly(int(fields.get("content-length", "0")))
            except BaseException:
                writer.close()
                raise
            self._free.append((reader, writer))
            return Answer(status, fields, content)

    async def _opened(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port, limit=LIMIT)

    async def close(self) -> None:
        """Close the connections."""
        for _, writer in self._free:
            writer.close()
            with suppress(*Gone):
                await writer.wait_closed()
        self._free.clear()


async def messages(port: int, path: str, headers: Mapping[str, str]) -> AsyncIterator[Message]:
    """Yield the messages of a stream until it ends. Raises `PermissionError` for a refused request."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=LIMIT)
    try:
        writer.write(_request(port, "GET", path, headers, b""))
        status, _ = await _head(reader)
        if status != 200:
            raise PermissionError(status)
        text = b""
        while chunk := await _chunk(reader):
            text += chunk.replace(b"\r\n", b"\n")
            *whole, text = text.split(b"\n\n")
            for each in whole:
                yield _message(each)
    finally:
        writer.close()
        with suppress(*Gone):
            await writer.wait_closed()


def _request(port: int, method: str, path: str, headers: Mapping[str, str], body: bytes) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", f"host: 127.0.0.1:{port}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    lines += [f"content-length: {len(body)}"] if body else []
    return "\r\n".join([*lines, "\r\n"]).encode() + body


async def _head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    first, *rest = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    fields = (line.partition(":") for line in rest if line)
    return int(first.split()[1]), {name.lower(): value.strip() for name, _, value in fields}


async def _chunk(reader: asyncio.StreamReader) -> bytes:
    """Return the next chunk of a chunked body; empty at its end, also at an early end."""
    size = await reader.readline()
    if not size.strip():
        return b""
    return (await reader.readexactly(int(size, 16) + 2))[:-2]


def _message(text: bytes) -> Message:
    fields: dict[str, bytes] = {}
    for line in text.split(b"\n"):
        name, _, value = line.partition(b": ")
        fields[name.decode()] = fields.get(name.decode(), b"") + value
    kind, key = fields.get("event", b""), fields.get("id", b"")
    return Message(kind.decode(), key.decode(), fields.get("data", b""))
