"""A watch over rules: one that neither asks nor ends is stopped, so that it stops nobody else.

A second thread looks at each thread that runs a rule. When the rule has used `PATIENCE` seconds of
processor time without a beat, the watch raises `RuleTooLong` in its thread. The time is that of the
thread alone, so a machine under load stops no rule. A rule that takes `MOST_MEMORY` without a beat
gets a `MemoryError`, before the machine runs out of memory. Code in C is stopped when it returns; until
then it may keep this thread from running too. `watch_from_outside` tells a process how to end itself then.
"""

from __future__ import annotations

import _thread
import ctypes
import gc
import os
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from functools import partial
from types import FrameType, TracebackType
from typing import Any

from tablee.rules.refusal import Refusal, refuse

PATIENCE = 1.0
"""Seconds of processor time that a rule may use between two beats."""
MOST_MEMORY = 2**29
"""Bytes by which the memory of the process may grow between two beats."""
OLDEST = 2
"""Generation of the garbage collector that takes long."""
PAUSE = 0.2
"""Seconds between two looks."""
_COLLECTED = 0.02
"""Seconds in which a collection that was about to begin does begin."""
_LIBRARY = os.path.dirname(os.__file__)


class RuleTooLong(BaseException):
    """Signal that the watch stops a rule. It is no `Exception`, so that a rule does not catch it."""


class _Watched:
    """A thread that runs a rule. `depth`: number of nested entries; `beats`: counter of its beats;
    `collecting`: the time at which the garbage collector has begun in it."""

    __slots__ = (
        "beats",
        "clock",
        "collecting",
        "depth",
        "patience",
        "paused_collector",
        "stopped",
        "thread",
    )

    def __init__(self, thread: int) -> None:
        self.thread = thread
        self.depth = 0
        self.beats = 0
        self.patience = PATIENCE
        self.collecting: float | None = None
        self.stopped = False
        self.paused_collector = False
        self.clock = _clock_of(thread)
        """Processor time of the thread; the time of the machine on systems that do not have it."""


def _clock_of(thread: int) -> Callable[[], float]:
    find = getattr(time, "pthread_getcpuclockid", None)
    return time.monotonic if find is None else partial(time.clock_gettime, find(thread))


_own = threading.local()
"""What is watched of each thread."""
_running: dict[int, _Watched] = {}
_lock = threading.Lock()
_busy = threading.Event()
_watching = False
"""Whether the watcher runs. It never ends."""
_alarm: Callable[[bool], object] = bool
"""Function that starts an alarm of the system again, which ends the process, or stops it."""


def watch_from_outside(alarm: Callable[[bool], object]) -> None:
    """Call `alarm(True)` at each look while a rule runs, and `alarm(False)` when none does."""
    global _alarm
    _alarm = alarm


def enter() -> _Watched:
    """Begin to watch the thread, or count one more entry: a beat."""
    try:
        watched: _Watched = _own.watched
    except AttributeError:
        watched = _own.watched = _Watched(threading.get_ident())
    watched.beats += 1
    watched.depth += 1
    if watched.depth == 1:
        watched.stopped = False
        watched.patience = PATIENCE
        _running[watched.thread] = watched
        if not _busy.is_set():
            _start()
    return watched


def leave(watched: _Watched) -> None:
    """End one entry; after the outermost one, nothing is raised in the thread any more."""
    watched.beats += 1
    watched.depth -= 1
    if watched.depth:
        return
    with _lock:
        _running.pop(watched.thread, None)
        if watched.stopped:
            _raise_in(watched.thread, None)
        if watched.paused_collector:
            watched.paused_collector = False
            gc.enable()


@contextmanager
def watched() -> Iterator[None]:
    """Watch the body of a `with` statement. Raises `Refusal` when it goes on for ever."""
    entry = enter()
    try:
        yield
    except RuleTooLong as error:
        if entry.depth > 1:
            raise
        raise endless(error.__traceback__) from None
    finally:
        leave(entry)


