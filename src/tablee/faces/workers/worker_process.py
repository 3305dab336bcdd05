"""A worker as the server sees it: a process, what it is at, what it says."""

from __future__ import annotations

import asyncio
import os
import pickle
import sys
from collections.abc import Iterable
from typing import Any, Protocol

from tablee.faces.workers.pipe import LENGTH, Outcome, Ready, Setup, Stop, Task, packed
from tablee.rules.registry import loaded_game_files

GRACE = 0.15
"""Seconds that a task has to end by itself when it is no longer wanted."""


class Broken(Exception):
    """A worker could not be made ready; `args[0]` tells how."""


class Owner(Protocol):
    """Who hears of a worker."""

    def heard(self, hand: Hand, message: Any) -> None:
        """It said something of its task."""

    def gone(self, hand: Hand) -> None:
        """Its process has ended."""


class Hand:
    """One worker process, with the games that files have brought into this one.

    `number`: the task it is at, 0 when it has none (or is not ready). `ready` gets the exception
    `wrong`: a `Refusal` when a game cannot be loaded, `Broken` when anything else goes wrong.
    """

    def __init__(self, owner: Owner, works: Iterable[str], memory: int) -> None:
        self.owner = owner
        self.number = 0
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.wrong: Exception = Broken("the process ended while it was starting")
        self._setup = Setup(sys.path, loaded_game_files(), tuple(works), memory)
        self._process: asyncio.subprocess.Process | None = None
        self._ended = False
        self._life = asyncio.create_task(self._live())

    @property
    def idle(self) -> bool:
        """Whether it may be given a task: one that is being killed may still be heard."""
        return self.loaded and not self.number and not self._ended

    @property
    def loaded(self) -> bool:
        """Whether its rules are loaded (then `ready` holds no exception)."""
        return self.ready.done() and not self.ready.exception()

    def give(self, number: int, work: str, asked: str) -> None:
        """Have an idle worker begin a task."""
        self.number = number
        self._send(Task(number, work, asked))

    def stop(self) -> None:
        """Have it drop its task; kill it when it does not do so within `GRACE`."""
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

    async def over(self) -> None:
        """Wait until the process has ended."""
        await self._life

    def _send(self, message: Any) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(packed(message))

    async def _live(self) -> None:
        try:
            self._process = process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-P",
                "-m",
                "tablee.faces.workers.worker_main",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},
                start_new_session=True,
            )
            if self._ended:
                process.kill()
            self._send(self._setup)
            assert process.stdout is not None
            await self._hear(process.stdout)
            assert process.stdin is not None
            process.stdin.close()
            await process.wait()
        except OSError as error:
            self.wrong = Broken(str(error))
        finally:
            if not self.ready.done():
                self.ready.set_exception(self.wrong)
                self.ready.exception()
            self.owner.gone(self)

    async def _hear(self, stream: asyncio.StreamReader) -> None:
        """Pass on what the worker says until its pipe closes, or until it says it is not ready."""
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
                    self.wrong = pickle.loads(body) if how == "refused" else Broken(body.decode())
                    return
                case Outcome(last=False):
                    self.number = 0
            self.owner.heard(self, message)
