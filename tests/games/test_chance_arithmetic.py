"""No game computes a chance by hand: a rule asks for an exact law with `law_of`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.games.test_lint import SOURCES

FORBIDDEN = {
    *("comb", "factorial", "perm", "prod"),  # of `math`: counts of arrangements
    *("from_fractions", "mix", "product", "uniform", "weights"),  # of `Law`: laws made by hand
}
RATIONALS = {
    "Blind._secret": "a belief, given as chances by a person",
    "as_law": "a belief, given as chances by a person",
    "table_utility": "what results are worth, given by a person",
    "Care._days": "days until full health",
    "Conversion.rule": "an amount in another unit",
    "Cooperation.rule": "a duration shared among the participants",
    "Needed.rule": "Exploits for an amount",
    "Body.given_back": "points of health since a day",
    "Body.next_given_back": "hours until the next point of health",
    "MonthsPass.after": "hours as months",
    "Illness.course": "periods in which something was lost",
    "Stance.fixed_trust": "half of the points",
    "healing": "the mean of two durations",
    "increased": "an amount increased by halves",
    "worked": "the time of a work, shared among the participants",
}
"""Function of a game -> the rational number of the rules that it computes."""


def chance_arithmetic(source: str) -> Iterator[tuple[str, str]]:
    """Yield (function, expression) for each expression that may compute a chance."""
    yield from _expressions(ast.parse(source), "")


def _expressions(node: ast.AST, name: str) -> Iterator[tuple[str, str]]:
    if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        name = f"{name}.{node.name}".lstrip(".")
    if _may_compute_chance(node):
        yield name, ast.unparse(node)
    for child in ast.iter_child_nodes(node):
        yield from _expressions(child, name)


def _may_compute_chance(node: ast.AST) -> bool:
    """Return whether a node divides, raises to a power, counts arrangements or makes a law."""
    match node:
        case ast.BinOp(op=ast.Div() | ast.Pow()) | ast.AugAssign(op=ast.Div() | ast.Pow()):
            return True
        case ast.Call(func=ast.Name(id="Fraction"), args=arguments):
            return not all(_is_constant(each) for each in arguments)
        case ast.Call(func=ast.Name(id="Law")) | ast.Attribute(value=ast.Name(id="fractions")):
            return True
        case ast.ImportFrom(module="math" | "tablee.dice.law", names=names):
            return any(each.name in FORBIDDEN for each in names)
        case ast.Attribute(attr=attribute):
            return attribute in FORBIDDEN
        case ast.Constant(value=float()):
            return True
    return False


def _is_constant(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) or (isinstance(node, ast.Name) and node.id.isupper())


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: "/".join(path.parts[-2:]))
def test_no_game_computes_a_chance(path: Path) -> None:
    found = chance_arithmetic(path.read_text(encoding="utf-8"))
    assert [each for each in found if each[0] not in RATIONALS] == []


def test_each_exception_is_needed() -> None:
    found = {
        name for path in SOURCES for name, _ in chance_arithmetic(path.read_text(encoding="utf-8"))
    }
    assert set(RATIONALS) <= found


@pytest.mark.parametrize(
    "source",
    [
        "1 - Fraction(too_low, 10) ** des",
        "Fraction(favourable + 1, 12)",
        "hits / 12",
        "chance *= 0.5",
        "share /= 6",
        "from math import comb",
        "math.comb(10, 2)",
        "Law({1: 2, 3: 4})",
        "Law.uniform(range(6))",
        "law.weights[result]",
        "from tablee.dice.law import mix",
        "fractions.Fraction(1, 6)",
    ],
)
def test_the_lint_finds_arithmetic_on_chances(source: str) -> None:
    assert list(chance_arithmetic(source))


def test_the_lint_allows_the_numbers_of_the_rules() -> None:
    assert list(chance_arithmetic("HOURS = {'tour': Fraction(5, 3600)}\npoints // 2")) == []
