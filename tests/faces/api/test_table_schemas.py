"""The components of tables agree with tables that were played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from tablee.faces.api.answer_types import INNER
from tablee.faces.api.openapi import SECURITY, declared
from tablee.faces.api.options import COMPUTATIONS
from tablee.faces.api.request_input import act_of, request_of
from tablee.faces.api.schema_components import TEXTS
from tablee.faces.api.table_schemas import BODIES
from tablee.rules.refusal import Refusal
from tablee.rules.sheet import sheet_view
from tablee.rules.texts.words import Words
from tablee.table.replay import Replays
from tablee.table.views.dice_tallies import EveningDice, tallies
from tests.faces.api.serving import DOCUMENT, validator
from tests.kit import acts
from tests.kit.texts import SOURCES, catalogue
from tests.table.evening import GAMES, characters
from tests.table.export.tables import played


# ── views ──────────────────────────────────────────────────────────────────────────────────────
def names_in(value: Any) -> Iterator[str]:
    """Yield every field name inside a value."""
    if isinstance(value, dict):
        yield from value
    for each in value.values() if isinstance(value, dict) else value:
        if isinstance(each, dict | list):
            yield from names_in(each)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("ended", [True, False])
def test_a_view_matches_the_document(game: str, ended: bool) -> None:
    """The view of every seat does, and no field of it counts the events of the table."""
    table = played(game, 3, ended)
    for seat in table.state.present:
        seen = table.view(seat.id, present=[seat.id])
        view = msgspec.json.decode(msgspec.json.encode(seen))
        wrong = [str(error) for error in validator("TableView").iter_errors(view)]
        assert not wrong, wrong[0]
        assert not {"seq", "version", "draw", "draws", "key", "keys"} & set(names_in(view))


@pytest.mark.parametrize("game", GAMES)
def test_the_dice_of_the_evening_match_the_document(game: str) -> None:
    table = played(game, 3)
    for seat in table.state.present:
        fell = EveningDice(dice=tallies(table.state, seat.id, Replays()))
        wrong = validator("EveningDice").iter_errors(msgspec.json.decode(msgspec.json.encode(fell)))
        assert not [str(error) for error in wrong]


# ── acts ───────────────────────────────────────────────────────────────────────────────────────
SAMPLES: list[acts.Act] = [
    acts.RequestRun(procedure="exil.simple", params={"talent": 9}, cast={"b": ["x"]}, to=["x"]),
    acts.Repeat(run="j1"),
    acts.RemoveModifier(run="j1", name="difficulty"),
    acts.Answer(run="j1", place=0, answer={"dice": [3]}),
    acts.Answer(run="j1", place=2, answer={"choose": ["a", "b"]}),
    acts.Throw(run="j1", place=0),
    acts.CopyCharacter(character="x", count=2),
    acts.AllowTypedDice(who="nobody"),
    acts.ChangeRulings(rulings={}),
    acts.PutAway(character="x", away=False),
    acts.LetThrow(run="j1", on=False),
    acts.Answer(run="j1", place=0, answer={"choose": "a"}, then={"0123456789abcdef": [1]}),
    acts.Seal(run="j1", place=0, values={"0": "x", "12": None}),
    acts.Undo(run="j1"),
    acts.Knock(seat="j2"),
    acts.Propose(procedure="exil.simple", character="x", params={"talent": "Savant"}),
    acts.Withdraw(run="j1", reason="une autre fois"),
    acts.PlayPending(consequence="j1.1"),
    acts.Reveal(run="j1"),
    acts.Disclose(run="j1"),
    acts.RevealThrow(throw="1.1"),
    acts.Overrule(run="j1", field="success", value=True),
    acts.ChangeRecord(event={"type": "acquitte", "numero": 1}),
    acts.Decline(consequence="j1.1"),
    acts.Restore(consequence="j1.1"),
    acts.Replace(consequence="j1.1", place=0),
    acts.PutSheet(character="x-1", sheet={}, seat="j1", free=False),
    acts.PutPortrait(character="x-1", picture="aGVq"),
    acts.ResetFields(character="x-1", field="talents"),
    acts.HandOut(title="Une lettre", text="Venez.", picture="aGVq", to=["j1"]),
    acts.TakeBackHandout(handout="0123456789ab"),
    acts.Give(character="x-1", to=None, free=True),
    acts.BeginScene(title="Le quai"),
    acts.EndScene(),
    acts.Note(text="Une note.", private=True),
    acts.ThrowFree(expression="2d6+1", reason="la météo"),
    acts.AddSeat(seat="j4", name="Élise"),
    acts.ChangeSeat(seat="j1", name="Élise", dice="real", word="ours"),
    acts.RemoveSeat(seat="j1"),
    acts.HandOver(to="j1"),
    acts.AllowAdvice(allowed=False),
    acts.AllowRolls(allowed=True),
    acts.Archive(),
]


def written(act: acts.Act) -> dict[str, Any]:
    values: dict[str, Any] = msgspec.to_builtins(act)
    if isinstance(act, acts.PutSheet):
        sheet = characters("exil")["aurele"]
        values["sheet"] = sheet_view(played("exil", 3, True).game, sheet)
    return values


@pytest.mark.parametrize("act", SAMPLES, ids=lambda each: each.__struct_config__.tag)
def test_an_act_is_read_as_the_document_says(act: acts.Act) -> None:
    given = written(act)
    schema = validator("Act")
    assert schema.is_valid(given)
    assert msgspec.json.decode(msgspec.json.encode(act_of(given))) == given
    for name in given:
        for wrong in ({**given, name: [[]]}, {**given, f"{name}_": 1}):
            if not (name == "value" and wrong[name] == [[]]):  # any value is allowed
                assert not schema.is_valid(wrong)
                with pytest.raises(Refusal):
                    act_of(wrong)
    for name in ("seat", "character"):
        if isinstance(act, acts.AddSeat | acts.PutSheet) and name in given:
            wrong = {**given, name: f"{given[name]}\n"}
            assert schema.is_valid(wrong) == (name == "seat" and isinstance(act, acts.PutSheet))


def test_a_request_has_its_type() -> None:
    body = {"procedure": "exil.simple", "params": {"talent": 9}}
    assert not validator("act.request").is_valid(body)
    with pytest.raises(Refusal) as refused:
        request_of(body)
    assert refused.value.field == "type"


def test_every_act_has_a_sample_and_a_sentence() -> None:
    kinds = set(acts.ACTS.values())
    assert kinds == {type(each) for each in SAMPLES}
    for kind in kinds:
        schema = DOCUMENT["components"]["schemas"][f"act.{kind.__struct_config__.tag}"]
        assert schema["additionalProperties"] is False
        assert schema["description"].startswith(Words(None, "fr").text(kind.about))
        assert schema["description"].endswith("À qui mène.") or kind.permission != "leader"
        for name, field in schema["properties"].items():
            assert name == "type" or field["description"]


@pytest.mark.parametrize("game", GAMES)
def test_sheets_and_events_match_the_document(game: str) -> None:
    """The document allows the sheets of a table, and its events that may be recorded by hand."""
    table = played(game, 3, True)
    for sheet in table.state.sheets.values():
        assert validator(f"{game}.sheet").is_valid(sheet)
    kept = [each.event for each in table.state.consequences.values() if not each.refusal_text]
    assert kept
    for event in kept:
        own_act = event["type"] in ("fiche", "scene")
        assert validator(f"{game}.event").is_valid(event) is not own_act, event
    assert not validator(f"{game}.sheet").is_valid({"type": "dragon", "nom": "Ours"})
    assert not validator(f"{game}.event").is_valid({"type": "scene", "moment": "midi"})


# ── the document ───────────────────────────────────────────────────────────────────────────────
def test_each_route_of_a_seat_asks_for_its_token() -> None:
    for path, item in DOCUMENT["paths"].items():
        for operation in item.values():
            ours = path.startswith("/tables")
            assert operation.get("security", []) == (
                [{"seat": []}] if ours else [{"host": []}, {}] if "campaigns" in path else []
            )
            if ours:
                assert {"400", "401", "429", "503"} <= set(operation["responses"])
                assert "Retry-After" in operation["responses"]["429"]["headers"]
    assert set(DOCUMENT["components"]["securitySchemes"]) == {"seat", "host"}


def texts_in(value: Any) -> Iterator[str]:
    """Yield each text for a reader inside a part of the document."""
    if isinstance(value, dict):
        yield from (value[key] for key in TEXTS if isinstance(value.get(key), str))
        for each in value.values():
            yield from texts_in(each)
    elif isinstance(value, list):
        for each in value:
            yield from texts_in(each)


def test_each_text_has_its_english() -> None:
    paths, records = declared()
    _, schemas = msgspec.json.schema_components((*records, *INNER, *BODIES))
    for schema in schemas.values():
        schema.pop("description", None)  # the docstring, for readers of the code
    texts = {*texts_in([paths, schemas, SECURITY])}
    texts |= {act.about for act in acts.ACTS.values()}
    texts |= {option.help for computation in COMPUTATIONS for option in computation.options}
    assert texts - set(catalogue(SOURCES / "rules" / "en.po")) == set()
