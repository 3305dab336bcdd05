"""What axe-core finds wrong with a page, in several looks."""

from __future__ import annotations

import importlib.resources
import json
from collections.abc import Sequence
from typing import Literal

from playwright.sync_api import Page, ViewportSize

Look = tuple[Literal["light", "dark"], ViewportSize]
PHONE: ViewportSize = {"width": 390, "height": 844}
DESKTOP: ViewportSize = {"width": 1320, "height": 900}
LOOKS: Sequence[Look] = (("light", PHONE), ("dark", DESKTOP))
DRAWN = ["color-contrast", "scrollable-region-focusable"]
"""Rules about what is drawn. All others give the same answer in every look, so they run in one."""
_AXE = (importlib.resources.files("axe_playwright_python") / "axe.min.js").read_text("utf-8")


def nothing_serious(page: Page, looks: Sequence[Look] = LOOKS, within: str = "") -> None:
    """Open whatever can be opened, and look at each look.

    `within`: selector of a part of the page; empty: the whole page.
    """
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    page.evaluate(_AXE)
    where = json.dumps(within) if within else "document"
    serious = []
    for place, (scheme, size) in enumerate(looks):
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size(size)
        options = {"resultTypes": ["violations"]} | ({"runOnly": DRAWN} if place else {})
        found = page.evaluate(f"axe.run({where}, {json.dumps(options)})")["violations"]
        serious += [
            f"{page.url} {scheme} {size['width']} {each['id']}: "
            f"{node['html'][:300]} {node['failureSummary']}"
            for each in found
            if each["impact"] in ("serious", "critical")
            for node in each["nodes"]
        ]
    assert not serious, "\n".join(serious)
