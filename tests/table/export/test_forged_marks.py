"""Forged marks of throws and forged handouts: a file with them is refused at import, and `verify` says
which throw does not hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from tablee.rules.refusal import Refusal
from tablee.table.export.export_file import sealed
from tablee.table.export.house_throws import differing_answers, throws_of
from tablee.table.export.importing import campaign_of
from tablee.table.export.log_file import Log, write_log
from tablee.table.export.throw_checks import verified
from tablee.table.log import events as ev
from tablee.table.log.scene_dice import Draw
from tests.kit import acts
from tests.table.evening import LEADER, Table, set_up
from tests.table.export.tables import ID
from tests.table.export.test_revealed import concealment


def file_of(events: list[ev.TableEvent]) -> bytes:
    return sealed("tablee-campaign", write_log(Log(ID, tuple(events))))


def with_faces(table: Table, events: list[ev.TableEvent], place: int) -> None:
    """Give a forged throw the faces that the seeds give at its place, so that only its mark is wrong."""
    thrown, scene = events[place], table.state.scenes[0]
    assert isinstance(thrown, ev.Answered)
    draw = Draw(
        scene=1,
        secret=thrown.secret,
        counter=thrown.draw or 0,
        run=thrown.run,
        place=0,
        dice=thrown.dice,
        words=thrown.words,
        scheme=scene.scheme,
        for_one=thrown.for_one,
    )
    faces = draw.faces(scene.secret_seed if thrown.secret else scene.seed)
    events[place] = replace(thrown, answer={"dice": list(faces)})


@pytest.mark.parametrize("forged", ["for all", "for one", "visible"])
def test_a_throw_with_the_mark_of_another_kind_is_refused(forged: str) -> None:
    table = concealment()
    events = list(table.events)
    assert campaign_of(file_of(events))
    assert not differing_answers(events)
    for_one = forged != "for one"
    place = next(
        n
        for n, event in enumerate(events)
        if isinstance(event, ev.Answered) and event.draw is not None and event.for_one == for_one
    )
    marks: dict[str, dict[str, Any]] = {
        "for all": {"for_one": False},
        "for one": {"for_one": True, "secret": True, "draw": 2},
        "visible": {"for_one": False, "secret": False},
    }
    events[place] = replace(events[place], **marks[forged])
    with_faces(table, events, place)
    assert place in differing_answers(events)
    assert verified(throws_of(ID, events)).count(False)
    with pytest.raises(Refusal):
        campaign_of(file_of(events))


FORGED: dict[str, Callable[[ev.HandedOut], ev.HandedOut]] = {
    "by a player": lambda each: replace(each, by="j1"),
    "to nobody of the table": lambda each: replace(each, to=("j9",)),
    "twice to one seat": lambda each: replace(each, to=("j1", "j1")),
    "no title": lambda each: replace(each, title=" "),
    "a title without an end": lambda each: replace(each, title="x" * 201),
    "a text without an end": lambda each: replace(each, text="x" * 10_001),
    "nothing": lambda each: replace(each, text=" "),
    "another kind of id": lambda each: replace(each, handout="../../etc"),
    "a picture that is none": lambda each: replace(each, picture="x"),
}


def handed_out() -> list[ev.TableEvent]:
    table = set_up("exil")
    table.does(LEADER, acts.HandOut(title="Une lettre", text="Venez ce soir.", to=("j1",)))
    return list(table.events)


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_handout_is_refused(name: str) -> None:
    events = handed_out()
    assert campaign_of(file_of(events))
    last = events[-1]
    assert isinstance(last, ev.HandedOut)
    events[-1] = FORGED[name](last)
    with pytest.raises(Refusal):
        campaign_of(file_of(events))


def test_a_handout_is_taken_back_by_the_leader_only() -> None:
    events = handed_out()
    last = events[-1]
    assert isinstance(last, ev.HandedOut)
    back = ev.HandoutTakenBack(at=last.at, by=LEADER, handout=last.handout)
    assert campaign_of(file_of([*events, back]))
    with pytest.raises(Refusal):
        campaign_of(file_of([*events, replace(back, by="j1")]))


FREE: dict[str, Callable[[ev.FreelyThrown], ev.FreelyThrown]] = {
    "other faces": lambda each: replace(
        each,
        throws=[
            replace(one, faces=[*one.faces[:-1], one.faces[-1] % 6 + 1]) for one in each.throws
        ],
    ),
    "impossible faces": lambda each: replace(
        each, throws=[replace(one, faces=[7, 7]) for one in each.throws]
    ),
    "other dice": lambda each: replace(
        each, throws=[replace(one, dice="2d8") for one in each.throws]
    ),
    "no throw": lambda each: replace(each, throws=[]),
    "another place": lambda each: replace(
        each, throws=[replace(one, counter=2) for one in each.throws]
    ),
    "another expression": lambda each: replace(each, expression="3d6"),
    "secret, by a player": lambda each: replace(each, by="j1", secret=True),
    "by nobody": lambda each: replace(each, by="j9"),
    "a word that nobody gave": lambda each: replace(each, words="j1=ours"),
    "a reason without an end": lambda each: replace(each, reason="x" * 201),
}


@pytest.mark.parametrize("name", FREE)
def test_forged_free_dice_are_refused(name: str) -> None:
    table = set_up("exil")
    table.does(LEADER, acts.BeginScene())
    table.does(LEADER, acts.ThrowFree(expression="2d6"))
    table.does(LEADER, acts.EndScene())
    events = list(table.events)
    assert campaign_of(file_of(events))
    place = next(n for n, each in enumerate(events) if isinstance(each, ev.FreelyThrown))
    thrown = events[place]
    assert isinstance(thrown, ev.FreelyThrown)
    events[place] = FREE[name](thrown)
    with pytest.raises(Refusal):
        campaign_of(file_of(events))
