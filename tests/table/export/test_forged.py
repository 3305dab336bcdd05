"""Damaged and forged files: refused whole with a clear reason, or imported as they are."""

from __future__ import annotations

import copy
import functools
import hashlib
import io
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tablee.rules.refusal import Refusal
from tablee.rules.texts.words import Words
from tablee.table.export import export_file as files
from tablee.table.export import log_file as logs
from tablee.table.export.export_file import read_bounded, sealed
from tablee.table.export.exporting import campaign_file, throws_file
from tablee.table.export.importing import campaign_of, import_file
from tablee.table.log import events as ev
from tablee.table.log.fold import folded
from tablee.table.replay import Replays
from tablee.table.store.interface import Store
from tablee.table.views.table_view import view
from tests.table.export.stores import events_in, with_store
from tests.table.export.tables import GAMES, ID, logged, played

SEEDS = range(4)
Content = dict[str, Any]


@functools.cache
def file_of(game: str, seed: int, ended: bool = True) -> bytes:
    return campaign_file(ID, logged(played(game, seed, ended)))


def content_of(data: bytes) -> Content:
    content: Content = json.loads(data)["content"]
    return content


def forged(content: Any) -> bytes:
    """Return a file with that content and its digest, as one written before events had digests."""
    if isinstance(content, dict):
        content.pop("digests", None)
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
    return sealed("tablee-campaign", text)


def refused(data: bytes) -> Refusal:
    """Return the refusal of a file, after checking that nothing was stored."""

    async def do(store: Store) -> Refusal:
        with pytest.raises(Refusal) as found:
            await import_file(store, data)
        assert await store.tables() == []
        return found.value

    refusal = with_store(do)
    for words in (Words(None, "fr"), Words(None, "en")):
        assert refusal.field in words.refusal(refusal)
    return refusal


# ── damaged ────────────────────────────────────────────────────────────────────────────────────
@settings(max_examples=150, deadline=None)
@given(st.sampled_from(GAMES), st.data())
def test_a_byte_that_changed_is_noticed(game: str, data: st.DataObject) -> None:
    whole = file_of(game, 1)
    place = data.draw(st.integers(0, len(whole) - 2))
    byte = data.draw(st.integers(0, 255).filter(lambda b: b != whole[place]))
    with pytest.raises(Refusal):
        campaign_of(whole[:place] + bytes([byte]) + whole[place + 1 :])


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(GAMES), st.data())
def test_a_piece_that_is_missing_or_twice_there_is_noticed(game: str, data: st.DataObject) -> None:
    whole = file_of(game, 1)
    start = data.draw(st.integers(0, len(whole) - 2))
    end = data.draw(st.integers(start + 1, len(whole) - 1))
    for other in (whole[:start], whole[:start] + whole[end:], whole[:end] + whole[start:]):
        with pytest.raises(Refusal):
            campaign_of(other)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b"[]",
        b"null",
        b"\xff\xfe\x00",
        b"\x00" * 1000,
        b"SQLite format 3\x00",
        b"[" * 100_000,
        b'{"format":"tablee-campaign","number":1,"sha256":"","content":{}}',
        b'{"format":"tablee-campaign","number":2,"sha256":"","content":{}}',
        b'{"format":"tablee-campaign","number":"1","sha256":"","content":{}}',
        b'{"format":"other","number":1,"sha256":"","content":{}}',
    ],
)
def test_what_is_no_export(data: bytes) -> None:
    refused(data)


def test_a_players_file_is_no_campaign() -> None:
    data = throws_file(ID, logged(played("exil", 1)), "j1")
    assert refused(data).field == "format"


def test_another_version_is_refused() -> None:
    data = file_of("exil", 1).replace(b'"number":1,', b'"number":2,', 1)
    assert refused(data).field == "number"


def test_a_file_written_again_by_another_program_is_refused() -> None:
    whole = json.loads(file_of("exil", 1))
    assert refused(json.dumps(whole, indent=2).encode()).field == "sha256"


# ── huge ───────────────────────────────────────────────────────────────────────────────────────
class Endless(io.RawIOBase):
    """An endless stream. `asked`: the number of bytes read from it."""

    asked = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self.asked += len(buffer)
        assert self.asked <= files.LARGEST + io.DEFAULT_BUFFER_SIZE + 1
        return len(buffer)


