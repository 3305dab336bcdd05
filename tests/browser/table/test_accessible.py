"""axe-core finds nothing serious on any page of the table, in either theme, on phone and desktop; all
of it goes by keyboard; what others do moves no focus."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tablee.rules.registry import games
from tests.browser.conftest import DESKTOP, NARROW, PHONE, Scheme, serving
from tests.browser.table.conftest import Party, Sit, campaigns
from tests.kit.accessible import nothing_serious

STANDS_OUT = """[...document.querySelectorAll(".card")].flatMap((card) => {
  const edge = card.getBoundingClientRect().right;
  return [...card.querySelectorAll("input, select, textarea, button, .btn, svg, table")]
    .filter((each) => each.checkVisibility() && each.getBoundingClientRect().right > edge)
    .map((each) => each.outerHTML.slice(0, 200));
})"""
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
EVERY_LOOK = tuple(product(SCHEMES, (PHONE, DESKTOP)))


@pytest.fixture(scope="module")
def parties(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, Party]]:
    """Campaigns of this module's own."""
    yield from campaigns(tmp_path_factory)


def test_at_the_table(sit: Sit) -> None:
    """While a throw, a choice and a sealed choice are waited for; then with a result, revealed."""
    leader, aurele, jeanne = (sit("Exil", place) for place in range(3))
    nothing_serious(leader.page)  # nothing has happened yet
    leader.ask("exil.simple", ["jeanne"], talent="Citadin", secret=True)
    leader.ask("exil.simple", ["aurele"], talent="Savant")
    leader.ask("exil.contact_round", cast={"a": ["aurele"], "b": ["brute"]}, conduite="habitude")
    expect(aurele.page.locator(".law-chance output").first).to_be_visible()
    expect(aurele.page.locator(".toggle").first).to_be_visible()
    expect(leader.page.locator(".run").first).to_be_visible()
    nothing_serious(leader.page, EVERY_LOOK)
    nothing_serious(aurele.page, EVERY_LOOK)
    nothing_serious(jeanne.page)
    aurele.page.reload()
    aurele.page.set_viewport_size(PHONE)
    aurele.page.locator(".run", has_text="Jet de Talent").locator(".own-dice summary").click()
    aurele.page.locator(".run", has_text="Jet de Talent").locator(".face").first.click()
    aurele.press("Donner ce dé", aurele.page.locator(".run", has_text="Jet de Talent"))
    expect(aurele.last.locator(".sentence")).to_be_visible()
    nothing_serious(aurele.page)
    leader.page.set_viewport_size(PHONE)
    for tab in ("people", "story"):
        leader.page.locator(f"label:has(#tab-{tab})").click()
        nothing_serious(leader.page, looks=(("light", PHONE), ("dark", PHONE)))
    leader.page.locator("label:has(#tab-now)").click()
    leader.clear()


def test_beside_the_table(sit: Sit) -> None:
    """A run in full, the dice of the evening, a search, an earlier page, the throws verified, the
    chances of a throw."""
    leader, gontrand = (sit("Livre des Règles de Base", place) for place in range(2))
    leader.begin_scene("La tourbière")
    leader.ask("socle.test", ["gontrand"], aide="false")
    gontrand.throw()
    expect(leader.last.locator(".sentence")).to_be_visible()
    leader.end_scene()
    address = gontrand.page.url
    more = gontrand.page.locator(".more-of").first.get_attribute("href") or ""
    for path in ("/des", "/recit?secrets=1", "/lancers", "?cherche=zzz", "?avant=3"):
        gontrand.page.goto(address + path)
        nothing_serious(gontrand.page)
    gontrand.page.goto(address.partition("/t/")[0] + more)
    nothing_serious(gontrand.page)
    leader.begin_scene("Encore")
    leader.ask("socle.test", ["gontrand"], aide="false")
    gontrand.page.goto(address)
    run = (gontrand.card.get_attribute("id") or "").removeprefix("run-")
    gontrand.page.goto(f"{address}/chances/{run}?place=0")
    nothing_serious(gontrand.page)
    leader.clear()


def test_behind_the_table(sit: Sit) -> None:
    """The campaign and its seats, a link with its code, a token, sheets; with what is refused."""
    leader, nerise = (sit("Les Chants de Loss", place) for place in (0, 2))
    table = leader.page.url
    for each in (leader, nerise):
        each.page.goto(f"{each.page.url}/campagne")
        nothing_serious(each.page)
    for label in ("Nouveau lien", "Jeton pour un programme"):
        leader.page.get_by_role("button", name=label).last.click()
        expect(leader.page.locator("#shown")).to_be_visible()
        nothing_serious(leader.page)
    for query in ("qui=nerise", "modele=veilleur", "sorte=personnage"):
        leader.page.goto(f"{table}/fiche?{query}")
        nothing_serious(leader.page)
    leader.page.get_by_role("button", name="Garder la fiche").click()
    expect(leader.page.locator(".error")).to_have_count(1)
    expect(leader.page.locator(".error")).to_be_in_viewport()
    expect(leader.page.locator("[aria-invalid]")).to_be_focused()
    nothing_serious(leader.page)


def test_the_campaigns_of_the_machine(sit: Sit, parties: Mapping[str, Party]) -> None:
    """All of them, one that is refused, a new one with its links, and where a link leads."""
    page = sit("Éclats", 0).page
    page.goto(parties["Éclats"].keys)
    page.get_by_role("link", name="Les campagnes").click()
    nothing_serious(page)
    new = page.get_by_role("button", name="Ouvrir la campagne")
    new.click()
    expect(page.get_by_role("alert").filter(has_text="nom")).to_be_visible()
    nothing_serious(page)
    page.get_by_label("Nom de la campagne").fill("Les marches du sel")
    page.get_by_label("Joueur 1").fill("Ada")
    new.click()
    expect(page.locator("#shown")).to_contain_text("Ada")
    nothing_serious(page)
    page.goto(page.locator("#shown input").first.input_value())
    nothing_serious(page)


