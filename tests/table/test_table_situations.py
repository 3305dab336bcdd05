"""Each document at the table: who is asked, what comes out, what is owed and to whom."""

from __future__ import annotations

import importlib

import pytest

from tablee.rules.forms import OneOf
from tablee.rules.questions import Choose
from tests.games.armes_dieux.table_situations import ALL_LOST
from tests.kit.situations import kept
from tests.table.situations_at_table import Played, table_of

GAMES = ("armes_dieux", "exil", "socle")
SITUATIONS = [
    pytest.param(game, each, id=f"{game}.{each.procedure} {each.clauses} {place}")
    for game in GAMES
    for place, each in enumerate(
        importlib.import_module(f"tests.games.{game}.table_situations").AT_TABLE
    )
]


@pytest.mark.parametrize(("game", "situation"), SITUATIONS)
def test_a_situation_at_the_table(game: str, situation: Played) -> None:
    table = table_of(game, situation)
    (run,) = table.state.runs.values()
    if situation.more:
        assert getattr(table.session(run.id).pending, "label", "") == situation.more
        return
    assert run.outcome is not None, table.session(run.id).pending
    assert kept(dict(run.outcome.result), situation.result) == situation.result
    owed = [(each["qui"], each["procedure"] or each["texte"]) for each in table.state.record["dus"]]
    assert owed == list(situation.owed)
    for who, fields in situation.sheets.items():
        assert kept(dict(table.state.sheet(who)), fields) == fields


def test_gear_that_is_lost_is_not_offered_again() -> None:
    """AD-REV-03: the sheet tells what is left to lose."""
    table = table_of("armes_dieux", ALL_LOST)
    (run,) = table.state.runs
    pending = table.session(run).pending
    assert isinstance(pending, Choose)
    assert isinstance(pending.form, OneOf)
    assert "equipement" not in pending.form.ids
