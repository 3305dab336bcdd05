"""A handout: given within two taps of the table, on the page at once, opened again, taken back."""

from __future__ import annotations

import io
import os
from pathlib import Path

from PIL import Image
from playwright.sync_api import FilePayload, Page, ViewportSize, expect

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.table.conftest import Sit

TITLE, TEXT = "La lettre du phare", "Venez seul, ce soir, par la grève."


def picture() -> FilePayload:
    made = io.BytesIO()
    Image.radial_gradient("L").resize((800, 500)).save(made, "PNG")
    return {"name": "phare.png", "mimeType": "image/png", "buffer": made.getvalue()}


def shot(page: Page, name: str) -> None:
    shots = os.environ.get("TABLEE_SHOTS")
    if shots:
        page.screenshot(path=Path(shots) / f"{name}.png", full_page=True)


def sideways(page: Page, size: ViewportSize) -> bool:
    width: int = page.evaluate("document.documentElement.scrollWidth")
    return width > size["width"]


def test_a_handout_for_one_seat(sit: Sit) -> None:
    leader, one, other = (sit("Exil", place) for place in range(3))
    desk = leader.page
    desk.get_by_role("link", name="Un document", exact=True).click()
    desk.get_by_label("Titre").fill(TITLE)
    desk.get_by_label("Texte").fill(TEXT)
    desk.get_by_label("Une image de cet appareil").set_input_files(picture())
    desk.locator(".chip").first.click()
    shot(desk, f"handout-form-{DESKTOP['width']}")
    desk.get_by_role("button", name="Donner", exact=True).click()
    line = desk.locator("#story-lines li", has_text=TITLE)
    expect(line.locator(".tag")).to_have_text("pour Aurèle")
    shot(desk, f"handout-leader-{DESKTOP['width']}")

    page = one.page
    expect(page.locator("#handouts")).to_contain_text(TEXT)
    expect(page.locator("#handouts img")).to_be_visible()
    page.wait_for_function("document.querySelector('#handouts img').naturalWidth === 800")
    expect(page.locator("#story-lines")).to_contain_text(TITLE)
    assert not sideways(page, PHONE)
    shot(page, f"handout-player-{PHONE['width']}")
    page.get_by_role("link", name="Ouvrir en grand").click()
    expect(page.get_by_role("heading", name=TITLE)).to_be_visible()
    shot(page, f"handout-read-{PHONE['width']}")
    page.get_by_role("link", name="Revenir à la table").click()

    desk.get_by_label("Une note").fill("Tout le monde lit ceci.")
    desk.get_by_role("button", name="Noter").click()
    expect(other.page.locator("#story-lines")).to_contain_text("Tout le monde lit ceci.")
    assert TITLE not in other.page.content()
    assert "documents" not in other.page.content()

    desk.get_by_role("link", name="Un document", exact=True).click()
    desk.get_by_role("button", name="Reprendre").click()
    expect(desk.get_by_text("Aucun document")).to_be_visible()
    expect(page.locator("#handouts")).to_be_empty()
    expect(page.locator("#story-lines")).not_to_contain_text(TITLE)