def test_an_endless_file_is_refused_when_enough_is_enough() -> None:
    with pytest.raises(Refusal) as found:
        read_bounded(io.BufferedReader(Endless()))
    assert found.value.kind == "too_large"
    assert found.value.field == "file"


def test_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    data = file_of("exil", 1)
    monkeypatch.setattr(files, "LARGEST", len(data) - 1)
    assert refused(data).kind == "too_large"
    monkeypatch.undo()
    for name, most in (("MAX_EVENTS", 10), ("MAX_EVENT_BYTES", 300), ("MAX_VALUES", 200)):
        monkeypatch.setattr(logs, name, most)
        assert refused(data).kind == "too_large"
        monkeypatch.undo()


def test_depth_and_length_are_bounded() -> None:
    content = content_of(file_of("exil", 1))
    requested = next(n for n, e in enumerate(content["events"]) if e["type"] == "framed")
    deep: Any = 1
    for _ in range(80):
        deep = [deep]
    for value in (deep, "x" * 10_001, {"y" * 10_001: 1}):
        other = copy.deepcopy(content)
        other["events"][requested]["params"]["more"] = value
        refusal = refused(forged(other))
        assert (refusal.kind, refusal.field) == ("too_large", f"events[{requested}]")


# ── forged by hand ─────────────────────────────────────────────────────────────────────────────
def first(content: Content, kind: str, **more: Any) -> int:
    """Return the place of the first event of a kind."""
    return next(
        n
        for n, event in enumerate(content["events"])
        if event["type"] == kind and all(event.get(name) == value for name, value in more.items())
    )


def put(kind: str, changes: Content) -> Callable[[Content], str]:
    """Return a function that changes the first event of a kind and returns the path of the refusal."""

    def forge(content: Content) -> str:
        place = first(content, kind)
        content["events"][place] |= changes
        return f"events[{place}]"

    return forge


def dropped(kind: str) -> Callable[[Content], str]:
    def forge(content: Content) -> str:
        place = first(content, kind)
        del content["events"][place]
        return f"events[{place}]"

    return forge


def table_named(name: str) -> Callable[[Content], str]:
    def forge(content: Content) -> str:
        content["table"] = name
        return "table"

    return forge


