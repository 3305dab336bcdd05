"""Two seconds to the server and back, and every button tapped twice: each act is done once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.table.conftest import Party, Seat, Sit, campaigns

GAME = "Exil"
LATENCY = 2000
"""Milliseconds that each request waits."""


@pytest.fixture(scope="module")
def parties(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, Party]]:
    """Campaigns of this module's own."""
    yield from campaigns(tmp_path_factory)


def slow(page: Page) -> None:
    """Let every request of a page wait."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    line = {"offline": False, "latency": LATENCY, "downloadThroughput": -1, "uploadThroughput": -1}
    session.send("Network.emulateNetworkConditions", line)


def twice(button: Locator) -> None:
    """Tap a button two times, faster than anything comes back."""
    button.dblclick(delay=30)


def rows(seat: Seat, text: str) -> Locator:
    """The lines of the story with a text."""
    return seat.story.locator("li").filter(has_text=text)


@pytest.fixture
def leader(sit: Sit) -> Seat:
    leader = sit(GAME, 0)
    slow(leader.page)
    return leader


def tool(page: Page, name: str) -> Locator:
    page.locator(f"#{name} > summary").click()
    return page.locator(f"#{name}")


def begin(page: Page) -> None:
    panel = tool(page, "scene-tool")
    panel.locator("input[type=text]").fill("Le pont")
    twice(panel.locator(".primary"))


def whisper(page: Page) -> None:
    panel = tool(page, "whisper-tool")
    panel.locator("textarea").fill("Il vous a vus.")
    twice(panel.locator(".primary"))


def bring(page: Page) -> None:
    twice(tool(page, "newcomer-tool").locator("[name=model]").last)


def free(page: Page) -> None:
    page.locator("#free [name=typed]").fill("2d6+1")
    twice(page.locator("#free").get_by_role("button", name="Lancer", exact=True))


def note(page: Page) -> None:
    page.locator("#story textarea").fill("La nuit tombe.")
    twice(page.locator("#story").get_by_role("button", name="Noter", exact=True))


ACTS: Mapping[str, tuple[Callable[[Page], None], str]] = {
    "scene": (begin, "La scène commence"),
    "whisper": (whisper, "Il vous a vus."),
    "newcomer": (bring, "Nouvelle fiche"),
    "free dice": (free, "lance 2d6 + 1"),
    "note": (note, "La nuit tombe."),
}
"""Name -> what the leader does on the table's page, and the line of the story that comes of it."""


def test_what_the_leader_taps_twice_is_done_once(leader: Seat) -> None:
    for act, text in ACTS.values():
        before = rows(leader, text).count()
        act(leader.page)
        expect(rows(leader, text)).to_have_count(before + 1)
        leader.page.wait_for_timeout(2 * LATENCY + 500)  # a second one would have come by now
        expect(rows(leader, text)).to_have_count(before + 1)


def test_a_test_asked_for_and_thrown_by_double_taps(sit: Sit, leader: Seat) -> None:
    player = sit(GAME, 1)
    slow(player.page)
    twice(leader.page.locator("#request button.primary").last)
    expect(leader.page.locator(".run")).to_have_count(1)
    twice(player.card.get_by_role("button", name=re.compile("^Lancer")).first)
    expect(player.last).to_be_visible()
    for seat in (leader, player):
        seat.page.wait_for_timeout(2 * LATENCY)
        expect(seat.page.locator(".run")).to_have_count(0)
        expect(seat.page.locator("#story .more-of")).to_have_count(1)
        expect(seat.page.locator(".complaint:not(:empty), .error:not(:empty)")).to_have_count(0)


def fill_person(page: Page) -> Locator:
    page.get_by_label("Une personne de plus").fill("Lou")
    return page.get_by_role("button", name="Ajouter", exact=True)


def fill_sheet(page: Page) -> Locator:
    page.get_by_role("link", name="Nouvelle fiche").first.click()
    page.locator("[name=nom]").fill("Lise")
    return page.get_by_role("button", name="Garder la fiche")


def fill_ruling(page: Page) -> Locator:
    page.get_by_text("Les voir et les changer").click()
    page.locator("#choix .steps label:has(input:not(:checked))").first.click()
    return page.get_by_role("button", name="Changer pour la suite")


def fill_handout(page: Page) -> Locator:
    page.goto(page.url.replace("/campagne", "/documents"))
    page.get_by_label("Titre").fill("La lettre")
    page.get_by_label("Texte").fill("Venez seul.")
    return page.get_by_role("button", name="Donner", exact=True)


FORMS: Mapping[str, tuple[Callable[[Page], Locator], str]] = {
    "person": (fill_person, "Lou s’assoit"),
    "sheet": (fill_sheet, "Nouvelle fiche : Lise"),
    "ruling": (fill_ruling, "Des choix de campagne changent"),
    "handout": (fill_handout, "La lettre"),
}
"""Name -> what fills a form behind the table, and the line of the story that comes of it."""


@pytest.mark.parametrize("name", FORMS)
def test_a_form_behind_the_table_that_is_sent_twice(leader: Seat, name: str) -> None:
    prepare, text = FORMS[name]
    page, address = leader.page, leader.page.url
    page.goto(f"{address}/campagne")
    twice(prepare(page))
    page.wait_for_timeout(3 * LATENCY)
    expect(page.get_by_role("alert")).to_have_count(0)
    page.goto(address)
    expect(rows(leader, text)).to_have_count(1)
