"""axe-core finds nothing serious on any page of the table, in either theme, on phone and desktop; all
of it goes by keyboard; what others do moves no focus."""

from __future__ import annotations

import importlib.resources
import re
from collections.abc import Iterator, Mapping

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.table.conftest import Party, Seat, Sit, campaigns

AXE = (importlib.resources.files("axe_playwright_python") / "axe.min.js").read_text("utf-8")


@pytest.fixture(scope="module")
def parties(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, Party]]:
    """Campaigns of this module's own."""
    yield from campaigns(tmp_path_factory)


def nothing_serious(page: Page) -> None:
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    page.evaluate(AXE)
    found = page.evaluate("axe.run()")["violations"]
    serious = [
        f"{page.url} {each['id']}: {node['html'][:300]} {node['failureSummary']}"
        for each in found
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]
    assert not serious, "\n".join(serious)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_serious(sit: Sit, scheme: str) -> None:
    link = sit("Exil", 0, scheme=scheme)
    link.page.goto(link.link)
    nothing_serious(link.page)
    leader = sit("Exil", 0, viewport=DESKTOP, scheme=scheme)
    aurele = sit("Exil", 1, viewport=PHONE, scheme=scheme)
    jeanne = sit("Exil", 2, viewport=DESKTOP, scheme=scheme)
    leader.ask("exil.simple", ["aurele"], talent="Savant")
    aurele.throw()
    leader.ask("exil.simple", ["jeanne"], talent="Citadin", secret=True)
    leader.ask("exil.contact_round", cast={"a": ["aurele"], "b": ["brute"]})
    expect(aurele.card.locator(".toggle").first).to_be_visible()
    for each in (leader, aurele, jeanne):
        expect(each.page.locator(".run").first).to_be_visible()
        nothing_serious(each.page)
    leader.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    for tab in ("people", "tale"):
        leader.page.locator(f"label:has(#tab-{tab})").click()
        nothing_serious(leader.page)
    address = aurele.page.url
    more = aurele.page.locator(".more-of").first.get_attribute("href")
    assert more is not None
    for path in (f"{address}/des", f"{address}/campagne", f"{address}?cherche=zzz"):
        aurele.page.goto(path)
        nothing_serious(aurele.page)
    aurele.page.goto(f"{address.partition('/t/')[0]}{more}")
    nothing_serious(aurele.page)
    _clear(leader)


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


def _to(page: Page, told: str) -> None:
    """Go on with Tab to what says so."""
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent").strip().startswith(told):
            return
    pytest.fail(f"{told!r} is not reached by Tab")


def _clear(leader: Seat) -> None:
    """Take back what is under way, for whoever comes next to this table."""
    leader.page.goto(leader.page.url.partition("?")[0])
    leader.page.locator("label:has(#tab-now)").click()
    for _ in range(leader.page.locator(".run").count()):
        before = leader.page.locator(".run").count()
        leader.page.locator(".run .correct > summary").first.click()
        leader.page.locator(".run form[id^=withdraw] button").first.click()
        expect(leader.page.locator(".run")).to_have_count(before - 1)
