"""A player proposes a run in one tap on their sheet; the leader requests it in one, or settles it first."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.table.conftest import Sit
from tests.kit.accessible import nothing_serious

PROPOSED = {
    "Exil": ("Savant", "Demander"),
    "Les Chants de Loss": ("Escalade", "Demander"),
    "Armes-Dieux": ("Influence", "Demander"),
    "Éclats": ("Ruse", "Régler d’abord"),
    "Livre des Règles de Base": ("Force", "Demander"),
}
"""Game -> the player's tap on the sheet, and the leader's."""


@pytest.mark.parametrize("game", PROPOSED)
def test_the_own_run_of_a_player(sit: Sit, game: str) -> None:
    tap, asks = PROPOSED[game]
    leader, player, other = (sit(game, place) for place in range(3))
    widget = player.page.locator("#widgets")
    sheet = player.page.locator("#sheets")
    nothing_serious(player.page)
    if (first := sheet.locator('input[type="radio"][required]')).count():
        first.first.check(force=True)  # a Trait beside the Talent that is tapped
    sheet.get_by_role("button", name=re.compile(f"^{tap} *d?\\d+( .*)?$")).first.click()
    expect(widget).to_contain_text("Vous proposez pour")
    expect(widget.locator(".proposed")).to_be_in_viewport()
    seen = leader.page.locator("#widgets")
    expect(seen).to_contain_text("Proposé par")
    expect(leader.bar.get_by_role("link", name="1 demande")).to_be_visible()
    expect(other.page.locator("#widgets")).not_to_contain_text("Proposé par")
    nothing_serious(leader.page)
    seen.get_by_text(asks, exact=True).click()
    if asks == "Régler d’abord":  # the seuil is the leader's to say
        expect(leader.page.locator("#request-card")).to_be_visible()
        return
    expect(player.page.locator(".run .title")).to_be_in_viewport()
    expect(seen).not_to_contain_text("Proposé par")
    leader.end_scene()
