"""The begin and the end of a scene, by an act or with the scene of the rules."""

from __future__ import annotations

import secrets

from tablee.table.acts.act_context import ActContext
from tablee.table.acts.withdraw import withdrawn
from tablee.table.log import events as ev
from tablee.table.log.scene_dice import SCHEME, SEED_BYTES, commitment_of, secret_commitment_of
from tablee.table.record_changes import record_scene_end, record_scene_start

CLOCK = "horloge"
"""Part of the campaign record that contains whether a scene is played."""
CHANGES_RECORD = (ev.Recorded, ev.Declined, ev.Replaced, ev.Revealed, ev.Undone, ev.Withdrawn)
"""The events that change the campaign record."""


def begin(table: ActContext, title: str) -> None:
    """Begin a scene with new seeds."""
    seed, secret_seed = secrets.token_hex(SEED_BYTES), secrets.token_hex(SEED_BYTES)
    table.add(
        ev.SceneBegun(
            scene=len(table.state.scenes) + 1,
            title=title,
            seed=seed,
            commitment=commitment_of(seed),
            secret_seed=secret_seed,
            secret_commitment=secret_commitment_of(secret_seed),
            scheme=SCHEME,
            seats=table.state.players,
        )
    )
    table.add(*record_scene_start(table.state, table.game))


def end_with_the_rules(table: ActContext) -> None:
    """End the scene of the table where the act ended the scene of the rules, as a rest does."""
    changes = (each.changes for each in reversed(table.events) if isinstance(each, CHANGES_RECORD))
    clock = next((each[CLOCK] for each in changes if CLOCK in each), None)
    if clock is not None and not clock.get("en_cours", True) and table.state.scene is not None:
        end(table)


def end(table: ActContext) -> None:
    """End the scene: withdraw open runs, and record what time brings."""
    scene = table.state.scene
    assert scene is not None
    for run in table.state.open_runs:
        table.add(withdrawn(table, run, cause="scene_ended"))
    table.add(*record_scene_end(table.state, table.game))
    table.add(ev.SceneEnded(scene=scene.number))
