"""A server with a campaign of each game, and people who come to their seats by their links."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from urllib.parse import urlencode

import msgspec
import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Locator,
    Page,
    Request,
    ViewportSize,
    expect,
)

from tests.browser.conftest import DESKTOP, PATIENCE, PHONE, Scheme, serving
from tests.browser.table.situations import Situations

TOO_MANY = 429
"""Status of a request that comes too often (RFC 6585)."""

REFUSED = re.compile(
    r"status of (403|404|409|422|429)|ERR_INTERNET_DISCONNECTED|Failed to fetch|network error"
    r"|AbortError"
)
"""What the browser says of a form that was refused, of a network that is gone, or of a request that a
later one took the place of: nothing went wrong in the page."""

WIRETAP = """(() => {
  const stem = `${Math.random()} `, ask = window.fetch;
  let asked = 0;
  addEventListener("DOMContentLoaded", () => window.got(stem, document.documentElement.outerHTML));
  window.fetch = async (...what) => {
    const answer = await ask(...what), number = stem + (asked += 1), read = new TextDecoder();
    const body = answer.clone().body?.getReader();
    const on = async () => {
      for (let got = await body.read(); !got.done; got = await body.read())
        window.got(number, read.decode(got.value, {stream: true}));
    };
    if (body) on().catch(() => {});
    return answer;
  };
})()"""
"""Tells what the page is as it opens, and what its scripts receive as it comes in: the stream of the
table among it."""


class Party(msgspec.Struct, frozen=True):
    """A table of the server: its game, the links of its seats, the leader's first, and the host's link
    of that server."""

    game: str
    links: tuple[str, ...]
    keys: str


@pytest.fixture(scope="session")
def parties(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, Party]]:
    """The campaigns to try, by the title of their game: each is one test's."""
    yield from campaigns(tmp_path_factory)


def campaigns(folders: pytest.TempPathFactory) -> Iterator[Mapping[str, Party]]:
    """A server of its own, with a fresh campaign of each game."""
    database: Path = folders.mktemp("tables") / "tables.db"
    with serving("--database", f"sqlite:///{database}") as server:
        yield read_parties(server)[1]


def read_parties(server: subprocess.Popen[str]) -> tuple[str, Mapping[str, Party]]:
    """The address of a server that has just been started, and the campaigns to try."""
    assert server.stdout is not None
    texts = json.loads(server.stdout.readline())
    parties = (
        Party(each["game"], tuple(seat["link"] for seat in each["seats"]), texts["keys"])
        for each in texts["tables"]
    )
    return texts["address"].rstrip("/"), {party.game: party for party in parties}


