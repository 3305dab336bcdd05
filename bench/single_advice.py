"""`python -m bench.single_advice [GAME or procedure]`: advice without anything kept, every choice asked.

For the parameter sets of the tests, the processor time of the first answer, where it is over `SOON`.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping
from typing import Any

from bench.cold_advice import time_advice
from tablee.rules.registry import find_procedure
from tablee.rules.run_input import ask_about
from tablee.rules.schema import Group, fields_of
from tablee.rules.shapes import Either, Many, Shape, Text
from tests.kit.runs import grid

SOON = 0.05
SETS = 6
"""Number of parameter sets of each procedure."""


def all_asked(record: type[Any], params: Mapping[str, Any]) -> dict[str, Any]:
    """Return parameters in which everything that may be asked is asked."""
    found = dict(params)
    for name, field in fields_of(record).items():
        if field.shape.takes("ask") and not isinstance(field.shape, Text):
            found[name] = "ask"
        elif (inner := _record_in(field.shape)) is not None:
            found |= {name: _inside(inner, found[name])} if name in found else {}
    return found


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


def _inside(record: type[Any], value: Any) -> Any:
    if isinstance(value, Mapping):
        return all_asked(record, value)
    return [_inside(record, each) for each in value] if isinstance(value, list) else value


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
        asked = all_asked(find_procedure(name), params)
        seconds, refused = time_advice(ask_about(name, asked))
        if seconds > SOON:
            end = f"refused: {refused.kind}" if refused else "advised"
            print(f"| {name} | {place} | {seconds:.2f} | {end} |", flush=True)


if __name__ == "__main__":
    main()
