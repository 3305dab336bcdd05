"""A worker process as the server sees it: its start, its task, its messages, its end.

The server and the process exchange the messages of `pipe` through stdin and stdout. A task that is
stopped ends by itself at its next tick; a process that does not answer in time is killed.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import sys
from collections.abc import Iterable
from typing import Any, Protocol

import msgspec

from tablee.faces.stuck_calls import can_end_itself, dumped, refusal_of
from tablee.faces.workers.pipe import LENGTH, Outcome, Ready, Setup, Start, Stop, packed
from tablee.rules.refusal import Refusal
from tablee.rules.registry import loaded_game_files

GRACE = 0.15
"""Seconds that a stopped task has to end by itself."""


class Broken(Exception):
    """A worker could not start; `args[0]` says why."""


class Owner(Protocol):
    """The pool that a worker belongs to."""

    def heard(self, worker: WorkerProcess, message: Any) -> None:
        """Take a message about the worker's task."""

    def gone(self, worker: WorkerProcess) -> None:
        """Take note that the process has ended."""


class WorkerProcess:
    """One worker, with the games that this process has loaded from files.

    `keeps`: see `Setup`.

    `number`: the number of its task, 0 for none. `stuck`: why the process ended itself, if its rule
    was stuck. `ready` is done when the rules are loaded; it gets the exception `error`, a `Refusal`
    for a game that cannot be loaded, `Broken` for anything else.
    """

    def __init__(
        self, owner: Owner, tasks: Iterable[str], memory: int, keeps: bool = False
    ) -> None:
        self.owner = owner
        self.number = 0
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.error: Exception = Broken("the process ended while it was starting")
        self.stuck: Refusal | None = None
        self._setup = Setup(sys.path, loaded_game_files(), tuple(tasks), memory, keeps)
        self._process: asyncio.subprocess.Process | None = None
        self._ended = False
        self._life = asyncio.create_task(self._live())

    @property
    def idle(self) -> bool:
        """Whether it can start a task. A process that was killed may still send messages."""
        return self.loaded and not self.number and not self._ended

    @property
    def loaded(self) -> bool:
        """Whether its rules are loaded."""
        return self.ready.done() and not self.ready.exception()

    def start(self, number: int, task: str, asked: str) -> None:
        """Start a task in an idle worker."""
        self.number = number
        self._send(Start(number, task, asked))

    def stop(self) -> None:
        """Stop the task; kill the process when the task does not end within `GRACE`."""
        number = self.number
        self._send(Stop(number))
        asyncio.get_running_loop().call_later(GRACE, self._kill_if_at, number)

    def _kill_if_at(self, number: int) -> None:
        if self.number == number:
            self.kill()

    def kill(self) -> None:
        """End the process at once."""
        self._ended = True
        if self._process is not None and self._process.returncode is None:
            self._process.kill()

    async def wait(self) -> None:
        """Wait until the process has ended."""
        await self._life

    def _send(self, message: Any) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(packed(message))

    async def _live(self) -> None:
        try:
            if self._setup.games and can_end_itself():
                await self._watched()
            else:
                await self._run()
        except OSError as error:
            self.error = Broken(str(error))
        finally:
            if not self.ready.done():
                self.ready.set_exception(self.error)
                self.ready.exception()
            self.owner.gone(self)

    async def _watched(self) -> None:
        """Run the process; when it ended itself, say where its rule was stuck."""
        outlet, inlet = os.pipe()
        self._setup = msgspec.structs.replace(self._setup, dump=inlet)
        try:
            await self._run((inlet,))
        finally:
            os.close(inlet)
            dump = dumped(outlet)
        if self._process is not None and self._process.returncode == -signal.SIGPROF and dump:
            files = [each.path for each in self._setup.games.values()]
            self.error = self.stuck = refusal_of(files, dump)

    async def _run(self, pipes: tuple[int, ...] = ()) -> None:
        """Run the process to its end. `pipes`: further file descriptors that it has."""
        self._process = process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",
            "-m",
            "tablee.faces.workers.worker_main",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},
            start_new_session=True,
            pass_fds=pipes,
        )
        if self._ended:
            process.kill()
        self._send(self._setup)
        assert process.stdout is not None
        await self._hear(process.stdout)
        assert process.stdin is not None
        process.stdin.close()
        await process.wait()

    async def _hear(self, stream: asyncio.StreamReader) -> None:
        """Hand the messages of the worker to `owner`, until the pipe closes or the worker reports a
        failed start. After the outcome of a task, `number` is 0 (no task) unless the worker ends."""
        while True:
            try:
                (length,) = LENGTH.unpack(await stream.readexactly(LENGTH.size))
                message = pickle.loads(await stream.readexactly(length))
            except (asyncio.IncompleteReadError, ConnectionError):
                return
            match message:
                case Ready():
                    self.ready.set_result(None)
                case Outcome(how=how, body=body) if not self.ready.done():
                    self.error = pickle.loads(body) if how == "refused" else Broken(body.decode())
                    return
                case Outcome(last=False):
                    self.number = 0
            self.owner.heard(self, message)