class Seat:
    """Somebody at a table, in a browser of their own."""

    def __init__(self, context: BrowserContext, link: str, tapped: bool = False) -> None:
        """`tapped`: what comes to the seat is kept, to be searched for secrets."""
        self.context = context
        self.link = link
        self.wrong: list[str] = []
        self.asked: list[str] = []
        self._received: dict[str, str] = {}
        if tapped:
            context.add_init_script(WIRETAP)
            context.expose_binding("got", lambda _, number, text: self._got(number, text))
        self.page = self.open()

    def open(self) -> Page:
        """A new tab, through the link."""
        self.page = self.new_tab()
        while wait := self._take_the_seat():  # too many people have come within a minute
            self.page.wait_for_timeout(wait * 1000)
        expect(self.page).to_have_url(re.compile("/t/"))  # not the link's any more
        return self.page

    def _take_the_seat(self) -> int:
        """Open the link and press its button; return the seconds to wait when the server says so."""
        self.page.goto(self.link)
        with self.page.expect_response(lambda answer: answer.request.method == "POST") as answered:
            self.page.get_by_role("button", name=re.compile("Prendre place|Take")).click()
        answer = answered.value
        return int(answer.headers["retry-after"]) if answer.status == TOO_MANY else 0

    def come_back(self) -> Page:
        """A new tab of the same browser, at the page that it was at: its cookie is enough."""
        address = self.page.url
        self.page.close()
        self.page = self.new_tab()
        self.page.goto(address)
        return self.page

    def new_tab(self) -> Page:
        page = self.context.new_page()
        page.on("request", self._asks)
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("console", lambda answer: self._answered(answer.type, answer.text))
        return page

    def _asks(self, request: Request) -> None:
        """Keep what a person asks for, not the word for the dice that the page gives by itself."""
        if b"do=change_seat" not in (request.post_data_buffer or b""):
            self.asked.append(request.url)

    def _got(self, number: str, text: str) -> None:
        self._received[number] = self._received.get(number, "") + text

    def _answered(self, kind: str, text: str) -> None:
        if kind in ("error", "warning") and not REFUSED.search(text):
            self.wrong.append(text)

    # ── what the seat sees ─────────────────────────────────────────────────────────────────────
    @property
    def card(self) -> Locator:
        """The card that wants something of the seat."""
        return self.page.locator(".run.mine").first

    @property
    def last(self) -> Locator:
        return self.page.locator(".ended")

    @property
    def last_run(self) -> str:
        """The id of the last run that is done."""
        return (self.last.get_attribute("id") or "").removeprefix("last-")

    @property
    def story(self) -> Locator:
        return self.page.locator("#story .story-lines")

    @property
    def bar(self) -> Locator:
        return self.page.locator("#bar .bar-in")

    def everything(self) -> str:
        """All that the page has, seen or not."""
        return self.page.content()

    def received(self, pattern: str) -> bool:
        """Whether something of the kind has come to this seat since it was taken, in sight or not."""
        known = (*self._received.values(), self.page.content())
        return any(re.search(pattern, each) for each in known)

    def alone_knows(self, pattern: str, others: Iterable[Seat]) -> None:
        """No byte that came to the others has it; this seat gets it, so the pattern is no mistake."""
        for _ in range(150):
            if self.received(pattern):
                break
            self.page.wait_for_timeout(100)
        assert self.received(pattern), pattern
        for other in others:
            assert not other.received(pattern), (other.link, pattern)

    # ── what the seat does ─────────────────────────────────────────────────────────────────────
    def throw(self) -> None:
        self._weighed()
        self.card.get_by_role("button", name=re.compile("^Lancer")).first.click()

    def give(self, *faces: int) -> None:
        """Real dice: one face is chosen, several are gathered."""
        self._weighed()
        pad = self.card.locator(".own-dice").first
        if pad.evaluate("pad => pad.open === false"):
            pad.locator("summary").first.click()
        if pad.locator(".pick").count():
            pad.locator(f".face:has(input[value='{faces[0]}'])").click()
        else:
            for face in faces:
                pad.get_by_role("button", name=str(face), exact=True).last.click()
        pad.get_by_role("button", name="Donner ce").click()

    def choose(self, *options: str) -> None:
        """Tick options of the one choice that waits, or set its number, and send it."""
        number = self.card.locator(".choice input[type=number]")
        for option in options if number.count() else ():
            number.first.fill(option)
            options = ()
        for option in options:
            self.card.locator(f'.toggle > span:text-is("{option}")').first.click()
        self.card.locator("form.choices .primary").click()

    def press(self, label: str, within: Locator | None = None) -> None:
        (within or self.page.locator("#live")).get_by_role("button", name=label).first.click()

    def ask(
        self,
        procedure: str,
        to: Sequence[str] = (),
        cast: Mapping[str, Sequence[str]] | None = None,
        secret: bool = False,
        **fields: str,
    ) -> None:
        """The leader asks for a run, in the form; `fields` are its other controls by name."""
        roles = [(f"cast.{role}", who) for role, each in (cast or {}).items() for who in each]
        query = [("procedure", procedure), *(("to", who) for who in to), *roles]
        self.page.goto(f"{self.page.url.partition('?')[0]}?{urlencode(query)}")
        form = self.page.locator("#request")
        form.evaluate("form => form.querySelectorAll('details').forEach(each => each.open = true)")
        for name, value in fields.items():
            fill(form.locator(f'[name="{name}"]'), value)
        if secret:
            form.locator("[name=secret][type=checkbox]").check(force=True)
        button = form.locator("button.primary").last
        with self.page.expect_response(lambda each: each.request.method == "POST") as answered:
            button.click()
        assert answered.value.ok or answered.value.status == 303, answered.value.status
        expect(button).to_be_enabled()  # and what was asked for is there

    def clear(self) -> None:
        """The leader takes back what is under way."""
        self.page.reload()
        for left in range(self.page.locator(".run").count() - 1, -1, -1):
            self.page.locator(".run .correct > summary").first.click()
            self.page.locator(".run form[id^=withdraw] button").first.click()
            expect(self.page.locator(".run")).to_have_count(left)

    # ── what the leader does behind the table ──────────────────────────────────────────────────
    def begin_scene(self, title: str) -> None:
        self._behind()
        self.page.get_by_label("Titre de la scène").fill(title)
        self.page.get_by_role("button", name="Commencer une scène").click()
        self._back()
        expect(self.page.locator("#scene")).to_contain_text(title)

    def end_scene(self) -> None:
        self._behind()
        self.page.get_by_role("button", name="Finir la scène").click()
        self._back()
        expect(self.page.locator("#scene")).to_contain_text("entre deux scènes")

    def pass_time(self, unit: str, count: int = 1) -> None:
        self._behind()
        form = self.page.locator("#kept")
        expect(form.get_by_label("Ce qui change")).to_have_value("avance")  # what is done most
        fill(form.locator('[name="event.unite"]'), unit)
        fill(form.locator('[name="event.n"]'), str(count))
        form.get_by_role("button", name="Inscrire").click()
        self._back()

    def befalls(self, ledger: str, kind: str, who: str, refused: str = "", **fields: str) -> None:
        """An event of a ledger of somebody, in the leader's form; `fields` are those of that kind.
        `refused`: what the page says beside one of them, where it cannot be."""
        self._behind()
        form = self.page.locator("#kept")
        what = form.get_by_label("Ce qui change")
        what.focus()
        what.select_option(label=ledger)
        which = form.locator('select[name="event.evenement.type"]')
        expect(which).to_be_visible()
        expect(what).to_be_focused()
        which.select_option(label=kind)
        self.settled()
        for name, value in fields.items():
            field = form.locator(f'[name="event.evenement.{name}"]')
            expect(field.first).to_be_attached()
            fill(field, value)
            self.settled()
        if (one := form.locator('label:has([name="event.qui"][value="~0"])')).count():
            one.click()  # a player has no other way
        form.locator('[name="event.qui~0"]').select_option(label=who)
        form.get_by_role("button", name="Inscrire").click()
        if refused:
            expect(form.locator(".error")).to_have_text(refused)
            self.page.get_by_role("link", name="La table").click()
        else:
            self._back()

    def _weighed(self) -> None:
        """What it is worth has come, above the button that is pressed."""
        expect(self.page.locator(".weigh.htmx-request")).to_have_count(0)

    def settled(self) -> None:
        """No form is on its way that what was chosen has asked for."""
        expect(self.page.locator(".htmx-request")).to_have_count(0)

    def bring(self, model: str, name: str) -> None:
        """One more like a ready-made character, under a name of its own."""
        self._behind()
        self.page.locator("summary").filter(has_text="toute faite").click()
        self.page.locator(f'a[href$="modele={model}"]').click()
        self.page.locator('[name="nom"]').fill(name)
        self.page.get_by_role("button", name="Garder la fiche").click()
        expect(self.page.get_by_role("heading", name=name)).to_be_visible()  # the sheet itself
        self.page.get_by_role("link", name="Revenir à la table").click()
        expect(self.page.locator("#people")).to_contain_text(name)

    def _behind(self) -> None:
        self.page.get_by_role("link", name="La campagne").click()
        expect(self.page.locator("main.manage")).to_be_visible()

    def _back(self) -> None:
        """Back to the table, once what was done behind it is done."""
        expect(self.page.locator("main.manage")).to_be_visible()
        expect(self.page.get_by_role("alert")).to_have_count(0)
        self.page.get_by_role("link", name="La table").click()


