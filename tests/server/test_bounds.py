"""Hostile connections: endless heads, slow ones, many idle ones, readers that do not read."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn

from tablee.faces.web import connections
from tablee.faces.web.connections import HEAD_BYTES, BoundedProtocol
from tablee.faces.web.server import bind_socket
from tablee.table import room
from tests.faces.web.test_table_again import served
from tests.table.evening import set_up
from tests.table.export.tables import ID

LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))
from tablee.faces.cli.main import main
main(sys.argv[1:])
"""


class Server:
    """A server of a small application within the bounds."""

    def __init__(self) -> None:
        self.gone = threading.Event()
        """Set when a reader of the endless stream is cut."""
        listening = bind_socket("127.0.0.1", 0, exact=True)
        self.port: int = listening.getsockname()[1]
        config = uvicorn.Config(
            self._app, http=BoundedProtocol, interface="asgi3", log_level="critical", lifespan="off"
        )
        self.server = uvicorn.Server(config)
        self._thread = threading.Thread(target=lambda: asyncio.run(self.server.serve([listening])))
        self._thread.start()
        while not self.server.started:
            time.sleep(0.01)

    def stop(self) -> None:
        self.server.should_exit = self.server.force_exit = True
        self._thread.join(30)

    async def _app(self, scope: Any, receive: Any, send: Any) -> None:
        size = 0
        while True:
            message = await receive()
            size += len(message.get("body", b""))
            if not message.get("more_body"):
                break
        await send({"type": "http.response.start", "status": 200, "headers": []})
        try:
            while scope["path"] == "/endless":
                body = {"type": "http.response.body", "body": b"x" * 65536, "more_body": True}
                await asyncio.wait_for(send(body), 20)
                if asyncio.current_task() is None or self.server.should_exit:
                    break
                await asyncio.sleep(0)
                if scope["path"] == "/endless" and await _is_gone(receive):
                    self.gone.set()
                    return
        finally:
            await send({"type": "http.response.body", "body": str(size).encode()})

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=10)

    def status(self, sent: bytes) -> str:
        """Return the first line of the answer to some bytes, "" if the connection is closed."""
        with self.connect() as client:
            with contextlib.suppress(OSError):
                client.sendall(sent)
            return _first_line(client)


async def _is_gone(receive: Any) -> bool:
    try:
        message = await asyncio.wait_for(receive(), 0.001)
    except TimeoutError:
        return False
    return bool(message["type"] == "http.disconnect")


def _first_line(client: socket.socket) -> str:
    data = b""
    with contextlib.suppress(ConnectionError):
        while b"\r\n" not in data and (some := client.recv(4096)):
            data += some
    return data.partition(b"\r\n")[0].decode()


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server()
    yield made
    made.stop()


# ── heads ──────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    "head",
    [
        b"GET / HTTP/1.1\r\nhost: a\r\nx: " + b"y" * (4 << 20),
        b"GET / HTTP/1.1\r\nhost: a\r\n" + b"x: y\r\n" * 20_000 + b"\r\n",
        b"GET /" + b"y" * (HEAD_BYTES + 1) + b" HTTP/1.1\r\nhost: a\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost: a\r\nx: " + b"y" * HEAD_BYTES + b"\r\n\r\n",
    ],
)
def test_a_head_that_is_too_large_is_refused(server: Server, head: bytes) -> None:
    assert server.status(head) in ("HTTP/1.1 431 Request Header Fields Too Large", "")
    assert "200" in server.status(b"GET / HTTP/1.1\r\nhost: a\r\n\r\n")


def test_a_large_body_and_a_long_cookie_are_no_large_head(server: Server) -> None:
    address = f"http://127.0.0.1:{server.port}/"
    with httpx.Client() as client:
        for _ in range(2):
            answer = client.post(
                address, content=b"z" * (1 << 20), headers={"cookie": "c" * 30_000}
            )
            assert (answer.status_code, answer.text) == (200, str(1 << 20))


def test_a_slow_head_and_an_idle_connection_are_closed(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.5)
    for sent in (b"", b"GET / HTTP/1.1\r\nhost: a\r\nx:"):
        with server.connect() as client:
            client.sendall(sent)
            began = time.monotonic()
            assert _first_line(client) in ("HTTP/1.1 408 Request Timeout", "")
            assert time.monotonic() - began < 5


def test_a_slow_body_is_closed(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "BODY_SECONDS", 0.5)
    with server.connect() as client:
        client.sendall(b"POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\nx")
        assert "408" in _first_line(client)


def test_a_reader_that_does_not_read_is_cut(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "STALLED_SECONDS", 0.5)
    with server.connect() as client:
        client.sendall(b"GET /endless HTTP/1.1\r\nhost: a\r\n\r\n")
        assert server.gone.wait(15)


# ── many ───────────────────────────────────────────────────────────────────────────────────────
def test_idle_connections_give_way_to_honest_ones(tmp_path: Path) -> None:
    """320 idle connections to a process that may open 256 files."""
    call = [sys.executable, "-c", LIMITED, "serve", "--no-open", "--json", "--port", "0"]
    call += ["--database", f"sqlite:///{tmp_path / 't.sqlite3'}"]
    process = subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    idle: list[socket.socket] = []
    try:
        assert process.stdout is not None
        address = json.loads(process.stdout.readline())["address"]
        host = httpx.URL(address)
        place = host.host, host.port or 80
        idle += [socket.create_connection(place, timeout=5) for _ in range(320)]
        for _ in range(3):
            began = time.monotonic()
            assert httpx.get(f"{address}sante", timeout=10).status_code == 200
            assert time.monotonic() - began < 5
    finally:
        for each in idle:
            each.close()
        process.terminate()
        _, errors = process.communicate(timeout=20)
    assert "Too many open files" not in errors


def test_a_seat_has_a_bounded_number_of_streams(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "MAX_PAGES", 0)
    with served(set_up("exil"), tmp_path) as client:
        answer = client.get(f"/t/{ID}/j1/flux")
        assert answer.status_code == 429
        assert int(answer.headers["retry-after"]) > 0
        assert client.get(f"/t/{ID}/j1").status_code == 200
