"""A double tap on a quick line does one act: what comes into the place of the button is not pressed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.table.conftest import Party, Seat, Sit, campaigns

AT_ONCE = "Object.defineProperty(Event.prototype, 'timeStamp', {get: () => 1})"
"""A script by which no time passes from one tap to the next, however slow the machine is."""
READY = """([x, y]) => {
  const button = document.elementFromPoint(x, y)?.closest("button");
  return !button?.disabled;
}"""


@pytest.fixture(scope="module")
def parties(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, Party]]:
    yield from campaigns(tmp_path_factory)


def twice(page: Page, button: Locator) -> None:
    """Tap the place of a button two times: the second time, once the answer to the first has come,
    whatever is there then."""
    place = middle(button)
    for count in (1, 2):
        tap(page, place, count)
        page.wait_for_function(READY, arg=place)


def middle(button: Locator) -> tuple[float, float]:
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def tap(page: Page, place: tuple[float, float], count: int) -> None:
    """Tap a place: the first or the second time in a row."""
    page.mouse.move(*place)
    page.mouse.down(click_count=count)
    page.mouse.up(click_count=count)


def at_once(seat: Seat) -> Seat:
    """Return a seat on whose page no time passes between taps."""
    seat.page.add_init_script(AT_ONCE)
    seat.page.reload()
    return seat


def test_a_request_a_choice_and_a_throw_are_done_once(sit: Sit) -> None:
    leader, kordan = (at_once(sit("Les Chants de Loss", place)) for place in (0, 1))
    leader.begin_scene("Le quai")
    leader.page.goto(f"{leader.page.url.partition('?')[0]}?procedure=loss.action&to=kordan")
    twice(leader.page, leader.page.locator("#request button.primary").last)
    expect(leader.page.locator(".run")).to_have_count(1)
    leader.page.reload()
    expect(leader.page.locator(".run")).to_have_count(1)
    expect(kordan.card.locator("legend").first).to_contain_text("Exploits")
    kordan.card.locator('.toggle > span:text-is("2")').click()
    twice(kordan.page, kordan.card.locator("form.choices .primary"))
    throws = kordan.card.get_by_role("button", name="Lancer le d10")
    expect(throws).to_be_visible()
    twice(kordan.page, throws)
    expect(kordan.last).to_contain_text("Test d’Action")
    expect(leader.page.locator(".run")).to_have_count(0)
    expect(leader.last.locator(".consequences .undone")).to_have_count(0)  # nothing is declined


def test_a_small_button_counts_on(sit: Sit) -> None:
    """As one that brings one more adversary."""
    leader = at_once(sit("Exil", 0))
    more = leader.page.locator("#people").get_by_role("button", name="Un de plus").first
    foes = leader.page.locator("#facing .person")
    before = foes.count()
    for count in (1, 2):
        tap(leader.page, middle(more), count)
        expect(foes).to_have_count(before + count)