def fill(controls: Locator, value: str) -> None:
    """A control, whatever kind it is of."""
    first = controls.first
    if first.get_attribute("type") == "hidden":  # of a yes or no that is not ticked
        controls.last.set_checked(value == "true", force=True)
    elif first.get_attribute("type") in ("radio", "checkbox"):
        controls.and_(controls.page.locator(f'[value="{value}"]')).check(force=True)
    elif first.evaluate("control => control.tagName") == "SELECT":
        first.select_option(value)
    else:
        controls.last.fill(value)


class Evening:
    """People around a table, in browsers of their own; what has been shown of the evening."""

    def __init__(self, leader: Seat, one: Seat, other: Seat) -> None:
        self.leader = leader
        self.people = leader, one, other
        self.situation = Situations()


Sit = Callable[..., Seat]
Gather = Callable[[str], Evening]


@pytest.fixture
def gather(sit: Sit) -> Iterator[Gather]:
    """`gather(game)`: the leader at a desk and two players with their phones. The evening must show
    all the situations of its game."""
    evenings: dict[str, Evening] = {}

    def gathered(game: str) -> Evening:
        evenings[game] = Evening(*(sit(game, place) for place in range(3)))
        return evenings[game]

    yield gathered
    for game, evening in evenings.items():
        evening.situation.check(game)


@pytest.fixture
def sit(browser: Browser, parties: Mapping[str, Party]) -> Iterator[Sit]:
    """`sit(game, place)` brings somebody to a seat, 0 the leader's; at the end nobody's page may have
    asked another host for anything, nor have failed."""
    seats: list[Seat] = []

    def coming(
        game: str,
        place: int,
        viewport: ViewportSize | None = None,
        scheme: Scheme = "light",
        scripts: bool = True,
        motion: bool = False,
    ) -> Seat:
        context = browser.new_context(
            viewport=viewport or (PHONE if place else DESKTOP),
            color_scheme=scheme,
            java_script_enabled=scripts,
            locale="fr-FR",
            reduced_motion="no-preference" if motion else "reduce",
        )
        context.set_default_timeout(PATIENCE)
        seats.append(Seat(context, parties[game].links[place], tapped=scripts))
        return seats[-1]

    yield coming
    for each in seats:
        each.context.close()
    host = next(iter(parties.values())).links[0].partition("/lien/")[0]
    for each in seats:
        assert all(url.startswith((host, "data:")) for url in each.asked), each.asked
        assert not each.wrong, each.wrong
