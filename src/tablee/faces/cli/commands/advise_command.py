"""`advise`: the value of each option of the next choice.

The module parses options and prints; the reading computes. It knows no table.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from tablee.faces.cli import completion_values as completion
from tablee.faces.cli.answer_options import Answers, answer_runs, run_command
from tablee.faces.cli.cli_context import Face
from tablee.faces.cli.command_options import option
from tablee.faces.cli.progress import Waiting
from tablee.faces.cli.run_sources import Given
from tablee.faces.cli.text_tables import bar, table
from tablee.faces.messages import (
    VARIES,
    bound_text,
    decimal,
    format_value,
    later_text,
    title_of,
    unweighed_text,
    usual_text,
)
from tablee.rules.run_input import RunInput
from tablee.rules.texts.typography import percent

_AGAINST = "Valeur à l’équilibre : {value:=}"
_ALONE = "Valeur si ce camp choisit au mieux : {value:=}"
"""Sentence for the value of simultaneous choices against another side, and without one."""


@run_command(
    "Ce que vaut exactement chaque option du prochain choix, la meilleure d’abord. Le choix "
    "est celui du premier paramètre donné à « ask ».",
    option(
        "utility --for",
        "Ce que l’on cherche (« tablee show » donne les noms).",
        "BUT",
        shell_complete=completion.utilities,
    ),
)
def advise_command(face: Face, given: Given, answers: Answers, utility: str | None) -> int:
    return answer_runs(face, given, answers, lambda q: _advice(face, q, utility, given.seat), _tell)


def _advice(
    face: Face, question: RunInput, utility: str | None, seat: str | None
) -> dict[str, Any]:
    from tablee.rules.readings.advice.advise import advise
    from tablee.rules.readings.budget import Budget

    with Waiting(face, "Recherche du meilleur choix") as waiting:
        budget, noted = Budget(), None

        def tick(steps: int, states: int) -> None:
            nonlocal noted
            waiting.counted(steps, states)
            if budget.bound != noted:
                noted = budget.bound
                kind = type(question.procedure)
                waiting.note(bound_text(face.words, noted, kind, utility))

        budget.tick = tick
        return advise(question, utility, seat, budget).view()


def _tell(face: Face, question: RunInput, view: Mapping[str, Any]) -> None:
    if face.places:
        from tablee.rules.seat_names import names_of_seats

        face.use_names(names_of_seats(question, face.places, [view["seat"]]))
    words = face.words
    label = str(view["label"])
    face.line(face.bold(title_of(words, question)))
    face.line(
        words.phrase(
            "{who:^} choisit : {label:=} ; but : {utility:=}",
            who=view["seat"],
            label=words.label(label),
            utility=words.label(view["utility"], question.procedure.id),
        )
    )
    _tell_first(face, view, question.procedure.id)
    face.line()
    options = view["options"]
    error = options[0].get("error")
    worths = [Fraction(option_view["value"]) for option_view in options]
    low, high = min(worths), max(worths)
    rows = []
    for option_view, worth in zip(options, worths, strict=True):
        alike = high - low <= 2 * Fraction(error or 0)
        share = 1.0 if alike else float((worth - low) / (high - low))
        row = [format_value(words, option_view["choose"], label)]
        if "p" in option_view:
            row.append(percent(Fraction(option_view["p"]), words.lang))
        row.append(decimal(words, worth, 4))
        if error is None:
            row.append(str(worth) if worth.denominator < 10**12 else "…")
        rows.append([*row, bar(share, 16)])
    heads = [words.text("option")]
    if "value" in view:
        heads.append(words.text("part"))
    heads += [words.text("valeur"), *([words.text("exacte")] if error is None else []), ""]
    table(face, heads, rows, range(1, len(heads) - 1 - (error is None)))
    if "value" in view:
        value = decimal(words, Fraction(view["value"]), 4)
        face.line(words.phrase(_ALONE if "alone" in view else _AGAINST, value=value))
    _tell_joint(face, view.get("joint", ()), label)
    if "unweighed" in view:
        face.line(unweighed_text(words, view["unweighed"], label))
    if error is not None:
        digits = min(9, math.floor(-math.log10(error)))
        bound = decimal(words, 10.0**-digits, digits)
        face.line(words.phrase("Valeurs approchées, à moins de {bound:=} près.", bound=bound))


def _tell_first(face: Face, view: Mapping[str, Any], procedure: str) -> None:
    """Print what comes before the options: that it is better to wait, what later choices are
    assumed to be, and who is not weighed."""
    words, best = face.words, Fraction(view["options"][0]["value"])
    if "wait" in view and Fraction(view["wait"]) > best:
        text = words.phrase(
            "Mieux vaut attendre les dés pour choisir ({utility:=} : {worth:=}).",
            utility=words.label(view["utility"], procedure),
            worth=decimal(words, Fraction(view["wait"]), 4),
        )
        face.line(text)
    if "varies" in view:
        face.line(words.text(VARIES))
    if "later" in view:
        face.line(later_text(words, view["later"]))
    if "usual" in view:
        face.line(usual_text(words, view["usual"]))


def _tell_joint(face: Face, joint: Sequence[Mapping[str, Any]], label: str) -> None:
    """Print the answers to give together, the likeliest first."""
    if joint:
        face.line(face.words.text("Choix à donner ensemble :"))
    for each in sorted(joint, key=lambda answer: -Fraction(answer["p"])):
        texts = [format_value(face.words, choice, label) for choice in each["choose"]]
        face.line(f"  {percent(Fraction(each['p']), face.words.lang)}  {', '.join(texts)}")
