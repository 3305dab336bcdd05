"""A file that somebody changed says which event, or which result, is not the one that was written."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from tablee.faces.import_words import unchecked_sentences
from tablee.rules.refusal import Refusal
from tablee.rules.texts.words import Words
from tablee.table.export.export_file import sealed
from tablee.table.export.importing import Unchecked, campaign_of, import_file
from tablee.table.store.interface import Store
from tests.kit.command_line import process
from tests.table.export.stores import with_store
from tests.table.export.test_forged import file_of

Content = dict[str, Any]


def written(content: Content) -> bytes:
    """Return a file with a content and the digest of the whole."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
    return sealed("tablee-campaign", text)


def chained(content: Content) -> Content:
    """Return a content with the digests of its events, as a forger can compute them: each is the
    SHA-256 of the digest before and the bytes of the event; the first follows that of the id."""
    digest = hashlib.sha256(content["table"].encode()).digest()
    digests = []
    for event in content["events"]:
        body = json.dumps(event, ensure_ascii=False, separators=(",", ":")).encode()
        digest = hashlib.sha256(digest + body).digest()
        digests.append(digest.hex())
    return content | {"digests": digests}


def exported(seed: int = 1) -> Content:
    content: Content = json.loads(file_of("exil", seed))["content"]
    return content


def renamed(events: list[Any]) -> int:
    events[2]["name"] = "Quelqu’un d’autre"
    return 2


def removed(events: list[Any]) -> int:
    del events[4]
    return 4


def last_removed(events: list[Any]) -> int:
    del events[-1]
    return len(events)


def swapped(events: list[Any]) -> int:
    events[3], events[6] = events[6], events[3]
    return 3


def added(events: list[Any]) -> int:
    events.insert(5, {"type": "noted", "text": "Ajoutée", "at": events[4]["at"]})
    return 5


@pytest.mark.parametrize("change", [renamed, removed, last_removed, swapped, added])
def test_the_event_is_named(change: Callable[[list[Any]], int]) -> None:
    content = exported()
    assert content == chained(content)
    place = change(content["events"])
    with pytest.raises(Refusal, match="changé, ôté ou déplacé") as refused:
        campaign_of(written(content))
    assert refused.value.field == f"events[{place}]"
    reply = process("verify", "-", stdin=written(content))
    if change is not added:
        assert reply.status == 1
        assert f"L’événement {place + 1} n’est pas celui qui a été écrit" in reply.out


def finished(content: Content) -> tuple[int, Content]:
    return next(
        (place, event) for place, event in enumerate(content["events"]) if event.get("outcome")
    )


@pytest.mark.parametrize("seed", [1, 2])
def test_a_result_that_does_not_follow_is_named(seed: int) -> None:
    content = exported(seed)
    place, event = finished(content)
    result = event["outcome"]["result"]
    result["more"] = 1
    with pytest.raises(Refusal) as refused:
        campaign_of(written(chained(content)))
    assert refused.value.field.startswith(f"events[{place}].outcome")
    reply = process("verify", "-", "--json", stdin=written(chained(content)))
    assert reply.status == 1
    assert reply.json["results"]["wrong"] == [event["run"]]
    assert reply.json["changed_event"] is None


def brought(content: Content) -> Unchecked:
    async def do(store: Store) -> Unchecked:
        return (await import_file(store, written(content))).unchecked

    found: Unchecked = with_store(do)
    return found


def test_an_import_says_what_it_could_not_check() -> None:
    content = exported()
    (typed,) = unchecked_sentences(Words(None, "fr"), brought(content))
    assert re.fullmatch(r"\d lancers saisis à la main, que rien ne vérifie.", typed)
    older = exported()
    del older["digests"]
    runs = sum(bool(event.get("outcome")) for event in older["events"])
    for event in older["events"]:
        if event["type"] == "framed":
            event["version"] = "0123456789abcdef"
    found = brought(older)
    assert (found.chained, found.others, found.unknown) == (False, runs, 0)
    first, _, second = unchecked_sentences(Words(None, "fr"), found)
    assert "un événement ôté ne s’y verrait pas" in first
    assert f"{runs} résultats d’une autre version des règles" in second
