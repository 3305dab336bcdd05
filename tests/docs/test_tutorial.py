"""The tutorial is played as a reader would: its blocks typed in, its calls made, what they answer
compared with what the page shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.steps import Block, Call, blocks, calls, fits, follow, merged
from tests.kit.command_line import ROOT

PAGES = {"fr": ROOT / "docs/fr/tutoriel.md", "en": ROOT / "docs/en/tutorial.md"}
FINISHED = ROOT / "docs/tutorial/phares.py"


def _page(lang: str) -> str:
    return PAGES[lang].read_text("utf-8")


@pytest.mark.parametrize("lang", PAGES)
def test_the_tutorial_says_what_happens(lang: str, tmp_path: Path) -> None:
    made: list[str] = []

    def answered(block: Block, each: Call, texts: str) -> None:
        made.append(each.line)
        if each.answer:
            assert fits(each.answer, texts), f"{each.line}\n{texts}"

    follow(_page(lang), tmp_path, lang, answered)
    assert (tmp_path / "phares.py").read_text("utf-8") == FINISHED.read_text("utf-8")
    assert (tmp_path / "huile.svg").read_text("utf-8").startswith("<svg")
    assert len(made) > 15


def test_both_languages_write_the_same_game() -> None:
    french, english = (
        [(block.file, block.text) for block in blocks(_page(lang)) if block.kind != "console"]
        for lang in PAGES
    )
    assert french == english
    lines = [
        [
            each.line
            for block in blocks(_page(lang))
            if block.kind == "console"
            for each in calls(block)
        ]
        for lang in PAGES
    ]
    assert lines[0] == lines[1]


def test_every_kind_of_block_is_followed() -> None:
    for lang in PAGES:
        found = list(blocks(_page(lang)))
        assert {block.kind for block in found if block.file is None} == {"console", "tablee"}
        assert {block.file for block in found if block.file} == {
            "phares.py",
            "anke.yaml",
            "test_phares.py",
            "pyproject.toml",
        }


# ── what the reader of pages is held to ────────────────────────────────────────────────────────
SOURCE = '''\
"""A game."""

from tablee import Game


class One:
    a = 1


GAME = Game()
'''


def test_a_block_changes_a_file_by_names() -> None:
    block = "from typing import Any\n\nfrom tablee import D6, Game\n\n\ndef two() -> int:\n    return 2\n\n\nclass One:\n    a = two()\n\n\nWORDS = {}\nWORDS |= {}\n\nGAME = Game(1)\n"
    assert merged(SOURCE, block) == '"""A game."""\n\n' + block


def test_what_has_no_name_goes_above_the_game() -> None:
    once = merged(SOURCE, "WORDS = {}\n\nGAME = Game(WORDS)\n")
    twice = merged(once, "# more\nWORDS |= {1: 2}\n\nGAME = Game(WORDS)\n")
    assert twice.endswith("WORDS = {}\n\n# more\nWORDS |= {1: 2}\n\nGAME = Game(WORDS)\n")


@pytest.mark.parametrize(
    ("shown", "answer", "fitting"),
    [
        ("a\nb", "a  \nb\n", True),
        ("a\nb", "a\nc\n", False),
        ("a\nb", "a\n\nb\n", False),
        ("…\n3 passed in …", "...  [100%]\n3 passed in 0.2s\n", True),
        ("…\n3 passed in …", "...  [100%]\n2 passed, 1 failed in 0.2s\n", False),
        ("a (b)", "a (b)", True),
    ],
)
def test_an_answer_fits_or_does_not(shown: str, answer: str, fitting: bool) -> None:
    assert fits(shown, answer) is fitting


def test_a_wrong_answer_on_a_page_is_noticed(tmp_path: Path) -> None:
    page = _page("fr").split("## Le vent")[0].replace("16/81", "17/81")
    wrong: list[str] = []

    def answered(block: Block, each: Call, texts: str) -> None:
        if each.answer and not fits(each.answer, texts):
            wrong.append(each.line)

    follow(page, tmp_path, "fr", answered)
    assert wrong == ["tablee --game phares.py odds phares.veille huile=4"]