def beat(work: float = 0.0) -> None:
    """Tell that the rule of this thread goes on. `work`: seconds that its next step may take."""
    watched = _running.get(threading.get_ident())
    if watched is not None:
        watched.beats += 1
        watched.patience = PATIENCE + work


def _collect(phase: str, about: dict[str, int]) -> None:
    """Give a rule the time that the garbage collector has used in its thread: with many objects in
    the process that may be seconds, and the rule is not their cause."""
    if about.get("generation") == OLDEST and _busy.is_set():
        _alarm(phase != "start")
    watched = _running.get(threading.get_ident())
    if watched is None:
        return
    if phase == "start":
        watched.collecting = watched.clock()
    elif watched.collecting is not None:
        watched.patience += watched.clock() - watched.collecting
        watched.collecting = None


gc.callbacks.append(_collect)


def _forget() -> None:
    """Begin again in a forked process, which has no watcher. Its locks are new: the watcher of the
    first process may have held one, and nobody would release it here."""
    global _alarm, _own, _lock, _busy, _watching
    _own, _lock, _busy = threading.local(), threading.Lock(), threading.Event()
    _alarm, _watching = bool, False
    _running.clear()


if hasattr(os, "register_at_fork"):  # not on Windows, which does not fork
    os.register_at_fork(after_in_child=_forget)


def _start() -> None:
    """Wake the watcher. `Thread.start` would wait until it runs: the first law of a process took 0.3
    to 5 ms longer on a machine under load, about as long as the law itself."""
    global _watching
    with _lock:
        _busy.set()
        _alarm(True)
        if not _watching:  # the first time
            _thread.start_new_thread(_watch, ())
            _watching = True


def _watch() -> None:
    """Look at the threads as long as one runs a rule."""
    seen: dict[_Watched, _Seen] = {}
    while True:
        _busy.wait()
        time.sleep(PAUSE)
        running = list(_running.items())
        if not running:
            _busy.clear()
            _alarm(False)
        if _running:  # perhaps one that has begun meanwhile
            _busy.set()
            _alarm(True)
        seen = {each: seen[each] for _, each in running if each in seen}
        for thread, each in running:
            _look(thread, each, seen)


def _memory() -> int:
    """Return the resident memory of the process in bytes; 0 on systems without `/proc`."""
    try:
        with open("/proc/self/statm", "rb") as stream:
            return int(stream.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 0


_Seen = tuple[int, float, int]
"""Beats of a thread, its processor time then, and the memory of the process then."""


def _look(thread: int, watched: _Watched, seen: dict[_Watched, _Seen]) -> None:
    """Compare a thread with what was seen before, and stop its rule when its time is over, or when it
    takes too much memory."""
    try:
        used = watched.clock()
    except OSError:  # the thread has ended
        return
    memory = _memory()
    beats, since, before = seen.get(watched, (-1, 0.0, 0))
    if beats != watched.beats:
        seen[watched] = watched.beats, used, memory
        return
    if watched.collecting is not None:
        return
    if memory - before > MOST_MEMORY:
        _stop(thread, watched, beats, MemoryError)
    elif used - since > watched.patience:
        _stop(thread, watched, beats, RuleTooLong)
        seen[watched] = beats, used, memory


def _stop(thread: int, watched: _Watched, beats: int, error: type[BaseException]) -> None:
    """Raise an error in a thread that has not gone on since a look. The garbage collector waits until
    the rule has ended: an error that comes up in `_collect` would be lost."""
    with _lock:
        if _running.get(thread) is not watched:
            return
        if gc.isenabled():
            gc.disable()
            watched.paused_collector = True
    time.sleep(_COLLECTED)
    with _lock:
        if _running.get(thread) is watched and watched.beats == beats and not watched.collecting:
            watched.stopped = True
            _raise_in(thread, error)


def _raise_in(thread: int, error: type[BaseException] | None) -> None:
    """Raise an error in a thread, or take back one that it has not seen yet."""
    value = None if error is None else ctypes.py_object(error)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), value)


def endless(trace: TracebackType | None) -> Refusal:
    """Return the refusal of a rule that was stopped, with the line where it was."""
    return endless_at(*_place(trace))


