"""The rulings of a running campaign on its page: everybody reads them, the leader changes them."""

from __future__ import annotations

from pathlib import Path

from tests.faces.web.test_table_again import served
from tests.table.evening import LEADER, set_up
from tests.table.export.tables import ID

PAGE = f"/t/{ID}/{LEADER}/campagne"


def test_the_leader_changes_a_ruling_and_all_read_it(tmp_path: Path) -> None:
    with served(set_up("exil"), tmp_path) as client:
        assert "Changer pour la suite" in client.get(PAGE).text
        form = {"do": "change_rulings", "rulings.equal": "fails"}
        answer = client.post(PAGE, data=form, follow_redirects=False)
        assert answer.headers["location"] == f"{PAGE}?garde=choix#choix"
        page = client.get(PAGE).text
        assert 'value="fails" checked' in page
        story = client.get(f"/t/{ID}/j1").text
        assert "Des choix de campagne changent pour la suite." in story
        assert "Dé égal au niveau\u00a0: échec" in story


def test_a_player_reads_them_and_has_no_form(tmp_path: Path) -> None:
    with served(set_up("exil"), tmp_path) as client:
        page = client.get(f"/t/{ID}/j1/campagne").text
        assert "<summary>Les voir</summary>" in page
        assert "Dé égal au niveau" in page
        assert "change_rulings" not in page
        form = {"do": "change_rulings", "rulings.equal": "fails"}
        assert client.post(f"/t/{ID}/j1/campagne", data=form).status_code == 403


def test_a_form_that_changes_nothing_says_so(tmp_path: Path) -> None:
    with served(set_up("exil"), tmp_path) as client:
        answer = client.post(PAGE, data={"do": "change_rulings", "rulings.equal": "succeeds"})
        assert answer.status_code in (409, 422)
        assert "au moins un choix autre" in answer.text


def test_each_ruling_says_what_it_changes(tmp_path: Path) -> None:
    """The procedures that read it, and the clause that it is about, for the leader and for a player."""
    with served(set_up("eclats"), tmp_path) as client:
        for page in (PAGE, f"/t/{ID}/j1/campagne"):
            text = client.get(page).text
            assert (
                "Change\u00a0: Jet d’action et Action complète.<br>Règle ECL-LAN-04\u00a0: " in text
            )
            assert text.count('class="note changing"') == 6


def test_a_ruling_of_sheets_says_so(tmp_path: Path) -> None:
    """Many procedures are counted; one that only a sheet reads changes what sheets count."""
    with served(set_up("exil"), tmp_path) as client:
        text = client.get(PAGE).text
        assert "Action d’opposition, Action étendue et 12 autres.<br>Règle EXIL-BAS-04" in text
        assert "Change ce que comptent les fiches.<br>Règle EXIL-OPT-04" in text
