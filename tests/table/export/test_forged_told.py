"""Forged traces: other faces than those thrown."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from tablee.rules.refusal import Refusal
from tablee.rules.texts.words import Words
from tablee.table.export.export_file import sealed
from tablee.table.export.exporting import campaign_file, exported
from tablee.table.export.house_throws import differing_answers, read_file
from tablee.table.export.importing import campaign_of
from tablee.table.export.log_file import Log, write_log
from tablee.table.export.throw_checks import verified
from tablee.table.log import events as ev
from tablee.table.replay import Replays
from tablee.table.views.dice_tallies import tallies
from tests.table.evening import LEADER
from tests.table.export.tables import GAMES, ID, logged, played
from tests.table.test_hostile_values import over


def forged(**numbers: Any) -> bytes:
    """Return the campaign where Aurèle threw a 3, with other numbers in the trace."""
    change = msgspec.structs.replace
    events = []
    for event in exported(ID, logged(over())):
        if isinstance(event, ev.Answered) and event.outcome is not None:
            lines = [
                change(each, numbers={**each.numbers, **numbers}) if each.kind == "roll" else each
                for each in event.outcome.lines
            ]
            event = change(event, outcome=change(event.outcome, lines=lines))
        events.append(event)
    return sealed("tablee-campaign", write_log(Log(ID, tuple(events))))


@pytest.mark.parametrize("faces", [[12], [], [-3], [10**390], [3, 3]])
def test_a_trace_with_other_faces_is_refused(faces: list[int]) -> None:
    with pytest.raises(Refusal) as found:
        campaign_of(forged(faces=faces))
    assert found.value.field.endswith((".answer", ".faces"))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("ended", [True, False])
@pytest.mark.parametrize("change", [lambda faces: [*faces[:-1], faces[-1] + 1], lambda faces: None])
def test_a_throw_is_invalid_when_the_trace_has_other_faces(
    game: str, ended: bool, change: Callable[[Any], Any]
) -> None:
    """The traces of all finished runs have other faces, or none."""
    data = campaign_file(ID, logged(played(game, 2, ended)))
    content = json.loads(data)["content"]
    over = set()
    for event in content["events"]:
        if event.get("outcome"):
            rolls = [line for line in event["outcome"]["lines"] if line["kind"] == "roll"]
            for line in rolls:
                line["numbers"]["faces"] = change(line["numbers"]["faces"])
            over |= {event["run"]} if rolls else set()
    found = verified(read_file(sealed("tablee-campaign", json.dumps(content).encode())))
    assert over
    assert not found.holds
    for side in found.sides:
        for each in side.verdicts:
            named = ["told"] if each.thrown.run in over and each.thrown.faces else []
            assert [wrong.reason for wrong in each.wrong] == named


def test_a_die_of_one_side_is_in_the_tallies() -> None:
    _, state = campaign_of(forged(dice="1d1", faces=[3]))
    assert tallies(state, LEADER, Replays())


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("ended", [True, False])
def test_the_trace_of_a_played_run_has_the_faces_thrown(game: str, ended: bool) -> None:
    for seed in range(3):
        assert not differing_answers([*exported(ID, logged(played(game, seed, ended)))])


WHOLE = forged()
DAMAGED = {
    "file, attendu\u00a0: un fichier entier\u00a0: la fin de celui-ci manque.": WHOLE[:300],
    "file, attendu\u00a0: du JSON\u202f; la lecture s’arrête à l’octet 1.": b"{]",
    "file, attendu\u00a0: du JSON en UTF-8.": b'{"\xff": 1}',
    "number, attendu\u00a0: une valeur comme Tablée l’écrit.": WHOLE.replace(b":1,", b':"1",', 1),
}


@pytest.mark.parametrize(("message", "data"), DAMAGED.items())
def test_the_refusal_of_a_damaged_file_is_in_french(message: str, data: bytes) -> None:
    with pytest.raises(Refusal) as found:
        campaign_of(data)
    assert Words(None, "fr").refusal(found.value) == message
