"""The sheet that is read: the page of a seat, a page of its own, the PDF, and who may see them."""

from __future__ import annotations

import io
import re
from base64 import b64encode
from html import unescape

import pytest
from PIL import Image
from pypdf import PdfReader

from tablee.faces.sheet_files import ready_made
from tablee.faces.web.table.sheet_reading import blank_sections, sections_of
from tablee.rules.registry import find_game, games
from tablee.rules.schema import tag_of
from tablee.rules.sheet import characters_of, sheet_view
from tablee.rules.texts.languages import Lang
from tablee.rules.texts.words import Words
from tablee.table.export.exporting import campaign_file
from tests.faces.web.conftest import Lead
from tests.faces.web.test_taking import Client, client, links, sit
from tests.kit import acts
from tests.table.evening import LEADER, set_up
from tests.table.export.tables import ID, logged

__all__ = ["client"]
LEADS = f"/t/{ID}/{LEADER}"


def text_of(pdf: bytes) -> str:
    """Return the text of a PDF, its white space made plain."""
    pages = PdfReader(io.BytesIO(pdf)).pages
    return " ".join(" ".join(page.extract_text().split()) for page in pages)


@pytest.mark.parametrize("game", [game.id for game in games()])
def test_the_pdf_of_every_sheet_has_the_texts_of_the_sheet(lead: Lead, game: str) -> None:
    client, found = lead(game), find_game(game)
    assert found is not None
    words = Words(found)
    for name, sheet in ready_made(found).items():
        if not isinstance(sheet, characters_of(found)):
            continue
        answer = client.get(f"{LEADS}/fiche/{name}/pdf")
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "application/pdf"
        text = text_of(answer.content)
        assert sheet.nom in text
        page = " ".join(
            unescape(re.sub("<[^>]+>", " ", client.get(f"{LEADS}/fiche/{name}").text)).split()
        )
        for section in sections_of(sheet_view(found, sheet), words):
            for entry in section.entries:
                assert entry.label in page
                if section.kind == "scores":
                    assert entry.label in text, (name, entry.label)


@pytest.mark.parametrize(
    ("game", "name", "label"),
    [("loss", "kordan", "Armure"), ("armes_dieux", "bastan", "Seuil de Réussite")],
)
def test_a_single_value_is_not_read_among_the_scores(game: str, name: str, label: str) -> None:
    """As an armour under “Spécialisations”."""
    found = find_game(game)
    assert found is not None
    sections = sections_of(sheet_view(found, ready_made(found)[name]), Words(found))
    titles = [one.title for one in sections for entry in one.entries if entry.label == label]
    assert titles == ["Divers"]


@pytest.mark.parametrize(
    ("name", "field", "about"),
    [
        ("jeanne", "arme_de_tir", "Talents de combat Tireur, létalité 2, perce-armure, "),
        ("aurele", "armure", ""),
        ("brute", "armure", "valeur 1"),
    ],
)
def test_gear_is_read_without_what_it_does_not_do(name: str, field: str, about: str) -> None:
    """Exil: a revolver adds no Physique to its damage, and plain clothes have the value 0."""
    table = set_up("exil")
    sections = sections_of(table.state.sheet(name), Words(table.game))
    (found,) = (each for part in sections for each in part.entries if each.name == field)
    assert found.about.startswith(about)
    assert (found.about == "") is (about == "")
    assert "non" not in found.about
    assert "Physique" not in found.about


@pytest.mark.parametrize("game", [game.id for game in games()])
def test_blank_sheets(lead: Lead, game: str) -> None:
    client, found = lead(game), find_game(game)
    assert found is not None
    for kind in characters_of(found):
        answer = client.get(f"{LEADS}/vierge/{tag_of(kind)}")
        assert answer.status_code == 200
        text = text_of(answer.content)
        for section in blank_sections(kind, Words(found)):
            assert section.title.upper() in text
    assert client.get(f"{LEADS}/vierge/rien").status_code == 404


