"""Two pages of each game: every decision that a person takes, and every consequence of a run.

Decisions are found by playing the game's examples with all decisions asked; consequences are read
from the source of the game.
"""

from __future__ import annotations

import ast
import random
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from importlib import resources
from itertools import pairwise
from typing import Any

import msgspec

from docs.building.reference import heading
from docs.building.setting import code, plain
from docs.building.texts import Texts, capital
from tablee.dice.die import Throw
from tablee.dice.house_dice import HouseDice
from tablee.faces.examples import examples_of
from tablee.faces.messages import format_value
from tablee.faces.param_paths import field_at, path_of, with_values
from tablee.rules.forms import FreeText, NumberFrom, SomeOf, TextAndNumber
from tablee.rules.game import Game
from tablee.rules.procedure import Procedure, clause_ids
from tablee.rules.questions import Choose, Together
from tablee.rules.readings.session import Belief, Session
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import RunInput, ask_about
from tablee.rules.schema import Group, fields_of
from tablee.rules.shapes import Either, Many, Shape
from tablee.rules.words import Words

__all__ = ["Decision", "consequences_page", "decisions_of", "decisions_page"]

LONGEST = 80
"""Maximum number of answers of a run that is played to find decisions."""


class Decision(msgspec.Struct, frozen=True, order=True):
    """A decision of a rule. `parameter`: the path of the parameter that leads to it, with `#` for a
    place in a list; "" for one that is always asked."""

    procedure: str
    label: str
    parameter: str
    who: tuple[str, ...] = ()


# ── decisions ──────────────────────────────────────────────────────────────────────────────────
def decisions_of(game: Game) -> tuple[Decision, ...]:
    """Return the decisions of a game, in the order of its procedures."""
    found: dict[Decision, set[str]] = {}
    for question in _runs(game):
        name = question.procedure.id
        for seed in range(3):
            for session, choice in _asked(question, seed):
                path = ".".join(
                    "#" if step.isdigit() else step for step in path_of(choice.parameter)
                )
                decision = Decision(name, choice.label, path)
                found.setdefault(decision, set()).add(session.outer(choice.who))
    order = [kind.id for kind in game.procedures]
    complete = [
        msgspec.structs.replace(each, who=tuple(sorted(who))) for each, who in found.items()
    ]
    return tuple(sorted(complete, key=lambda each: (order.index(each.procedure), each)))


def _runs(game: Game) -> Iterator[RunInput]:
    """Yield the runs of the examples, as they are and with their decisions asked."""
    for example in examples_of(game.package):
        run = example["run"]
        kind = game.procedure(run.get("procedure", ""))
        params = run.get("params")
        if kind is None or not isinstance(params, Mapping):
            continue
        asks = [(path, "ask") for path in _askable(kind, params)]
        for changes in ([], asks, *([each] for each in asks)):
            with suppress(Refusal, Belief):
                yield ask_about(kind.id, with_values(kind, params, changes), run.get("rulings"))


