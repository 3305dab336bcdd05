"""What one's own act brings, whichever of its answer and the stream comes first, or not at all: the page
never goes back to what it was, and its forms are ready for what is next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress

import pytest
from playwright.sync_api import Error, Page, expect

from tests.browser.conftest import PHONE, late_stream
from tests.browser.table.conftest import Party, Seat, Sit, campaigns

GAME = "Livre des Règles de Base"
GATES = """(() => {
  const ask = window.fetch, open = async (gate) => {
    while (window.held.includes(gate)) await new Promise((done) => setTimeout(done, 10));
  };
  window.held = JSON.parse(sessionStorage.held ?? "[]");
  window.fetch = async (address, request) => {
    const streamed = String(address).includes("/flux");
    const answer = await ask(address, request);
    if (request?.method === "POST") {
      await open("answer");
      if (window.held.includes("lost")) throw new TypeError("Failed to fetch");
    }
    if (!streamed) return answer;
    await open("connection");
    const slow = new TransformStream({
      async transform(chunk, on) { await open("stream"); on.enqueue(chunk); }
    });
    return new Response(answer.body.pipeThrough(slow), answer);
  };
})()"""
"""Answers to acts, connections of the stream, and what it brings, are kept back as long as the test holds
them; or answers are lost."""

STEPS = """(() => {
  window.gone = [];
  const here = () => [...document.querySelectorAll("#story-lines > li[id]")].map((each) => each.id);
  let before = here();
  new MutationObserver(() => {
    const now = here();
    const oldest = before.findLastIndex((each) => now.includes(each));
    window.gone.push(...before.filter((each, n) => n < oldest && !now.includes(each)));
    before = now;
  }).observe(document.body, { childList: true, subtree: true });
})()"""
"""Which lines of the story the page has shown once, and then not any more; but for the oldest ones, of
which only a number of are shown."""


@pytest.fixture(scope="module")
def parties(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, Party]]:
    """Campaigns of this module's own."""
    yield from campaigns(tmp_path_factory)


WORDS_GIVEN = "!document.getElementById('scene')?.dataset.missing"
"""The page has given its word for the dice: a throw is answered at once."""


@pytest.fixture
def leader(sit: Sit) -> Iterator[Seat]:
    leader = sit(GAME, 0)
    yield leader
    leader.clear()


@pytest.fixture
def player(sit: Sit, leader: Seat) -> Seat:
    """Somebody of whom a test is asked, whose network the test holds in its hands."""
    player = sit(GAME, 1)
    player.context.add_init_script(GATES)
    leader.ask("socle.test", ["gontrand"], aide="false")
    fresh(player)
    return player


def fresh(seat: Seat, *held: str) -> None:
    """The page again, with these held from the start."""
    seat.page.evaluate("held => { sessionStorage.held = JSON.stringify(held) }", list(held))
    seat.page.reload()
    if "stream" not in held:
        expect(seat.page.locator(".person:not(.away)", has_text="Gontrand")).to_be_visible()
        until(seat.page, "flows()")
        until(seat.page, WORDS_GIVEN)
    expect(seat.card).to_be_visible()
    seat.page.evaluate(STEPS)
    seat.asked.clear()


def hold(page: Page, *gates: str) -> None:
    page.evaluate("gates => { held = gates }", list(gates))


def until(page: Page, true: str) -> None:
    """Wait until it is so. (The policy of the page lets Playwright’s own way of waiting make no script.)"""
    for _ in range(500):
        with suppress(Error):  # the scripts of the page are not there yet
            if page.evaluate(true):
                return
        page.wait_for_timeout(20)
    pytest.fail(true)


def write(seat: Seat, text: str) -> None:
    seat.page.locator("#note-text").fill(text)
    seat.press("Noter")


def done(seat: Seat) -> None:
    """The throw is over, nothing is complained of, and nothing that was shown has gone."""
    expect(seat.last.locator(".sentence")).to_be_visible()
    expect(seat.page.locator(".run")).to_have_count(0)
    expect(seat.page.locator(".slot:not(:empty)")).to_have_count(0)
    assert seat.page.evaluate("window.gone ?? []") == []


def whole_pages(seat: Seat) -> int:
    """How often the page has been asked for since."""
    here = seat.page.url.partition("?")[0]
    return sum(url.partition("?")[0] == here for url in seat.asked)


def test_the_stream_alone_brings_what_was_done(player: Seat) -> None:
    """The answer has no bytes; who acts by mouse goes on at the result."""
    with player.page.expect_response(lambda each: each.request.method == "POST") as answered:
        player.throw()
    assert answered.value.status == 204
    done(player)
    expect(player.page.locator(".done-title")).to_be_focused()
    assert whole_pages(player) == 1  # the act itself


