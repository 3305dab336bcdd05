"""Secret throws that players verify: revealed ones hold, changed ones are named, the others stay secret."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.dice.die import Throw
from tablee.dice.house_dice import HouseDice
from tablee.table.export.export_file import sealed
from tablee.table.export.exporting import campaign_file, throws_file
from tablee.table.export.house_throws import Side, Thrown, Throws, read_file
from tablee.table.export.throw_checks import Checked, Reason, SideChecked, verified
from tablee.table.log import events as ev
from tablee.table.log.fold import folded
from tablee.table.log.scene_dice import COUNTED_SCHEME, Draw, commitment_of
from tablee.table.log.secret_keys import KEYS, key_of, revealed_keys, run_key
from tablee.table.replay import waits_of
from tests.kit import acts
from tests.table.evening import Table, set_up
from tests.table.export.tables import GAMES, ID, LEADER, SEATS, logged, played

PLAYERS = [seat for seat in SEATS if seat != LEADER]
SEEDS = range(8)
change = msgspec.structs.replace


def begun() -> Table:
    table = set_up("exil")
    table.does(LEADER, acts.BeginScene())
    return table


def thrown(table: Table, secret: bool = True, title: str = "") -> str:
    """A run with one throw of the house."""
    act = acts.RequestRun(procedure="exil.simple", params={"talent": 9}, secret=secret, title=title)
    table.does(LEADER, act)
    run = list(table.state.runs)[-1]
    table.does(LEADER, acts.Throw(run=run, place=0))
    return run


def file_of(table: Table, seat: str = "j1") -> bytes:
    return throws_file(ID, logged(table), seat)


def checked(table: Table, seat: str = "j1") -> Checked:
    return verified(read_file(file_of(table, seat)))


def screen(table: Table, seat: str = "j1") -> SideChecked:
    [scene] = checked(table, seat).scenes
    [side] = [each for each in scene.sides if each.side == "screen"]
    return side


def faces_of(table: Table, run: str) -> tuple[int, ...]:
    return tuple(table.state.runs[run].answers[0].answer["dice"])


# ── before and after ───────────────────────────────────────────────────────────────────────────
def test_a_throw_revealed_during_the_scene_is_verified_after_it() -> None:
    table = begun()
    run = thrown(table)
    assert screen(table).verdicts == ()
    table.does(LEADER, acts.Reveal(run=run))
    side = screen(table)
    assert side.status == "running"
    assert [each.holds for each in side.verdicts] == [None]
    assert side.verdicts[0].thrown.faces == faces_of(table, run)
    assert key_of(table.state.scenes[0].secret_seed, 2).hex().encode() not in file_of(table)
    table.does(LEADER, acts.EndScene())
    for seat in PLAYERS:
        side = screen(table, seat)
        assert (side.status, side.kept, side.holds) == ("keys", 0, True)
        assert [each.holds for each in side.verdicts] == [True]
        assert side.verdicts[0].thrown.faces == faces_of(table, run)


def test_a_throw_revealed_after_its_scene_is_verified_at_once() -> None:
    table = begun()
    run = thrown(table)
    table.does(LEADER, acts.EndScene())
    side = screen(table)
    assert (side.verdicts, side.kept, side.holds) == ((), 1, True)
    table.does(LEADER, acts.Reveal(run=run))
    side = screen(table)
    assert [each.thrown.faces for each in side.verdicts] == [faces_of(table, run)]
    assert [each.holds for each in side.verdicts] == [True]
    assert (side.kept, side.holds) == (0, True)


def secret_commitment(table: Table, seat: str) -> str | msgspec.UnsetType:
    """Return the commitment to the secret seed that a seat sees during a scene."""
    scene = table.view(seat).table.scene
    assert scene is not None
    return scene.secret_commitment


def test_the_commitment_is_the_one_that_players_saw() -> None:
    table = begun()
    seen = {secret_commitment(table, seat) for seat in SEATS}
    table.does(LEADER, acts.Reveal(run=thrown(table)))
    table.does(LEADER, acts.EndScene())
    assert seen == {screen(table).commitment} == {screen(table, LEADER).commitment}


def test_in_an_older_scene_players_get_nothing_of_secret_throws() -> None:
    table = set_up("exil")
    for event in table.decided(LEADER, acts.BeginScene()) or ():
        if isinstance(event, ev.SceneBegun):
            own = commitment_of(event.secret_seed)
            event = change(event, scheme=COUNTED_SCHEME, secret_commitment=own)
        table.happen(event)
    assert not secret_commitment(table, "j1")
    table.does(LEADER, acts.Reveal(run=thrown(table)))
    table.does(LEADER, acts.EndScene())
    assert [side.side for side in checked(table).scenes[0].sides] == ["open"]
    whole = verified(read_file(campaign_file(ID, logged(table))))
    assert (whole.holds, whole.count(True)) == (True, 1)


# ── what stays secret ──────────────────────────────────────────────────────────────────────────
def test_nothing_of_a_throw_that_stays_secret_is_in_a_file() -> None:
    table = begun()
    shown, kept = thrown(table, title="montré"), thrown(table, title="gardé")
    table.does(LEADER, acts.ThrowFree(expression="7d997", secret=True, reason="chut"))
    table.does(LEADER, acts.Reveal(run=shown))
    table.does(LEADER, acts.EndScene())
    data, seed = file_of(table), table.state.scenes[0].secret_seed
    assert "montré".encode() in data
    times = [e.at for e in table.events if isinstance(e, ev.Answered) and e.run == kept]
    secrets = [seed, "gardé", "7d997", "chut", *map(str, times)]
    given = {run_key(shown, False)}
    secrets += [key_of(seed, number).hex() for number in range(KEYS + 1) if number not in given]
    assert not [text for text in secrets if text.encode() in data]
    side = read_file(data).scenes[0].secret
    assert side is not None
    assert side.kept == [kept]
    assert {each.run for each in side.throws} == {shown}


def test_free_dice_thrown_in_secret_leave_no_trace_and_move_no_face() -> None:
    """The leader, who reads the seed, cannot pass over bad faces unseen."""
    files, faces = [], []
    for free in range(6):
        table = begun()
        for _ in range(free):
            table.does(LEADER, acts.ThrowFree(expression="1d12", secret=True))
            table.at -= 1000
        run = thrown(table)
        table.does(LEADER, acts.Reveal(run=run))
        table.does(LEADER, acts.EndScene())
        files.append(file_of(table))
        faces.append(faces_of(table, run))
        whole = verified(read_file(campaign_file(ID, logged(table))))
        assert (whole.holds, whole.count(True)) == (True, free + 1)
    assert len(set(files)) == len(set(faces)) == 1


def test_other_secret_throws_move_no_face() -> None:
    """The run of a throw gives its faces, whatever is thrown or withdrawn in the runs before it."""
    faces = set()
    for before in (lambda t: thrown(t), lambda t: thrown(t, secret=False), withdrawn):
        table = begun()
        before(table)
        faces.add(faces_of(table, thrown(table)))
    assert len(faces) == 1


def withdrawn(table: Table) -> None:
    act = acts.RequestRun(procedure="exil.simple", params={"talent": 9}, secret=True)
    table.does(LEADER, act)
    table.does(LEADER, acts.Withdraw(run="j1"))


SCORE = {"trait": 2, "talent": 2, "exploits": 0, "desastres": 0, "jetons_avant": 0}
HIDING = {
    "cacheur": SCORE | {"trait": 4, "talent": 4, "jetons_apres": "none"},
    "chercheurs": [SCORE | {"jetons_apres": "none"}],
}


def concealment(secret: bool = False) -> Table:
    """« Dissimulation », played to its end: only the player who hides sees the first throw."""
    rng, dice = random.Random(1), HouseDice(1)
    table = set_up("loss")
    table.does(LEADER, acts.BeginScene())
    table.does("j3", acts.ChangeSeat(seat="j3", word="lynx"))  # a 9: somebody has to seek
    act = acts.RequestRun(
        procedure="loss.dissimulation",
        params=HIDING,
        cast={"cacheur": "kordan", "chercheurs": ["nerise"]},
        secret=secret,
    )
    assert table.act(LEADER, act), table.wrong
    while (run := table.state.runs["j1"]).status == "open":
        session = table.session("j1")
        if isinstance(session.pending, Throw):
            [seat] = {wait.seat for wait in waits_of(table.state, run, session)}
            seat = LEADER if secret and session.seen_by is None else seat
            place = next(each.place for each in table.view(seat).runs if each.id == "j1")
            table.does(seat, acts.Throw(run="j1", place=place))
        else:
            table.answer(run, rng, dice)
    table.does(LEADER, acts.EndScene())
    return table


def test_a_throw_for_one_seat_is_verified_by_this_seat_only() -> None:
    table = concealment()
    own = {seat: screen(table, seat) for seat in PLAYERS}
    assert [each.holds for each in own["j1"].verdicts] == [True]
    assert own["j1"].verdicts[0].thrown.for_one
    for seat in ("j2", "j3"):
        assert (own[seat].verdicts, own[seat].kept, own[seat].holds) == ((), 0, True)
        key = key_of(table.state.scenes[0].secret_seed, run_key("j1", True)).hex()
        assert key.encode() not in file_of(table, seat)
        assert key.encode() in file_of(table, "j1")


def test_a_throw_for_one_seat_in_a_secret_run_waits_for_its_reveal() -> None:
    table = concealment(secret=True)
    for seat in PLAYERS:
        assert (screen(table, seat).verdicts, screen(table, seat).kept) == ((), 1)
    table.does(LEADER, acts.Reveal(run="j1"))
    for seat in PLAYERS:
        side = screen(table, seat)
        assert [each.holds for each in side.verdicts] == [True] * len(side.verdicts)
        assert [each.thrown.for_one for each in side.verdicts] == (
            [True, False] if seat == "j1" else [False]
        )


@pytest.mark.parametrize("game", GAMES)
def test_players_verify_all_that_was_revealed_and_no_more(game: str) -> None:
    """Every other secret run is revealed at the end."""
    revealed = 0
    for seed in SEEDS:
        table = played(game, seed)
        hidden = [run for run in table.state.runs if run in table.state.hidden_runs]
        shown = [ev.Revealed(at=1, by=LEADER, run=run) for run in hidden[::2]]
        events = [*logged(table), *shown]
        state = folded(ID, events)
        drawn = [r.id for r in state.runs.values() if r.revealed and r.draws(secret=True)]
        for seat in PLAYERS:
            found = verified(read_file(throws_file(ID, events, seat)))
            assert found.holds
            assert found.count(None) == 0
            sides = [side for side in found.sides if side.side == "screen"]
            throws = [each.thrown for side in sides for each in side.verdicts]
            assert {each.run for each in throws if not each.for_one} == {*drawn}
            assert sum(side.kept for side in sides) == len(hidden[1::2])
        revealed += len(drawn)
    assert revealed


# ── what is changed ────────────────────────────────────────────────────────────────────────────
def evening() -> Table:
    """Three secret throws, two of them revealed, with the words of two players."""
    table = begun()
    table.does("j1", acts.ChangeSeat(seat="j1", word="ours"))
    first = thrown(table)
    table.does("j2", acts.ChangeSeat(seat="j2", word="loup"))
    thrown(table, secret=False)
    last, _ = thrown(table), thrown(table)
    for run in (first, last):
        table.does(LEADER, acts.Reveal(run=run))
    table.does(LEADER, acts.EndScene())
    return table


def forged(throws: Throws, how: Callable[[Side], Side]) -> Checked:
    [scene] = throws.scenes
    assert scene.secret is not None
    other = change(throws, scenes=[change(scene, secret=how(scene.secret))])
    return verified(read_file(sealed("tablee-throws", msgspec.json.encode(other))))


def in_first(**changed: object) -> Callable[[Side], Side]:
    return lambda side: change(side, throws=[change(side.throws[0], **changed), *side.throws[1:]])


def _of_other_run(side: Side) -> Side:
    """The faces of another run's throw under the name of the first one, with its key."""
    assert side.keys is not None
    other = change(side.keys[1], number=side.keys[0].number)
    throws = [change(side.throws[0], faces=side.throws[1].faces), side.throws[1]]
    return change(side, throws=throws, keys=[other, side.keys[1]])


