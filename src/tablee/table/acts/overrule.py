"""The act `overrule`."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from tablee.rules.refusal import refuse, refuse_name
from tablee.rules.registry import find_procedure
from tablee.rules.schema import fields_of
from tablee.table.acts.act import Act, Reason, RunId, visible
from tablee.table.acts.act_context import ActContext
from tablee.table.log import events as ev
from tablee.table.log.events.run_events import MAX_DECISIONS
from tablee.table.log.refusal_texts import FINISHED_RUN, TOO_MANY_DECISIONS
from tablee.table.log.state_parts import Run
from tablee.table.refusals import Stale

MAX_BYTES = 2_000
"""Maximum size of the new value, as JSON: it is shown in one line."""

FieldName = Annotated[
    str, Meta(max_length=100, description="un champ du résultat ; vide : le jet entier")
]


class Overrule(Act, frozen=True, tag="overrule"):
    """The leader overrules a finished run of any scene: a field of its result, or the whole run in
    words."""

    about = "Décider autrement d’un jet fini."
    permission = "leader"

    run: RunId
    field: FieldName = ""
    value: Annotated[Any, Meta(description="ce qu’il vaut désormais")] = None
    reason: Reason = ""

    def decide(self, table: ActContext) -> None:
        run = table.find_run(self.run)
        if run.outcome is None or run.status != "done":
            raise Stale("run", run.id, FINISHED_RUN)
        if len(run.overruled) == MAX_DECISIONS:
            raise refuse("run", run.id, TOO_MANY_DECISIONS, most=MAX_DECISIONS)
        if len(msgspec.json.encode(self.value)) > MAX_BYTES:
            raise refuse("value", None, "une valeur plus courte, ou une autre")
        reason = visible(self.reason)
        self._check_field(run, reason)
        table.add(ev.Overruled(run=run.id, field=self.field, value=self.value, reason=reason))

    def _check_field(self, run: Run, reason: str) -> None:
        """Refuse a value without its field, a field without its value, and neither of them without
        a reason."""
        known = fields_of(find_procedure(run.procedure).result_type())
        has_field, has_value = bool(self.field), self.value not in (None, "")
        if has_value and not has_field:
            raise refuse("field", None, "ce que la valeur remplace dans le résultat")
        if has_field and self.field not in known:
            raise refuse_name("field", self.field, known)
        if has_field and not has_value:
            raise refuse("value", None, "une valeur (obligatoire)")
        if not has_field and not reason:
            raise refuse("reason", self.reason, "ce qui a été décidé, ou un champ et sa valeur")
