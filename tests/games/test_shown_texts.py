"""The texts of values and refusals: no identifier, no Python, no null reaches a person."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

import pytest

from tablee.faces.messages import format_value
from tablee.rules.clauses.rulings_read import rulings_read
from tablee.rules.game import Game
from tablee.rules.readings.explain import explain
from tablee.rules.readings.session import Belief
from tablee.rules.refusal import Refusal
from tablee.rules.registry import games
from tablee.rules.run_input import ask_about
from tablee.rules.schema import Field, fields_of, show
from tablee.rules.shapes import Either, Many, Nothing, Shape
from tablee.rules.sheet import kinds_of
from tablee.rules.texts.languages import LANGS
from tablee.rules.texts.shown_fields import free_texts
from tablee.rules.texts.words import Words
from tests.kit.command_line import call
from tests.kit.runs import grid, random_run
from tests.kit.texts import declared_fields

GAMES = [pytest.param(game, id=game.id) for game in games()]
PYTHON = re.compile(r"\bNone\b|\bTrue\b|\bFalse\b|\bUN(SET|WANTED)\b|Fraction|\w\(|\bnull\b")
IDENTIFIER = re.compile(r"[a-z]_[a-z]")
LISTED = re.compile(r" : –|: \.|\[\]|\{\}")
"""An empty list where a person expects a name."""


def none(wrong: list[str]) -> None:
    assert not wrong, "\n" + "\n".join(sorted(set(wrong)))


def _rows(game: Game) -> Iterator[tuple[str, dict[str, Any]]]:
    for name, _, params in grid():
        if name.startswith(f"{game.id}."):
            yield name, params


# ── values ─────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("game", GAMES)
def test_values_of_parameters_and_results_are_in_words(game: Game) -> None:
    wrong = []
    for name, params in _rows(game):
        with suppress(Belief, Refusal):
            session = random_run(ask_about(name, params), 1)
            values = [*params.items()]
            values += [*show(session.result).items()] if session.pending is None else []
            for lang in LANGS:
                for field, value in values:
                    text = format_value(Words(game, lang), value, field)
                    if PYTHON.search(text) or IDENTIFIER.search(text):
                        wrong.append(f"{name}, {field}: {text!r}")
    none(wrong)


MASCULINE = frozenset(
    [
        "autre",
        "A",
        "Acrobate",
        "Aspects",
        "Attribut",
        "B",
        "Bonus",
        "Cœurs",
        "Domaines",
        "Exploits",
        "Malus",
        "Médecin",
        "Points",
        "Revers",
        "Sportif",
        "TN",
        "Talent",
        "Trait",
        "Exploit",
        "effacement",
        "bouclier",
        "camp",
        "capital",
        "ce",
        "classement",
        "combattants",
        "compteurs",
        "coût",
        "de",
        "délai",
        "dommage",
        "dés",
        "effet",
        "en",
        "essais",
        "gagnant",
        "gagnants",
        "gravité",
        "jetons",
        "jours",
        "journal",
        "mal",
        "malus",
        "maux",
        "modèle",
        "niveau",
        "nom",
        "ont",
        "ou",
        "participants",
        "personnages",
        "pouvoirs",
        "prix",
        "qui",
        "relevé",
        "résultats",
        "rétablissement",
        "seuil",
        "signes",
        "soignable",
        "membre",
        "total",
        "tours",
        "usage",
        "vainqueur",
        "vise",
        "vol",
        "à",
        "équipement",
        "événements",
        "adversaires",
        "perce-armure",
        "apprentissage",
        "dé",
        "numéro",
    ]
)
"""First words of the labels after which « aucun » is right, or which have other words for it."""


def _may_be_absent(field: Field) -> bool:
    shapes: tuple[Shape, ...] = (
        field.shape.shapes if isinstance(field.shape, Either) else (field.shape,)
    )
    return any(
        isinstance(each, Nothing) or (isinstance(each, Many) and each.least == 0) for each in shapes
    )


@pytest.mark.parametrize("game", GAMES)
def test_what_is_absent_agrees_with_its_noun(game: Game) -> None:
    words = Words(game)
    records: list[type[Any]] = [game.rulings, *kinds_of(game)]
    for kind in game.procedures:
        records += [kind, kind.result_type()]
    names = {f.name for each in records for f in declared_fields(each) if _may_be_absent(f)}
    none(
        [
            f"{name}: « {words.label(name)} aucun »"
            for name in names
            if words.label(None, name) == "aucun"
            and re.split(r"[ ’]", words.label(name))[0] not in MASCULINE
        ]
    )


# ── what a person wrote ────────────────────────────────────────────────────────────────────────
def _trap(game: Game) -> str:
    """An identifier with a label that no other text contains."""
    return max(
        (name for name in game.words if re.fullmatch("[a-z]{3,}", name)),
        key=lambda name: (" " in game.words[name], len(game.words[name])),
    )


def _written(value: Any, name: str, free: Mapping[str, frozenset[Any]]) -> Iterator[str]:
    match value:
        case Mapping():
            for key, each in value.items():
                yield from _written(each, key, free)
        case list() | tuple():
            for each in value:
                yield from _written(each, name, free)
        case str() if value and name in free and value not in free[name]:
            yield value


def _replaced(value: Any, old: str, new: str) -> Any:
    match value:
        case Mapping():
            return {_replaced(k, old, new): _replaced(v, old, new) for k, v in value.items()}
        case list() | tuple():
            return [_replaced(each, old, new) for each in value]
        case _:
            return new if value == old else value


@pytest.mark.parametrize("game", GAMES)
def test_a_text_of_a_person_is_never_translated(game: Game) -> None:
    trap, words = _trap(game), Words(game)
    label, wrong = words.label(trap), []
    free = free_texts(tuple(game.procedures)).values
    assert label != trap
    wrong += [
        f"{name}: {words.label(trap, name)!r}"
        for name in free
        if words.label(trap, name) != trap and trap not in free[name]
    ]
    for name, params in _rows(game):
        ids = ask_about(name, params).procedure.ids()
        for text in set(_written(params, "", free)) - set(ids):
            with suppress(Belief, Refusal):
                session = random_run(ask_about(name, _replaced(params, text, trap)), 2)
                shown = [step.text for step in explain(session, words)]
                if session.pending is None:
                    shown.append(format_value(words, show(session.result)))
                wrong += [f"{name}: {text!r} in {each!r}" for each in shown if label in each]
    none(wrong)


# ── refusals ───────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("game", GAMES)
def test_refusals_show_no_python(game: Game) -> None:
    wrong = []
    for kind in game.procedures:
        wrongs: tuple[Any, ...] = (None, [], "§", {})
        for name, value in [(name, bad) for name in fields_of(kind) for bad in wrongs]:
            try:
                ask_about(kind.id, {name: value})
            except Refusal as refusal:
                for lang in LANGS:
                    text = Words(game, lang).refusal(refusal).replace("null (rien)", "")
                    text = text.replace("null (nothing)", "").replace("[]", "", refusal.got == [])
                    if PYTHON.search(text) or LISTED.search(text):
                        wrong.append(text)
    none(wrong)


@pytest.mark.parametrize("game", GAMES)
def test_an_unknown_name_is_called_unknown_with_the_nearest(game: Game) -> None:
    words = Words(game)
    for kind in game.procedures:
        for name in fields_of(kind):
            with pytest.raises(Refusal) as refused:
                ask_about(kind.id, {f"{name}x": 1})
            text = words.refusal(refused.value)
            assert text.startswith(f"{name}x\u00a0: ce nom est inconnu ici.")
            assert f"proche\u00a0: {name}" in text
            assert "n’est pas possible" not in text


def test_missing_dice_are_counted() -> None:
    few = call("resolve", "armes_dieux.jet", "poignee=6", "sr=10", "--dice", "1,2")
    assert "il manque 4 dés" in few.err
    params = {"poignee": 6, "sr": 10}
    with pytest.raises(Refusal) as refused:
        random_run(ask_about("armes_dieux.jet", params, None, [{"dice": []}]), 0)
    assert "il manque 6 dés" in Words(None).refusal(refused.value)
    chain = call("resolve", "loss.action", "trait=7", "talent=8", "exploits=1", "--dice", "10")
    assert "il manque 1 dé" in chain.err
    over = call("resolve", "loss.action", "trait=7", "talent=8", "exploits=1", "--dice", "4,5")
    assert "n’est pas possible" in over.err


def test_a_sheet_that_serves_nowhere_is_refused_in_words() -> None:
    text = call("resolve", "loss.die", "@kordan").err
    assert "aucune fiche ne sert ici" in text
    assert "–" not in text


# ── what concerns a procedure ──────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("game", GAMES)
def test_show_gives_the_rulings_that_concern_the_procedure(game: Game) -> None:
    for kind in game.procedures:
        text = call("show", kind.id).out
        read = rulings_read(kind, game)
        shown = [name for name in fields_of(game.rulings) if re.search(rf"^  {name} ", text, re.M)]
        assert set(shown) - set(fields_of(kind)) <= set(read)
        assert set(read) <= set(shown)
