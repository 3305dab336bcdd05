"""Scenes begin and end."""

from __future__ import annotations

import secrets

from tablee.table.acts import records as acts
from tablee.table.acts.context import Desk
from tablee.table.acts.undoing import withdrawn
from tablee.table.log import events as ev
from tablee.table.log.scene_dice import SEED_BYTES, commitment_of
from tablee.table.record_changes import begun, ended
from tablee.table.refusals import Stale

CLOCK = "horloge"
"""The part of a chronicle that says whether a scene is played."""
CHANGING = (ev.Recorded, ev.Declined, ev.Replaced, ev.Revealed, ev.Undone, ev.Withdrawn)
"""The events by which the chronicle changes."""


def begin_scene(desk: Desk, act: acts.BeginScene) -> None:
    desk.lead("begin_scene")
    if desk.state.scene is not None:
        raise Stale("type", "begin_scene", "la fin de la scène en cours, d’abord")
    begin(desk, acts.seen(act.title))


def begin(desk: Desk, title: str) -> None:
    """A scene begins, with dice of its own."""
    seed, screen = secrets.token_hex(SEED_BYTES), secrets.token_hex(SEED_BYTES)
    desk.happen(
        ev.SceneBegun(
            scene=len(desk.state.scenes) + 1,
            title=title,
            seed=seed,
            commitment=commitment_of(seed),
            secret_seed=screen,
            secret_commitment=commitment_of(screen),
        )
    )
    desk.happen(*begun(desk.state, desk.game))


def end_scene(desk: Desk) -> None:
    """The leader ends the scene."""
    desk.lead("end_scene")
    if desk.state.scene is None:
        raise Stale("type", "end_scene", "une scène en cours")
    _end(desk)


def end_with_the_rules(desk: Desk) -> None:
    """Where an act has ended the scene of the rules, as a rest does, that of the table ends too."""
    clocks = (each.changes for each in reversed(desk.events) if isinstance(each, CHANGING))
    clock = next((after[CLOCK] for after in clocks if CLOCK in after), None)
    if clock is not None and not clock.get("en_cours", True) and desk.state.scene is not None:
        _end(desk)


def _end(desk: Desk) -> None:
    """The scene ends: open runs are over, what is due of it is kept, its seed may be shown."""
    scene = desk.state.scene
    assert scene is not None
    for run in desk.state.open_runs:
        desk.happen(withdrawn(desk, run, cause="scene_ended"))
    desk.happen(*ended(desk.state, desk.game))
    desk.happen(ev.SceneEnded(scene=scene.number))
