"""Rules that change while people play: runs replay, or are marked; scenes that are over need no rule."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from tablee.rules import run_input as asking
from tablee.rules.readings import session as sessions
from tablee.rules.refusal import Refusal
from tablee.table.log import events as ev
from tablee.table.log.fold import folded
from tablee.table.refusals import Stale
from tablee.table.replay import Replays
from tablee.table.rooms import Rooms
from tablee.table.store.interface import Store
from tablee.table.views.table_view import view
from tests.kit import acts
from tests.table.evening import GAMES, LEADER, Table, plain, set_up
from tests.table.evenings import any_act
from tests.table.room_kit import Change, kept, room_of, seen
from tests.table.room_kit import change as change

pytestmark = pytest.mark.anyio


# ── rules that change ──────────────────────────────────────────────────────────────────────────
def fire() -> Table:
    """j1 is over, j2 waits in the middle, j3 at its beginning."""
    table = Table("jouet")
    for run in ("j1", "j2", "j3"):
        table.does(LEADER, acts.RequestRun(procedure="jouet.feu", params={"huile": 5}))
        answers: list[dict[str, Any]] = [{"choose": 5}, {"dice": [3]}, {"choose": 1}]
        for place, answer in enumerate(answers):
            if run == "j1" or (run == "j2" and place < 2):
                table.does(LEADER, acts.Answer(run=run, place=place, answer=answer))
    return table


async def test_the_same_rules_in_other_words_change_nothing(store: Store, change: Change) -> None:
    table = fire()
    await kept(store, table)
    change("same")
    room = await room_of(store, table)
    assert not any(run.diverged for run in room.state.runs.values())
    await room.act(LEADER, acts.Answer(run="j2", place=2, answer={"choose": 0}))
    versions = {given.rules_version for given in room.state.runs["j2"].answers}
    assert len(versions) == 2


@pytest.mark.parametrize("kind", ["asks", "broken"])
async def test_a_run_that_does_not_replay_the_same_says_so(
    store: Store, change: Change, kind: str
) -> None:
    table = fire()
    over = msgspec.json.encode(table.view("j1").last)
    await kept(store, table)
    change(kind)
    room = await room_of(store, table)
    assert [bool(run.diverged) for run in room.state.runs.values()] == [
        False,
        True,
        kind == "broken",
    ]
    shown = {run["id"]: run for run in msgspec.json.decode(seen(room, LEADER))["runs"]}
    assert shown["j2"]["diverged"]
    with pytest.raises(Stale, match="rejouent"):
        await room.act(LEADER, acts.Answer(run="j2", place=2, answer={"choose": 0}))
    await room.act(LEADER, acts.Withdraw(run="j2", reason="Les règles ont changé"))
    assert msgspec.json.encode(msgspec.json.decode(seen(room, "j1"))["last"]) == over
    again = await room_of(store, table)
    assert plain(again.state) == plain(room.state)


async def test_rules_that_change_while_people_play_are_those_of_the_table_at_once(
    store: Store, change: Change
) -> None:
    """What was begun is asked again by the new rules, or says that it no longer replays the same;
    who is there is shown, and the tables of other games are left alone."""
    table = fire()
    await kept(store, table)
    here = Rooms(store)
    room = await here.room(table.state.id)
    assert room is not None
    with room.attending(LEADER) as texts:
        before = seen(room, LEADER)
        texts.clear()
        change("asks")
        await here.rules_changed("exil")
        assert (texts.is_set(), seen(room, LEADER)) == (False, before)
        await here.rules_changed("jouet")
        assert texts.is_set()
    assert [run.id for run in room.state.runs.values() if run.diverged] == ["j2"]
    assert seen(room, LEADER) != before
    with pytest.raises(Refusal) as refused:
        await room.act(LEADER, acts.Answer(run="j3", place=0, answer={"choose": 5}))
    assert "4" in str(refused.value)
    await room.act(LEADER, acts.Answer(run="j3", place=0, answer={"choose": 4}))


async def test_what_goes_wrong_at_one_table_keeps_new_rules_from_no_other(
    store: Store, change: Change, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, rooms = Rooms(store), []
    for name in ("une", "autre"):
        table = fire()
        await store.create(name, [ev.write_event(each) for each in table.events])
        room = await here.room(name)
        assert room is not None
        rooms.append(room)

    async def fails() -> None:
        raise RuntimeError

    monkeypatch.setattr(rooms[0], "rules_changed", fails)
    change("asks")
    with pytest.raises(RuntimeError):
        await here.rules_changed("jouet")
    diverged = [[run.id for run in room.state.runs.values() if run.diverged] for room in rooms]
    assert diverged == [[], ["j2"]]


async def test_a_rule_that_refuses_half_way_leaves_the_run_as_it_was(
    store: Store, change: Change
) -> None:
    table = Table("jouet")
    table.does(LEADER, acts.RequestRun(procedure="jouet.feu", params={"huile": 2}))
    await kept(store, table)
    room = await room_of(store, table)
    before = seen(room, LEADER)
    with pytest.raises(Refusal) as caught:
        await room.act(LEADER, acts.Answer(run="j1", place=0, answer={"choose": 4}))
    assert caught.value.field == "huile"
    assert seen(room, LEADER) == before
    await room.act(LEADER, acts.Answer(run="j1", place=0, answer={"choose": 2}))
    assert len(room.state.runs["j1"].answers) == 1


async def test_an_error_in_the_rule_of_a_file_is_shown_with_its_line(
    store: Store, change: Change
) -> None:
    change("fails")
    table = Table("jouet")
    table.does(LEADER, acts.RequestRun(procedure="jouet.feu", params={"huile": 5}))
    given: list[dict[str, Any]] = [{"choose": 5}, {"dice": [3]}]
    for place, answer in enumerate(given):
        table.does(LEADER, acts.Answer(run="j1", place=place, answer=answer))
    await kept(store, table)
    room = await room_of(store, table)
    before = seen(room, LEADER)
    for _ in range(2):
        with pytest.raises(Refusal) as refused:
            await room.act(LEADER, acts.Answer(run="j1", place=2, answer={"choose": 1}))
        assert "jouet.py:" in refused.value.field
        assert "une division par un nombre qui n’est pas 0" in str(refused.value)
        assert seen(room, LEADER) == before
    change("first")
    await room.rules_changed()
    await room.act(LEADER, acts.Answer(run="j1", place=2, answer={"choose": 1}))
    assert room.state.runs["j1"].status == "done"


# ── what is over ───────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("game", GAMES)
async def test_a_scene_that_is_over_needs_no_rule(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With rules that refuse everything, a log is folded and seen as it was."""
    table, rng = set_up(game), random.Random(3)
    for _ in range(40):
        any_act(table, rng)
    if table.state.scene is not None:
        table.does(LEADER, acts.EndScene())
    seats = [seat.id for seat in table.state.present]
    before = [msgspec.json.encode(table.view(seat)) for seat in seats]

    def refused(*_: Any, **__: Any) -> Any:
        raise AssertionError("a rule was asked")

    monkeypatch.setattr(sessions.Session, "__init__", refused)
    monkeypatch.setattr(asking, "ask_of", refused)
    for procedure in table.game.procedures:
        monkeypatch.setattr(procedure, "rule", refused)
        monkeypatch.setattr(procedure, "check", refused)
        monkeypatch.setattr(procedure, "concealed", refused)
    again = folded(table.state.id, table.events)
    after = [msgspec.json.encode(view(again, seat, Replays())) for seat in seats]
    assert after == before