def test_the_names_that_no_document_gives_are_left_blank() -> None:
    eclats = find_game("eclats")
    assert eclats is not None
    adversary = blank_sections(characters_of(eclats)[1], Words(eclats))
    assert {entry.label for entry in adversary[0].entries} == {""}


def test_a_blank_sheet_has_room_for_the_talents_that_a_person_chooses() -> None:
    """Twelve rows for the first table without names of its own, whatever comes before it."""
    rows = {}
    for game in games():
        kind = characters_of(game)[0]
        found = blank_sections(kind, Words(game))
        rows[game.id] = {each.title: len(each.entries) for each in found}
    assert rows["loss"]["Talents"] == 12
    assert rows["loss"]["Spécialisations"] == 6
    assert rows["exil"]["Talents"] == 12
    assert rows["eclats"]["Compétences"] == 12


def test_what_a_weapon_does_is_beside_it(lead: Lead) -> None:
    page = lead("exil").get(f"{LEADS}/fiche/jeanne").text
    assert "Rapière" in page
    assert "maniabilité 3, létalité 2" in page


def test_a_player_reads_no_sheet_but_their_own(client: Client) -> None:
    table = set_up("exil")
    given = links(client, campaign_file(ID, logged(table)))
    sit(client, given[1])
    (own,) = [name for name in table.state.sheets if table.state.owner(name) == "j1"]
    for name in table.state.sheets:
        expected = 200 if name == own else 404
        for address in (f"/t/{ID}/j1/fiche/{name}", f"/t/{ID}/j1/fiche/{name}/pdf"):
            assert client.get(address).status_code == expected, address
    assert client.get(f"/t/{ID}/j1/fiche/personne").status_code == 404
    assert client.get(f"/t/{ID}/j1/vierge/adversaire").status_code == 404
    page = client.get(f"/t/{ID}/j1").text
    assert page.count('class="card sheet"') == 1
    assert "fiche/vigile" not in page


def test_texts_are_not_read_as_markup(client: Client) -> None:
    table = set_up("exil")
    hostile = '#read("/etc/passwd") *x* $y$ <b>'
    sheet = {**table.state.sheet("aurele"), "nom": "Łucja #panic()", "notes": hostile}
    table.does(LEADER, acts.PutSheet(character="aurele", sheet=sheet, seat="j1"))
    sit(client, links(client, campaign_file(ID, logged(table)))[0])
    text = text_of(client.get(f"{LEADS}/fiche/aurele/pdf").content)
    assert "Łucja #panic()" in text
    assert hostile in text
    assert "&lt;b&gt;" in client.get(f"{LEADS}/fiche/aurele").text


def png(colour: str = "green", size: tuple[int, int] = (30, 40)) -> bytes:
    made = io.BytesIO()
    Image.new("RGB", size, colour).save(made, "PNG")
    return made.getvalue()


def test_a_portrait_from_a_phone(client: Client) -> None:
    table = set_up("exil")
    given = links(client, campaign_file(ID, logged(table)))
    sit(client, given[1])
    here = f"/t/{ID}/j1"
    without = client.get(f"{here}/fiche/aurele/pdf").content
    sent = client.post(f"{here}/fiche/aurele/portrait", files={"picture": ("moi.png", png())})
    assert sent.status_code == 200
    (address,) = set(re.findall(r'src="(/t/[^"]+/portrait/aurele/[0-9a-f]{12})"', sent.text))
    answer = client.get(address)
    assert answer.headers["content-type"] == "image/jpeg"
    assert Image.open(io.BytesIO(answer.content)).size == (320, 320)
    assert address in client.get(here).text
    assert len(client.get(f"{here}/fiche/aurele/pdf").content) > len(without)
    wrong = client.post(f"{here}/fiche/aurele/portrait", files={"picture": ("x.png", b"<svg/>")})
    assert wrong.status_code == 422
    assert "JPEG" in wrong.text
    assert address in wrong.text
    for other in ("jeanne", "vigile", "personne"):
        refused = client.post(f"{here}/fiche/{other}/portrait", files={"picture": ("m", png())})
        assert refused.status_code == 404
    assert client.get(address[:-1]).status_code == 404
    client.post(f"{here}/fiche/aurele/portrait", data={"remove": "1"})
    assert client.get(address).status_code == 404


