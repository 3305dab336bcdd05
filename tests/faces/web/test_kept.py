"""The leader's form for what changes by hand: of whom, and what."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from litestar.testing import TestClient

from tablee.faces.web.app import AppOptions, create_app
from tablee.table.export.exporting import campaign_file
from tests.faces.web.conftest import Lead
from tests.faces.web.test_taking import Client, links, sit
from tests.kit.host import AS_HOST, HOST
from tests.table.evening import LEADER, set_up
from tests.table.export.tables import ID, logged


@pytest.fixture
def leader(lead: Lead) -> Client:
    return lead("armes_dieux")


def form(client: Client, kind: str) -> str:
    answer = client.get(f"/t/{ID}/{LEADER}/campagne?event.type={kind}")
    assert answer.status_code == 200
    return str(answer.text).split('id="kept"')[1]


def test_a_change_is_of_one_character_unless_all_is_shown(leader: Client) -> None:
    """Whose it is, in words of its own: a game may call another thing so."""
    shown = form(leader, "armes_dieux.personnage")
    whom = shown[: shown.index("</fieldset>", shown.index("De qui"))]
    assert re.search(r'name="event.qui" value="~0" checked', whom)
    assert re.search(r'name="event.qui" value="null"><span>tous les personnages', whom)
    assert re.search(r'<option value="bastan"', whom)
    assert "tous les personnages" not in form(leader, "acquitte")


def options(shown: str, name: str) -> list[tuple[str, str]]:
    """The values that a list to pull down offers, the chosen one marked."""
    (inner,) = re.findall(rf'<select[^>]* name="{re.escape(name)}".*?</select>', shown, re.S)
    return re.findall(r'<option value="([^"]+)"( selected)?', inner)


def pending(client: Client) -> str:
    """What is pending, as the leader's page shows it."""
    page = str(client.get(f"/t/{ID}/{LEADER}").text)
    return page.split('id="pending"')[1].split("</section>")[0]


def test_what_is_due_is_a_procedure_of_the_game_or_a_word(leader: Client) -> None:
    """Nobody has to know how a procedure is called behind the page; what is settled neither."""
    for kind, name in (("du", "event.du.procedure"), ("acquitte", "event.procedure")):
        offered = options(form(leader, kind), name)
        assert offered[0] == ("null", " selected")
        assert ("armes_dieux.jet", "") in offered
        assert not [each for each, _ in offered if each == "armes_dieux.campagne"]
    page, sent = f"/t/{ID}/{LEADER}/campagne", {"do": "change_record", "event.type": "du"}
    due = {
        "event.du.procedure": "armes_dieux.jet",
        "event.du.qui": "~0",
        "event.du.qui~0": "oriane",
    }
    texts = {"event.du.params": "{}", "event.du.texte": "à la porte"}
    assert leader.post(page, data=sent | due | texts, follow_redirects=False).status_code == 303
    word = {"event.du.procedure": "null", "event.du.qui": "null"}
    assert leader.post(page, data=sent | word | texts, follow_redirects=False).status_code == 303
    shown = pending(leader)
    assert shown.count('name="do" value="request"') == 1
    assert shown.count("Oriane") == 1
    behind = str(leader.get(page).text).split("Ce qui est dû")[1].split("</ul>")[0]
    assert behind.count("Oriane") == 1
    settled = {"do": "change_record", "event.type": "acquitte", "event.numero": "null"}
    settled |= {"event.procedure": "null", "event.qui": "null"}
    assert leader.post(page, data=settled, follow_redirects=False).status_code == 303
    left = pending(leader)
    assert left.count('value="acquitte"') == 1
    assert 'name="do" value="request"' in left


def test_what_was_chosen_stays_where_the_rest_is_refused(leader: Client) -> None:
    sent = {"do": "change_record", "event.type": "du", "event.du.procedure": "armes_dieux.jet"}
    sent |= {"event.du.params": '{"rien": 1}', "event.du.qui": "null", "event.du.texte": ""}
    answer = leader.post(f"/t/{ID}/{LEADER}/campagne", data=sent)
    assert answer.status_code == 422
    offered = dict(options(answer.text, "event.du.procedure"))
    assert [name for name, chosen in offered.items() if chosen] == ["armes_dieux.jet"]


@pytest.fixture
def seats() -> Iterator[tuple[Client, list[str]]]:
    """Exil: j2 plays Jeanne, j3 nobody."""
    options = AppOptions(hosts=["testserver.local"], host_token=HOST)
    with TestClient(create_app(options)) as client:
        client.headers.update(AS_HOST)
        yield client, links(client, campaign_file(ID, logged(set_up("exil"))))


