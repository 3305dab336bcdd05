"""The sheet that is read, on a phone and on a desktop, light and dark."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest
from PIL import Image, ImageDraw
from playwright.sync_api import FilePayload, Page, ViewportSize, expect

from tests.browser.conftest import PHONE, Scheme
from tests.browser.table.conftest import Sit
from tests.kit.accessible import nothing_serious

TITLES = {
    "Exil": "Talents",
    "Les Chants de Loss": "Traits",
    "Armes-Dieux": "Domaines",
    "Éclats": "Caractéristiques",
    "Livre des Règles de Base": "Dés",
}

SMALL: ViewportSize = {"width": 320, "height": 640}
SCHEMES: tuple[Scheme, ...] = ("light", "dark")


def a_face() -> bytes:
    """Return a picture as a phone takes one."""
    made, picture = io.BytesIO(), Image.new("RGB", (1200, 1600), "#446688")
    ImageDraw.Draw(picture).ellipse((350, 300, 850, 950), fill="#eeccaa")
    picture.save(made, "PNG")
    return made.getvalue()


def fits(page: Page) -> None:
    """Check that nothing makes the page wider than the screen."""
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")


@pytest.mark.parametrize("game", TITLES)
def test_a_player_reads_the_own_sheet(sit: Sit, game: str) -> None:
    player = sit(game, 1)
    page, shots = player.page, os.environ.get("TABLEE_SHOTS", "")
    page.set_viewport_size(PHONE)
    sheet = page.locator("#sheets .sheet").first
    expect(sheet).to_contain_text(TITLES[game])
    expect(
        sheet.locator("input:not([type=hidden]):not([type=radio]):not([type=checkbox]), textarea")
    ).to_have_count(0)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        if shots:
            page.screenshot(path=Path(shots) / f"{game}-{scheme}.png", full_page=True)
    fits(page)
    page.set_viewport_size(SMALL)
    fits(page)
    nothing_serious(page)
    sheet.get_by_role("link", name="Lire et imprimer").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    nothing_serious(page)
    page.set_viewport_size(PHONE)
    fits(page)
    file: FilePayload = {"name": "moi.png", "mimeType": "image/png", "buffer": a_face()}
    page.get_by_label("Une image de cet appareil").set_input_files(file)
    page.get_by_role("button", name="Garder le portrait").click()
    expect(page.get_by_role("img", name="Portrait")).to_have_js_property("naturalWidth", 320)
    fits(page)
    printed = page.request.get(f"{page.url}/pdf")
    assert printed.body().startswith(b"%PDF-")
    if shots:
        page.emulate_media(color_scheme="light")
        page.screenshot(path=Path(shots) / f"{game}-read.png", full_page=True)
        page.set_viewport_size({"width": 1400, "height": 900})
        page.screenshot(path=Path(shots) / f"{game}-desk.png", full_page=True)
        page.get_by_role("link", name="Revenir à la table").click()
        page.screenshot(path=Path(shots) / f"{game}-desk-table.png", full_page=True)
