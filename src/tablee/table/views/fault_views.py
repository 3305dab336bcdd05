"""What the leader has to know about the rules of the table: sheets that no longer fit, and functions of
the game that fail.

This module may import the view context and stored sheets; it must not know how a page shows either.
"""

from __future__ import annotations

from tablee.rules.contract_json import SheetJson
from tablee.rules.refusal import Refusal
from tablee.rules.sheets.stored_sheets import misfits
from tablee.rules.texts.typography import capital
from tablee.table.hook_faults import given_or_fault
from tablee.table.views.view_context import ViewContext
from tablee.table.views.whole_view_types import RulesFaultView


def fault_views(context: ViewContext) -> list[RulesFaultView]:
    """Return the faults at the table for the leader, none for a player. Called after the other parts of
    a view, which find the functions that fail."""
    state = context.state
    if not context.leads or state.archived:
        return []
    found = [
        RulesFaultView(character=name, name=context.names[name], text=text)
        for name in context.visibility.characters()
        if name not in state.put_away
        for text in _misfits(context, name, state.sheet(name))
    ]
    words = context.wording.words
    faults = dict.fromkeys(
        words.refusal(each.without_folder()) for each in context.replays.faults.known.values()
    )
    return [*found, *(RulesFaultView(character="", name="", text=text) for text in faults)]


def _misfits(context: ViewContext, name: str, sheet: SheetJson) -> list[str]:
    """Return the values of a sheet that no longer fit, as one text in a list; empty for none."""
    words = context.wording.words

    def texts() -> list[str]:
        none: list[Refusal] = []
        wrong, _ = given_or_fault(lambda: misfits(sheet, context.game), none)
        shown = (words.refusal(each.at(capital(words.label(each.field)))) for each in wrong)
        return [" ".join(shown)] if wrong else []

    return context.cache.get(("misfits", name, context.lang), texts, sheet)
