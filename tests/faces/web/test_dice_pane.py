"""Dice that fell and the pad for real ones: every throw of every game can be drawn and entered."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.dice.changed_dice import reroll_once
from tablee.dice.die import D3, D6, D10, Die, OpenDie, Throw
from tablee.faces.web.panes.dice_pane import MOST_ASIDE, dice_views, pad_view
from tablee.rules.readings.explain import Step, explain
from tablee.rules.readings.session import Session
from tablee.rules.run_input import ask_about
from tablee.rules.texts.words import Words
from tests.faces.web.reading import as_json, badly_written, macros, parsed, spoilt
from tests.kit.runs import grid, random_run

Json = dict[str, Any]
SMALLEST = [pytest.param(name, params, id=name) for name, place, params in grid() if place == 0]


def texts(name: str, params: Json, *throws: list[int]) -> list[Json]:
    """The views of the throws of a run that is answered so far."""
    session = Session(ask_about(name, params, None, [{"dice": faces} for faces in throws]))
    views = as_json(
        dice_views(explain(session, Words(session.question.game)), Words(session.question.game))
    )
    return [view for view in views if view]


@pytest.mark.parametrize(("name", "params"), SMALLEST)
def test_every_throw_is_drawn(name: str, params: Json) -> None:
    session = random_run(ask_about(name, params), 7)
    draw = macros("dice").dice
    for lang in ("fr", "en"):
        words = Words(session.question.game, "fr" if lang == "fr" else "en")
        views = as_json(dice_views(explain(session, words), words))
        throws = [entry for entry in session.trace if entry.kind == "roll"]
        drawn = [view for view in views if view]
        assert len(views) == len(session.trace)
        for view, entry in zip(drawn, throws, strict=True):
            faces = [die["face"] for die in view["dice"] if die["mark"] != "aside"]
            assert faces == [str(face) for face in entry.numbers["faces"]]
            assert not badly_written(view, lang)
            for each in (view, spoilt(view)):
                row = next(iter(parsed(draw(each))))
                assert row.get("role") == "img"
                assert row.get("aria-label") == each["label"]
                assert len(list(row.iter("svg"))) == len(view["dice"])


def test_a_six_has_six_pips_that_lie_apart() -> None:
    view = texts("armes_dieux.jet", {"poignee": 6, "sr": 14}, [1, 2, 3, 4, 5, 6])[0]
    assert [len(die["pips"]) for die in view["dice"]] == [1, 2, 3, 4, 5, 6]
    assert all(len({*map(tuple, die["pips"])}) == len(die["pips"]) for die in view["dice"])


def test_dice_set_aside_are_empty_and_shown() -> None:
    view = texts("armes_dieux.jet", {"poignee": 5, "sr": 8, "ecartes": 2}, [4, 2, 6])[0]
    assert [die["mark"] for die in view["dice"]] == ["", "", "", "aside", "aside"]
    assert view["label"].endswith("2 dés mis de côté")


def test_dice_that_one_side_set_aside_are_not_the_next_one_s() -> None:
    """Armes-Dieux: what setting aside was worth is shown before the other side rolls (AD-RIS-03)."""
    sides = [
        {"id": "Ada", "poignee": 3, "sr": 5, "ecartes": 1},
        {"id": "Bo", "poignee": 2, "sr": 5},
    ]
    views = texts("armes_dieux.opposition", {"participants": sides}, [6, 4], [5, 5])
    assert [[die["mark"] for die in view["dice"]] for view in views] == [
        ["", "", "aside"],
        ["", ""],
    ]


def test_a_log_from_elsewhere_cannot_have_dice_drawn_without_end() -> None:
    numbers = {"who": "player", "dice": "1d6", "label": "jet", "faces": (3,)}
    roll = Step(kind="roll", clauses=(), numbers=numbers, text="")
    note = Step(kind="note", clauses=(), numbers={"aside": 10**12}, text="")
    view = as_json(dice_views([note, roll], Words(None))[1])
    assert view is not None
    assert len(view["dice"]) == 1 + MOST_ASIDE


def test_the_die_that_counts_is_marked_once() -> None:
    params = {"caracteristique": 2, "bonus": 1, "seuil": 6}
    view = texts("eclats.test", params, [9, 4, 9])[0]
    assert [die["mark"] for die in view["dice"]] == ["best", "", ""]


def test_a_zero_that_spoils_a_throw_is_marked_and_one_that_is_worth_ten() -> None:
    """Éclats: any 0 fails a test, at a relance it is the best (ECL-ECH-02, ECL-NEG-05)."""
    first = texts("eclats.test", {"caracteristique": 2, "seuil": 6}, [0, 9, 0])[0]
    assert [die["mark"] for die in first["dice"]] == ["spoils", "best", "spoils"]
    fine = texts("eclats.test", {"caracteristique": 2, "seuil": 6}, [1, 9, 2])[0]
    assert [die["mark"] for die in fine["dice"]] == ["", "best", ""]
    again = texts("eclats.relance", {"des": 3, "seuil": 8}, [1, 8, 0])[0]
    assert [die["mark"] for die in again["dice"]] == ["", "", "best"]


def test_a_chain_shows_what_is_added_and_what_is_taken_away() -> None:
    up, down = (
        texts("loss.action", {"trait": 6, "talent": 6}, faces)[0]
        for faces in ([10, 10, 3], [1, 10, 4])
    )
    assert [die["join"] for die in up["dice"]] == ["", "+", "+"]
    assert [die["join"] for die in down["dice"]] == ["", "−", "−"]


@pytest.mark.parametrize(
    ("throw", "faces", "count", "chain"),
    [
        (Throw(D6, "jet", "a", 9), [1, 2, 3, 4, 5, 6], 9, False),
        (Throw(D3, "jet", "a"), [1, 2, 3], 1, False),
        (Throw(Die(10, 0), "jet", "a", 2), list(range(10)), 2, False),
        (Throw(OpenDie(), "jet", "a"), list(range(1, 11)), 1, True),
        (Throw(D10, "jet", "a"), list(range(1, 11)), 1, False),
        (Throw(reroll_once(D6, 1, 2), "jet", "a", 3), [1, 2, 3, 4, 5, 6], 3, True),
    ],
)
def test_the_pad_knows_its_die(throw: Throw, faces: list[int], count: int, chain: bool) -> None:
    view = as_json(pad_view(throw, Words(None)))
    assert (view["faces"], view["count"], view["chain"]) == (faces, count, chain)
    assert (view["up"], view["down"]) == ((10, 1) if chain and count == 1 else (None, None))
    tree = parsed(macros("dice").pad(view))
    box = next(each for each in tree.iter("div") if each.get("class") == "pad-box")
    assert (box.get("data-again"), box.get("data-cap")) == (
        ("1,2", "1") if count == 3 else (None,) * 2
    )
    row = next(each for each in tree.iter("div") if each.get("role") == "group")
    buttons = list(row.iter("button"))
    alone = count == 1 and not chain
    shown_faces = [button.get("value" if alone else "data-face") for button in buttons]
    assert shown_faces == [str(face) for face in faces]
    assert {button.get("type") for button in buttons} == {"submit" if alone else "button"}
    fields = [field.get("name") for field in tree.iter("input")]
    assert fields == ([] if alone else ["faces"])
