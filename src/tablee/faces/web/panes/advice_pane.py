"""The value of each answer to the next choice, beside the options and as a pane.

`templates/pieces/advice.html` draws the value. `advice_pane` is a task of a worker
(`faces.workers.tasks`).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Literal

import msgspec

from tablee.faces.chance_words import exact, in_words
from tablee.faces.messages import (
    VARIES,
    decimal,
    format_value,
    later_text,
    refusal_text,
    unweighed_text,
    usual_text,
)
from tablee.faces.web.panes.law_pane import Selection, named
from tablee.faces.workers.pipe import Ticker
from tablee.faces.workers.tasks import Options, advice_budget
from tablee.rules.contract_json import RunJson
from tablee.rules.readings.advice.advise import advise
from tablee.rules.readings.advice.given_advice import Advice, Option
from tablee.rules.readings.budget import EXCHANGE_STEPS, Budget
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import RunInput, read_run
from tablee.rules.texts.typography import MINUS, capital, percent
from tablee.rules.texts.words import Words
from tablee.rules.trace import plain

MOST_OPTIONS = 60
"""Maximum number of options shown, the best first."""
_SMALL = 12
"""Largest denominator of a share written as « 2 fois sur 3 »."""


class WeighedOption(msgspec.Struct, frozen=True, kw_only=True):
    """An option. `key`: its value as JSON text; `worth`: the bar of what it is worth; `bar`: that of
    how often to choose it, where that counts (`part`, `often`)."""

    key: str
    choose: Any
    label: str
    value: str
    value_text: str
    words: str
    worth: int
    bar: int
    best: bool
    part: float | None
    often: str


class AdvicePane(msgspec.Struct, frozen=True, kw_only=True):
    """Advice for the next choice. `even`: in an exchange, no answer is worth more than another;
    `none`: there is nothing to weigh, or it cannot be weighed; `too_large`: it would take too long;
    these three have a title and a text only."""

    state: Literal["advice", "even", "none", "too_large"]
    title: str
    text: str
    who: str = ""
    label: str = ""
    at_once: bool = False
    chance: bool = False
    utility: str = ""
    utilities: Sequence[Selection] = ()
    options: Sequence[WeighedOption] = ()
    more: str = ""
    joint: Sequence[str] = ()


def advice_pane(run: RunJson, options: Options, tick: Ticker | None = None) -> AdvicePane:
    """Return the worth of each answer to the next choice of a run.

    Options: `lang`, `names` (see `Words`), `for` (one of the procedure's utilities; an unknown one
    is passed over), `as` (a seat, when several choose at once), `exchange` (of a run that is a
    part of a fight, to be weighed soon or not at all: the utilities that may be chosen), `soon`
    (maximum steps for a whole run, which is then weighed soon or not at all). Raises `Refusal` for
    what the form has to mend.
    """
    question = read_run(run)
    words = Words(question.game, options.get("lang", "fr"), options.get("names"))
    utilities = list(options.get("exchange") or question.procedure.utilities)
    utility = options.get("for") if options.get("for") in utilities else None
    try:
        advice = advise(question, utility, options.get("as"), _budget(options, tick))
    except Refusal as refusal:
        if refusal.kind == "answer" and refusal.got is not None:
            raise
        return _none(question, refusal, words, bool(options.get("exchange")))
    worths = [each.value for each in advice.options]
    if options.get("exchange") and max(worths) - min(worths) <= 2 * Fraction(advice.error):
        return _even(advice, words, question.procedure.id)
    others = _others(question, advice.seat, words)
    return advice_view(advice, utilities, words, others, question.procedure.id)


def _others(question: RunInput, seat: str, words: Words) -> str:
    """Return the only other side, where the choosing seat belongs to none: its choice has a value
    for that side only. It is called by the names of its characters where they are known."""
    sides = question.procedure.sides()
    if seat in sides or len(set(sides.values())) != 1:
        return ""
    known = [words.names[each] for each in sides if each in words.names]
    return words.enumeration(known) if known else words.within(next(iter(sides.values())))


def _even(advice: Advice, words: Words, procedure: str) -> AdvicePane:
    text = words.phrase(
        "Dans ce tour, contre la meilleure réponse adverse, tous les choix se valent ({utility:=} : "
        "{worth:=}).",
        utility=words.label(advice.utility, procedure),
        worth=_worth(advice.options[0].value, advice, words),
    )
    return AdvicePane(state="even", title=words.text("Pas de conseil"), text=text)


def _budget(options: Options, tick: Ticker | None) -> Budget:
    steps = EXCHANGE_STEPS if options.get("exchange") else options.get("soon")
    return advice_budget(tick, steps)


def _none(question: RunInput, refusal: Refusal, words: Words, exchange: bool) -> AdvicePane:
    state: Literal["none", "too_large"] = "none"
    if refusal.kind == "too_large" and exchange:
        state = "too_large"
        text = words.text("Ce combat est trop grand pour être pesé exactement, même ce tour seul.")
    elif refusal.kind == "too_large":
        state = "too_large"
        text = words.text("Trop de suites sont possibles pour les peser toutes.")
    elif refusal.field == "params" or not question.procedure.utilities:
        text = words.text("Il n’y a pas de choix à peser ici.")
    else:
        text = refusal_text(words, refusal)
    return AdvicePane(state=state, title=words.text("Pas de conseil"), text=text)


def advice_view(
    advice: Advice, utilities: Sequence[str], words: Words, others: str = "", procedure: str = ""
) -> AdvicePane:
    """Return the pane of an advice; `utilities`: those of the `procedure` that may be chosen;
    `others`: the word for the side that it is worth something to, where that is not the one who
    chooses."""
    worths = [option.value for option in advice.options]
    shown = advice.options[:MOST_OPTIONS]
    left = len(advice.options) - len(shown)
    label = words.label(advice.label)
    rows = [_option(each, advice, worths, words) for each in shown]
    utility = words.label(advice.utility, procedure)
    if others:
        utility = words.phrase("{utility:=}, pour {side:=}", utility=utility, side=others)
    return AdvicePane(
        state="advice",
        title=words.phrase("Que choisir : {label:=}", label=label),
        who=words.label(advice.seat),
        label=label,
        at_once=advice.at_once,
        chance=advice.chance,
        utility=utility,
        utilities=named(utilities, advice.utility, words, procedure),
        options=rows,
        more=words.phrase("et {n:autre|autres}", n=left) if left else "",
        text=_text(advice, rows, words, utility),
        joint=_joint(advice, words),
    )


def _joint(advice: Advice, words: Words) -> list[str]:
    """Return the answers to several choices of one seat, the likeliest first."""
    found = []
    for each in sorted(advice.joint, key=lambda joint: -joint.p)[:MOST_OPTIONS]:
        texts = (format_value(words, plain(one), advice.label) for one in each.choices)
        found.append(f"{capital(', '.join(texts))} · {_often(each.p, words)}")
    return found


def _option(
    option: Option, advice: Advice, worths: Sequence[Fraction], words: Words
) -> WeighedOption:
    choice, part = plain(option.choice), option.p
    worth = _bar(option.value, advice.chance, worths)
    return WeighedOption(
        key=msgspec.json.encode(choice).decode(),
        choose=choice,
        label=capital(
            words.text("rien") if choice == [] else format_value(words, choice, advice.label)
        ),
        value=exact(option.value).replace("-", MINUS),
        value_text=_worth(option.value, advice, words),
        words=in_words(option.value, words) if advice.chance else "",
        worth=worth,
        bar=worth if part is None else _thousandths(part),
        best=part == 1 if advice.at_once else option.value == max(worths),
        part=None if part is None else float(part),
        often="" if part is None else _often(part, words),
    )


def _worth(value: Fraction, advice: Advice, words: Words) -> str:
    """Format a chance as a percentage, another value with two decimals, or none if it is whole."""
    if advice.chance:
        return percent(value, words.lang)
    return decimal(words, value, 0 if value.denominator == 1 else 2)


def _bar(value: Fraction, chance: bool, worths: Sequence[Fraction]) -> int:
    """Return the length of a bar in thousandths: of 1, of the best, or between worst and best."""
    low, high = min(Fraction(), *worths), max(Fraction(1 if chance else 0), *worths)
    return _thousandths((value - low) / (high - low)) if high > low else 0


def _thousandths(part: Fraction) -> int:
    return round(1000 * part)


def _often(part: Fraction, words: Words) -> str:
    """Format the probability of an option: « 2 fois sur 3 »."""
    if part == 0:
        return words.text("jamais")
    if part == 1:
        return words.text("toujours")
    if part.denominator > _SMALL:
        hundredths = round(100 * part)
        if not 0 < hundredths < 100:
            return words.text("presque jamais" if hundredths == 0 else "presque toujours")
        return words.phrase("environ {n} fois sur {of}", n=hundredths, of=100)
    return words.phrase("{n} fois sur {of}", n=part.numerator, of=part.denominator)


def _text(advice: Advice, rows: Sequence[WeighedOption], words: Words, utility: str) -> str:
    """Return the advice as sentences: first that it is better to wait, where it is."""
    texts = [_best_text(advice, rows, words, utility)]
    if advice.wait is not None and advice.waits:
        first = words.phrase(
            "Mieux vaut attendre les dés pour choisir ({utility:=} : {worth:=}).",
            utility=utility,
            worth=_worth(advice.wait, advice, words),
        )
        texts.insert(0, first)
    if advice.varies:
        texts.append(words.text(VARIES))
    if advice.later:
        texts.append(later_text(words, advice.later))
    if advice.unweighed:
        texts.append(unweighed_text(words, map(plain, advice.unweighed), advice.label))
    if advice.usual:
        texts.append(usual_text(words, advice.usual))
    return " ".join(texts)


def _best_text(advice: Advice, rows: Sequence[WeighedOption], words: Words, utility: str) -> str:
    """Return the best option as a sentence."""
    best = [row for row in rows if row.best]
    if advice.at_once and best:
        return words.phrase(
            "Le meilleur choix : {label:=} ; avec les meilleurs choix de ce camp, il vaut {worth:=} "
            "({utility:=})."
            if advice.alone
            else "Le meilleur choix : {label:=} ; quoi que fasse l’autre, il vaut au moins {worth:=} "
            "({utility:=}).",
            label=best[0].label,
            worth=_worth(advice.value, advice, words),
            utility=utility,
        )
    if advice.at_once:
        return words.phrase(
            "Tirez votre choix au hasard, dans ces parts : quoi que fasse l’autre, cela vaut au "
            "moins {worth:=} ({utility:=}).",
            worth=_worth(advice.value, advice, words),
            utility=utility,
        )
    if len(advice.options) == 1 and advice.unweighed:
        return words.phrase(
            "Un seul choix se pèse : {label:=} ({utility:=} : {worth:=}).",
            label=best[0].label,
            worth=best[0].value_text,
            utility=utility,
        )
    if len(best) == len(advice.options) > 1:
        return words.phrase("Tous les choix se valent ({utility:=}).", utility=utility)
    return words.phrase(
        "Le meilleur choix : {label:=} ({utility:=} : {worth:=}).",
        label=best[0].label,
        worth=best[0].value_text,
        utility=utility,
    )