def test_a_portrait_beside_the_name_on_form_card_and_story(client: Client) -> None:
    table = set_up("exil")
    picture = b64encode(png()).decode()
    table.does(LEADER, acts.PutPortrait(character="aurele", picture=picture))
    ask = {"talent": "Savant"}
    table.does(LEADER, acts.RequestRun(procedure="exil.simple", params=ask, to=("aurele",)))
    table.does("j1", acts.Answer(run="j1", place=0, answer={"dice": [4]}))
    given = links(client, campaign_file(ID, logged(table)))
    sit(client, given[0])
    done = client.get(LEADS).text
    form = {"do": "request", "procedure": "exil.simple", "to": "aurele", "talent": "Savant"}
    asked = client.post(LEADS, data=form).text
    beside = (
        r'<img class="portrait" src="/t/[^"]+/portrait/aurele/[0-9a-f]{12}" alt="" loading="lazy"> '
    )
    parts = (
        (done, "request-card", "Aurèle"),
        (done, "last-", "<bdi>Aurèle"),
        (done, "story-lines", "<bdi>Aurèle"),
        (asked, "run-", "<bdi>Aurèle"),
    )
    for page, part, name in parts:
        after = page.partition(f'id="{part}')[2]
        assert re.search(beside + name, after.partition("</article>")[0]), part
        assert not re.search(beside + "<bdi>Jeanne", page)


def test_the_portrait_of_a_hidden_adversary_stays_hidden(client: Client) -> None:
    table = set_up("exil")
    for name in ("vigile", "jeanne"):
        picture = b64encode(png()).decode()
        table.does(LEADER, acts.PutPortrait(character=name, picture=picture))
    given = links(client, campaign_file(ID, logged(table)))
    sit(client, given[0])
    shown = client.get(LEADS).text
    (digest,) = set(re.findall(r"/portrait/vigile/([0-9a-f]{12})", shown))
    sit(client, given[1])
    assert client.get(f"/t/{ID}/j1/portrait/vigile/{digest}").status_code == 404
    page = client.get(f"/t/{ID}/j1").text
    assert "portrait/vigile" not in page
    assert "portrait/jeanne" in page  # beside the name of another player's character


def test_hours_are_read_as_a_duration() -> None:
    """Also within a list: a Tour is five seconds, and an exact fraction of an hour in the record."""
    table = set_up("exil")
    illness = {"nom": "fièvre", "sorte": "maladie", "debut": "1/360", "delai": 24, "periode": 24}
    champs = {"maux": [illness | {"malignite": "legere"}]}
    for event in (
        {"type": "avance", "unite": "tour", "n": 2},
        {"type": "retouche", "qui": "jeanne", "champs": champs},
    ):
        table.does(LEADER, acts.ChangeRecord(event=event))
    sections = sections_of(table.state.sheet("jeanne"), Words(table.game))
    texts = {each.label: each.text for part in sections for each in part.entries}
    assert texts["Temps écoulé"] == "10\u00a0s"
    lines = [each.label for part in sections if part.field == "maux" for each in part.entries]
    assert len(lines) == 1
    assert "10\u00a0s" in lines[0]
    assert "/" not in lines[0]


@pytest.mark.parametrize(
    ("lang", "note"),
    [
        ("fr", "Presque silencieux\u202f; il s’enraye à chaque 12."),
        ("en", "Almost silent; it jams on every 12."),
    ],
)
def test_the_notes_of_gear_are_read_in_the_language_of_the_reader(lang: Lang, note: str) -> None:
    """They are the game's own texts."""
    table = set_up("exil")
    sheet = {**table.state.sheet("jeanne"), "arme_de_tir": "pistolet_a_aiguilles"}
    sections = sections_of(sheet, Words(table.game, lang))
    (found,) = (each for part in sections for each in part.entries if each.name == "arme_de_tir")
    assert found.about.endswith(note)
