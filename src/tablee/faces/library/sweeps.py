"""`sweep` and `sweep_table`: the laws of a rule for several values of a parameter, or of two.

The module calls `odds` for each value. It knows no table.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from tablee.dice.data_frames import added, pandas_frame, polars_frame
from tablee.faces.library.arguments import (
    Answer,
    Asked,
    RulingValues,
    as_json,
    params_with,
    run_input_of,
)
from tablee.faces.library.library_laws import Odds, listed, odds_of
from tablee.faces.param_paths import check_different
from tablee.rules.contract_json import RunJson
from tablee.rules.procedure import Procedure
from tablee.rules.refusal import refuse
from tablee.rules.texts.languages import Lang

if TYPE_CHECKING:
    import pandas
    import polars

    from tablee.faces.library.notebook_view import Drawing
    from tablee.faces.pictures.render import Format

R = TypeVar("R", bound=Hashable)
Rows = list[dict[str, Any]]


def _added_rows(names: Sequence[str], laws: Sequence[tuple[Sequence[Any], Odds[Any]]]) -> Rows:
    """Return the rows of laws, each with its values of the parameters in front. A trailing `_` is
    added to the name of a column when a result field has the same name."""
    found = [(values, law.rows()) for values, law in laws]
    fields = dict.fromkeys(key for _, rows in found for row in rows for key in row)
    heads = [added(name, fields) for name in names]
    return [
        {**dict(zip(heads, values, strict=True)), **row} for values, rows in found for row in rows
    ]


class _Swept(Generic[R]):
    """What a sweep of one parameter and a table of two share: their laws as data and as a picture."""

    __slots__ = ("by", "laws")

    laws: tuple[Odds[R], ...]
    by: tuple[str, ...] | None

    def __init__(self, laws: Sequence[Odds[R]]) -> None:
        self.laws = tuple(laws)
        self.by = laws[0].by

    def rows(self) -> Rows:
        """Return the rows of all laws."""
        raise NotImplementedError

    def _drawing(self) -> Drawing:
        raise NotImplementedError

    def to_polars(self) -> polars.DataFrame:
        """Return the rows as a polars data frame. Raises `ImportError` when polars is not
        installed."""
        return polars_frame(self.rows())

    def to_pandas(self) -> pandas.DataFrame:
        """Return the rows as a pandas data frame. Raises `ImportError` when pandas is not
        installed."""
        return pandas_frame(self.rows())

    def _repr_html_(self) -> str:
        return self._repr_mimebundle_()["text/html"]

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        return self._drawing().bundle(repr(self))


class Sweep(_Swept[R]):
    """The law for each value of a parameter, in the order given: `sweep[value]` is one of them."""

    __slots__ = ("parameter", "values")

    parameter: str
    values: tuple[Any, ...]

    def __init__(self, parameter: str, values: Sequence[Any], laws: Sequence[Odds[R]]) -> None:
        super().__init__(laws)
        self.parameter = parameter
        self.values = tuple(values)

    def __len__(self) -> int:
        return len(self.values)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.values)

    def items(self) -> Iterator[tuple[Any, Odds[R]]]:
        """Return each value with its law."""
        return zip(self.values, self.laws, strict=True)

    def __getitem__(self, value: Any) -> Odds[R]:
        """Return the law for a value. Raises `KeyError` for a value outside the sweep."""
        if value not in self.values:
            raise KeyError(value)
        return self.laws[self.values.index(value)]

    def chance(self, event: Callable[[R], bool]) -> dict[Any, Fraction]:
        """Return for each value the chance that `event` holds of the result."""
        return {value: law.chance(event) for value, law in self.items()}

    def __repr__(self) -> str:
        name = self.laws[0].question.procedure.id
        return f"Sweep({name}, {self.parameter} in {list(self.values)!r})"

    # ── as data ────────────────────────────────────────────────────────────────────────────────
    def view(self) -> dict[str, Any]:
        """Return the sweep as JSON, as `tablee odds NAME parameter=a..b --json` prints it."""
        return {"sweep": self.parameter, "values": [law.view() for law in self.laws]}

    def rows(self) -> Rows:
        """Return the rows of all laws, the value of the parameter in front. A trailing `_` is added
        to the name of its column when a result field has the same name."""
        return _added_rows((self.parameter,), [((value,), law) for value, law in self.items()])

    # ── drawn ──────────────────────────────────────────────────────────────────────────────────
    def picture(
        self, by: Iterable[str] | None = None, kind: Format = "svg", lang: Lang | None = None
    ) -> bytes:
        """Draw how the law changes, as SVG (UTF-8) or PNG.

        `by`: the fields to draw. By default it is the drawing of `tablee odds NAME parameter=a..b
        --plot`: the chance of success where there is one, else the most informative field. Raises
        `Refusal`.
        """
        return self._drawing().picture(listed(by), kind, lang)

    def _drawing(self) -> Drawing:
        from tablee.faces.library.notebook_view import Drawing

        questions = [law.question for law in self.laws]
        swept = (self.parameter, questions, self.values)
        return Drawing(self.laws, questions, self.by, swept)


class SweepTable(_Swept[R]):
    """The law for each pair of values of two parameters, the first one down and the second one
    across: `table[value, other]` is one of them. `laws` has them row by row."""

    __slots__ = ("parameters", "values")

    parameters: tuple[str, str]
    values: tuple[tuple[Any, ...], tuple[Any, ...]]

    def __init__(
        self,
        parameters: tuple[str, str],
        values: tuple[tuple[Any, ...], tuple[Any, ...]],
        laws: Sequence[Odds[R]],
    ) -> None:
        super().__init__(laws)
        self.parameters = parameters
        self.values = values

    def items(self) -> Iterator[tuple[tuple[Any, Any], Odds[R]]]:
        """Return each pair of values with its law."""
        return zip(product(*self.values), self.laws, strict=True)

    def __getitem__(self, pair: tuple[Any, Any]) -> Odds[R]:
        """Return the law for a pair of values. Raises `KeyError` for one outside the table."""
        down, across = self.values
        if pair[0] not in down or pair[1] not in across:
            raise KeyError(pair)
        return self.laws[down.index(pair[0]) * len(across) + across.index(pair[1])]

    def chance(self, event: Callable[[R], bool]) -> dict[tuple[Any, Any], Fraction]:
        """Return for each pair of values the chance that `event` holds of the result."""
        return {pair: law.chance(event) for pair, law in self.items()}

    def __repr__(self) -> str:
        name = self.laws[0].question.procedure.id
        sizes = [
            f"{parameter} in {list(values)!r}"
            for parameter, values in zip(self.parameters, self.values, strict=True)
        ]
        return f"SweepTable({name}, {', '.join(sizes)})"

    # ── as data ────────────────────────────────────────────────────────────────────────────────
    def view(self) -> dict[str, Any]:
        """Return the table as JSON, as `tablee odds NAME one=a..b other=c..d --json` prints it."""
        views, width = [law.view() for law in self.laws], len(self.values[1])
        rows = [views[place : place + width] for place in range(0, len(views), width)]
        return {"sweep": list(self.parameters), "values": rows}

    def rows(self) -> Rows:
        """Return the rows of all laws, the values of both parameters in front (see `Sweep.rows`)."""
        return _added_rows(self.parameters, list(self.items()))

    # ── drawn ──────────────────────────────────────────────────────────────────────────────────
    def picture(
        self, by: Iterable[str] | None = None, kind: Format = "svg", lang: Lang | None = None
    ) -> bytes:
        """Draw a heat map, as SVG (UTF-8) or PNG: of the chance of success, or of the mean of the one
        field `by`. Raises `Refusal`."""
        return self._drawing().picture(listed(by), kind, lang)

    def _drawing(self) -> Drawing:
        from tablee.faces.library.notebook_view import Drawing
        from tablee.faces.pictures.swept_table import SweptTable

        questions = [law.question for law in self.laws]
        swept = SweptTable(self.parameters, self.values, questions)
        return Drawing(self.laws, questions, self.by, swept)


@overload
def sweep(
    asked: Procedure[R] | type[Procedure[R]],
    parameter: str,
    values: Iterable[Any],
    /,
    *,
    by: Iterable[str] | None = None,
    rulings: RulingValues | None = None,
    answers: Sequence[Answer] = (),
    **params: Any,
) -> Sweep[R]: ...
@overload
def sweep(
    asked: str | RunJson,
    parameter: str,
    values: Iterable[Any],
    /,
    *,
    by: Iterable[str] | None = None,
    rulings: RulingValues | None = None,
    answers: Sequence[Answer] = (),
    **params: Any,
) -> Sweep[Any]: ...
def sweep(
    asked: Asked,
    parameter: str,
    values: Iterable[Any],
    /,
    *,
    by: Iterable[str] | None = None,
    rulings: RulingValues | None = None,
    answers: Sequence[Answer] = (),
    **params: Any,
) -> Sweep[Any]:
    """Return the laws of a rule for each of the `values` (at least one) of a parameter.

    `parameter`: a name, or a path to a value inside one (`"a.politique.attitude"`). The other arguments
    are those of `odds`. Every value is validated before the first law is computed.

    >>> from tablee.games.exil import Simple
    >>> by_difficulty = sweep(Simple(talent=9), "difficulty", range(-8, 9, 4), by=["success"])
    >>> by_difficulty.chance(lambda result: result.success)
    {-8: Fraction(1, 12), -4: Fraction(5, 12), 0: Fraction(3, 4), 4: Fraction(1, 1), 8: Fraction(1, 1)}
    >>> by_difficulty.rows()[0]
    {'difficulty': -8, 'success': False, 'p': '11/12', 'chance': 0.9166666666666666}
    """
    steps = _steps("values", values)
    questions = [
        run_input_of(asked, params_with(asked, params, {parameter: value}), rulings, answers)
        for value in steps
    ]
    return Sweep(parameter, steps, [odds_of(question, by) for question in questions])


@overload
def sweep_table(
    asked: Procedure[R] | type[Procedure[R]],
    varied: Mapping[str, Iterable[Any]],
    /,
    *,
    by: Iterable[str] | None = None,
    rulings: RulingValues | None = None,
    answers: Sequence[Answer] = (),
    **params: Any,
) -> SweepTable[R]: ...
@overload
def sweep_table(
    asked: str | RunJson,
    varied: Mapping[str, Iterable[Any]],
    /,
    *,
    by: Iterable[str] | None = None,
    rulings: RulingValues | None = None,
    answers: Sequence[Answer] = (),
    **params: Any,
) -> SweepTable[Any]: ...
def sweep_table(
    asked: Asked,
    varied: Mapping[str, Iterable[Any]],
    /,
    *,
    by: Iterable[str] | None = None,
    rulings: RulingValues | None = None,
    answers: Sequence[Answer] = (),
    **params: Any,
) -> SweepTable[Any]:
    """Return the laws of a rule for each pair of values of two parameters.

    `varied`: two parameters with their values, the first one down and the second one across. The
    other arguments are those of `sweep`.

    >>> from tablee.games.exil import Simple
    >>> table = sweep_table(Simple, {"talent": (6, 9), "difficulty": (-3, 0)}, by=["success"])
    >>> table.chance(lambda result: result.success)[9, -3]
    Fraction(1, 2)
    """
    if len(varied) != 2:
        raise refuse("varied", list(varied), "deux paramètres et leurs valeurs")
    down, across = varied
    values = _steps(down, varied[down]), _steps(across, varied[across])
    questions = [
        run_input_of(
            asked, params_with(asked, params, {down: one, across: other}), rulings, answers
        )
        for one, other in product(*values)
    ]
    laws = [odds_of(question, by) for question in questions]
    return SweepTable((down, across), values, laws)


def _steps(argument: str, values: Iterable[Any]) -> tuple[Any, ...]:
    """Return values as JSON. Raises `Refusal` naming the argument when there is none, and for a value
    that comes twice."""
    steps = tuple(map(as_json, values))
    if not steps:
        raise refuse(argument, [], "au moins une valeur")
    check_different(argument, steps)
    return steps