def endless_at(file: str, line: int) -> Refusal:
    """Return the refusal of a rule that was stopped at a line."""
    near = os.path.relpath(file) if file else "?"
    place = file if near.startswith("..") else near
    return refuse(f"{place}:{line}", None, _ENDS)


_ENDS = (
    "un code qui s’achève ; celui-ci n’a rien demandé ni rendu en plus d’une seconde de "
    "calcul : sa boucle ne finit jamais, ou fait trop de travail"
)

_ASKS = (
    "cette règle demande plus de {n} réponses d’affilée (ligne {line:=}) ; donnez une borne à "
    "sa boucle, ou rejouez par « return await become(…) »"
)

_STATES = (
    "ce jet passe par plus de {n} états nouveaux à la suite (« become ») ; donnez une borne à ce qui y "
    "grandit"
)
_UNASKED_STATES = "ce jet passe par plus de {n} états à la suite (« become ») sans rien demander ; faites-le finir"
_TURNS = (
    "ce jet peut ne jamais finir avec ces réponses : il revient à des états (« become ») d’où rien ne "
    "sort ; donnez une borne au nombre de tours, ou d’autres réponses"
)
_CALLS = (
    "plus de {n:appel imbriqué|appels imbriqués} (ligne {line:=}) ; faites finir ces appels, ou "
    "continuez par « return await become(…) »"
)
_COUNTS = (
    "ce jet passe par plus de {n} états qui ne diffèrent que par « {name:=} » ; donnez-lui une borne "
    "dans la règle, ou ne comptez pas ce qui ne change rien"
)


TOO_MUCH = "moins de valeurs à la fois : celles-ci ne tiennent pas en mémoire"
"""What is allowed to a rule that had a `MemoryError`."""


def is_endless(refusal: Refusal) -> bool:
    """Return whether a rule was refused because it was stopped, took too much memory, or went on too
    long in a row."""
    return refusal.allowed in (_ENDS, _ASKS, _STATES, _UNASKED_STATES, TOO_MUCH)


def endless_path(where: str, line: int, count: int) -> Refusal:
    """Return the refusal of a rule that has asked `count` times, at a line, and goes on."""
    return Refusal("too_large", where, None, _ASKS, n=count, line=str(line or "?"))


def line_of_wait(rule: Coroutine[Any, Any, Any]) -> int:
    """Return the line at which a rule waits for an answer; 0 where it does not wait."""
    frame: FrameType | None = getattr(rule, "cr_frame", None)
    return frame.f_lineno if frame else 0


def endless_calls(where: str, line: int, count: int) -> Refusal:
    """Return the refusal of rules that nest `count` calls, the last at a line, and go on."""
    return Refusal("too_large", where, None, _CALLS, n=count, line=str(line or "?"))


def endless_counter(where: str, name: str, count: int) -> Refusal:
    """Return the refusal of a rule in whose states a number of this name has no bound."""
    return Refusal("too_large", where, None, _COUNTS, n=count, name=name)


def endless_states(where: str, count: int, asks: bool = True) -> Refusal:
    """Return the refusal of a rule that goes on from state to state. `asks`: whether it asks there."""
    return Refusal("too_large", where, None, _STATES if asks else _UNASKED_STATES, n=count)


def may_never_end(where: str) -> Refusal:
    """Return the refusal of a run that goes from state to state and reaches no result."""
    return Refusal("too_large", where, None, _TURNS)


def _place(trace: TracebackType | None) -> tuple[str, int]:
    """Return file and line of the innermost code of a game, else of the innermost code."""
    found, last = ("", 0), ("", 0)
    while trace is not None:
        last = trace.tb_frame.f_code.co_filename, trace.tb_lineno
        if _is_of_a_game(trace.tb_frame):
            found = last
        trace = trace.tb_next
    return found if found[0] else last


def _is_of_a_game(frame: FrameType) -> bool:
    name = str(frame.f_globals.get("__name__", ""))
    if name.startswith("tablee."):
        return name.startswith("tablee.games.")
    return not frame.f_code.co_filename.startswith((_LIBRARY, "<"))
