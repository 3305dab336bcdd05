"""What is wrong in a call of the rule language, in the words of the program and not in those of Python.

The module reads the line of a `TypeError` in the source of a game, and compares its calls with what
is called.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Mapping, Sequence
from types import FrameType
from typing import Any

from tablee.dice.counts import CountFold
from tablee.dice.reads import Fold
from tablee.rules.refusal import Refusal, refuse

_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
_NAMED = (*_POSITIONAL, inspect.Parameter.KEYWORD_ONLY)
"""Kinds of the parameters that a call has to give, unless they have a default."""


def call_mistake(source: bytes, line: int, names: Mapping[str, Any]) -> Refusal | None:
    """Return the refusal of the first call in a line that does not fit what it calls, or None.

    `names`: the values of the names in that line.
    """
    calls = [
        each
        for each in ast.walk(ast.parse(source))
        if isinstance(each, ast.Call) and each.lineno <= line <= (each.end_lineno or line)
    ]
    for call in sorted(calls, key=lambda each: (-each.lineno, -each.col_offset)):
        found = next(_mistakes(call, names), None)
        if found is not None:
            return found
    return None


def _mistakes(call: ast.Call, names: Mapping[str, Any]) -> Iterator[Refusal]:
    called = names.get(call.func.id) if isinstance(call.func, ast.Name) else None
    starred = any(isinstance(each, ast.Starred) for each in call.args)
    if not callable(called) or starred or any(each.arg is None for each in call.keywords):
        return
    try:
        parameters = inspect.signature(called).parameters.values()
    except (TypeError, ValueError):  # one that is written in C
        return
    kinds = {each.kind for each in parameters}
    places = [each.name for each in parameters if each.kind in _POSITIONAL]
    known = [each.name for each in parameters]
    given = {*places[: len(call.args)], *(each.arg or "" for each in call.keywords)}
    about = {"call": ast.unparse(call.func), "known": ", ".join(known) or "–"}
    unknown = [each.arg or "" for each in call.keywords if each.arg not in known]
    if unknown and inspect.Parameter.VAR_KEYWORD not in kinds:
        allowed = "pour « {call:=} », des noms parmi : {known:=} ; « {unknown:=} » n’en est pas un"
        yield refuse("", None, allowed, unknown=", ".join(unknown), **about)
    if len(call.args) > len(places) and inspect.Parameter.VAR_POSITIONAL not in kinds:
        allowed = "pour « {call:=} », chaque valeur par son nom : {form:=}"
        if places:
            allowed = "pour « {call:=} », au plus {n:valeur|valeurs} sans nom : {first:=}"
        form = f"{about['call']}({', '.join(f'{name}=…' for name in known)})"
        yield refuse("", None, allowed, form=form, n=len(places), first=", ".join(places), **about)
    missing = [
        each.name
        for each in parameters
        if each.default is each.empty and each.name not in given and each.kind in _NAMED
    ]
    if missing:
        allowed = "pour « {call:=} », aussi : {missing:=}"
        yield refuse("", None, allowed, missing=", ".join(missing), **about)


def fold_mistake(frames: Sequence[FrameType], error: TypeError) -> Refusal | None:
    """Return the refusal of a fold whose functions take other arguments, or None. `frames`: those
    that the error passed through."""
    values = (value for frame in reversed(frames) for value in frame.f_locals.values())
    read = next((each for each in values if isinstance(each, Fold | CountFold)), None)
    if read is None or "argument" not in str(error):
        return None
    step = ["state", "throw", "face"] if isinstance(read, Fold) else ["state", "face", "counts"]
    more = [f"using[{place}]" for place in range(len(read.using))]
    allowed = "pour « {call:=} », les fonctions step({step:=}) et end({end:=})"
    texts = {"step": ", ".join(step + more), "end": ", ".join(["state", *more])}
    return refuse("", None, allowed, call=type(read).__name__, **texts)
