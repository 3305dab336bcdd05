"""`resolve` and `explain`: one run of a rule, with given answers or house dice, and its
explanation.

The module translates arguments and results; the readings drive the rule. It knows no table.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar, cast, overload

import msgspec

from tablee.dice.die import Throw
from tablee.dice.house_dice import HouseDice
from tablee.faces.library.arguments import (
    Answer,
    Asked,
    RulingValues,
    in_game_words,
    run_input_of,
    whole_argument,
    words_for,
)
from tablee.rules.contract_json import RunJson
from tablee.rules.procedure import Procedure
from tablee.rules.readings import explain as reading
from tablee.rules.readings.explain import Step
from tablee.rules.readings.session import Session, answer_played, play
from tablee.rules.run_input import RunInput
from tablee.rules.run_json import effects_view, pending_view, run_view
from tablee.rules.texts.languages import Lang

R = TypeVar("R", bound=Hashable)


class Run(Generic[R]):
    """An immutable run of a rule, done or waiting for an answer; `answered` returns the next one.

    `seed`: the seed of the house dice that threw the missing dice, None without them.
    """

    __slots__ = ("_session", "question", "seed")

    question: RunInput
    seed: int | None

    def __init__(self, session: Session, seed: int | None) -> None:
        self._session = session
        self.question = session.question
        self.seed = seed

    @property
    def done(self) -> bool:
        """Whether there is a result."""
        return self._session.done

    @property
    def result(self) -> R:
        """The result. Raises `ValueError` when the run still waits for an answer."""
        if not self.done:
            raise ValueError(f"the run waits for an answer: {self.ask}")
        return cast("R", self._session.result)

    @property
    def ask(self) -> Mapping[str, Any] | None:
        """The pending ask as JSON, None when the run is done."""
        if self.done:
            return None
        return pending_view(self._session, words_for(self.question.game, None))

    @property
    def answers(self) -> tuple[Answer, ...]:
        """All answers in the order asked, those of the house dice included."""
        return tuple(self._session.answers)

    @property
    def effects(self) -> list[dict[str, Any]]:
        """The effects of the run in order: `{"effect": NAME, "amount": ...}`, with `who` where the rule
        names a seat or a character."""
        return effects_view(self._session, seats=True)

    def answered(self, *answers: Answer) -> Run[R]:
        """Return the same run with further answers. Raises `Refusal`.

        >>> run = resolve("exil.simple", talent=14)
        >>> run.ask["dice"], run.answered({"dice": [6]}).result.margin
        ('1d12', 8)
        """
        return _run(self.question.with_answers(self.answers), answers, self.seed)

    def view(self, seat: str | None = None, lang: Lang | None = None) -> dict[str, Any]:
        """Return the run as JSON as `seat` may see it (None: everything), as `tablee resolve
        --json` prints it.

        With house dice, `seed` and `answers` are included, so that the run can be repeated.
        """
        view = run_view(self._session, words_for(self.question.game, lang), seat)
        if self.seed is not None and seat in (None, self.question.game.leader):
            view |= {"seed": self.seed, "answers": list(self.answers)}
        return view

    def __repr__(self) -> str:
        text = repr(self._session.result) if self.done else f"asks {self.ask}"
        return f"Run({self.question.procedure.id}, {text})"


@overload
def resolve(
    asked: Procedure[R] | type[Procedure[R]],
    /,
    *,
    rulings: RulingValues | None = None,
    answers: Sequence[Answer] = (),
    seed: int | None = None,
    **params: Any,
) -> Run[R]: ...
@overload
def resolve(
    asked: str | RunJson,
    /,
    *,
    rulings: RulingValues | None = None,
    answers: Sequence[Answer] = (),
    seed: int | None = None,
    **params: Any,
) -> Run[Any]: ...
def resolve(
    asked: Asked,
    /,
    *,
    rulings: RulingValues | None = None,
    answers: Sequence[Answer] = (),
    seed: int | None = None,
    **params: Any,
) -> Run[Any]:
    """Return a run of a rule.

    `answers`: what was thrown and chosen, in the order asked. `seed`: the house throws the dice
    that are not given; the same seed throws the same faces on any machine. Without it the run waits
    at the first question that has no answer. The rest is as for `odds`. Raises `Refusal`.

    >>> from tablee.games.exil import Simple
    >>> resolve(Simple(talent=14, difficulty=-5), answers=[{"dice": [6]}]).result
    SimpleResult(success=True, margin=3, degree='reussie', complete=True)
    >>> resolve(Simple(talent=14, difficulty=-5), seed=7).answers
    ({'dice': [10]},)
    """
    question = run_input_of(asked, params, rulings, answers)
    seed = None if seed is None else whole_argument(seed, "seed")
    return _run(question.with_answers(()), question.answers, seed)


def _run(question: RunInput, answers: Sequence[Answer], seed: int | None) -> Run[Any]:
    """Return the run of an input with further answers. The house throws dice while the next ask is
    a roll."""
    house = None if seed is None else HouseDice(seed)
    left = deque(answers)
    with in_game_words(question.game):
        session = play(question)
        while session.pending is not None or left:
            throw = session.pending
            if house and isinstance(throw, Throw) and not (left and "dice" in left[0]):
                answer: Answer = {"dice": list(house.throw(throw))}
            elif left:
                answer = left.popleft()
            else:
                break
            answer_played(session, answer)
    return Run(session, seed)


# ── the story ──────────────────────────────────────────────────────────────────────────────────
class Explanation(msgspec.Struct, frozen=True):
    """The steps of a run, with the clauses behind them."""

    steps: tuple[Step, ...]
    clauses: Mapping[str, str]

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def __len__(self) -> int:
        return len(self.steps)

    def __str__(self) -> str:
        """Return one line a step, its clauses in brackets."""
        return "\n".join(
            f"{step.text} [{' '.join(step.clauses)}]" if step.clauses else step.text
            for step in self.steps
        )


def explain(
    asked: Run[Any] | Asked,
    /,
    *,
    seat: str | None = None,
    lang: Lang | None = None,
    rulings: RulingValues | None = None,
    answers: Sequence[Answer] = (),
    seed: int | None = None,
    **params: Any,
) -> Explanation:
    """Return what happened in a run (or in what `resolve` makes of the rest) and which rule says
    so.

    `seat`: what this seat may know, None for all. `lang`: "fr" or "en". Raises `Refusal`.

    >>> for step in explain("exil.simple", talent=14, answers=[{"dice": [6]}]):
    ...     print(step.text)
    Talent 14, sans modificateur.
    Toutes les faces du d12 conviennent : il ne dira que l’ampleur de la réussite.
    Acteur, 1d12 (Talent) : 6.
    Superbe réussite, marge de réussite 8 : le d12 donne 6.
    """
    if isinstance(asked, Run):
        run = asked
    else:
        run = resolve(asked, rulings=rulings, answers=answers, seed=seed, **params)
    words = words_for(run.question.game, lang)
    steps = tuple(reading.explain(run._session, words, seat))
    named = dict.fromkeys(clause for step in steps for clause in step.clauses)
    return Explanation(steps, {clause: words.clause(clause) for clause in named})
