"""What something is worth comes late: nothing on the card moves for it, on a phone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.table.conftest import Party, Seat, Sit, campaigns

WATCH = """() => {
  window.stood = [];
  const look = () => {
    const card = document.querySelector(".run.mine");
    if (card) {
      const top = card.getBoundingClientRect().top;
      const own = [...card.querySelectorAll("button, summary, .toggle")].filter(
        (each) => each.checkVisibility() && !each.closest(".weigh"));
      const now = JSON.stringify(own.map((each) => Math.round(each.getBoundingClientRect().top - top)));
      if (window.stood.at(-1) !== now) window.stood.push(now);
    }
    requestAnimationFrame(look);
  };
  look();
}"""
"""A script that notes the places of the buttons on the card whenever they move."""
KNOWN: dict[str, Any] = {"caracteristique": "empathie", "seuil": "Les convaincre"}
Ask = tuple[list[str], dict[str, Any]]
ASKED: Mapping[str, Mapping[str, Ask]] = {
    "Éclats": {"eclats.action": (["anselme"], KNOWN)},
    "Exil": {
        "exil.simple": (["aurele"], {"talent": "Savant", "difficulty": "-2"}),
        "exil.detachment": (["aurele"], {}),
        "exil.shock": (["aurele"], {"valeurs": "15"}),
    },
    "Les Chants de Loss": {
        "loss.action": (["kordan"], {"trait": "Agilité", "talent": "Esquive", "difficulty": "25"})
    },
    "Armes-Dieux": {"armes_dieux.test": (["bastan"], {"bonus": "ask"})},
    "Livre des Règles de Base": {
        "socle.test": (["gontrand"], {"aide": "false"}),
        "socle.magie": (["gontrand"], {"niveau": "standard", "aide": "false"}),
    },
}
"""Game -> procedure -> whom it is asked of, who plays at the first seat, and how."""


@pytest.fixture(scope="module")
def parties(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, Party]]:
    yield from campaigns(tmp_path_factory)


def watching(sit: Sit, game: str) -> Seat:
    """Return a player whose page notes the place of each button."""
    player = sit(game, 1)
    player.page.add_init_script(f"addEventListener('DOMContentLoaded', {WATCH})")
    player.page.reload()
    return player


def stood_still(player: Seat) -> None:
    """Check that the worth has arrived and that no button has moved."""
    expect(player.card).to_be_visible()
    expect(player.card.locator(".weigh > :is(.why, .muted:not([hx-get]))").first).to_be_visible()
    if player.card.locator("form.choices").count():
        expect(player.card.locator(".worth-now")).to_be_visible()
    player.page.wait_for_timeout(100)
    assert len(player.page.evaluate("window.stood")) == 1, player.page.evaluate("window.stood")


@pytest.mark.parametrize("game", ASKED)
def test_nothing_moves_for_what_comes_late(sit: Sit, game: str) -> None:
    leader, player = sit(game, 0), watching(sit, game)
    for procedure, (whom, fields) in ASKED[game].items():
        leader.ask(procedure, whom, **fields)
        stood_still(player)
        player.page.reload()
        stood_still(player)
        leader.clear()
        player.page.reload()


def test_the_dice_of_an_action_and_then_its_price_stand_still(sit: Sit) -> None:
    leader, player = sit("Éclats", 0), watching(sit, "Éclats")
    leader.ask("eclats.action", ["anselme"], {"adversaire": ["rodeurs"]}, prix="ask", **KNOWN)
    expect(player.card).to_be_visible()
    player.give(3, 4, 2)
    expect(player.card.locator("form.choices")).to_be_visible()
    player.page.reload()
    stood_still(player)
