"""The leader's form for asking for a run: who, what, how hard; everything else behind that.

Its controls come from the declaration of the procedure; what the sheets of those asked have is not
asked for, and a value with a name on a sheet is offered by its names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from tablee.faces.web.form.controls import Chip, Control, Errors, controls_of, sentence_case
from tablee.faces.web.form.filled import read_params
from tablee.faces.web.form.rows import with_rows
from tablee.faces.web.page import chapters_of
from tablee.rules.ambient import Ambient, around
from tablee.rules.chronicle import switches_of
from tablee.rules.game import Game
from tablee.rules.ledger import Ledger
from tablee.rules.procedure import Procedure
from tablee.rules.refusal import Refusal
from tablee.rules.schema import Field, fields_of
from tablee.rules.sheet import read_sheet, roles_of
from tablee.rules.words import Words
from tablee.table.casting import Place, decisions, places_of
from tablee.table.replay import game_of
from tablee.table.state import State

__all__ = ["Framing", "Role", "asked_for", "framing_of"]

Pairs = Mapping[str, Sequence[str]]
RECENT = 4
"""So many procedures that were asked for lately stand first."""


class Role(msgspec.Struct, frozen=True):
    """A place of the procedure for characters: (id, name, chosen) each."""

    name: str
    label: str
    several: bool
    who: tuple[tuple[str, str, bool], ...]


class Framing(msgspec.Struct, frozen=True, kw_only=True):
    """The form. `main`: the controls in sight; `more`: the others; `taken`: what the sheets give,
    (parameter, name, value), each of which may be left out; `recent`: procedures asked for lately,
    (id, title)."""

    procedure: str
    title: str
    roles: tuple[Role, ...]
    main: tuple[Control, ...]
    more: tuple[Control, ...]
    taken: tuple[tuple[str, str, str], ...]
    recent: tuple[tuple[str, str], ...]
    chapters: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    secret: bool
    screened: bool
    complaint: str


def framing_of(state: State, words: Words, pairs: Pairs, refusal: Refusal | None = None) -> Framing:
    """The form as it is filled in so far, or as it is at first."""
    game = game_of(state)
    with around(Ambient(switches_of(game, state.rulings))):  # sheets work values out under these
        return _framing(state, game, words, pairs, refusal)


def _framing(
    state: State, game: Game, words: Words, pairs: Pairs, refusal: Refusal | None
) -> Framing:
    procedure = _procedure(state, game, pairs)
    chosen = _chosen(state, procedure, pairs)
    errors: Errors = {refusal.field: words.refusal(refusal)} if refusal else {}
    params = {**decisions(procedure), **read_params(procedure, pairs)}
    params = with_rows(procedure, params, pairs) or params
    controls = [
        _on_sheet(state, words, procedure, control, chosen)
        for control in controls_of(procedure, params, words, errors)
        if not _given(state, game, procedure, control.path, chosen)
    ]
    taken = _taken(state, game, words, procedure, chosen)
    own = any(control.path == "secret" for control in controls)
    main = [c for c in controls if c.main or c.error]
    return Framing(
        procedure=procedure.id,
        title=sentence_case(words.label(procedure.id)),
        roles=tuple(_role(state, words, place, chosen) for place in places_of(procedure)),
        main=tuple(main),
        more=tuple(c for c in controls if c not in main),
        taken=taken,
        recent=_recent(state, game, words),
        chapters=_chapters(game, words),
        secret=bool(pairs.get("secret")) and pairs["secret"][-1] in ("1", "true", "on"),
        screened=not own,
        complaint=words.refusal(refusal) if refusal else "",
    )


def asked_for(state: State, pairs: Pairs) -> list[str]:
    """The characters that the form names for the role without a name; `*`: all of the players'."""
    named = [who for who in pairs.get("to", ()) if who]
    sheets = state.chronicle.get("fiches", {})
    return [who for who in sheets if state.owners.get(who)] if "*" in named else named


def _procedure(state: State, game: Game, pairs: Pairs) -> type[Procedure[Any]]:
    """What is asked for: what the form says, else what was asked for last, else the first one."""
    named = pairs["procedure"][-1] if pairs.get("procedure") else ""
    last = next((run.procedure for run in reversed(state.runs.values())), "")
    for name in (named, last, *_usual(game)):
        found = game.procedure(name)
        if found is not None:
            return found
    return next(iter(game.procedures))


def _usual(game: Game) -> list[str]:
    return [f"{game.id}.{name}" for name in game.usual]


def _chosen(state: State, procedure: type[Procedure[Any]], pairs: Pairs) -> dict[str, list[str]]:
    """Place -> the characters chosen; at first the players' one, an adversary against them."""
    sheets = state.chronicle.get("fiches", {})
    theirs = [name for name in sheets if state.owners.get(name) is not None]
    others = [name for name in sheets if name not in theirs]
    found: dict[str, list[str]] = {}
    for place in places_of(procedure):
        key = "to" if place.name == "" else f"cast.{place.name}"
        if key in pairs:
            named = asked_for(state, pairs) if key == "to" else pairs[key]
            found[place.name] = [who for who in named if who in sheets]
        elif place.most != 1:
            found[place.name] = [*theirs, *others][: max(place.least, len(theirs) + 1)]
        else:
            taken = [who for each in found.values() for who in each]
            left = [who for who in (*theirs, *others) if who not in taken]
            wanted = others if found and others and others[0] not in taken else left
            found[place.name] = wanted[:1]
    return found


