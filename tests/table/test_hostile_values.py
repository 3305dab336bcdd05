"""What somebody types or sends at a table breaks nobody's page, and never stays in the way."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.rules.texts.words import Words
from tablee.table.export.exporting import campaign_file
from tablee.table.export.importing import campaign_of
from tablee.table.replay import Replays
from tablee.table.views.table_view import view
from tests.kit import acts
from tests.table.evening import LEADER, Table, set_up, sheet_of
from tests.table.export.tables import ID, logged

VALUES: list[Any] = [
    *({"id": [1]}, {"id": {}}, {"nom": {"a": 1}}, {"x": {"id": {}}}, [{"id": None}], {"id": True}),
    *(10**30, 0.5, [], {}, [[[]]], "<b>" * 100),
]


def over() -> Table:
    """Aurèle's Jet of Talent is over."""
    table = set_up("exil")
    table.does(
        LEADER, acts.RequestRun(procedure="exil.simple", params={"talent": 10}, to=("aurele",))
    )
    table.does("j1", acts.Answer(run="j1", place=0, answer={"dice": [3]}))
    return table


@pytest.mark.parametrize("value", VALUES)
def test_whatever_a_result_is_overruled_with_can_be_shown_and_taken_along(value: Any) -> None:
    table = over()
    table.does(LEADER, acts.Overrule(run="j1", field="success", value=value))
    for seat in (LEADER, "j1"):
        for lang in ("fr", "en"):
            words = Words(table.game, lang)
            assert (last := view(table.state, seat, Replays(), words).last)
            assert last.overruled
    assert campaign_of(campaign_file(ID, logged(table)))


def test_a_result_is_overruled_with_something_short() -> None:
    table = over()
    assert not table.act(LEADER, acts.Overrule(run="j1", field="success", value="x" * 20_000))
    assert table.wrong is not None
    assert table.wrong.field == "value"


def test_a_value_is_of_a_field_of_the_result() -> None:
    table = over()
    for field in ("", "personne"):
        assert not table.act(LEADER, acts.Overrule(run="j1", field=field, value=3))
        assert table.wrong is not None
        assert table.wrong.field == "field"
    table.does(LEADER, acts.Overrule(run="j1", reason="La lune."))


@pytest.mark.parametrize(
    "event", [{"type": "scene", "moment": "fin"}, {"type": "fiche", "qui": "j1-x", "fiche": {}}]
)
def test_what_has_an_act_of_its_own_is_not_kept_by_hand(event: Any) -> None:
    table = over()
    assert not table.act(LEADER, acts.ChangeRecord(event=event))
    assert table.wrong is not None
    assert table.wrong.field == "event.type"


def test_a_sheet_that_somebody_with_a_long_name_made_can_be_written_anew() -> None:
    table, seat = set_up("exil"), "x" * 40
    sheet = sheet_of(table, "aurele")
    table.does(LEADER, acts.AddSeat(seat=seat, name="Aurèle de la Montagne noire du Nord"))
    table.does(seat, acts.PutSheet(character="y" * 40, sheet=sheet, seat=seat))
    (name,) = table.view(seat).me.characters
    act = acts.PutSheet(character=name, sheet={**sheet, "notes": "Relue."}, seat=seat)
    table.does(seat, act)
    assert table.state.sheet(name)["notes"] == "Relue."
    assert table.view(seat).me.characters == [name]
    assert not table.act(seat, acts.PutSheet(character="y" * 41, sheet=sheet, seat=seat))
