"""Words: French first, English beside, and how sentences are built from a template and numbers.

A template is a French sentence with fields. `{n}` shows a number (with a real minus sign), `{n:+}`
with its sign, `{n:dé|dés}` a number with its noun (`{n:aucun dé|dé|dés}` with other words for 0),
`{n:|, bonus}` a term of a sum, which is left out when it is 0; `{names:| Absents :|.}` a list
between a heading and an end, which is left out when it is empty; `{x}` the word for an identifier
(`{x:^}` with a capital, `{x:=}` the text as it is (`{x:=^}` with a capital), `{x:@label}` the word
that it has there (`{x:@label^}` with a capital), `{x:text}` a whole text in the reader's language,
where it has one), a list as an enumeration, a rational as `a/b`;
`{chance:%}` a chance as a percentage. English comes from gettext catalogues keyed by the French text
(`en.po` beside each game and the faces).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from fractions import Fraction
from functools import lru_cache
from string import Formatter
from typing import Any

from tablee.dice.law import Law
from tablee.rules.forms import Form, Share
from tablee.rules.game import Game, loaded_procedures
from tablee.rules.refusal import Refusal
from tablee.rules.shapes import Shape
from tablee.rules.texts.common_words import COMMON
from tablee.rules.texts.languages import Lang, program_language
from tablee.rules.texts.shape_texts import form_text, shape_text
from tablee.rules.texts.shown_fields import duration_fields, free_texts
from tablee.rules.texts.typography import (
    MINUS,
    NBSP,
    NNBSP,
    as_written,
    capital,
    decimal,
    isolated,
    number,
    percent,
    shorten,
    typography,
)

_IDENTIFIER = re.compile(r"[a-z][a-z0-9_]*(\.[a-z0-9_]+)*", re.ASCII)
_DIGITS = re.compile(r"\d+")
_RATIONAL = re.compile(r"\d+(/0*[1-9]\d*)?", re.ASCII)
_NEGATIVE = re.compile(r"-\d+(/\d+)?", re.ASCII)
_ANSWERS = {"dice": "dés {given:=}", "choose": "choix {given:=}", "together": "choix {given:=}"}
"""Kind of an answer -> its words in a refusal, where an answer of another kind is expected."""
NONE = "aucun"
"""Word for a 0 that means nothing: « malus.0 »."""
ARTICLE = "le"
"""Context of words with their article, as they stand within a sentence: « l’attaquant »."""


def deferred(french: str) -> str:
    """Return a French text for a campaign to store; `Words.text` translates it when it is read."""
    return french


class Words:
    """All words of one game (or none) in one language. `names`: id of an option -> its name."""

    def __init__(
        self, game: Game | None, lang: Lang = "fr", names: Mapping[str, str] | None = None
    ) -> None:
        self.game = game
        self.lang: Lang = lang
        self.names = names or {}
        self._english = _catalogue(game) if lang == "en" else {}
        self._ids: frozenset[str] = frozenset()

    def among(self, ids: Sequence[str]) -> Words:
        """Return these words for a run whose participants have these ids: somebody's own name, even
        one that is an identifier as well."""
        leader = self.game.leader if self.game else ""
        own = frozenset(ids) - {leader}
        if own <= self._ids:
            return self
        found = copy(self)
        found._ids = own | self._ids
        return found

    def named(self, names: Mapping[str, str]) -> Words:
        """Return these words for a run whose seats have these names."""
        found = copy(self)
        found.names = {**self.names, **names}
        return found.among(tuple(names))

    def within(self, seat: str) -> str:
        """Return the word for a seat within a sentence: with its article where it has one."""
        own = self.game.words if self.game else {}
        return self.label(seat, ARTICLE if f"{ARTICLE}.{seat}" in own else "")

    def unnamed(self) -> Words:
        """Return these words without the names of seats, for the labels of fields."""
        if not self._ids:
            return self
        found = copy(self)
        found._ids = frozenset()
        return found

    def text(self, french: str) -> str:
        """Return a fixed text in the reader's language, with its typography."""
        if self.lang == "fr":
            return typography(french)
        return self._english.get(french, french)

    def has_english(self, french: str) -> bool:
        """Return whether a text has its English in the catalogues of an English reader."""
        return french in self._english

    def label(self, identifier: Any, context: str = "") -> str:
        """Return the word for an identifier: that of `context.identifier` when there is one.

        An option made of an identifier and a person's own name (`niveau:Force`) becomes both words,
        or the game's phrase for `niveau:#`, with a field `name`. A text that a person wrote in the
        field `context` stays as it is, and in the context `ARTICLE` whatever has no word there.
        """
        name = str(identifier)
        own = self.game.words if self.game else {}
        if context and (time := self.time_of(identifier, context)):
            return time
        if isinstance(identifier, str) and _NEGATIVE.fullmatch(name):
            return name.replace("-", MINUS)  # a rational, which is a text in JSON
        if isinstance(identifier, str) and self._is_name(name, context):
            return isolated(self.names.get(name, name))
        for key in (f"{context}.{name}", name):
            if key in own:
                return self.text(own[key])
            if key in COMMON:
                return self.text(COMMON[key])
        kind, colon, given = name.partition(":")
        if colon and f"{kind}:#" in own:
            from tablee.rules.texts.agreement import with_name  # only options that carry a name

            template, name = own[f"{kind}:#"], self.label(given, kind)
            return with_name(self.phrase, template, name, french=self.lang == "fr")
        if colon and (kind in own or f"{context}.{kind}" in own):
            labels = {"kind": self.label(kind, context), "given": self.label(given, kind)}
            return self.phrase("{kind:=} : {given:=}", **labels)
        return self._readable(name)

    def key(self, name: str, field: str) -> str:
        """Return the word for a name inside an object: the label of a field of a record, or the
        name that a person wrote in the field `field`."""
        if self._is_given_key(name, field):
            return isolated(self.names.get(name, name))
        return self.label(name)

    def inner_context(self, name: str, field: str, value: Any) -> str:
        """Return the context of a value inside an object: its own name, or `field` for a plain
        value under a name that a person wrote."""
        plain = not isinstance(value, Mapping) and self._is_given_key(name, field)
        return field if plain else name

    def _is_given_key(self, name: str, field: str) -> bool:
        game = self.game
        if game is None or name == game.leader:
            return False
        return field in free_texts(loaded_procedures(game)).keys

    def _is_name(self, text: str, context: str) -> bool:
        """Return whether a text is somebody's name, or words of a person, and no identifier."""
        if text in self._ids:
            return True
        if context == ARTICLE:
            return self.game is None or f"{context}.{text}" not in self.game.words
        return bool(context) and self._is_written(text, context)

    def _is_written(self, text: str, field: str) -> bool:
        """Return whether a text of a field is one that a person wrote, and no identifier."""
        if self.game is None or f"{field}.{text}" in self.game.words:
            return False
        free = free_texts(loaded_procedures(self.game)).values
        return field in free and text not in free[field]

    def _readable(self, name: str) -> str:
        """Return an identifier without a word in readable form, a person's own name unchanged."""
        if name in self.names:
            return isolated(self.names[name])
        if self.game is None or not _IDENTIFIER.fullmatch(name):
            return name
        return name.removeprefix(f"{self.game.id}.").replace("_", " ").replace(".", ", ")

    def place(self, value: Any, field: str) -> str:
        """Return the word (`field.#`) for a number that is a place in a list, from 0, else ""."""
        own = self.game.words if self.game else {}
        if type(value) is not int or f"{field}.#" not in own:
            return ""
        who = f"p{value + 1}"
        return self.label(who) if who in self._ids else self.phrase(own[f"{field}.#"], n=value + 1)

    def means_nothing(self, value: Any, field: str) -> bool:
        """Return whether a field of a record adds nothing to it: a text that is empty, or a 0 that
        is called « aucun »."""
        own = self.game.words if self.game else {}
        return value == "" or (type(value) is int and not value and own.get(f"{field}.0") == NONE)

    def shares(self, form: Share, label: str) -> list[str]:
        """Return one sentence for each way to divide points in two, in the order of `form`. The
        game declares the sentence under `label.part`; without it the list is empty."""
        own = self.game.words if self.game else {}
        if (template := own.get(f"{label}.part")) is None:
            return []
        return [
            self.phrase(template, n=part, rest=form.high - part, how=form.how(part))
            for part in form.values()
        ]

    def clause(self, clause: str) -> str:
        """Return the text of a clause, or "" for an unknown id."""
        own = self.game.clauses if self.game else {}
        return self.text(own[clause]) if clause in own else ""

    def phrase(self, template: str, /, **numbers: Any) -> str:
        """Return a sentence from its French template."""
        source = template if self.lang == "fr" else self._english.get(template, template)
        built = _PhraseFormatter(self).built(source, numbers)
        return typography(built) if self.lang == "fr" else built

    def refusal(self, refusal: Refusal) -> str:
        """Return the message of a refusal: the field, the value given, the values allowed."""
        allowed = self.phrase(refusal.allowed, **refusal.numbers)
        if refusal.kind == "too_large":
            return self.phrase("{field:=} : {allowed:=}", field=refusal.field, allowed=allowed)
        if refusal.kind == "choice_needed":
            template = "{field:=} : une réponse fixe est nécessaire ici ; {allowed:=}."
            if "best_play" in refusal.numbers:
                template = (
                    "{field:=} : une réponse fixe est nécessaire ici (ou l’option « policy » à "
                    "« best », pour qui joue au mieux) ; {allowed:=}."
                )
            return self.phrase(template, field=refusal.field, allowed=allowed)
        if refusal.got in (None, "") and not {"near", "sentence"} & refusal.numbers.keys():
            template = "{field:=}, attendu : {allowed:=}."
            return self.phrase(template, field=refusal.field, allowed=allowed)
        fault = self.fault(refusal)
        return self.phrase("{field:=} : {fault:=}", field=refusal.field, fault=fault)

    def fault(self, refusal: Refusal) -> str:
        """Return the message of a refused value without its field: its `sentence`, if it has one."""
        if "sentence" in (numbers := refusal.numbers):
            return self.phrase(numbers["sentence"], **numbers)
        allowed = self.phrase(refusal.allowed, **numbers)
        if "near" in numbers:
            if numbers["near"]:
                nearest = (
                    "ce nom est inconnu ici. Le plus proche : {near:=}. Possibles : {known:=}."
                )
                return self.phrase(nearest, **numbers)
            return self.phrase("ce nom est inconnu ici. Possibles : {known:=}.", **numbers)
        if numbers.get("missing"):
            template = "il manque {missing:dé|dés} ; attendu : {allowed:=}."
            return self.phrase(template, missing=numbers["missing"], allowed=allowed)
        if refusal.got in (None, "", [], (), {}):
            return self.phrase("rien n’est donné ; attendu : {allowed:=}.", allowed=allowed)
        template = "« {got:=} » n’est pas possible ; attendu : {allowed:=}."
        if near := numbers.get("nearest"):
            template = "« {got:=} » n’est pas possible ; le plus proche : {near:=} ; attendu : {allowed:=}."
        return self.phrase(template, got=shorten(self._got(refusal)), allowed=allowed, near=near)

    def _got(self, refusal: Refusal) -> Any:
        """Return a refused value for a person: an answer or all parameters without JSON."""
        got = refusal.got
        if refusal.kind == "answer" and isinstance(got, Mapping) and len(got) == 1:
            ((kind, value),) = got.items()
            if kind in _ANSWERS:
                return self.phrase(_ANSWERS[kind], given=as_written(value))
        faces = refusal.kind == "answer" and "dice" in refusal.numbers
        return as_written(got) if faces or refusal.field == "params" else got

    # ── rendering of values inside sentences ───────────────────────────────────────────────────
    def value(self, value: Any, context: str = "") -> str:
        """Return a value in words; `context`: the field or label it belongs to."""
        if isinstance(value, bool) or value is None or isinstance(value, str):
            return self.label(value, context)
        if context and (time := self.time_of(value, context)):
            return time
        if isinstance(value, int):
            own = self.game.words if self.game and context else {}
            if f"{context}.{value}" in own:
                return self.label(value, context)
        if isinstance(value, int | Fraction):
            if value.denominator == 1:
                return number(value.numerator, lang=self.lang)
            return str(value).replace("-", MINUS)
        if isinstance(value, tuple | list):
            if not value:
                return self.label(None, context)
            return self.listed(value, lambda each: self.value(each, context))
        if isinstance(value, Law):
            return self.text("une croyance")
        return str(value)

    def number_and_name(self, value: int, context: str, signed: bool = False) -> str:
        """Return a number of a field, followed by its name if it has one: « 15 (Moyen) »."""
        if time := self.time_of(value, context):
            return time
        shown = self.spoken_number(value, context, signed)
        own = self.game.words if self.game else {}
        named = f"{context}.{value}" in own and shown == number(value, signed, self.lang)
        return f"{shown} ({self.label(value, context)})" if named else shown

    def spoken_number(self, value: int, context: str, signed: bool = False) -> str:
        """Return a number of a field, or its name where that gives the number itself: « d12 »."""
        own = self.game.words if self.game else {}
        name = self.label(value, context) if f"{context}.{value}" in own else ""
        return name if str(value) in _DIGITS.findall(name) else number(value, signed, self.lang)

    def listed(self, values: Sequence[Any], format_one: Callable[[Any], str]) -> str:
        """Return values in words, with semicolons between groups of them."""
        texts = [format_one(each) for each in values]
        if any(isinstance(each, tuple | list) for each in values):
            return ("; " if self.lang == "en" else f"{NNBSP}; ").join(texts)
        return self.enumeration(texts)

    def duration(self, hours: Fraction | str) -> str:
        """Return a number of hours in days, hours and minutes; in seconds below a minute."""
        days, day = divmod(int(Fraction(hours) * 3600), 86_400)
        parts = [self.phrase("{n:jour|jours}", n=days)] if days else []
        for size, unit in ((3600, "h"), (60, "min"), (1, "s")):
            n, day = divmod(day, size)
            if n and (size > 1 or not parts):
                parts.append(f"{n}{NBSP}{unit}")
        return self.enumeration(parts) if parts else f"0{NBSP}h"

    def span(self, least: Fraction | str, most: Fraction | str) -> str:
        """Return the ends of a time in hours: « 3 à 4 jours », « 3 jours et 12 h à 7 jours »."""
        in_days = [Fraction(each) / 24 for each in (least, most)]
        whole = all(each.denominator == 1 for each in in_days)
        low = str(in_days[0]) if whole else self.duration(least)
        return self.phrase("{low:=} à {high:=}", low=low, high=self.duration(most))

    def time_of(self, value: Any, field: str) -> str:
        """Return the duration that a value of a field counts; "" for any other value, and for 0."""
        if self.game is None or not _RATIONAL.fullmatch(str(value)):
            return ""
        hours = duration_fields(loaded_procedures(self.game)).get(field, 0) * Fraction(value)
        return self.duration(hours) if hours else ""

    def enumeration(self, words: list[str], last: str = "et") -> str:
        if len(words) < 2:
            return "".join(words) or "–"
        return f"{', '.join(words[:-1])} {self.text(last)} {words[-1]}"

    def shape(self, shape: Shape) -> str:
        """Return what a declared field allows, as a noun phrase."""
        return shape_text(self, shape)

    def form(self, form: Form[Any]) -> str:
        """Return what a choice allows, as a noun phrase."""
        return form_text(self, form)


