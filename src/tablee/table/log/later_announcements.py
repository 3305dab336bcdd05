"""Lines about a run in later runs: the ones that play a consequence that it has left pending.

It may import the parts of the state. It must not know events, acts or visibility.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

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
        elif kind == "acquitte" and (left := _settled(each, waiting)) is not None:
            waiting.remove(left)
            played = runs.get(each.run)
            plays = played is not None and played.procedure == left.event["du"].get("procedure")
            if left.run == run.id and plays and played is not None and played.outcome is not None:
                yield from played.outcome.lines


def _settled(settling: Consequence, waiting: list[Consequence]) -> Consequence | None:
    """Return the pending consequence that an event removes, as `SettlePending` chooses it: the first one
    of its procedure and character, with its parameters if there is one."""
    event = settling.event
    about = event.get("procedure"), event.get("qui")
    alike = [each for each in waiting if _about(each) == about]
    given = event.get("params")
    same = [each for each in alike if given is not None and _params(each) == given]
    return next(iter([*same, *alike]), None)


def _about(pending: Consequence) -> tuple[object, object]:
    added = pending.event["du"]
    return added.get("procedure"), added.get("qui")


def _params(pending: Consequence) -> object:
    return pending.event["du"].get("params") or {}