def _role(state: State, words: Words, place: Place, chosen: Mapping[str, list[str]]) -> Role:
    sheets = state.chronicle.get("fiches", {})
    several = place.most != 1 or place.name == ""
    label = words.text("À qui ?") if place.name == "" else sentence_case(words.label(place.name))
    picked = chosen.get(place.name, [])
    ordered = sorted(sheets, key=lambda name: state.owners.get(name) is None)
    who = tuple((name, str(sheets[name]["nom"]), name in picked) for name in ordered)
    return Role(place.name, label, several, who)


# ── controls ───────────────────────────────────────────────────────────────────────────────────
def _given(
    state: State,
    game: Game,
    procedure: type[Procedure[Any]],
    name: str,
    chosen: Mapping[str, list[str]],
) -> bool:
    """Whether a parameter comes from a sheet by itself, or is a place for characters."""
    field = fields_of(procedure)[name]
    if name in chosen and name not in roles_of(procedure):
        return True
    if field.source is None or not chosen.get(field.source.role):
        return False
    return not _names(state, game, field, chosen)


def _values(state: State, game: Game, field: Field, who: str) -> list[Any]:
    """What a sheet has for a parameter, the first that counts first."""
    assert field.source is not None
    sheet = read_sheet(state.sheet(who), "sheet", game)[1]
    values = (getattr(sheet, name, None) for name in field.source.fields)
    return [_open(value) for value in values if value is not None]


def _open(value: Any) -> Any:
    """A record of a sheet as {name: value}; anything else as it is."""
    return msgspec.structs.asdict(value) if isinstance(value, msgspec.Struct) else value


def _names(state: State, game: Game, field: Field, chosen: Mapping[str, list[str]]) -> list[str]:
    """The names that a parameter may have on the sheets chosen, those of all of them; none where a
    sheet has a value of its own."""
    assert field.source is not None
    tables: list[list[str]] = []
    for who in chosen.get(field.source.role, []):
        values = _values(state, game, field, who)
        if not values or not _is_table(values[0]):
            return []
        tables.append([name for value in values if _is_table(value) for name in dict(value)])
    return [name for name in tables[0] if all(name in each for each in tables)] if tables else []


def _taken(
    state: State,
    game: Game,
    words: Words,
    procedure: type[Procedure[Any]],
    chosen: Mapping[str, list[str]],
) -> tuple[tuple[str, str, str], ...]:
    """The numbers that the sheets bring by themselves and that may be left out, those that count."""
    found = []
    for name, field in fields_of(procedure).items():
        if field.source is None or field.required or not isinstance(field.default, int):
            continue
        who = chosen.get(field.source.role, [])
        values = [_values(state, game, field, each)[:1] for each in who]
        numbers = [each[0] for each in values if each and type(each[0]) is int]
        if any(number != field.default for number in numbers):
            told = words.enumeration([words.value(number) for number in numbers])
            found.append((name, sentence_case(words.label(name)), told))
    return tuple(found)


def _is_table(value: Any) -> bool:
    """Whether a value of a sheet has names: {name: value}, or pairs of them."""
    if isinstance(value, tuple):
        return all(isinstance(each, tuple) and len(each) == 2 for each in value)
    return isinstance(value, Mapping)


def _on_sheet(
    state: State,
    words: Words,
    procedure: type[Procedure[Any]],
    control: Control,
    chosen: Mapping[str, list[str]],
) -> Control:
    """A control whose values have names on the sheet offers the names."""
    field = fields_of(procedure)[control.path]
    if field.source is None or not chosen.get(field.source.role):
        return control
    names = _names(state, game_of(state), field, chosen)
    first = names[0] if field.required else ""
    picked = control.value if control.value in names else first
    chips = tuple(Chip(name, sentence_case(words.label(name)), name == picked) for name in names)
    if not field.required:
        chips = (Chip("", sentence_case(words.label("None", control.path)), not picked), *chips)
    return msgspec.structs.replace(
        control,
        kind="chips" if len(names) <= 12 else "select",
        chips=chips,
        main=True,
        landmarks=(),
        help="",
    )


# ── procedures ─────────────────────────────────────────────────────────────────────────────────
def _recent(state: State, game: Game, words: Words) -> tuple[tuple[str, str], ...]:
    """What was asked for lately, then what the game's tables ask for most."""
    lately = dict.fromkeys(run.procedure for run in reversed(state.runs.values()))
    first = list(dict.fromkeys([*list(lately)[:RECENT], *_usual(game)]))
    return tuple((name, sentence_case(words.label(name))) for name in first[: RECENT + 2])


def _chapters(game: Game, words: Words) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """The procedures that can be asked for, by chapter."""
    found = []
    for chapter in chapters_of(game, words):
        rows = []
        for address, title, _, _ in chapter.procedures:
            name = f"{game.id}.{address.rpartition('/')[2]}"
            kind = game.procedure(name)
            if kind is not None and not issubclass(kind, Ledger):
                rows.append((name, title))
        if rows:
            found.append((chapter.title, tuple(rows)))
    return tuple(found)
