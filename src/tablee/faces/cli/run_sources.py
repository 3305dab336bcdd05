"""Run inputs from the command line: a procedure with `name=value`, a run in a file, or a batch.

The module reads and validates; it runs nothing itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from tablee.faces.cli.cli_context import Face
from tablee.faces.cli.option_values import Sweep, read_params, read_rulings
from tablee.faces.messages import error_view
from tablee.faces.param_paths import path_of, with_values
from tablee.faces.strict_input import lines, parse, read_file
from tablee.rules.refusal import Refusal, refuse
from tablee.rules.registry import find_game, find_procedure
from tablee.rules.run_input import RunInput, ask_about, read_run


class Given(msgspec.Struct, frozen=True):
    """The source of the run inputs of a call."""

    procedure: str | None
    params: tuple[str, ...] = ()
    run: str | None = None
    rulings: tuple[str, ...] = ()
    seat: str | None = None


def is_batch(given: Given) -> bool:
    """Return whether the file holds one run a line."""
    return given.run is not None and given.run.endswith(".jsonl")


def run_input_of(face: Face, given: Given) -> RunInput:
    """Return the single run input of a call. Raises `Refusal`."""
    if given.run is not None:
        _only_a_file(given)
        return _question_of_run(face, read_file(given.run, "run"), given.rulings)
    question, _ = sweep_of(face, given, sweeps=False)
    return question


def sweep_of(face: Face, given: Given, sweeps: bool = True) -> tuple[RunInput, Sweep | None]:
    """Return the run input of `PROCEDURE name=value ...`, and the varied parameter if there is
    one."""
    if given.procedure is None:
        raise refuse("procedure", None, "le nom d’une procédure, ou --run FICHIER")
    kind = find_procedure(given.procedure)
    face.game = find_game(given.procedure.partition(".")[0])
    assert face.game is not None
    rulings = read_rulings(face.game.rulings, given.rulings)
    params, sweep = read_params(kind, given.params, sweeps, rulings, face.places)
    question = ask_about(given.procedure, params, rulings)
    if face.places:
        from tablee.rules.seat_names import seat_names

        face.use_names(seat_names(question.procedure, face.places))
    return question, sweep


def at_value(question: RunInput, sweep: Sweep, value: Any) -> RunInput:
    """Return the same run input with another value of the varied parameter."""
    change = (path_of(sweep.parameter), value)
    params = with_values(type(question.procedure), question.given, [change])
    return ask_about(question.procedure.id, params, question.given_rulings, question.answers)


def _only_a_file(given: Given) -> None:
    if given.procedure is not None:
        raise refuse("procedure", given.procedure, "rien d’autre avec --run : la procédure y est")


def _question_of_run(face: Face, run: Any, words: tuple[str, ...]) -> RunInput:
    if isinstance(run, Mapping) and isinstance(run.get("procedure"), str):
        face.game = find_game(run["procedure"].partition(".")[0])
        if words and face.game is not None and isinstance(run.get("rulings", {}), Mapping):
            added = read_rulings(face.game.rulings, words)
            run = {**run, "rulings": {**run.get("rulings", {}), **added}}
    return read_run(run)


def answer_all(face: Face, given: Given, answer: Callable[[RunInput], Any]) -> int:
    """Print one answer a line for a batch file; return 2 when a line was refused."""
    _only_a_file(given)
    assert given.run is not None
    status = 0
    for place, line in lines(given.run, "run"):
        face.game = None
        try:
            if isinstance(line, Refusal):
                raise line
            question = _question_of_run(face, parse(line, "run"), given.rulings)
            face.write(answer(question))
        except Refusal as refusal:
            status = 2
            face.write(error_view(refusal, face.words))
            face.complain(place, refusal)
    return status
