"""Handouts on pages: the form, the page of a seat, one to read, its picture, the recap."""

from __future__ import annotations

import io
import re

import pytest
from PIL import Image

from tablee.table.export.exporting import campaign_file
from tests.faces.web.test_sheet_pages import png
from tests.faces.web.test_taking import Client, client, links, sit
from tests.table.evening import LEADER, set_up
from tests.table.export.tables import ID, logged

__all__ = ["client"]
LEADS = f"/t/{ID}/{LEADER}"
FORM = {"do": "hand_out", "title": "La lettre <du> phare", "text": "Venez seul.\n<b>Ce soir.</b>"}


@pytest.fixture
def given(client: Client) -> list[str]:
    return links(client, campaign_file(ID, logged(set_up("exil"))))


def test_a_handout_with_a_picture_reaches_the_pages_of_its_seats_alone(
    client: Client, given: list[str]
) -> None:
    sit(client, given[0])
    assert f'href="{LEADS}/documents">Donner un document' in client.get(LEADS).text
    form = client.get(f"{LEADS}/documents").text
    assert 'enctype="multipart/form-data"' in form
    picture = {"picture": ("phare.png", png())}
    sent = client.post(
        f"{LEADS}/documents",
        data={**FORM, "to": ["j1", "j2"]},
        files=picture,
        follow_redirects=False,
    )
    assert (sent.status_code, sent.headers["location"]) == (303, LEADS)
    table = client.get(LEADS).text
    assert '<span class="tag">pour Siège 1 et Siège 2</span>' in table
    (read,) = set(re.findall(rf'href="{LEADS}(/documents/[0-9a-f]{{12}})"', table))
    one = client.get(LEADS + read).text
    (path,) = re.findall(rf'src="{LEADS}({read}/[0-9a-f]{{12}})"', one)
    for place, seat in ((1, "j1"), (2, "j2")):
        sit(client, given[place])
        here = f"/t/{ID}/{seat}"
        page = client.get(here).text
        assert "Venez seul.\n&lt;b&gt;Ce soir.&lt;/b&gt;" in page
        assert f'src="{here}{path}"' in page
        assert f'href="{here}{read}"' in page
        assert "pour vous" in page
        answer = client.get(here + path)
        assert answer.headers["content-type"] == "image/jpeg"
        assert Image.open(io.BytesIO(answer.content)).size == (30, 40)
        assert "La lettre &lt;du&gt; phare" in client.get(here + read).text
        assert client.get(f"{here}{read}/{'0' * 12}").status_code == 404
        assert "Reprendre" not in client.get(f"{here}/documents").text
        assert "La lettre" not in client.get(f"{here}/recit").text
        recap = client.get(f"{here}/recit?secrets=1").text
        assert f'src="{here}{path}"' in recap
        markdown = client.get(f"{here}/recit.md?secrets=1").text
        assert r"> **La lettre \<du\> phare** — Siège 0 (pour vous)" in markdown
        assert "> *(une image)*" in markdown
    sit(client, given[3])
    here = f"/t/{ID}/j3"
    for page in (
        here,
        f"{here}/documents",
        f"{here}/recit?secrets=1",
        f"{here}/recit.md?secrets=1",
    ):
        assert "La lettre" not in client.get(page).text
        assert read not in client.get(page).text
    assert client.get(here + path).status_code == 404
    assert client.get(here + read).status_code == 404


def test_a_handout_for_all_is_taken_back(client: Client, given: list[str]) -> None:
    sit(client, given[0])
    client.post(f"{LEADS}/documents", data=FORM)
    (which,) = set(re.findall(r"/documents/([0-9a-f]{12})", client.get(LEADS).text))
    sit(client, given[3])
    page = f"/t/{ID}/j3/documents/{which}"
    assert client.get(page).status_code == 200
    assert "La lettre" in client.get(f"/t/{ID}/j3/recit").text
    form = {"do": "take_back_handout", "handout": which}
    assert client.post(f"/t/{ID}/j3/documents", data=form).status_code == 403
    assert client.get(page).status_code == 200
    sit(client, given[0])
    assert "Aucun document" in client.post(f"{LEADS}/documents", data=form).text
    assert "repris" in client.get(LEADS).text
    assert client.post(f"{LEADS}/documents", data=form).status_code == 409
    sit(client, given[3])
    assert client.get(page).status_code == 404
    assert "La lettre" not in client.get(f"/t/{ID}/j3").text


@pytest.mark.parametrize(
    ("form", "picture", "text"),
    [
        (
            {"title": " "},
            b"",
            "Titre, attendu\u00a0: un titre de 1 à 200 signes, que l’on puisse lire.",
        ),
        ({"title": "x" * 201}, b"", "un titre de 1 à 200 signes"),
        ({"text": "x" * 10_001}, b"", "Texte\u00a0: ce texte a 10\u202f001 signes, c’est trop."),
        ({"text": ""}, b"", "Texte, attendu\u00a0: un texte ou une image."),
        (
            {},
            b"<svg/>",
            "Image\u00a0: ce fichier n’est pas une image que l’on sache lire. Sont permises",
        ),
        (
            {},
            png(size=(5000, 4000)),
            "Image\u00a0: cette image est trop grande, 5000 pixels sur 4000.",
        ),
        ({"to": "j9"}, b"", "un siège"),
    ],
)
def test_what_was_typed_stays_with_a_refusal(
    client: Client, given: list[str], form: dict[str, str], picture: bytes, text: str
) -> None:
    sit(client, given[0])
    files = {"picture": ("x.png", picture)} if picture else None
    answer = client.post(f"{LEADS}/documents", data={**FORM, **form}, files=files)
    assert answer.status_code in (409, 422)
    (complaint,) = re.findall(r'class="complaint" role="alert"[^>]*>([^<]+)<', answer.text)
    assert text in complaint
    typed = {**FORM, **form}
    assert typed["title"].strip()[:3] in answer.text
    assert "La table est prête" not in answer.text


def test_a_player_s_form_gives_nothing(client: Client, given: list[str]) -> None:
    sit(client, given[1])
    here = f"/t/{ID}/j1"
    assert "Donner un document" not in client.get(here).text
    assert "Donner un document" not in client.get(f"{here}/documents").text
    sent = client.post(f"{here}/documents", data=FORM, files={"picture": ("x.png", png())})
    assert sent.status_code == 403
    assert "Aucun document" in client.get(f"{here}/documents").text
