"""The form of a sheet that is refused: what is wrong is once, beside its control where it has one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest

from tablee.faces.sheet_files import load_sheet, ready_made
from tablee.faces.web.form.control import Control
from tablee.faces.web.form.controls import controls_of
from tablee.faces.web.form.form_values import NESTED
from tablee.faces.web.rendering import Renderer
from tablee.rules.registry import find_game
from tablee.rules.sheet import sheet_view
from tablee.rules.texts.words import Words
from tests.faces.web.conftest import Lead
from tests.faces.web.test_taking import Client, sit
from tests.faces.web.test_waiting import seats
from tests.table.evening import GAMES, LEADER
from tests.table.export.tables import ID

__all__ = ["seats"]

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


def texts(page: str) -> list[str]:
    """All complaints of a page."""
    found = re.findall(r'class="(?:complaint|error)"[^>]*>([^<]+)<', page)
    return [re.sub(r"\s", " ", unescape(each)) for each in found]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_wrong_is_shown_once_wherever_it_is(game: str) -> None:
    """Of a list its first member is for all."""
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
            assert texts(_page(renderer, words, fields)) == [WRONG], (name, path)


def _page(renderer: Renderer, words: Words, fields: tuple[Control, ...]) -> str:
    given: dict[str, Any] = dict.fromkeys(("name", "here", "owner", "kind", "address"), "x")
    given |= {
        "creation": None,
        "free": False,
        "character": "x",
        "folded": True,
        "called": "",
        "kind_word": "Fiche",
        "grown": "",
        "complaint": "",
        "refused": True,
    }
    return renderer.page("table/sheet.html", words, fields=fields, **given)


@pytest.fixture
def leader(lead: Lead) -> Client:
    return lead("socle")


HERO = {"do": "put_sheet", "seat": "", "kind": "personnage", "nom": "Aldric"}


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
    """And the browser goes there: the form is long, and comes again from its top."""
    answer = leader.post(f"/t/{ID}/{LEADER}/campagne", data={**HERO, **given})
    assert answer.status_code == 422
    (complaint,) = texts(answer.text)
    assert beside in complaint
    assert answer.text.count(" autofocus") == 1
    assert answer.text.index(" autofocus") < answer.text.index('class="error"')


def test_a_row_without_a_name_is_refused_beside_it(leader: Client) -> None:
    """By its field and its place; the others, and what was typed, stay."""
    rows = {"des[]": "3", "des[0].nom": "Force", "des[0].valeur": "8"}
    rows |= {f"des[{n}].nom": " " for n in (1, 2)} | {f"des[{n}].valeur": "12" for n in (1, 2)}
    answer = leader.post(f"/t/{ID}/{LEADER}/campagne", data={**HERO, **rows})
    assert answer.status_code == 422
    assert texts(answer.text) == ["Attendu : un nom que l’on puisse lire, à la ligne 2 de « Dés »."]
    form = answer.text[: answer.text.index('class="error"')]
    assert form.rindex('name="des[1].nom"') > form.rindex('name="des[0].valeur"')
    assert answer.text.count(" autofocus") == 1
    left = re.findall(r'name="des\[\d\]\.nom" value="([^"]*)"', answer.text)
    assert [each.strip() for each in left] == ["Force", "", ""]
    assert answer.text.count('<div class="member">') == 2
    rows |= {"des[1].nom": "Esprit", "des[2].nom": "Esprit"}
    done = leader.post(f"/t/{ID}/{LEADER}/campagne", data={**HERO, **rows}, follow_redirects=False)
    assert done.status_code == 303


def test_a_new_row_has_no_name_yet(leader: Client) -> None:
    typed = {**HERO, "des[]": "1", "des[0].nom": "Force", "des[0].valeur": "8"}
    for rows in (2, 3):
        page = leader.post(f"/t/{ID}/{LEADER}/campagne", data={**typed, "plus": "des"}).text
        names = re.findall(r'name="des\[\d\]\.nom" value="([^"]*)"', page)
        assert names == ["Force", *[""] * (rows - 1)]
        typed |= {"des[]": f"{rows}", f"des[{rows - 1}].nom": "", f"des[{rows - 1}].valeur": "4"}


def test_what_has_no_control_is_shown_above_the_form(leader: Client) -> None:
    sent = {**HERO, "character": "gontrand", "seat": "personne"}
    answer = leader.post(f"/t/{ID}/{LEADER}/campagne", data=sent)
    assert answer.status_code in (409, 422)
    assert len(texts(answer.text)) == 1
    assert " autofocus" not in answer.text
    assert answer.text.index("complaint") < answer.text.index('name="nom"')


def test_a_change_that_is_refused_says_so_once(leader: Client) -> None:
    sent = {"do": "change_record", "event.type": "avance", "event.unite": "scene", "event.n": "0"}
    answer = leader.post(f"/t/{ID}/{LEADER}/campagne", data=sent)
    assert answer.status_code == 422
    assert len(texts(answer.text)) == 1
    assert answer.text.count(" autofocus") == 1


# ── several of one kind ────────────────────────────────────────────────────────────────────────
def offered(client: Client, seat: str, model: str) -> str:
    """The name that the form of a ready-made sheet begins with."""
    page = client.get(f"/t/{ID}/{seat}/fiche?modele={model}").text
    (name,) = re.findall(r'name="nom" value="([^"]*)"', page)
    return unescape(name)


def test_an_id_is_found_for_every_name(leader: Client) -> None:
    """A seat’s begins no character’s, a character’s with no seat’s, whichever comes first."""
    hero = {**HERO, "etat": "debout"}
    jean, rose = {**hero, "nom": "Jean Valjean"}, {**hero, "nom": "Rose Noire"}
    seats = [{"do": "add_seat", "name": name} for name in ("Jean", "Rose")]
    for sent in (jean, seats[0], jean, seats[1], rose, rose):
        done = leader.post(f"/t/{ID}/{LEADER}/campagne", data=sent, follow_redirects=False)
        assert done.status_code == (200 if sent in seats else 303), texts(done.text)


def test_one_more_of_a_kind_has_a_name_of_its_own(leader: Client) -> None:
    for name in ("Pillard des landes 2", "Pillard des landes 3"):
        assert offered(leader, LEADER, "pillard") == name
        sent = {"do": "put_sheet", "seat": "", "kind": "personnage", "nom": name}
        answer = leader.post(f"/t/{ID}/{LEADER}/campagne", data=sent, follow_redirects=False)
        assert answer.status_code == 303


def test_the_name_that_is_offered_tells_nothing_of_who_is_hidden(
    seats: tuple[Client, list[str]],
) -> None:
    client, given = seats
    hidden = {"do": "put_sheet", "seat": "", "kind": "figurant", "nom": "Bastan 2"}
    hidden |= {"valeur": "6", "sr": "12"}
    sit(client, given[1])
    before = offered(client, "j1", "bastan")
    sit(client, given[0])
    assert client.post(f"/t/{ID}/{LEADER}/campagne", data=hidden).status_code == 200
    assert offered(client, LEADER, "bastan") == "Bastan 3"
    sit(client, given[1])
    assert offered(client, "j1", "bastan") == before == "Bastan 2"


def test_a_player_s_form_has_no_field_of_the_leader_alone(
    seats: tuple[Client, list[str]],
) -> None:
    """It says nothing of them, and the sheet keeps them (AD-REN-03)."""
    client, given = seats
    fight = {"event.type": "armes_dieux.personnage", "event.qui[]": "1", "event.qui": "bastan"}
    fight |= {"event.evenement.type": "combat", "event.evenement.en_combat": "true"}
    form = f"/t/{ID}/{LEADER}/fiche?qui=bastan"
    sit(client, given[0])
    assert 'name="en_combat"' in client.get(form).text
    done = client.post(f"/t/{ID}/{LEADER}/campagne", data={"do": "change_record", **fight})
    assert done.status_code == 200, texts(done.text)
    sit(client, given[1])
    page = client.get(f"/t/{ID}/j1/fiche?qui=bastan").text
    assert 'name="sr"' in page
    assert 'name="en_combat"' not in page
    typed = {"do": "put_sheet", "character": "bastan", "seat": "j1", "kind": "personnage"}
    typed |= {"nom": "Bastan", "sr": "17", "domaines[]": "0"}
    done = client.post(f"/t/{ID}/j1/campagne", data=typed, follow_redirects=False)
    assert done.status_code == 303, texts(done.text)
    assert done.headers["location"].endswith("/j1/fiche/bastan"), "the sheet that was kept"
    sit(client, given[0])
    page = client.get(form).text
    (fights,) = re.findall(r'<input[^>]*name="en_combat"[^>]*value="true"[^>]*>', page)
    assert "checked" in fights
    assert 'name="sr"' in page


def test_who_makes_a_character_comes_to_its_sheet(seats: tuple[Client, list[str]]) -> None:
    """A player too, whose new characters have ids of their own; and again when it is changed."""
    client, given = seats
    sent = {"do": "put_sheet", "kind": "personnage", "nom": "Lise", "sr": "14", "domaines[]": "0"}
    for seat, link, owner in ((LEADER, given[0], ""), ("j1", given[1], "j1")):
        sit(client, link)
        here = f"/t/{ID}/{seat}"
        shown = client.post(f"{here}/campagne", data={**sent, "character": "", "seat": owner})
        assert shown.status_code == 200, texts(shown.text)
        assert "<bdi>Lise</bdi></h1>" in shown.text
        name = str(shown.url).rpartition("/")[2]
        again = client.post(f"{here}/campagne", data={**sent, "character": name, "seat": owner})
        assert str(again.url) == str(shown.url)
        assert again.status_code == 200


def test_what_is_left_empty_is_to_fill_in(leader: Client) -> None:
    """No number of characters for who forgot a name."""
    page = leader.post(f"/t/{ID}/{LEADER}/campagne", data={**HERO, "nom": ""}).text
    assert "À remplir." in page
    assert "100 caractères" not in page
