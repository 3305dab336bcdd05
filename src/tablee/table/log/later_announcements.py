"""Lines about a run in later runs: the ones that play a consequence that it has left pending.

It may import the parts of the state and the events of a campaign. It must not know events of the table,
acts or visibility.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from tablee.rules.campaign.events import PendingKey, settled_place
from tablee.rules.contract_json import EventJson
from tablee.table.log.outcomes import Line
from tablee.table.log.state_parts import Consequence, Run


def announced_lines(
    run: Run, runs: Mapping[str, Run], consequences: Iterable[Consequence]
) -> Iterator[Line]:
    """Yield the lines of the finished runs that have played a pending consequence of a run, such as
    the bargain over a failure. `consequences`: all of the table, in order."""
    waiting: list[Consequence] = []
    for each in consequences:
        kind = each.event.get("type")
        if not each.applied:
            continue
        if kind == "du":
            waiting.append(each)
        elif kind == "acquitte":
            place = settled_place(list(map(_pending_key, waiting)), _settling_key(each.event))
            if place is None:
                continue
            left = waiting.pop(place)
            played = runs.get(each.run)
            plays = played is not None and played.procedure == left.event["du"].get("procedure")
            if left.run == run.id and plays and played is not None and played.outcome is not None:
                yield from played.outcome.lines


def _pending_key(pending: Consequence) -> PendingKey:
    added = pending.event["du"]
    return added.get("procedure"), added.get("qui"), added.get("params") or {}


def _settling_key(event: EventJson) -> PendingKey:
    return event.get("procedure"), event.get("qui"), event.get("params")
