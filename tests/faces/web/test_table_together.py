"""Many consequences of one run are declined, restored and settled together."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from tablee.faces.web.table.act_forms import acts_of
from tests.kit import acts
from tests.table.evening import LEADER, set_up


def test_one_form_declines_several_consequences() -> None:
    table = set_up("exil")
    pairs = {"do": ["decline"], "consequence": ["j1#0", "j1#1", "j1#2"]}

    seen = partial(replace, table.view(LEADER))
    found = acts_of(table.state, seen, table.game, pairs)
    assert found == [acts.Decline(consequence=each) for each in pairs["consequence"]]
    found = acts_of(table.state, seen, table.game, {**pairs, "do": ["restore"]})
    assert found == [acts.Restore(consequence=each) for each in pairs["consequence"]]


def test_one_form_settles_all_that_is_to_be_played() -> None:
    table = set_up("exil")
    pairs = {"do": ["change_record"], "event.type": ["acquitte"], "event.numero": ["2", "1"]}

    seen = partial(replace, table.view(LEADER))
    first, second = acts_of(table.state, seen, table.game, pairs)
    assert isinstance(first, acts.ChangeRecord)
    assert isinstance(second, acts.ChangeRecord)
    assert (first.event["numero"], second.event["numero"]) == (2, 1)
