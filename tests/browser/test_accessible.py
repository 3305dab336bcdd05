"""axe-core finds nothing serious on any kind of page, in either theme, on phone and desktop."""

from __future__ import annotations

import importlib.resources
from collections.abc import Callable

import pytest

from tests.browser.conftest import DESKTOP, PHONE, Tab

AXE = (importlib.resources.files("axe_playwright_python") / "axe.min.js").read_text("utf-8")
Tabs = Callable[..., Tab]
PAGES = {
    "home": "/",
    "game": "/exil",
    "single": "/exil/simple",
    "ended": "/exil/simple?talent=14&answers=[{%22dice%22:[6]}]",
    "wrong": "/exil/simple?talent=99",
    "choice": "/loss/action?trait=7&talent=8&exploits=ask&ag_permanentes=2",
    "rows": "/exil/opposition",
    "pool": "/armes_dieux/jet?poignee=7&sr=18&answers=[{%22dice%22:[6,6,5,4,3,2,1]}]",
    "secret": "/eclats/test?caracteristique=2&seuil=[[6,%221/2%22],[8,%221/2%22]]",
    "fight": "/socle/duel?de=12&adversaires=[{%22cible%22:%22boss%22}]",
    "ruling": "/exil/simple?talent=14&rulings.equal=fails",
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", [pytest.param(path, id=name) for name, path in PAGES.items()])
def test_nothing_serious(tabs: Tabs, path: str, scheme: str) -> None:
    for size in (PHONE, DESKTOP):
        page = tabs(viewport=size, scheme=scheme).open(path)
        page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
        page.evaluate(AXE)
        found = page.evaluate("axe.run()")["violations"]
        serious = [
            f"{each['id']}: {node['html']} {node['failureSummary']}"
            for each in found
            if each["impact"] in ("serious", "critical")
            for node in each["nodes"]
        ]
        assert not serious, "\n".join(serious)