LINE = {"kind": "note", "text": "x"}
FORGED: dict[str, Callable[[Content], str]] = {
    "no table": table_named(""),
    "a path for a table": table_named("../../etc"),
    "no opening": dropped("opened"),
    "another game": put("opened", {"game": "tarot"}),
    "a language": put("opened", {"language": "de"}),
    "a name too long": put("opened", {"name": "n" * 201}),
    "a switch": put("opened", {"rulings": {"nope": 1}}),
    "a part of the record": put("opened", {"chronicle": {"autre": {}}}),
    "no record": put("opened", {"chronicle": {"fiches": []}}),
    "a sheet": put("opened", {"chronicle": {"fiches": {"x": {"type": "nope"}}}}),
    "a seat's id": put("seat_added", {"seat": "Meneur !"}),
    "a seat's name": put("seat_added", {"name": "n" * 101}),
    "nobody leads": put("seat_added", {"leader": False}),
    "a seat from nowhere": put("answered", {"seat": "j9"}),
    "by nobody": put("framed", {"by": "j9"}),
    "before time": put("framed", {"at": -1}),
    "after time": put("framed", {"at": 10**15}),
    "a time of day": put("framed", {"at": "midi"}),
    "an unknown field": put("framed", {"price": 3}),
    "an unknown event": put("framed", {"type": "nope"}),
    "no type": put("framed", {"type": None}),
    "another run": put("framed", {"run": "j2"}),
    "another procedure": put("framed", {"procedure": "exil.nope"}),
    "a procedure of another game": put("framed", {"procedure": "loss.action"}),
    "an unknown character": put("framed", {"subject": "inconnu"}),
    "an unknown character in the cast": put("framed", {"cast": {"a": "inconnu"}}),
    "parameters": put("framed", {"params": []}),
    "a run that is not there": put("answered", {"run": "j99"}),
    "an answer out of order": put("answered", {"place": 7}),
    "no answer": put("answered", {"answer": {}}),
    "two answers": put("answered", {"answer": {"dice": [1], "choose": 1}}),
    "faces": put("answered", {"answer": {"dice": "six"}}),
    "a scene ahead": put("scene_begun", {"scene": 2}),
    "a scene never begun": dropped("scene_begun"),
    "no seed": put("scene_begun", {"seed": ""}),
    "half a seed": put("scene_begun", {"seed": "ab"}),
    "another seed": put("scene_begun", {"seed": "0" * 64}),
    "another seed behind the screen": put("scene_begun", {"screen": "0" * 64}),
    "a title": put("scene_begun", {"title": "t" * 201}),
    "a character from nowhere": put("character_given", {"character": "inconnu"}),
    "given to nobody": put("character_given", {"to": "j9"}),
    "a change before it": put("booked", {"booking": "c.x.1.2", "run": "j99"}),
    "another name of a change": put("booked", {"booking": "x"}),
    "a sheet that is none": put("booked", {"after": {"fiches": {"aurele": {"type": "heros"}}}}),
    "sheets that are none": put("booked", {"after": {"fiches": 3}}),
    "a line without its number": put("booked", {"told": [LINE | {"text": "{absent}"}]}),
    "a way into Python": put(
        "booked", {"told": [LINE | {"text": "{a.__class__}", "numbers": {"a": 1}}]}
    ),
    "an item": put("booked", {"told": [LINE | {"text": "{a[0]}", "numbers": {"a": [1]}}]}),
    "a brace": put("booked", {"told": [LINE | {"text": "{"}]}),
    "a way through a format": put(
        "booked", {"told": [LINE | {"text": "{a:@{b.x}}", "numbers": {"a": 1, "b": 2}}]}
    ),
    "a chance without an end": put(
        "booked", {"told": [LINE | {"text": "{a:%}", "numbers": {"a": "1e999999999"}}]}
    ),
    "an alternative": put(
        "booked", {"others": [{"event": {}, "told": [LINE | {"text": "{absent}"}]}]}
    ),
    "why it cannot be": put("booked", {"why": LINE | {"text": "{a.b}", "numbers": {"a": 1}}}),
    "a list that goes on from nowhere": put(
        "booked", {"after": {"suites": {"loss.jetons": {"journal": [1, []]}}}}
    ),
    "a list that goes on from before": put("booked", {"after": {"suites": {"x": {"y": [-1, []]}}}}),
    "a cause": put("booked", {"type": "withdrawn", "cause": "whim"}),
    "a line": put("booked", {"told": [LINE | {"kind": "shout"}]}),
    "dice that are none": put("booked", {"told": [LINE | {"kind": "roll"}]}),
}


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_campaign_is_refused_where_it_is_wrong(name: str) -> None:
    content = content_of(file_of("exil", 1))
    where = FORGED[name](content)
    refusal = refused(forged(content))
    assert refusal.field.startswith((where, "commitment")), refusal.field


def test_a_game_that_is_not_here_says_how_it_comes() -> None:
    content = content_of(file_of("exil", 1))
    content["events"][0]["game"] = "phares"
    refusal = refused(forged(content))
    assert (refusal.field, refusal.got) == ("events[0].game", "phares")
    assert "--game" in str(refusal)


def test_the_first_wrong_thing_is_named_with_its_field() -> None:
    content = content_of(file_of("exil", 1))
    place = first(content, "answered")
    content["events"][place]["run"] = "j99"
    assert refused(forged(content)).field == f"events[{place}].run"
    content = content_of(file_of("exil", 1))
    place = first(content, "booked")
    content["events"][place]["after"]["fiches"]["aurele"]["nom"] = 7
    assert refused(forged(content)).field == f"events[{place}].after.fiches.aurele"
    content = content_of(file_of("exil", 1))
    place = max(n for n, each in enumerate(content["events"]) if "aurele" in _sheets(each))
    _sheets(content["events"][place])["aurele"]["talents"] = 7
    assert refused(forged(content)).field == f"events[{place}].after.fiches.aurele.talents"


