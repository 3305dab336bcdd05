"""Free dice thrown in secret and revealed: who may, who sees them when, and who verifies them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from tablee.rules.refusal import Refusal
from tablee.rules.texts.words import Words
from tablee.table.export.export_file import sealed
from tablee.table.export.exporting import campaign_file, throws_file
from tablee.table.export.house_throws import Throws, read_file
from tablee.table.export.importing import campaign_of
from tablee.table.export.log_checks import check_log
from tablee.table.export.log_file import Log
from tablee.table.export.throw_checks import SideChecked, verified
from tablee.table.log import events as ev
from tablee.table.log.fold import folded
from tablee.table.log.scene_dice import ONE_FREE_KEY_SCHEME
from tablee.table.log.secret_keys import KEYS, free_key, key_of
from tablee.table.log.state_parts import FreeThrow
from tablee.table.refusals import NotYours, Stale
from tablee.table.replay import Replays
from tablee.table.views.dice_tallies import tallies
from tablee.table.views.recap_view import recap_view
from tablee.table.views.whole_view_types import StoryItem
from tests.kit import acts
from tests.table.evening import LEADER, Table, plain, set_up
from tests.table.export.tables import ID, logged

PLAYERS = ("j1", "j2", "j3")
change = msgspec.structs.replace


def begun() -> Table:
    table = set_up("exil")
    table.does(LEADER, acts.BeginScene(title="Les quais"))
    return table


def threw(*expressions: str, reveals: tuple[str, ...] = ()) -> Table:
    """Return a table where the leader threw these dice in secret, and revealed some of them."""
    table = begun()
    for each in expressions:
        table.does(LEADER, acts.ThrowFree(expression=each, secret=True, reason=f"pour {each}"))
    for name in reveals:
        table.does(LEADER, acts.RevealThrow(throw=name))
    return table


def items(table: Table, seat: str, kind: str = "free_throw") -> list[StoryItem]:
    """The items of free dice in the story of a seat, the oldest first."""
    return [each for each in table.view(seat).story.items[::-1] if each.kind == kind]


def screen(table: Table, seat: str) -> SideChecked:
    [scene] = verified(read_file(throws_file(ID, logged(table), seat))).scenes
    [side] = [each for each in scene.sides if each.side == "screen"]
    return side


# ── who sees them ──────────────────────────────────────────────────────────────────────────────
def test_all_see_revealed_dice_in_their_place_in_the_story_and_who_threw_them() -> None:
    table = threw("2d6+1d8", "d20")
    table.does("j1", acts.Note(text="après"))
    table.does(LEADER, acts.RevealThrow(throw="1.1"))
    for seat in PLAYERS:
        story = table.view(seat).story.items[::-1]
        kinds = [each.kind for each in story]
        assert kinds[-3:] == ["free_throw", "note", "throw_revealed"]
        [item], [entry] = items(table, seat), items(table, seat, "throw_revealed")
        assert item.text.startswith("2d6 + 1d8\u00a0: ")
        assert (item.by, item.reason, item.private) == (entry.by, "pour 2d6+1d8", False)
        assert (entry.text, entry.reason) == (item.text, item.reason)
        assert item.secret_throw is not None
        assert (item.secret_throw.id, item.secret_throw.revealed) == ("1.1", True)
    assert plain(folded(table.state.id, table.events)) == plain(table.state)


def test_only_the_leader_sees_that_a_throw_may_be_revealed_and_which_already_is() -> None:
    table = threw("2d6+1d8", "d20", reveals=("1.1",))
    found = [each.secret_throw for each in items(table, LEADER)]
    assert [(each.id, each.revealed, each.reveal) for each in found if each] == [
        ("1.1", True, False),
        ("1.3", False, True),  # the first dice have two numbers
    ]
    for seat in PLAYERS:
        assert [each.secret_throw and each.secret_throw.id for each in items(table, seat)] == [
            "1.1"
        ]


def seen(table: Table, seat: str) -> list[bytes]:
    """Everything that a seat gets: its view, its file, the dice of the evening, the recap."""
    found = (
        table.view(seat),
        tallies(table.state, seat, Replays()),
        recap_view(table.state, seat, Replays(), Words(None, "fr"), secrets=True),
    )
    return [*map(msgspec.json.encode, found), throws_file(ID, logged(table), seat)]


@pytest.mark.parametrize("over", [False, True])
def test_nothing_of_a_throw_leaves_before_and_nothing_of_the_others_afterwards(over: bool) -> None:
    table, without = begun(), begun()
    table.does(LEADER, acts.ThrowFree(expression="7d997", secret=True, reason="chut"))
    table.does(LEADER, acts.ThrowFree(expression="5d991", secret=True, reason="motus"))
    table.at = without.at
    if over:
        for each in (table, without):
            each.does(LEADER, acts.EndScene())
    for seat in PLAYERS:
        assert seen(table, seat) == seen(without, seat)
    table.does(LEADER, acts.RevealThrow(throw="1.2"))
    seed = table.state.scenes[0].secret_seed
    keys = {number: key_of(seed, number).hex().encode() for number in range(KEYS + 1)}
    for seat in PLAYERS:
        given = b"".join(seen(table, seat))
        assert b"5d991" in given
        assert b"motus" in given
        assert not [text for text in (b"7d997", b"chut", seed.encode()) if text in given]
        shown = {number for number, key in keys.items() if key in given}
        assert shown == ({free_key(1)} if over else set())


def test_revealed_dice_count_for_all_and_are_in_the_recap_without_secrets() -> None:
    table = threw("10d6")
    assert not tallies(table.state, "j1", Replays())
    table.does(LEADER, acts.RevealThrow(throw="1.1"))
    for seat in (LEADER, "j1"):
        [tally] = tallies(table.state, seat, Replays())
        assert (tally.sides, tally.count) == (6, 10)
    shown = recap_view(table.state, "j1", Replays(), Words(None, "fr"))
    assert [each.text for each in shown.scenes[0].items] == [items(table, "j1")[0].text]


# ── who may reveal them ────────────────────────────────────────────────────────────────────────
def refused(table: Table, seat: str, name: str) -> Refusal:
    assert not table.act(seat, acts.RevealThrow(throw=name))
    assert table.wrong is not None
    return table.wrong


def test_others_learn_nothing_from_their_refusal() -> None:
    table = threw("d20")
    found = {name: refused(table, "j1", name) for name in ("1.1", "1.2", "9.9", "", "x")}
    assert all(isinstance(each, NotYours) for each in found.values())
    assert len({(each.allowed, each.field) for each in found.values()}) == 1


def test_a_throw_is_revealed_once_and_an_open_one_never() -> None:
    table = threw("d20", reveals=("1.1",))
    table.does(LEADER, acts.ThrowFree(expression="d6"))
    for name in ("1.1", "1.2", "", "2.1"):
        assert isinstance(refused(table, LEADER, name), Stale)


def test_who_threw_reveals_it_after_handing_the_game_over_and_so_may_the_new_leader() -> None:
    for seat in (LEADER, "j1"):
        table = threw("d20")
        table.does(LEADER, acts.HandOver(to="j1"))
        assert [each.secret_throw and each.secret_throw.reveal for each in items(table, seat)] == [
            True
        ]
        assert isinstance(refused(table, "j2", "1.1"), NotYours)
        table.does(seat, acts.RevealThrow(throw="1.1"))
        assert len(items(table, "j2")) == 1


# ── who verifies them ──────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("late", [False, True])
def test_players_verify_revealed_dice_once_the_scene_is_over(late: bool) -> None:
    table = threw("2d6+1d8", "d20", "d12", reveals=() if late else ("1.3",))
    if not late:
        side = screen(table, "j1")
        assert (side.status, [each.holds for each in side.verdicts]) == ("running", [None])
    table.does(LEADER, acts.EndScene())
    if late:
        assert screen(table, "j1").verdicts == ()
        table.does(LEADER, acts.RevealThrow(throw="1.3"))
    _, event, _ = [each for each in table.events if isinstance(each, ev.FreelyThrown)]
    for seat in PLAYERS:
        side = screen(table, seat)
        assert (side.status, [each.holds for each in side.verdicts]) == ("keys", [True])
        thrown = side.verdicts[0].thrown
        assert (thrown.counter, thrown.place, thrown.title) == (3, 2, "1d20")
        assert [thrown.faces] == [tuple(each.faces) for each in event.throws]
    whole = verified(read_file(campaign_file(ID, logged(table))))
    assert (whole.holds, whole.count(True)) == (True, 4)


FORGED: dict[str, tuple[dict[str, Any], str]] = {
    "a face": ({"faces": (1, 2, 3)}, "faces"),
    "an earlier throw": ({"place": 0, "counter": 1}, "key"),
    "a number that is not its place": ({"counter": 1}, "counter"),
    "a throw of a run": ({"run": "j1"}, "place"),
}


@pytest.mark.parametrize("how", FORGED)
def test_a_host_cannot_show_another_throw_under_its_number(how: str) -> None:
    changed, reason = FORGED[how]
    table = threw("3d6", "3d6", reveals=("1.2",))
    table.does(LEADER, acts.EndScene())
    throws = read_file(throws_file(ID, logged(table), "j1"))
    [scene] = throws.scenes
    assert scene.secret is not None
    [thrown] = scene.secret.throws
    side = change(scene.secret, throws=[change(thrown, **changed)])
    other: Throws = change(throws, scenes=[change(scene, secret=side)])
    found = verified(read_file(sealed("tablee-throws", msgspec.json.encode(other))))
    assert not found.holds
    assert reason in {each.reason for s in found.sides for v in s.verdicts for each in v.wrong}


def test_dice_of_an_older_scene_are_revealed_and_only_the_leader_verifies_them() -> None:
    table = set_up("exil")
    for event in table.decided(LEADER, acts.BeginScene()) or ():
        older = isinstance(event, ev.SceneBegun)
        table.happen(change(event, scheme=ONE_FREE_KEY_SCHEME) if older else event)
    table.does(LEADER, acts.ThrowFree(expression="d20", secret=True))
    table.does(LEADER, acts.RevealThrow(throw="1.1"))
    table.does(LEADER, acts.EndScene())
    assert len(items(table, "j1")) == 1
    assert (screen(table, "j1").verdicts, screen(table, "j1").holds) == ((), True)
    assert [each.holds for each in screen(table, LEADER).verdicts] == [True]


def test_throws_that_share_a_key_are_verified_when_both_are_revealed() -> None:
    """After 256 secret free throws in a scene the keys begin again."""
    table = threw(*["20d4+20d4+20d4"] * 86, reveals=("1.1",))
    table.does(LEADER, acts.EndScene())
    assert [each.thrown.counter for each in screen(table, "j1").verdicts] == [3]
    table.does(LEADER, acts.RevealThrow(throw="1.256"))
    side = screen(table, "j1")
    assert [each.thrown.counter for each in side.verdicts] == [1, 2, 3, 256, 257, 258]
    assert side.holds


# ── a file ─────────────────────────────────────────────────────────────────────────────────────
def test_a_campaign_with_revealed_dice_is_imported() -> None:
    table = threw("2d6", "d20", reveals=("1.2",))
    table.does(LEADER, acts.EndScene())
    _, state = campaign_of(campaign_file(ID, logged(table)))
    assert state.revealed_throws == {"1.2"}


def _twice(events: list[ev.TableEvent]) -> None:
    events.append(events[-1])


def _of_nothing(events: list[ev.TableEvent]) -> None:
    events[-1] = ev.ThrowRevealed(at=events[-1].at, by=LEADER, throw="1.9")


def _by_another(events: list[ev.TableEvent]) -> None:
    events[-1] = change(events[-1], by="j1")


@pytest.mark.parametrize("how", [_twice, _of_nothing, _by_another])
def test_a_forged_reveal_is_refused(how: Callable[[list[ev.TableEvent]], None]) -> None:
    events = logged(threw("2d6", "d20", reveals=("1.2",)))
    check_log(Log(ID, tuple(events)))
    how(events)
    with pytest.raises(Refusal):
        check_log(Log(ID, tuple(events)))


def test_the_dice_of_an_act_have_the_id_of_the_first() -> None:
    table = threw("2d6+1d8", "d20")
    thrown = table.state.secret_throw("1.1")
    assert thrown is not None
    assert thrown.secret_throws == ["1.1", "1.2"]
    assert table.state.secret_throw("1.2") is None
    assert all(isinstance(each, FreeThrow) for each in thrown.throws)
