"""The console in a real browser: a whole way for one procedure of each game, on phone and desktop."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, NARROW, PHONE, Tab

Tabs = Callable[..., Tab]
SIZES = [pytest.param(PHONE, id="phone"), pytest.param(DESKTOP, id="desktop")]


def chance(page: Page) -> str:
    return page.locator("#pane-law output").inner_text().replace("\u202f", " ")


def no_sideways(page: Page) -> None:
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= page.viewport_size["width"], "the page scrolls sideways"  # type: ignore[index]


@pytest.mark.parametrize("size", SIZES)
def test_exil_frame_throw_read_go_back(tabs: Tabs, size: dict[str, int]) -> None:
    """Exil: the law follows the form; a real d12; where the numbers come from; a step back."""
    page = tabs(viewport=size).open("/exil/simple")
    page.get_by_label("Talent", exact=True).fill("14")
    page.get_by_text("−5difficile", exact=True).click()
    expect(page.locator("#pane-law output")).to_have_text(re.compile(r"75\s%"))
    assert "talent=14" in page.url
    assert "difficulty=-5" in page.url
    page.get_by_text("Mes dés sont sur la table").click()
    page.locator(".pad").get_by_role("button", name="6", exact=True).click()
    expect(page.locator(".sentence")).to_contain_text("marge de réussite 3")
    clause = page.locator(".story .clause", has_text="EXIL-BAS-09").first
    clause.locator("summary").click()
    expect(clause.get_by_text("EXIL-BAS-09")).to_be_visible()
    no_sideways(page)
    page.get_by_role("link", name="Un pas en arrière").click()
    expect(page.get_by_role("button", name="Lancer le d12")).to_be_visible()
    assert "answers" not in page.url


@pytest.mark.parametrize("size", SIZES)
def test_loss_choose_exploits_by_their_worth_then_an_exploding_die(
    tabs: Tabs, size: dict[str, int]
) -> None:
    """Loss: each choice with its worth beside it; a chain of faces tapped in."""
    page = tabs(viewport=size).open("/loss/action?trait=7&talent=8&exploits=ask&ag_permanentes=2")
    best = page.locator(".option", has=page.locator(".worth.best"))
    expect(best).to_have_count(1)
    expect(best).to_contain_text("2")
    best.click()
    page.get_by_text("Mes dés sont sur la table").click()
    page.locator(".pad").get_by_role("button", name="10", exact=True).click()
    page.locator(".pad").get_by_role("button", name="4", exact=True).click()
    expect(page.locator(".sentence")).to_be_visible()
    expect(page.locator(".thrown .die")).to_have_count(2)
    no_sideways(page)


@pytest.mark.parametrize("size", SIZES)
def test_armes_dieux_dice_aside_and_a_pool(tabs: Tabs, size: dict[str, int]) -> None:
    """Armes-Dieux: dice set aside on advice, five real d6 typed at once, a wrong one refused."""
    page = tabs(viewport=size).open("/armes_dieux/jet?poignee=7&sr=18&ecartes=ask")
    page.locator(".option").nth(2).click()
    page.get_by_text("Mes dés sont sur la table").click()
    field = page.locator(".pad-faces")
    field.fill("6, 6, 5, 4, 7")
    field.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("5 faces de 1 à 6")
    expect(page.locator(".pad-faces")).to_have_value("6, 6, 5, 4, 7")
    page.locator(".pad-faces").fill("6, 6, 5, 4, 2")
    page.locator(".pad-faces").press("Enter")
    expect(page.locator(".result")).to_contain_text("Qualités")
    no_sideways(page)


@pytest.mark.parametrize("size", SIZES)
def test_eclats_a_ruling_switched(tabs: Tabs, size: dict[str, int]) -> None:
    """Éclats: a ruling is changed, and its effect is shown beside."""
    page = tabs(viewport=size).open("/eclats/test?caracteristique=2&seuil=6")
    before = chance(page)
    page.get_by_text("Choix de campagne").click()
    rulings = page.locator("details.rulings")
    rulings.locator("input[type=radio]:not(:checked), input[type=checkbox]").first.check(force=True)
    expect(page.locator("#pane-without output")).to_be_visible()
    assert "rulings." in page.url
    assert page.locator("#pane-without output").inner_text().replace("\u202f", " ") == before
    no_sideways(page)


@pytest.mark.parametrize("size", SIZES)
def test_socle_a_duel_by_the_house_dice(tabs: Tabs, size: dict[str, int]) -> None:
    """Livre des Règles de Base: a duel thrown by the house to its end; rows added and taken."""
    page = tabs(viewport=size).open("/socle/duel")
    rows = page.locator("#form .entry")
    count = rows.count()
    page.get_by_role("button", name=re.compile("^Ajouter")).first.click()
    expect(rows).to_have_count(count + 1)
    page.get_by_role("button", name=re.compile("^Retirer")).last.click()
    expect(rows).to_have_count(count)
    for _ in range(60):
        if page.locator(".ended").count():
            break
        before = page.url
        page.locator("#throw, #play .option, #play .primary").first.click()
        expect(page).not_to_have_url(before)
    expect(page.locator(".result")).to_contain_text("Vainqueur")
    no_sideways(page)


@pytest.mark.parametrize("size", SIZES)
def test_an_error_is_shown_beside_its_field_and_what_was_typed_is_kept(
    tabs: Tabs, size: dict[str, int]
) -> None:
    page = tabs(viewport=size).open("/exil/simple")
    field = page.get_by_label("Talent", exact=True)
    field.fill("99")
    expect(page.locator(".field.wrong .error")).to_contain_text("un entier de 0 à 20")
    expect(field).to_have_value("99")
    field.fill("12")
    expect(page.locator(".field.wrong")).to_have_count(0)
    expect(page.locator("#pane-law output")).to_be_visible()


def test_every_page_without_scripts(tabs: Tabs) -> None:
    """Plain forms: frame, see the law, throw, answer, go back, with scripts off."""
    tab = tabs(scripts=False, viewport=PHONE)
    page = tab.open("/exil/simple")
    page.get_by_label("Talent", exact=True).fill("14")
    page.get_by_text("−5difficile", exact=True).click()
    page.get_by_role("button", name="Mettre à jour").click()
    expect(page.locator("#pane-law output")).to_have_text(re.compile(r"75\s%"))
    page.get_by_role("button", name="Lancer le d12").click()
    expect(page.locator(".ended .sentence")).to_be_visible()
    page.get_by_role("link", name="Un pas en arrière").click()
    page.get_by_text("Mes dés sont sur la table").click()
    page.locator(".pad").get_by_role("button", name="12", exact=True).click()
    expect(page.locator(".sentence.lost")).to_be_visible()
    page = tab.open(
        "/exil/simple"
    )  # what was filled in is thrown, also when it was not sent before
    page.get_by_label("Talent", exact=True).fill("20")
    page.get_by_text("+8enfantine").click()
    page.get_by_role("button", name="Lancer le d12").click()
    expect(page.locator(".form-area .summary")).to_have_text("Talent 20, difficulté +8")
    page = tab.open("/loss/action?trait=7&talent=8&exploits=ask&ag_permanentes=2")
    page.locator(".option").nth(2).click()
    page.get_by_text("Mes dés sont sur la table").click()
    page.locator(".pad-faces").fill("10 4")
    page.locator(".pad-faces").press("Enter")
    expect(page.locator(".ended .sentence")).to_be_visible()


def test_a_long_computation_is_followed_and_stopped(tabs: Tabs) -> None:
    """The page comes at once; its law is on its way, and may be stopped."""
    page = tabs().open("/exil/extended?max_periodes=40&taches=" + quote(LONG))
    page.locator("#pane-law").get_by_role("button", name="Arrêter le calcul").click()
    expect(page.locator("#pane-law")).to_contain_text("Calcul arrêté")


LONG = '[{"talent":9,"points":150},{"talent":8,"points":150}]'


def test_a_long_computation_comes_to_its_end_by_itself(tabs: Tabs) -> None:
    """Followed by itself until it is done, and then no longer."""
    tab = tabs()
    page = tab.open("/exil/extended?max_periodes=42&taches=" + quote(LONG))
    expect(page.locator("#pane-law")).to_contain_text("Calcul exact en cours")
    expect(page.locator("#pane-law")).to_contain_text("Valeurs exactes", timeout=60_000)
    asked = sum("/calcul/law" in url for url in tab.asked)
    page.wait_for_timeout(1500)
    assert sum("/calcul/law" in url for url in tab.asked) == asked


def test_long_advice_leaves_the_page_as_it_is(tabs: Tabs) -> None:
    fighter = quote('{"talent":12,"politique":{"attitude":"ask"}}')
    page = tabs().open(f"/exil/duel?a={fighter}&b={fighter}&max_turns=200")
    page.get_by_text("Que vaut chaque choix").click()
    pane = page.locator("#pane-advice")
    expect(pane).to_contain_text(re.compile(r"Calcul exact en cours… [1-9]"))
    expect(page.locator("#form")).to_be_visible()
    pane.get_by_role("button", name="Arrêter le calcul").click()
    expect(pane).to_contain_text("Calcul arrêté")
    assert "/exil/duel" in page.url


def test_what_was_opened_stays_open(tabs: Tabs) -> None:
    """A change of the form opens and closes nothing; who enters real dice finds the pad open."""
    page = tabs().open("/exil/successive")
    page.get_by_text("Tout régler").click()
    page.get_by_label("Essais au plus", exact=True).fill("4")
    expect(page).to_have_url(re.compile("max_attempts=4"))
    expect(page.get_by_label("Essais au plus", exact=True)).to_be_visible()
    page.get_by_text("Mes dés sont sur la table").click()
    page.locator(".pad").get_by_role("button", name="12", exact=True).click()
    expect(page.locator(".latest")).to_contain_text("12")
    expect(page.locator(".pad").get_by_role("button", name="12", exact=True)).to_be_visible()


def test_a_fight_is_shown_newest_first(tabs: Tabs) -> None:
    """While it lasts the form is a line, the last throw is under the next one, turns fold."""
    page = tabs(viewport=PHONE).open("/exil/duel")
    expect(page.locator("#form")).to_be_visible()
    for _ in range(12):
        if page.locator(".ended, details.turn").count() > 1:
            break
        before = page.url
        page.locator("#throw").click()
        expect(page).not_to_have_url(before)
    expect(page.locator("#form")).to_be_hidden()
    expect(page.locator(".form-area .summary")).to_have_text("A (Talent 10), B (Talent 10)")
    turns = page.locator("details.turn > summary")
    expect(turns.last).to_contain_text("Tour 1")
    expect(turns.first).not_to_contain_text("Tour 1")
    page.get_by_text("Changer", exact=True).click()
    page.get_by_label("Talent", exact=True).first.fill("11")
    expect(page.locator("#form")).to_be_visible()
    expect(page.locator("#act")).to_contain_text("Initiative")


def test_copy_link_command_and_run(tabs: Tabs) -> None:
    tab = tabs()
    tab.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = tab.open("/exil/simple?talent=14")
    for name in ("Le lien", "La commande", "Le JSON"):
        page.get_by_text(name, exact=True).click()
    for place, start in enumerate(
        ("http://127.0.0.1", "tablee resolve exil.simple talent=14", "{")
    ):
        page.locator("[data-copy]").nth(place).click()
        copied = page.evaluate("navigator.clipboard.readText()")
        assert copied.startswith(start)


def test_the_keyboard_alone(tabs: Tabs) -> None:
    """From the talent to the result without a pointer; the focus stays where the person is."""
    page = tabs().open("/exil/simple?talent=10")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Aller au contenu")).to_be_focused()
    page.get_by_label("Talent", exact=True).focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator("#pane-law output")).to_have_text(re.compile(r"92\s%"))
    expect(page.get_by_label("Talent", exact=True)).to_be_focused()
    page.locator("#throw").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".ended .sentence")).to_be_visible()


def test_english(tabs: Tabs) -> None:
    page = tabs().open("/exil/simple")
    page.get_by_role("link", name=re.compile("English")).click()
    expect(page.get_by_role("button", name="Throw the d12")).to_be_visible()
    assert page.locator("html").get_attribute("lang") == "en"


@pytest.mark.parametrize("path", ["/", "/exil", "/exil/simple", "/socle/duel", "/armes_dieux/test"])
def test_narrow_pages_do_not_scroll_sideways(tabs: Tabs, path: str) -> None:
    no_sideways(tabs(viewport=NARROW).open(path))