def test_a_stream_opens_however_late_its_script_comes(player: Seat, leader: Seat) -> None:
    late_stream(player.page)
    fresh(player)
    write(leader, "Minuit moins une.")
    expect(player.story).to_contain_text("Minuit moins une.")


def test_two_clicks_are_one_act(player: Seat, leader: Seat) -> None:
    player.card.get_by_role("button", name="Lancer").first.dblclick()
    done(player)
    player.page.locator("#note-text").fill("Une seule fois.")
    player.page.get_by_role("button", name="Noter").dblclick()
    expect(leader.story).to_contain_text("Une seule fois.")
    write(leader, "Après cela.")
    expect(player.story).to_contain_text("Après cela.")
    expect(player.story.locator("li", has_text="Une seule fois.")).to_have_count(1)
    assert player.page.evaluate("window.gone ?? []") == []


def test_the_form_waits_for_the_stream(player: Seat) -> None:
    """The answer comes at once, what it is for a moment later."""
    hold(player.page, "stream")
    button = player.card.get_by_role("button", name="Lancer").first
    with player.page.expect_response(lambda each: each.request.method == "POST"):
        button.click()
    expect(button).to_be_disabled()
    player.page.wait_for_timeout(200)
    expect(button).to_be_disabled()
    hold(player.page)
    done(player)
    expect(player.page.locator(".done-title")).to_be_focused()
    assert whole_pages(player) == 1


def test_a_silent_stream_is_not_waited_for(player: Seat, leader: Seat) -> None:
    """As when a phone has changed its network: the page comes as a whole, the stream again."""
    hold(player.page, "stream")
    player.throw()
    done(player)
    expect(player.page.locator(".done-title")).to_be_focused()
    assert whole_pages(player) == 2  # the act, then the page
    write(leader, "Minuit sonne.")
    expect(leader.story).to_contain_text("Minuit sonne.")
    hold(player.page)
    expect(player.story).to_contain_text("Minuit sonne.")
    until(player.page, "flows()")
    done(player)


def test_what_the_stream_has_under_way_is_older_than_the_page(player: Seat, leader: Seat) -> None:
    """Its first message was made before the act, and comes after the answer to it."""
    fresh(player, "stream")
    player.page.wait_for_timeout(300)
    player.throw()
    done(player)
    write(leader, "Une heure.")
    hold(player.page)
    expect(player.story).to_contain_text("Une heure.")
    done(player)


def test_a_connection_under_way_is_older_than_the_page(player: Seat, leader: Seat) -> None:
    """An answer was lost; the act is sent again while the stream that tells of it is being taken up."""
    hold(player.page, "stream", "lost")
    player.throw()
    expect(player.page.locator("#lost")).to_contain_text("pas parti")
    hold(player.page, "stream", "connection")
    with player.page.expect_request("**/flux"):
        player.page.evaluate("anew()")
    hold(player.page, "connection")
    player.page.wait_for_timeout(300)
    write(leader, "Trois heures.")
    expect(leader.story).to_contain_text("Trois heures.")
    player.throw()
    expect(player.story).to_contain_text("Trois heures.")
    hold(player.page)
    until(player.page, "flows()")
    done(player)


def test_a_stream_that_has_not_heard_of_the_act(player: Seat) -> None:
    """As one of another process, a moment behind: it is asked again; but what it insists upon is so, as
    when a backup was put back."""
    fresh(player, "stream")
    texts = int(player.page.evaluate("shownActs()"))
    player.page.evaluate(f"place().dataset.acted = {texts + 1}")
    hold(player.page)
    until(player.page, "flows()")
    assert sum("/flux" in url for url in player.asked) == 3
    assert player.page.evaluate("shownActs()") == texts
    player.throw()
    done(player)


def test_an_answer_that_is_older_than_the_page_is_passed_over(player: Seat, leader: Seat) -> None:
    """The page was asked for as a whole while there was no stream, which has come since."""
    fresh(player, "stream", "answer")
    with player.page.expect_response(lambda each: each.request.method == "GET" and each.ok):
        player.throw()
    write(leader, "Deux heures.")
    expect(leader.story).to_contain_text("Deux heures.")
    hold(player.page, "answer")
    expect(player.story).to_contain_text("Deux heures.")
    done(player)
    hold(player.page)
    until(player.page, "!document.querySelector('form.htmx-request')")
    expect(player.story).to_contain_text("Deux heures.")
    done(player)


