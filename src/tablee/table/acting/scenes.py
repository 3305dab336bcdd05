"""Scenes begin and end."""

from __future__ import annotations

import secrets

from tablee.table.acting import acts
from tablee.table.acting.desk import Desk
from tablee.table.acting.retracting import withdrawn
from tablee.table.keeping import begun, ended
from tablee.table.log import events as ev
from tablee.table.log.draws import SEED_BYTES, commitment_of
from tablee.table.refusing import Stale

__all__ = ["begin", "begin_scene", "end_scene"]


def begin_scene(desk: Desk, act: acts.BeginScene) -> None:
    desk.lead("begin_scene")
    if desk.state.scene is not None:
        raise Stale("type", "begin_scene", "la fin de la scène en cours, d’abord")
    begin(desk, act.title)


def begin(desk: Desk, title: str) -> None:
    """A scene begins, with dice of its own."""
    seed, screen = secrets.token_hex(SEED_BYTES), secrets.token_hex(SEED_BYTES)
    desk.happen(
        ev.SceneBegun(
            scene=len(desk.state.scenes) + 1,
            title=title,
            seed=seed,
            commitment=commitment_of(seed),
            screen=screen,
            screen_commitment=commitment_of(screen),
        )
    )
    desk.happen(*begun(desk.state, desk.game))


def end_scene(desk: Desk) -> None:
    """The scene ends: open runs are over, what is due of it is kept, its seed may be shown."""
    desk.lead("end_scene")
    scene = desk.state.scene
    if scene is None:
        raise Stale("type", "end_scene", "une scène en cours")
    for run in desk.state.open_runs:
        desk.happen(withdrawn(desk, run, cause="scene_ended"))
    desk.happen(*ended(desk.state, desk.game))
    desk.happen(ev.SceneEnded(scene=scene.number))
