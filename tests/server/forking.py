"""Servers that start quickly: a process that has loaded what `tablee serve` needs, and forks for each.

Only what a start reads from the disk is saved; each server opens its database, binds its port and
starts its workers as ever. One line a server on stdin: {"call": [...], "said": FIFO, "errors": FILE};
the number of its process is written on stdout. It leads a session of its own.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from typing import Any


def main() -> None:
    from tablee.faces.cli.main import main as tablee
    from tablee.faces.web import server as serving  # noqa: F401 (read here, so that no server has to)
    from tablee.rules.campaign.building import campaign_record_of
    from tablee.rules.registry import games

    for game in games():
        assert all(game.procedures)
        campaign_record_of(game)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for them here
    for line in sys.stdin:
        process = os.fork()
        if process == 0:
            _become(json.loads(line))
            os._exit(tablee() or 0)
        print(process, flush=True)


def _become(asked: dict[str, Any]) -> None:
    """A process as a shell would have started it."""
    os.setsid()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    outputs = (
        os.open(os.devnull, os.O_RDONLY),
        os.open(asked["said"], os.O_WRONLY),
        os.open(asked["errors"], os.O_WRONLY | os.O_APPEND),
    )
    for place, output in enumerate(outputs):
        os.dup2(output, place)
    sys.stdin = os.fdopen(0, encoding="utf-8")  # one from which nothing was read
    sys.argv = ["tablee", *asked["call"]]


if __name__ == "__main__":
    main()
