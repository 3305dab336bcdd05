"""The secret throws that a player may verify: those of revealed runs, revealed free dice, and those for
its eyes only.

A player never gets the secret seed, which gives all secret throws. It gets the keys of the throws that
it may read, when their scene is over, and the names of the runs that stay secret, which the table
shows to it anyway. This module may import the state of a table and what seats see of it; it must not
know events or files.
"""

from __future__ import annotations

from collections import defaultdict

from msgspec.structs import replace

from tablee.table.export.house_throws import SceneThrows, Side, Thrown, draw_of
from tablee.table.log.outcomes import Line
from tablee.table.log.scene_dice import COUNTED_SCHEME, ONE_FREE_KEY_SCHEME
from tablee.table.log.secret_keys import revealed_keys
from tablee.table.log.state_parts import Run, secret_throw_id
from tablee.table.log.table_state import State
from tablee.table.views.visibility import Visibility


def revealed_side(state: State, scene: SceneThrows, seat: str) -> Side | None:
    """Return the secret throws of a scene that a player may verify; None in a scene of an older
    scheme, which has no keys."""
    secret = scene.secret
    if secret is None or scene.scheme <= COUNTED_SCHEME:
        return None
    by_key: dict[int, list[Thrown]] = defaultdict(list)
    for thrown in secret.throws:
        by_key[draw_of(scene, "screen", thrown).key_number].append(thrown)
    visibility = Visibility(state, seat)
    numbers = {
        number
        for number, throws in by_key.items()
        if all(_may_verify(visibility, scene, each) for each in throws)
    }
    throws = [
        replace(each, counter=each.place + 1, log=None)
        for each in secret.throws
        if draw_of(scene, "screen", each).key_number in numbers
    ]
    known = secret.seed and scene.ended is not None
    return replace(
        secret,
        seed="",
        throws=throws,
        keys=revealed_keys(secret.seed, numbers) if known else None,
        kept=_kept(state, scene.scene),
    )


def _kept(state: State, scene: int) -> list[str]:
    """Return the runs of a scene that stay secret, in the order of their requests."""
    hidden = (run for run in state.runs.values() if run.scene == scene)
    return [run.id for run in hidden if run.id in state.hidden_runs]


def _may_verify(visibility: Visibility, scene: SceneThrows, thrown: Thrown) -> bool:
    state = visibility.state
    if not thrown.run:
        name = secret_throw_id(scene.scene, thrown.place)
        return scene.scheme > ONE_FREE_KEY_SCHEME and name in state.revealed_throws
    run = state.runs.get(thrown.run)
    if run is None or visibility.hides_result(run):
        return False
    return not thrown.for_one or _reads_all(visibility, run)


def _reads_all(visibility: Visibility, run: Run) -> bool:
    """Return whether the seat reads all throws of a run that only one seat sees. One key gives them
    all."""
    lines = _roll_lines(run)
    thrown = [each for each in run.answers if "dice" in each.answer]
    if len(lines) != len(thrown):
        return False
    pairs = zip(lines, thrown, strict=True)
    return all(visibility.reads(run, line) for line, given in pairs if given.for_one)


def _roll_lines(run: Run) -> list[Line]:
    """Return the lines of the throws of a run that is over: finished, or withdrawn before its end."""
    lines = run.struck if run.outcome is None else run.outcome.lines
    return [line for line in lines if line.kind == "roll"]
