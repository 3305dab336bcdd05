"""The measures of one cell: exact where possible, else within a bound, or sampled."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from tablee.dice.data_frames import any_length
from tablee.dice.law import Law
from tablee.faces.lab.study_file import Best, Chance, LawOf, Mean, Measure, Sampling, Value
from tablee.rules.authoring.game_file import describe_rule_error
from tablee.rules.contract_json import ParamsJson, RulingsJson
from tablee.rules.readings.budget import Budget
from tablee.rules.readings.odds import odds
from tablee.rules.readings.simulate import Z95, Sample, share_interval, simulate
from tablee.rules.refusal import Refusal, refuse
from tablee.rules.run_input import RunInput, ask_about
from tablee.rules.schema import fields_of
from tablee.rules.texts.words import Words
from tablee.rules.trace import plain

if TYPE_CHECKING:
    from tablee.rules.readings.advice.given_advice import Advice

WAIT = "wait"
"""The best option where choosing after the dice is worth more than every option before them."""


class Plan(msgspec.Struct, frozen=True):
    """What all cells of a study share."""

    procedure: str
    rulings: RulingsJson
    measures: tuple[Measure, ...]
    seed: int = 0
    steps: int | None = None
    sampling: Sampling | None = None
    policy: Literal["best"] | None = None
    utility: str | None = None


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    """One number of a cell.

    `outcome`: the value of the field (law) or the option (best). `exact`: the fraction, None
    without one. `half_width`: of the interval around `value` (95 % for samples, else proven).
    `how`: exact, bound, sample or refused; a refused row has a `message` in each language.
    `chance`: whether the value is a chance.
    """

    measure: str
    how: str
    value: float | None = None
    exact: str | None = None
    half_width: float | None = None
    outcome: str | None = None
    message: Mapping[str, str] | None = None
    chance: bool = False


def measured(plan: Plan, index: int, params: ParamsJson) -> list[Row]:
    """Return the rows of a cell, those of each measure in order. A refusal becomes a row."""
    try:
        question = ask_about(plan.procedure, params, plan.rulings)
    except Refusal as refusal:
        return [_refused(measure, refusal, None) for measure in plan.measures]
    cell = _Measured(plan, index, question)
    rows: list[Row] = []
    for measure in plan.measures:
        try:
            rows += cell.rows(measure)
        except Refusal as refusal:
            rows.append(_refused(measure, refusal, question))
        except Exception as error:
            described = describe_rule_error(error)
            if described is None:
                raise
            rows.append(_refused(measure, described, question))
    return rows


def _refused(measure: Measure, refusal: Refusal, question: RunInput | None) -> Row:
    from tablee.rules.registry import find_game

    game = question.game if question else None
    if game is None and isinstance(refusal.game, str):
        game = find_game(refusal.game)
    message = {lang: Words(game, lang).refusal(refusal) for lang in ("fr", "en")}
    return Row(measure.name, "refused", message=message)


class _Measured:
    """The readings of one cell, each computed once."""

    def __init__(self, plan: Plan, index: int, question: RunInput) -> None:
        self.plan = plan
        self.index = index
        self.question = question
        self._best: Law[Any] | None = None
        self._advice: dict[tuple[str | None, str | None], Advice] = {}

    def rows(self, measure: Measure) -> list[Row]:
        """Return the rows of a measure. Raises `Refusal`."""
        if isinstance(measure, Value | Best):
            return [self._of_advice(measure)]
        sampling = self.plan.sampling
        if sampling is not None and sampling.when == "always":
            return self._sampled(measure, sampling)
        try:
            return self._exact(measure)
        except Refusal as refusal:
            if refusal.kind != "too_large" or sampling is None:
                raise
            return self._sampled(measure, sampling)

    def budget(self) -> Budget:
        return Budget() if self.plan.steps is None else Budget(self.plan.steps)

    # ── exact ──────────────────────────────────────────────────────────────────────────────────
    def _exact(self, measure: Chance | Mean | LawOf) -> list[Row]:
        match measure:
            case Chance(when={}, seat=seat) if not measure.when:
                return [_exact_row(measure, self._success(seat))]
            case Chance():
                law = self._law(tuple(measure.when))
                total = sum((p for each, p in law.items() if _holds(measure, each)), Fraction())
                return [_exact_row(measure, total)]
            case Mean(field=field):
                law = self._law((field,)).marginal(field)
                _check_numbers(field, law)
                return [_exact_row(measure, law.mean(), chance=False)]
            case LawOf(field=field):
                law = self._law((field,)).marginal(field)
                shape = fields_of(type(self.question.procedure).result_type())[field].shape
                return [
                    _exact_row(measure, chance, as_text(shape.show(value)))
                    for value, chance in law.items()
                ]

    def _law(self, fields: tuple[str, ...]) -> Law[Any]:
        """Return the law of some result fields; of all fields under a policy, computed once."""
        if self.plan.policy is None:
            return odds(self.question, fields, self.budget())
        if self._best is None:
            from tablee.rules.readings.advice.best_play import odds_of_best_play

            self._best = odds_of_best_play(self.question, self.plan.utility, budget=self.budget())
        return self._best

    def _success(self, seat: str) -> Fraction:
        from tablee.faces.pictures.chart_data import chances_of_success
        from tablee.faces.pictures.study import Study

        known = [] if self.plan.policy is None else [self._law(())]
        study = Study([self.question], self.budget, known, seat)
        study.settle()
        if study.success is None:
            raise _no_success()
        return chances_of_success(study)[0]

    # ── advice ─────────────────────────────────────────────────────────────────────────────────
    def _of_advice(self, measure: Value | Best) -> Row:
        advice = self._advised(measure.utility, measure.seat)
        if isinstance(measure, Best):
            best = WAIT if advice.waits else advice.best
            number = float(best) if type(best) is int else None
            how = "bound" if advice.error else "exact"
            return Row(measure.name, how, number, outcome=as_text(plain(best)))
        value = max(advice.value, advice.wait) if advice.wait is not None else advice.value
        if advice.error:
            half = advice.error
            return Row(measure.name, "bound", float(value), half_width=half, chance=advice.chance)
        return _exact_row(measure, value, chance=advice.chance)

    def _advised(self, utility: str | None, seat: str | None) -> Advice:
        from tablee.rules.readings.advice.advise import advise

        known = self._advice.get((utility, seat))
        if known is None:
            known = advise(self.question, utility, seat, self.budget())
            self._advice[utility, seat] = known
        return known

    # ── sampled ────────────────────────────────────────────────────────────────────────────────
    def _sampled(self, measure: Chance | Mean | LawOf, sampling: Sampling) -> list[Row]:
        match measure:
            case Chance() if not measure.when:
                sample = self._sample(measure, sampling, None)
                holds = self._is_success(measure.seat)
                return [_share_row(measure, sample, holds)]
            case Chance():
                sample = self._sample(measure, sampling, tuple(measure.when))
                return [_share_row(measure, sample, lambda result: _holds(measure, result))]
            case Mean(field=field):
                sample = self._sample(measure, sampling, (field,))
                return [_mean_row(measure, sample)]
            case LawOf(field=field):
                sample = self._sample(measure, sampling, (field,))
                shape = fields_of(type(self.question.procedure).result_type())[field].shape
                return [
                    _sampled_row(
                        measure, c.count, sample.n, as_text(shape.show(getattr(c.result, field)))
                    )
                    for c in sample.counts
                ]

    def _sample(self, measure: Measure, sampling: Sampling, by: tuple[str, ...] | None) -> Sample:
        seed = cell_seed(self.plan.seed, self.index, measure.name)
        sample = simulate(self.question, sampling.n, seed, by, precision=sampling.share)
        if sample.interrupted:
            raise KeyboardInterrupt  # a part of the runs gives other numbers than all of them
        return sample

    def _is_success(self, seat: str) -> Any:
        """Return the test of success of a result. Raises `Refusal` where there is none."""
        from tablee.faces.pictures.study import has_own_success, interested

        procedure = self.question.procedure
        if has_own_success(procedure):
            return lambda result: bool(result.success)
        who, goal = interested(procedure, seat)
        if not goal:
            raise _no_success()
        utility = procedure.utilities[goal]
        return lambda result: bool(utility(procedure, result, who) == 1)


def _no_success() -> Refusal:
    return refuse("measure", None, "« when » : cette procédure n’a pas de réussite à elle")


def cell_seed(seed: int, index: int, measure: str) -> int:
    """Return the seed of the samples of a measure of a cell."""
    digest = hashlib.sha256(f"{seed}/{index}/{measure}".encode()).digest()
    return int.from_bytes(digest[:8], "big")


def as_text(value: Any) -> str:
    """Return a JSON value as the text of an outcome."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _holds(measure: Chance, result: Any) -> bool:
    fields = fields_of(type(result))
    return all(
        fields[name].shape.show(getattr(result, name)) in values
        for name, values in measure.wanted.items()
    )


