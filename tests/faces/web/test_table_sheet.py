"""The form of a sheet that is refused: what is wrong stands once, beside its control where it has one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest

from tablee.faces.sheets import load_sheet, ready_made
from tablee.faces.web.form.control import Control
from tablee.faces.web.form.controls import controls_of
from tablee.faces.web.form.filled import NESTED
from tablee.faces.web.rendering import Renderer
from tablee.rules.game import find_game
from tablee.rules.sheet import sheet_view
from tablee.rules.words import Words
from tests.faces.web.conftest import Lead
from tests.faces.web.test_taking import Client
from tests.table.evening import GAMES, LEADER
from tests.table.export.tables import ID

WRONG = "Ceci ne va pas du tout."


def paths(controls: tuple[Control, ...]) -> Iterator[str]:
    """The paths of all controls, as a refusal would name them; a value that has a name of its own is
    refused by that."""
    for control in controls:
        if re.search(r"\]\.(nom|valeur)$", control.path):
            continue
        yield re.sub(rf"{NESTED}\d+", "", control.path)
        yield from paths(control.controls)
        yield from paths(tuple(chip.inner for chip in control.chips if chip.inner))
        for row in control.rows:
            yield from paths(row.controls)


def told(page: str) -> list[str]:
    """All complaints of a page."""
    found = re.findall(r'class="(?:complaint|error)"[^>]*>([^<]+)<', page)
    return [re.sub(r"\s", " ", unescape(each)) for each in found]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_wrong_is_told_once_wherever_it_is(game: str) -> None:
    """Of a list its first member stands for all."""
    found = find_game(game)
    assert found is not None
    words, renderer = Words(found), Renderer()
    for name in ready_made(found):
        sheet = load_sheet(name, "fiche", found)[1]
        kind, given = type(sheet), sheet_view(found, sheet)
        known = {*paths(controls_of(kind, given, words, {}))}
        for path in (each for each in known if not re.search(r"\[[1-9]", each)):
            fields = controls_of(kind, given, words, {path: WRONG})
            assert any(each.refused for each in fields), path
            assert told(_page(renderer, words, fields)) == [WRONG], (name, path)


def _page(renderer: Renderer, words: Words, fields: tuple[Control, ...]) -> str:
    given: dict[str, Any] = dict.fromkeys(("name", "here", "owner", "kind", "address"), "x")
    given |= {"character": "x", "folded": True, "grown": "", "complaint": "", "refused": True}
    return renderer.page("table/sheet.html", words, fields=fields, **given)


@pytest.fixture
def leader(lead: Lead) -> Client:
    return lead("socle")


HERO = {"do": "sheet", "seat": "", "kind": "personnage", "nom": "Aldric"}


@pytest.mark.parametrize(
    ("given", "beside"),
    [
        ({"coeurs": "beaucoup"}, "« beaucoup »"),
        ({"coeurs": "0", "etat": "debout"}, "« debout »"),
        ({"des[]": "1", "des[0].nom": "Force", "des[0].valeur": "7"}, "« 7 »"),
        ({"nom": ""}, ""),
    ],
)
def test_a_sheet_that_is_refused_says_so_beside_its_control(
    leader: Client, given: dict[str, str], beside: str
) -> None:
    """And the browser goes there: the form is long, and comes anew from its top."""
    answer = leader.post(f"/t/{ID}/{LEADER}/campagne", data={**HERO, **given})
    assert answer.status_code == 422
    (complaint,) = told(answer.text)
    assert beside in complaint
    assert answer.text.count(" autofocus") == 1
    assert answer.text.index(" autofocus") < answer.text.index('class="error"')


def test_what_has_no_control_is_told_above_the_form(leader: Client) -> None:
    sent = {**HERO, "character": "gontrand", "seat": "personne"}
    answer = leader.post(f"/t/{ID}/{LEADER}/campagne", data=sent)
    assert answer.status_code in (409, 422)
    assert len(told(answer.text)) == 1
    assert " autofocus" not in answer.text
    assert answer.text.index("complaint") < answer.text.index('name="nom"')


def test_a_change_that_is_refused_says_so_once(leader: Client) -> None:
    sent = {"do": "keep", "event.type": "avance", "event.unite": "scene", "event.n": "0"}
    answer = leader.post(f"/t/{ID}/{LEADER}/campagne", data=sent)
    assert answer.status_code == 422
    assert len(told(answer.text)) == 1
    assert answer.text.count(" autofocus") == 1
