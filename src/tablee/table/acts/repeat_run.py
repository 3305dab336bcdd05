"""The act `repeat`."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tablee.table.acts.act import Act, RunId
from tablee.table.acts.act_context import ActContext
from tablee.table.acts.run_requests import check_room, new_group, request_again
from tablee.table.log.state_parts import Run
from tablee.table.refusals import Stale


class Repeat(Act, frozen=True, tag="repeat"):
    """The leader requests the same run again; with `all` of every character that was requested
    together."""

    about = "Demander le même jet encore une fois."
    permission = "leader"

    run: RunId
    all: Annotated[
        bool, Meta(description="à tous à qui il a été demandé à la fois, non à un seul")
    ] = False

    def decide(self, table: ActContext) -> None:
        run = table.find_run(self.run)
        runs = _group_of(table, run) if self.all else [run]
        check_room(table, len(runs))
        group = new_group(table) if len(runs) > 1 else ""
        for each in runs:
            request_again(table, each, group)


def _group_of(table: ActContext, run: Run) -> list[Run]:
    """Return the runs requested together with a run, without those withdrawn since."""
    if not run.group:
        raise Stale("all", True, "un jet demandé à plusieurs à la fois")
    group = (each for each in table.state.runs.values() if each.group == run.group)
    return [each for each in group if each is run or each.status != "withdrawn"]
