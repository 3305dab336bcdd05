"""Consequences that read alike come once, counted; what differs stays apart."""

from __future__ import annotations

from typing import Any

from tablee.faces.web.table.consequence_lines import consequence_lines
from tablee.rules.texts.words import Words
from tablee.table.views.view_types import ConsequenceView


def view(text: str, **more: Any) -> ConsequenceView:
    given: dict[str, Any] = dict.fromkeys(ConsequenceView.__struct_fields__, "")
    given |= {"declined": False, "pending": False, "private": False, "text": text}
    return ConsequenceView(**(given | more))


def test_equal_ones_are_counted_in_the_order_of_the_first() -> None:
    heart, armour = "Gontrand perd un Cœur.", "Maëlle : l’Armure encaisse le coup."
    found = [view(heart), view(armour), view(heart), view(heart, declined=True), view(heart)]
    lines = consequence_lines(found, Words(None))
    assert [(each.text, each.declined) for each in lines] == [
        ("Gontrand perd un Cœur (3 fois).", False),
        (armour, False),
        (heart, True),
    ]
    english = consequence_lines(found, Words(None, "en"))
    assert english[0].text == "Gontrand perd un Cœur (3 times)."
