"""Consequences that read alike come once, counted; what differs stays apart."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tablee.faces.web.page_context import HERE, NOTHING
from tablee.faces.web.rendering import Renderer
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


@pytest.mark.parametrize(
    ("mine", "many", "button"),
    [
        (0, 6, None),
        (3, 6, "Refuser les miens"),
        (6, 6, "Tout refuser"),
        (0, 2, None),
        (1, 3, None),
    ],
)
def test_many_are_one_paragraph_for_every_seat(mine: int, many: int, button: str | None) -> None:
    """A player who may refuse none of a fight's twenty changes reads one paragraph all the same."""
    plain = {"text": "Gontrand perd un Cœur.", "declined": False, "pending": False}
    plain |= {"refused": "", "clauses": [], "alternatives": []}
    found = [{"id": str(n), "may": n < mine, **plain} for n in range(many)]
    run = {"id": "j1", "consequences": found, "outcome": found[:1]}
    renderer = Renderer(root="", here=HERE)
    page = str(renderer.piece("table/ended.html", "consequences", Words(None), NOTHING, run))
    assert ("Un par un" in page) is (many > 4)
    assert re.findall("(?:Tout refuser|Refuser les miens)", page) == ([button] if button else [])
