"""A player's own roll: what it is made of is tapped, never taken silently."""

from __future__ import annotations

import re
from pathlib import Path

from tests.faces.web.test_table_again import served
from tests.table.evening import set_up
from tests.table.export.tables import ID


def test_a_tap_on_a_talent_asks_for_the_trait(tmp_path: Path) -> None:
    """LOSS-VTT-02: which Trait goes with a Talent is not fixed; the browser asks for one."""
    with served(set_up("loss"), tmp_path) as client:
        page = str(client.get(f"/t/{ID}/j1").text)
    traits = re.findall(r'<input type="radio" name="params.trait"[^>]*>', page)
    assert len(traits) == 6
    assert all("required" in each and "checked" not in each for each in traits)
    assert re.search(r'<button name="params.talent" value="Escalade">', page)


def test_a_run_of_one_tap_needs_no_other(tmp_path: Path) -> None:
    with served(set_up("socle"), tmp_path) as client:
        page = str(client.get(f"/t/{ID}/j1").text)
    assert re.search(r'<button name="params.de" value="Force">', page)
    assert 'type="radio" name="params.' not in page
