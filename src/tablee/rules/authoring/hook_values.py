"""The values that the functions of a game in a file return to readings and pages.

A value of another kind (a set for a dictionary, a generator, nothing) would fail later, at a line that
the author has not written, or hide nothing where it should hide a secret. It is refused with the line
of the function, with what it returned and what is allowed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from types import FunctionType
from typing import Any, NamedTuple

from tablee.rules.authoring.game_modules import place_in
from tablee.rules.campaign_declaration import CampaignChange, OfferedChange, Reservation
from tablee.rules.fighter_status import FighterStatus, Gauge
from tablee.rules.ledger import Event
from tablee.rules.procedure import Exchange, Procedure, Record
from tablee.rules.refusal import Refusal
from tablee.rules.registry import GameFile
from tablee.rules.schema import fields_of
from tablee.rules.sheet import Sheet

_NOTHING = "« {hook:=} » ne rend rien : elle refuse par « raise refuse(champ, valeur, attendu) »"
_SERIES = "« {hook:=} » rend un n-uplet : {example:=}"
_TABLE = "« {hook:=} » rend un dictionnaire : {example:=}"
_SET = "« {hook:=} » rend un ensemble de noms : {example:=}"
_NAMES = "« {hook:=} » rend des noms parmi : {known:=}"
_GUESS = " ; peut-être « {guess:=} »"
_STATUS = "« {hook:=} » rend {example:=}, ou None"
_STATUSES = "« {hook:=} » rend un n-uplet de FighterStatus : {example:=}"
_SHEET = "« {hook:=} » rend une fiche de la même sorte, comme replace(self, …)"
_TEXT = "« {hook:=} » rend un texte : {example:=}"
_STATE = "« {hook:=} » rend l’état qui suit, comme replace(etat, …)"
_CAMPAIGN = "« {hook:=} » rend la campagne qui suit, comme replace(campagne, …)"
_CONSEQUENCES = "« {hook:=} » donne des conséquences : yield {example:=}"
_RESERVATIONS = "« {hook:=} » donne ce que le jet a dépensé : yield {example:=}"
_OFFERS = "« {hook:=} » donne des changements proposés : yield {example:=}"
_TOO_MANY = "« {hook:=} » en donne au plus {most} ; sa boucle ne finit peut-être jamais"
_EXCHANGE = "« {hook:=} » rend {example:=}, ou None"
_ONE_STATUS = 'FighterStatus(self.nom, (Gauge("vie", self.vie, 10),))'
LONGEST = 80
"""Most characters of a value in a refusal."""
MOST_YIELDED = 500
"""Most values that a function may yield at one call."""


class HookValue(NamedTuple):
    """What a function returns. `fits`: whether a value is of its kind; `allowed`: a French text with
    the name of the function and perhaps an example."""

    fits: Callable[[Any], bool]
    allowed: str
    example: str = ""
    fields: Callable[[Any], Iterable[str]] | None = None
    """A function of the record that owns the function, which returns the names that may be in it."""


def _is_record(value: Any) -> bool:
    return isinstance(value, Record)


def _is_table(value: Any) -> bool:
    return isinstance(value, Mapping) and all(isinstance(each, str) for each in value)


def _is_table_of_texts(value: Any) -> bool:
    return _is_table(value) and all(isinstance(each, str) for each in value.values())


def _are_texts(value: Any) -> bool:
    return isinstance(value, tuple | list) and all(isinstance(each, str) for each in value)


def _are_groups(value: Any) -> bool:
    return isinstance(value, tuple | list) and all(map(_are_texts, value))


def _are_names(value: Any) -> bool:
    return isinstance(value, Set) and all(isinstance(each, str) for each in value)


def _is_status(value: Any) -> bool:
    return (
        isinstance(value, FighterStatus)
        and isinstance(value.who, str)
        and isinstance(value.gauges, tuple | list)
        and all(map(_is_gauge, value.gauges))
        and isinstance(value.states, tuple | list)
        and all(_are_texts(each) and len(each) == 2 for each in value.states)
    )


def _is_gauge(value: Any) -> bool:
    return (
        isinstance(value, Gauge)
        and isinstance(value.name, str)
        and type(value.value) is int
        and type(value.most) is int
    )


def _are_statuses(value: Any) -> bool:
    return isinstance(value, tuple | list) and all(map(_is_status, value))


def _is_consequence(value: Any) -> bool:
    sentence = getattr(value, "text", ""), getattr(value, "qui", None) or ""
    return isinstance(value, CampaignChange) and _is_table(value.event) and _are_texts(sentence)


def _is_reservation(value: Any) -> bool:
    return (
        isinstance(value, Reservation)
        and _is_table(value.event)
        and type(value.n) is int
        and _are_texts((value.spent, value.held))
    )


def _is_offer(value: Any) -> bool:
    return (
        isinstance(value, OfferedChange)
        and _is_table(value.event)
        and _is_table(value.numbers)
        and _are_texts((value.text, value.button, value.qui, value.procedure, value.parameter))
    )


def _parameters(procedure: Any) -> Iterable[str]:
    return fields_of(type(procedure))


def _results(procedure: Any) -> Iterable[str]:
    return fields_of(procedure.result_type())


def _aims(procedure: Any) -> Iterable[str]:
    return ("", *type(procedure).utilities)


_CHECK = HookValue(lambda value: value is None, _NOTHING)
_OF_PROCEDURE: Mapping[str, HookValue] = {
    "check": _CHECK,
    "concealed": HookValue(_are_names, _SET, 'frozenset({"seuil"})', _parameters),
    "beliefs": HookValue(_are_texts, _SERIES, '("seuil",)', _parameters),
    "seen": HookValue(_is_table, _TABLE, '{"seuil": UNWANTED}', _results),
    "sides": HookValue(_is_table_of_texts, _TABLE, '{"a": "nord", "b": "sud"}'),
    "led_by": HookValue(_are_texts, _SERIES, "(seat,)"),
    "goal": HookValue(lambda value: isinstance(value, str), _TEXT, '"points"', _aims),
    "fighter_statuses": HookValue(_are_statuses, _STATUSES, f"({_ONE_STATUS},)"),
    "turn_order": HookValue(_are_groups, _SERIES, '(("a",), ("b", "c"))'),
    "exchange": HookValue(
        lambda value: value is None or isinstance(value, Exchange),
        _EXCHANGE,
        'Exchange(Assaut(…), ("toucher",))',
    ),
    "ids": HookValue(_are_texts, _SERIES, '("a", "b")'),
}
_OF_EVENT: Mapping[str, HookValue] = {
    "after": HookValue(_is_record, _STATE),
}
OF_RECORD: Mapping[str, HookValue] = {
    "ledger_gauges": HookValue(
        lambda value: isinstance(value, tuple | list) and all(map(_is_gauge, value)),
        _SERIES,
        '(Gauge("vie", 3, 10),)',
    ),
    "ledger_params": HookValue(_is_table, _TABLE, '{"seuil": 3}'),
    "ledger_seats": HookValue(_is_table_of_texts, _TABLE, '{"a": "qui"}'),
}
"""Function of a campaign record -> what it returns."""
SIGNAL = HookValue(_is_record, _CAMPAIGN)
"""What a signal of a ledger returns."""
ENTERED = HookValue(_is_record, _STATE)
LEFT = HookValue(
    lambda value: isinstance(value, tuple) and len(value) == 2 and all(map(_is_record, value)),
    _SERIES,
    "(campagne, etat)",
)
"""What the functions of borrowed sheets return."""
CONSEQUENCE = HookValue(_is_consequence, _CONSEQUENCES, "run.consequence(…)")
"""Each of the values that a function of `effects` or `results` yields."""
YIELDED_BY_RECORD: Mapping[str, HookValue] = {
    "reservations": HookValue(
        _is_reservation, _RESERVATIONS, 'Reservation(event={…}, n=1, spent="dés", held="réserve")'
    ),
    "offers": HookValue(
        _is_offer, _OFFERS, 'OfferedChange(text="…", button="…", event={"type": "…"})'
    ),
}
"""Function of a campaign record -> each of the values that it yields."""
_OF_SHEET: Mapping[str, HookValue] = {
    "check": _CHECK,
    "beside": HookValue(lambda value: isinstance(value, Sheet), _SHEET),
    "edited": HookValue(lambda value: isinstance(value, Sheet), _SHEET),
    "fighter_status": HookValue(
        lambda value: value is None or _is_status(value), _STATUS, _ONE_STATUS
    ),
}


def value_of(kind: type[Any], name: str) -> HookValue | None:
    """Return what a function of a class returns to readings and pages, None for one that is free."""
    if issubclass(kind, Procedure):
        return _OF_PROCEDURE.get(name)
    if issubclass(kind, Event):
        return _OF_EVENT.get(name)
    return _OF_SHEET.get(name) if issubclass(kind, Sheet) else None


def check_value(
    file: GameFile, function: FunctionType, name: str, expected: HookValue, owner: Any, value: Any
) -> None:
    """Raise `Refusal` with the line of a function whose value is not of its kind. `owner`: the record
    that it belongs to."""
    numbers = {"hook": name, "example": expected.example}
    if not expected.fits(value):
        raise _refused(file, function, _shown(value), expected.allowed, numbers)
    if expected.fields is None:
        return
    known = tuple(expected.fields(owner))
    for each in (value,) if isinstance(value, str) else value:
        if each.split(".")[0].split("[")[0] not in known:
            from difflib import get_close_matches  # slow to load, and seldom needed

            guess = ", ".join(get_close_matches(each, known, 1))
            allowed = f"{_NAMES}{_GUESS}" if guess else _NAMES
            names = ", ".join(filter(None, known)) or "–"
            numbers |= {"known": names, "guess": guess}
            raise _refused(file, function, each, allowed, numbers)


def checked_series(
    file: GameFile, function: FunctionType, name: str, expected: HookValue, found: Any
) -> Iterator[Any]:
    """Yield what a function of a campaign record gives, one at a time, as it counts them. Raises
    `Refusal` with its line where it gives something else than `expected`, or goes on for ever."""
    numbers = {"hook": name, "example": expected.example}
    if not isinstance(found, Iterable) or isinstance(found, str | Mapping | Record):
        raise _refused(file, function, _shown(found), expected.allowed, numbers)
    for count, each in enumerate(found):
        if count == MOST_YIELDED:
            raise _refused(file, function, None, _TOO_MANY, {"hook": name, "most": count})
        if not expected.fits(each):
            raise _refused(file, function, _shown(each), expected.allowed, numbers)
        yield each


def _shown(value: Any) -> str:
    """Return a value as an author writes it; the name of its kind for one that has no such form."""
    text = repr(value)
    return type(value).__name__ if text.startswith("<") else text[:LONGEST]


def _refused(
    file: GameFile,
    function: FunctionType,
    got: str | None,
    allowed: str,
    numbers: Mapping[str, Any],
) -> Refusal:
    code = function.__code__
    place, line = place_in(file, [(code.co_filename, code.co_firstlineno)])
    field = f"{place.path}:{line}" if line else file.path
    return Refusal("param", field, got, allowed, **numbers)
