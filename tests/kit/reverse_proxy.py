"""A reverse proxy that serves another server under a path, as nginx or Caddy do."""

from __future__ import annotations

import http.client
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

OWN = {"connection", "transfer-encoding", "keep-alive"}
"""Headers of one connection, which a proxy does not pass on."""


class Proxy(ThreadingHTTPServer):
    """`root`: the path that it serves; `strips`: whether it takes the path off; `behind`: the port of
    the server behind it."""

    daemon_threads = True

    def __init__(self, root: str, strips: bool) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.root = root
        self.strips = strips
        self.behind = 0

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}{self.root}"


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.0"
    server: Proxy

    def do_GET(self) -> None:
        root = self.server.root
        if self.path != root and not self.path.startswith((f"{root}/", f"{root}?")):
            self.send_error(404, "not under the path of the application")
            return
        path = self.path.removeprefix(root) or "/" if self.server.strips else self.path
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        behind = http.client.HTTPConnection("127.0.0.1", self.server.behind, timeout=60)
        try:
            kept = {name: value for name, value in self.headers.items() if name.lower() not in OWN}
            behind.request(self.command, path, body or None, kept)
            answer = behind.getresponse()
            self.send_response_only(answer.status)
            for name, value in answer.getheaders():
                if name.lower() not in OWN:
                    self.send_header(name, value)
            self.end_headers()
            while piece := answer.read1():
                self.wfile.write(piece)
                self.wfile.flush()
        except OSError:  # one of both sides went away
            self.close_connection = True
        finally:
            behind.close()

    def do_POST(self) -> None:
        self.do_GET()

    def log_message(self, format: str, *args: object) -> None:
        """Write nothing."""


@contextmanager
def proxied(root: str, strips: bool) -> Iterator[Proxy]:
    """Run a proxy. Its server must be started after it, with its address, and set in `behind`."""
    with Proxy(root, strips) as proxy:
        thread = threading.Thread(target=proxy.serve_forever, daemon=True)
        thread.start()
        yield proxy
        proxy.shutdown()
        thread.join(10)
