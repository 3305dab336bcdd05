"""A browser keeps the commitment of a scene, pledges and gives a word for its dice, and says when the
commitment changes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import pytest
from playwright.sync_api import expect

from tablee.table.log.scene_words import pledge_of
from tests.browser.table.conftest import Party, Sit, campaigns

GAME = "Livre des Règles de Base"
WORD = re.compile(r".* donne son mot pour les dés de la scène\s:\s«\s[0-9a-z]{6}…\s»")

BACKGROUND = """act => fetch(location.pathname, {method: "POST", headers: {"hx-request": "true",
prefer: "return=minimal"}, body: new URLSearchParams({do: act})})"""


@pytest.fixture(scope="module")
def parties(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, Party]]:
    """Campaigns of this module's own."""
    yield from campaigns(tmp_path_factory)


def test_a_browser_gives_one_word_and_keeps_the_commitment(sit: Sit) -> None:
    leader, player = sit(GAME, 0), sit(GAME, 1)
    page = player.page
    scene = page.locator("#scene")
    for act in ["end_scene", "begin_scene"][not scene.get_attribute("data-commitment") :]:
        leader.page.evaluate(BACKGROUND, act)
    expect(scene).to_have_attribute("data-commitment", re.compile("^[0-9a-f]{64}$"))
    commitment = scene.get_attribute("data-commitment") or ""
    lines = page.locator("#story-lines")
    expect(lines.get_by_text("Mots pour les dés de la scène")).to_have_count(1)
    expect(lines.get_by_text(WORD).first).to_be_hidden()
    lines.get_by_text("Mots pour les dés de la scène").click()
    expect(lines.get_by_text(WORD).first).to_be_visible()
    kept = page.evaluate("() => Object.entries(localStorage)")
    seen = {key: value for key, value in kept if key.startswith("commitment ")}
    secret = scene.get_attribute("data-secret") or ""
    (key,) = [name for name in seen if re.fullmatch(r"commitment \S+ \d+", name)]
    (word,) = [name for name in seen if name.startswith(f"{key} word ")]
    *_, seat, _ = word.split(" ")
    pledges = scene.get_attribute("data-pledges") or ""
    assert seen == {
        key: commitment,
        f"{key} screen": secret,
        f"{key} pledges": pledges,
        word: seen[word],
    }
    number = scene.get_attribute("data-number") or ""
    own = pledge_of(int(number), commitment, seat, seen[word])
    assert f"{seat}={own}" in pledges.split(" ")
    assert not scene.get_attribute("data-missing")
    assert re.fullmatch("[0-9a-f]{64}", secret)
    assert secret != commitment
    page.reload()
    expect(page.locator("#story-lines").get_by_text(WORD)).to_have_count(1)
    expect(scene.get_by_role("alert")).to_have_count(0)
    for name in (key, f"{key} screen"):
        page.evaluate("([name]) => localStorage.setItem(name, '0'.repeat(64))", [name])
        page.reload()
        expect(scene.get_by_role("alert")).to_contain_text("n’est plus celui")
        page.evaluate("([name, value]) => localStorage.setItem(name, value)", [name, seen[name]])
        page.reload()
        expect(scene.get_by_role("alert")).to_have_count(0)
