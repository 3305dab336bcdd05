"""A consequence as a seat sees it: its text, why it is refused, what it may be replaced by.

This module may import the view context and the log's states; it must not know which consequences a
run has.
"""

from __future__ import annotations

from collections.abc import Sequence

from tablee.table.log.outcomes import Line
from tablee.table.log.state_parts import Consequence
from tablee.table.record_changes import FIELD
from tablee.table.views.view_context import ViewContext
from tablee.table.views.view_types import ConsequenceView


def consequence_view(context: ViewContext, consequence: Consequence) -> ConsequenceView:
    """Return the view of a consequence that the seat may see."""
    wording = context.wording
    summary = wording.message(consequence.run_line, {}) if consequence.run_line else ""
    visible = [line for line in consequence.lines if context.visibility.reads_about(line)]
    details = wording.messages(visible, {})
    if consequence.alternatives and details:
        summary = ""  # it is the same for every alternative
    lasting = _is_lasting(context, consequence)
    visibility = context.visibility
    return ConsequenceView(
        id=consequence.id,
        character=context.names.get(consequence.character, ""),
        text=summary or " ".join(details),
        details=details if summary else [],
        clauses=wording.clauses(
            [*visible, *([consequence.run_line] if consequence.run_line else [])]
        ),
        declined=not consequence.applied,
        pending=consequence.held,
        private=consequence.private,
        refused=_refusal(context, consequence),
        overrules=consequence.by_hand,
        may=lasting and visibility.may_decline(consequence),
        alternatives=_alternatives(context, consequence) if lasting else [],
    )


def _is_lasting(context: ViewContext, consequence: Consequence) -> bool:
    """Return whether it may still be declined, restored or replaced."""
    state = context.state
    over = consequence.impossible or consequence.cancelled or state.archived
    return consequence.id in state.scene_consequences and not over


def _alternatives(context: ViewContext, consequence: Consequence) -> list[str]:
    """Return what the seat may replace it by; none where that is for the leader to judge."""
    if not context.visibility.may_change(consequence):
        return []
    if not context.leads and any(other.for_leader for other in consequence.alternatives):
        return []
    return [_text(context, other.lines) for other in consequence.alternatives]


def _text(context: ViewContext, lines: Sequence[Line]) -> str:
    visible = (line for line in lines if context.visibility.reads_about(line))
    return " ".join(context.wording.messages(visible, {}))


def _refusal(context: ViewContext, consequence: Consequence) -> str:
    """Return why it is impossible; to players without any name or number."""
    if not consequence.impossible:
        return ""
    wording = context.wording
    short = wording.words.text("Ce n’est pas possible en l’état.")
    if not context.leads:
        return short
    why = consequence.refusal
    if why is None:
        return f"{short} {consequence.refusal_text}"
    allowed = wording.words.phrase(why.text, **why.numbers)
    field = wording.label(str(why.numbers.get(FIELD, "")))
    if not field:
        return f"{short} {allowed}"
    expected = "{field:=}, attendu : {allowed:=}."
    return f"{short} {wording.words.phrase(expected, field=field, allowed=allowed)}"
