"""A server that stops and starts again: the page says that it is away, and catches up by itself."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.conftest import PHONE, serving
from tests.browser.table.conftest import Seat, read_parties


def test_the_page_catches_up_by_itself(browser: Browser, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/tables.db"
    with serving("--database", database) as server:
        address, parties = read_parties(server)
        context = browser.new_context(viewport=PHONE, locale="fr-FR")
        leader, gontrand = (
            Seat(context, parties["Livre des Règles de Base"].links[place]) for place in (0, 1)
        )
        leader.ask("socle.test", ["gontrand"], aide="false", degres="1")
        expect(gontrand.card).to_contain_text("Degrés")
    expect(gontrand.page.locator("#net")).to_contain_text("perdue")
    gontrand.throw()
    expect(gontrand.page.locator("#lost")).to_contain_text("n’est pas parti")
    with serving("--database", database, "--port", address.rpartition(":")[2]) as server:
        read_parties(server)
        expect(gontrand.page.locator("#net")).to_contain_text("à jour")
        gontrand.throw()
        expect(gontrand.last.locator(".sentence")).to_have_text(re.compile("succès|échec", re.I))
        context.close()
