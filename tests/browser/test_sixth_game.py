"""A sixth game from one file, in the console: its whole way, and its law as the file is edited."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import DESKTOP, PHONE, ROOT, address_of, late_stream, serving
from tests.browser.test_console import Tabs, no_sideways

TUTORIAL = ROOT / "docs" / "tutorial" / "phares.py"
RULE = '''
from typing import Annotated

from msgspec import Meta

from tablee import D6, Game, Procedure, Result, note, roll


class Lueur(Result):
    success: bool


class Allumer(Procedure[Lueur], id="lampe.allumer"):
    """Un d6 contre la nuit."""

    nuit: Annotated[int, Meta(ge=1, le=6, description="ce que la nuit demande")]

    async def rule(self) -> Lueur:
        face = await roll(D6, "flamme", who="gardien")
        note("", "La flamme donne {face}, la nuit demandait {nuit}.", face=face, nuit=self.nuit)
        return Lueur(success=face >= self.nuit)


GAME = Game(
    id="lampe",
    title="La Lampe",
    leader="gardien",
    procedures=(Allumer,),
    words={
        "lampe.allumer": "Allumer",
        "nuit": "nuit",
        "flamme": "flamme",
        "gardien": "gardien",
        "success": "réussite",
    },
)
'''


@pytest.mark.parametrize(
    "size", [pytest.param(PHONE, id="phone"), pytest.param(DESKTOP, id="desktop")]
)
def test_the_game_of_the_tutorial(tabs: Tabs, size: dict[str, int]) -> None:
    page = tabs(viewport=size).open("/")
    page.locator(".cards a", has_text="phare").first.click()
    page.locator(".cards a").first.click()
    expect(page.locator("#pane-law, #asked")).not_to_have_count(0)
    for _ in range(30):
        if page.locator(".ended").count():
            break
        before = page.url
        page.locator("#throw, #play .option, #play .primary").first.click()
        expect(page).not_to_have_url(before)
    expect(page.locator(".result")).to_be_visible()
    no_sideways(page)


@pytest.fixture
def edited(tmp_path: Path, browser: Browser) -> Iterator[tuple[Path, Page]]:
    """A file under work, and the page of its rule."""
    file = tmp_path / "lampe.py"
    file.write_text(RULE)
    with serving("--game", str(file), "--watch") as server:
        context = browser.new_context(viewport=DESKTOP, locale="fr-FR")
        page = context.new_page()
        late_stream(page)
        page.goto(address_of(server) + "/lampe/allumer?nuit=4")
        yield file, page
        context.close()


def test_the_law_moves_at_each_save_and_a_fault_is_shown(edited: tuple[Path, Page]) -> None:
    file, page = edited
    law = page.locator("#pane-law output")
    expect(law).to_have_text(re.compile(r"50\s%"))
    file.write_text(RULE.replace("face >= self.nuit", "face > self.nuit"))
    expect(law).to_have_text(re.compile(r"33\s%"))
    file.write_text(RULE.replace("face >= self.nuit", "face >= self.nuit +"))
    fault = page.locator(".fault")
    expect(fault).to_contain_text("lampe.py")
    expect(law).to_have_text(re.compile(r"33\s%"))
    file.write_text(RULE.replace("face >= self.nuit", "face >= nuit"))
    expect(fault).to_contain_text("un nom que le fichier connaît")
    file.write_text(RULE)
    expect(fault).to_have_count(0)
    expect(law).to_have_text(re.compile(r"50\s%"))


def test_a_page_that_was_away_hears_of_the_save(edited: tuple[Path, Page]) -> None:
    """A tab that is hidden follows nothing: it hears of it once it is looked at again."""
    file, page = edited
    law = page.locator("#pane-law output")
    expect(law).to_have_text(re.compile(r"50\s%"))
    file.write_text(RULE + "\n)")
    expect(page.locator(".fault")).to_contain_text("lampe.py")
    page.context.set_offline(True)
    page.evaluate("document.getElementById('watch')._htmx.sse.reader.cancel()")
    file.write_text(RULE.replace("face >= self.nuit", "face > self.nuit"))
    page.wait_for_timeout(1_500)
    expect(law).to_have_text(re.compile(r"50\s%"))
    page.context.set_offline(False)
    expect(law).to_have_text(re.compile(r"33\s%"))
    expect(page.locator(".fault")).to_have_count(0)


def test_a_server_that_is_gone_is_shown_of(browser: Browser) -> None:
    with serving() as server:
        page = browser.new_context(locale="fr-FR").new_page()
        page.goto(address_of(server) + "/exil/simple")
    page.get_by_label("Talent", exact=True).fill("12")
    expect(page.locator("#lost")).to_contain_text("La console n’a pas répondu")
    expect(page.get_by_label("Talent", exact=True)).to_have_value("12")
    page.context.close()


def test_a_broken_file_is_refused_at_the_start(tmp_path: Path) -> None:
    file = tmp_path / "phares.py"
    shutil.copy(TUTORIAL, file)
    file.write_text(file.read_text() + "\n)")
    with serving("--game", str(file)) as server:
        assert server.stdout is not None
        assert '"error"' in server.stdout.readline()
        assert server.wait(10) == 2
