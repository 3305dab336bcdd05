"""The run of a console page: past steps, the pending ask, and its controls.

The module reads a session and builds models for the templates; the readings drive the rule.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from tablee.dice.die import Throw
from tablee.dice.house_dice import HouseDice
from tablee.faces.messages import effect_text, format_value, sentence
from tablee.faces.strict_input import dice_faces
from tablee.faces.web.console.run_story import Story, story_of
from tablee.faces.web.form.control import Button
from tablee.faces.web.form.form_values import Pairs, chosen_value, constant_text
from tablee.faces.web.form.run_links import Draft
from tablee.faces.web.page_input import one
from tablee.faces.web.panes.dice_pane import PadView, pad_view
from tablee.rules.authoring.game_file import describe_rule_error
from tablee.rules.choice_landmarks import meanings
from tablee.rules.contract_json import AnswerJson
from tablee.rules.fighter_status import FighterStatus
from tablee.rules.forms import Form, FreeText, NumberFrom, OneOf, Share, SomeOf, TextAndNumber
from tablee.rules.questions import Choose, Together
from tablee.rules.readings.session import Session, play
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import RunInput
from tablee.rules.run_json import effects_view
from tablee.rules.schema import show
from tablee.rules.texts.words import Words
from tablee.rules.trace import plain

MOST_BUTTONS = 13
"""Maximum number of numbers offered as buttons."""
MOST_THROWS = 200
_BRIEF = 3
_TRIED = 4
"""Number of sample throws examined to see whether another throw follows."""


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """One ask: dice (`pad` as `dice_pane.pad_view` returns it, `notation`: the dice), or a choice
    in one of its forms. `turn`: the seat to act; `title`: the subject."""

    kind: str
    turn: str
    title: str
    name: str = "choose"
    pad: PadView | None = None
    notation: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    options: tuple[Button, ...] = ()
    low: int = 0
    high: int = 0
    longest: int = 0
    hint: str = ""

    @property
    def brief(self) -> bool:
        """Whether the options are short numbers, several on a line."""
        return all(len(option.label) <= _BRIEF for option in self.options)


class Value(msgspec.Struct, frozen=True):
    """A field of a result: its name, and its value or the fields and members inside it."""

    name: str
    text: str
    inner: tuple[Value, ...] = ()


class Fighter(msgspec.Struct, frozen=True):
    """A fighter: gauges (label, value, maximum) and conditions in words."""

    name: str
    gauges: tuple[tuple[str, int, int], ...]
    states: str
    out: bool


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """The whole run for the page. `headline`: the last sentence of the rule; `more`: whether
    another throw may follow at once."""

    story: Story
    headline: str
    success: bool | None
    asked: tuple[Asked, ...]
    together: bool
    more: bool
    result: tuple[Value, ...]
    effects: tuple[str, ...]
    done: bool
    fighters: tuple[Fighter, ...]


def played(question: RunInput, words: Words) -> Played:
    """Return the run after its answers. Raises `Refusal` when one of them is wrong."""
    session = play(question)
    story = story_of(session, words)
    result = show(session.result) if session.done else {}
    return Played(
        story=story,
        headline=story.last_sentence if session.done else "",
        success=type(question.procedure).is_success(result),
        asked=_asked(session, words),
        together=isinstance(session.pending, Together),
        more=isinstance(session.pending, Throw) and _goes_on(question),
        result=tuple(_value(words, name, value) for name, value in result.items()),
        effects=_effects(session, words),
        done=session.done,
        fighters=()
        if session.done
        else tuple(_fighter(one, words) for one in session.fighter_statuses()),
    )


def _fighter(standing: FighterStatus, words: Words) -> Fighter:
    states = (words.label(value, name) for name, value in standing.states)
    return Fighter(
        name=sentence(words, words.label(standing.who)),
        gauges=tuple(
            (sentence(words, words.label(each.name)), each.value, each.most)
            for each in standing.gauges
        ),
        states=", ".join(states),
        out=standing.out,
    )


def _goes_on(question: RunInput) -> bool:
    """Return whether another throw may follow a throw, judged from a few sample faces."""
    for seed in range(_TRIED):
        session = play(question)
        if isinstance(session.pending, Throw):
            session.answer({"dice": list(HouseDice(seed).throw(session.pending))})
        if isinstance(session.pending, Throw):
            return True
    return False


def _value(words: Words, name: str, value: Any, title: str = "") -> Value:
    """Return a field in words; records and lists of records are opened."""
    label = title or sentence(words, words.label(name))
    if isinstance(value, Mapping) and value:
        inner = tuple(_value(words, str(each), part) for each, part in value.items())
        return Value(label, "", inner)
    if isinstance(value, list) and any(isinstance(each, Mapping) for each in value):
        inner = tuple(_member(words, name, each, place) for place, each in enumerate(value))
        return Value(label, "", inner)
    return Value(label, format_value(words, value, name))


def _member(words: Words, name: str, value: Any, place: int) -> Value:
    """Return a member of a list, by its own name where it has one."""
    number = words.phrase("n° {n}", n=place + 1)
    own = [key for key in ("nom", "id") if isinstance(value, Mapping) and value.get(key)]
    if not own or len(value) < 2:
        return _value(words, name, value, number)
    others = {key: each for key, each in value.items() if key != own[0]}
    return _value(words, name, others, str(value[own[0]]))


def _effects(session: Session, words: Words) -> tuple[str, ...]:
    """Return the effects; numbers of one name and one person are added up."""
    sums: dict[tuple[str, str], Any] = {}
    others = []
    for each in effects_view(session, seats=True):
        key, amount = (each["effect"], each.get("who", "")), each["amount"]
        if type(amount) is int:
            sums[key] = sums.get(key, 0) + amount
        else:
            others.append((key, amount))
    shown = [*sums.items(), *others]
    return tuple(effect_text(words, name, amount, who) for (name, who), amount in shown)


# ── asks ───────────────────────────────────────────────────────────────────────────────────────
def _asked(session: Session, words: Words) -> tuple[Asked, ...]:
    pending = session.pending
    if isinstance(pending, Throw):
        return (_throw(session, pending, words),)
    if isinstance(pending, Choose):
        return (_choice(session, pending, words, "choose"),)
    if isinstance(pending, Together):
        return tuple(
            _choice(session, choice, words, f"choose.{place}")
            for place, choice in enumerate(pending.choices)
        )
    return ()


def _throw(session: Session, throw: Throw, words: Words) -> Asked:
    notation = throw.notation().rstrip("!")
    notation = notation.removeprefix("1") if throw.count == 1 else notation
    turn = words.phrase("{who:^} lance", who=session.outer(throw.who))
    title = sentence(words, words.label(throw.label))
    pad = pad_view(throw, words)
    return Asked(kind="roll", turn=turn, title=title, pad=pad, notation=notation)


def _choice(session: Session, choice: Choose[Any], words: Words, name: str) -> Asked:
    turn = words.phrase("{who:^} choisit", who=session.outer(choice.who))
    title = sentence(words, words.label(choice.label))
    facts = tuple((words.label(n), format_value(words, plain(v), n)) for n, v in choice.facts)
    asked = Asked(kind="one", turn=turn, title=title, name=name, facts=facts)
    change = msgspec.structs.replace
    seen = meanings(session, choice, words)
    match choice.form:
        case OneOf(ids=ids):
            return change(asked, options=_options(ids, words, choice.label, seen))
        case Share(low=low, high=high) if high - low < MOST_BUTTONS:
            options = _options(range(low, high + 1), words, choice.label)
            means = words.shares(choice.form, choice.label) or [""] * len(options)
            described = (
                change(each, means=hint) for each, hint in zip(options, means, strict=True)
            )
            return change(asked, options=tuple(described))
        case NumberFrom(low=low, high=high) if high - low < MOST_BUTTONS:
            return change(asked, options=_options(range(low, high + 1), words, choice.label, seen))
        case NumberFrom(low=low, high=high):
            hint = words.phrase("un entier de {low} à {high}", low=low, high=high)
            return change(asked, kind="number", low=low, high=high, hint=hint)
        case SomeOf(ids=ids, least=least, most=most):
            hint = words.phrase("de {least} à {most:élément|éléments}", least=least, most=most)
            options = _options(ids, words, choice.label, seen)
            return change(asked, kind="some", options=options, hint=hint)
        case FreeText(longest=longest):
            return change(asked, kind="text", longest=longest, hint=words.text("un texte"))
        case TextAndNumber(longest=longest):
            return change(asked, kind="text", longest=longest, hint=words.form(choice.form))
        case _:
            raise TypeError(f"no answer form for {choice.form!r}")


def _options(
    values: Sequence[Any] | range,
    words: Words,
    context: str,
    meanings: Mapping[Any, str] | None = None,
) -> tuple[Button, ...]:
    return tuple(
        Button(
            constant_text(plain(value)),
            msgspec.json.encode(plain(value)).decode(),
            sentence(words, format_value(words, plain(value), context)),
            (meanings or {}).get(value, ""),
        )
        for value in values
    )


# ── answers ────────────────────────────────────────────────────────────────────────────────────
def answer_from(draft: Draft, question: RunInput, pairs: Pairs) -> AnswerJson | None:
    """Return the answer of a form to the pending ask; None when the form has none. Raises `Refusal`
    when it cannot be parsed or does not fit."""
    field = f"answers[{len(draft.answers)}]"
    names = [name for name in pairs if name == "faces" or name.partition(".")[0] == "choose"]
    if not names:
        return None
    pending = play(question).pending
    if isinstance(pending, Throw):
        return {"dice": dice_faces(one(pairs, "faces"), field)}
    if isinstance(pending, Choose):
        return {"choose": _chosen(pending.form, pairs.get("choose", ()))}
    if isinstance(pending, Together):
        return {
            "together": [
                _chosen(choice.form, pairs.get(f"choose.{place}", ()))
                for place, choice in enumerate(pending.choices)
            ]
        }
    raise Refusal("answer", field, None, "plus aucune réponse, car le jet est fini")


def _chosen(form: Form[Any], texts: Sequence[str]) -> Any:
    """Return the ticked or typed values as the JSON of an answer."""
    if isinstance(form, SomeOf):
        return [text for text in texts if text]
    text = texts[-1] if texts else ""
    if isinstance(form, FreeText):
        return text
    if isinstance(form, TextAndNumber):
        return form.read_line(text)
    return chosen_value(text, map(plain, form.ids if isinstance(form, OneOf) else ()))


def thrown(question: RunInput, everything: bool) -> list[AnswerJson]:
    """Return the answers after a house throw, or after all throws up to the next choice or the end."""
    house = HouseDice(secrets.randbits(128))
    session = play(question)
    found: list[AnswerJson] = []
    while isinstance(session.pending, Throw) and len(found) < (MOST_THROWS if everything else 1):
        found.append({"dice": list(house.throw(session.pending))})
        try:
            session.answer(found[-1])
        except Exception as error:
            if describe_rule_error(error) is None:
                raise
            break  # the page shows the error of a rule that fails
    return found
