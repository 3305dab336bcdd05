"""Forms of a table as somebody fills them in who wants to break or to know something."""

from __future__ import annotations

import json
import re
from functools import partial

import pytest
from msgspec.structs import replace

from tablee.faces.web.table.act_forms import acts_of
from tablee.table.export.exporting import campaign_file
from tablee.table.views.view_types import ChoiceAsk
from tests.faces.web.test_taking import Client, client, links, sit
from tests.kit import acts
from tests.table.evening import LEADER, Table, set_up, sheet_of
from tests.table.export.tables import ID, logged

__all__ = ["client"]

LONG = "1" * 5000


def seated(client: Client, table: Table, place: int) -> None:
    sit(client, links(client, campaign_file(ID, logged(table)))[place])


def makes(client: Client, seat: str, name: str) -> None:
    """Make a character of that name from the form of a sheet."""
    sheet = sheet_of(set_up("exil"), "aurele")
    given = {each: json.dumps(value) for each, value in sheet.items() if isinstance(value, dict)}
    given |= {"do": "put_sheet", "kind": sheet["type"], "character": "", "seat": seat, "nom": name}
    answer = client.post(f"/t/{ID}/{seat}/campagne", data=given, follow_redirects=False)
    assert answer.status_code == 303, answer.text


def made(client: Client, seat: str) -> list[str]:
    page = client.get(f"/t/{ID}/{seat}/campagne").text
    return re.findall(rf'href="/t/{ID}/{seat}/fiche/([^"]+)"', page)


def test_what_a_player_makes_is_called_the_same_whoever_hides(client: Client) -> None:
    """The leader has a « brute » and a « vigile » whom nobody has met."""
    table = set_up("exil")
    assert {"brute", "vigile"} <= {*table.state.sheets}
    seated(client, table, 1)
    for name in ("Brute", "Vigile", "Rien"):
        makes(client, "j1", name)
    assert made(client, "j1")[1:] == ["j1-brute", "j1-rien", "j1-vigile"]


def test_a_second_character_of_the_same_name_takes_the_place_of_none(client: Client) -> None:
    seated(client, set_up("exil"), 1)
    for name in ("Zoé", "Zoé", "Aurele"):
        makes(client, "j1", name)
    assert made(client, "j1") == ["aurele", "j1-aurele-2", "j1-zoe", "j1-zoe-2"]


@pytest.mark.parametrize("text", ["²", "-²", "٣", LONG, f"j1:{LONG}", "j1:²", f"1 {LONG}"])
def test_odd_digits_are_no_numbers(text: str) -> None:
    table = set_up("exil")
    table.does(
        LEADER, acts.RequestRun(procedure="exil.simple", params={"talent": 9}, to=("aurele",))
    )
    view = table.view(LEADER)
    ask = ChoiceAsk(
        label="",
        seat=LEADER,
        mine=True,
        character="",
        context="",
        index=None,
        facts=(),
        range=(0, 3),
    )
    for each in (ask, replace(ask, form={"texte": {}, "n": {}}), replace(ask, index=0)):
        run = replace(view.runs[0], asks=[each])
        seen = partial(replace, view, runs=[run])
        pairs = {"run": ["j1"], "place": ["0"], "do": ["choose"], "choose": [text]}
        pairs |= {"choose.n": [text], "choose.texte": ["x"], "choose.0": [text], "alike.0": [text]}
        assert acts_of(table.state, seen, table.game, pairs)
    pairs = {"do": ["throw"], "run": ["j1"], "place": ["0"], "pareil": [text]}
    assert acts_of(table.state, partial(replace, view), table.game, pairs)[0] == acts.Throw(
        run="j1", place=0
    )


def test_odd_rows_of_a_list_are_none(client: Client) -> None:
    seated(client, set_up("exil"), 0)
    here = f"/t/{ID}/{LEADER}"
    for more in ({"talents[]": LONG}, {"talents[]": "²"}):
        given = {"do": "put_sheet", "kind": "exil.personnage", "nom": "X", **more}
        assert client.post(f"{here}/campagne", data=given).status_code in (200, 422)
    given = {"do": "request", "procedure": "exil.successive", "taches": "{", "plus": "taches"}
    assert client.post(here, data=given).status_code < 500


def test_a_character_that_whoever_likes_may_take(client: Client) -> None:
    """The leader gives Jeanne away, and Aurèle's player takes her; before there was nothing to take."""
    table = set_up("exil")
    table.does(LEADER, acts.Give(character="jeanne", to=None))
    given = links(client, campaign_file(ID, logged(table)))
    sit(client, given[1])
    assert 'value="give"' not in client.get(f"/t/{ID}/j1/campagne").text
    sit(client, given[0])
    pairs = {"do": "give", "character": "jeanne", "to": "*"}
    answer = client.post(f"/t/{ID}/{LEADER}/campagne", data=pairs, follow_redirects=False)
    assert answer.status_code == 303
    assert '<option value="*" selected>' in client.get(f"/t/{ID}/{LEADER}/campagne").text
    sit(client, given[1])
    page = client.get(f"/t/{ID}/j1/campagne").text
    assert 'value="give"' in page
    assert '<input type="hidden" name="to" value="j1">' in page
    pairs = {"do": "give", "character": "jeanne", "to": "j1"}
    answer = client.post(f"/t/{ID}/j1/campagne", data=pairs, follow_redirects=False)
    assert answer.status_code == 303
    assert made(client, "j1") == ["aurele", "jeanne"]
