"""Checks of the source of a game in one file, for mistakes that no declaration shows."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from string import Formatter

from tablee.rules.authoring.source_clocks import misfit_clocks
from tablee.rules.authoring.source_lines import at_line, at_source
from tablee.rules.authoring.source_names import (
    repeated_names,
    unknown_seats,
    unnamed_readers,
    untyped_fields,
)
from tablee.rules.authoring.source_purity import impurities
from tablee.rules.authoring.source_questions import unawaited
from tablee.rules.authoring.source_tree import Source, literal
from tablee.rules.game import Game
from tablee.rules.game_checks import CLAUSE_ID, unsound
from tablee.rules.ledger import Ledger
from tablee.rules.procedure import Procedure
from tablee.rules.refusal import Refusal
from tablee.rules.registry import GameFile
from tablee.rules.schema import fields_of
from tablee.rules.shapes import Choice, Either, Nothing, Ratio, Shape, Whole, YesNo

TEXTS = {"note": (0, 1), "refuse": (-1, 2)}
"""Function -> the places of its clauses and of its French text among its arguments; -1: none."""


def source_mistakes(game: Game, file: GameFile) -> Iterator[Refusal]:
    """Yield the refusal of each mistake in the source of a game."""
    sources = [Source(each) for each in (file, *file.helpers)]
    yield from _wrong_effects(game, sources)
    yield from _shown_clocks(game, sources)
    yield from _unfilled(game, sources[0].file)
    yield from misfit_clocks(game, sources[0].file)
    yield from unnamed_readers(game, sources)
    for source in sources:
        yield from _wrong_texts(game, source)
        yield from _wrong_secrets(game, source)
        yield from unawaited(source, sources)
        yield from impurities(source)
        yield from _wrong_parameters(game, source)
        yield from _wrong_seats(game, source)
        yield from repeated_names(source)
        yield from untyped_fields(source)
        yield from unknown_seats(game, source, sources)


def _wrong_texts(game: Game, source: Source) -> Iterator[Refusal]:
    """Yield the notes that name unknown clauses or lack a field of their sentences."""
    for node in source.calls(*TEXTS):
        clauses, text = (literal(node, place) for place in TEXTS[source.called(node)])
        for clause in clauses.split():
            if clause not in game.clauses:
                allowed = "dans « clauses », la phrase de « {clause:=} »"
                if not CLAUSE_ID.fullmatch(clause):
                    allowed = (
                        "d’abord des numéros de clauses (« » s’il n’y en a pas), puis la phrase"
                    )
                yield at_line(source.file, node.lineno, None, allowed, clause=clause)
        place = TEXTS[source.called(node)][1]
        if place < len(node.args) and isinstance(node.args[place], ast.JoinedStr):
            allowed = "une phrase sans f devant, et les valeurs après elle : nom=…"
            yield at_line(source.file, node.lineno, ast.unparse(node.args[place]), allowed)
        yield from _missing_fields(source.file, node, text)


def _wrong_effects(game: Game, sources: Sequence[Source]) -> Iterator[Refusal]:
    """Yield the effects that the campaign record names and no rule emits, where the names in the
    rules are literals."""
    clocks = {clock.name for clock in game.clocks}  # the leader may move one that no rule moves
    named = {*getattr(game.campaign_record, "effects", {})} - clocks
    calls = (node for source in sources for node in source.calls("effect"))
    left = dict.fromkeys(literal(node, 0, "name") for node in calls)
    for name in named:
        if name not in left and "" not in left:
            allowed = "un effet qu’une règle laisse : {known:=}"
            known = ", ".join(left) or "–"
            yield at_source(
                sources[0].file,
                unsound(("CampaignRecord", f'"{name}"'), name, allowed, known=known),
            )


def _unfilled(game: Game, file: GameFile) -> Iterator[Refusal]:
    """Yield the clocks whose parameter no procedure has, and the seats whose place is no character of
    a procedure."""
    allowed = "un paramètre de la procédure : {known:=}"
    written = (kind for kind in game.procedures if not issubclass(kind, Ledger))
    names = {name: None for kind in written for name in fields_of(kind)}
    for clock in game.clocks:
        if clock.parameter and clock.parameter not in names:
            place, known = ("Game", "clocks", f'"{clock.name}"'), ", ".join(names) or "–"
            yield at_source(file, unsound(place, clock.parameter, allowed, known=known))
    for kind in game.procedures:
        fields = fields_of(kind)
        roles = {field.source.role: None for field in fields.values() if field.source}
        for seat, role in kind.seats.items():
            if role not in ("", seat, *roles, *fields):
                known = ", ".join(filter(None, (*roles, seat)))
                allowed = "le siège lui-même, un rôle de « on_sheet » ou un paramètre : {known:=}"
                wrong = unsound((kind.__name__, "seats"), role, allowed, known=known)
                yield at_source(file, wrong)


def _shown_clocks(game: Game, sources: Sequence[Source]) -> Iterator[Refusal]:
    """Yield the effects on secret clocks that all seats would see."""
    secret = {clock.name for clock in game.clocks if clock.secret}
    for source in sources:
        for node in source.calls("effect"):
            name, given = literal(node, 0, "name"), {each.arg for each in node.keywords}
            if name in secret and not given & {"to", None}:
                allowed = "to={leader}, car cette horloge est secrète"
                yield at_line(source.file, node.lineno, name, allowed, leader=repr(game.leader))


def _wrong_secrets(game: Game, source: Source) -> Iterator[Refusal]:
    """Yield the parameters asked for as a secret that are concealed from no seat; the card of a
    request would show them to all."""
    for kind, declared in source.procedures(game):
        if kind.concealed is Procedure.concealed:
            for node in source.calls("hidden", within=declared):
                name = literal(node, 1, "label")
                if name in fields_of(kind):
                    allowed = "un secret que « concealed » cache à qui ne le sait pas"
                    yield at_line(source.file, node.lineno, name, allowed)


def _missing_fields(file: GameFile, call: ast.Call, text: str) -> Iterator[Refusal]:
    given = {keyword.arg for keyword in call.keywords}
    try:
        names = [name for _, name, _, _ in Formatter().parse(text) if name is not None]
    except ValueError:
        yield at_line(file, call.lineno, text, "un texte dont les accolades se ferment")
        return
    for name in names:
        if name not in given and None not in given:
            allowed = "un champ dont la valeur est donnée : {field:=}=…"
            yield at_line(file, call.lineno, f"{{{name}}}", allowed, field=name or "nom")


# ── rules ──────────────────────────────────────────────────────────────────────────────────────
def _wrong_parameters(game: Game, source: Source) -> Iterator[Refusal]:
    """Yield a refusal for each choice whose `parameter` is not a field of its procedure. A choice
    without one is correct."""
    places = {"decide": 1, "choose": 99}
    for kind, declared in source.procedures(game):
        known = fields_of(kind)
        for node in source.calls(*places, within=declared):
            name = literal(node, places[source.called(node)], "parameter")
            if name and re.split(r"[.\[]", name)[0] not in known:
                allowed = "un paramètre de la procédure : {known:=}"
                names = ", ".join(known) or "–"
                yield at_line(source.file, node.lineno, name, allowed, known=names)


# ── seats ──────────────────────────────────────────────────────────────────────────────────────
_PLAIN = (Whole, YesNo, Ratio, Choice, Nothing)
"""Shapes of values that name nobody."""


def _wrong_seats(game: Game, source: Source) -> Iterator[Refusal]:
    """Yield the seats that have the name of a plain parameter: the table looks for their character
    there."""
    for kind, declared in source.procedures(game):
        for line, seat in _seats_in(declared):
            place = kind.seats.get(seat, seat)
            field = fields_of(kind).get(place)
            if field is not None and _is_plain(field.shape):
                allowed = "un siège d’un autre nom que celui d’un paramètre"
                yield at_line(source.file, line, seat, allowed)


def _seats_in(declared: ast.ClassDef) -> Iterator[tuple[int, str]]:
    """Yield (line, seat) of the literal seats of a rule."""
    for node in ast.walk(declared):
        match node:
            case ast.keyword(arg="who" | "knows", value=ast.Constant(value=str(seat)) as named):
                yield named.lineno, seat
            case ast.Assign(targets=[ast.Name(id="seats")], value=ast.Dict(keys=keys)):
                for key in keys:
                    if isinstance(key, ast.Constant):
                        yield key.lineno, str(key.value)


def _is_plain(shape: Shape) -> bool:
    shapes = shape.shapes if isinstance(shape, Either) else (shape,)
    return all(isinstance(each, _PLAIN) for each in shapes)