def test_the_keys_of_the_server(browser: Browser, tmp_path: Path) -> None:
    """What they open, on a device of somebody who is behind a proxy; and keys that open nothing."""
    kept = ("--database", f"sqlite:///{tmp_path}/tables.db")
    with serving("--public", "https://table.example", *kept) as server:
        assert server.stdout is not None
        texts = json.loads(server.stdout.readline())
        keys = texts["keys"].replace("https://table.example/", texts["address"])
        page = browser.new_context(locale="fr-FR").new_page()
        page.goto(keys)
        nothing_serious(page)
        page.get_by_role("button", name="Ouvrir les campagnes").click()
        expect(page.get_by_role("heading", name="Les campagnes")).to_be_visible()
        page.goto(f"{keys}x")
        expect(page.get_by_role("heading")).to_have_text("Ces clés n’ouvrent plus rien.")
        nothing_serious(page)
        page.context.close()


def test_nothing_stands_out_of_its_card(sit: Sit, parties: Mapping[str, Party]) -> None:
    """On a narrow phone, in both languages, whatever is open."""
    out = {}
    for place in range(2):
        page = sit("Armes-Dieux", place, NARROW).page
        table = page.url
        page.goto(parties["Armes-Dieux"].keys)
        host, _, path = table.partition("/t/")
        for lang in ("fr", "en"):
            page.goto(f"{host}/langue?vers={lang}&retour=/t/{path}")
            for address in (
                table,
                f"{table}/campagne",
                f"{table}/fiche?qui=bastan",
                f"{host}/campagnes",
            ):
                page.goto(address)
                page.evaluate(
                    "document.querySelectorAll('details').forEach(each => each.open = true)"
                )
                out[address, lang] = page.evaluate(STANDS_OUT)
    assert not any(out.values()), {key: found for key, found in out.items() if found}


@pytest.mark.parametrize("game", [game.title for game in games()])
def test_what_the_leader_asks_for(sit: Sit, game: str) -> None:
    """The form of what is asked for most, as it opens; and with what is refused."""
    page = sit(game, 0).page
    table = page.url
    usual = next(each for each in games() if each.title == game)
    for name in usual.usual:
        page.goto(f"{table}?procedure={usual.id}.{name}")
        expect(page.locator("#request")).to_be_visible()
        nothing_serious(page, within="#request-card")


def test_errors(sit: Sit) -> None:
    """Each says what to do: a seat of others, a link that is no more, a page that is not, too much."""
    seat = sit("Armes-Dieux", 1)
    page, table = seat.page, seat.page.url
    host = table.partition("/t/")[0]
    texts = {
        f"{table.rpartition('/')[0]}/meneur": "pas le vôtre",
        f"{host}/lien/{'x' * 43}": "aucun siège",
        f"{table}/jet/j999": "n’existe pas",
    }
    for address, text in texts.items():
        page.goto(address)
        expect(page.locator("h1")).to_contain_text(text)
        nothing_serious(page)
    page.goto(f"{table}/campagne")
    for _ in range(30):
        form: dict[str, str | float | bool] = {"do": "revoke", "seat": "j1"}
        seat.context.request.post(f"{table}/campagne", form=form, max_redirects=0)
    page.get_by_role("button", name="Nouveau lien").first.click()
    expect(page.locator("h1")).to_contain_text("trop à la fois")
    expect(page.locator(".lead")).to_contain_text(re.compile(r"Attendez \d+ secondes?"))
    nothing_serious(page)


def test_by_keyboard_alone_and_no_focus_moved_by_others(sit: Sit) -> None:
    leader, aurele = sit("Exil", 0), sit("Exil", 1)
    leader.ask("exil.simple", ["aurele"], talent="Savant", difficulty="-2")
    page = aurele.page
    expect(page.locator("#said-turn")).to_have_text("C’est à vous\u00a0: Jet de Talent")
    _to(page, "Lancer le d12")
    leader.page.locator("#note-text").fill("Minuit sonne.")
    leader.press("Noter")
    expect(aurele.story).to_contain_text("Minuit sonne.")
    assert page.evaluate("document.activeElement.textContent") == "Lancer le d12"
    page.keyboard.press("Enter")
    expect(page.locator("#said-last")).to_have_text(re.compile("d12"))
    expect(page.locator(".done-title")).to_be_focused()
    _to(page, "détail")
    page.keyboard.press("Enter")
    expect(page.locator("main .ended")).to_be_visible()


def test_what_others_end_keeps_the_focus_on_it(sit: Sit) -> None:
    """He has thrown and waits; it is the leader who says what his 1 costs, and the run is over. Somebody
    who is nowhere on it is not brought there."""
    leader, gontrand, maelle = (sit("Livre des Règles de Base", place) for place in range(3))
    leader.ask("socle.attaque", ["gontrand"], de="Force", aide="false")
    page = gontrand.page
    expect(gontrand.card).to_be_visible()
    gontrand.give(1)
    expect(page.locator(".run .title")).to_be_focused()
    leader.choose("Un Cœur")
    expect(page.locator(".ended .done-title")).to_be_focused()
    expect(maelle.page.locator(".ended")).to_contain_text("Gontrand")
    assert maelle.page.evaluate("document.activeElement === document.body")


def _to(page: Page, texts: str) -> None:
    """Go on with Tab to what says so."""
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent").strip().startswith(texts):
            return
    pytest.fail(f"{texts!r} is not reached by Tab")
