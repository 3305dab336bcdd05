"""Dice of the house tumble for who likes it, and lie still at once for who does not wait."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest
from playwright.sync_api import expect

from tests.browser.table.conftest import Party, Seat, Sit, campaigns

GAME = "Livre des Règles de Base"
TUMBLING = """() => document.getAnimations().filter(
  (each) => each.playState === "running" && each.effect.target.matches("#now .thrown .die")).length"""
SLOWED = 0.001
"""A throw of a quarter of a second takes minutes: whatever ends sooner was ended."""


@pytest.fixture(scope="module")
def parties(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, Party]]:
    yield from campaigns(tmp_path_factory)


def thrown(sit: Sit, motion: bool) -> Seat:
    """Who has just had the house throw, with all that moves slowed down."""
    leader, player = sit(GAME, 0), sit(GAME, 1, motion=motion)
    leader.ask("socle.test", ["gontrand"], aide="false")
    inside = player.context.new_cdp_session(player.page)
    inside.send("Animation.enable")
    inside.send("Animation.setPlaybackRate", {"playbackRate": SLOWED})
    run = str(player.card.get_attribute("id")).removeprefix("run-")
    player.throw()
    expect(player.page.locator(f"#last-{run} .thrown .die").first).to_be_attached()
    return player


@pytest.mark.parametrize("tapped", [True, False], ids=["tap", "key"])
def test_dice_tumble_until_somebody_does_not_wait(sit: Sit, tapped: bool) -> None:
    player = thrown(sit, motion=True)
    assert player.page.evaluate(TUMBLING) > 0
    if tapped:
        player.page.mouse.click(5, 5)
    else:
        player.page.keyboard.press("Escape")
    assert player.page.evaluate(TUMBLING) == 0
    expect(player.last.locator(".thrown .die").first).to_be_visible()


def test_nothing_moves_for_who_asked_for_that(sit: Sit) -> None:
    assert thrown(sit, motion=False).page.evaluate(TUMBLING) == 0