def test_a_player_writes_down_what_befalls_his_own_character(
    seats: tuple[Client, list[str]],
) -> None:
    """A level of a Talent is paid from the player's page (EXIL-XP-03); time is not his to let pass,
    nor a price his to lower (EXIL-XP-05, -07)."""
    client, (leader, _, jeanne, nobody) = seats
    sit(client, leader)
    given = {
        "do": "change_record",
        "event.type": "exil.experience",
        "event.qui": "~0",
        "event.qui~0": "jeanne",
        "event.evenement.type": "scenario",
        "event.evenement.xp.adaptabilite": "4",
    }
    page = f"/t/{ID}/meneur/campagne"
    assert client.post(page, data=given, follow_redirects=False).status_code == 303
    sit(client, jeanne)
    page = f"/t/{ID}/j2/campagne"
    assert client.post(page, data=given).status_code == 403
    shown = client.get(f"{page}?event.type=exil.experience&event.evenement.type=monter").text
    assert 'name="event.evenement.talent"' in shown
    assert 'name="event.evenement.part"' not in shown
    shown = client.get(f"{page}?event.type=exil.experience").text.split('id="kept"')[1]
    whom = shown[shown.index("De qui") :].partition("</fieldset>")[0]
    assert re.findall(r'<option value="(\w+)"', whom) == ["jeanne"]
    assert "tous les personnages" not in whom
    assert 'value="avance"' not in shown
    shown = client.get(f"{page}?event.type=exil.effacement").text.split('id="kept"')[1]
    offered = [each for each, _ in options(shown, "event.evenement.type")]
    assert "test" in offered
    assert "decision" not in offered
    level = {
        "event.type": "exil.experience",
        "event.qui": "~0",
        "event.qui~0": "jeanne",
        "event.evenement.type": "monter",
        "event.evenement.talent": "Citadin",
        "event.evenement.attribut": "null",
        "event.evenement.apprentissage": "null",
    }
    sent = {"do": "change_record", **level}
    assert client.post(page, data={**sent, "event.evenement.part": "1/10"}).status_code == 403
    assert client.post(page, data=sent, follow_redirects=False).status_code == 303
    assert "Citadin" in client.get(f"/t/{ID}/j2").text.split('id="story-lines"')[1]
    assert client.post(page, data={**sent, "event.qui~0": "aurele"}).status_code == 403
    sit(client, nobody)
    assert 'id="kept"' not in client.get(f"/t/{ID}/j3/campagne").text


def suggested(shown: str, name: str) -> list[str]:
    """The names that are suggested for a text; another one may be typed."""
    (source,) = re.findall(
        rf'<input type="text"[^>]* name="{re.escape(name)}"[^>]* list="([^"]+)"', shown
    )
    (inner,) = re.findall(rf'<datalist id="{source}">(.*?)</datalist>', shown, re.S)
    return re.findall(r'<option value="([^"]+)"', inner)


@pytest.mark.parametrize(
    ("game", "chosen", "field", "names"),
    [
        ("loss", "loss.jetons&event.evenement.type=don", "player", ["Kordan", "Nérise Halvane"]),
        (
            "socle",
            "socle.scene&event.evenement.type=relever",
            "heros",
            ["Gontrand", "Maëlle Sourdois"],
        ),
        ("exil", "exil.experience&event.evenement.type=monter", "talent", ["Médecin", "Savant"]),
    ],
)
def test_names_that_are_known_are_suggested(
    lead: Lead, game: str, chosen: str, field: str, names: list[str]
) -> None:
    found = suggested(form(lead(game), chosen), f"event.evenement.{field}")
    assert set(names) <= set(found)


def test_a_hero_is_written_by_name(lead: Lead) -> None:
    client = lead("socle")
    sent = {
        "do": "change_record",
        "event.type": "socle.scene",
        "event.evenement.type": "mana",
        "event.evenement.heros": "Gontrand",
        "event.evenement.n": "-1",
    }
    page = f"/t/{ID}/{LEADER}/campagne"
    answer = client.post(page, data=sent, follow_redirects=False)
    assert answer.status_code == 303, answer.text


def test_one_of_the_ills_of_the_character_is_chosen(lead: Lead) -> None:
    client = lead("exil")
    page = f"/t/{ID}/{LEADER}/campagne"
    caught = "exil.suivi&event.evenement.type=poison"
    shown = form(client, caught)
    assert 'type="text"' in shown
    sent = {
        "do": "change_record",
        "event.type": "exil.suivi",
        "event.qui": "~0",
        "event.qui~0": "jeanne",
        "event.evenement.type": "blessure",
        "event.evenement.dommages": "3",
        "event.evenement.hemorragie": "~0",
        "event.evenement.hemorragie~0.perte": "1",
        "event.evenement.hemorragie~0.periode": "1",
        "event.evenement.nom": "artère",
    }
    answer = client.post(page, data=sent, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    cure = "exil.suivi&event.qui=~0&event.qui~0={}&event.evenement.type=remede"
    assert options(form(client, cure.format("jeanne")), "event.evenement.nom") == [
        ("artère", " selected")
    ]
    assert "artère" not in form(client, cure.format("aurele"))


def test_a_player_is_not_offered_names_of_another_sheet(seats: tuple[Client, list[str]]) -> None:
    client, (_, _, jeanne, _) = seats
    sit(client, jeanne)
    talents = f"/t/{ID}/j2/campagne?event.type=exil.experience&event.evenement.type=monter"
    own = client.get(f"{talents}&event.qui=~0&event.qui~0=jeanne").text.split('id="kept"')[1]
    assert "Escrimeur" in suggested(own, "event.evenement.talent")
    other = client.get(f"{talents}&event.qui=~0&event.qui~0=vigile").text.split('id="kept"')[1]
    assert "<datalist" not in other
