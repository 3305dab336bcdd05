"""A server that fails, or a proxy that answers in its place: the page, what was typed and the message
stay, and all goes on afterwards."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.table.conftest import Seat, Sit

GAME = "Livre des Règles de Base"
PROXY = "<!doctype html><title>Proxy</title><body><h1>Not here</h1>"
ANSWERS = {
    "a server without room": (503, "text/plain", "busy"),
    "a server that fails": (500, "text/html", PROXY),
    "a proxy without a server": (502, "text/html", PROXY),
    "a page of somebody else": (200, "text/html", PROXY),
}


def answered(page: Page, pattern: str, method: str, answer: tuple[int, str, str]) -> None:
    """Let a proxy answer these requests of a page."""
    status, kind, body = answer

    def respond(route: Route) -> None:
        if route.request.method == method:
            route.fulfill(status=status, content_type=kind, body=body)
        else:
            route.fallback()

    page.route(re.compile(pattern), respond)


@pytest.fixture
def seats(sit: Sit) -> Iterator[tuple[Seat, Seat]]:
    """The leader and a player; the failures that a test makes are not faults of the page."""
    leader, player = sit(GAME, 0), sit(GAME, 1)
    for each in (leader, player):
        while not any("/flux" in url for url in each.asked):  # all scripts are there by then
            each.page.wait_for_timeout(20)
    yield leader, player
    player.wrong = [each for each in player.wrong if "the server responded with" not in each]


def sent(seat: Seat, text: str) -> None:
    seat.page.fill("#story textarea", text)
    seat.page.press("#story textarea", "Control+Enter")


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS.keys())
def test_an_act_that_failed_leaves_the_page_and_the_text(
    seats: tuple[Seat, Seat], answer: tuple[int, str, str]
) -> None:
    leader, player = seats
    page = player.page
    answered(page, "/t/", "POST", answer)
    sent(player, f"Une note qui ne part pas ({answer[0]})")
    expect(page.locator("#lost")).to_contain_text("n’est pas parti")
    sent(leader, f"Le monde continue ({answer[0]})")
    expect(page.locator("#story-lines")).to_contain_text(f"Le monde continue ({answer[0]})")
    expect(page.locator("#lost")).to_contain_text("n’est pas parti")
    expect(page.locator("#story textarea")).to_have_value(f"Une note qui ne part pas ({answer[0]})")
    page.unroute_all()
    page.press("#story textarea", "Control+Enter")
    expect(page.locator("#story-lines")).to_contain_text(f"Une note qui ne part pas ({answer[0]})")
    expect(page.locator("#lost")).to_be_empty()
    expect(page.locator("#story textarea")).to_have_value("")


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS.keys())
def test_a_stream_that_could_not_begin_is_tried_again(
    seats: tuple[Seat, Seat], answer: tuple[int, str, str]
) -> None:
    leader, player = seats
    answered(player.page, "/flux", "GET", answer)
    player.page.reload()
    expect(player.page.locator("#net")).to_contain_text("perdue")
    sent(leader, f"Pendant l’absence ({answer[0]})")
    player.page.unroute_all()
    expect(player.page.locator("#story-lines")).to_contain_text(f"Pendant l’absence ({answer[0]})")
    expect(player.page.locator("#net")).not_to_contain_text("perdue")


def test_a_stream_that_cannot_begin_is_tried_less_and_less(seats: tuple[Seat, Seat]) -> None:
    """After half a second, one, two and four: at most four times within five seconds."""
    page = seats[1].page
    answered(page, "/flux", "GET", ANSWERS["a server without room"])
    before = len(seats[1].asked)
    page.reload()
    page.wait_for_timeout(5000)
    tried = [each for each in seats[1].asked[before:] if "/flux" in each]
    assert 2 <= len(tried) <= 4


def test_a_stream_that_ends_at_once_is_taken_up_less_and_less(seats: tuple[Seat, Seat]) -> None:
    page = seats[1].page
    answered(page, "/flux", "GET", (200, "text/event-stream", ": nothing\n\n"))
    before = len(seats[1].asked)
    page.reload()
    page.wait_for_timeout(5000)
    tried = [each for each in seats[1].asked[before:] if "/flux" in each]
    assert 2 <= len(tried) <= 5


def test_the_console_keeps_its_page(seats: tuple[Seat, Seat]) -> None:
    page = seats[1].new_tab()
    address = re.sub(r"/t/.*", "/exil/simple?talent=14", page.context.pages[0].url)
    page.goto(address, wait_until="networkidle")
    shown = page.locator("#console")
    before = shown.inner_text()
    answered(page, "/exil/simple", "GET", ANSWERS["a proxy without a server"])
    page.fill('[name="talent"]', "12")
    expect(page.locator("#lost")).to_contain_text("n’a pas répondu")
    assert "Not here" not in before
    expect(shown).to_be_visible()
    page.unroute_all()
    page.fill('[name="talent"]', "11")
    expect(page.locator("#lost")).to_be_empty()
