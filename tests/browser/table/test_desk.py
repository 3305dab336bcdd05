"""The leader's desk: what is asked and what comes of it share a screen, and tools are two taps away."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import PATIENCE, PHONE
from tests.browser.table.conftest import Party, Seat, Sit, campaigns
from tests.browser.table.taps import Taps
from tests.kit.accessible import nothing_serious

SIZES: list[ViewportSize] = [{"width": 1400, "height": 900}, {"width": 1280, "height": 720}]
GAMES = ["Exil", "Les Chants de Loss", "Armes-Dieux", "Éclats", "Livre des Règles de Base"]
BESIDE = """() => {
  const [play, form] = ["#now", "#request-card"].map((each) => document.querySelector(each).getBoundingClientRect());
  return play.right <= form.left && form.bottom <= innerHeight && document.documentElement.scrollHeight <= innerHeight;
}"""
"""What is played is beside the form, and the page itself does not scroll."""


SENT = "() => !document.querySelector('.htmx-request, .run.mine button:disabled')"
"""What was sent is done, and the page has it."""


@pytest.fixture(scope="module")
def parties(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, Party]]:
    """Campaigns of this module's own."""
    yield from campaigns(tmp_path_factory)


def asked(leader: Page, seats: Sequence[Seat]) -> Seat | None:
    """Return who has a card to answer, once a page shows it; None when no run is open."""
    for _ in range(PATIENCE // 100):
        each = next((seat for seat in seats if seat.card.count()), None)
        if each is not None or not leader.locator(".run").count():
            return each
        leader.wait_for_timeout(100)
    raise AssertionError("a run waits, and nobody has a card")


def answered(*seats: Seat) -> None:
    """Everybody does what their card says, until no run is open."""
    leader = seats[0].page
    expect(leader.locator(".run").first).to_be_attached()
    for _ in range(12):
        each = asked(leader, seats)
        if each is None:
            break
        for words in each.card.locator("form.choices textarea").all():
            words.fill("Une promesse à tenir")
        with each.page.expect_response(lambda answer: answer.request.method == "POST"):
            if each.card.locator("form.choices .primary").count():
                each.card.locator("form.choices .primary").first.click()
            else:
                each.throw()
        each.page.wait_for_function(SENT)
    expect(leader.locator(".run")).to_have_count(0)


def test_everything_of_a_scene_is_two_taps_away(sit: Sit) -> None:
    leader, one, other = (sit("Exil", place) for place in range(3))
    page = leader.page
    count = page.locator("#request [name=to]").count()

    def tool(name: str) -> Taps:
        taps = Taps(page)
        taps.on(page.locator(f"#{name} > summary"))
        return taps

    taps = tool("scene-tool")
    page.locator("#scene-tool [name=title]").fill("Sur les quais")
    taps.on(page.locator("#scene-tool .primary"))
    expect(page.locator("#scene")).to_contain_text("Sur les quais")
    expect(page.locator(".tool[open]")).to_have_count(0)

    taps = tool("newcomer-tool")
    taps.on(page.get_by_role("button", name="Vigile aux aguets", exact=True))
    expect(page.locator("#facing")).to_contain_text("Vigile aux aguets 2")
    expect(page.locator("#request [name=to]")).to_have_count(count + 1)

    taps = tool("time-tool")
    taps.on(page.locator("#time-tool").get_by_role("button", name="heure"))
    expect(one.story).to_contain_text("1\u00a0h plus tard")

    taps = tool("whisper-tool")
    page.locator("#whisper-text").fill("La brute vous a reconnu.")
    taps.on(page.locator("#whisper-tool .primary"))
    expect(one.story).to_contain_text("La brute vous a reconnu.")
    expect(page.locator(".tool[open]")).to_have_count(0)
    assert not other.received("vous a reconnu")

    taps = tool("scene-tool")
    taps.on(page.locator("#scene-tool .primary"))
    expect(page.locator("#scene")).to_contain_text("entre deux scènes")
    assert not other.received("vous a reconnu")

    taps = Taps(page)
    taps.on(page.locator(".tools").get_by_role("link", name="Un document"))
    taps.sees(page.get_by_label("Titre"))
    page.go_back()

    taps = tool("newcomer-tool")
    page.get_by_label("Son nom").fill("Lou")
    taps.on(page.get_by_role("button", name="Donner son lien"))
    assert taps.count == 2
    expect(page.get_by_label("Le lien")).to_have_value(re.compile("/lien/"))
    taps.sees(page.get_by_label("Le lien"))


def test_a_leader_s_phone_has_the_tools_too(sit: Sit) -> None:
    """They slide along above the table, and each opens at the foot of the page."""
    leader, one = sit(GAMES[1], 0, viewport=PHONE), sit(GAMES[1], 1)
    page = leader.page
    for name in ("scene-tool", "whisper-tool"):
        page.locator(f"#{name} > summary").click()
        panel = page.locator(f"#{name} .panel")
        expect(panel).to_be_in_viewport(ratio=1)
        panel.locator("input[type=text], textarea").fill("Sur les quais")
        panel.locator(".primary").click()
        expect(page.locator(".tool[open]")).to_have_count(0)
        expect(page.locator("#scene")).to_contain_text("Sur les quais")
    expect(one.page.locator("#whispers")).to_contain_text("Sur les quais")
    page.locator("#scene-tool > summary").click()
    page.get_by_role("button", name="Finir la scène").click()
    expect(page.locator("#scene")).to_contain_text("entre deux scènes")
    nothing_serious(page)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size['width']}x{size['height']}")
