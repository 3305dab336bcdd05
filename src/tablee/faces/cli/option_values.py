"""Arguments of the command line as values: `name=value`, chosen options.

The module parses text into JSON and reads files and sheets. It runs nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from tablee.faces.param_paths import check_different, field_at, path_of
from tablee.faces.strict_input import BOOLEANS, json_value, plain_number, takes_boolean, typed_value
from tablee.rules.contract_json import ParamsJson, RulingsJson
from tablee.rules.forms import Form, FreeText, SomeOf, TextAndNumber
from tablee.rules.procedure import Procedure, Rulings
from tablee.rules.refusal import Refusal, refuse
from tablee.rules.schema import Field, fields_of
from tablee.rules.shapes import Shape, Text

WIDEST_SWEEP = 1_000
_DECIMAL = re.compile(r"[+-]?[0-9]+,[0-9]+", re.ASCII)
"""A number with decimals as French writes it: two values where several are read."""
_SWEEP = re.compile(r"([+-]?[0-9]{1,9})\.\.([+-]?[0-9]{1,9})", re.ASCII)


class Sweep(msgspec.Struct, frozen=True):
    """A parameter that takes several values in turn, and perhaps a second one `across` it."""

    parameter: str
    values: tuple[Any, ...]
    across: Sweep | None = None


def read_params(
    procedure: type[Procedure[Any]],
    words: Sequence[str],
    sweeps: bool = False,
    rulings: RulingsJson | None = None,
    places: dict[str, tuple[str, ...]] | None = None,
) -> tuple[ParamsJson, Sweep | None]:
    """Return the parameters of `name=value` arguments, and the values of the varied ones (`-8..8`, or
    `1,3,5`).

    A text parameter keeps its bare text; `name=@FILE` reads a JSON file or a sheet; `@FILE` alone
    is the sheet of the acting character, read under `rulings`. A name may be a path
    (`a.politique.attitude`): its value is changed in what the other arguments give. `places`
    receives the names of the sheets of each parameter or role. Raises `Refusal`.
    """
    params: dict[str, Any] = {}
    changes: dict[str, Any] = {}
    sweep: Sweep | None = None
    for name, text in _pairs(procedure, words):
        path = path_of(name)
        if path[0] == "rulings" and len(path) == 2 and path[0] not in fields_of(procedure):
            allowed = "« --ruling {given:=} » : un choix de campagne n’est pas un paramètre"
            raise refuse(name, text, allowed, given=f"{path[1]}={text}")
        field = field_at(procedure, path)
        value = _value(field, name, text)
        several = _several(field, name, text) if isinstance(value, str) else ()
        if field is not None and not several:
            _check_boolean(field.shape, name, value)
        if several and (sweeps or not _DECIMAL.fullmatch(text)):
            if not sweeps:
                allowed = "une seule valeur ; « odds » en prend plusieurs, et « lab » pour le reste"
                raise refuse(name, text, allowed)
            sweep = _swept(sweep, Sweep(name, several), text)
            value = several[0]
        (params if len(path) == 1 else changes)[name] = value
    if changes or any("@" in word for word in words):
        from tablee.faces.sheet_files import from_files

        return from_files(procedure, params, rulings, changes, places), sweep
    return params, sweep


def _several(field: Field | None, name: str, text: str) -> tuple[Any, ...]:
    """Return the values of a range or a list, none for any other text."""
    if field is None or isinstance(field.shape, Text) or field.shape.takes(text):
        return ()
    span = _SWEEP.fullmatch(plain_number(text))
    if span:
        return _span(name, text, int(span[1]), int(span[2]))
    parts = [_value(field, name, part.strip()) for part in text.split(",")]
    if text.startswith("@") or len(parts) < 2 or not any(map(field.shape.takes, parts)):
        return ()
    values = [field.shape.read(part, name) for part in parts]
    check_different(name, values)
    return tuple(values)


def _swept(first: Sweep | None, then: Sweep, text: str) -> Sweep:
    """Return a sweep of one parameter, or of two. Raises `Refusal` for more, or for too many values."""
    if first is None:
        return then
    if first.across is not None:
        raise refuse(
            then.parameter, text, "une seule valeur : deux paramètres au plus peuvent varier"
        )
    if len(first.values) * len(then.values) > WIDEST_SWEEP:
        allowed = "au plus {n:valeur|valeurs} en tout"
        raise refuse(then.parameter, text, allowed, n=WIDEST_SWEEP)
    return Sweep(first.parameter, first.values, then)


def _pairs(procedure: type[Procedure[Any]], words: Sequence[str]) -> list[tuple[str, str]]:
    found: dict[str, str] = {}
    for word in words:
        name, equals, text = ("", "=", word) if word.startswith("@") else word.partition("=")
        if not equals or not (name or word.startswith("@")):
            raise refuse(name or "params", word, "nom=valeur, par exemple talent=14")
        if path_of(name) in map(path_of, found) or (not name and ",@" in text):
            raise _given_twice(procedure, name, text)
        found[name] = text
    return list(found.items())


def _given_twice(procedure: type[Procedure[Any]], name: str, text: str) -> Refusal:
    """Return the refusal of a second value; of a second sheet with the places of others."""
    if not text.startswith("@"):
        return refuse(name, text, "une seule valeur : ce nom est donné deux fois")
    from tablee.rules.sheets.sheet_params import roles_of, sheet_places

    places = sheet_places(procedure)
    several = f"{name}=@…,@…"
    if several in places:
        return refuse(name, text, "plusieurs fiches ensemble : {several:=}", several=several)
    others = ", ".join(place for place in places if not place.startswith(f"{name}="))
    if not others:
        return refuse(name or "fiche", text, "une seule fiche")
    allowed = "une seule fiche à cette place, les autres ainsi : {places:=}"
    if not name and "" not in roles_of(procedure):
        allowed = "une fiche ainsi : {places:=}"
    return refuse(name or "fiche", text, allowed, places=others)


def _value(field: Field | None, name: str, text: str) -> Any:
    if field is not None and isinstance(field.shape, Text):
        return text
    if text.startswith("@"):
        from tablee.faces.sheet_files import at

        return at(text)
    return typed_value(None if field is None else field.shape, text, name)


def _check_boolean(shape: Shape, name: str, value: Any) -> None:
    """Raise `Refusal` for a word or a number that is no yes/no value, where one is possible."""
    if takes_boolean(shape) and isinstance(value, str | int) and not shape.takes(value):
        allowed = "{shape:shape} (oui, non, on et off conviennent aussi)"
        raise refuse(name, value, allowed, shape=shape)


def _span(name: str, text: str, first: int, last: int) -> tuple[int, ...]:
    if not 0 <= last - first < WIDEST_SWEEP:
        raise refuse(
            name,
            text,
            "une étendue a..b qui monte, d’au plus {n:valeur|valeurs}",
            n=WIDEST_SWEEP,
        )
    return tuple(range(first, last + 1))


def read_rulings(rulings: type[Rulings], words: Sequence[str]) -> RulingsJson:
    """Return the rulings of `NAME=VALUE` arguments. Raises `Refusal`."""
    declared = fields_of(rulings)
    found: dict[str, Any] = {}
    for word in words:
        name, equals, text = word.partition("=")
        if not equals:
            known = ", ".join(declared) or "–"
            raise refuse("rulings", word, "NOM=VALEUR, le nom parmi : {known:=}", known=known)
        if name in found:
            field = f"rulings.{name}"
            raise refuse(field, text, "une seule valeur : ce nom est donné deux fois")
        shape = declared[name].shape if name in declared else None
        found[name] = typed_value(shape, text, f"rulings.{name}")
        if shape is not None:
            _check_boolean(shape, f"rulings.{name}", found[name])
    return found


def choice(text: str, field: str) -> Any:
    """Return the value of `--choose`: JSON where it is valid JSON, the bare text otherwise."""
    try:
        return json_value(text, field)
    except Refusal as refusal:
        raise Refusal("answer", field, text, refusal.allowed, **refusal.numbers) from None


def value_for(form: Form[Any], text: str, field: str) -> Any:
    """Return a written answer as JSON for a form, checked where it can be parsed."""
    if isinstance(form, FreeText):
        value = choice(text, field) if text.lstrip().startswith("{") else text
        return value if isinstance(value, dict) else text
    value = choice(text, field)
    if isinstance(form, TextAndNumber) and isinstance(value, str):
        return form.read_line(text)
    if isinstance(form, SomeOf) and isinstance(value, str):
        return [part.strip() for part in value.split(",") if part.strip()]
    word = text.strip().lower()
    for each in (value, text, word, BOOLEANS.get(word, word)):
        try:
            form.accept(each)
        except ValueError:
            continue
        return each
    return value
