"""A word for one seat alone, or a document, is in sight until that seat acts."""

from __future__ import annotations

from pathlib import Path

from tests.faces.web.test_table_again import posted, served
from tests.kit import acts
from tests.table.evening import LEADER, set_up
from tests.table.export.tables import ID

WORD, SAYS = "La porte du fond est ouverte.", "vous chuchote"


def test_a_whisper_is_above_everything_until_its_reader_acts(tmp_path: Path) -> None:
    table = set_up("exil")
    table.does(LEADER, acts.Note(text=WORD, to="j1"))
    with served(table, tmp_path) as client:

        def page(seat: str) -> str:
            return str(client.get(f"/t/{ID}/{seat}").text)

        assert SAYS in page("j1")
        assert "Un mot pour vous" in page("j1"), "in sight wherever the page is scrolled"
        assert "Un mot pour vous" not in page("j2")
        assert SAYS not in page("j2")
        assert SAYS not in page(LEADER)
        assert posted(client, "j1", do="note", text="J’y vais.", key="k1") == 204
        assert SAYS not in page("j1")
        assert WORD in page("j1")


def test_so_is_a_document(tmp_path: Path) -> None:
    table = set_up("exil")
    table.does(LEADER, acts.HandOut(title="Une carte", text="Au nord.", to=("j1",)))
    with served(table, tmp_path) as client:
        assert "vous donne un document" in client.get(f"/t/{ID}/j1").text
        assert "vous donne un document" not in client.get(f"/t/{ID}/j2").text
