"""Free dice: typed and sent with Enter, or one tap on a die of the game."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import NARROW
from tests.browser.table.conftest import Sit
from tests.kit.accessible import nothing_serious


def test_enter_throws_the_dice_typed_and_a_tap_throws_one(sit: Sit) -> None:
    leader, player = sit("Exil", 0), sit("Exil", 1, viewport=NARROW)
    form = player.page.locator(".free-dice")
    leader.begin_scene("La digue")
    nothing_serious(player.page)
    form.get_by_placeholder("2d6+1").fill("2d6+1")
    form.get_by_placeholder("pour quoi").fill("la météo")
    form.get_by_placeholder("2d6+1").press("Enter")
    expect(player.story).to_contain_text("lance 2d6 + 1\u00a0: ")
    expect(leader.story).to_contain_text("la météo")
    expect(form.get_by_placeholder("2d6+1")).to_have_value("")
    form.get_by_role("button", name="d12").click()
    expect(player.story).to_contain_text("lance un d12\u00a0: ")
    expect(player.story.locator("li").first).to_be_in_viewport(ratio=1)
    leader.end_scene()
    form.get_by_role("button", name="d12").click()  # between two scenes it begins the next one
    expect(leader.page.locator("#scene")).to_contain_text(re.compile(r"scène \d"))
    expect(leader.story).to_contain_text("lance un d12\u00a0: ")
    leader.end_scene()


def test_one_tap_reveals_dice_thrown_in_secret(sit: Sit) -> None:
    leader, player = (sit("Exil", place) for place in range(2))
    leader.begin_scene("La crue")
    form = leader.page.locator(".free-dice")
    form.get_by_label("en secret, pour moi uniquement").check()
    form.get_by_placeholder("2d6+1").fill("3d997")
    form.get_by_placeholder("pour quoi").fill("la rumeur")
    form.get_by_placeholder("2d6+1").press("Enter")
    line = leader.story.locator("li", has_text="lance 3d997\u00a0: ")
    expect(line).to_contain_text("en secret")
    expect(player.story).not_to_contain_text("3d997")
    nothing_serious(leader.page)
    line.get_by_role("button", name="Révéler").click()
    expect(player.story).to_contain_text("révèle un lancer secret (3d997\u00a0: ")
    expect(player.story.locator("li", has_text="lance 3d997\u00a0: ")).to_contain_text("la rumeur")
    expect(line.get_by_role("button")).to_have_count(0)
    expect(line).to_contain_text(re.compile(r"lancer secret n°\s\d+, révélé"))
    leader.end_scene()