def _describe(refusal: Refusal) -> str:
    """Return the message of a refusal in the language of the program."""
    game = refusal.game if isinstance(refusal.game, Game) else None
    return Words(game, program_language()).refusal(refusal)


Refusal.describe = staticmethod(_describe)


def _catalogue(game: Game | None) -> Mapping[str, str]:
    """Return the English of the texts of a game."""
    from tablee.rules.texts.english import english_of  # a call in French needs none

    return english_of(game)


@lru_cache(4096)
def _parsed(template: str) -> tuple[tuple[str, str | None, str | None], ...]:
    """Return (text, name of the field after it, its format) of each part of a template."""
    parts = Formatter().parse(template)
    return tuple((text, field, spec) for text, field, spec, _ in parts)


def _in_plural(text: str) -> str:
    from tablee.rules.texts.agreement import in_plural  # few names are those of groups

    return in_plural(text)


class _PhraseFormatter:
    def __init__(self, words: Words) -> None:
        self.words = words

    def built(self, template: str, numbers: Mapping[str, Any]) -> str:
        """Return a template with its fields replaced, those in formats too."""
        found: list[str] = []
        french = self.words.lang == "fr"
        for text, field, spec in _parsed(template):
            group = french and found and found[-1].startswith(("Les ", "Des ", "les ", "des "))
            found.append(_in_plural(text) if group else text)
            if field is not None:
                named = self.built(spec, numbers) if spec and "{" in spec else spec
                found.append(self.format_field(numbers[field], named or ""))
        return "".join(found)

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec == "shape":
            return self.words.shape(value)
        if format_spec == "form":
            return self.words.form(value)
        if format_spec == "allowed":
            own = Words(value.game or self.words.game, self.words.lang)
            return own.phrase(value.allowed, **value.numbers)
        if format_spec in ("=", "=^"):
            texts = value if isinstance(value, list | tuple) else [value]
            shown = self.words.enumeration([isolated(str(each)) for each in texts])
            return shown if format_spec == "=" else capital(shown)
        if format_spec == "text":
            return isolated(self.words.text(str(value)))
        if format_spec == "^":
            return capital(self.words.value(value))
        if format_spec == "+":
            return number(value, signed=True, lang=self.words.lang)
        if format_spec == "%":
            return percent(Fraction(value), self.words.lang)
        if format_spec == "hours":
            several = isinstance(value, tuple | list)
            return self.words.span(*value) if several else self.words.duration(value)
        if format_spec == "decimal":
            return decimal(value, self.words.lang)
        if format_spec.startswith("@"):
            label = format_spec[1:].removesuffix("^")
            text = self.words.value(value, label)
            return capital(text) if format_spec.endswith("^") else text
        if "|" in format_spec:
            return self._counted(value, format_spec.split("|"))
        return self.words.value(value)

    def _counted(self, value: Any, nouns: list[str]) -> str:
        """Return a number with its noun (for 0, one, many), a term of a sum, or a list after its
        heading."""
        lang = self.words.lang
        if isinstance(value, tuple | list):
            return f"{nouns[1]} {self.words.value(value)}{nouns[2]}" if value else ""
        if not nouns[0]:
            return f"{nouns[1]} {number(value, signed=True, lang=lang)}" if value else ""
        if len(nouns) > 2 and not value:
            return nouns[0]
        one, many = nouns[-2:]
        single = abs(value) < 2 if lang == "fr" else value == 1
        return f"{number(value, lang=lang)} {one if single else many}"
