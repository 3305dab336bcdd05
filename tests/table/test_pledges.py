"""Words of players are pledged before any is given: who gives the last one, and knows the seed, cannot
look for one that suits."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest
from msgspec.structs import replace

from tablee.rules.refusal import Refusal
from tablee.table import room as room_module
from tablee.table.export.exporting import campaign_file, throws_file
from tablee.table.export.house_throws import read_file, throws_of
from tablee.table.export.importing import campaign_of
from tablee.table.export.throw_checks import verified
from tablee.table.log import events as ev
from tablee.table.log.scene_dice import Draw, words_of
from tablee.table.log.scene_words import GRACE, PATIENCE, pledge_of
from tablee.table.log.state_parts import Scene
from tablee.table.refusals import Stale, WordsMissing
from tablee.table.store.interface import Store
from tests.kit import acts
from tests.table.evening import LEADER, Table, set_up
from tests.table.room_kit import kept, room_of

TALENT = {"talent": 9}
HONEST = "mot tiré au hasard"


def scene_of(table: Table) -> Scene:
    scene = table.state.scene
    assert scene is not None
    return scene


def begun() -> Table:
    table = set_up("exil")
    table.does(LEADER, acts.BeginScene())
    return table


def pledge(table: Table, seat: str, word: str) -> acts.ChangeSeat:
    scene = scene_of(table)
    return acts.ChangeSeat(seat=seat, pledge=pledge_of(scene.number, scene.commitment, seat, word))


def give(seat: str, word: str) -> acts.ChangeSeat:
    return acts.ChangeSeat(seat=seat, word=word)


def pledged(**words: str) -> Table:
    """A table in a scene, where some players have pledged words, and others may no more."""
    table = begun()
    for seat, word in words.items():
        table.does(seat, pledge(table, seat, word))
    table.at += GRACE
    return table


def asked(table: Table) -> acts.Throw:
    table.does(LEADER, acts.RequestRun(procedure="exil.simple", params=TALENT))
    return acts.Throw(run=list(table.state.runs)[-1], place=0)


def thrown(table: Table) -> list[int]:
    table.does(LEADER, asked(table))
    event = table.events[-1]
    assert isinstance(event, ev.Answered)
    return list(event.answer["dice"])


def refused(table: Table, seat: str, act: acts.Act) -> Refusal:
    assert not table.act(seat, act)
    assert table.wrong is not None
    return table.wrong


def first_face(scene: Scene, **words: str) -> int:
    """The face of the first visible d12, which the host can compute from words that it knows."""
    draw = Draw(
        scene=scene.number,
        secret=False,
        counter=1,
        run="",
        place=0,
        dice="1d12",
        words=words_of(words),
        scheme=scene.scheme,
    )
    return draw.faces(scene.seed)[0]


# ── host and accomplice ────────────────────────────────────────────────────────────────────────
def test_an_accomplice_who_gives_the_last_word_has_only_the_pledged_one() -> None:
    """The host reads the seed and all words, and finds one that gives a 12. No act takes it."""
    table = pledged(j1=HONEST, j2="complice")
    table.does("j1", give("j1", HONEST))
    scene = scene_of(table)
    good = next(w for w in map(str, range(999)) if first_face(scene, j1=HONEST, j2=w) == 12)
    assert refused(table, "j2", give("j2", good)).field == "word"
    assert refused(table, "j2", pledge(table, "j2", good)).field == "pledge"
    for late in ("j3", LEADER):  # a second accomplice, who kept silent so far
        assert refused(table, late, give(late, good)).field == "word"
        assert refused(table, late, pledge(table, late, good)).field == "pledge"
    table.does(LEADER, acts.AddSeat(seat="new", name="Nouveau"))
    assert refused(table, "new", pledge(table, "new", good)).field == "pledge"
    table.does("j2", give("j2", "complice"))
    assert thrown(table) == [first_face(scene, j1=HONEST, j2="complice")]


def test_what_is_known_before_the_words_says_nothing_about_the_faces() -> None:
    """The accomplice pledges the best of 40 words for the word that the host guesses. The faces of the
    honest words are as if it had pledged any word."""
    table = begun()
    scene = scene_of(table)
    best = [w for w in map(str, range(40)) if first_face(scene, j1="deviné", j2=w) == 12]
    counts = Counter(first_face(scene, j1=f"honnête {n}", j2=best[0]) for n in range(6000))
    for face in range(1, 13):
        assert abs(counts[face] - 500) < 5 * 500**0.5
    table.does("j1", pledge(table, "j1", HONEST))
    assert HONEST.encode() not in b"".join(map(ev.write_event, table.events))


def test_a_pledge_fits_its_seat_scene_and_commitment_only() -> None:
    found = {
        pledge_of(scene, commitment * 32, seat, word)
        for scene in (1, 2)
        for commitment in ("ab", "cd")
        for seat in ("j1", "j2")
        for word in ("ours", "loup")
    }
    assert len(found) == 16
    table = begun()
    table.does("j1", pledge(table, "j1", HONEST))
    copy = acts.ChangeSeat(seat="j2", pledge=scene_of(table).words.pledges["j1"])
    table.does("j2", copy)
    table.at += GRACE
    table.does("j1", give("j1", HONEST))
    assert refused(table, "j2", give("j2", HONEST)).field == "word"


def test_no_dice_fall_while_a_pledged_word_is_missing() -> None:
    """The host cannot throw with the words of some players only, for all eyes or in secret."""
    table = pledged(j1=HONEST, j2="complice")
    table.does("j2", give("j2", "complice"))
    throw = asked(table)
    for act in (
        throw,
        acts.ThrowFree(expression="1d12"),
        acts.ThrowFree(expression="1d12", secret=True),
    ):
        assert isinstance(refused(table, LEADER, act), WordsMissing)
    table.does("j1", give("j1", HONEST))
    table.does(LEADER, throw)


def test_who_withholds_a_word_leaves_and_all_others_pledge_new_ones() -> None:
    table = pledged(j1=HONEST, j2="complice")
    table.does("j1", give("j1", HONEST))
    throw = asked(table)
    table.at += PATIENCE
    assert scene_of(table).words.overdue(table.at)
    table.happen(ev.WordsRestarted(at=table.at, withheld=["j2"]))
    for seat in (LEADER, "j1", "j2"):
        (item,) = [i for i in table.view(seat).story.items if i.kind == "words_restarted"]
        assert item.text == "Siège 2"
    assert isinstance(refused(table, LEADER, throw), WordsMissing)  # time to pledge
    assert refused(table, "j2", pledge(table, "j2", "autre")).field == "pledge"
    assert refused(table, "j2", give("j2", "autre")).field == "word"
    table.does("j1", pledge(table, "j1", "second mot"))
    table.at += GRACE
    table.does("j1", give("j1", "second mot"))
    scene = scene_of(table)
    table.does(LEADER, throw)
    event = table.events[-1]
    assert isinstance(event, ev.Answered)
    assert event.words == "j1=second mot"
    assert event.answer["dice"] == [first_face(scene, j1="second mot")]
    table.does(LEADER, acts.EndScene())
    (checked,) = verified(throws_of(table.state.id, table.events)).scenes
    assert checked.withheld == ("j2",)


def test_words_are_given_when_all_have_pledged_or_had_the_time() -> None:
    table = begun()
    table.at -= 900  # each act takes a second here
    table.does("j1", pledge(table, "j1", HONEST))
    table.at -= 900
    assert isinstance(refused(table, "j1", give("j1", HONEST)), Stale)
    for seat in ("j2", "j3"):
        table.does(seat, pledge(table, seat, HONEST))
    table.at -= 900
    unseen = replace(give("j1", HONEST), seen="ab" * 32)
    assert isinstance(refused(table, "j1", unseen), Stale)  # it has not seen all pledges
    seen = scene_of(table).words.seen
    table.does("j1", replace(give("j1", HONEST), seen=seen))


def test_a_word_without_a_pledge_comes_before_all_others() -> None:
    """A page without scripts: such a word is known at once, and the scene says so."""
    table = begun()
    table.does("j1", pledge(table, "j1", HONEST))
    table.does("j2", give("j2", "ours"))
    table.at += GRACE
    table.does("j1", give("j1", HONEST))
    assert refused(table, "j3", give("j3", "loup")).field == "word"
    assert thrown(table) == [first_face(scene_of(table), j1=HONEST, j2="ours")]


def test_nobody_has_to_pledge() -> None:
    table = begun()
    assert thrown(table)
    assert refused(table, "j1", pledge(table, "j1", HONEST)).field == "pledge"
    table.does(LEADER, acts.EndScene())
    (scene,) = verified(throws_of(table.state.id, table.events)).scenes
    assert scene.unworded


# ── files ──────────────────────────────────────────────────────────────────────────────────────
def finished() -> Table:
    table = pledged(j1=HONEST, j2="complice")
    table.does("j1", give("j1", HONEST))
    table.does("j2", give("j2", "complice"))
    thrown(table)
    table.does(LEADER, acts.EndScene())
    return table


def test_a_file_shows_that_pledges_were_kept() -> None:
    table = finished()
    files = (
        campaign_file(table.state.id, table.events),
        throws_file(table.state.id, table.events, "j1"),
    )
    for data in files:
        checked = verified(read_file(data))
        assert checked.holds
        words = checked.scenes[0].words
        assert [(each.pledged.seat, each.holds) for each in words] == [("j1", True), ("j2", True)]
    assert campaign_of(files[0])


def _places(table: Table) -> list[int]:
    """The places of the words of j2 in the log: its pledge and its word."""
    return [
        place
        for place, event in enumerate(table.events)
        if isinstance(event, ev.SeatChanged) and event.seat == "j2"
    ]


@pytest.mark.parametrize("forged", ["word", "pledge after", "no pledge", "order"])
def test_another_word_than_the_pledged_one_is_found(forged: str) -> None:
    table = finished()
    events = list(table.events)
    pledge, word = _places(table)
    if forged == "word":
        events[word] = replace(events[word], word="meilleur")
    elif forged == "no pledge":
        del events[pledge]
    elif forged == "order":
        events.insert(word, events.pop(pledge))
    else:
        scene = table.state.scenes[0]
        better = pledge_of(1, scene.commitment, "j2", "meilleur")
        events[word] = replace(events[word], word="meilleur")
        events[pledge] = replace(events[pledge], pledge=better)
    assert not verified(throws_of(table.state.id, events)).holds
    with pytest.raises(Refusal):
        campaign_of(campaign_file(table.state.id, events))


def test_a_throw_before_the_words_is_found() -> None:
    table = finished()
    events = list(table.events)
    _, word = _places(table)
    late = events.pop(word)
    events.insert(-1, late)
    with pytest.raises(Refusal):
        campaign_of(campaign_file(table.state.id, events))
    assert not verified(throws_of(table.state.id, events)).holds


# ── the room ───────────────────────────────────────────────────────────────────────────────────
@pytest.mark.anyio
async def test_a_throw_waits_for_the_words(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    table = pledged(j1=HONEST)
    monkeypatch.setattr(room_module, "now", lambda: table.at)
    throw = asked(table)
    await kept(store, table)
    room = await room_of(store, table)
    throwing = asyncio.create_task(room.act(LEADER, throw))
    await asyncio.sleep(0.05)
    assert not throwing.done()
    await room.act("j1", give("j1", HONEST))
    await throwing
    last = room.state.runs["j1"].answers[-1]
    assert last.words == f"j1={HONEST}"


@pytest.mark.anyio
async def test_a_word_that_does_not_come_holds_nobody_up(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = pledged(j1=HONEST, j2="complice")
    table.does("j1", give("j1", HONEST))
    throw = asked(table)
    await kept(store, table)
    room = await room_of(store, table)
    monkeypatch.setattr(room_module, "LOOK_AGAIN", 0.01)
    monkeypatch.setattr(room_module, "now", lambda: table.at)
    table.at += PATIENCE
    throwing = asyncio.create_task(room.act(LEADER, throw))
    while not (scene := room.state.scenes[-1]).words.withheld:
        await asyncio.sleep(0.01)
    assert not throwing.done()
    again = pledge_of(1, scene.commitment, "j1", "second mot")
    await room.act("j1", acts.ChangeSeat(seat="j1", pledge=again))
    table.at += GRACE
    await room.act("j1", give("j1", "second mot"))
    await throwing
    assert room.state.runs["j1"].answers[-1].words == "j1=second mot"
