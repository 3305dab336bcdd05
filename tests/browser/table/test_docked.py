"""On the smallest phones no docked button hides an option, and the page scrolls to all of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.conftest import PHONE
from tests.browser.table.conftest import Party, Seat, Sit, campaigns
from tests.browser.table.taps import IN_VIEW

SMALL: ViewportSize = {"width": 320, "height": 640}
COVERED = """() => {
  const shown = [...document.querySelectorAll(".run.mine :is(.toggle, button, summary, input, select)")]
    .filter((each) => each.checkVisibility() && !each.closest(".dock, .sr"));
  return [...document.querySelectorAll(".dock")].flatMap((dock) => {
    const {top, bottom} = dock.getBoundingClientRect();
    return shown.filter((each) => {
      const box = each.getBoundingClientRect();
      return box.height && box.top < bottom - 2 && box.bottom > top + 2 && top < innerHeight;
    }).map((each) => each.innerText || each.name);
  });
}"""
"""What a docked button covers of the card, in part or whole."""
NEAREST = """each => {
  const label = each.matches("input[type=radio], input[type=checkbox]") ? each.closest("label") : null;
  (label ?? each).scrollIntoView({block: "nearest", behavior: "instant"});
}"""
Asked = tuple[str, list[str], dict[str, list[str]], dict[str, Any]]
ASKED: Mapping[str, Asked] = {
    "Exil": ("exil.contact_round", [], {"a": ["aurele"], "b": ["jeanne"]}, {}),
    "Les Chants de Loss": ("loss.exploits", ["kordan"], {}, {"exploits": "3"}),
    "Armes-Dieux": ("armes_dieux.test", ["bastan"], {}, {"bonus": "ask"}),
    "Éclats": (
        "eclats.test",
        ["anselme"],
        {},
        {"caracteristique": "empathie", "seuil": "~0", "seuil~0": "8"},
    ),
    "Livre des Règles de Base": ("socle.test", ["gontrand"], {}, {"aide": "false"}),
}
"""Game -> procedure, whom it is asked of, who plays at the first seat, and how."""


@pytest.fixture(scope="module")
def parties(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, Party]]:
    yield from campaigns(tmp_path_factory)


def reachable(seat: Seat) -> None:
    """Check that all of the card comes into sight, with nothing above it, once the advice is there."""
    expect(seat.card.locator(".weigh :is(noscript, [hx-trigger^=load])")).to_have_count(0)
    controls = seat.card.locator(".toggle, button, summary, select, input[type=range]")
    for each in controls.all():
        if each.is_visible() and not each.evaluate("each => !!each.closest('.sr')"):
            each.evaluate(NEAREST)
            assert each.evaluate(IN_VIEW), each.evaluate("each => each.outerHTML")[:300]


@pytest.mark.parametrize("game", ASKED)
def test_all_that_may_be_chosen_is_within_reach(sit: Sit, game: str) -> None:
    leader, player = sit(game, 0), sit(game, 1)
    procedure, to, cast, fields = ASKED[game]
    leader.ask(procedure, to, cast, **fields)
    expect(player.card).to_be_visible()
    for size in (PHONE, SMALL):
        player.page.set_viewport_size(size)
        reachable(player)
        player.page.evaluate("scrollTo(0, document.body.scrollHeight)")
        assert player.page.evaluate(COVERED) == []
    player.page.evaluate("scrollTo(0, 0)")
    assert player.page.evaluate(COVERED) == []


def test_the_dice_of_a_price_are_not_beneath_the_button(sit: Sit) -> None:
    """Éclats: a price in words and a number of dice, on a phone (ECL-NEG-02)."""
    leader, lubin = sit("Éclats", 0), sit("Éclats", 2)
    known: dict[str, Any] = {"caracteristique": "energie", "seuil": "Les repérer", "prix": "ask"}
    leader.ask("eclats.action", ["lubin"], {"adversaire": ["rodeurs"]}, **known)
    lubin.give(1, 2)
    lubin.choose("Oui")
    expect(lubin.card.get_by_text("Prix, en quelques mots")).to_be_visible()
    expect(lubin.card.get_by_label("Dés", exact=True)).to_be_visible()
    assert lubin.page.evaluate(COVERED) == []
    reachable(lubin)
