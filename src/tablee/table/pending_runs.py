"""The pending runs that a seat may begin itself.

This module may import the state of a table and what seats see. It must not know an act or a view.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tablee.rules.contract_json import PendingJson
from tablee.rules.game import Game
from tablee.table.log.state_parts import Consequence, Run
from tablee.table.log.table_state import State
from tablee.table.record_changes import PENDING
from tablee.table.views.visibility import Visibility


def begun_by_player(
    state: State, game: Game, seat: str
) -> Iterator[tuple[PendingJson, Consequence]]:
    """Yield the pending runs that a seat may begin, each with its consequence: of a procedure that
    players begin, for a character of the seat, of the scene that is played."""
    visibility = Visibility(state, seat)
    if state.scene is None or state.archived:
        return
    known = [state.consequences[name] for name in state.scene_consequences]
    left = [each for each in known if each.event.get("type") == PENDING and each.applied]
    for pending in state.record.get("dus", []):
        procedure = game.procedure(pending.get("procedure") or "")
        who = pending.get("qui") or ""
        if procedure is None or not procedure.begun_by_player or not visibility.owns(who):
            continue
        found = next((each for each in left if _is_of(each, pending)), None)
        if found is not None:
            left.remove(found)
            if visibility.sees_consequence(found):
                yield pending, found


def is_played(pending: PendingJson, runs: Iterable[Run]) -> bool:
    """Return whether one of the open runs plays the same procedure for the same character."""
    procedure, who = pending.get("procedure"), pending.get("qui")
    return any(run.procedure == procedure and who in run.who for run in runs)


def _is_of(consequence: Consequence, pending: PendingJson) -> bool:
    """Return whether a consequence added a pending run."""
    added = consequence.event["du"]
    same = all((added.get(each) or "") == (pending.get(each) or "") for each in _SAME)
    return same and consequence.run != ""


_SAME = ("procedure", "qui", "texte")
