"""A process that has loaded the modules of `tablee serve` and forks servers, which start quickly.

Only the loading is saved: each server opens its database, binds its port and starts its workers. One
line a server on stdin: {"call": [...], "output": FIFO, "errors": FILE}; the number of its process
follows on stdout. Each server leads its own session.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from typing import Any


def main() -> None:
    from tablee.faces.cli.main import main as tablee
    from tablee.faces.web import server as serving  # noqa: F401 (loaded once for all servers)
    from tablee.rules.campaign.building import campaign_record_of
    from tablee.rules.registry import games

    for game in games():
        assert all(game.procedures)
        campaign_record_of(game)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # this process does not wait for servers
    for line in sys.stdin:
        process = os.fork()
        if process == 0:
            _become(json.loads(line))
            os._exit(tablee() or 0)
        print(process, flush=True)


def _become(asked: dict[str, Any]) -> None:
    """Make this process like one that a shell has started."""
    os.setsid()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    outputs = (
        os.open(os.devnull, os.O_RDONLY),
        os.open(asked["output"], os.O_WRONLY),
        os.open(asked["errors"], os.O_WRONLY | os.O_APPEND),
    )
    for place, output in enumerate(outputs):
        os.dup2(output, place)
    sys.stdin = os.fdopen(0, encoding="utf-8")  # with an empty buffer
    sys.argv = ["tablee", *asked["call"]]


if __name__ == "__main__":
    main()
