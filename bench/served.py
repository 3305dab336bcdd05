"""The server under load, in its own process: without rate limits, real or as the floor.

python -m bench.served floor --database sqlite:///… [--workers 2]
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from typing import NamedTuple

__all__ = ["started"]

ON_THE_FLOOR = "TABLEE_BENCH_TABLES"
"""Environment variable that passes "floor" or "real" to the workers of a server."""


def started(database: str, floor: bool, workers: int) -> tuple[subprocess.Popen[str], int]:
    """Start a server; return it and its port."""
    what = ["floor" if floor else "real", "--database", database]
    server = subprocess.Popen(
        [sys.executable, "-m", "bench.served", *what, "--workers", str(workers)],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdout is not None
    address = json.loads(server.stdout.readline())["address"]
    return server, int(address.rstrip("/").rpartition(":")[2])


class OneLine(NamedTuple):
    """The content of a page on the floor."""

    version: int

    def digest(self) -> str:
        return str(self.version)


def serve(database: str, floor: bool, workers: int) -> None:
    """Serve without limits. `floor`: see `remove_limits`."""
    from tablee.faces.cli.main import main as tablee

    os.environ[ON_THE_FLOOR] = "floor" if floor else "real"
    remove_limits(floor)
    sys.argv = ["tablee", "serve", "--no-open", "--json", "--port", "0", "--database", database]
    sys.exit(tablee([*sys.argv[1:], "--workers", str(workers)]))


def remove_limits(floor: bool) -> None:
    """Remove the rate limits in this process. `floor`: make each page of a seat one line."""
    from tablee.faces.api import seat_routes as tables
    from tablee.faces.web.table import seat_stream as live
    from tablee.table import rate_limits as limiting

    limiting.ALLOWED.update(dict.fromkeys(limiting.ALLOWED, limiting.Rate(10**9, 1)))
    if floor:
        live.shown = lambda renderer, room, *more, **named: OneLine(room.state.version)
        live.news = lambda before, now: b"<p>%d</p>" % now.version
        tables._view = lambda room, *more: b'{"version": %d}' % room.state.version


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("kind", choices=("floor", "real"))
    parser.add_argument("--database", required=True)
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    serve(options.database, options.kind == "floor", options.workers)


if __name__ == "__mp_main__":  # a worker of a server of several processes
    remove_limits(os.environ[ON_THE_FLOOR] == "floor")
if __name__ == "__main__":
    main()
