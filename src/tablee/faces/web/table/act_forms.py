"""What a form of a table's page means, as an act."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec import UNSET, inspect

from tablee.faces.json_input import dice_faces
from tablee.faces.web.form.form_values import constant_text, read_params
from tablee.faces.web.page_input import one
from tablee.faces.web.table.cast_form import asked_for
from tablee.rules.campaign.building import campaign_record_of
from tablee.rules.game import Game
from tablee.rules.refusal import Refusal, refuse
from tablee.rules.registry import procedure_of
from tablee.rules.schema import fields_of, tag_of
from tablee.rules.sheet import kinds_of
from tablee.table.acts.act import Act
from tablee.table.acts.answer import Answer
from tablee.table.acts.change_record import ChangeRecord
from tablee.table.acts.give import Give
from tablee.table.acts.put_sheet import PutSheet
from tablee.table.acts.registry import ACTS
from tablee.table.acts.request_run import RequestRun
from tablee.table.acts.run_requests import MAX_RUNS
from tablee.table.acts.seal import Seal
from tablee.table.acts.throw import Throw
from tablee.table.casting import own_lists, places_of
from tablee.table.log.table_state import State
from tablee.table.views.view_types import ChoiceAsk, TableView

Pairs = Mapping[str, Sequence[str]]
Json = Mapping[str, Any]
Seen = Callable[[], TableView]
"""The view of who sent the form, made where it is needed."""
_ALLOWED: Mapping[str, tuple[str, int]] = {
    "name": ("un nom de 1 à {most} signes, que l’on puisse lire", 100),
    "title": ("{most} signes au plus", 200),
    "word": ("{most} signes au plus, sans « = » ni retour à la ligne", 100),
    "text": ("un texte de {least} à {n:caractère|caractères}, que l’on puisse lire", 10_000),
}
"""What may be typed where, told with its longest."""
ANYBODY = "*"
"""In the place of a seat: whoever likes."""


def acts_of(state: State, seen: Seen, game: Game, pairs: Pairs) -> list[Act]:
    """The acts that a posted form means: one, and the same for the runs that are alike if it says
    so. Raises `Refusal`."""
    act = act_of(state, seen, game, pairs)
    if not isinstance(act, Throw | Answer):
        return [act]
    others = [each.rpartition(":") for each in one(pairs, "pareil").split()[:MAX_RUNS]]
    places = [(run, int(place)) for run, _, place in others if _whole(place)]
    same = (msgspec.structs.replace(act, run=run, place=place) for run, place in places)
    return [act, *same]


def act_of(state: State, seen: Seen, game: Game, pairs: Pairs) -> Act:
    """Return the act that a posted form means, on the page that shows what is seen. `do` names the
    act; the forms of some acts need more than their plain fields. Raises `Refusal`."""
    what = one(pairs, "do")
    match what:
        case "request":
            return read_request(state, game, pairs)
        case "dice":
            faces = dice_faces(one(pairs, "faces"), "faces")
            return Answer(run=one(pairs, "run"), place=_place(pairs), answer={"dice": faces})
        case "choose":
            return _chosen(seen(), pairs)
        case "put_sheet":
            return _sheet(game, pairs)
        case "change_record":
            return _kept(game, pairs)
        case "give":
            to = one(pairs, "to")
            owner = to if to not in ("", ANYBODY) else None
            return Give(character=one(pairs, "character"), to=owner, free=to == ANYBODY)
    if what not in ACTS:
        raise refuse("do", what, "un geste de cette page")
    return _plain_act(ACTS[what], pairs)


def _place(pairs: Pairs) -> int:
    text = one(pairs, "place")
    if not _whole(text):
        raise refuse("place", text, "un nombre")
    return int(text)


def _whole(text: str, digits: int = 6) -> bool:
    """Whether a text is a number of so many digits at most, as machines write it."""
    return text.isascii() and text.isdigit() and len(text) <= digits


def _plain_act(act: type[Act], pairs: Pairs) -> Act:
    """Return an act whose fields are texts, numbers and yes or no, each a field of the form."""
    given: dict[str, Any] = {"type": act.type_name()}
    for name, node in _fields(act):
        if name not in pairs:
            continue
        text = one(pairs, name)
        if isinstance(node, inspect.BoolType):
            given[name] = text in ("1", "true", "on")
        elif isinstance(node, inspect.IntType):
            given[name] = _place(pairs)
        else:
            given[name] = text
    try:
        return msgspec.convert(given, type=act)
    except msgspec.ValidationError as error:
        name = str(error).rpartition("$.")[2].rstrip("`") if "$." in str(error) else "do"
        allowed, most = _ALLOWED.get(name, ("une valeur plus courte, ou une autre", 0))
        raise refuse(name, given.get(name), allowed, least=1, most=most, n=most) from None


@cache
def _fields(act: type[Act]) -> list[tuple[str, inspect.Type]]:
    """Return the fields of an act with their types, without the descriptions around these."""
    info = inspect.type_info(act)
    assert isinstance(info, inspect.StructType)
    found = []
    for field in info.fields:
        node = field.type
        while isinstance(node, inspect.Metadata):
            node = node.type
        found.append((field.name, node))
    return found


# ── answers ────────────────────────────────────────────────────────────────────────────────────
def _chosen(view: TableView, pairs: Pairs) -> Act:
    """A choice, or the parts of choices made at once that the form gives."""
    name, place = one(pairs, "run"), _place(pairs)
    run = next((run for run in view.runs if run.id == name), None)
    asks = [ask for ask in run.asks if isinstance(ask, ChoiceAsk)] if run else []
    if not asks:
        raise refuse("run", name, "un jet qui attend un choix de vous")
    if asks[0].index is None:
        value = _value(asks[0], pairs, "choose")
        return Answer(run=name, place=place, answer={"choose": value})
    values: dict[str, Any] = {}
    for ask in asks:
        first = str(ask.index)
        if f"choose.{first}" in pairs:
            value = _value(ask, pairs, f"choose.{first}")
            alike = one(pairs, f"alike.{first}").split()
            values |= dict.fromkeys([first, *filter(_whole, alike)], value)
    return Seal(run=name, place=place, values=values)


def _value(ask: ChoiceAsk, pairs: Pairs, name: str) -> Any:
    """What was ticked or typed, as the JSON of an answer."""
    texts = list(pairs.get(name, ()))
    if ask.subset is not UNSET:
        return [text for text in texts if text]
    text = texts[-1] if texts else ""
    for option in ask.options or ():
        if constant_text(option.id) == text:
            return option.id
    if ask.form is not UNSET:
        return _free(ask.form, pairs, name)
    bare = text.strip().replace("\u2212", "-")
    return int(bare) if _whole(bare.removeprefix("-"), 17) else text


def _free(form: Json, pairs: Pairs, name: str) -> Any:
    """A text, or a text with a number; each stands in a field of its own."""
    text = one(pairs, f"{name}.texte")
    numbers = [each for each in form if each != "texte"]
    if not numbers:
        return text
    given = one(pairs, f"{name}.{numbers[0]}")
    return {"texte": text, numbers[0]: int(given) if _whole(given, 17) else given}


# ── requests ───────────────────────────────────────────────────────────────────────────────────
def read_request(state: State, game: Game, pairs: Pairs) -> RequestRun:
    """Return the request of the leader's form: `to`, `cast.ROLE`, the parameters by name, and
    `off`: parameters of a sheet that get their default."""
    procedure = procedure_of(game, one(pairs, "procedure"))
    cast: dict[str, Any] = {}
    several = {place.name for place in places_of(procedure) if place.most != 1}
    for key, values in pairs.items():
        role = key.removeprefix("cast.")
        chosen = [value for value in values if value]
        if key.startswith("cast.") and chosen:
            cast[role] = chosen if role in several else chosen[0]
    asked = asked_for(state, pairs)
    for own in own_lists(procedure) & cast.keys() if asked else ():
        cast[own] = asked[:1] * len(cast[own])
    declared = fields_of(procedure)
    off = {
        each: declared[each].shape.show(declared[each].default)
        for each in pairs.get("off", ())
        if each in declared and not declared[each].required
    }
    return RequestRun(
        procedure=procedure.id,
        params={**read_params(procedure, pairs), **off},
        cast=cast,
        to=asked,
        secret="secret" not in declared and one(pairs, "secret") in ("1", "true", "on"),
        title=one(pairs, "title")[:200],
    )


def _sheet(game: Game, pairs: Pairs) -> PutSheet:
    """A sheet from its form: `character`, `seat`, `kind`, and the fields by name."""
    kind = next((each for each in kinds_of(game) if tag_of(each) == one(pairs, "kind")), None)
    if kind is None:
        raise refuse("kind", one(pairs, "kind"), "une sorte de fiche de ce jeu")
    sheet = {"jeu": game.id, "type": tag_of(kind), **read_params(kind, pairs)}
    given = {"type": "put_sheet", "character": one(pairs, "character"), "sheet": sheet}
    try:
        return msgspec.convert({**given, "seat": one(pairs, "seat") or None}, type=PutSheet)
    except msgspec.ValidationError:
        told = "des lettres sans accent, des chiffres, - ou _ (40 au plus)"
        raise refuse("character", given["character"], told) from None


def _kept(game: Game, pairs: Pairs) -> ChangeRecord:
    """An event of the chronicle from its form."""
    shape = campaign_record_of(game).events
    tag = one(pairs, "event.type")
    record = shape.named().get(tag)
    if record is None:
        raise Refusal("param", "event.type", tag, "un changement de ce jeu")
    return ChangeRecord(event={"type": tag, **read_params(record, pairs, "event.")})
