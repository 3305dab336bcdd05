"""The pages of the examples: their calls are made, and what they answer is what the page shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.steps import Block, Call, blocks, calls, fits, follow
from tests.kit.command_line import ROOT

PAGES = {"fr": ROOT / "docs/fr/exemples.md", "en": ROOT / "docs/en/examples.md"}


@pytest.mark.parametrize("lang", PAGES)
def test_the_page_says_what_happens(lang: str, tmp_path: Path) -> None:
    made: list[str] = []

    def answered(block: Block, each: Call, texts: str) -> None:
        made.append(each.line)
        if each.answer:
            assert fits(each.answer, texts), f"{each.line}\n{texts}"

    follow(PAGES[lang].read_text("utf-8"), tmp_path, lang, answered)
    assert len(made) > 25
    assert len(list(tmp_path.glob("*.svg"))) == 9


def test_both_languages_make_the_same_calls() -> None:
    french, english = (
        [each.line for block in blocks(page.read_text("utf-8")) for each in calls(block)]
        for page in PAGES.values()
    )
    assert french == english
