"""The act `begin_scene`."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tablee.table.acts.act import Act, visible
from tablee.table.acts.act_context import ActContext
from tablee.table.acts.scene_changes import begin
from tablee.table.refusals import Stale

Title = Annotated[str, Meta(max_length=200, description="ce que la table lit au-dessus")]


class BeginScene(Act, frozen=True, tag="begin_scene"):
    """The leader begins a scene."""

    about = "Commencer une scène."
    permission = "leader"

    title: Title = ""

    def decide(self, table: ActContext) -> None:
        if table.state.scene is not None:
            raise Stale("type", self.type_name(), "la fin de la scène en cours, d’abord")
        begin(table, visible(self.title))
