"""The begin and the end of a scene, by an act or with the scene of the rules."""

from __future__ import annotations

import secrets

from tablee.rules.contract_json import ClockJson, RecordJson
from tablee.table.acts.act_context import ActContext
from tablee.table.acts.withdraw import withdrawn
from tablee.table.log import events as ev
from tablee.table.log.scene_dice import SCHEME, SEED_BYTES, commitment_of, secret_commitment_of
from tablee.table.record_changes import record_scene

CLOCK = "horloge"
"""Part of the campaign record that contains whether a scene is played."""
CHANGES_RECORD = (ev.Recorded, ev.Declined, ev.Replaced, ev.Revealed, ev.Undone, ev.Withdrawn)
"""The events that change the campaign record."""
SCENES = (ev.SceneBegun, ev.SceneEnded)
PLACES = ("aventure", "episode", "scene")
"""Numbers of the clock of the rules that tell one scene from another, the longest unit first."""


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
    table.add(*record_scene(table.state, table.game, "debut"))


def follow_the_rules(table: ActContext, before: RecordJson) -> None:
    """End the scene of the table where the act ended the scene of the rules, as a rest does, or time
    that passes; begin one where another of the rules began. `before`: the record before the act."""
    changes = (each.changes for each in reversed(table.events) if isinstance(each, CHANGES_RECORD))
    clock = next((each[CLOCK] for each in changes if CLOCK in each), None)
    if clock is None or any(isinstance(each, SCENES) for each in table.events):
        return
    playing, goes_on = table.state.scene is not None, clock.get("en_cours", True)
    another = _place(clock) > _place(before.get(CLOCK, {}))
    if playing and (another or not goes_on):
        end(table)
    if another and goes_on and (playing or "en_cours" in clock):
        begin(table, "")


def _place(clock: ClockJson) -> tuple[int, ...]:
    """Return the place of a scene of the rules in the campaign, in order."""
    return tuple(clock.get(unit, 0) for unit in PLACES)


def end(table: ActContext) -> None:
    """End the scene: withdraw open runs, and record what time brings, unless another scene of the
    rules has begun."""
    scene = table.state.scene
    assert scene is not None
    for run in table.state.open_runs:
        table.add(withdrawn(table, run, cause="scene_ended"))
    if not any(isinstance(each, CHANGES_RECORD) and CLOCK in each.changes for each in table.events):
        table.add(*record_scene(table.state, table.game, "fin"))
    table.add(ev.SceneEnded(scene=scene.number))