def _sheets(event: Content) -> Content:
    sheets: Content = event.get("after", {}).get("fiches", {})
    return sheets


def test_a_face_of_the_house_that_its_seed_does_not_give() -> None:
    content = content_of(file_of("loss", 3))
    place = next(n for n, e in enumerate(content["events"]) if e.get("draw"))
    faces = content["events"][place]["answer"]["dice"]
    faces[0] = faces[0] % 9 + 1
    assert refused(forged(content)).field == f"events[{place}]"


# ── forged at random ───────────────────────────────────────────────────────────────────────────
ANYTHING = [
    None,
    True,
    0,
    -1,
    1,
    2**70,
    1.5,
    "",
    "x",
    "j1",
    "meneur",
    [],
    [1],
    {},
    {"x": 1},
    "\u202e",
]


def paths(value: Any, *before: Any) -> Iterator[tuple[Any, ...]]:
    if before:
        yield before
    if not isinstance(value, dict | list):
        return
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    for name, each in inner:
        yield from paths(each, *before, name)


def mutate(content: Content, rng: random.Random) -> None:
    """Make one change somewhere, most often deep inside an event."""
    place = rng.choice(content["events"]) if rng.random() < 0.9 else content
    if not (known := list(paths(place))):  # a change before this one left nothing inside
        place, known = content, list(paths(content))
    *way, last = rng.choice(known)
    holder: Any = place
    for name in way:
        holder = holder[name]
    match rng.randrange(5):
        case 0:
            del holder[last]
        case 1:
            holder[last] = copy.deepcopy(rng.choice(ANYTHING))
        case 2 if isinstance(holder, list):
            holder.insert(last, copy.deepcopy(rng.choice([*holder, *ANYTHING])))
        case 3 if isinstance(holder, list):
            rng.shuffle(holder)
        case _:
            *other_way, other = rng.choice(known)
            source: Any = place
            for name in other_way:
                source = source[name]
            holder[last] = copy.deepcopy(source[other])


def shuffled(content: Content, rng: random.Random) -> None:
    """Remove, repeat or move events."""
    events = content["events"]
    one, other = rng.randrange(len(events)), rng.randrange(len(events))
    match rng.randrange(3):
        case 0:
            del events[one]
        case 1:
            events.insert(other, copy.deepcopy(events[one]))
        case _:
            events[one], events[other] = events[other], events[one]


@pytest.mark.slow
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.sampled_from(GAMES),
    st.sampled_from(SEEDS),
    st.booleans(),
    st.randoms(use_true_random=False),
    st.integers(1, 3),
)
def test_forged_at_random_it_is_refused_or_imported_as_it_is(
    game: str, seed: int, ended: bool, rng: random.Random, changes: int
) -> None:
    content = content_of(file_of(game, seed, ended))
    for _ in range(changes):
        if not content.get("events") or not isinstance(content["events"], list):
            break  # a change before this one left no events to change
        (mutate if rng.random() < 0.7 else shuffled)(content, rng)
    data = forged(content)
    try:
        campaign_of(data)
    except Refusal:
        assert refused(data).field
    else:
        _check_import(content, data)


def _check_import(content: Content, data: bytes) -> None:
    """Check that every event is stored as in the file, its seats have views, and it can be exported."""

    async def do(store: Store) -> list[ev.TableEvent]:
        return await events_in(store, (await import_file(store, data)).table)

    events = with_store(do)
    given = content["events"]
    written = [json.loads(ev.write_event(event)) for event in events]
    assert written[: len(given)] == given
    assert {event["type"] for event in written[len(given) :]} <= {"withdrawn", "scene_ended"}
    state = folded(content["table"], events)
    assert state.scene is None
    for seat in state.present:
        assert view(state, seat.id, Replays()).me.seat == seat.id
    campaign_of(campaign_file(content["table"], events))


def test_the_digest_is_that_of_the_content() -> None:
    data = file_of("exil", 1)
    head, _, rest = data.partition(b'"content":')
    content = rest.rstrip()[:-1]
    assert hashlib.sha256(content).hexdigest().encode() in head
