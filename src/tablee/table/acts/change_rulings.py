"""The act `change_rulings`."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tablee.rules.campaign.record import read_fitting
from tablee.rules.contract_json import RulingsJson
from tablee.rules.refusal import Refusal, refuse
from tablee.rules.schema import read_record, show
from tablee.table.acts.act import Act
from tablee.table.acts.act_context import ActContext
from tablee.table.log import events as ev
from tablee.table.refusals import Stale


class ChangeRulings(Act, frozen=True, tag="change_rulings"):
    """The leader changes rulings of the campaign for what follows: the runs under way keep theirs."""

    about = "Changer des choix de campagne, pour ce qui suit : les jets en cours gardent les leurs."
    permission = "leader"
    schemas = {"rulings": ("GAME.rulings",)}

    rulings: Annotated[
        RulingsJson,
        Meta(description="les choix qui changent ; ceux qui n’y sont pas restent ce qu’ils sont"),
    ]

    def decide(self, table: ActContext) -> None:
        state, declared = table.state, table.game.rulings
        before = show(read_record(declared, state.rulings, "rulings."))
        after = show(read_record(declared, {**state.rulings, **self.rulings}, "rulings."))
        changed = {name: value for name, value in after.items() if value != before[name]}
        if not changed:
            raise Stale("rulings", None, "au moins un choix autre que ceux de maintenant")
        try:
            read_fitting(table.game, state.record, after)
        except Refusal:
            raise refuse("rulings", None, "des choix que la chronique admet") from None
        table.add(ev.RulingsChanged(changed=changed))
