"""A study read from TOML and checked: procedure, axes, measures, sampling."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from tablee.faces.lab.study_axes import Axis, AxisEntry, Names, checked_axes
from tablee.faces.param_paths import field_at, path_of
from tablee.faces.share_text import share_of
from tablee.rules.contract_json import ParamsJson, RulingsJson
from tablee.rules.file_access import bounded_bytes
from tablee.rules.game import Game
from tablee.rules.procedure import Procedure
from tablee.rules.refusal import Refusal, refuse, refuse_name, unknown_name
from tablee.rules.registry import find_game, find_procedure
from tablee.rules.schema import Field, fields_of, read_record
from tablee.rules.shapes import Either, Nothing, Ratio, Shape, Whole
from tablee.rules.sheet import SHEET
from tablee.rules.sheets.sheet_params import roles_of

_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")
"""The place where `tomllib` stopped, in its message."""
LARGEST = 1024 * 1024
"""Maximum size of a study file in bytes."""
Name = Annotated[str, Meta(max_length=60, pattern="[a-z][a-z0-9_]*")]


class _Measure(msgspec.Struct, frozen=True):
    """One number of each cell. `name`: its name in the tables, that of its type by default."""

    name: Name = ""
    label: Names | None = None


class Chance(_Measure, frozen=True, tag="chance"):
    """The chance that result fields have certain values: `when = {issue = ["reussite"]}`.

    Without `when` it is the chance of success, for `seat` where each seat has its own.
    """

    when: ParamsJson = {}
    seat: str = ""

    @property
    def wanted(self) -> dict[str, list[Any]]:
        """Return the fields with their values as lists."""
        return {
            name: value if isinstance(value, list) else [value] for name, value in self.when.items()
        }


class Mean(_Measure, frozen=True, kw_only=True, tag="mean"):
    """The mean of a number field of the result."""

    field: str


class LawOf(_Measure, frozen=True, kw_only=True, tag="law"):
    """The chance of each value of a result field."""

    field: str


class Value(_Measure, frozen=True, tag="value"):
    """The value of the best option of the next choice, under a utility of the procedure."""

    utility: str | None = None
    seat: str | None = None


class Best(_Measure, frozen=True, tag="best"):
    """The best option of the next choice, under a utility of the procedure."""

    utility: str | None = None
    seat: str | None = None


Measure = Chance | Mean | LawOf | Value | Best


class Sampling(msgspec.Struct, frozen=True):
    """Sampling for chances, means and laws: where the exact computation is refused, or always.

    `n`: maximum number of runs in a cell. `precision`: stop as soon as each chance is known so
    closely ("0.1%").
    """

    n: Annotated[int, Meta(ge=1, le=10**9)] = 100_000
    precision: str | None = None
    when: Literal["too_large", "always"] = "too_large"

    @property
    def share(self) -> float | None:
        """Return the precision as a share of 1."""
        return None if self.precision is None else share_of(self.precision, "simulate.precision")


class StudyEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A study as it is written. `steps`: maximum steps of one exact computation.

    `policy`: "best" where chances, means and laws are those of runs in which the seat that chooses
    first always takes its best answers, for a `utility` (None: the default one).
    """

    title: Names
    note: Names = ""
    procedure: str
    params: ParamsJson = {}
    rulings: RulingsJson = {}
    axis: Annotated[tuple[AxisEntry, ...], Meta(min_length=1, max_length=6)]
    measure: Annotated[tuple[Measure, ...], Meta(min_length=1, max_length=12)]
    seed: Annotated[int, Meta(ge=0, le=2**64 - 1)] = 0
    steps: Annotated[int, Meta(ge=1, le=10**9)] | None = None
    simulate: Sampling | None = None
    policy: Literal["best"] | None = None
    utility: str | None = None


class LabStudy(msgspec.Struct, frozen=True):
    """A valid study. `folder`: the folder that its sheets are relative to."""

    entry: StudyEntry
    game: Game
    kind: type[Procedure[Any]]
    axes: tuple[Axis, ...]
    measures: tuple[Measure, ...]
    folder: str = ""

    @property
    def shape(self) -> tuple[int, ...]:
        """Return the number of points of each axis."""
        return tuple(len(axis.points) for axis in self.axes)


