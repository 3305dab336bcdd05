"""`tablee serve` as a process on a fixed port: killed, stopped and started again."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tablee.faces.web.server import bind_socket
from tablee.rules.refusal import Refusal

__all__ = ["Forks", "Process", "forks", "free_port"]

ROOT = Path(__file__).parents[2]


def free_port() -> int:
    with bind_socket("127.0.0.1", 0, exact=True) as probe:
        port: int = probe.getsockname()[1]
    return port


class Forks:
    """The process that forks servers (see `tests.server.forking`)."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._forks = subprocess.Popen(
            [sys.executable, "-m", "tests.server.forking"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )

    def start(self, call: list[str], errors: Path) -> tuple[int, str]:
        """Start a server; return its process number and its first line."""
        assert self._forks.stdin is not None
        assert self._forks.stdout is not None
        output = self.folder / "output"
        os.mkfifo(output)
        try:
            asked = {"call": call, "output": str(output), "errors": str(errors)}
            print(json.dumps(asked), file=self._forks.stdin, flush=True)
            process = int(self._forks.stdout.readline())
            with output.open() as line:
                return process, line.readline()
        finally:
            output.unlink()

    def close(self) -> None:
        self._forks.communicate()


@contextlib.contextmanager
def forks(folder: Path) -> Iterator[Forks]:
    made = Forks(folder)
    try:
        yield made
    finally:
        made.close()


class Process:
    """A server whose error stream is the file `errors`."""

    def __init__(self, forks: Forks, database: str, *arguments: str) -> None:
        self.port = free_port()
        self.errors = forks.folder / f"errors-{self.port}"
        self.errors.touch()
        self.starting = 0.0
        """Seconds of all its starts."""
        self._forks = forks
        self._call = ["serve", "--no-open", "--json", "--port", str(self.port)]
        self._call += ["--database", database, *arguments]
        self._process = 0

    @property
    def pid(self) -> int:
        assert self._process
        return self._process

    def start(self) -> None:
        """Start it, and wait until it answers."""
        began = time.monotonic()
        self._process, line = self._forks.start(self._call, self.errors)
        assert line, self.errors.read_text()
        assert json.loads(line)["address"] == f"http://127.0.0.1:{self.port}/"
        self.starting += time.monotonic() - began

    def kill(self) -> None:
        """Kill it with all processes that it has started."""
        self._end(lambda: os.killpg(self.pid, signal.SIGKILL))
        while True:  # until the port is free
            with contextlib.suppress(Refusal), bind_socket("127.0.0.1", self.port, exact=True):
                return
            time.sleep(0.001)

    def stop(self) -> float:
        """Ask it to end; return the seconds that it takes."""
        return self._end(lambda: os.kill(self.pid, signal.SIGTERM))

    def _end(self, how: Callable[[], None]) -> float:
        began = time.monotonic()
        watched = os.pidfd_open(self.pid)
        waiting = select.poll()  # `select.select` refuses descriptors above 1023
        waiting.register(watched, select.POLLIN)
        try:
            how()
            ended = waiting.poll(20_000)
        finally:
            os.close(watched)
        assert ended, "it does not end"
        self._process = 0
        return time.monotonic() - began

    def __enter__(self) -> Process:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._process:
            self.kill()
