"""`sweep`: the laws of a rule for several values of a parameter.

The module calls `odds` for each value. It knows no table.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from tablee.dice.data_frames import added, pandas_frame, polars_frame
from tablee.faces.library.arguments import Answer, Asked, RulingValues, run_input_of
from tablee.faces.library.library_laws import Odds, listed, odds_of
from tablee.rules.contract_json import RunJson
from tablee.rules.procedure import Procedure
from tablee.rules.refusal import refuse
from tablee.rules.words import Lang

if TYPE_CHECKING:
    import pandas
    import polars

    from tablee.faces.library.notebook_view import Drawing
    from tablee.faces.pictures.render import Format

R = TypeVar("R", bound=Hashable)


class Sweep(Generic[R]):
    """The law for each value of a parameter, in the order given: `sweep[value]` is one of them."""

    __slots__ = ("by", "laws", "parameter", "values")

    parameter: str
    values: tuple[Any, ...]
    laws: tuple[Odds[R], ...]
    by: tuple[str, ...] | None

    def __init__(self, parameter: str, values: Sequence[Any], laws: Sequence[Odds[R]]) -> None:
        self.parameter = parameter
        self.values = tuple(values)
        self.laws = tuple(laws)
        self.by = laws[0].by

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

    def rows(self) -> list[dict[str, Any]]:
        """Return the rows of all laws, the value of the parameter in front. A trailing `_` is added
        to the name of its column when a result field has the same name."""
        laws = [law.rows() for law in self.laws]
        name = added(
            self.parameter, dict.fromkeys(key for rows in laws for row in rows for key in row)
        )
        return [
            {name: value, **row}
            for value, rows in zip(self.values, laws, strict=True)
            for row in rows
        ]

    def to_polars(self) -> polars.DataFrame:
        """Return the rows as a polars data frame. Raises `ImportError` when polars is not
        installed."""
        return polars_frame(self.rows())

    def to_pandas(self) -> pandas.DataFrame:
        """Return the rows as a pandas data frame. Raises `ImportError` when pandas is not
        installed."""
        return pandas_frame(self.rows())

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

    def _repr_html_(self) -> str:
        return self._repr_mimebundle_()["text/html"]

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        return self._drawing().bundle(repr(self))


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

    The other arguments are those of `odds`. Every value is validated before the first law is
    computed.

    >>> from tablee.games.exil import Simple
    >>> by_difficulty = sweep(Simple(talent=9), "difficulty", range(-8, 9, 4), by=["success"])
    >>> by_difficulty.chance(lambda result: result.success)
    {-8: Fraction(1, 12), -4: Fraction(5, 12), 0: Fraction(3, 4), 4: Fraction(1, 1), 8: Fraction(1, 1)}
    >>> by_difficulty.rows()[0]
    {'difficulty': -8, 'success': False, 'p': '11/12', 'chance': 0.9166666666666666}
    """
    steps = list(values)
    if not steps:
        raise refuse("values", steps, "au moins une valeur")
    questions = [
        run_input_of(asked, {**params, parameter: value}, rulings, answers) for value in steps
    ]
    given = [question.given[parameter] for question in questions]
    return Sweep(parameter, given, [odds_of(question, by) for question in questions])
