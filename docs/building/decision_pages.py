"""The page of decisions of a game: every decision that a person takes.

Decisions are found by playing the game's examples with all decisions asked.
"""

from __future__ import annotations

import ast
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import pairwise
from typing import Any

import msgspec

from docs.building.decision_clauses import DECISION_CLAUSES
from docs.building.decision_runs import RUNS
from docs.building.game_sources import calls_in, trees_of
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
from tablee.rules.registry import find_game
from tablee.rules.run_input import RunInput, ask_about
from tablee.rules.schema import Group, fields_of
from tablee.rules.shapes import Choice, Either, Many, Shape
from tablee.rules.texts.words import Words

__all__ = [
    "Decision",
    "Reached",
    "choices_of",
    "decision_of",
    "decisions_of",
    "decisions_page",
    "played",
    "reached",
    "table_of",
]

LONGEST = 80
"""Maximum number of answers of a run that is played to find decisions."""


BESIDE = "les autres joueurs"
"""The seats of the players beside the acting one."""


class Decision(msgspec.Struct, frozen=True, order=True):
    """A decision of a rule. `parameter`: the path of the parameter that leads to it, with `#` for a
    place in a list; "" for one that is always asked."""

    procedure: str
    label: str
    parameter: str
    who: tuple[str, ...] = ()


class Reached(msgspec.Struct, frozen=True):
    """A run that asks for a decision: its question, the seed of its dice and answers, and the seats
    of the rule that were asked in all such runs."""

    question: RunInput
    seed: int
    who: tuple[str, ...]


# ── decisions ──────────────────────────────────────────────────────────────────────────────────
def decisions_of(game: Game) -> tuple[Decision, ...]:
    """Return the decisions of a game, in the order of its procedures."""
    order = [kind.id for kind in game.procedures]
    complete = [
        msgspec.structs.replace(each, who=found.who) for each, found in reached(game.id).items()
    ]
    return tuple(sorted(complete, key=lambda each: (order.index(each.procedure), each)))


@cache
def reached(name: str) -> Mapping[Decision, Reached]:
    """Return each decision of a game, without its seats, and a run that asks for it."""
    game = find_game(name)
    assert game is not None
    first: dict[Decision, tuple[RunInput, int]] = {}
    who: dict[Decision, set[str]] = {}
    for question in _runs(game):
        for seed in range(3):
            for session, _ in played(question, seed):
                for choice in choices_of(session):
                    found = decision_of(session, choice)
                    first.setdefault(found, (question, seed))
                    who.setdefault(found, set()).add(_place(question, session.outer(choice.who)))
    return {each: Reached(*run, tuple(sorted(who[each]))) for each, run in first.items()}


def _place(question: RunInput, seat: str) -> str:
    """Return the list or the record that a person is a member of, `BESIDE` for a player beside the
    acting one, and any other seat of the rule unchanged."""
    beside = question.procedure.seats_beside
    if beside is not None and seat.startswith(beside[0].partition("#")[0]):
        return BESIDE
    for name, value in question.given.items():
        members = value if isinstance(value, list | tuple) else [value]
        if any(isinstance(each, Mapping) and each.get("id") == seat for each in members):
            return name
    return seat


def decision_of(session: Session, choice: Choose[Any]) -> Decision:
    """Return the decision that a choice of a run is, under the parameter of the whole run."""
    steps = path_of(session.path(choice.parameter))
    path = ".".join("#" if step.isdigit() else step for step in steps)
    return Decision(type(session.question.procedure).id, choice.label, path)


def _runs(game: Game) -> Iterator[RunInput]:
    """Yield the runs of the examples and of `RUNS`, as they are and with their decisions asked."""
    for run in [*(example["run"] for example in examples_of(game.package)), *RUNS]:
        kind, params = game.procedure(run.get("procedure", "")), run.get("params")
        if kind is None or not isinstance(params, Mapping):
            continue
        asks = [(path, "ask") for path in _askable(kind, params)]
        for changes in ([], asks, *([each] for each in asks)):
            with suppress(Refusal, Belief):
                given = with_values(kind, params, changes)
                yield ask_about(kind.id, given, run.get("rulings"), run.get("begun", ()))