def _of_other_seed(side: Side) -> Side:
    """A key that gives the wanted face, of another seed."""
    numbers = [each.number for each in side.keys or ()]
    throws = [change(each, faces=_drawn(each, "ab" * 32)) for each in side.throws]
    return change(side, throws=throws, keys=revealed_keys("ab" * 32, numbers))


def _drawn(each: Thrown, seed: str) -> tuple[int, ...]:
    draw = Draw(
        scene=1,
        secret=True,
        counter=each.counter,
        run=each.run,
        place=each.place,
        dice=each.dice,
        words=each.words,
    )
    return draw.faces(seed)


FORGERIES: Mapping[str, tuple[Reason, Callable[[Side], Side]]] = {
    "a place": ("place", in_first(place=1, counter=2)),
    "a counter": ("counter", in_first(counter=2)),
    "a run that stays secret": ("key", in_first(run="j4")),
    "an unknown run": ("key", in_first(run="j999")),
    "a throw for one seat": ("key", in_first(for_one=True)),
    "a word that nobody gave": ("words", in_first(words="j1=renard")),
    "dice that do not exist": ("dice", in_first(dice="1d0")),
    "the face of another run": ("key", _of_other_run),
    "another seed": ("key", _of_other_seed),
    "no key": ("key", lambda side: change(side, keys=[])),
    "another commitment": ("key", lambda side: change(side, commitment="0" * 64)),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_changed_file_is_named(name: str) -> None:
    reason, how = FORGERIES[name]
    throws = read_file(file_of(evening()))
    assert verified(throws).count(True) == 3
    found = forged(throws, how)
    assert not found.holds
    assert reason in {w.reason for each in found.scenes[0].sides[1].verdicts for w in each.wrong}


@given(st.integers(1, 12), st.sampled_from((0, 1)))
@settings(max_examples=24, deadline=None)
def test_a_leader_who_shows_another_face_is_named(face: int, place: int) -> None:
    throws = read_file(file_of(evening()))

    def other(side: Side) -> Side:
        changed = [*side.throws]
        changed[place] = change(changed[place], faces=(face,))
        return change(side, throws=changed)

    [scene] = throws.scenes
    assert scene.secret is not None
    true = scene.secret.throws[place].faces
    verdict = forged(throws, other).scenes[0].sides[1].verdicts[place]
    reasons = [(each.reason, each.expected) for each in verdict.wrong]
    assert reasons == ([] if true == (face,) else [("faces", list(true))])


def test_a_face_that_was_changed_in_the_log_before_the_reveal_is_named() -> None:
    """Somebody who can write the database may change the answer, the trace and the digests."""
    table = begun()
    run = thrown(table)
    [true] = faces_of(table, run)
    place = next(n for n, e in enumerate(table.events) if isinstance(e, ev.Answered))
    for face in range(1, 13):
        events = logged(table)
        event = events[place]
        assert isinstance(event, ev.Answered)
        assert event.outcome is not None
        lines = [
            change(line, numbers={**line.numbers, "faces": [face]}) if line.kind == "roll" else line
            for line in event.outcome.lines
        ]
        outcome = change(event.outcome, lines=tuple(lines))
        events[place] = change(event, answer={"dice": [face]}, outcome=outcome)
        events += [ev.Revealed(at=1, by=LEADER, run=run), ev.SceneEnded(at=2, scene=1)]
        found = verified(read_file(throws_file(ID, events, "j1")))
        assert found.holds == (face == true)


def test_a_throw_before_a_word_has_the_words_of_its_time() -> None:
    [side] = [s for s in checked(evening()).sides if s.side == "screen"]
    assert [each.thrown.words for each in side.verdicts] == ["j1=ours", "j1=ours\nj2=loup"]
    assert side.holds