def test_without_a_stream_the_page_comes_as_a_whole(player: Seat) -> None:
    """Its connection is refused for a while; afterwards it is the stream again that brings all."""
    player.page.route("**/flux", lambda route: route.abort("internetdisconnected"))
    player.page.evaluate("stream().reader.cancel()")
    until(player.page, "!flows()")
    player.throw()
    done(player)
    expect(player.page.locator("#net")).to_contain_text("perdue")
    player.page.unroute("**/flux")
    write(player, "Me revoici.")
    expect(player.story).to_contain_text("Me revoici.")
    until(player.page, "flows()")
    with player.page.expect_response(lambda each: each.request.method == "POST") as answered:
        write(player, "Encore.")
    assert answered.value.status == 204
    expect(player.story).to_contain_text("Encore.")


def test_what_was_typed_goes_when_it_is_done(player: Seat, leader: Seat) -> None:
    """What is typed meanwhile stays, and so does what is refused; who uses the keyboard stays there."""
    page = player.page
    text, private = page.locator("#note-text"), page.locator("#note [name=private]")
    page.locator("#note label.check").click()
    text.fill("Pour moi.")
    text.press("Control+Enter")
    expect(text).to_have_value("")
    expect(private).not_to_be_checked()
    expect(text).to_be_focused()
    hold(page, "answer")
    text.fill("D’abord.")
    text.press("Control+Enter")
    expect(player.story).to_contain_text("D’abord.")
    text.fill("Ensuite.")
    hold(page)
    until(page, "!document.querySelector('form.htmx-request')")
    expect(text).to_have_value("Ensuite.")
    page.locator(".own-dice summary").click()
    page.evaluate("document.querySelector('.pad-form').noValidate = true")
    player.press("Donner ce dé", player.card)
    refused = player.card.locator(".slot:not(:empty)")
    expect(refused).to_have_count(1)
    expect(text).to_have_value("Ensuite.")
    page.locator(".own-dice summary").click()  # the house throws where no dice are typed
    player.throw()
    done(player)
    expect(leader.last).to_have_id(f"last-{player.last_run}")
    leader.last.locator(".correct > summary").click()
    form = leader.last.locator("form[id^=overrule]")
    form.locator("[name=reason]").fill("La lune est pleine.")
    form.locator("button").click()
    expect(player.last.locator(".overruled")).to_contain_text("La lune est pleine.")
    expect(form.locator("[name=reason]")).to_have_value("")


def test_a_note_moves_nothing_on_a_phone(player: Seat, leader: Seat) -> None:
    """Only what is played leads on to what is asked now."""
    page = player.page
    page.locator("#story textarea").fill("Le veilleur dort.")
    page.get_by_role("button", name="Noter").scroll_into_view_if_needed()
    before = page.evaluate("scrollY")
    page.get_by_role("button", name="Noter").click()
    expect(player.story).to_contain_text("Le veilleur dort.")
    page.wait_for_timeout(200)
    assert abs(page.evaluate("scrollY") - before) < 200


def test_back_from_another_page(player: Seat) -> None:
    """The browser's button leads to the page as it is now, and it goes on."""
    player.throw()
    done(player)
    player.page.locator(".more-of").first.click()
    expect(player.page.locator("main > .ended")).to_be_visible()
    player.page.go_back()
    expect(player.page.locator("#story")).to_be_visible()
    expect(player.last.locator(".sentence")).to_be_visible()
    until(player.page, "flows()")
    with player.page.expect_response(lambda each: each.request.method == "POST") as answered:
        write(player, "De retour.")
    assert answered.value.status == 204
    expect(player.story).to_contain_text("De retour.")


def test_what_is_searched_for_comes_into_view(player: Seat) -> None:
    """On a phone too, where what is under way is above the story."""
    player.page.get_by_role("searchbox").fill("introuvable")
    player.press("Chercher")
    expect(player.page.locator(".past")).to_contain_text("introuvable")
    expect(player.page.locator("#seek")).to_be_in_viewport()
    expect(player.page.locator(".past")).to_be_in_viewport()


def test_the_leader_s_phone_shows_what_was_searched_for(sit: Sit) -> None:
    """Its tabs show one thing at a time."""
    leader = sit(GAME, 0, viewport=PHONE)
    leader.page.locator(".tabs label").last.click()
    leader.page.get_by_role("searchbox").fill("introuvable")
    leader.press("Chercher")
    expect(leader.page.locator(".past")).to_be_visible()
    expect(leader.page.locator("#request-card")).to_be_hidden()
    leader.page.locator(".tabs label").nth(1).click()
    expect(leader.page.locator("#request-card")).to_be_visible()


def test_from_an_earlier_part_of_the_story_an_act_leads_to_now(player: Seat) -> None:
    """What is searched for would not show it."""
    player.page.goto(f"{player.page.url}?cherche=introuvable")
    expect(player.story).to_contain_text("Rien de tel.")
    write(player, "Me voilà.")
    expect(player.story).to_contain_text("Me voilà.")
    expect(player.page.locator(".past")).to_have_count(0)
    until(player.page, "flows()")
    player.throw()
    done(player)
