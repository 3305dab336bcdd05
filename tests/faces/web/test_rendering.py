"""Pieces of pages are rendered once, and no more of them are kept than there is room for."""

from __future__ import annotations

import pytest

from tablee.faces.web import rendering
from tablee.faces.web.page_context import HERE, NOTHING
from tablee.faces.web.rendering import Renderer
from tablee.rules.texts.languages import Lang
from tablee.rules.texts.words import Words

WORDS = Words(None, "fr")


def rendered(renderer: Renderer, text: str) -> str:
    return str(renderer.piece("table/bar.html", "fault", WORDS, NOTHING, text))


def kept(renderer: Renderer) -> int:
    """How many characters are kept."""
    return sum(len(name[-1]) + len(made) for name, made in renderer._pieces.items())


def test_a_piece_is_rendered_once() -> None:
    renderer = Renderer(here=HERE)
    first = renderer.piece("table/bar.html", "fault", WORDS, NOTHING, "rien")
    assert renderer.piece("table/bar.html", "fault", WORDS, NOTHING, "rien") is first


@pytest.mark.parametrize(("most", "text"), [(3, 10**9), (10**9, 9_000)])
def test_of_many_the_oldest_go(most: int, text: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rendering, "MAX_PIECES", most)
    monkeypatch.setattr(rendering, "MAX_TEXT", text)
    renderer = Renderer(here=HERE)
    for number in range(40):
        assert f"{number:03}" * 300 in rendered(renderer, f"{number:03}" * 300)
        assert len(renderer._pieces) <= most
        assert kept(renderer) <= text
    assert kept(renderer) == renderer._text > 0
    assert "039" in next(reversed(renderer._pieces.values()))
    assert "012" not in "".join(renderer._pieces.values())


def test_what_is_too_long_for_all_is_made_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rendering, "MAX_TEXT", 100)
    renderer = Renderer(here=HERE)
    assert "x" * 500 in rendered(renderer, "x" * 500)
    assert not renderer._pieces


@pytest.mark.parametrize(
    ("lang", "answer"),
    [("fr", "C’est à vous\u00a0: Duel<"), ("en", "It is your turn: Duel<")],
)
def test_whose_turn_it_is_is_shown_in_the_manner_of_the_language(lang: Lang, answer: str) -> None:
    me = {"leads": False, "name": "Anne"}
    texts = Renderer(here=HERE).piece(
        "table/bar.html", "bar", Words(None, lang), NOTHING, me, [], ["Duel"], [], None
    )
    assert answer in str(texts)


def test_whose_turn_it_is_besides_mine_stays_in_view() -> None:
    me = {"leads": False, "name": "Anne"}
    texts = [
        str(
            Renderer(here=HERE).piece(
                "table/bar.html", "bar", Words(None, "fr"), NOTHING, me, [], ["Duel"], awaited, None
            )
        )
        for awaited in (["Anne"], ["Anne", "Bo", "Cléo"])
    ]
    assert "aussi" not in texts[0]
    assert 'on attend aussi <span class="others">Bo et Cléo</span>' in texts[1]