def _askable(record: type[Any], params: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    """Yield the paths of the parameters that may be asked for, also in records that are given."""
    for name, field in fields_of(record).items():
        if field.shape.takes("ask"):
            yield (name,)
        given = params.get(name)
        inner = _record(field.shape)
        if inner and isinstance(given, list):
            for place, each in enumerate(given):
                if isinstance(each, Mapping):
                    yield from ((name, str(place), *path) for path in _askable(inner, each))
        elif inner and isinstance(given, Mapping):
            yield from ((name, *path) for path in _askable(inner, given))
        elif inner and given is None and not field.required:
            yield from ((name, *path) for path in _askable(inner, {}))


def _record(shape: Shape) -> type[Any] | None:
    match shape:
        case Group(record=record):
            return record
        case Many(item=item):
            return _record(item)
        case Either(shapes=shapes):
            return next((inner for each in shapes if (inner := _record(each))), None)
    return None


def _asked(question: RunInput, seed: int) -> Iterator[tuple[Session, Choose[Any]]]:
    """Yield each choice of a run whose dice and answers come from a seed."""
    rng, dice = random.Random(seed), HouseDice(seed)
    with suppress(Refusal, Belief):
        session = Session(question)
        for _ in range(LONGEST):
            match session.pending:
                case Throw() as throw:
                    session.answer({"dice": list(dice.throw(throw))})
                case Choose() as choice:
                    yield session, choice
                    session.answer({"choose": _answer(choice, rng)})
                case Together(choices=choices):
                    for choice in choices:
                        yield session, choice
                    session.answer({"together": [_answer(choice, rng) for choice in choices]})
                case _:
                    return


def _answer(choice: Choose[Any], rng: random.Random) -> Any:
    """Return some answer to a choice, as JSON."""
    match choice.form:
        case FreeText():
            return ""
        case TextAndNumber(low=low):
            return {"texte": "–", choice.form.name: low}
        case NumberFrom(low=low, high=high):
            return rng.randint(low, high)
        case SomeOf(ids=ids, least=least, most=most):
            return rng.sample(ids, rng.randint(least, min(most, len(ids))))
        case form:
            return form.answer(rng.choice(list(form.values())))


def decisions_page(game: Game, words: Words) -> str:
    """Every decision of a game: its clause, who takes it, where, and what happens unasked."""
    texts = Texts(words.lang)
    title = texts.phrase("{game:=} : qui décide de quoi", game=game.title)
    parts = [f"# {plain(title)}", texts.text(_DECISIONS)]
    heads = ("Décision", "Champ", "Qui décide", "Si personne n’est interrogé", "Clauses")
    found = decisions_of(game)
    for kind in game.procedures:
        rows = [_row(each, kind, game, words) for each in found if each.procedure == kind.id]
        left = kind.left_to_leader()
        if rows or left:
            parts.append(heading(capital(words.label(kind.id)), kind.id.replace(".", "-")))
        if rows:
            parts.append(_table([texts.text(head) for head in heads], rows))
        if left:
            parts.append(texts.phrase(_LEFT, leader=words.label(game.leader)))
            parts.append("\n".join(f"- {plain(words.clause(each))} {each}" for each in left))
    return "\n\n".join(parts) + "\n"


_DECISIONS = (
    "Chaque décision que la règle demande à quelqu’un. Un champ qui vaut `ask` la fait demander à la "
    "place nommée ; une autre valeur la fixe d’avance, et sans rien la valeur par défaut compte."
)
_LEFT = "Au jugement de : {leader:=}. Rien n’en est joué tout seul."


def _row(each: Decision, kind: type[Procedure[Any]], game: Game, words: Words) -> list[str]:
    texts = Texts(words.lang)
    field = field_at(kind, path_of(each.parameter.replace("#", "0"))) if each.parameter else None
    usual = texts.text("La question est toujours posée.")
    if field is not None and not field.required:
        shown = field.shape.show(field.default)
        if shown != "ask":
            usual = capital(format_value(words, shown, field.name))
    name = each.parameter.rpartition(".")[2] or each.label
    clauses = _clauses_of(game.package).get(name) or _clauses_of(game.package).get(each.label)
    return [
        plain(capital(words.label(each.label))),
        code(each.parameter) if each.parameter else "–",
        plain(words.enumeration([words.label(who) for who in each.who], "ou")),
        plain(usual),
        ", ".join(clauses or ()) or "–",
    ]


@cache
def _clauses_of(package: str) -> Mapping[str, tuple[str, ...]]:
    """Return label or field -> the clauses that the docstring of its field, or of the function that
    asks it, names."""
    found: dict[str, tuple[str, ...]] = {}
    for function in _functions(package):
        clauses = clause_ids(ast.get_docstring(function) or "")
        for call in _calls(function, ("choose", "decide")):
            for argument in call.args[:2]:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    found.setdefault(argument.value, clauses)
    for tree in _trees(package):
        for body in (node.body for node in ast.walk(tree) if isinstance(node, ast.ClassDef)):
            for field, text in pairwise(body):
                match field, text:
                    case (
                        ast.AnnAssign(target=ast.Name(id=name)),
                        ast.Expr(value=ast.Constant(value=str(docstring))),
                    ) if ids := clause_ids(docstring):
                        found[name] = tuple(dict.fromkeys((*ids, *found.get(name, ()))))
    return found


# ── consequences ───────────────────────────────────────────────────────────────────────────────
def consequences_page(game: Game, words: Words) -> str:
    """Every consequence of a game's runs: to whom it goes, when it ends, who may decline it."""
    texts = Texts(words.lang)
    title = texts.phrase("{game:=} : ce qui suit d’un jet", game=game.title)
    heads = ("Conséquence", "À qui", "Jusqu’à quand", "Qui peut la refuser", "Clauses")
    rows = sorted({tuple(row) for row in _consequences(game, words)})
    table = _table([texts.text(head) for head in heads], rows)
    return "\n\n".join([f"# {plain(title)}", texts.text(_CONSEQUENCES), table]) + "\n"


_CONSEQUENCES = (
    "Ce que la fin d’un jet inscrit sur les fiches et dans les comptes. Une conséquence se refuse, et "
    "se rétablit, dans la scène où elle est inscrite."
)


def _consequences(game: Game, words: Words) -> Iterator[list[str]]:
    texts = Texts(words.lang)
    for function in _functions(game.package):
        for call in _calls(function, ("consequence", "pending")):
            if len(call.args) < 3 or not isinstance(call.args[1], ast.Constant):
                continue
            whole = isinstance(call.args[0], ast.Constant) and call.args[0].value is None
            pending = isinstance(call.func, ast.Attribute) and call.func.attr == "pending"
            flags = {each.arg for each in call.keywords}
            owner = "Qui mène" if whole else "La personne qui joue le personnage, ou qui mène"
            if "for_leader" in flags:
                owner = "Qui mène, qui choisit aussi parmi les autres suites"
            until = "Jusqu’à ce qu’elle soit jouée ou réglée" if pending else "Inscrite pour de bon"
            for text in _texts_of(call.args[2], function):
                yield [
                    plain(_bare(words, text)),
                    texts.text("Toute la table" if whole else "Le personnage nommé"),
                    texts.text(until),
                    texts.text(owner),
                    ", ".join(clause_ids(str(call.args[1].value))) or "–",
                ]


def _bare(words: Words, text: str) -> str:
    """Return a sentence with « … » for its numbers."""
    source = Words(None).text(text) if words.lang == "fr" else words.text(text)
    parts, depth = [], 0
    for letter in source:
        depth += letter == "{"
        if depth == 0:
            parts.append(letter)
        elif letter == "}":
            depth -= 1
            parts.append("…")
    return "".join(parts)


def _texts_of(node: ast.expr, tree: ast.AST) -> Iterator[str]:
    """Yield the texts that an argument of a function may have."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=body, orelse=other):
            yield from _texts_of(body, tree)
            yield from _texts_of(other, tree)
        case ast.Name(id=name):
            for each in ast.walk(tree):
                match each:
                    case ast.Assign(targets=[ast.Name(id=same)], value=value) if (
                        same == name and not isinstance(value, ast.Name)
                    ):
                        yield from _texts_of(value, tree)


# ── sources and tables ─────────────────────────────────────────────────────────────────────────
@cache
def _trees(package: str) -> tuple[ast.Module, ...]:
    """Return the parsed modules of a game."""
    return tuple(_parsed(resources.files(package)))


def _parsed(folder: Any) -> Iterator[ast.Module]:
    for each in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if each.is_dir():
            yield from _parsed(each)
        elif each.name.endswith(".py"):
            yield ast.parse(each.read_text("utf-8"))


def _functions(package: str) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for tree in _trees(package):
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield node


def _calls(tree: ast.AST, names: tuple[str, ...]) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = node.func
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            if name in names:
                yield node


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    lines = [list(heads)]
    lines += [["---"] * len(lines[0]), *(list(row) for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
