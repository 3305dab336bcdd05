"""`odds`: the exact law as JSON, as a table with bars, as a picture.

The module parses options and prints; the reading computes. It knows no table.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from tablee.dice.law import Law
from tablee.faces.chance_words import exact, in_words
from tablee.faces.cli import completion_values as completion
from tablee.faces.cli.answer_options import Answers, begun, none_in_a_batch, run_command
from tablee.faces.cli.cli_context import Face
from tablee.faces.cli.command_options import BY, fields_named, option
from tablee.faces.cli.option_values import Sweep
from tablee.faces.cli.progress import Waiting
from tablee.faces.cli.run_sources import (
    Given,
    answer_all,
    at_value,
    is_batch,
    run_input_of,
    sweep_of,
)
from tablee.faces.cli.text_tables import bar, table
from tablee.faces.messages import decimal, format_value, path_in_words, sentence, title_of
from tablee.faces.param_paths import path_of
from tablee.rules.contract_json import ResultJson
from tablee.rules.readings.budget import Budget
from tablee.rules.readings.laws import projection
from tablee.rules.readings.odds import checked_fields, odds, ordered
from tablee.rules.refusal import Refusal, refuse
from tablee.rules.run_input import RunInput
from tablee.rules.run_json import may_know, odds_view
from tablee.rules.schema import fields_of, show
from tablee.rules.shapes import Whole
from tablee.rules.texts.name_labels import field_label
from tablee.rules.texts.typography import percent
from tablee.rules.texts.words import Words


class Wanted(NamedTuple):
    """What is asked of a law: its result fields (None: all), for the eyes of a seat.

    `policy`: "best" where the seat takes its best answers, for a `utility`.
    """

    by: tuple[str, ...] | None
    seat: str | None
    policy: str | None
    utility: str | None


Laws = list[tuple[RunInput, Law[Any]]]


@run_command(
    "Les chances exactes de chaque résultat. Un paramètre peut varier : difficulty=-8..8, ou "
    "difficulty=-5,0,5 ; deux font un tableau.",
    BY,
    option("plot --plot", "Dessiner la loi dans ce fichier (.svg ou .png).", "FICHIER"),
    option(
        "policy --policy",
        "Ce que fait qui choisit : « best », la meilleure réponse à chaque fois.",
        "POLITIQUE",
    ),
    option(
        "utility --for",
        "Avec --policy : ce que cherche qui choisit.",
        "BUT",
        shell_complete=completion.utilities,
    ),
    epilog="Exemples : tablee odds exil.simple talent=14 --by degree ; "
    "tablee odds exil.simple talent=14 difficulty=-8..8 --plot courbe.svg ; "
    "tablee odds exil.simple talent=5..14 difficulty=-8..8 --plot carte.svg ; "
    "tablee odds armes_dieux.test domaine=9 sr=14 ecartes=ask --policy best",
)
def odds_command(
    face: Face,
    given: Given,
    answers: Answers,
    by: tuple[str, ...],
    plot: str | None,
    policy: str | None,
    utility: str | None,
) -> int:
    wanted = _wanted(fields_named(by), given.seat, policy, utility)
    if plot is not None:
        _check_picture(plot)
    if is_batch(given):
        none_in_a_batch(answers)
        if plot is not None:
            raise refuse("--plot", plot, "un seul jet à dessiner")
        return answer_all(
            face, given, lambda q: odds_view(q, _kept(q, _law(face, q, wanted), wanted))
        )
    if given.run is not None:
        question, sweep = run_input_of(face, given), None
    else:
        question, sweep = sweep_of(face, given)
    question = begun(question, answers)
    if sweep is not None and sweep.across is not None:
        _grid(face, question, (sweep, sweep.across), wanted, plot)
    elif sweep is not None:
        _sweep(face, question, sweep, wanted, plot)
    else:
        _single(face, question, wanted, plot)
    return 0


def _wanted(
    by: tuple[str, ...] | None, seat: str | None, policy: str | None, utility: str | None
) -> Wanted:
    if policy not in (None, "best"):
        raise refuse("policy", policy, "best")
    if utility is not None and policy is None:
        raise refuse("for", utility, "seulement avec policy=best")
    return Wanted(by, seat, policy, utility)


def _single(face: Face, question: RunInput, wanted: Wanted, picture: str | None) -> None:
    law = _law(face, question, wanted)
    if picture is not None:
        _draw(face, question, wanted, picture, [law])
    if face.json:
        face.write(odds_view(question, _kept(question, law, wanted)))
    else:
        tell_law(face, question, law, wanted)


def _sweep(
    face: Face, question: RunInput, sweep: Sweep, wanted: Wanted, picture: str | None
) -> None:
    steps = [at_value(question, sweep, value) for value in sweep.values]
    laws = [_law(face, each, wanted) for each in steps]
    if picture is not None:
        _draw(face, question, wanted, picture, laws, (sweep.parameter, steps, sweep.values))
    found = list(zip(steps, laws, strict=True))
    if face.json:
        rows = [odds_view(each, _kept(each, law, wanted)) for each, law in found]
        face.write({"sweep": sweep.parameter, "values": rows})
    else:
        _tell_sweep(face, sweep, found, wanted)


def _grid(
    face: Face,
    question: RunInput,
    varied: tuple[Sweep, Sweep],
    wanted: Wanted,
    picture: str | None,
) -> None:
    """Print a law for each pair of values of two parameters, `varied` down and across."""
    from tablee.faces.pictures.swept_table import check_number

    check_number(question.procedure, wanted.by)
    down, across = varied
    rows = [at_value(question, down, value) for value in down.values]
    runs = [at_value(row, across, value) for row in rows for value in across.values]
    laws = [_law(face, run, wanted) for run in runs]
    if picture is not None:
        _draw(face, question, wanted, picture, laws, _table_of(varied, runs))
    width = len(across.values)
    if face.json:
        found = zip(runs, laws, strict=True)
        views = [odds_view(run, _kept(run, law, wanted)) for run, law in found]
        values = [views[start : start + width] for start in range(0, len(views), width)]
        face.write({"sweep": [down.parameter, across.parameter], "values": values})
        return
    what, cells = _numbers(face, runs, laws, wanted)
    names = [path_of(each.parameter)[-1] for each in (down, across)]
    face.line(
        face.bold(title_of(face.words, question, [path_of(each.parameter)[0] for each in varied]))
    )
    face.line(face.style(what, "strong"))
    face.line()
    heads = [format_value(face.words, value, names[1]) for value in across.values]
    corner = " \\ ".join(path_in_words(face.words, each.parameter) for each in varied)
    lines = [
        [format_value(face.words, value, names[0]), *cells[place * width : (place + 1) * width]]
        for place, value in enumerate(down.values)
    ]
    table(face, [corner, *heads], lines, range(1, width + 1))


def _numbers(
    face: Face, runs: list[RunInput], laws: list[Law[Any]], wanted: Wanted
) -> tuple[str, list[str]]:
    """Return what the one number is that a table shows of each law, and these numbers as text."""
    from tablee.faces.pictures.chart_data import shown_number
    from tablee.faces.pictures.study import Study
    from tablee.faces.pictures.swept_table import numbers

    drawn = numbers(Study(runs, _in_passing, laws, wanted.seat or ""), wanted.by, face.words)
    shown = [shown_number(value, drawn, face.words) for value in drawn.values]
    if not drawn.chance:
        return drawn.title, shown
    bars = [bar(float(value), 4) for value in drawn.values]
    return drawn.title, [f"{text} {each:4}" for text, each in zip(shown, bars, strict=True)]


def _law(face: Face, question: RunInput, wanted: Wanted) -> Law[Any]:
    """Return the law of the wanted fields; that of all fields under a policy."""
    may_know(question, wanted.seat)
    with Waiting(face, "Calcul des chances") as waiting:
        budget = Budget(tick=waiting.counted)
        if wanted.policy is None:
            return odds(question, wanted.by, budget)
        from tablee.rules.readings.advice.best_play import odds_of_best_play

        return odds_of_best_play(question, wanted.utility, wanted.seat, budget=budget)


def _kept(question: RunInput, law: Law[Any], wanted: Wanted) -> Law[Any]:
    """Return the law of the wanted fields of results."""
    fields = checked_fields(question.procedure, wanted.by)
    if fields is None or wanted.policy is None:
        return law
    kept = law.map(projection(type(question.procedure).result_type(), fields))
    return ordered(question.procedure, kept)


# ── for people ─────────────────────────────────────────────────────────────────────────────────
def tell_law(face: Face, question: RunInput, law: Law[Any], wanted: Wanted) -> None:
    """Print a title, the chance of success where there is one, a row a result, the means."""
    kept = _kept(question, law, wanted)
    face.line(face.bold(title_of(face.words, question)))
    tell_chances(face, question, law, wanted.seat)
    face.line()
    _rows(face, kept)
    if wanted.by is not None:
        _means(face, question, kept, wanted.by)


def tell_chances(
    face: Face, question: RunInput, law: Law[Any] | None = None, seat: str | None = None
) -> None:
    """Print the chance of success, on one line, or that of each side: only that of `seat`, if any."""
    words, sides = face.words, question.procedure.sides()
    firsts = dict(reversed([(side, each) for each, side in sides.items()]))
    seats = [seat] if seat in sides else [firsts[side] for side in dict.fromkeys(sides.values())]
    for each in seats or [""]:
        chance = chance_of_success(face, question, law, each)
        if chance is None:
            continue
        line = words.phrase(
            "{what:=} : {chance:%} ({told:=})",
            what=sentence(words, chance.what or words.text("Chance de réussite")),
            chance=chance.value,
            told=in_words(chance.value, words),
        )
        face.line(face.style(line, "strong"))
        if not chance.what:
            return


class Chance(NamedTuple):
    """The chance of success: of all seats (`what` is empty), or the goal of a seat."""

    value: Fraction
    what: str


def chance_of_success(
    face: Face, question: RunInput, law: Law[Any] | None = None, seat: str | None = None
) -> Chance | None:
    """Return the chance of success; None where the procedure has none or it takes too long.

    `law`: the law of the results as far as it is known. `seat`: whose goal counts; by default that
    of the first one. Raises `Refusal` for a mistake of the rule, as a goal that is no number.
    """
    from tablee.faces.pictures.captions import headline
    from tablee.faces.pictures.study import Study

    try:
        study = Study([question], _in_passing, [] if law is None else [law], seat or "")
        found = headline(study, face.words)
    except Refusal as refusal:
        if refusal.kind in ("too_large", "choice_needed"):
            return None
        raise
    return None if found is None else Chance(*found)


def _in_passing() -> Budget:
    """Return the budget of a chance that is shown beside something else."""
    return Budget(steps=200_000, states=20_000, table=200_000)


def _rows(face: Face, law: Law[Any]) -> None:
    words = face.words
    chances = [chance for _, chance in law.items()]
    shown = [show(result) for result in law]
    names = list(dict.fromkeys(name for result in shown for name in result))
    heads = [field_label(words, name, words.names) for name in names]
    most = max(chances)
    rows = []
    for result, chance in zip(shown, chances, strict=True):
        cells = [_cell(words, result, name) for name in names]
        rows.append([*cells, percent(chance, words.lang), exact(chance), bar(float(chance / most))])
    numeric = [place for place, name in enumerate(names) if type(shown[0].get(name)) is int]
    count = len(names)
    table(face, [*heads, words.text("chance"), words.text("exacte"), ""], rows, [*numeric, count])


def _cell(words: Words, result: ResultJson, name: str) -> str:
    return format_value(words, result[name], name) if name in result else "–"


def _means(face: Face, question: RunInput, law: Law[Any], by: tuple[str, ...]) -> None:
    words = face.words
    fields = fields_of(type(question.procedure).result_type())
    numbers = [name for name in fields if name in by and isinstance(fields[name].shape, Whole)]
    if numbers:
        face.line()
    for name in numbers:
        marginal = law.marginal(name)
        mean, spread = marginal.mean(), float(marginal.variance()) ** 0.5
        face.line(
            words.phrase(
                "{field:=} : moyenne {mean:=}, écart type {spread:=}",
                field=field_label(words, name, words.names),
                mean=decimal(words, mean),
                spread=decimal(words, spread),
            )
        )


def _tell_sweep(face: Face, sweep: Sweep, found: Laws, wanted: Wanted) -> None:
    words = face.words
    chances = [chance_of_success(face, question, law, wanted.seat) for question, law in found]
    if wanted.by is not None or None in chances:
        for place, (question, law) in enumerate(found):
            if place:
                face.line()
            tell_law(face, question, law, wanted)
        return
    question, path = found[0][0], path_of(sweep.parameter)
    name = path[-1]
    face.line(face.bold(title_of(words, question, path[:1])))
    face.line()
    rows = [
        [
            format_value(words, value, name),
            percent(chance.value, words.lang),
            exact(chance.value),
            bar(float(chance.value)),
        ]
        for value, chance in zip(sweep.values, chances, strict=True)
        if chance is not None
    ]
    what = next((chance.what for chance in chances if chance), "") or words.text("chance")
    heads = [path_in_words(words, sweep.parameter), what, words.text("exacte"), ""]
    numeric = all(type(value) is int for value in sweep.values)
    table(face, heads, rows, [0, 1] if numeric else [1])


# ── as a picture ───────────────────────────────────────────────────────────────────────────────
def _draw(
    face: Face,
    question: RunInput,
    wanted: Wanted,
    path: str,
    laws: list[Law[Any]],
    sweep: Any = None,
) -> None:
    """Draw the law; `sweep` is (parameter, run inputs, values), or a `SweptTable`."""
    from tablee.faces.pictures.law_picture import draw_law

    draw_law(question, wanted.by, face.words, path, sweep, laws)


def _table_of(varied: tuple[Sweep, Sweep], runs: list[RunInput]) -> Any:
    from tablee.faces.pictures.swept_table import SweptTable

    down, across = varied
    return SweptTable((down.parameter, across.parameter), (down.values, across.values), runs)


def _check_picture(path: str) -> None:
    """Refuse an unknown file ending before a long computation starts."""
    from tablee.faces.pictures.law_picture import plot_format

    plot_format(path)
