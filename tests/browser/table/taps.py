"""Taps counted on a page, each on something in sight that nothing covers."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

IN_VIEW = """each => {
  const {left, top, right, bottom} = each.getBoundingClientRect();
  const x = (left + right) / 2, y = (top + bottom) / 2, under = document.elementFromPoint(x, y);
  const label = each.closest("label") ?? each;
  return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth
    && !!under && (label.contains(under) || under.contains(each) && under.matches("label"));
}"""
SCROLLED = """() => scrollY + [...document.querySelectorAll(".column, .request-card, .people")]
  .reduce((sum, each) => sum + each.scrollTop, 0)"""


class Taps:
    """The taps of one person on one page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0

    def on(self, what: Locator) -> None:
        """Tap something without scrolling to it. Fails when it is not in sight."""
        expect(what).to_be_visible()
        assert what.evaluate(IN_VIEW), f"out of sight: {what}"
        box = what.bounding_box()
        assert box is not None
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.count += 1

    def sees(self, what: Locator) -> None:
        """Fail when something is out of sight, or the page or a column of it is scrolled."""
        expect(what).to_be_visible()
        assert what.evaluate(IN_VIEW), f"out of sight: {what}"
        assert self.page.evaluate(SCROLLED) == 0
