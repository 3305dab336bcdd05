"""Dice outside the rules: who throws what, who sees it, and that they are verified like all others."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from tablee.rules.refusal import Refusal
from tablee.rules.texts.words import Words
from tablee.table.acts.act_registry import decide
from tablee.table.export.exporting import campaign_file, throws_file
from tablee.table.export.house_throws import read_file
from tablee.table.export.importing import campaign_of
from tablee.table.export.throw_checks import verified
from tablee.table.log.fold import folded
from tablee.table.log.free_dice import read_expression
from tablee.table.log.scene_dice import Draw, words_of
from tablee.table.log.state_parts import FreeThrow
from tablee.table.refusals import NotYours
from tablee.table.replay import Replays
from tablee.table.views.dice_tallies import tallies
from tablee.table.views.free_throw_text import free_throw_text
from tablee.table.views.recap_view import recap_view
from tests.kit import acts
from tests.table.evening import LEADER, Table, plain, set_up
from tests.table.export.tables import ID, logged
from tests.table.export.test_tampered import chained, written


# ── the expression ─────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("text", "normal", "faces", "french", "english"),
    [
        ("d20", "1d20", [[20]], "un d20\u00a0: 20", "one d20: 20"),
        ("2d6", "2d6", [[4, 2]], "2d6\u00a0: 4 et 2, total 6", "2d6: 4 and 2, 6 in all"),
        (
            "2d6+1",
            "2d6+1",
            [[4, 2]],
            "2d6 + 1\u00a0: 4 et 2, total 7",
            "2d6 + 1: 4 and 2, 7 in all",
        ),
        (
            " 3D8 − 1d4 - 2 ",
            "3d8−1d4−2",
            [[1, 2, 3], [4]],
            "3d8 − 1d4 − 2\u00a0: 1, 2 et 3, puis 4, total 0",
            "3d8 − 1d4 − 2: 1, 2 and 3, then 4, 0 in all",
        ),
        ("5+d6", "1d6+5", [[1]], "un d6 + 5\u00a0: 1, total 6", "one d6 + 5: 1, 6 in all"),
        ("-1d6", "−1d6", [[6]], "−1d6\u00a0: 6, total −6", "−1d6: 6, −6 in all"),
        (
            "d1000+10000",
            "1d1000+10000",
            [[999]],
            "un d1000 + 10000\u00a0: 999, total 10\u202f999",
            "one d1000 + 10000: 999, 10,999 in all",
        ),
    ],
)
def test_an_expression_is_read_and_written_as_players_say_it(
    text: str, normal: str, faces: list[list[int]], french: str, english: str
) -> None:
    found = read_expression(text)
    assert found.text == normal
    assert read_expression(found.text) == found
    pairs = zip(found.dice, faces, strict=True)
    throws = [FreeThrow(place, dice.text, fell) for place, (dice, fell) in enumerate(pairs)]
    assert free_throw_text(Words(None, "fr"), normal, throws) == french
    assert free_throw_text(Words(None, "en"), normal, throws) == english


@pytest.mark.parametrize(
    "text",
    ["", "3", "2d", "d", "2d1", "d1001", "0d6", "101d6", "60d6+60d6", "2d6++1", "2d6x", "2d6d6",
     "1d6+10000000", "d6+" * 30 + "1", "２d6", "2d6+", "d6/2", "1d6\n;"],
)  # fmt: skip
def test_what_is_no_dice_is_refused(text: str) -> None:
    with pytest.raises(Refusal, match="2d6"):
        read_expression(text)


# ── the act ────────────────────────────────────────────────────────────────────────────────────
def throwing(*given: tuple[str, acts.Act]) -> Table:
    """Return a table with a scene, after these acts."""
    table = set_up("exil")
    table.does(LEADER, acts.BeginScene(title="Les quais"))
    for seat, act in given:
        table.does(seat, act)
    return table


def test_everybody_sees_what_anyone_throws_and_why() -> None:
    table = throwing(("j1", acts.ThrowFree(expression="2d6+1d8-1", reason="la météo")))
    event: Any = table.events[-1]
    scene = table.state.scenes[-1]
    draws = [
        Draw(
            scene=scene.number,
            secret=False,
            counter=place + 1,
            run="",
            place=place,
            dice=each,
            words=words_of(table.state.dice_words()),
            scheme=scene.scheme,
        )
        for place, each in enumerate(("2d6", "1d8"))
    ]
    assert [each.faces for each in event.throws] == [each.faces(scene.seed) for each in draws]
    (one, two), (three,) = (each.faces for each in event.throws)
    for seat in (LEADER, "j1", "j2"):
        item = table.view(seat).story.items[0]
        total = one + two + three - 1
        fell = f"{one} et {two}, puis {three}, total {total}"
        assert item.text == f"2d6 + 1d8 − 1\u00a0: {fell}"
        assert (item.kind, item.reason, item.private) == ("free_throw", "la météo", False)
    assert scene.draws == 2
    again = folded(table.state.id, table.events)
    assert plain(again) == plain(table.state)


def test_free_dice_and_those_of_runs_share_one_count() -> None:
    table = throwing(("j1", acts.ThrowFree(expression="d6")))
    table.does(
        LEADER, acts.RequestRun(procedure="exil.simple", params={"talent": 7}, to=("aurele",))
    )
    run = next(iter(table.state.open_runs))
    table.does(LEADER, acts.Throw(run=run.id, place=0))
    table.does(LEADER, acts.ThrowFree(expression="d6+d6"))
    found = verified(read_file(campaign_file(ID, logged(table))))
    counters = [each.thrown.counter for side in found.sides for each in side.verdicts]
    assert sorted(counters) == [1, 2, 3, 4]


def test_a_secret_throw_reaches_the_leader_only() -> None:
    table = throwing()
    before = {seat: msgspec.json.encode(table.view(seat)) for seat in ("j1", "j2")}
    table.does(LEADER, acts.ThrowFree(expression="3d12", reason="la patrouille", secret=True))
    assert table.view(LEADER).story.items[0].reason == "la patrouille"
    assert table.view(LEADER).story.items[0].private
    for seat, view in before.items():
        assert msgspec.json.encode(table.view(seat)) == view
        assert not tallies(table.state, seat, Replays())
    assert tallies(table.state, LEADER, Replays())
    shown = recap_view(table.state, LEADER, Replays(), Words(None, "fr"))
    assert "patrouille" not in str(shown)
    table.does(LEADER, acts.EndScene())
    assert b"patrouille" not in throws_file(ID, logged(table), "j1")


def test_who_may_not_throw_is_refused_and_nothing_happens() -> None:
    table = throwing()
    assert not table.act("j1", acts.ThrowFree(expression="d6", secret=True))
    assert isinstance(table.wrong, NotYours)
    assert not table.act("j1", acts.ThrowFree(expression="six dés"))
    assert table.wrong is not None
    assert table.wrong.field == "expression"


def test_they_count_among_the_dice_of_the_evening() -> None:
    table = throwing(*(("j1", acts.ThrowFree(expression="10d6")) for _ in range(3)))
    whole, *_ = tallies(table.state, "j2", Replays())
    assert (whole.sides, whole.count, whole.typed) == (6, 30, False)


def test_they_count_in_the_recap_before_the_first_run_and_after_the_last_one() -> None:
    table = throwing(("j1", acts.ThrowFree(expression="2d6")))
    table.at += 60_000
    table.does(
        LEADER, acts.RequestRun(procedure="exil.simple", params={"talent": 10}, to=("aurele",))
    )
    table.does("j1", acts.Answer(run="j1", place=0, answer={"dice": [7]}))
    table.at += 60_000
    table.does("j2", acts.ThrowFree(expression="3d6"))
    shown = recap_view(table.state, LEADER, Replays(), Words(None, "fr"))
    assert {each.sides: each.count for each in shown.dice if not each.seat} == {6: 5, 12: 1}


# ── the file ───────────────────────────────────────────────────────────────────────────────────
def evening() -> dict[str, Any]:
    table = throwing(
        ("j1", acts.ThrowFree(expression="2d6+1d8")),
        (LEADER, acts.ThrowFree(expression="d20", secret=True)),
        ("j2", acts.ThrowFree(expression="d6", reason="pile ou face")),
        (LEADER, acts.EndScene()),
    )
    content: dict[str, Any] = json.loads(campaign_file(ID, logged(table)))["content"]
    return content


def test_a_file_with_them_verifies_and_is_imported() -> None:
    data = written(evening())
    found = verified(read_file(data))
    assert found.holds
    assert found.count(True) == 4
    campaign_of(data)


def first(content: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = next(each for each in content["events"] if each["type"] == "free_throw")
    return found


CHANGES: dict[str, Any] = {
    "a face": lambda each: each["throws"][0]["faces"].__setitem__(
        0, each["throws"][0]["faces"][0] % 6 + 1
    ),
    "no such face": lambda each: each["throws"][0]["faces"].__setitem__(0, 7),
    "other dice": lambda each: each["throws"][0].__setitem__("dice", "2d8"),
    "another expression": lambda each: each.__setitem__("expression", "2d6+1d8+3d4"),
    "no expression": lambda each: each.__setitem__("expression", "beaucoup"),
    "a counter": lambda each: each["throws"][1].__setitem__("counter", 5),
    "one throw less": lambda each: each["throws"].pop(),
    "another side": lambda each: each.__setitem__("screened", True),
    "nobody": lambda each: each.__setitem__("by", "j9"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_forged_one_is_refused(change: str) -> None:
    content = evening()
    CHANGES[change](first(content))
    with pytest.raises(Refusal):
        campaign_of(written(chained(content)))


@pytest.mark.parametrize("seat", [LEADER, "j1"])
def test_a_throw_between_two_scenes_begins_one(seat: str) -> None:
    """Its dice are committed like all others: the exported campaign is checked and imported."""
    table = set_up("exil")
    # with the seed that the act itself drew, which the table of the tests would replace
    thrown = acts.ThrowFree(expression="d12")
    table.happen(*decide(table.state, seat, thrown, table.at, table.replays, "").events)
    assert table.state.scene is not None
    assert table.state.scene.draws == 1
    table.does(LEADER, acts.EndScene())
    _, state = campaign_of(campaign_file(ID, logged(table)))
    assert state.record == table.state.record
