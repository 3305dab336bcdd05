"""What stands in a piece of a page for what differs from page to page."""

from __future__ import annotations

from markupsafe import Markup

from tablee.faces.web.table.placeholders import HERE, put_in, stand_in


def test_values_are_put_in_and_escaped() -> None:
    piece = f"<p id={stand_in('id')}>{stand_in('text')}, {stand_in('id')}</p>"
    told = put_in(piece, {"id": "a1", "text": "<b> & co"})
    assert told == Markup("<p id=a1>&lt;b&gt; &amp; co, a1</p>")


def test_other_names_stay_for_later() -> None:
    piece = f"{HERE}/{stand_in('id')}"
    assert put_in(piece, {"id": "a1"}) == f"{HERE}/a1"


def test_what_somebody_types_is_no_name() -> None:
    """Nor is half of what stands in, nor a name around which something else stands."""
    typed = "\ue000id\ue000 \ue000ici\ue000 \ue000 id \ue000\ue000"
    assert put_in(f"{typed}{stand_in('id')}", {"id": "a1", "ici": "?"}) == f"{typed}a1"
