"""The recap of an evening has the hour of the reader, as a page, as a text and as a file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.table.conftest import Sit

GAME = "Éclats"
HOURS = {"Pacific/Kiritimati": 14, "Pacific/Niue": -11}
"""Zones where it is never the same hour -> hours after UTC."""
HOUR = re.compile(r"(\d\d?|1er) [^ ]+ \d{4} à (\d\d)\sh\s\d\d")


def read(browser: Browser, page: Page, zone: str) -> tuple[Page, str]:
    """The recap of a seat in a zone, and its day with its hour."""
    cookies, address = page.context.storage_state(), f"{page.url.partition('?')[0]}/recit"
    context = browser.new_context(storage_state=cookies, timezone_id=zone, locale="fr-FR")
    found = context.new_page()
    found.goto(address)
    time = found.locator(".lead time")
    expect(time).to_have_text(HOUR)
    return found, time.inner_text()


@pytest.mark.parametrize("zone", HOURS)
def test_the_hour_is_the_reader_s(sit: Sit, browser: Browser, zone: str, tmp_path: Path) -> None:
    leader = sit(GAME, 0)
    page, hour = read(browser, leader.page, zone)
    at = int(page.locator(".lead time").get_attribute("data-at") or "") // 1000
    there = (at // 3600 + HOURS[zone]) % 24
    shown = HOUR.fullmatch(hour)
    assert shown
    assert int(shown[2]) == there
    assert hour in page.locator("#recap-text").input_value()
    with page.expect_download() as given:
        page.get_by_role("link", name="Télécharger en Markdown").click()
    assert re.fullmatch(r"tablee-.+-1\.md", given.value.suggested_filename)
    given.value.save_as(tmp_path / "recit.md")
    assert hour in (tmp_path / "recit.md").read_text(encoding="utf-8")
    page.context.close()
