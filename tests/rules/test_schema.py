"""Shapes and forms: what is read, refused, shown, ordered; the JSON schema says the same."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, Literal

import jsonschema_rs
import pytest
from msgspec import Meta

from tablee.dice.law import Law
from tablee.rules.field_marks import AS_OBJECT
from tablee.rules.procedure import UNWANTED, Procedure, Record, Result
from tablee.rules.readings.odds import ordered
from tablee.rules.refusal import Refusal
from tablee.rules.schema import fields_of, read_record, record_schema, show
from tablee.rules.shapes import written


class Inner(Record):
    """One participant."""

    name: Annotated[str, Meta(min_length=1, max_length=5)]
    dice: Annotated[int, Meta(ge=0, le=12)] | Literal["ask"] = "ask"


class Gain(Record, tag="gain"):
    """One event of a ledger."""

    n: Annotated[int, Meta(ge=1, le=9)]


class End(Record, tag="fin"):
    """Another one, with nothing to say."""


class Wares(Result):
    """One field of every shape."""

    whole: Annotated[int, Meta(ge=-3, le=12, description="un entier")] = 0
    free: int = 0
    yes: bool = False
    ratio: Annotated[Fraction, Meta(ge=0, le=2)] = Fraction(1, 2)
    above: Annotated[Fraction, Meta(gt=0)] = Fraction(1)
    text: Annotated[str, Meta(max_length=5)] = ""
    choice: Literal["b", "a", "12"] = "b"
    maybe: int | None = None
    group: Inner = Inner(name="x")
    many: Annotated[tuple[Inner, ...], Meta(min_length=1, max_length=2)] = (Inner(name="x"),)
    pair: tuple[int, bool] = (0, False)
    named: Annotated[tuple[tuple[str, int], ...], AS_OBJECT] = ()
    either: tuple[int, ...] | Literal["ask"] = "ask"
    event: Gain | End = End()
    events: tuple[Gain | End, ...] = ()
    single: Gain | None = None


GOOD: list[tuple[str, Any, Any]] = [
    ("whole", -3, -3),
    ("whole", 12, 12),
    ("free", -(10**30), -(10**30)),
    ("yes", True, True),
    ("ratio", 1, Fraction(1)),
    ("ratio", "3/2", Fraction(3, 2)),
    ("ratio", "2/4", Fraction(1, 2)),
    ("ratio", "-0", Fraction(0)),
    ("ratio", "00/0001", Fraction(0)),
    ("above", "1/1000", Fraction(1, 1000)),
    ("text", "", ""),
    ("text", "été !", "été !"),
    ("choice", "a", "a"),
    ("choice", 12, "12"),
    ("maybe", None, None),
    ("maybe", 3, 3),
    ("group", {"name": "y", "dice": 3}, Inner(name="y", dice=3)),
    ("many", [{"name": "y"}], (Inner(name="y"),)),
    ("pair", [3, True], (3, True)),
    ("named", {"z": 1, "y": 2}, (("z", 1), ("y", 2))),
    ("either", "ask", "ask"),
    ("either", [], ()),
    ("either", [1, 2], (1, 2)),
    ("event", {"type": "gain", "n": 3}, Gain(n=3)),
    ("events", [{"type": "fin"}, {"n": 1, "type": "gain"}], (End(), Gain(n=1))),
    ("single", {"type": "gain", "n": 9}, Gain(n=9)),
    ("single", None, None),
]

BAD: list[tuple[str, Any, str]] = [
    ("whole", -4, "whole"),
    ("whole", 13, "whole"),
    ("whole", 1.0, "whole"),
    ("whole", "1", "whole"),
    ("whole", True, "whole"),
    ("whole", None, "whole"),
    ("yes", 1, "yes"),
    ("yes", 0, "yes"),
    ("yes", "true", "yes"),
    ("ratio", 0.5, "ratio"),
    ("ratio", True, "ratio"),
    ("ratio", "1/0", "ratio"),
    ("ratio", "1/00", "ratio"),
    ("ratio", "5/2", "ratio"),
    ("ratio", "-1/2", "ratio"),
    ("ratio", "0.5", "ratio"),
    ("ratio", "1/2\n", "ratio"),
    ("ratio", " 1/2", "ratio"),
    ("ratio", "9" * 50, "ratio"),
    ("ratio", "1/" + "0" * 5_000 + "1", "ratio"),
    ("ratio", 3, "ratio"),
    ("above", 0, "above"),
    ("above", "0", "above"),
    ("above", "0/5", "above"),
    ("text", "trop long", "text"),
    ("text", 3, "text"),
    ("choice", "c", "choice"),
    ("choice", 13, "choice"),
    ("choice", ["a"], "choice"),
    ("maybe", "3", "maybe"),
    ("group", [], "group"),
    ("group", {}, "group.name"),
    ("group", {"name": ""}, "group.name"),
    ("group", {"name": "y", "dice": 13}, "group.dice"),
    ("group", {"name": "y", "dés": 1}, "group.dés"),
    ("many", [], "many"),
    ("many", [{"name": "y"}] * 3, "many"),
    ("many", {"name": "y"}, "many"),
    ("many", [{"name": "y"}, {"name": "z", "dice": -1}], "many[1].dice"),
    ("pair", [1], "pair"),
    ("pair", [1, 1], "pair[1]"),
    ("pair", [True, True], "pair[0]"),
    ("named", {"z": "1"}, "named.z"),
    ("named", [["z", 1]], "named"),
    ("either", [1, "x"], "either[1]"),
    ("either", "no", "either"),
    ("event", "gain", "event"),
    ("event", {}, "event.type"),
    ("event", {"type": "perte"}, "event.type"),
    ("event", {"type": ["gain"]}, "event.type"),
    ("event", {"type": "gain"}, "event.n"),
    ("event", {"type": "gain", "n": 0}, "event.n"),
    ("event", {"type": "fin", "n": 1}, "event.n"),
    ("events", [{"type": "fin"}, {"type": "gain", "n": 10}], "events[1].n"),
    ("events", {"type": "fin"}, "events"),
    ("single", {"type": "fin"}, "single.type"),
    ("unknown", 1, "unknown"),
]


@pytest.mark.parametrize(("name", "given", "value"), GOOD)
def test_what_is_read_and_shown_again(name: str, given: Any, value: Any) -> None:
    record = read_record(Wares, {name: given})
    assert getattr(record, name) == value
    assert type(getattr(record, name)) is type(value)
    again = read_record(Wares, show(record))
    assert again == record
    assert hash(again) == hash(record)


@pytest.mark.parametrize(("name", "given", "path"), BAD)
def test_what_is_refused_under_its_path(name: str, given: Any, path: str) -> None:
    with pytest.raises(Refusal) as caught:
        read_record(Wares, {name: given}, "p.")
    assert (caught.value.kind, caught.value.field) == ("param", f"p.{path}")


# ── the JSON schema says the same ──────────────────────────────────────────────────────────────
WARES = jsonschema_rs.Draft202012Validator(record_schema(Wares))
NOT_IN_THE_SCHEMA = [("ratio", "5/2"), ("whole", 1.0)]
"""An upper bound of a rational written as text, and how a whole number is written."""


@pytest.mark.parametrize(("name", "given"), [g[:2] for g in GOOD])
def test_the_schema_takes_what_is_read(name: str, given: Any) -> None:
    assert WARES.is_valid({name: given})


@pytest.mark.parametrize(("name", "given"), [b[:2] for b in BAD if b[:2] not in NOT_IN_THE_SCHEMA])
def test_the_schema_refuses_what_is_refused(name: str, given: Any) -> None:
    assert not WARES.is_valid({name: given})


def test_the_schema_of_a_record() -> None:
    schema = record_schema(Wares)
    assert list(schema["properties"]) == list(fields_of(Wares))
    assert schema["properties"]["whole"] == {
        "type": "integer",
        "minimum": -3,
        "maximum": 12,
        "default": 0,
        "description": "un entier",
    }
    assert schema["properties"]["ratio"]["default"] == "1/2"
    assert record_schema(Inner)["required"] == ["name"]
    assert schema["additionalProperties"] is False
    assert WARES.is_valid(show(Wares()))


class Aloud:
    """Words that can be shown apart from what they are made of."""

    def label(self, identifier: Any, context: str = "") -> str:
        return f"<{identifier}>"

    def text(self, french: str) -> str:
        return french.upper()


def test_a_schema_in_a_reader_s_words() -> None:
    properties = record_schema(Wares, Aloud())["properties"]
    assert properties["whole"]["title"] == "<whole>"
    assert properties["whole"]["description"] == "UN ENTIER"
    for inner in (properties["group"], properties["many"]["items"]):
        assert inner["properties"]["dice"]["title"] == "<dice>"
    assert properties["event"]["oneOf"][0]["properties"]["n"]["title"] == "<n>"


def test_rationals_of_any_length_are_written() -> None:
    big = Fraction(10**6_000 + 1, 3**9_000)
    top, _, bottom = written(big).partition("/")
    assert (len(top), len(bottom)) == (6_001, 4_295)
    assert written(Fraction(-(10**6_000))) == "-1" + "0" * 6_000
    assert written(Fraction(-3, 6)) == "-1/2"


# ── order ──────────────────────────────────────────────────────────────────────────────────────
class Ranked(Result):
    """Result fields in the catalogue's order."""

    degree: Literal["bad", "fair", "good"]
    done: bool
    margin: int | None
    winners: tuple[str, ...]
    share: Fraction
    detail: Inner | None
    event: Gain | End = Gain(n=1)


