"""The fold: the same log makes the same table, whatever way it is read."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tablee.rules.campaign.record import apply_events as chronicled
from tablee.rules.registry import find_procedure
from tablee.table.acts.act_registry import decide
from tablee.table.log import events as ev
from tablee.table.log.fold import apply, folded
from tablee.table.log.outcomes import Line, Outcome, Setting
from tablee.table.log.state_parts import Alternative
from tablee.table.log.table_state import State, copied
from tablee.table.replay import Replays
from tablee.table.views.table_view import view
from tests.kit import acts
from tests.table.evening import GAMES, LEADER, Table, plain, playable, requested, set_up
from tests.table.evenings import any_act


def evening(game: str, data: st.DataObject, steps: int = 25) -> Table:
    """A table after a number of acts at random."""
    table, rng = set_up(game), random.Random(data.draw(st.integers(0, 2**32)))
    for _ in range(steps):
        any_act(table, rng, data.draw)
    return table


few = settings(
    max_examples=4,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.explicit, Phase.generate),
)


@pytest.mark.parametrize("game", GAMES)
@few
@given(data=st.data())
def test_a_log_read_again_makes_the_same_table(game: str, data: st.DataObject) -> None:
    table = evening(game, data)
    written = [ev.write_event(event) for event in table.events]
    read = [ev.read_event(body) for body in written]
    assert [ev.write_event(event) for event in read] == written
    again = folded(table.state.id, read)
    assert plain(again) == plain(table.state)
    for seat in again.present:
        seen = msgspec.json.encode(table.view(seat.id))
        assert msgspec.json.encode(view(again, seat.id, Replays())) == seen


@pytest.mark.parametrize("game", GAMES)
@few
@given(data=st.data())
def test_what_a_copy_takes_leaves_the_table_as_it_was(game: str, data: st.DataObject) -> None:
    table = evening(game, data)
    state = State(id=table.state.id)
    for event in table.events:
        before = plain(state)
        after = copied(state)
        apply(after, event)
        assert plain(state) == before
        state = after
    assert plain(state) == plain(table.state)


@pytest.mark.parametrize("game", GAMES)
@few
@given(data=st.data())
def test_the_record_is_what_stands_of_the_scene(game: str, data: st.DataObject) -> None:
    """Whatever was declined, undone and put back: the sheets are those of what is, in order."""
    table = evening(game, data, steps=40)
    state = table.state
    events = [
        state.consequences[n].event
        for n in state.scene_consequences
        if state.consequences[n].applied
    ]
    fresh = chronicled(table.game, state.rulings, state.scene_start_record, events).state
    assert _sorted(fresh) == _sorted(state.record)


def _sorted(campaign_record: Any) -> bytes:
    return msgspec.json.encode(campaign_record, order="sorted")


def test_a_copy_takes_events_of_its_own() -> None:
    table = set_up("exil")
    table.does(
        LEADER, acts.RequestRun(procedure="exil.simple", params={"talent": 7}, to=("jeanne",))
    )
    before = plain(table.state)
    other = copied(table.state)
    for act in (
        acts.Throw(run="j1", place=0),
        acts.Note(text="Une note."),
        acts.ChangeSeat(seat="meneur", name="Nour"),
        acts.Give(character="vigile", free=True),
        acts.ChangeRecord(event={"type": "du", "du": {"texte": "plus tard"}}),
        acts.EndScene(),
    ):
        for event in decide(other, LEADER, act, 5, Replays()).events:
            apply(other, event)
    assert plain(table.state) == before
    assert other.version == table.state.version + 7


# ── events as JSON ─────────────────────────────────────────────────────────────────────────────
LINE = Line(kind="note", text="Texte {n}.", numbers={"n": 2}, clauses=("A-01",), about="jeanne")
FULL: dict[type[Any], dict[str, Any]] = {  # fields as the log stores them
    ev.Opened: {"name": "Nuit", "game": "exil", "chronicle": {"fiches": {}}},
    ev.SeatAdded: {"seat": "j1", "name": "Ana", "leader": True},
    ev.SeatChanged: {"seat": "j1", "word": "ours", "pledge": "ab" * 32},
    ev.SeatRemoved: {"seat": "j1"},
    ev.WordsRestarted: {"withheld": ["j1"]},
    ev.DeviceCame: {"seat": "j1"},
    ev.SignalChanged: {"seat": "j1", "signal": "knock"},
    ev.LeaderHanded: {"to": "j1"},
    ev.CharacterGiven: {"character": "jeanne", "to": "j1", "free": True},
    ev.PortraitPut: {"character": "jeanne", "picture": "aGVq"},
    ev.FieldsReset: {"character": "jeanne", "values": {"force": 3}, "removed": ("ruse",)},
    ev.HandedOut: {"handout": "ab", "title": "Une lettre", "picture": "aGVq", "to": ["j1"]},
    ev.HandoutTakenBack: {"handout": "ab"},
    ev.AdviceAllowed: {"allowed": False},
    ev.RollsAllowed: {"allowed": True},
    ev.TypedDiceAllowed: {"who": "leader"},
    ev.CharacterPutAway: {"character": "jeanne", "away": True},
    ev.RulingsChanged: {"changed": {"blessures_cumulees": True}},
    ev.Archived: {"archived": False},
    ev.SceneBegun: {
        "scene": 1,
        "title": "Les quais",
        "seed": "00",
        "commitment": "11",
        "screen": "22",
        "screen_commitment": "33",
    },
    ev.SceneEnded: {"scene": 1},
    ev.FreelyThrown: {
        "expression": "2d6+1",
        "throws": [{"counter": 3, "dice": "2d6", "faces": [4, 2]}],
        "words": "j1=ours",
        "reason": "la météo",
        "screened": True,
    },
    ev.ThrowRevealed: {"throw": "1.1"},
    ev.Requested: {
        "run": "j1",
        "procedure": "exil.simple",
        "params": {"talent": 7},
        "cast": {"acteur": "jeanne", "gm": ""},
        "roles": {"cible": "brute", "cibles[0]": "vigile"},
        "beside": {"joueur_1": "j2"},
        "screened": ("difficulty",),
        "shown": (Setting(name="talent", value=7, character="jeanne"),),
        "hidden": {"": ("seuil",)},
        "outcome": Outcome(result={"n": 1}, lines=(LINE,), seen={"": {}}),
    },
    ev.Answered: {"run": "j1", "place": 0, "answer": {"dice": [3]}, "draw": 4, "dice": "1d12"},
    ev.DiceLeft: {"run": "j1", "on": True},
    ev.Sealed: {"run": "j1", "place": 0, "index": 1, "value": None},
    ev.Unsealed: {"run": "j1", "indexes": (1, 2)},
    ev.Undone: {"run": "j1", "place": 0, "told": (LINE,), "after": {"dus": []}},
    ev.Withdrawn: {"run": "j1", "reason": "non", "cause": "imported", "after": {"dus": []}},
    ev.Revealed: {"run": "j1", "freed": ("j1.1",)},
    ev.Disclosed: {"run": "j1"},
    ev.Overruled: {"run": "j1", "field": "margin", "value": [1, {"a": None}]},
    ev.Received: {"run": "j1", "params": {"jetons_recus": 1}},
    ev.Diverged: {"run": "j1", "version": "abc"},
    ev.Recorded: {
        "booking": "j1.1",
        "event": {"type": "du"},
        "after": {},
        "told": (LINE,),
        "why": LINE,
        "others": (Alternative(event={"type": "du"}, lines=(LINE,)),),
    },
    ev.Replaced: {"booking": "j1.1", "place": 1, "after": {"dus": []}},
    ev.Declined: {"booking": "j1.1", "after": {"horloge": None}, "back": True},
    ev.Noted: {"text": "\u202e<b>", "private": True},
}


def test_every_event_has_a_sample() -> None:
    assert set(FULL) == set(ev.EVENTS)


@pytest.mark.parametrize("kind", FULL, ids=lambda kind: kind.__name__)
def test_an_event_is_the_same_after_its_json(kind: type[Any]) -> None:
    stored = {"type": kind.__struct_config__.tag, "at": 12, "by": "j1", "key": "k", **FULL[kind]}
    event = ev.read_event(msgspec.json.encode(stored))
    assert type(event) is kind
    body = ev.write_event(event)
    texts = msgspec.json.decode(body)
    assert texts["type"] == kind.__struct_config__.tag
    assert texts.items() >= msgspec.json.decode(msgspec.json.encode(FULL[kind])).items()
    assert ev.write_event(ev.read_event(body)) == body


def test_what_is_no_event_is_refused() -> None:
    for body in (b"{}", b'{"type":"nothing"}', b'{"type":"noted"}', b"[]"):
        with pytest.raises(msgspec.ValidationError):
            ev.read_event(body)


def test_every_act_and_every_event_is_tagged_alone() -> None:
    for kinds in (acts.ACTS.values(), ev.EVENTS):
        tags = [kind.__struct_config__.tag for kind in kinds]
        assert len(set(tags)) == len(tags)


def test_a_run_that_asks_nothing_is_shown_at_once() -> None:
    table = set_up("exil")
    kind = find_procedure("exil.pc")
    assert playable("exil")["exil.pc"]
    act = requested(table, random.Random(1), kind, ["jeanne"])
    assert act is not None
    table.does(LEADER, act)
    (run,) = table.state.runs.values()
    assert run.status == "done"
    assert run.outcome is not None
    assert table.state.scene is not None


def test_what_is_shown_later_takes_its_place_in_the_story() -> None:
    table = set_up("exil")
    table.does(LEADER, acts.BeginScene(title="Le quai"))
    frame = acts.RequestRun(
        procedure="exil.simple", params={"talent": 9}, to=["jeanne"], secret=True
    )
    table.does(LEADER, frame)
    (run,) = table.state.runs
    table.does(LEADER, acts.Throw(run=run, place=0))
    table.does(LEADER, acts.Overrule(run=run, reason="non"))
    table.does(LEADER, acts.Note(text="après"))
    before = table.view("j1").story.items
    table.does(LEADER, acts.Reveal(run=run))
    after = table.view("j1").story.items
    assert len(after) == len(before) + 2
    assert [item.place for item in after] == [*reversed(range(len(after)))]
