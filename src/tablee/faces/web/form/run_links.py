"""The link of a run: a page is a function of its address, and nothing is stored elsewhere.

`/exil/simple?talent=14&difficulty=-5&rulings.equal=fails&answers=[{"dice":[6]}]`: parameters by
name as on the command line, lists and objects as JSON, values at their default left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote, urlencode

import msgspec

from tablee.faces.strict_input import parse
from tablee.faces.web.form.form_values import Pairs, constant_text, read_params
from tablee.faces.web.form.initial_values import opening
from tablee.rules.contract_json import AnswerJson, ParamsJson, RulingsJson, RunJson
from tablee.rules.game import Game
from tablee.rules.procedure import Procedure
from tablee.rules.refusal import Refusal
from tablee.rules.registry import find_game, find_procedure
from tablee.rules.run_input import read_answer
from tablee.rules.schema import Field, fields_of
from tablee.rules.shapes import Text

RULINGS = "rulings."
ANSWERS = "answers"


class Draft(msgspec.Struct, frozen=True):
    """A run in a form or a link, valid or not."""

    game: Game
    procedure: type[Procedure[Any]]
    params: ParamsJson
    rulings: RulingsJson = {}
    answers: Sequence[Any] = ()

    @property
    def run(self) -> RunJson:
        """The run as JSON (contract: {"procedure", "params", "rulings", "answers"})."""
        return {
            "procedure": self.procedure.id,
            "params": dict(self.params),
            "rulings": dict(self.rulings),
            "answers": list(self.answers),
        }

    def answered(self, *answers: AnswerJson) -> Draft:
        return msgspec.structs.replace(self, answers=[*self.answers, *answers])

    def back_to(self, count: int) -> Draft:
        """Return the run with only the first `count` answers."""
        return msgspec.structs.replace(self, answers=list(self.answers[:count]))


def read_draft(game: Game, procedure: type[Procedure[Any]], pairs: Pairs) -> Draft:
    """Return the run of a form or a link. Raises `Refusal` for answers that are not a list."""
    inner = {name: values for name, values in pairs.items() if not name.startswith(RULINGS)}
    switched = {
        name.removeprefix(RULINGS): values
        for name, values in pairs.items()
        if name.startswith(RULINGS)
    }
    bare = not any(
        name.partition("[")[0].partition(".")[0] in fields_of(procedure) for name in inner
    )
    params = opening(procedure) if bare else _given(procedure, read_params(procedure, inner))
    rulings = _given(game.rulings, read_params(game.rulings, switched))
    return Draft(game, procedure, params, rulings, _answers(pairs))


def read_back(run: RunJson) -> Draft:
    """Return the draft of a run in JSON."""
    game = find_game(run["procedure"].partition(".")[0])
    assert game is not None
    procedure = find_procedure(run["procedure"])
    return Draft(
        game,
        procedure,
        _given(procedure, run["params"]),
        _given(game.rulings, run["rulings"]),
        run["answers"],
    )


def _given(record: type[Any], values: ParamsJson) -> ParamsJson:
    """Return the values that differ from their defaults."""
    declared = fields_of(record)
    return {name: value for name, value in values.items() if not _is_default(declared[name], value)}


def _is_default(field: Field, value: Any) -> bool:
    if field.required:
        return False
    default = field.shape.show(field.default)
    return type(default) is type(value) and bool(default == value)


def _answers(pairs: Pairs) -> list[Any]:
    text = pairs[ANSWERS][-1] if pairs.get(ANSWERS) else ""
    answers = parse(text, ANSWERS) if text.strip() else []
    if not isinstance(answers, list):
        raise Refusal("answer", ANSWERS, text, "une liste de réponses")
    for place, answer in enumerate(answers):
        read_answer(answer, f"{ANSWERS}[{place}]")
    return answers


def link(draft: Draft) -> str:
    """Return the address of the page of a run, without a host."""
    name = draft.procedure.id.partition(".")[2]
    query = [(n, _text(fields_of(draft.procedure).get(n), v)) for n, v in draft.params.items()]
    query += [(RULINGS + n, constant_text(v)) for n, v in draft.rulings.items()]
    if draft.answers:
        query.append((ANSWERS, msgspec.json.encode(draft.answers).decode()))
    path = f"/{quote(draft.game.id)}/{quote(name)}"
    return f"{path}?{urlencode(query, safe=_SAFE)}" if query else path


_SAFE = '[]{}:,"/.~'.replace('"', "")


def _text(field: Field | None, value: Any) -> str:
    plain = field is None or isinstance(field.shape, Text)
    if isinstance(value, str) and (plain or value not in ("null", "true", "false")):
        return value
    if isinstance(value, list | dict | str):
        return msgspec.json.encode(value).decode()
    return constant_text(value)


def command_line(draft: Draft) -> str:
    """Return the run as a command line, quoted for a POSIX shell."""
    import shlex

    words = ["tablee", "resolve", draft.procedure.id]
    declared = fields_of(draft.procedure)
    words += [f"{n}={_text(declared.get(n), v)}" for n, v in draft.params.items()]
    for name, value in draft.rulings.items():
        words += ["--ruling", f"{name}={constant_text(value)}"]
    for answer in draft.answers:
        words += _option(answer)
    return shlex.join(words)


def _option(answer: AnswerJson) -> list[str]:
    """Return an answer as options: `--dice 6,3`, `--choose VALUE` (one each for choices at once)."""
    if "dice" in answer:
        faces = answer["dice"]
        return ["--dice", ",".join(map(str, faces)) if isinstance(faces, list) else str(faces)]
    if isinstance(answer.get("together"), list):
        return [word for value in answer["together"] for word in ("--choose", _chosen(value))]
    return ["--choose", _chosen(answer.get("choose"))]


def _chosen(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