def load_study(path: str | os.PathLike[str]) -> LabStudy:
    """Return the study of a TOML file. Raises `Refusal` naming the file or the field."""
    name = os.fspath(path)
    existing = "un fichier TOML qui existe"
    bounded = "un fichier TOML d’au plus un mégaoctet"
    source = bounded_bytes("study", name, LARGEST, existing, bounded)
    try:
        given = tomllib.loads(source.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise refuse("study", name, "du TOML en UTF-8 ; ce fichier n’en est pas") from None
    except tomllib.TOMLDecodeError as why:
        raise _unreadable(name, str(why)) from None
    return read_study(given, os.path.dirname(name))


def _unreadable(name: str, why: str) -> Refusal:
    """Return the refusal of a study that is not TOML, with the place where its reading stops."""
    found = _PLACE.search(why)
    if found is None:
        return refuse("study", name, "du TOML complet ; la fin manque")
    text = "du TOML ; la lecture s’arrête à la ligne {line}, colonne {column}"
    return refuse("study", name, text, line=int(found[1]), column=int(found[2]))


def read_study(given: Mapping[str, Any], folder: str = "") -> LabStudy:
    """Return a study from values as TOML gives them. Raises `Refusal` naming the first invalid
    field."""
    entry: StudyEntry = read_record(StudyEntry, given)
    kind = find_procedure(entry.procedure)
    game = find_game(entry.procedure.partition(".")[0])
    assert game is not None
    try:
        read_record(game.rulings, entry.rulings, "rulings.")
        for name in entry.params:
            check_path(kind, name, f"params.{name}")
        axes = checked_axes(entry.axis, kind, check_path)
        measures = _checked_measures(kind, entry.measure)
        _check_policy(kind, entry)
        if entry.simulate is not None:
            _ = entry.simulate.share
    except Refusal as refusal:
        refusal.game = game
        raise
    return LabStudy(entry, game, kind, axes, measures, folder)


def check_path(kind: type[Procedure[Any]], name: str, field: str) -> None:
    """Raise `Refusal` under `field` for a path that the procedure does not declare."""
    path = path_of(name)
    roles = [role or SHEET for role in roles_of(kind)]
    if path[0] not in fields_of(kind) and not (len(path) == 1 and path[0] in roles):
        known = [*fields_of(kind), *(role for role in roles if role not in fields_of(kind))]
        raise unknown_name(field, name, known)
    if path[0] in fields_of(kind) and field_at(kind, path) is None:
        raise refuse(field, name, "un chemin que ce paramètre a (« tablee show » les donne)")


# ── measures ───────────────────────────────────────────────────────────────────────────────────
def _checked_measures(
    kind: type[Procedure[Any]], measures: Sequence[Measure]
) -> tuple[Measure, ...]:
    found: dict[str, Measure] = {}
    for place, measure in enumerate(measures):
        field = f"measure[{place}]"
        named: Measure = msgspec.structs.replace(measure, name=measure.name or _tag(measure))
        if named.name in found:
            raise refuse(f"{field}.name", named.name, "un nom que n’a aucune autre mesure")
        _check_measure(kind, measure, field)
        found[named.name] = named
    return tuple(found.values())


def _check_policy(kind: type[Procedure[Any]], entry: StudyEntry) -> None:
    if entry.policy is None:
        if entry.utility is not None:
            raise refuse("utility", entry.utility, "seulement avec policy=best")
        return
    _check_utility(kind, entry.utility, "utility")
    if entry.simulate is not None:
        raise refuse("simulate", None, "rien avec policy=best : ces lois ne s’échantillonnent pas")


def _check_utility(kind: type[Procedure[Any]], name: str | None, field: str) -> None:
    if not kind.utilities:
        raise refuse(field, name, "une procédure qui a un but : celle-ci n’en a aucun")
    if kind.utility(name) is None:
        raise refuse_name(field, name, kind.utilities)


def _tag(measure: Measure) -> str:
    return str(measure.__struct_config__.tag)


def _check_measure(kind: type[Procedure[Any]], measure: Measure, field: str) -> None:
    declared = fields_of(kind.result_type())
    match measure:
        case Chance():
            for name, values in measure.wanted.items():
                shape = _declared(declared, name, f"{field}.when.{name}").shape
                for value in values:
                    shape.read(value, f"{field}.when.{name}")
        case Mean(field=name):
            if not _is_number(_declared(declared, name, f"{field}.field").shape):
                numbers = [each for each, f in declared.items() if _is_number(f.shape)]
                raise refuse_name(f"{field}.field", name, numbers)
        case LawOf(field=name):
            _declared(declared, name, f"{field}.field")
        case Value(utility=name) | Best(utility=name):
            _check_utility(kind, name, f"{field}.utility")


def _declared(declared: Mapping[str, Field], name: str, field: str) -> Field:
    if name not in declared:
        raise refuse_name(field, name, declared)
    return declared[name]


def _is_number(shape: Shape) -> bool:
    if isinstance(shape, Either):
        return all(_is_number(each) for each in shape.shapes if not isinstance(each, Nothing))
    return isinstance(shape, Whole | Ratio)
