"""The table opened to the local network by one press, and taken on a phone by the link that is then shown."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from tablee.faces.machine_addresses import in_url, network_addresses
from tests.browser.conftest import DESKTOP, NARROW, PHONE, keys_of, serving

OWN = network_addresses()
SIZES = [
    pytest.param(DESKTOP, id="desktop"),
    pytest.param(PHONE, id="phone"),
    pytest.param(NARROW, id="narrow"),
]

STREAMS = (
    "() => performance.getEntriesByType('resource').some(each => each.name.includes('hx-sse'))"
)
"""The page has the script that opens its stream."""


@pytest.fixture
def here(tmp_path: Path) -> Iterator[str]:
    """The keys of a server for this machine alone."""
    with serving("--database", f"sqlite:///{tmp_path}/tables.sqlite3") as server:
        yield keys_of(server)


@pytest.fixture
def context(browser: Browser) -> Iterator[Callable[[ViewportSize], Page]]:
    """Pages of devices of their own, by size."""
    opened: list[BrowserContext] = []

    def page(size: ViewportSize) -> Page:
        opened.append(browser.new_context(viewport=size, locale="fr-FR"))
        return opened[-1].new_page()

    yield page
    for each in opened:
        each.close()


def shot(page: Page, name: str) -> None:
    shots = os.environ.get("TABLEE_SHOTS")
    if shots:
        page.screenshot(path=Path(shots) / f"{name}.png", full_page=True)


@pytest.mark.skipif(not OWN, reason="this machine is on no network")
@pytest.mark.parametrize("size", SIZES)
def test_one_press_opens_the_table_to_a_phone(
    here: str, context: Callable[[ViewportSize], Page], size: ViewportSize
) -> None:
    there = f"http://{in_url(OWN[0])}:{urlsplit(here).port}"
    desk, phone = context(size), context(PHONE)
    desk.goto(here)
    desk.get_by_role("link", name="Les campagnes").click()
    desk.get_by_label("Nom de la campagne").fill("Les marées")
    desk.get_by_label("Joueur 1").fill("Lou")
    desk.get_by_role("button", name="Ouvrir la campagne").click()
    expect(desk.get_by_text("Ces liens ne s’ouvrent que sur cette machine.")).to_be_visible()
    expect(desk.locator(".qr")).to_have_count(0)
    shot(desk, f"network-closed-{size['width']}")

    desk.get_by_role("button", name="Ouvrir au réseau local").click()
    expect(desk.locator(".qr")).to_have_count(2)
    row = desk.locator("#shown > .rows > li", has_text="Lou")
    link = row.locator("> input").input_value()
    assert link.startswith(f"{there}/lien/")
    row.get_by_text("Un code à photographier").click()
    expect(row.locator(".qr svg")).to_be_visible()
    assert desk.evaluate("document.documentElement.scrollWidth") <= size["width"], "sideways"
    shot(desk, f"network-open-{size['width']}")

    phone.goto(link)
    phone.get_by_role("button", name="Prendre place").click()
    expect(phone.get_by_text("La table est prête")).to_be_visible()
    phone.wait_for_function(STREAMS)

    desk.get_by_role("button", name="Fermer au réseau local").click()
    expect(desk.get_by_role("button", name="Ouvrir au réseau local")).to_be_visible()
    expect(phone.locator("#net")).to_contain_text("La connexion est perdue")
    expect(desk.locator("#shown")).to_contain_text("Ces liens ne s’ouvrent que sur cette machine")
    desk.get_by_role("button", name="Ouvrir au réseau local").click()
    expect(desk.get_by_role("button", name="Fermer au réseau local")).to_be_visible()
    expect(phone.locator("#net")).to_contain_text("est revenue", timeout=60_000)
