"""The recap of an evening: the page, its Markdown, and what it leaves out."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from tablee.faces.web.table.recap_text import escaped
from tablee.table.export.exporting import campaign_file
from tests.faces.web.test_taking import Client, client, links, sit
from tests.kit import acts
from tests.table.evening import LEADER, Table, set_up
from tests.table.export.tables import ID, logged

__all__ = ["client"]
OF_PLAYER = "Ma peur secrète"
HOSTILE = "<b>*Fort*</b> | [x](y)\n# titre"
DAY = 24 * 3600 * 1000


def throw(table: Table, who: str, face: int, **more: Any) -> str:
    """Play a Jet de Talent with that face: its run."""
    ask = acts.RequestRun(procedure="exil.simple", params={"talent": 10}, to=(who,), **more)
    table.does(LEADER, ask)
    run = list(table.state.runs)[-1]
    table.does(LEADER, acts.Answer(run=run, place=0, answer={"dice": [face]}))
    return run


def evening() -> Table:
    """Two scenes, tests in the open and in secret, notes for all and for one."""
    table = set_up("exil")
    table.does(LEADER, acts.BeginScene(title="Le quai *désert*"))
    throw(table, "aurele", 3, title="amadouer la juge")
    throw(table, "jeanne", 4, title="flairer le poison", secret=True)
    table.does(LEADER, acts.Reveal(run=throw(table, "jeanne", 5, title="ouvert", secret=True)))
    table.does("j2", acts.Note(text=HOSTILE, private=False))
    table.does(LEADER, acts.Note(text="Le juge est le traître", private=True))
    table.does("j2", acts.ThrowFree(expression="d3", reason="la météo"))
    taken = throw(table, "aurele", 12, title="annulé")
    table.does(LEADER, acts.Withdraw(run=taken, reason=""))
    table.does(LEADER, acts.EndScene())
    table.does(LEADER, acts.BeginScene(title=""))
    return table


def pages(client: Client, table: Table, seat: str, query: str = "") -> tuple[str, str]:
    """Return the page and the Markdown of a seat, after `j1` wrote a private note."""
    place = (LEADER, "j1", "j2", "j3").index(seat)
    given = links(client, campaign_file(ID, logged(table)))
    sit(client, given[1])
    note = {"do": "note", "text": OF_PLAYER, "private": "1"}
    assert client.post(f"/t/{ID}/j1", data=note).status_code == 200
    sit(client, given[place])
    found = [client.get(f"/t/{ID}/{seat}/{name}?{query}") for name in ("recit", "recit.md")]
    assert [each.status_code for each in found] == [200, 200]
    assert found[1].headers["content-type"].startswith("text/markdown")
    assert found[1].headers["content-disposition"].startswith("attachment; filename=")
    return found[0].text, found[1].text


PUBLIC = ("amadouer la juge", "Aurèle Kestrin", "ouvert", "désert", "Scène 2")
OF_LEADER = ("flairer le poison", "Le juge est le traître")


@pytest.mark.parametrize(
    ("seat", "query", "read"),
    [
        (LEADER, "", ()),
        (LEADER, "secrets=1", OF_LEADER),
        ("j1", "", ()),
        ("j1", "secrets=1", (OF_PLAYER,)),
        ("j2", "secrets=1", OF_LEADER[:1]),
        ("j3", "secrets=1&soiree=99", ()),
    ],
)
def test_each_seat_reads_what_it_may(
    client: Client, seat: str, query: str, read: tuple[str, ...]
) -> None:
    for text in pages(client, evening(), seat, query):
        for each in PUBLIC:
            assert each in text, each
        for each in (*OF_LEADER, OF_PLAYER):
            assert (each in text) == (each in read), each
        assert "annulé" not in text
        assert "Nouvelle fiche" not in text


def test_a_test_has_its_title_who_what_and_result(client: Client) -> None:
    page, text = pages(client, evening(), "j2")
    line = client.get(f"/t/{ID}/j2").text
    line = line[line.index("Aurèle Kestrin</bdi></b>") :]
    assert re.search(r"amadouer la juge</bdi><br><bdi>Superbe réussite", line)
    assert re.search(r'<p class="muted tested">[^<]*Talent(&nbsp;|\s)10', line)
    assert "## Le quai \\*désert\\*\n" in text
    head = text.index("- **amadouer la juge** — Aurèle Kestrin\n")
    lines = text[head:].split("\n")[1:3]
    assert "Talent\u00a0: 10" in lines[0]
    assert lines[1] == "  - Superbe réussite, marge de réussite 7\u00a0: le d12 donne 3."
    assert re.search(r"\| d12 · faces saisies \| tous \| \d+ \| \d,\d\d \(6,50\) \|", text)
    shown = re.search(r"<textarea readonly[^>]*>(.*?)</textarea>", page, re.S)
    assert shown
    assert unescape(shown[1]) == text
    assert f'href="/t/{ID}/j2/recit.md?' in page
    assert f'href="/t/{ID}/j2/recit"' in client.get(f"/t/{ID}/j2").text


def test_free_dice_are_followed_by_what_they_are_for(client: Client) -> None:
    page, text = pages(client, evening(), LEADER, "")
    assert re.search(r"lance un d3\u00a0: \d · la météo", unescape(page))
    assert re.search(r"lance un d3\u00a0: \d · la météo", text)


def test_what_people_write_stays_text(client: Client) -> None:
    page, text = pages(client, evening(), "j2")
    assert "<b>" not in text.replace("\\<b\\>", "")
    assert "> \\<b\\>\\*Fort\\*\\</b\\> \\| \\[x\\](y)\n> \\# titre\n" in text
    assert "<b>*Fort*" not in page


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        ("- une liste", "\\- une liste"),
        ("12. Une date", "12\\. Une date"),
        ("1) un", "1\\) un"),
        ("6.67", "6.67"),
        ("===", "\\==="),
        ("    code", "code"),
        ("a_b `c` ~d~ $e$", "a\\_b \\`c\\` \\~d\\~ \\$e\\$"),
        ("R&amp;D & co", "R\\&amp;D & co"),
        ("a\n# b", "a \\# b"),
        ("Dé : 3 – réussi (de peu).", "Dé : 3 – réussi (de peu)."),
    ],
)
def test_markdown_escapes(text: str, markdown: str) -> None:
    assert escaped(text) == markdown


def test_an_evening_ends_with_a_long_pause(client: Client) -> None:
    table = evening()
    table.at += DAY
    throw(table, "aurele", 7, title="le lendemain")
    page, text = pages(client, table, "j1")
    assert "le lendemain" in text
    assert "amadouer" not in text
    assert "## Scène 2" in text
    assert 'recit?soiree=1"' in page
    assert "soiree=3" not in page
    before = client.get(f"/t/{ID}/j1/recit.md?soiree=1").text
    assert "amadouer" in before
    assert "le lendemain" not in before


def test_nothing_yet_and_nobody_else(client: Client) -> None:
    page, text = pages(client, set_up("exil"), "j1", "soiree=0")
    assert "le récit s’écrit tout seul" in page
    assert text.startswith("# Essai\n")
    for name in ("recit", "recit.md"):
        assert client.get(f"/t/{ID}/{LEADER}/{name}").status_code == 403
