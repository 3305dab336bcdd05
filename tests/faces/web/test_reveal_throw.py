"""The leader reveals secret free dice with one tap in the story; players see them then, with their origin."""

from __future__ import annotations

import re
from pathlib import Path

from tests.faces.web.test_table_again import posted, served
from tests.kit import acts
from tests.table.evening import LEADER, set_up
from tests.table.export.tables import ID

BUTTON = 'name="do" value="reveal_throw"'


def test_one_tap_in_the_story_reveals_secret_dice(tmp_path: Path) -> None:
    table = set_up("armes_dieux")
    table.does(LEADER, acts.BeginScene())
    for reason in ("la garde", "la pluie"):
        table.does(LEADER, acts.ThrowFree(expression="3d997", secret=True, reason=reason))
    with served(table, tmp_path) as client:

        def page(seat: str) -> str:
            return re.sub(r"[\u00a0\u202f]", " ", client.get(f"/t/{ID}/{seat}").text)

        assert page(LEADER).count(BUTTON) == 2
        assert BUTTON not in page("j1")
        assert "3d997" not in page("j1")
        assert posted(client, "j1", do="reveal_throw", throw="1.2", key="k1") == 403
        assert posted(client, LEADER, do="reveal_throw", throw="1.2", key="k2") == 204
        assert page(LEADER).count(BUTTON) == 1
        for seat in ("j1", "j2"):
            shown = page(seat)
            assert "Siège 0 lance 3d997 : " in shown
            assert "lancer secret n° 2, révélé" in shown
            assert "révèle un lancer secret (3d997 : " in shown
            assert "la pluie" in shown
            assert "la garde" not in shown
            assert BUTTON not in shown
        assert posted(client, LEADER, do="reveal_throw", throw="1.2", key="k3") == 409


def test_the_story_has_the_beginning_of_long_words_for_the_dice(tmp_path: Path) -> None:
    """Browsers draw them; the page for checking has them whole."""
    table = set_up("armes_dieux")
    table.does(LEADER, acts.BeginScene())
    table.does("j1", acts.ChangeSeat(seat="j1", word="3q2x7k" + "9" * 20))
    table.does("j2", acts.ChangeSeat(seat="j2", word="ours"))
    with served(table, tmp_path) as client:
        shown = re.sub(r"[\u00a0\u202f]", " ", client.get(f"/t/{ID}/{LEADER}").text)
        assert "« 3q2x7k… »" in shown
        assert "« ours »" in shown
        assert "3q2x7k9" not in shown


def test_one_tap_on_the_card_of_a_finished_roll_shows_its_secret_seuil(tmp_path: Path) -> None:
    table = set_up("eclats")
    given = {"caracteristique": 0, "seuil": 7, "secret": True}
    table.does(LEADER, acts.RequestRun(procedure="eclats.test", params=given, to=("lubin",)))
    table.does("j2", acts.Answer(run="j1", place=0, answer={"dice": [9]}))
    with served(table, tmp_path) as client:

        def page(seat: str, recap: str = "") -> str:
            return re.sub(r"[\u00a0\u202f]|&nbsp;", " ", client.get(f"/t/{ID}/{seat}{recap}").text)

        assert "Révéler le seuil" in page(LEADER)
        for seat in ("j1", "j2"):
            assert "Révéler le seuil" not in page(seat)
            assert "Seuil 7" not in page(seat)
        assert posted(client, "j2", do="disclose", run="j1", key="k1") == 403
        assert posted(client, LEADER, do="disclose", run="j1", key="k2") == 204
        assert "Révéler le seuil" not in page(LEADER)
        for seat in (LEADER, "j1", "j2"):
            assert "Seuil 7 · Seuil secret" in page(seat)
            assert "ce qui restait caché est révélé à tous" in page(seat)
            assert "Seuil : 7 · Seuil secret" in page(seat, "/recit")
            assert "Seuil secret : oui" not in page(seat, "/recit")
