"""`odds`: exact laws that keep their run input, so that they can be drawn in words.

The module translates arguments and results; the reading computes. It knows no table.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal, TypeVar, overload

from tablee.dice.data_frames import with_chance
from tablee.dice.law import Law, bounded
from tablee.faces.library.arguments import (
    Answer,
    Asked,
    RulingValues,
    as_json,
    in_game_words,
    run_input_of,
)
from tablee.rules.contract_json import RunJson
from tablee.rules.procedure import Procedure
from tablee.rules.readings import odds as reading
from tablee.rules.readings.budget import Budget
from tablee.rules.refusal import refuse
from tablee.rules.run_input import RunInput
from tablee.rules.run_json import odds_view
from tablee.rules.schema import fields_of, show
from tablee.rules.texts.languages import Lang

if TYPE_CHECKING:
    from tablee.faces.library.notebook_view import Drawing
    from tablee.faces.pictures.render import Format

R = TypeVar("R", bound=Hashable)


class Odds(Law[R]):
    """The exact law of the results of a run.

    `question`: the run input. `by`: the selected result fields, None for all. It is a `Law`; a
    notebook shows its picture and its table in the words of the game.
    """

    __slots__ = ("by", "question")

    question: RunInput
    by: tuple[str, ...] | None

    def __init__(self, law: Law[R], question: RunInput, by: tuple[str, ...] | None) -> None:
        super().__init__(law.weights)
        self.question = question
        self.by = by

    def __repr__(self) -> str:
        first = islice(self.items(), 12)
        shown = [f"({_named(show(result))}): {bounded(chance)}" for result, chance in first]
        if len(self) > 12:
            shown.append(f"… {len(self) - 12} more")
        return f"Odds({self.question.procedure.id}, {{{', '.join(shown)}}})"

    def view(self) -> dict[str, Any]:
        """Return the law as JSON, as `tablee odds --json` prints it."""
        return odds_view(self.question, self)

    def rows(self) -> list[dict[str, Any]]:
        """Return a row a result, in canonical order: its fields, `p` (exact, as text), `chance` (a
        float).

        >>> odds("exil.simple", talent=14, difficulty=-5, by=["success"]).rows()
        [{'success': False, 'p': '1/4', 'chance': 0.25}, {'success': True, 'p': '3/4', 'chance': 0.75}]
        """
        return [with_chance(show(result), chance) for result, chance in self.items()]

    def picture(
        self, by: Iterable[str] | None = None, kind: Format = "svg", lang: Lang | None = None
    ) -> bytes:
        """Return the picture of the law, an SVG (UTF-8) or a PNG: what `tablee odds --plot` draws.

        `by`: the fields to draw, the most telling one when left out. Raises `Refusal`.
        """
        return self._drawing().picture(listed(by), kind, lang)

    def _drawing(self) -> Drawing:
        from tablee.faces.library.notebook_view import Drawing

        return Drawing((self,), (self.question,), self.by)

    def _repr_html_(self) -> str:
        return self._repr_mimebundle_()["text/html"]

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        return self._drawing().bundle(repr(self))


def _named(fields: Mapping[str, Any]) -> str:
    return ", ".join(f"{name}={value!r}" for name, value in fields.items())


@overload
def odds(
    asked: Procedure[R] | type[Procedure[R]],
    /,
    *,
    by: Iterable[str] | None = None,
    rulings: RulingValues | None = None,
    answers: Sequence[Answer] = (),
    policy: Literal["best"] | None = None,
    seat: str | None = None,
    utility: str | None = None,
    budget: Budget | None = None,
    **params: Any,
) -> Odds[R]: ...
@overload
def odds(
    asked: str | RunJson,
    /,
    *,
    by: Iterable[str] | None = None,
    rulings: RulingValues | None = None,
    answers: Sequence[Answer] = (),
    policy: Literal["best"] | None = None,
    seat: str | None = None,
    utility: str | None = None,
    budget: Budget | None = None,
    **params: Any,
) -> Odds[Any]: ...
def odds(
    asked: Asked,
    /,
    *,
    by: Iterable[str] | None = None,
    rulings: RulingValues | None = None,
    answers: Sequence[Answer] = (),
    policy: Literal["best"] | None = None,
    seat: str | None = None,
    utility: str | None = None,
    budget: Budget | None = None,
    **params: Any,
) -> Odds[Any]:
    """Return the exact law of the results of a rule.

    `asked`: a record (`Simple(talent=14)`), its class or its id with `params`, or a run as JSON.
    `by`: the selected result fields (far quicker for large pools). `rulings`: the rulings of the
    campaign. `answers`: the first throws and choices; the law covers the rest of the run.
    `policy`: "best" where a seat takes its best answer at each choice that is left to "ask", for a
    `utility` (None: the default one); `seat`: that seat (None: the first one that chooses). All others
    on its side do the same; choices of two opposed sides are refused. `budget`: the limit on the work.

    >>> from tablee.games.exil import Simple
    >>> law = odds(Simple(talent=14, difficulty=-5))
    >>> law.chance(lambda result: result.success)
    Fraction(3, 4)
    >>> law.marginal("margin").mean()
    Fraction(5, 2)

    The same rule by its name, under a ruling, and after a die has fallen:

    >>> odds("exil.simple", talent=14, by=["success"]) == odds(Simple(talent=14), by=["success"])
    True
    >>> odds(Simple(talent=6), by=["success"], rulings={"equal": "fails"})
    Odds(exil.simple, {(success=False): 7/12, (success=True): 5/12})
    >>> odds(Simple(talent=6), by=["success"], answers=[{"dice": [6]}])
    Odds(exil.simple, {(success=True): 1})

    The law where a player chooses as well as possible how many dice to set aside:

    >>> best = odds("armes_dieux.jet", poignee=4, sr=9, ecartes="ask", policy="best")
    >>> best.chance(lambda result: result.issue != "echec")
    Fraction(1243, 1296)

    What is not possible is refused, and says what is:

    >>> odds(Simple(talent=99))
    Traceback (most recent call last):
    tablee.rules.refusal.Refusal: talent : « 99 » n’est pas possible ; attendu : un entier de 0 à 20.
    """
    question = run_input_of(asked, params, rulings, answers)
    return odds_under(question, by, policy, seat, utility, budget)


def odds_under(
    question: RunInput,
    by: Iterable[str] | None,
    policy: str | None,
    seat: str | None,
    utility: str | None,
    budget: Budget | None = None,
) -> Odds[Any]:
    """Return the law of a valid run input, under best play where `policy` says so."""
    if policy is None and seat is None and utility is None:
        return odds_of(question, by, budget)
    return _odds_of_best_play(question, listed(by), policy, seat, utility, budget)


def _odds_of_best_play(
    question: RunInput,
    wanted: tuple[str, ...] | None,
    policy: str | None,
    seat: str | None,
    utility: str | None,
    budget: Budget | None,
) -> Odds[Any]:
    """Return the law under best play. Raises `Refusal` for another policy, and for none."""
    from tablee.rules.readings.advice.best_play import odds_of_best_play

    if policy is None:
        name, value = ("utility", utility) if seat is None else ("seat", seat)
        raise refuse(name, value, "seulement avec policy=best")
    if policy != "best":
        raise refuse("policy", policy, "best")
    with in_game_words(question.game):
        law = odds_of_best_play(question, utility, seat, wanted, budget)
    return _described(law, question, wanted)


def odds_of(
    question: RunInput, by: Iterable[str] | None = None, budget: Budget | None = None
) -> Odds[Any]:
    """Return the law of a valid run input."""
    wanted = listed(by)
    with in_game_words(question.game):
        law = reading.odds(question, wanted, budget)
    return _described(law, question, wanted)


def _described(law: Law[Any], question: RunInput, wanted: tuple[str, ...] | None) -> Odds[Any]:
    named = fields_of(type(question.procedure).result_type())
    kept = None if wanted is None else tuple(name for name in named if name in wanted)
    return Odds(law, question, kept)


def listed(by: Iterable[str] | None) -> tuple[str, ...] | None:
    """Return the fields of a `by`; a plain text is one field. Raises `Refusal` when it names none."""
    if by is None:
        return None
    names = (by,) if isinstance(by, str) else tuple(by) if isinstance(by, Iterable) else ()
    if not names:
        raise refuse("by", as_json(by), "un champ du résultat, ou plusieurs")
    return names