def _check_numbers(field: str, values: Iterable[Any]) -> None:
    for value in values:
        if not isinstance(value, int | Fraction):
            raise refuse(field, value, "un champ qui est toujours un nombre")


def _exact_row(
    measure: Measure, value: Fraction, outcome: str | None = None, chance: bool = True
) -> Row:
    with any_length():
        exact = str(Fraction(value))
    return Row(measure.name, "exact", float(value), exact, outcome=outcome, chance=chance)


def _share_row(measure: Measure, sample: Sample, holds: Any) -> Row:
    count = sum(each.count for each in sample.counts if holds(each.result))
    return _sampled_row(measure, count, sample.n)


def _sampled_row(measure: Measure, count: int, n: int, outcome: str | None = None) -> Row:
    share, (low, high) = count / n, share_interval(count, n)
    half = max(share - low, high - share)
    return Row(measure.name, "sample", share, half_width=half, outcome=outcome, chance=True)


def _mean_row(measure: Mean, sample: Sample) -> Row:
    law: Law[Any] = sample.law().marginal(measure.field)
    _check_numbers(measure.field, law)
    mean = law.mean()
    spread = float(sum(p * (value - mean) ** 2 for value, p in law.items()))
    half = Z95 * math.sqrt(spread / sample.n)
    return Row(measure.name, "sample", float(mean), half_width=half)
