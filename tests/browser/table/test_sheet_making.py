"""A sheet that is made on a phone: names by a tap, budgets that count as one types."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.table.conftest import Sit
from tests.browser.table.test_sheet_page import SMALL, TITLES, fits
from tests.kit.accessible import nothing_serious

FIRST = {
    "Exil": "Acrobate",
    "Les Chants de Loss": "Agilité",
    "Armes-Dieux": "Influence",
    "Éclats": "Espionner",
    "Livre des Règles de Base": "Force",
}


def new_sheet(page: Page) -> None:
    page.goto(page.url.partition("#")[0].rstrip("/") + "/fiche?sorte=")
    page.set_viewport_size(PHONE)


def shot(page: Page, name: str) -> None:
    if shots := os.environ.get("TABLEE_SHOTS", ""):
        page.screenshot(path=Path(shots) / f"{name}.png", full_page=True)


@pytest.mark.parametrize("game", TITLES)
def test_a_name_of_the_document_is_one_tap(sit: Sit, game: str) -> None:
    page = sit(game, 1).page
    new_sheet(page)
    expect(page.locator("#making")).to_contain_text("Il reste à choisir")
    shot(page, f"making-{game}")
    page.get_by_role("button", name=FIRST[game], exact=True).first.click()
    expect(page.locator(f'input[value="{FIRST[game]}"]')).to_be_visible()
    fits(page)
    page.set_viewport_size(SMALL)
    fits(page)
    nothing_serious(page)
    shot(page, f"making-{game}-named")


def test_budgets_are_counted_while_one_types(sit: Sit) -> None:
    page = sit("Livre des Règles de Base", 1).page
    new_sheet(page)
    expect(page.locator("#making")).to_contain_text("Cœurs de départ")
    for extra in page.locator("details.more").all():
        extra.evaluate("one => { one.open = true }")
    for number in ("7", "8"):
        page.locator("input[name=coeurs_max]").fill(number)
        page.locator("input[name=coeurs_max]").blur()
        expect(page.locator("#making")).to_contain_text(f"{number} sur 5")
    expect(page.locator("input[name=coeurs_max]")).to_have_value("8")
    expect(page.locator("#making .over")).to_contain_text("C’est 3 de trop")
    nothing_serious(page)
