"""What a game in one file lacks, or does not use: words, fields, and English, which is optional."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any

from tablee.rules.authoring.source_checks import TEXTS
from tablee.rules.authoring.source_lines import at_line, at_source, in_place, joined
from tablee.rules.authoring.source_tree import Source, literal
from tablee.rules.checkup.declared import declared_fields, declared_names
from tablee.rules.checkup.sheet_sources import without_sheet
from tablee.rules.clocks import PUBLIC, SECRET
from tablee.rules.game import Game
from tablee.rules.game_checks import unsound
from tablee.rules.ledger import Ledger
from tablee.rules.procedure import Procedure
from tablee.rules.refusal import Refusal
from tablee.rules.registry import GameFile
from tablee.rules.schema import Field, fields_of
from tablee.rules.shapes import Text
from tablee.rules.sheet import kinds_of
from tablee.rules.texts.common_words import COMMON
from tablee.rules.texts.words import Words

NO_WORD = "un mot pour « {name:=} » dans « words »"
_LETTER = re.compile(r"[^\W\d_]")


def gaps(game: Game, file: GameFile) -> Iterator[Refusal]:
    """Yield a refusal, with its line, for each thing that is missing or without use."""
    whole = joined(file)
    source = Source(whole)
    yield from (in_place(each, file) for each in _without_word(game, whole))
    yield from (in_place(each, file) for each in _without_clause(game, source))
    yield from (in_place(each, file) for each in _without_use(game, source))
    yield from (in_place(each, file) for each in without_sheet(game, whole))
    yield from (in_place(each, file) for each in _misspelt_seats(game, source))


def remarks(game: Game, file: GameFile) -> Iterator[Refusal]:
    """Yield a refusal, with its line, for each text without English, which is optional."""
    yield from (in_place(each, file) for each in _without_english(game, Source(joined(file))))


def unrecorded(game: Game, file: GameFile) -> list[str]:
    """Return the effects that change nothing in a campaign, so that a person notes them by hand: no
    clock and no function of the campaign record takes them, nor all results of their procedure."""
    source, record = Source(joined(file)), game.campaign_record
    effects, results = getattr(record, "effects", {}), getattr(record, "results", {})
    kinds: dict[int, str] = {}
    for kind, part in source.procedures(game):
        kinds |= {id(node): kind.id for node in source.calls("effect", within=part)}
    found: dict[str, None] = {}
    for node in source.calls("effect"):
        name, kind_id = literal(node, 0, "name"), kinds.get(id(node))
        whole = kind_id in results if kind_id else bool(results)
        if name and name not in effects and not whole:
            found[name] = None
    return [*found]


def lacks_word(game: Game, name: str) -> bool:
    """Return whether an identifier has no word in the game. In a game in English it is its own."""
    if game.lang == "en":
        return False
    known = {key.rpartition(".")[2].removesuffix(":#") for key in game.words}
    named = name in known or name in game.words or name in COMMON or name == "ask"
    return not named and _LETTER.search(name) is not None


def _without_word(game: Game, file: GameFile) -> Iterator[Refusal]:
    seen: set[str] = set()
    for name, owner, _ in declared_names(game):
        if name not in seen and lacks_word(game, name):
            seen.add(name)
            yield at_source(file, unsound((owner, name), None, NO_WORD, name=name))


def _without_english(game: Game, source: Source) -> Iterator[Refusal]:
    """Yield the French texts without English; one refusal for a game without any."""
    if game.lang == "en":
        return
    if not game.english:
        allowed = "english={{texte : son anglais}}, ou lang={en:=} si le jeu est écrit en anglais"
        yield at_source(source.file, unsound(("Game",), None, allowed, en='"en"'))
        return
    english = Words(game, "en")
    for text, line in _french(game, source).items():
        if _LETTER.search(re.sub(r"\{[^{}]*\}", "", text)) and not english.has_english(text):
            allowed = "dans « english », l’anglais de « {text:=} »"
            if line:
                yield at_line(source.file, line, None, allowed, text=text)
            else:
                yield at_source(source.file, unsound((text,), None, allowed, text=text))


def _french(game: Game, source: Source) -> dict[str, int]:
    """Return each French text of the game with its line, 0 where it must be searched."""
    found = dict.fromkeys([*game.words.values(), *game.clauses.values()], 0)
    for record in (game.rulings, *game.procedures, *kinds_of(game)):
        for field in declared_fields(record):
            rows = field.landmarks.rows if field.landmarks else ()
            shown = [field.help] * bool(field.help) + [text for _, texts in rows for text in texts]
            found |= dict.fromkeys(shown, 0)
    for node in source.calls(*TEXTS):
        text = literal(node, TEXTS[source.called(node)][1])
        if text:
            found[text] = node.lineno
    return found


def _without_clause(game: Game, source: Source) -> Iterator[Refusal]:
    """Yield the procedures whose docstrings cite no clause, and the clauses that no procedure
    cites."""
    named = {clause for kind in game.procedures for clause in kind.clauses()}
    for text in _texts(source):
        named |= set(text.split())
    for kind in _written(game):
        if game.clauses and not kind.clauses():
            allowed = "les clauses de la règle, entre parenthèses dans son texte"
            yield at_source(source.file, unsound((kind.__name__,), kind.id, allowed))
    for clause in game.clauses:
        if clause not in named:
            allowed = "une clause qu’une règle nomme"
            yield at_source(source.file, unsound((clause,), clause, allowed))


def _without_use(game: Game, source: Source) -> Iterator[Refusal]:
    """Yield the parameters that no rule reads, and the scores of sheets that nothing uses."""
    read = {each.attr for each in source.nodes() if isinstance(each, ast.Attribute)}
    read |= set(_texts(source))
    on_sheets = {clock.name for clock in game.clocks if clock.on_sheet}
    for kind in _written(game):
        own = {"etat", "evenements"} if issubclass(kind, Ledger) else set()
        for field in fields_of(kind).values():
            on_sheets |= set(_sheet_fields(field))
            if field.name not in read | own:
                allowed = "un paramètre dont la règle se sert : self.{name:=}"
                yield at_source(
                    source.file,
                    unsound((kind.__name__, field.name), None, allowed, name=field.name),
                )
    for sheet in kinds_of(game):
        for field in fields_of(sheet).values():
            if field.name not in read | on_sheets and not isinstance(field.shape, Text):
                allowed = "un champ, « {name:=} », dont un jet ou la campagne se sert"
                yield at_source(
                    source.file,
                    unsound((sheet.__name__, field.name), None, allowed, name=field.name),
                )


def _misspelt_seats(game: Game, source: Source) -> Iterator[Refusal]:
    """Yield the seats of a rule that are nearly one which its procedure declares: at a table, another
    seat than the author means would answer."""
    for kind, part in source.procedures(game):
        known = {*kind.seats, game.leader}
        for node in source.nodes(part):
            match node:
                case ast.keyword(arg="who" | "knows", value=ast.Constant(value=str(seat))) if (
                    kind.seats and seat not in known
                ):
                    near = get_close_matches(seat, known, 1, 0.85)
                    digits = {*re.findall(r"\d+", "".join(near))} ^ {*re.findall(r"\d+", seat)}
                    if near and not digits:
                        allowed = "un siège de « seats » ; peut-être « {guess:=} »"
                        line = node.value.lineno
                        yield at_line(source.file, line, seat, allowed, guess=near[0])


def _written(game: Game) -> Iterator[type[Procedure[Any]]]:
    """Yield the procedures that the author wrote: not the ledgers of ready-made clocks."""
    made = {name for name in (f"{game.id}.{PUBLIC}", f"{game.id}.{SECRET}") if game.clocks}
    yield from (kind for kind in game.procedures if kind.id not in made)


def _texts(source: Source) -> Iterator[str]:
    """Yield the literal texts inside classes and functions, not those of the words and their
    English."""
    for part in source.nodes():
        if isinstance(part, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            for node in source.nodes(part):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield node.value


def _sheet_fields(field: Field) -> tuple[str, ...]:
    return (field.source.fields or (field.name,)) if field.source else ()
