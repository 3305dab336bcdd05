"""Takes the kept screenshots of the console: `make screens`.

They are taken by the browser of the tests (`CHROMIUM` names another), from a server of their own.
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.conftest import DESKTOP, FLAGS, PHONE, address_of, chromium, serving

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
    with serving() as server, sync_playwright() as started:
        address = address_of(server)
        browser = started.chromium.launch(executable_path=chromium(), args=FLAGS)
        for name, (path, size, scheme) in SCREENS.items():
            page = browser.new_page(viewport=size, color_scheme=scheme, locale="fr-FR")  # type: ignore[arg-type]
            page.goto(address + path)
            page.wait_for_selector(".pane.waiting", state="detached")
            page.screenshot(path=HERE / f"{name}.png", animations="disabled")
        browser.close()
        server.terminate()


if __name__ == "__main__":
    main()
