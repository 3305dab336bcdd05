"""axe-core finds nothing serious on any kind of page, in either theme, on phone and desktop."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.conftest import Tab
from tests.kit.accessible import nothing_serious

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
    "heat map": "/exil/simple?talent=14&difficulty=-5&vue.what_if=difficulty~talent",
}


@pytest.mark.parametrize("path", [pytest.param(path, id=name) for name, path in PAGES.items()])
def test_nothing_serious(tabs: Tabs, path: str) -> None:
    nothing_serious(tabs().open(path))
