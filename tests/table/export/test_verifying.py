"""The verification of throws: those of an honest table are valid, and every change is found."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.dice.die import Throw
from tablee.dice.house_dice import HouseDice
from tablee.rules.refusal import Refusal
from tablee.table.export.export_file import sealed
from tablee.table.export.exporting import campaign_file, throws_file
from tablee.table.export.house_throws import read_file
from tablee.table.export.log_file import Log, write_log
from tablee.table.export.throw_checks import Checked, verified
from tablee.table.log import events as ev
from tablee.table.log.scene_dice import Draw, dice_of
from tablee.table.replay import waits_of
from tests.kit import acts
from tests.table.evening import playable, set_up
from tests.table.export.tables import GAMES, ID, LEADER, SEATS, logged, played

SEEDS = range(8)


def checked(events: Sequence[ev.TableEvent]) -> Checked:
    """Return the verdicts about the file of a log."""
    return verified(read_file(sealed("tablee-campaign", write_log(Log(ID, events)))))


@pytest.mark.parametrize("game", GAMES)
def test_every_throw_of_an_honest_table_is_valid(game: str) -> None:
    throws = 0
    for seed in SEEDS:
        table = played(game, seed)
        found = verified(read_file(campaign_file(ID, logged(table))))
        assert found.holds
        assert found.count(False) == found.count(None) == 0
        drawn = [e for e in table.events if isinstance(e, ev.Answered) and e.draw is not None]
        assert found.count(True) == len(drawn)
        throws += len(drawn)
    assert throws > 10


@pytest.mark.parametrize("game", GAMES)
def test_throws_of_an_unfinished_scene_have_no_verdict(game: str) -> None:
    for seed in SEEDS:
        table = played(game, seed, ended=False)
        found = verified(read_file(campaign_file(ID, logged(table))))
        assert found.holds
        last = found.scenes[-1]
        assert [side.status for side in last.sides] == ["running", "running"]
        assert {each.holds for side in last.sides for each in side.verdicts} <= {None}


# ── what is changed ────────────────────────────────────────────────────────────────────────────
Change = Callable[[ev.Answered, random.Random], ev.Answered]
change = msgspec.structs.replace


def _face(event: ev.Answered, rng: random.Random) -> ev.Answered:
    faces = list(event.answer["dice"])
    place = rng.randrange(len(faces))
    die = dice_of(event.dice).die
    faces[place] = rng.choice([face for face in die.faces if face != faces[place]])
    return change(event, answer={"dice": faces})


def _counter(event: ev.Answered, rng: random.Random) -> ev.Answered:
    assert event.draw is not None
    return change(event, draw=event.draw + rng.choice((-1, 1, 7)))


def _dice(event: ev.Answered, rng: random.Random) -> ev.Answered:
    count, _, rest = event.dice.partition("d")
    return change(event, dice=f"{int(count) + rng.choice((1, 2))}d{rest}")


CHANGES: Mapping[str, Change] = {
    "face": _face,
    "counter": _counter,
    "dice": _dice,
    "word": lambda event, rng: change(event, words=event.words + "x" if event.words else "j1=x"),
    "no word": lambda event, rng: change(event, words="" if event.words else "j2=y"),
    "side": lambda event, rng: change(event, secret=not event.secret),
    "no dice": lambda event, rng: change(event, dice=""),
    "one face more": lambda event, rng: change(event, answer={"dice": [*event.answer["dice"], 1]}),
}


def drawn(events: Sequence[ev.TableEvent]) -> list[int]:
    """Return the places of the throws of the house dice."""
    return [n for n, e in enumerate(events) if isinstance(e, ev.Answered) and e.draw is not None]


def by_chance(events: Sequence[ev.TableEvent], place: int) -> bool:
    """Return whether the seed gives the faces of a changed throw too."""
    event = events[place]
    assert isinstance(event, ev.Answered)
    begun = [each for each in events[:place] if isinstance(each, ev.SceneBegun)][-1]
    if event.draw is None or not event.dice:
        return False
    before = [events[other] for other in drawn(events) if other < place]
    alike = [each for each in before if isinstance(each, ev.Answered) and each.run == event.run]
    draw = Draw(
        scene=begun.scene,
        secret=event.secret,
        counter=event.draw,
        run=event.run,
        place=sum(each.secret == event.secret for each in alike),
        dice=event.dice,
        words=event.words,
    )
    try:
        thrown = draw.faces(begun.secret_seed if event.secret else begun.seed)
    except ValueError:  # no such dice
        return False
    return list(thrown) == list(event.answer["dice"])


@pytest.mark.slow
@pytest.mark.parametrize("name", CHANGES)
@settings(max_examples=8, deadline=None)
@given(st.sampled_from(GAMES), st.sampled_from(SEEDS), st.randoms(use_true_random=False))
def test_one_change_of_a_throw_is_found(
    name: str, game: str, seed: int, rng: random.Random
) -> None:
    events = logged(played(game, seed))
    for place in drawn(events):
        event = events[place]
        assert isinstance(event, ev.Answered)
        forged = [*events[:place], CHANGES[name](event, rng), *events[place + 1 :]]
        found = checked(forged)
        if by_chance(forged, place):
            continue
        assert not found.holds
        wrong = {
            each.thrown.log.seq
            for side in found.sides
            for each in side.verdicts
            if each.wrong and each.thrown.log
        }
        assert place in wrong or name in ("side", "counter")
        assert wrong


@pytest.mark.parametrize("name", ["seed", "secret_seed", "commitment", "secret_commitment"])
@pytest.mark.parametrize("game", GAMES)
def test_another_seed_is_found(game: str, name: str) -> None:
    for seed in SEEDS:
        events = logged(played(game, seed))
        for place, event in enumerate(events):
            if not isinstance(event, ev.SceneBegun):
                continue
            value = getattr(event, name)
            digit = "0" if value[5] != "0" else "1"
            forged = change(event, **{name: value[:5] + digit + value[6:]})
            found = checked([*events[:place], forged, *events[place + 1 :]])
            side = found.scenes[event.scene - 1].sides[int(name.startswith("secret"))]
            assert side.status == "forged"
            if "commitment" not in name:
                assert not any(verdict.holds for verdict in side.verdicts)
            gone = checked([*events[:place], change(event, seed=""), *events[place + 1 :]])
            assert gone.scenes[event.scene - 1].sides[0].status == "missing"
            assert not found.holds
            assert not gone.holds


@pytest.mark.parametrize("game", GAMES)
def test_a_missing_or_repeated_throw_is_found(game: str) -> None:
    left_out = 0
    for seed in SEEDS:
        events = logged(played(game, seed))
        places = drawn(events)
        for place in places:
            twice = [*events[: place + 1], events[place], *events[place + 1 :]]
            assert not checked(twice).holds
            without = [*events[:place], *events[place + 1 :]]
            event = events[place]
            assert isinstance(event, ev.Answered)
            scene = ended_by(events, place)
            last = not any(
                place < other < scene and side_of(events[other]) == event.secret for other in places
            )
            assert last or not checked(without).holds
            left_out += not last
    assert left_out


def side_of(event: ev.TableEvent) -> bool | None:
    return event.secret if isinstance(event, ev.Answered) else None


def ended_by(events: Sequence[ev.TableEvent], place: int) -> int:
    """Return the place where the scene of an event ends."""
    return next(n for n in range(place, len(events)) if isinstance(events[n], ev.SceneEnded))


def test_the_words_of_throws_and_log_agree() -> None:
    """A change of either is found."""
    table = set_up("exil")
    table.does(LEADER, acts.BeginScene())
    table.does("j1", acts.ChangeSeat(seat="j1", word="ours"))
    params = {"talent": 14}
    table.does(LEADER, acts.RequestRun(procedure="exil.simple", params=params))
    table.does(LEADER, acts.Throw(run="j1", place=0))
    table.does(LEADER, acts.EndScene())
    events = logged(table)
    assert checked(events).holds
    [place] = [n for n, e in enumerate(events) if isinstance(e, ev.SeatChanged)]
    for forged in (change(events[place], word="loup"), change(events[place], word="")):
        found = checked([*events[:place], forged, *events[place + 1 :]])
        [verdict] = found.scenes[0].sides[0].verdicts
        assert [each.reason for each in verdict.wrong] == ["words"]
        assert verdict.wrong[0].expected in ("j1=loup", "")
    removed = ev.SeatRemoved(at=1, by=LEADER, seat="j1")
    assert checked([*events[: place + 1], removed, *events[place + 1 :]]).holds
    second = change(events[place], word="autre")
    assert checked([*events[: place + 1], second, *events[place + 1 :]]).holds  # does not count


def test_a_throw_without_scene_or_run_is_refused() -> None:
    events = logged(played("loss", 3))
    place = drawn(events)[0]
    for forged in (
        [events[0], *events[place:]],
        [e for e in events if not isinstance(e, ev.Requested)],
        [e for e in events if not isinstance(e, ev.SceneBegun)],
        events[1:],
        [],
    ):
        with pytest.raises(Refusal):
            checked(forged)


# ── what a player checks ───────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("game", GAMES)
def test_the_file_of_a_player_has_seeds_of_finished_scenes_only(game: str) -> None:
    throws = 0
    for seed in SEEDS:
        table = played(game, seed, ended=False)
        events = logged(table)
        data = throws_file(ID, events, "j1")
        held = read_file(data)
        found = verified(held)
        assert found.holds
        assert held.seat == "j1"
        over = [scene for scene in table.state.scenes if scene.ended is not None]
        assert [scene.scene for scene in held.scenes] == [s.number for s in table.state.scenes]
        for scene in table.state.scenes:
            assert scene.secret_seed.encode() not in data
            assert scene.secret_commitment.encode() in data
            assert (scene.seed.encode() in data) == (scene in over)
        secret = [run for run in table.state.runs.values() if run.secret]
        named = {each.run for scene in held.scenes for each in scene.open.throws}
        assert not named & {run.id for run in secret}
        throws += found.count(True)
    assert throws


def test_the_file_of_a_player_is_the_same_for_all_players() -> None:
    events = logged(played("loss", 3))
    files = {seat: throws_file(ID, events, seat) for seat in SEATS if seat != LEADER}
    contents = {json.dumps(json.loads(data)["content"] | {"seat": ""}) for data in files.values()}
    assert len(contents) == 1
    with pytest.raises(Refusal) as refused:
        throws_file(ID, events, "j9")
    assert refused.value.field == "seat"


@pytest.mark.parametrize("decided", [[], [{"choose": 1}]])
def test_the_file_of_a_player_does_not_reveal_the_choices_of_others(decided: list[Any]) -> None:
    """Kordan hides something: with a 10 and a 9, or with tokens that he may spend after a 7."""
    table = set_up("loss")
    table.does(LEADER, acts.BeginScene())
    gain = {"type": "gain", "holder": "kordan", "n": 2, "camp": "pj"}
    table.does(LEADER, acts.ChangeRecord(event={"type": "loss.jetons", "evenement": gain}))
    score = {"trait": 2, "talent": 2, "exploits": 0, "desastres": 0, "jetons_avant": 0}
    params = {
        "cacheur": score | {"jetons": 2, "jetons_apres": "ask"},
        "chercheurs": [score | {"jetons_apres": "none"}],
    }
    cast = {"cacheur": "kordan", "chercheurs": ["nerise"]}
    table.does(LEADER, acts.RequestRun(procedure="loss.dissimulation", params=params, cast=cast))
    for answer in [{"dice": [7] if decided else [10, 9]}, *decided]:
        place = table.view("j1").runs[0].place
        table.does("j1", acts.Answer(run="j1", place=place, answer=answer))
    table.does("j2", acts.Throw(run="j1", place=table.view("j2").runs[0].place))
    table.does(LEADER, acts.EndScene())
    held = read_file(throws_file(ID, logged(table), "j2"))
    assert [each.place for each in held.scenes[0].open.throws] == [0]
    assert verified(held).holds


def test_the_leader_verifies_secret_throws_too() -> None:
    events = logged(played("loss", 3))
    whole = verified(read_file(campaign_file(ID, events)))
    own = verified(read_file(throws_file(ID, events, LEADER)))
    assert own.holds
    assert own.count(True) == whole.count(True) > 0
    assert [[side.side for side in scene.sides] for scene in own.scenes] == [
        ["open", "screen"] for _ in whole.scenes
    ]


TIED = ("counter", "run", "place", "dice", "words")


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(GAMES), st.sampled_from(SEEDS), st.randoms(use_true_random=False))
def test_one_change_of_a_players_file_is_found(game: str, seed: int, rng: random.Random) -> None:
    held = read_file(throws_file(ID, logged(played(game, seed)), "j1"))
    sides = [(n, scene) for n, scene in enumerate(held.scenes) if scene.open.throws]
    if not sides:
        return
    n, scene = rng.choice(sides)
    place = rng.randrange(len(scene.open.throws))
    thrown = scene.open.throws[place]
    forged = rng.choice(
        [
            change(thrown, counter=thrown.counter + 1),
            change(thrown, run="j999"),
            change(thrown, place=thrown.place + 1),
            change(thrown, words=thrown.words + "x"),
            change(thrown, faces=(*thrown.faces[1:], thrown.faces[0] + 1)),
            change(thrown, dice="1d999999"),
        ]
    )
    throws = [*scene.open.throws[:place], forged, *scene.open.throws[place + 1 :]]
    other = change(scene, open=change(scene.open, throws=throws))
    scenes = [*held.scenes[:n], other, *held.scenes[n + 1 :]]
    data = sealed("tablee-throws", msgspec.json.encode(change(held, scenes=scenes)))
    found = verified(read_file(data))
    again = Draw(scene=scene.scene, secret=False, **{f: getattr(forged, f) for f in TIED})
    by_chance = again.faces(scene.open.seed) == forged.faces and forged.counter == thrown.counter
    assert by_chance or found.scenes[n].sides[0].verdicts[place].wrong
    assert by_chance or not found.holds


def test_a_throw_for_one_seat_comes_from_the_secret_seed() -> None:
    """In « dissimulation » only the player who hides sees the throw. Others cannot compute it from the
    open seed."""
    rng, dice, hidden = random.Random(1), HouseDice(1), 0
    for params in playable("loss")["loss.dissimulation"]:
        table = set_up("loss")
        if not table.act(LEADER, acts.RequestRun(procedure="loss.dissimulation", params=params)):
            assert table.wrong
            assert str(table.wrong.field).endswith("desastres")  # for which nobody has tokens
            continue
        run = table.state.runs["j1"]
        while (run := table.state.runs["j1"]).status == "open":
            session = table.session("j1")
            if isinstance(session.pending, Throw):
                alone = session.seen_by is not None
                [seat] = {wait.seat for wait in waits_of(table.state, run, session)}
                table.does(seat, acts.Throw(run="j1", place=len(run.answers)))
                event = next(e for e in reversed(table.events) if isinstance(e, ev.Answered))
                assert event.secret == alone
            else:
                table.answer(run, rng, dice)
        table.does(LEADER, acts.EndScene())
        [scene] = verified(read_file(campaign_file(ID, logged(table)))).scenes
        assert all(side.holds for side in scene.sides)
        hidden += len(scene.sides[1].verdicts)
        [only] = read_file(throws_file(ID, logged(table), "j1")).scenes
        assert len(only.open.throws) == len(scene.sides[0].verdicts)
    assert hidden
