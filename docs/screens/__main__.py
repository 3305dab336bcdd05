"""The screenshots of the console and of the table: `make screens` takes them.

It uses the browser of the tests (`CHROMIUM` names another one) and starts a server.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, sync_playwright

from docs.screens.evening import TABLES, seated
from tests.browser.conftest import DESKTOP, FLAGS, PHONE, chromium, serving
from tests.browser.table.conftest import read_parties

HERE = Path(__file__).parent
SCREENS = {
    "console": ("/exil/simple?talent=14&difficulty=-5", DESKTOP, "light"),
    "choix": ("/loss/action?trait=7&talent=8&exploits=ask&ag_permanentes=2", DESKTOP, "dark"),
    "resultat": (
        '/armes_dieux/jet?poignee=7&sr=18&answers=[{"dice":[6,6,5,4,3,2,1]}]',
        PHONE,
        "light",
    ),
}


def main() -> None:
    with (
        TemporaryDirectory() as folder,
        serving("--database", f"sqlite:///{folder}/tables.db") as server,
        sync_playwright() as started,
    ):
        address, parties = read_parties(server)
        browser = started.chromium.launch(executable_path=chromium(), args=FLAGS)
        take_console(browser, address)
        for scene in TABLES:
            for name, page in scene(seated(browser, parties)):
                page.screenshot(path=HERE / f"{name}.png", animations="disabled")
        browser.close()
        server.terminate()


def take_console(browser: Browser, address: str) -> None:
    for name, (path, size, scheme) in SCREENS.items():
        page = browser.new_page(viewport=size, color_scheme=scheme, locale="fr-FR")  # type: ignore[arg-type]
        page.goto(address + path)
        page.wait_for_selector(".pane.waiting", state="detached")
        page.screenshot(path=HERE / f"{name}.png", animations="disabled")


if __name__ == "__main__":
    main()