def _askable(record: type[Any], params: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    """Yield the paths of the parameters that may be asked for, also in records that are given."""
    for name, field in fields_of(record).items():
        if _leaves_open(field.shape):
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


def _leaves_open(shape: Shape) -> bool:
    """Return whether a decision may be left to a person: `ask` is one of some words."""
    if isinstance(shape, Either):
        return any(map(_leaves_open, shape.shapes))
    return isinstance(shape, Choice) and "ask" in shape.values


def _record(shape: Shape) -> type[Any] | None:
    match shape:
        case Group(record=record):
            return record
        case Many(item=item):
            return _record(item)
        case Either(shapes=shapes):
            return next((inner for each in shapes if (inner := _record(each))), None)
    return None


def played(question: RunInput, seed: int) -> Iterator[tuple[Session, dict[str, Any]]]:
    """Yield a run before each of its answers, with that answer. After the answers of the question its
    dice and answers come from a seed."""
    rng, dice = random.Random(seed), HouseDice(seed)
    begun = [*question.answers]
    with suppress(Refusal, Belief):
        session = Session(msgspec.structs.replace(question, answers=()))
        for _ in range(LONGEST):
            answer: Any = begun.pop(0) if begun else None
            match session.pending:
                case Throw() as throw:
                    answer = answer or {"dice": list(dice.throw(throw))}
                case Choose() as choice:
                    answer = answer or {"choose": _answer(choice, rng)}
                case Together(choices=choices):
                    answer = answer or {"together": [_answer(each, rng) for each in choices]}
                case _:
                    return
            yield session, answer
            session.answer(answer)


def choices_of(session: Session) -> Sequence[Choose[Any]]:
    """Return the choices that a run waits for."""
    match session.pending:
        case Choose() as choice:
            return (choice,)
        case Together(choices=choices):
            return choices
    return ()


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
    heads = ("Décision", "Champ", "Qui décide", "Sans question", "Pourquoi", "Clauses")
    found = decisions_of(game)
    for kind in game.procedures:
        rows = [_row(each, kind, game, words) for each in found if each.procedure == kind.id]
        left = kind.left_to_leader()
        if rows or left:
            parts.append(heading(capital(words.label(kind.id)), kind.id.replace(".", "-")))
        if rows:
            parts.append(table_of([texts.text(head) for head in heads], rows))
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
    usual, why = texts.text("La question est toujours posée."), _NEEDED
    if field is not None and not field.required:
        shown = field.shape.show(field.default)
        if shown != "ask":
            value = words.text("rien") if shown == [] else format_value(words, shown, field.name)
            usual, why = capital(value), _reason(shown)
    seats = [texts.text(who) if who == BESIDE else words.label(who) for who in each.who]
    return [
        plain(capital(words.label(each.label))),
        code(each.parameter) if each.parameter else "–",
        plain(words.enumeration(seats, "ou")),
        plain(usual),
        texts.text(why),
        _ranges(clauses_of(each, kind, game)) or "–",
    ]


def clauses_of(each: Decision, kind: type[Procedure[Any]], game: Game) -> tuple[str, ...]:
    """Return the clauses of a decision; none where nothing names any."""
    named, short = DECISION_CLAUSES.get(game.id, {}), kind.id.partition(".")[2]
    given = named.get(f"{short}.{each.label}") or named.get(each.label)
    if given:
        return tuple(given.split())
    name = each.parameter.rpartition(".")[2] or each.label
    own = _clauses_of(game.package, _modules(kind))
    known = _clauses_of(game.package, ())
    found = own.get(name) or own.get(each.label) or known.get(each.label) or known.get(name)
    return found or ()


def _ranges(clauses: Iterable[str]) -> str:
    """Return clause ids as text, those that follow each other as a range: AD-OPP-01 … 05."""
    runs: list[list[str]] = []
    for each in sorted(set(clauses)):
        chapter, _, number = each.rpartition("-")
        last = runs[-1][-1] if runs else ""
        if last == f"{chapter}-{int(number) - 1:02}":
            runs[-1].append(each)
        else:
            runs.append([each])
    texts = [run[0] if len(run) == 1 else f"{run[0]} … {run[-1][-2:]}" for run in runs]
    return ", ".join(texts)


_NEEDED = "La règle ne va pas plus loin sans la réponse."
_NOTHING = "Ce que la règle permet sans l’imposer n’est pas fait."
_USUAL = "Le cas le plus courant : une loi se calcule sans demander."


def _reason(shown: Any) -> str:
    """Return why a value counts when nobody is asked."""
    nothing = shown in (None, False, 0, "jamais", "aucun", "aucune", "non") or shown == []
    return _NOTHING if nothing else _USUAL


def _modules(kind: type[Procedure[Any]]) -> tuple[str, ...]:
    """Return the modules of a procedure and of what it inherits, each once."""
    return tuple(dict.fromkeys(each.__module__ for each in kind.__mro__))


@cache
def _clauses_of(package: str, modules: tuple[str, ...]) -> Mapping[str, tuple[str, ...]]:
    """Return label or field -> the clauses that the docstring of its field, or of the function that
    asks it, names. `modules`: the only ones to read, none for the whole package."""
    found: dict[str, tuple[str, ...]] = {}
    trees = trees_of(package, modules)
    for function in (node for tree in trees for node in ast.walk(tree)):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        clauses = clause_ids(ast.get_docstring(function) or "")
        if not clauses:
            continue
        for call in calls_in(function, ("choose", "decide")):
            for argument in call.args[:2]:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    found.setdefault(argument.value, clauses)
    for tree in trees:
        for body in (node.body for node in ast.walk(tree) if isinstance(node, ast.ClassDef)):
            for field, text in pairwise(body):
                match field, text:
                    case (
                        ast.AnnAssign(target=ast.Name(id=name)),
                        ast.Expr(value=ast.Constant(value=str(docstring))),
                    ) if ids := clause_ids(docstring):
                        found[name] = tuple(dict.fromkeys((*ids, *found.get(name, ()))))
    return _by_kind(package, trees) | found


def _by_kind(package: str, trees: Sequence[ast.Module]) -> dict[str, tuple[str, ...]]:
    """Return field -> the clauses that the docstring of its kind of parameter names."""
    kinds = {
        each.id: clause_ids(docstring)
        for tree in trees_of(package, ())
        for assigned, text in pairwise(tree.body)
        if isinstance(assigned, ast.Assign) and isinstance(text, ast.Expr)
        for each in assigned.targets
        if isinstance(each, ast.Name) and isinstance(text.value, ast.Constant)
        if isinstance(docstring := text.value.value, str)
    }
    found: dict[str, tuple[str, ...]] = {}
    for node in (node for tree in trees for node in ast.walk(tree)):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            used = ast.walk(node.annotation)
            names = (getattr(each, "attr", getattr(each, "id", "")) for each in used)
            for ids in filter(None, (kinds.get(name, ()) for name in names)):
                found.setdefault(node.target.id, tuple(ids))
    return found


# ── tables ──────────────────────────────────────────────────────────────────────────────────────
def table_of(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a table in Markdown."""
    lines = [list(heads)]
    lines += [["---"] * len(lines[0]), *(list(row) for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
