"""The server that is loaded, in a process of its own: without limits, real or as the floor.

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
"""What the workers of a server are told in their environment: whether they serve the floor."""


def started(database: str, floor: bool, workers: int) -> tuple[subprocess.Popen[str], int]:
    """A server, and the port where it listens."""
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
    """What a page shows on the floor."""

    version: int

    def digest(self) -> str:
        return str(self.version)


def serve(database: str, floor: bool, workers: int) -> None:
    """Serve without limits. `floor`: see `lay_open`."""
    from tablee.faces.cli.main import main as tablee

    os.environ[ON_THE_FLOOR] = "floor" if floor else "real"
    lay_open(floor)
    sys.argv = ["tablee", "serve", "--no-open", "--json", "--port", "0", "--database", database]
    sys.exit(tablee([*sys.argv[1:], "--workers", str(workers)]))


def lay_open(floor: bool) -> None:
    """Take the limits away in this process. `floor`: a page of a seat is one line, and nothing is read
    in it."""
    from tablee.faces.api import seat_routes as tables
    from tablee.faces.web.table import seat_stream as live
    from tablee.table import rate_limits as limiting

    limiting.ALLOWED.update(dict.fromkeys(limiting.ALLOWED, limiting.Rate(10**9, 1)))
    if floor:
        live.shown = lambda renderer, room, *told, **more: OneLine(room.state.version)
        live.news = lambda before, now: b"<p>%d</p>" % now.version
        tables._view = lambda room, *told: b'{"version": %d}' % room.state.version


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("kind", choices=("floor", "real"))
    parser.add_argument("--database", required=True)
    parser.add_argument("--workers", type=int, default=1)
    told = parser.parse_args()
    serve(told.database, told.kind == "floor", told.workers)


if __name__ == "__mp_main__":  # a worker, which a server of several processes has started
    lay_open(os.environ[ON_THE_FLOOR] == "floor")
if __name__ == "__main__":
    main()
