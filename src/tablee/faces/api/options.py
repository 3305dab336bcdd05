"""The four computations: their options beside a run, their reader and their schema.

The module may import the tasks of the workers and the shapes of the rules. It must not know a route.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

import msgspec

from tablee.faces.api.answer_types import Advised, Law, Played, Sample
from tablee.faces.share_text import share_of
from tablee.faces.strict_input import LONGEST_SEAT, seat_name
from tablee.faces.workers.tasks import Options, Task, advise, odds, resolve, simulate
from tablee.rules.procedure import Procedure
from tablee.rules.refusal import refuse, unknown_name
from tablee.rules.schema import Field, fields_of
from tablee.rules.shapes import Choice, Many, Text, Whole

RUN_KEYS = ("procedure", "params", "rulings", "answers")
MOST_RUNS = 10**9
LARGEST_SEED = 2**64 - 1
DRAWN_BITS = 53
"""Number of bits of a seed drawn here, so that every JSON reader keeps it exact."""

SEAT = Field("as", Text(LONGEST_SEAT, 1), None, "le siège dont on prend la vue ; sans lui, tout")
BY = Field("by", Many(Text(), 1), None, "les champs du résultat que l’on garde ; sans eux, tous")
GOAL = Field("for", Text(), None, "ce que l’on cherche ; sans lui, le but habituel")
POLICY = Field(
    "policy",
    Choice(("best",)),
    None,
    "« best » : à chaque choix laissé à « ask », la meilleure réponse pour le but « for » ; sans lui, "
    "ces choix sont refusés",
)
COUNT = Field("n", Whole(1, MOST_RUNS), 1_000_000, "le nombre de jets")
PRECISION = Field(
    "precision",
    Text(20, 1),
    None,
    "« 0,1 % » ou « 0,001 » : s’arrêter plus tôt, dès que chaque chance est connue à cela près",
)
SEED = Field("seed", Whole(0, LARGEST_SEED), None, "la graine : la même donne les mêmes nombres")


class Computation(msgspec.Struct, frozen=True):
    """One of the four computations; `name` is its address, `answer` the type of its answer."""

    name: str
    task: Task
    options: tuple[Field, ...]
    summary: str
    answer: type


COMPUTATIONS = (
    Computation(
        "resolve",
        resolve,
        (SEAT,),
        "Un jet joué avec ses réponses, ou ce qui est demandé ensuite",
        Played,
    ),
    Computation(
        "odds",
        odds,
        (BY, SEAT, POLICY, GOAL),
        "Les chances exactes de chaque résultat de ce qui suit",
        Law,
    ),
    Computation(
        "advise", advise, (GOAL, SEAT), "Ce que vaut chaque option du prochain choix", Advised
    ),
    Computation(
        "simulate",
        simulate,
        (COUNT, SEED, BY, PRECISION),
        "Les mêmes chances par échantillon",
        Sample,
    ),
)


def options_for(
    computation: Computation, procedure: type[Procedure[Any]]
) -> tuple[Field, ...] | None:
    """Return the options for a procedure, None if it does not allow the computation."""
    if computation.task is advise and not procedure.utilities:
        return None
    known = {
        BY.name: Many(Choice(tuple(fields_of(procedure.result_type()))), 1),
        GOAL.name: Choice(tuple(procedure.utilities)),
    }
    return tuple(
        msgspec.structs.replace(option, shape=known.get(option.name, option.shape))
        for option in computation.options
        if procedure.utilities or option not in (POLICY, GOAL)
    )


def read_body(computation: Computation, body: Any) -> tuple[Any, Options]:
    """Return the body of a request as (run, options). The run is not read yet. Raises `Refusal`."""
    if not isinstance(body, Mapping):
        return body, {}
    declared = {option.name: option for option in computation.options}
    for name in body:
        if name not in declared and name not in RUN_KEYS:
            raise unknown_name(str(name), body[name], (*RUN_KEYS, *declared))
    options = {name: _read(option, body) for name, option in declared.items()}
    if POLICY.name in options and options[POLICY.name] is None and options[GOAL.name] is not None:
        raise refuse(GOAL.name, options[GOAL.name], "seulement avec policy=best")
    if SEED.name in options and options[SEED.name] is None:
        options[SEED.name] = secrets.randbits(DRAWN_BITS)
    return {name: value for name, value in body.items() if name in RUN_KEYS}, options


def _read(option: Field, body: Mapping[str, Any]) -> Any:
    if option.name not in body:
        return option.default
    value = body[option.name]
    if option is SEAT:
        return seat_name(value)
    if option is PRECISION:
        if not isinstance(value, str):
            raise refuse(option.name, value, "une part écrite en texte, comme « 0,1 % »")
        return share_of(option.shape.read(value, option.name), option.name)
    read = option.shape.read(value, option.name)
    return list(read) if isinstance(read, tuple) else read
