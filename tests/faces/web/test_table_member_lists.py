"""Lists inside a member of a fight or an opposition have controls of their own."""

from __future__ import annotations

from typing import Any

from tablee.faces.web.form.control import Control
from tablee.faces.web.table.act_forms import read_request
from tablee.faces.web.table.request_form import RequestForm, build_request_form
from tablee.rules.texts.words import Words
from tests.faces.web.test_table_requests import sent
from tests.table.evening import LEADER, Table, set_up

FIGHT = {
    "procedure": ["socle.combat"],
    "cast.heros": ["gontrand"],
    "cast.adversaires": ["capitaine", "pillard"],
}


def form_of(table: Table, pairs: dict[str, list[str]]) -> RequestForm:
    return build_request_form(table.state, Words(table.game), pairs)


def control(form: RequestForm, path: str) -> Control:
    members = [one for place in form.members for one in place.each]
    return next(c for one in members for c in (*one.main, *one.more) if c.path == path)


BETWEEN_TWO = ("adversaire", "portee", "cases", "degres", "a_couvert", "riposte_possible")


def test_the_range_to_one_adversary_is_set_in_the_form() -> None:
    """SOC-POR-01, -02: a range is between two."""
    table = set_up("socle")
    first = form_of(table, FIGHT)
    assert control(first, "heros[0].ecarts").rows == ()
    grown = form_of(table, {**sent(first), "plus": ["heros[0].ecarts"]})
    (row,) = control(grown, "heros[0].ecarts").rows
    inner = [each.path for each in row.controls]
    assert inner == [f"heros[0].ecarts[0].{name}" for name in BETWEEN_TWO]
    name = str(table.state.sheet("capitaine")["nom"])
    whom = row.controls[0]
    assert whom.kind == "select"
    assert next((each.value, each.label) for each in whom.chips) == ("capitaine", name)
    filled = {
        **sent(grown),
        "heros[0].ecarts[0].adversaire": ["capitaine"],
        "heros[0].ecarts[0].portee": ["distance"],
        "heros[0].ecarts[0].cases": ["12"],
    }
    table.does(LEADER, read_request(table.state, table.game, filled))
    (run,) = table.state.runs.values()
    (hero,) = dict(run.params)["heros"]
    given = {"adversaire": "capitaine", "portee": "distance", "cases": 12}
    assert hero["ecarts"] == [given | dict.fromkeys(BETWEEN_TWO[3:])]


def test_the_meneur_grants_the_bonus_of_each_side() -> None:
    """AD-BON-03, -04, -06: in an opposition as in a Test."""
    table = set_up("armes_dieux")
    pairs: dict[str, Any] = {
        "procedure": ["armes_dieux.opposition"],
        "cast.participants": ["bastan", "sentinelle"],
    }
    granted = control(form_of(table, pairs), "participants[0].bonus_disponibles")
    assert granted.kind == "rows"
    assert len(granted.rows) == 4
