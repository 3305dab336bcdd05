"""A real Chromium and a real server, started by the tests; a missing browser is a failure."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    Route,
    ViewportSize,
    expect,
    sync_playwright,
)

from tests.kit.accessible import DESKTOP as DESKTOP
from tests.kit.accessible import PHONE as PHONE

PATIENCE = 30_000
"""Milliseconds, on a busy machine too: nothing waits longer than it takes."""
expect.set_options(timeout=PATIENCE)

ENDS_WITHIN = 30
"""Seconds that a server has to end, on a busy machine too."""

Scheme = Literal["light", "dark"]
NARROW: ViewportSize = {"width": 320, "height": 700}
FLAGS = [
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
ROOT = Path(__file__).parents[2]
SIXTH = ["--game", "docs/tutorial/phares.py"]


def chromium() -> str:
    """The browser of this machine, without a window where there is such a one: it lays out, scripts
    and prints the same pages for two thirds of the time. Fails the test when there is none."""
    named = os.environ.get("CHROMIUM", "")
    for name in (named, "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"):
        found = shutil.which(name) if name else None
        if found:
            return found
    pytest.fail(
        "no Chromium: install Debian's package `chromium-headless-shell`, or set CHROMIUM to its path"
    )


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One for a module, and no longer: it holds an event loop, beside which no other may run."""
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield browser
        browser.close()


class Server(subprocess.Popen[str]):
    """A server that its `with` statement ends; the test fails if it does not end in time."""

    def __exit__(self, *error: Any) -> None:
        self.terminate()
        try:
            self.wait(ENDS_WITHIN)
        except subprocess.TimeoutExpired:
            self.kill()
            raise
        finally:
            super().__exit__(*error)


def serving(*arguments: str) -> Server:
    """Start `tablee serve`, on a free port unless one is given; its first line has the address as
    JSON."""
    port = () if "--port" in arguments else ("--port", "0")
    return Server(
        [sys.executable, "-m", "tablee", "serve", "--no-open", "--json", *port, *arguments],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )


def late_stream(page: Page) -> None:
    """The script that opens streams reaches the page last, as over a slow network."""

    def held(route: Route) -> None:
        time.sleep(0.5)
        route.continue_()

    page.route("**/hx-sse.js*", held)


def address_of(server: subprocess.Popen[str]) -> str:
    assert server.stdout is not None
    address: str = json.loads(server.stdout.readline())["address"]
    return address.rstrip("/")


def keys_of(server: subprocess.Popen[str]) -> str:
    """The link of the host of a server that has just been started."""
    assert server.stdout is not None
    keys: str = json.loads(server.stdout.readline())["keys"]
    return keys


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """The console with the tutorial's game beside ours."""
    with serving(*SIXTH) as server:
        yield address_of(server)


class Tab:
    """One tab: what it asked of the network, and what went wrong in its scripts."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.address = address
        self.page: Page = context.new_page()
        self.asked: list[str] = []
        self.wrong: list[str] = []
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on(
            "console",
            lambda answer: (
                self.wrong.append(answer.text) if answer.type in ("error", "warning") else None
            ),
        )

    def open(self, path: str) -> Page:
        self.page.goto(self.address + path)
        return self.page


@pytest.fixture
def tabs(browser: Browser, address: str) -> Iterator[object]:
    """`tabs(viewport=…, scheme=…, scripts=…)` opens a tab; at the end none of them may have asked
    another host for anything, nor have failed."""
    contexts: list[BrowserContext] = []
    opened: list[Tab] = []

    def tab(
        viewport: ViewportSize = DESKTOP,
        scheme: Scheme = "light",
        scripts: bool = True,
        lang: str = "fr-FR",
    ) -> Tab:
        context = browser.new_context(
            viewport=viewport,
            color_scheme=scheme,
            java_script_enabled=scripts,
            locale=lang,
            has_touch=viewport["width"] < 600,
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        opened.append(Tab(context, address))
        return opened[-1]

    yield tab
    for context in contexts:
        context.close()
    for each in opened:
        assert all(url.startswith((address, "data:")) for url in each.asked), each.asked
        assert not each.wrong, each.wrong
