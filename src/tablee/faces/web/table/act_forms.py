"""The acts that the posted forms of a table's pages mean.

Most acts have one form field for each of their fields; the module reads them by the types of these
fields. Requests, answers, sheets and manual changes have richer forms, read here one by one. It may
import the acts, the rules and the readers of forms; it must not know how pages are rendered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from tablee.faces.strict_input import dice_faces
from tablee.faces.web.form.form_values import chosen_value, constant_text, read_params
from tablee.faces.web.page_input import one
from tablee.faces.web.table.carried_values import without_replaced
from tablee.faces.web.table.cast_form import asked_for
from tablee.faces.web.table.member_lists import aligned
from tablee.faces.web.table.new_characters import bring
from tablee.rules.campaign.building import campaign_record_of
from tablee.rules.game import Game
from tablee.rules.refusal import Refusal, refuse
from tablee.rules.registry import procedure_of
from tablee.rules.schema import fields_of, read_record, tag_of
from tablee.rules.shapes import Whole, YesNo
from tablee.rules.sheet import kinds_of
from tablee.table.acts.act import Act
from tablee.table.acts.act_registry import ACTS
from tablee.table.acts.answer import Answer
from tablee.table.acts.change_record import ChangeRecord
from tablee.table.acts.change_rulings import ChangeRulings
from tablee.table.acts.decline import Decline
from tablee.table.acts.give import Give
from tablee.table.acts.let_throw import LetThrow
from tablee.table.acts.propose import Propose
from tablee.table.acts.put_sheet import PutSheet
from tablee.table.acts.request_run import RequestRun
from tablee.table.acts.restore import Restore
from tablee.table.acts.run_requests import MAX_RUNS
from tablee.table.acts.seal import Seal
from tablee.table.acts.throw import Throw
from tablee.table.acts.throw_free import ThrowFree
from tablee.table.casting import own_lists, places_of
from tablee.table.log.table_state import State
from tablee.table.proposals import PLUS
from tablee.table.views.view_types import ChoiceAsk
from tablee.table.views.whole_view_types import TableView

Pairs = Mapping[str, Sequence[str]]
Json = Mapping[str, Any]
ViewOfSender = Callable[[], TableView]
"""Function that returns the view of the seat that sent the form; few forms need it."""
_ALLOWED: Mapping[str, tuple[str, int]] = {
    "name": ("un nom de 1 à {most} signes, que l’on puisse lire", 100),
    "title": ("{most} signes au plus", 200),
    "word": ("{most} signes au plus, sans « = » ni retour à la ligne", 100),
    "text": ("un texte de {least} à {n:caractère|caractères}, que l’on puisse lire", 10_000),
}
"""Field -> what a person may type there, and its maximum length."""
_NUMBER = "event.numero"
"""Field of the pending consequences that an event settles: each is an act of its own."""
ANYBODY = "*"
"""Value in place of a seat: any player may take the character."""


def acts_of(state: State, view: ViewOfSender, game: Game, pairs: Pairs) -> list[Act]:
    """Return the acts of a posted form: one, and the same act for each of the similar runs that the
    form names. `suite`: the house throws all further dice of the seat in the run. Raises
    `Refusal`."""
    act = act_of(state, view, game, pairs)
    if one(pairs, "suite"):
        left = LetThrow(run=one(pairs, "run"))
        return [left] if isinstance(act, Throw) else [act, left]
    if isinstance(act, Decline | Restore):
        return [msgspec.structs.replace(act, consequence=each) for each in pairs["consequence"]]
    if isinstance(act, ChangeRecord):
        numbers = pairs.get(_NUMBER, ())
        return [_change(game, {**pairs, _NUMBER: [each]}) for each in numbers] or [act]
    if not isinstance(act, Throw | Answer):
        return [act]
    others = [each.rpartition(":") for each in one(pairs, "pareil").split()[:MAX_RUNS]]
    places = [(run, int(place)) for run, _, place in others if _whole(place)]
    same = (msgspec.structs.replace(act, run=run, place=place) for run, place in places)
    return [act, *same]


def act_of(state: State, view: ViewOfSender, game: Game, pairs: Pairs) -> Act:
    """Return the act of a posted form. `do` names the act; the forms of some acts need more than
    their plain fields. Raises `Refusal`."""
    what = one(pairs, "do")
    match what:
        case "request":
            return read_request(state, game, pairs)
        case "dice":
            faces = dice_faces(one(pairs, "faces"), "faces")
            return Answer(run=one(pairs, "run"), place=_place(pairs), answer={"dice": faces})
        case "choose":
            return _chosen(view(), pairs)
        case "propose":
            return _proposal(pairs)
        case "throw_free":
            dice = one(pairs, "expression") or one(pairs, "typed")
            secret = bool(one(pairs, "secret"))
            return ThrowFree(expression=dice, reason=one(pairs, "reason"), secret=secret)
        case "put_sheet":
            return _sheet(game, pairs)
        case "bring":
            return bring(state, pairs)
        case "change_record":
            return _change(game, pairs)
        case "change_rulings":
            return ChangeRulings(rulings=read_params(game.rulings, pairs, "rulings."))
        case "give":
            to = one(pairs, "to")
            owner = to if to not in ("", ANYBODY) else None
            return Give(character=one(pairs, "character"), to=owner, free=to == ANYBODY)
    if what not in ACTS:
        raise refuse("do", what, "un geste de cette page")
    return _plain_act(ACTS[what], pairs)


def _proposal(pairs: Pairs) -> Propose:
    head = "params."
    chosen = {
        name.removeprefix(head): PLUS.join(filter(None, values))
        for name, values in pairs.items()
        if name.startswith(head)
    }
    places = {
        name.removeprefix("cast."): one(pairs, name) for name in pairs if name.startswith("cast.")
    }
    return Propose(
        procedure=one(pairs, "procedure"),
        character=one(pairs, "character"),
        params={name: value for name, value in chosen.items() if value},
        cast={place: who for place, who in places.items() if who},
    )


def _place(pairs: Pairs) -> int:
    return _number(pairs, "place")


def _number(pairs: Pairs, name: str) -> int:
    text = one(pairs, name)
    if not _whole(text):
        raise refuse(name, text, "un nombre")
    return int(text)


def _whole(text: str, digits: int = 6) -> bool:
    """Return whether a text is a number of at most that many ASCII digits."""
    return text.isascii() and text.isdigit() and len(text) <= digits


def _plain_act(act: type[Act], pairs: Pairs) -> Act:
    """Return an act whose fields are texts, numbers and yes or no, each a field of the form."""
    given: dict[str, Any] = {}
    for name, field in fields_of(act).items():
        if name not in pairs:
            continue
        if isinstance(field.shape, YesNo):
            given[name] = _ticked(pairs, name)
        else:
            given[name] = (
                _number(pairs, name) if isinstance(field.shape, Whole) else one(pairs, name)
            )
    try:
        read: Act = read_record(act, given, "")
    except Refusal as refusal:
        name = refusal.field
        allowed, most = _ALLOWED.get(name, ("une valeur plus courte, ou une autre", 0))
        raise refuse(name, given.get(name), allowed, least=1, most=most, n=most) from None
    return read


def _ticked(pairs: Pairs, name: str) -> bool:
    return one(pairs, name) in ("1", "true", "on")


# ── answers ────────────────────────────────────────────────────────────────────────────────────
def _chosen(view: TableView, pairs: Pairs) -> Act:
    """Return the act of a choice, or of the sealed choices that the form contains."""
    name, place = one(pairs, "run"), _place(pairs)
    run = next((run for run in view.runs if run.id == name), None)
    asks = [ask for ask in run.asks if isinstance(ask, ChoiceAsk)] if run else []
    if not asks:
        raise refuse("run", name, "un jet qui attend un choix de vous")
    if asks[0].index is None:
        value = _value(asks[0], pairs, "choose")
        later = {each.asked: f"then.{each.asked}" for each in run.ahead} if run else {}
        then = {
            each.asked: _value(each, pairs, later[each.asked])
            for each in (run.ahead if run else ())
            if one(pairs, later[each.asked])
        }
        return Answer(run=name, place=place, answer={"choose": value}, then=then)
    values: dict[str, Any] = {}
    for ask in asks:
        first = str(ask.index)
        if f"choose.{first}" in pairs:
            value = _value(ask, pairs, f"choose.{first}")
            alike = one(pairs, f"alike.{first}").split()
            values |= dict.fromkeys([first, *filter(_whole, alike)], value)
    return Seal(run=name, place=place, values=values)


def _value(ask: ChoiceAsk, pairs: Pairs, name: str) -> Any:
    """Return what a person ticked or typed, as the JSON of an answer."""
    texts = list(pairs.get(name, ()))
    if ask.subset is not UNSET:
        return [text for text in texts if text]
    text, offered = texts[-1] if texts else "", [option.id for option in ask.options or ()]
    if ask.form is not UNSET and text not in map(constant_text, offered):
        return _free(ask.form, pairs, name)
    return chosen_value(text, offered)


def _free(form: Json, pairs: Pairs, name: str) -> Any:
    """Return a text, or a text with a number; each has a form field of its own."""
    text = one(pairs, f"{name}.texte")
    numbers = [each for each in form if each != "texte"]
    if not numbers:
        return text
    given = one(pairs, f"{name}.{numbers[0]}")
    return {"texte": text, numbers[0]: int(given) if _whole(given, 17) else given}


# ── requests ───────────────────────────────────────────────────────────────────────────────────
def read_request(state: State, game: Game, pairs: Pairs) -> RequestRun:
    """Return the request of the request form. Its fields are `to`, `cast.ROLE`, the parameters by
    name, and `off`: parameters that keep their default although a sheet has a value."""
    procedure, pairs = procedure_of(game, one(pairs, "procedure")), aligned(pairs)
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
        params=without_replaced(procedure, {**read_params(procedure, pairs), **off}),
        cast=cast,
        to=asked,
        secret="secret" not in declared and _ticked(pairs, "secret"),
        title=one(pairs, "title")[:200],
    )


def _sheet(game: Game, pairs: Pairs) -> PutSheet:
    """Return the act of a sheet form: `character`, `seat`, `kind`, and the fields by name."""
    kind = next((each for each in kinds_of(game) if tag_of(each) == one(pairs, "kind")), None)
    if kind is None:
        raise refuse("kind", one(pairs, "kind"), "une sorte de fiche de ce jeu")
    sheet = {"jeu": game.id, "type": tag_of(kind), **read_params(kind, pairs)}
    character, seat = one(pairs, "character"), one(pairs, "seat") or None
    given = {"character": character, "sheet": sheet, "seat": seat}
    try:
        act: PutSheet = read_record(PutSheet, given, "")
    except Refusal:
        allowed = "des lettres sans accent, des chiffres, - ou _ (40 au plus)"
        raise refuse("character", character, allowed) from None
    return act


def _change(game: Game, pairs: Pairs) -> ChangeRecord:
    """Return the act of the form of an event of the campaign record."""
    shape = campaign_record_of(game).events
    tag = one(pairs, "event.type")
    record = shape.named().get(tag)
    if record is None:
        raise Refusal("param", "event.type", tag, "un changement de ce jeu")
    return ChangeRecord(event={"type": tag, **read_params(record, pairs, "event.")})
