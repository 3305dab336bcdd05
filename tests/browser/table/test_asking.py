"""The leader's form: what is prepared stays, of whom it is, and where asking leads; where answering does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest
from playwright.sync_api import expect

from tests.browser.table.conftest import Party, Seat, Sit, campaigns, fill
from tests.browser.table.test_acts import GAME, until, whole_pages, write

BENEATH = """document.querySelector(".done-title").getBoundingClientRect().top
  > document.querySelector("#bar").getBoundingClientRect().bottom"""


@pytest.fixture(scope="module")
def parties(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, Party]]:
    """Campaigns of this module's own."""
    yield from campaigns(tmp_path_factory)


@pytest.fixture
def leader(sit: Sit) -> Iterator[Seat]:
    leader = sit(GAME, 0)
    yield leader
    leader.clear()


def test_what_the_leader_prepares_stays_until_something_is_asked_for(leader: Seat) -> None:
    """The form then is for what was asked for last, as on a page that comes again."""
    leader.ask("socle.test", ["gontrand"], aide="false")
    page = leader.page
    until(page, "flows()")
    other = page.locator("#procedure option:not(:checked)").first.get_attribute("value") or ""
    page.locator("#procedure").select_option(other)
    expect(
        page.locator(
            f"#request-card .btn[aria-current], #procedure option[value='{other}'][selected]"
        ).first
    ).to_be_attached()
    write(leader, "Un instant.")
    expect(leader.story).to_contain_text("Un instant.")
    expect(page.locator("#procedure")).to_have_value(other)
    leader.page.locator(".run .instead > summary").click()
    leader.page.locator(".run .instead").get_by_role("button", name="Lancer").click()
    expect(leader.last).to_be_visible()
    expect(page.locator("#procedure")).to_have_value(other)
    leader.press("La même chose encore")
    expect(page.locator(".run")).to_have_count(1)
    expect(page.locator("#procedure")).to_have_value("socle.test")
    expect(page.locator("#request .primary").last).to_contain_text("Demander")


def test_the_title_of_a_test_that_begins_a_scene_is_not_that_of_the_next(leader: Seat) -> None:
    """The scene renews the form before the request is answered."""
    page = leader.page
    if page.locator("#scene[data-number]").count():
        leader.end_scene()
    page.goto(f"{page.url.partition('?')[0]}?procedure=socle.test")
    until(page, "flows()")
    page.locator("#request-title").fill("Enfoncer la porte")
    page.locator("#request [name=secret]").check()
    page.locator("#request .primary").last.click()
    expect(page.locator(".run .title")).to_have_text("Enfoncer la porte")
    until(page, "!document.querySelector('.htmx-request')")
    expect(page.locator("#request-title")).to_have_value("")
    expect(page.locator("#request [name=secret]")).not_to_be_checked()


def test_the_same_again_for_all_with_one_tap(leader: Seat) -> None:
    """Of whom it is asked is on the buttons; of what was asked of one alone there is one."""
    leader.ask("socle.test", ["gontrand", "maelle"], aide="false")
    page, everybody = leader.page, "La même chose encore, pour tous"
    for left in (1, 0):
        page.locator(".run .instead > summary").first.click()
        page.locator(".run .instead").first.get_by_role("button", name="Lancer").click()
        expect(page.locator(".run")).to_have_count(left)
    expect(leader.last).to_be_visible()
    leader.press(everybody, leader.last)
    expect(page.locator(".run")).to_have_count(2)
    expect(page.locator(".run .title").first).to_be_in_viewport()


def test_who_was_shown_first_is_asked_whatever_is_asked(leader: Seat) -> None:
    """The form is of that one's sheet, and so is the chance beside it."""
    page = leader.page
    page.goto(f"{page.url.partition('?')[0]}?procedure=socle.test")
    until(page, "flows()")
    who = page.locator("#request [name=to]")
    who.and_(page.locator("[value=maelle]")).check(force=True)
    lost = page.locator("#request [name=degres]")
    fill(lost, "2")
    for other in ("socle.attaque", "socle.test"):
        page.locator("#procedure").select_option(other)
        expect(page.locator("#request .what [aria-current]")).to_be_attached()
        expect(page.locator("#procedure")).to_have_value(other)
        expect(who.and_(page.locator(":checked"))).to_have_count(1)
        expect(who.and_(page.locator(":checked"))).to_have_value("maelle")
        expect(lost).to_have_value("2")  # what was typed stays too
    who.and_(page.locator("[value=maelle]")).uncheck(force=True)
    who.and_(page.locator("[value=gontrand]")).check(force=True)
    expect(page.locator("#request [name='made.to'][value=gontrand]")).to_be_attached()
    expect(lost).to_have_value("2")


def test_asking_leads_on_without_a_new_page(leader: Seat) -> None:
    """What the leader had begun to write stays; what is refused is shown where it is."""
    page = leader.page
    page.goto(f"{page.url.partition('?')[0]}?procedure=socle.test&to=gontrand")
    until(page, "flows()")
    page.locator("#note-text").fill("à finir")
    form, lost = page.locator("#request"), page.locator("#request [name=degres]")
    form.evaluate("form => form.querySelectorAll('details').forEach(each => each.open = true)")
    fill(lost, "999")
    ask = form.locator("button.primary").last
    leader.asked.clear()
    ask.click()
    expect(lost).to_be_focused()
    expect(lost).to_have_attribute("aria-invalid", "true")
    expect(page.locator(".run")).to_have_count(0)
    fill(lost, "1")
    ask.click()
    expect(page.locator(".run .title").first).to_be_focused()
    expect(page.locator(".run").first).to_be_in_viewport()
    expect(page.locator("#note-text")).to_have_value("à finir")
    assert whole_pages(leader) == 2  # the two acts themselves


def test_one_s_own_result_comes_into_view(sit: Sit, leader: Seat) -> None:
    """Who has gone down to the pad of the dice is brought up to what they give, though the stream brings
    it before the answer."""
    leader.ask("socle.test", ["gontrand"], aide="false")
    player = sit(GAME, 1, {"width": 320, "height": 560})
    until(player.page, "flows()")
    player.page.locator(".own-dice summary").first.click()
    player.page.evaluate("document.querySelector('.own-dice').scrollIntoView()")
    player.give(5)
    expect(player.page.locator(".done-title")).to_be_focused()
    until(player.page, BENEATH)
    expect(player.last.locator(".die").first).to_be_in_viewport()


def test_a_question_comes_into_view_above_the_last_result(sit: Sit, leader: Seat) -> None:
    """Who looks at what came last, a little down the page, is shown what is asked now; who reads their
    sheet stays where they are."""
    player = sit(GAME, 1, {"width": 320, "height": 640})
    for looked_at, shown in ((".done-title", True), ("#sheets .scores", False)):
        leader.ask("socle.test", ["gontrand"], aide="false")
        player.throw()
        expect(player.page.locator(".run")).to_have_count(0)
        place = player.page.locator(looked_at).first
        place.evaluate("each => each.scrollIntoView()")
        player.page.mouse.wheel(0, 5)
        leader.press("La même chose encore")
        title = player.card.locator(".title")
        expect(title).to_be_attached()
        player.page.wait_for_timeout(300)
        assert title.evaluate("each => each.getBoundingClientRect().top >= 0") is shown
        leader.clear()
