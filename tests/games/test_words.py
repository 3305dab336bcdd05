"""Words: whatever a reader may meet has a French word and an English one, well set."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablee.rules.checkup.declared import declared_names
from tablee.rules.forms import Form, OneOf, SomeOf
from tablee.rules.game import Game
from tablee.rules.procedure import clause_ids
from tablee.rules.questions import Choose, Together
from tablee.rules.readings.explain import explain
from tablee.rules.readings.session import Session
from tablee.rules.registry import games
from tablee.rules.run_input import ask_about
from tablee.rules.sheet import creation_of, kinds_of
from tablee.rules.texts.common_words import COMMON
from tablee.rules.texts.words import Words
from tests.kit.runs import grid, random_run
from tests.kit.texts import (
    SOURCES,
    catalogue,
    clauses_in,
    declared_fields,
    fields_in,
    game_sources,
    page_texts_in,
    templates_in,
)

GAMES = [pytest.param(game, id=game.id) for game in games()]
SEEDS = range(4)


@functools.cache
def runs(game: str) -> list[Session]:
    """Some runs at random of every parameter set of a game's grid."""
    return [
        random_run(ask_about(procedure, params), seed)
        for procedure, _, params in grid()
        if procedure.startswith(f"{game}.")
        for seed in SEEDS
    ]


def none(wrong: list[str]) -> None:
    assert not wrong, "\n" + "\n".join(wrong)


# ── words for identifiers ──────────────────────────────────────────────────────────────────────
def _declared(game: Game) -> Iterator[tuple[str, str]]:
    """(identifier, where) of all that the declarations name."""
    yield from ((name, where) for name, _, where in declared_names(game))


def _in_runs(game: Game) -> Iterator[tuple[str, str]]:
    """(identifier, where) of seats, labels and options of runs; names given in parameters
    (of participants, of tasks) need no word."""
    for session in runs(game.id):
        where = session.question.procedure.id
        given = set(_texts(session.question.given))
        for replayed in _steps(session):
            pending = replayed.pending
            if pending is None:
                continue
            asks = pending.choices if isinstance(pending, Together) else (pending,)
            for ask in asks:
                found = {replayed.outer(ask.who), ask.label}
                if isinstance(ask, Choose):
                    found |= {name for name, _ in ask.facts}
                    found |= {part for each in _options(ask.form) for part in each.split(":")}
                yield from ((name, f"{where}, ask {ask.label}") for name in found - given)


def _steps(session: Session) -> Iterator[Session]:
    replayed = Session(session.question.with_answers(()), session.secrets)
    yield replayed
    for answer in session.answers:
        replayed.answer(answer)
        yield replayed


def _options(form: Form[object]) -> list[str]:
    ids = form.ids if isinstance(form, OneOf | SomeOf) else ()
    return [each for each in ids if isinstance(each, str)]


