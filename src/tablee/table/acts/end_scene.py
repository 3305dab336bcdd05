"""The act `end_scene`."""

from __future__ import annotations

from tablee.table.acts.act import Act
from tablee.table.acts.act_context import ActContext
from tablee.table.acts.scene_changes import end
from tablee.table.log.refusal_texts import RUNNING_SCENE
from tablee.table.refusals import Stale


class EndScene(Act, frozen=True, tag="end_scene"):
    """The leader ends the scene: open runs are withdrawn, pending effects of time are recorded, and
    the seed of its dice becomes visible."""

    about = "Finir la scène : ce qui lui revient est inscrit, la graine de ses dés montrée."
    permission = "leader"

    def decide(self, table: ActContext) -> None:
        if table.state.scene is None:
            raise Stale("type", self.type_name(), RUNNING_SCENE)
        end(table)
