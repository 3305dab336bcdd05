"""A question about a procedure: its parameters read and checked, the rulings, the answers so far.

All input from outside is read here once; what is read is valid.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from tablee.rules.ambient import Ambient, around
from tablee.rules.game import Game
from tablee.rules.procedure import Procedure, Rulings
from tablee.rules.refusal import Refusal, unknown_name
from tablee.rules.registry import find_game, find_procedure
from tablee.rules.schema import fields_of, read_record
from tablee.rules.shapes import Either, Many, Nothing, Several


class RunInput(msgspec.Struct, frozen=True):
    """A valid question. `given`: the parameters as they were written, for messages."""

    game: Game
    procedure: Procedure[Any]
    rulings: Rulings
    answers: tuple[Mapping[str, Any], ...] = ()
    given: Mapping[str, Any] = {}
    given_rulings: Mapping[str, Any] = {}

    def concealed(self, seat: str) -> frozenset[str]:
        """Return the parameters that a seat may not see, under the rulings of the question."""
        with around(Ambient(self.rulings)):
            return self.procedure.concealed(seat)

    def seen(self, result: Any, seat: str) -> Mapping[str, Any]:
        """Return the result fields that differ for a seat, under the rulings of the question."""
        with around(Ambient(self.rulings)):
            return self.procedure.seen(result, seat)

    def unknown_to(self, seat: str) -> list[str]:
        """Return the parameters that a seat may not see and that have no belief in their place."""
        believed = {*self.procedure.beliefs(), *self._laws()}
        return sorted(self.concealed(seat) - believed)

    def _laws(self) -> Iterator[str]:
        """Yield the parameters that have a list where a single value may be: a law of the value."""
        for name, field in fields_of(type(self.procedure)).items():
            single = isinstance(field.shape, Either) and any(
                not isinstance(each, Many | Several | Nothing) for each in field.shape.shapes
            )
            if single and isinstance(getattr(self.procedure, name), tuple):
                yield name

    def with_answers(self, answers: Sequence[Mapping[str, Any]]) -> RunInput:
        return msgspec.structs.replace(self, answers=tuple(answers))


def ask_about(
    name: str,
    params: Mapping[str, Any],
    rulings: Mapping[str, Any] | None = None,
    answers: Sequence[Any] = (),
) -> RunInput:
    """Read and check a question. Raises `Refusal` naming the first field that is wrong."""
    kind = find_procedure(name)
    game = find_game(name.partition(".")[0])
    assert game is not None
    return ask_of(kind, game, params, rulings, answers)


def ask_of(
    kind: type[Procedure[Any]],
    game: Game,
    params: Mapping[str, Any],
    rulings: Mapping[str, Any] | None = None,
    answers: Sequence[Any] = (),
) -> RunInput:
    """Read and check a question about a procedure class, which its game need not declare."""
    procedure = read_record(kind, params)
    read_rulings = read_record(game.rulings, rulings or {}, "rulings.")
    with around(Ambient(read_rulings)):
        procedure.check()
    return RunInput(game, procedure, read_rulings, tuple(_answers(answers)), params, rulings or {})


def _answers(answers: Sequence[Any]) -> list[Mapping[str, Any]]:
    for place, answer in enumerate(answers):
        read_answer(answer, f"answers[{place}]")
    return list(answers)


def read_answer(answer: Any, field: str) -> tuple[str, Any]:
    """Return the kind of an answer and its value. Raises `Refusal` when it has no such form."""
    if isinstance(answer, Mapping) and len(answer) == 1:
        ((kind, value),) = answer.items()
        if kind in ("dice", "choose", "together"):
            return kind, value
    raise Refusal(
        "answer",
        field,
        answer,
        'un objet {{"dice": [...]}}, {{"choose": ...}} ou {{"together": [...]}}',
    )


_KEYS = ("procedure", "params", "rulings", "answers")


def read_run(run: Any) -> RunInput:
    """Read a question from the JSON of a run: {"procedure", "params", "rulings", "answers"}."""
    if not isinstance(run, Mapping):
        raise Refusal("param", "run", run, "un objet avec « procedure » et « params »")
    for key in run:
        if key not in _KEYS:
            raise unknown_name(str(key), run[key], _KEYS)
    if not isinstance(run.get("procedure"), str):
        raise Refusal("param", "procedure", run.get("procedure"), "le nom d’une procédure")
    params, rulings = run.get("params", {}), run.get("rulings", {})
    for key, value in (("params", params), ("rulings", rulings)):
        if not isinstance(value, Mapping):
            raise Refusal("param", key, value, "un objet {{nom : valeur}}")
    answers = run.get("answers", [])
    if not isinstance(answers, list):
        raise Refusal("answer", "answers", answers, "une liste de réponses")
    return ask_about(run["procedure"], params, rulings, answers)


def default_of(procedure: Procedure[Any], parameter: str) -> Any:
    """Return the declared default of a top-level parameter, or None when it has none."""
    field = fields_of(type(procedure)).get(parameter)
    return None if field is None or field.required else field.default
