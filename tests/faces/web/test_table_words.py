"""The word of a player for the dice of a scene, on the page."""

from __future__ import annotations

from pathlib import Path

from tests.faces.web.test_table_again import BRIEF, served
from tests.kit import acts
from tests.table.evening import LEADER, set_up
from tests.table.export.tables import ID

WORD = "<b>\u202e\u200bאבג"


def test_a_word_is_shown_as_a_text_and_is_asked_for_once(tmp_path: Path) -> None:
    table = set_up("socle")
    table.does(LEADER, acts.BeginScene())
    given = {"do": "change_seat", "seat": "j1"}
    with served(table, tmp_path) as client:

        def page(path: str) -> str:
            return str(client.get(f"/t/{ID}/{path}").text)

        assert 'data-seat="j1" data-takes="1"' in page("j1")
        assert 'data-seat="" data-takes=""' in page(LEADER)
        assert 'name="word"' in page("j1/campagne")
        address = f"/t/{ID}/j1"
        assert client.post(address, data=given | {"word": WORD}, headers=BRIEF).status_code == 204
        assert 'data-seat="" data-takes=""' in page("j1")
        assert 'name="word"' not in page("j1/campagne")
        for seat in ("j1", "j2", LEADER):
            assert "pour les dés" in page(seat)
            assert "<b>\u202e" not in page(seat)
        assert client.post(address, data=given | {"word": "a"}, headers=BRIEF).status_code == 422