class Contest(Procedure[Ranked], id="jouet.concours"):
    """Only its ids matter here."""

    def ids(self) -> tuple[str, ...]:
        return ("zoe", "abel")


def _ranked(**changes: Any) -> Ranked:
    plain: dict[str, Any] = {
        "degree": "bad",
        "done": False,
        "margin": None,
        "winners": (),
        "share": Fraction(0),
        "detail": None,
    }
    return Ranked(**(plain | changes))


def test_canonical_order() -> None:
    """Fields in order; enums as listed, false first, null first, ids as the participants stand."""
    expected = [
        _ranked(),
        _ranked(detail=Inner(name="a")),
        _ranked(detail=Inner(name="a", dice=1)),
        _ranked(share=Fraction(1, 3)),
        _ranked(share=Fraction(1, 2)),
        _ranked(winners=("zoe",)),
        _ranked(winners=("zoe", "abel")),
        _ranked(winners=("abel",)),
        _ranked(winners=("autre",)),
        _ranked(margin=-2),
        _ranked(margin=10),
        _ranked(done=True),
        _ranked(degree="fair"),
        _ranked(degree="good"),
    ]
    # a number comes before "ask": shapes of one field stand in the order declared
    expected[1], expected[2] = expected[2], expected[1]
    # records that a name tells apart stand in the order declared
    expected[1:1] = [_ranked(event=Gain(n=2)), _ranked(event=End())]
    law = Law(dict.fromkeys(reversed(expected), 1))
    assert list(ordered(Contest(), law)) == expected


def test_fields_that_are_absent_are_neither_ordered_nor_shown() -> None:
    results = [_ranked(degree=UNWANTED, margin=margin) for margin in (3, None, -1)]
    law = ordered(Contest(), Law(dict.fromkeys(results, 1)))
    assert [result.margin for result in law] == [None, -1, 3]
    assert "degree" not in show(results[0])
    assert show(_ranked(share=Fraction(1, 3)))["share"] == "1/3"
