"""What a sheet that is made still needs, in words: choices and budgets.

The views of characters, the form of a sheet and the terminal show the same. This module may import
the reading of a sheet that is being made; it must not know who reads.
"""

from __future__ import annotations

from tablee.rules.contract_json import RulingsJson, SheetJson
from tablee.rules.creation import Budget
from tablee.rules.sheet import Sheet
from tablee.rules.sheets.sheet_creation import OpenChoice, budgets_of, left_for_later, open_choices
from tablee.rules.texts.words import Words
from tablee.table.views.view_types import BudgetView, CreationView


def creation_view(
    words: Words,
    kind: type[Sheet],
    given: SheetJson,
    rulings: RulingsJson,
    before: SheetJson | None = None,
) -> CreationView:
    """Return the choices and budgets of a sheet as JSON, in the reader's language. `before`: the kept
    sheet that this one changes."""
    assert words.game is not None
    left = [_choice(words, each) for each in open_choices(words.game, kind, given)]
    budgets = budgets_of(words.game, kind, given, rulings, before)
    sentence = words.phrase("Il reste à choisir : {what:=}.", what=words.enumeration(left))
    return CreationView(
        open=left,
        sentence=sentence if left else "",
        budgets=[_budget(words, each) for each in budgets],
        later=[
            words.phrase(each.text, **each.numbers)
            for each in left_for_later(words.game, kind, given)
        ],
    )


def _choice(words: Words, choice: OpenChoice) -> str:
    field = words.label(choice.field)
    if not choice.names:
        return field
    return words.phrase("{field:=} ({names:=})", field=field, names=", ".join(choice.names))


def _budget(words: Words, budget: Budget) -> BudgetView:
    assert words.game is not None
    what = words.text(budget.text)
    numbers = {"what": what, "spent": budget.spent, "available": budget.available}
    over = budget.spent - budget.available
    text = words.phrase("{what:=} : {spent} sur {available}", **numbers)
    return BudgetView(
        label=what,
        spent=budget.spent,
        available=budget.available,
        text=text,
        over=words.phrase("C’est {n} de trop ; qui mène peut l’accorder.", n=over)
        if over > 0
        else "",
        clause=words.text(words.game.clauses.get(budget.clause, "")),
    )
