"""The refusal of a record names the field, its value and the allowed values."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.faces.api.credential_routes import CredentialRequest
from tablee.faces.api.request_input import act_of, record_of
from tablee.rules.refusal import Refusal
from tablee.rules.texts.words import Words
from tablee.table.hosting import NewCampaign

CAMPAIGN = {"name": "A", "game": "exil"}
FRAME = {"type": "request", "procedure": "a"}
SEAL = {"type": "seal", "run": "j1", "place": 0}
ANSWER = {"type": "answer", "run": "j1", "place": 0, "answer": {}}


@pytest.mark.parametrize(
    ("value", "field", "got", "allowed"),
    [
        (
            {"type": "frme"},
            "type",
            "frme",
            "one of these names: add_seat, allow_advice, allow_rolls, allow_typed_dice, answer",
        ),
        (
            {},
            "type",
            None,
            "one of these names: add_seat, allow_advice, allow_rolls, allow_typed_dice, answer",
        ),
        (
            {"type": 3},
            "type",
            3,
            "one of these names: add_seat, allow_advice, allow_rolls, allow_typed_dice, answer",
        ),
        ([1], "body", [1], "an object"),
        ({"type": "request", "procedure": 3}, "procedure", 3, "a text of at most 100 characters"),
        ({"type": "request", "procedure": "a", "to": [3]}, "to[0]", 3, "a text"),
        ({"type": "request", "procedure": "a", "secret": 3}, "secret", 3, "true or false"),
        ({"type": "withdraw"}, "run", None, "2000 characters (required)"),
        ({"type": "note", "text": ""}, "text", "", "a text of 1 to 10,000 characters"),
        ({"type": "note", "text": "a", "privat": 1}, "privat", 1, "type, text, private"),
        ({"type": "put_sheet", "sheet": {}}, "character", None, "1 to 81 characters (required)"),
        ({**ANSWER, "place": -1}, "place", -1, "a whole number from 0"),
        (
            {"type": "put_sheet", "character": "É", "sheet": {}},
            "character",
            "É",
            "a text that fits ^[a-z0-9]",
        ),
        ({"type": "put_sheet", "character": "a", "sheet": 3}, "sheet", 3, "an object"),
        ({**FRAME, "cast": {"b": "x", "a": 1}}, "cast.a", 1, "2000 characters or a list"),
        ({"type": "request", "cast": {"b": "x", "a": 1, "c": 2}}, "cast.a", 1, "or a list"),
        ({**FRAME, "cast": {"b": ["x", 1]}}, "cast.b[1]", 1, "a text"),
        ({**FRAME, "cast": {"b.c[0]": None}}, "cast.b.c[0]", None, "2000 characters or a list"),
        ({**SEAL, "values": {"0": 1, "a": 2, "b": 3}}, "values.a", 2, "a name that fits ^[0-9]"),
        ({**SEAL, "values": {}}, "values", {}, "at least 1 value"),
        ({"type": "note", "text": " \n\u200b"}, "text", " \n\u200b", "a text that fits"),
    ],
)
def test_an_act_that_is_none(value: Any, field: str, got: Any, allowed: str) -> None:
    with pytest.raises(Refusal) as refused:
        act_of(value)
    assert_names(refused.value, field, got, allowed)


@pytest.mark.parametrize(
    ("kind", "value", "field", "got", "allowed"),
    [
        (CredentialRequest, {}, "kind", None, "link or token (required)"),
        (CredentialRequest, {"kind": "tokn"}, "kind", "tokn", "link or token"),
        (NewCampaign, CAMPAIGN | {"players": ["B", 3]}, "players[1]", 3, "1 to 100 characters"),
        (NewCampaign, CAMPAIGN | {"playrs": []}, "playrs", [], "name, game, leader, language"),
        (NewCampaign, CAMPAIGN | {"language": "de"}, "language", "de", "fr or en"),
        (NewCampaign, CAMPAIGN | {"rulings": 3}, "rulings", 3, "an object"),
    ],
)
def test_a_record_that_is_none(kind: Any, value: Any, field: str, got: Any, allowed: str) -> None:
    with pytest.raises(Refusal) as refused:
        record_of(value, kind)
    assert_names(refused.value, field, got, allowed)


def assert_names(refusal: Refusal, field: str, got: Any, allowed: str) -> None:
    """Compare the parts of a refusal, in English; its French has another text."""
    assert (refusal.field, refusal.got) == (field, got)
    english, french = (Words(None, lang).refusal(refusal) for lang in ("en", "fr"))
    assert allowed in english
    assert english != french