@pytest.mark.parametrize("game", GAMES)
def test_the_usual_test_takes_three_taps_and_no_scrolling(
    sit: Sit, game: str, size: ViewportSize
) -> None:
    leader, one, other = sit(game, 0, size), sit(game, 1), sit(game, 2)
    page, taps = leader.page, Taps(leader.page)
    assert page.evaluate(BESIDE)
    taps.on(page.locator("#request .chip", has=page.locator("[name=to]")).nth(1))
    expect(page.locator("#request [name=to]").nth(1)).to_be_checked()
    leader.settled()
    taps.on(page.locator("#request .steps").first.locator("label").nth(1))
    taps.on(page.locator("#request .primary"))
    assert taps.count == 3
    expect(page.locator(".run")).to_have_count(1)
    assert page.evaluate(BESIDE)
    taps.sees(page.locator(".run .title"))
    taps.sees(page.locator("#request .primary"))
    answered(leader, one, other)
    taps.sees(leader.last.locator(".sentence"))
    taps.sees(page.locator("#request .primary"))
    nothing_serious(page)


def test_a_round_of_a_melee_takes_few_taps(sit: Sit) -> None:
    """Two of the players against three adversaries, one of them made by a tap (EXIL-MEL)."""
    leader, *players = (sit("Exil", place) for place in range(3))
    page, adversaries = leader.page, leader.page.locator("#facing .person")
    before = adversaries.count()
    page.locator("#facing").get_by_role("button", name="Un de plus", exact=True).first.click()
    expect(adversaries).to_have_count(before + 1)
    page.locator("#request-card").get_by_role("link", name="Mêlée", exact=True).click()
    fighters = page.locator("#request [name='cast.combattants']")
    expect(fighters).to_have_count(2 + before + 1)
    for place in range(2 + before + 1):  # the copies of the first adversary are chosen with it
        wanted = place < 5
        if fighters.nth(place).is_checked() != wanted:
            page.locator("#request .chip", has=page.locator("[name='cast.combattants']")).nth(
                place
            ).click()
            expect(fighters.nth(place)).to_be_checked(checked=wanted)
            leader.settled()
    expect(page.locator("#request [name='cast.combattants']:checked")).to_have_count(5)
    page.locator("#request .primary").click()

    taps = [Taps(page), *(Taps(each.page) for each in players)]
    second = page.locator(".run").get_by_text("Tour 2.")  # the leader may not be asked there
    expect(leader.card).to_contain_text("Tour 1.")
    for _ in range(12):
        if second.count() or not page.locator(".run").count():
            break
        for seat, own in zip((leader, *players), taps, strict=True):
            if not seat.card.count() or seat.card.get_by_text("Tour 2.").count():
                continue
            everything = seat.card.get_by_role("button", name="et la maison lance")
            button = everything if everything.count() else seat.card.locator(".primary").first
            with seat.page.expect_response(lambda answer: answer.request.method == "POST"):
                own.on(button)
            seat.page.wait_for_function(SENT)
        page.wait_for_timeout(200)
    over = second.or_(page.locator(".ended"))
    expect(over.first).to_be_attached()
    assert 1 <= taps[0].count <= 4
    assert all(1 <= each.count <= 3 for each in taps[1:])


def test_a_tool_closes_by_escape_and_by_a_tap_beside_it(sit: Sit) -> None:
    page = sit("Armes-Dieux", 0).page
    summary, opened = page.locator("#scene-tool > summary"), page.locator(".tool[open]")
    summary.click()
    expect(opened).to_have_count(1)
    page.locator("#newcomer-tool > summary").click()
    expect(opened).to_have_count(1)
    page.keyboard.press("Escape")
    expect(opened).to_have_count(0)
    expect(page.locator("#newcomer-tool > summary")).to_be_focused()
    summary.click()
    page.locator("#people h2").first.click()
    expect(opened).to_have_count(0)


def test_a_phone_keeps_its_three_tabs(sit: Sit) -> None:
    page = sit("Éclats", 0, PHONE).page
    expect(page.locator(".tabs")).to_be_visible()
    expect(page.locator(".tools")).to_be_visible()
    expect(page.locator("#people")).to_be_hidden()
    now, form = (page.locator(each).bounding_box() for each in ("#now", "#request-card"))
    assert now is not None
    assert form is not None
    assert now["y"] + now["height"] <= form["y"]
    assert form["x"] == now["x"]