def _texts(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for name, each in value.items():
                yield name
                yield from _texts(each)
        case list() | tuple():
            for each in value:
                yield from _texts(each)


def _lacking(game: Game, names: Iterator[tuple[str, str]]) -> list[str]:
    known = {key.rpartition(".")[2] for key in game.words} | set(game.words) | set(COMMON)
    known |= {key.removesuffix(":#") for key in game.words}
    lacking = {
        name: where
        for name, where in names
        if name not in known and re.search(r"[^\W\d]", name) and name != "ask"
    }
    return [f"{name} ({where})" for name, where in sorted(lacking.items())]


@pytest.mark.parametrize("game", GAMES)
def test_everything_declared_has_a_word(game: Game) -> None:
    none(_lacking(game, _declared(game)))


@pytest.mark.parametrize("game", GAMES)
def test_every_seat_label_fact_and_option_has_a_word(game: Game) -> None:
    none(_lacking(game, _in_runs(game)))


# ── clauses ────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("game", GAMES)
def test_no_word_replaces_another_one_silently(game: Game) -> None:
    """The words of a game are joined from several dictionaries: the last one would win."""
    found: dict[str, set[str]] = {}
    for module in (SOURCES / "games" / game.id).rglob("*words.py"):
        for node in ast.walk(ast.parse(module.read_text("utf-8"))):
            if isinstance(node, ast.Dict):
                for key, text in zip(node.keys, node.values, strict=True):
                    if isinstance(key, ast.Constant) and isinstance(text, ast.Constant):
                        found.setdefault(str(key.value), set()).add(str(text.value))
    none([f"{key}: {texts}" for key, texts in found.items() if len(texts) > 1])


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_named_has_its_sentence(game: Game) -> None:
    named = {clause: kind.id for kind in game.procedures for clause in kind.clauses()}
    for source in game_sources(game):
        for where, ids in clauses_in(source):
            assert clause_ids(ids) == tuple(dict.fromkeys(ids.split())), f"{where}: {ids!r}"
            named |= dict.fromkeys(ids.split(), where)
    for session in runs(game.id):
        named |= {c: session.question.procedure.id for e in session.trace for c in e.clauses}
    none([f"{c} ({w})" for c, w in sorted(named.items()) if c not in game.clauses])


@pytest.mark.parametrize("game", GAMES)
def test_every_procedure_carries_clauses(game: Game) -> None:
    none([kind.id for kind in game.procedures if not kind.clauses()])


# ── English beside French ──────────────────────────────────────────────────────────────────────
def _french(game: Game) -> dict[str, str]:
    """Return French text -> its place, of one game."""
    found = {text: f"word {name}" for name, text in game.words.items()}
    found |= {text: f"clause {clause}" for clause, text in game.clauses.items()}
    for record in (game.rulings, *game.procedures, *kinds_of(game)):
        for field in declared_fields(record):
            rows = field.landmarks.rows if field.landmarks else ()
            shown = [field.help] * bool(field.help) + [text for _, texts in rows for text in texts]
            found |= dict.fromkeys(shown, f"help of {field.name}")
    for kind in kinds_of(game):
        found |= {
            text: f"levels of {field}" for field, text in creation_of(game, kind).levels.items()
        }
    for source in game_sources(game):
        found |= {text: where for where, text in templates_in(source)}
    return found


def _core() -> dict[str, str]:
    """Return French text -> its place, of the rule language and the faces."""
    found = {text: f"common word {name}" for name, text in COMMON.items()}
    for folder in ("rules", "faces", "table"):
        for source in sorted((SOURCES / folder).rglob("*.py")):
            found |= {text: where for where, text in templates_in(source)}
    for page in sorted((SOURCES / "faces").rglob("*.html")):
        found |= {text: where for where, text in page_texts_in(page)}
    return found


_SAME_IN_BOTH = re.compile(r"[^\W\d_]")


def _untranslated(texts: dict[str, str], english: dict[str, str]) -> list[str]:
    wrong = []
    for french, where in texts.items():
        words = re.sub(r"\{[^{}|]*\}", "", french)  # a noun with its number is a word
        if not _SAME_IN_BOTH.search(words):
            continue
        if french not in english:
            wrong.append(f"{where}: {french!r} has no English")
        elif fields_in(french) != fields_in(english[french]):
            wrong.append(f"{where}: {french!r} and {english[french]!r} have other fields")
    return wrong


def _catalogue(game: Game) -> dict[str, str]:
    return catalogue(Path(game_sources(game)[0]).parent / "en.po") | dict(game.english)


def _core_catalogue() -> dict[str, str]:
    return catalogue(SOURCES / "rules" / "en.po")


@pytest.mark.parametrize("game", GAMES)
def test_every_text_of_a_game_has_its_english(game: Game) -> None:
    none(_untranslated(_french(game), _core_catalogue() | _catalogue(game)))


def test_every_text_of_the_core_and_the_faces_has_its_english() -> None:
    none(_untranslated(_core(), _core_catalogue()))


# ── typography ─────────────────────────────────────────────────────────────────────────────────
_ILL_SET = [
    (re.compile(r"'"), "a straight apostrophe"),
    (re.compile(r"\.\.\."), "three dots for an ellipsis"),
    (re.compile(r"[^\s\u00a0\u202f«(][;!?%]"), "no space before a high sign"),
    (re.compile(r"«[^\s\u00a0\u202f]|[^\s\u00a0\u202f]»"), "no space inside guillemets"),
    (re.compile(r"\w:\s"), "no space before a colon"),
    (re.compile(r"  "), "two spaces"),
]


def _ill_set(texts: dict[str, str]) -> list[str]:
    wrong = []
    for text, where in texts.items():
        bare = re.sub(r"\{\{.*?\}\}|\{[^{}]*\}", "X", text)
        wrong += [f"{where}: {what} in {text!r}" for sign, what in _ILL_SET if sign.search(bare)]
    return wrong


def test_health_points_have_one_name_in_english() -> None:
    """The gauge and the loss use the same name."""
    english = catalogue(SOURCES / "games" / "exil" / "en.po")
    assert english["Points de Santé"] == "health points"
    none(
        [shown for shown in english.values() if re.search(r"Points? de Santé|État de Santé", shown)]
    )


@pytest.mark.parametrize("game", GAMES)
def test_french_texts_of_a_game_are_well_set(game: Game) -> None:
    none(_ill_set(_french(game)))


def test_french_texts_of_the_core_are_well_set() -> None:
    none(_ill_set(_core()))


_PERSON = r"\{(?:who|whom|other|ally|foe|winner|participant)\b[^{}]*\}"
_AGREES = re.compile(
    _PERSON + r",? (?:(?:est|était|reste|tombe) )?(?:seul|perdu|mort|nu|inconscient|\w+é)\b"
)
_STATES = re.compile(
    r"(?:ne pas être |rester )?(?:mort|perdu|blessé|sonné|étourdi|inconscient|exposé|protégé|touché|caché)"
)


@pytest.mark.parametrize("game", GAMES)
def test_no_text_about_a_person_needs_agreement(game: Game) -> None:
    """Feminine names read as well as masculine ones; a noun (« fin.mort ») may be the same word."""
    states = {k: text for k, text in game.words.items() if k not in ("mort", "fin.mort")}
    none([f"{k}: {text}" for k, text in states.items() if _STATES.fullmatch(text)])
    none([text for text in _french(game) if _AGREES.search(text)])


_BREAKABLE = re.compile(r" [;!?%:»]|« ")


@pytest.mark.parametrize("game", GAMES)
def test_every_step_of_every_run_reads_well_in_both_languages(game: Game) -> None:
    french, english = Words(game, "fr"), Words(game, "en")
    own = _catalogue(game) | _core_catalogue()
    wrong = set()
    for session in runs(game.id):
        where = session.question.procedure.id
        steps = zip(explain(session, french), explain(session, english), strict=True)
        for entry, (step, stride) in zip(session.trace, steps, strict=True):
            shown, story_text = step.text, stride.text
            if _BREAKABLE.search(shown):
                wrong.add(f"{where}: a space that may break in {shown!r}")
            if entry.kind == "note" and entry.text not in own:
                wrong.add(f"{where}: no English for {entry.text!r}")
            for text in (shown, story_text):
                if re.search(r"\w_\w|[{}]|UNWANTED|\bNone\b|\bTrue\b|\bFalse\b", text):
                    wrong.add(f"{where}: an identifier in {text!r}")
    none(sorted(wrong))


def test_the_collector_of_texts_finds_what_it_is_for() -> None:
    """The searches above would pass on nothing at all."""
    exil = next(game for game in games() if game.id == "exil")
    assert len(_french(exil)) > 60
    assert any("le plus" in text or "d’abord" in text for text in _core())
    assert len(list(_in_runs(exil))) > 5
