"""`python -m bench.single_advice [GAME or procedure]`: advice without anything kept, every choice asked.

For the parameter sets of the tests, the processor time of the first answer, where it is over `SOON`.
"""

from __future__ import annotations

import copy
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from bench.cold_advice import time_advice
from tablee.rules.refusal import Refusal
from tablee.rules.registry import find_procedure
from tablee.rules.run_input import RunInput, ask_about
from tablee.rules.schema import Group, fields_of
from tablee.rules.shapes import Either, Many, Shape, Text
from tests.kit.runs import grid

SOON = 0.05
SETS = 6
"""Number of parameter sets of each procedure."""


def all_asked(
    name: str, params: dict[str, Any], rulings: Mapping[str, Any] | None = None
) -> RunInput:
    """Return a question in which every parameter is asked that may be."""
    found = ask_about(name, params, rulings)
    for path in list(_may_be_asked(find_procedure(name), params)):
        changed = _with_asked(params, path)
        try:
            found, params = ask_about(name, changed, rulings), changed
        except Refusal:  # not here: the rest of the parameters decides it
            continue
    return found


def _may_be_asked(record: type[Any], params: Mapping[str, Any]) -> Iterator[tuple[str | int, ...]]:
    for name, field in fields_of(record).items():
        if field.shape.takes("ask") and not isinstance(field.shape, Text):
            yield (name,)
        elif (inner := _record_in(field.shape)) is not None and name in params:
            yield from ((name, *path) for path in _inside(inner, params[name]))


def _record_in(shape: Shape) -> type[Any] | None:
    match shape:
        case Group(record=record):
            return record
        case Many(item=item):
            return _record_in(item)
        case Either(shapes=shapes):
            return next(filter(None, map(_record_in, shapes)), None)
        case _:
            return None


def _inside(record: type[Any], value: Any) -> Iterator[tuple[str | int, ...]]:
    if isinstance(value, Mapping):
        yield from _may_be_asked(record, value)
    elif isinstance(value, list):
        for place, each in enumerate(value):
            yield from ((place, *path) for path in _inside(record, each))


def _with_asked(params: dict[str, Any], path: tuple[str | int, ...]) -> dict[str, Any]:
    changed = copy.deepcopy(params)
    inner: Any = changed
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = "ask"
    return changed


def main() -> None:
    """Print one row for each parameter set that is not answered soon."""
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    met: Counter[str] = Counter()
    print("| procedure | set | seconds | |")
    print("| --- | --- | --- | --- |")
    for name, place, params in grid():
        met[name] += 1
        if not name.startswith(wanted) or met[name] > SETS:
            continue
        seconds, refused = time_advice(all_asked(name, dict(params)))
        if seconds > SOON:
            end = f"refused: {refused.kind}" if refused else "advised"
            print(f"| {name} | {place} | {seconds:.2f} | {end} |", flush=True)


if __name__ == "__main__":
    main()
