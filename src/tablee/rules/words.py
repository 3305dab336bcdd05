"""Words: French first, English beside, and how sentences are built from a template and numbers.

A template is a French sentence with fields. `{n}` shows a number (with a real minus sign), `{n:+}`
with its sign, `{n:dé|dés}` a number with its noun (`{n:aucun dé|dé|dés}` with other words for 0),
`{n:|, bonus}` a term of a sum, which is left out when it is 0; `{x}` the word for an identifier
(`{x:^}` with a capital, `{x:=}` the text as it is (`{x:=^}` with a capital), `{x:@label}` the word
that it has there), a list as an enumeration, a rational as `a/b`; `{chance:%}` a chance as a
percentage. English comes from gettext catalogues keyed by the French text (`en.po` beside each game
and the faces).
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from string import Formatter
from typing import Any, Literal

import msgspec

from tablee.dice.law import Law
from tablee.rules.forms import Form, FreeText, NumberFrom, OneOf, Share, SomeOf, TextAndNumber
from tablee.rules.game import Game
from tablee.rules.refusal import Refusal
from tablee.rules.schema import Group, Tagged
from tablee.rules.shapes import (
    Choice,
    Either,
    Free,
    Many,
    Named,
    Nothing,
    Ratio,
    Several,
    Shape,
    Text,
    Whole,
    YesNo,
)

Lang = Literal["fr", "en"]
LANGS: tuple[Lang, ...] = ("fr", "en")
NBSP, NNBSP, MINUS = "\u00a0", "\u202f", "\u2212"

COMMON: Mapping[str, str] = {
    "ask": "à demander",
    "True": "oui",
    "False": "non",
    "meneur": "meneur",
    "joueur": "joueur",
    "oui": "oui",
    "non": "non",
    "None": "aucun",
    # a campaign
    "fiches": "fiches",
    "registres": "registres",
    "horloge": "horloge",
    "dus": "à jouer ensuite",
    "qui": "de qui",
    "fiche": "fiche",
    "champs": "champs",
    "evenement": "événement",
    "moment": "moment",
    "debut": "début",
    "fin": "fin",
    "scene": "scène",
    "en_cours": "en cours",
    "unite": "unité",
    "n": "combien",
    "numero": "numéro",
    "procedure": "procédure",
    "params": "paramètres",
    "texte": "en quelques mots",
    "name": "nom",
    "title": "titre",
    "word": "mot dans les tirages",
    "text": "note",
    "value": "valeur",
    "reason": "raison",
    "retouche": "fiche retouchée",
    "retrait": "fiche retirée",
    "avance": "le temps passe",
    "du": "à jouer ensuite",
    "acquitte": "réglé",
    "type.fiche": "fiche posée",
    "type.scene": "scène",
}


def program_language() -> Lang:
    """The language in which a program that names none is spoken to: `TABLEE_LANG`, else French."""
    return "en" if os.environ.get("TABLEE_LANG") == "en" else "fr"


def deferred(french: str) -> str:
    """A fixed text that is kept in a campaign as it is, and told in the reader's language from
    there (`Words.text`)."""
    return french


class Words:
    """All words of one game (or none) in one language. `names`: what people call those whom options
    name by an id."""

    def __init__(
        self, game: Game | None, lang: Lang = "fr", names: Mapping[str, str] | None = None
    ) -> None:
        self.game = game
        self.lang: Lang = lang
        self.names = names or {}
        self._english = _english_of(game) if lang == "en" else {}

    def text(self, french: str) -> str:
        """A fixed text in the reader's language, with its typography."""
        if self.lang == "fr":
            return typography(french)
        return self._english.get(french, french)

    def label(self, identifier: Any, context: str = "") -> str:
        """The word for an identifier, the one for `context.identifier` when there is one.

        An option made of an identifier and a name that a person gave (`niveau:Force`) is told as
        both, or in the phrase that the game has for it (`niveau:#`, with a field `name`).
        """
        name = str(identifier)
        own = self.game.words if self.game else {}
        for key in (f"{context}.{name}", name):
            if key in own:
                return self.text(own[key])
            if key in COMMON:
                return self.text(COMMON[key])
        kind, colon, given = name.partition(":")
        if colon and f"{kind}:#" in own:
            return self.phrase(own[f"{kind}:#"], name=self.label(given, kind))
        if colon and (kind in own or f"{context}.{kind}" in own):
            told = self.label(kind, context), self.label(given, kind)
            return self.phrase("{kind:=} : {given:=}", kind=told[0], given=told[1])
        return self._readable(name)

    def _readable(self, name: str) -> str:
        """An identifier that has no word; a name that a person gave stays as it is."""
        if name in self.names:
            return isolated(self.names[name])
        if self.game is None or not _IDENTIFIER.fullmatch(name):
            return name
        return name.removeprefix(f"{self.game.id}.").replace("_", " ").replace(".", ", ")

    def place(self, value: Any, field: str) -> str:
        """The word for a number that stands for a place of a list, from 0 (`field.#`), else ""."""
        own = self.game.words if self.game else {}
        if type(value) is not int or f"{field}.#" not in own:
            return ""
        return self.phrase(own[f"{field}.#"], n=value + 1)

    def shares(self, form: Share, label: str) -> list[str]:
        """What each share of some points means, in order (`label.part`); nothing where no word says
        it."""
        own = self.game.words if self.game else {}
        if (said := own.get(f"{label}.part")) is None:
            return []
        return [
            self.phrase(said, n=part, rest=form.high - part, how=form.how(part))
            for part in form.values()
        ]

    def clause(self, clause: str) -> str:
        """What a clause says, or "" for an unknown id."""
        own = self.game.clauses if self.game else {}
        return self.text(own[clause]) if clause in own else ""

    def phrase(self, template: str, /, **numbers: Any) -> str:
        """A sentence from its French template."""
        source = template if self.lang == "fr" else self._english.get(template, template)
        built = _PhraseFormatter(self).vformat(source, (), numbers)
        return typography(built) if self.lang == "fr" else built

    def refusal(self, refusal: Refusal) -> str:
        """What a refusal tells a person: the field, what it was, what is allowed."""
        allowed = self.phrase(refusal.allowed, **refusal.numbers)
        if refusal.kind == "too_large":
            return self.phrase("{field:=} : {allowed:=}", field=refusal.field, allowed=allowed)
        if refusal.kind == "choice_needed":
            return self.phrase(
                "{field:=} : une réponse fixe est nécessaire ici ; {allowed:=}.",
                field=refusal.field,
                allowed=allowed,
            )
        if refusal.got in (None, ""):
            return self.phrase(
                "{field:=}, attendu : {allowed:=}.", field=refusal.field, allowed=allowed
            )
        return self.phrase(
            "{field:=} : « {got:=} » n’est pas possible ; attendu : {allowed:=}.",
            field=refusal.field,
            got=shorten(refusal.got),
            allowed=allowed,
        )

    # ── rendering of values inside sentences ───────────────────────────────────────────────────
    def value(self, value: Any, context: str = "") -> str:
        """A value as a person reads it; `context`: the field or the label that it stands under."""
        if isinstance(value, bool) or value is None or isinstance(value, str):
            return self.label(value, context)
        if isinstance(value, int):
            own = self.game.words if self.game and context else {}
            if f"{context}.{value}" in own:
                return self.label(value, context)
            return number(value, lang=self.lang)
        if isinstance(value, Fraction):
            return str(value).replace("-", MINUS)
        if isinstance(value, tuple | list):
            if not value:
                return self.text("aucun")
            return self.listed(value, lambda each: self.value(each, context))
        if isinstance(value, Law):
            return self.text("une croyance")
        return str(value)

    def listed(self, values: Sequence[Any], tell: Callable[[Any], str]) -> str:
        """Things in words; groups of them, as those who share a place, are kept apart."""
        told = [tell(each) for each in values]
        if any(isinstance(each, tuple | list) for each in values):
            return ("; " if self.lang == "en" else f"{NNBSP}; ").join(told)
        return self.enumeration(told)

    def enumeration(self, words: list[str], last: str = "et") -> str:
        if len(words) < 2:
            return "".join(words) or "–"
        return f"{', '.join(words[:-1])} {self.text(last)} {words[-1]}"

    def shape(self, shape: Shape) -> str:
        """What a declared field allows, as a noun phrase."""
        match shape:
            case Whole(low=low, high=high):
                return self._whole(low, high)
            case YesNo():
                return "true / false"
            case Ratio(low=low, above=above, high=high):
                return self._ratio(low, above, high)
            case Text(longest=longest, shortest=shortest) if shortest:
                told = "un texte de {least} à {n:caractère|caractères}"
                return self.phrase(told, least=shortest, n=longest)
            case Text(longest=longest):
                return self.phrase("un texte d’au plus {n:caractère|caractères}", n=longest)
            case Choice(values=values):
                return self.enumeration([str(v) for v in values], "ou")
            case Nothing():
                return "null"
            case Many(item=item, least=least, most=most):
                return self._many(item, least, most)
            case Several(items=items):
                inner = ", ".join(self.shape(item) for item in items)
                return self.phrase("une liste [{inner:=}]", inner=inner)
            case Named(item=item):
                return self.phrase("un objet {{nom : {inner:=}}}", inner=self.shape(item))
            case Free() | Group():
                if not shape.names:
                    return self.text("un objet")
                return self.phrase("un objet {{{inner:=}}}", inner=", ".join(shape.names))
            case Tagged():
                known = ", ".join(shape.named())
                return self.phrase(
                    "un objet dont « type » est un nom parmi : {known:=}", known=known
                )
            case Either(shapes=shapes):
                return self.enumeration([self.shape(each) for each in shapes], "ou")
            case _:
                return str(shape)

    def _whole(self, low: int | None, high: int | None) -> str:
        if high is None:
            if low is None:
                return self.text("un nombre entier")
            return self.phrase("un entier à partir de {low}", low=low)
        if low is None:
            return self.phrase("un entier jusqu’à {high}", high=high)
        return self.phrase("un entier de {low} à {high}", low=low, high=high)

    def _many(self, item: Shape, least: int, most: int | None) -> str:
        if most is None:
            return self.phrase("une liste dont chaque élément est {item:=}", item=self.shape(item))
        return self.phrase(
            "une liste de {least} à {most:élément|éléments}, chacun {item:=}",
            least=least,
            most=most,
            item=self.shape(item),
        )

    def _ratio(self, low: Any, above: Any, high: Any) -> str:
        bounds = [
            self.phrase(template, bound=bound)
            for template, bound in (
                ("au moins {bound}", low),
                ("plus de {bound}", above),
                ("au plus {bound}", high),
            )
            if bound is not None
        ]
        told = self.text("un nombre exact (entier ou « a/b »)")
        return ", ".join([told, *bounds])

    def form(self, form: Form[Any]) -> str:
        """What a choice allows, as a noun phrase."""
        match form:
            case OneOf(ids=ids):
                return self.enumeration([_plain(each) for each in ids], "ou")
            case NumberFrom(low=low, high=high):
                return self.phrase("un entier de {low} à {high}", low=low, high=high)
            case SomeOf(ids=ids, least=least, most=most):
                return self.phrase(
                    "une liste de {least} à {most} éléments différents parmi : {ids:=}",
                    least=least,
                    most=most,
                    ids=", ".join(ids),
                )
            case FreeText(longest=longest):
                return self.phrase("un texte d’au plus {n:caractère|caractères}", n=longest)
            case TextAndNumber(low=low, high=high, others=others):
                told = self.phrase(
                    "un entier de {low} à {high} et un texte ({name})",
                    low=low,
                    high=high,
                    name=form.name,
                )
                return self.enumeration([told, *others], "ou")
            case _:
                return str(form)


def _describe(refusal: Refusal) -> str:
    """Return the message of a refusal in the language of the program."""
    game = refusal.game if isinstance(refusal.game, Game) else None
    return Words(game, program_language()).refusal(refusal)


Refusal.describe = staticmethod(_describe)


class _PhraseFormatter(Formatter):
    def __init__(self, words: Words) -> None:
        self.words = words

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec == "shape":
            return self.words.shape(value)
        if format_spec == "form":
            return self.words.form(value)
        if format_spec == "=":
            return isolated(str(value))
        if format_spec in ("^", "=^"):
            shown = self.words.value(value) if format_spec == "^" else isolated(str(value))
            return shown[:1].upper() + shown[1:]
        if format_spec == "+":
            return number(value, signed=True, lang=self.words.lang)
        if format_spec == "%":
            return percent(Fraction(value), self.words.lang)
        if format_spec.startswith("@"):
            return self.words.value(value, format_spec[1:])
        if "|" in format_spec:
            return self._counted(value, format_spec.split("|"))
        return self.words.value(value)

    def _counted(self, value: int, nouns: list[str]) -> str:
        """A number with its noun (one, many; before them what is said of 0), or a term of a sum."""
        lang = self.words.lang
        if not nouns[0]:
            return f"{nouns[1]} {number(value, signed=True, lang=lang)}" if value else ""
        if len(nouns) > 2 and not value:
            return nouns[0]
        one, many = nouns[-2:]
        single = abs(value) < 2 if lang == "fr" else value == 1
        return f"{number(value, lang=lang)} {one if single else many}"


def isolated(text: str) -> str:
    """A text to be put into a sentence: of one written from right to left, or that would turn what
    stands around it, the order stays its own (FSI and PDI, Unicode Standard Annex 9)."""
    if not _TURNS.search(text):
        return text
    return f"\u2068{_TURNED.sub('', text)}\u2069"


def number(value: int, signed: bool = False, lang: Lang = "fr") -> str:
    """A whole number with a real minus sign, from five digits on in groups of three."""
    sign = "+" if signed and value else ""
    if -10_000 < value < 10_000:
        return f"{value:{sign}d}".replace("-", MINUS)
    grouped = f"{value:{sign},d}".replace("-", MINUS)
    return grouped.replace(",", NNBSP) if lang == "fr" else grouped


def capital(text: str) -> str:
    """The text with a capital first."""
    return text[:1].upper() + text[1:]


def percent(chance: Fraction, lang: Lang = "fr") -> str:
    """A chance as a percentage that never says 0 or 100 of what is not certain."""
    if chance in (0, 1):
        shown = f"{int(chance) * 100}"
    else:
        digits = 0 if Fraction(1, 100) <= chance <= Fraction(99, 100) else 1
        value = float(chance * 100)
        shown = f"{value:.{digits}f}".removesuffix(".0")
        if float(shown) <= 0:
            shown = "< 0.1"
        elif float(shown) >= 100:
            shown = "> 99.9"
    if lang == "fr":
        return shown.replace(".", ",").replace(" ", NBSP) + NNBSP + "%"
    return shown + "%"


def shorten(value: Any, longest: int = 80) -> str:
    """A refused value, short enough for one line."""
    text = value if isinstance(value, str) else _plain(value)
    text = "".join(
        c if c.isprintable() or c in (NBSP, NNBSP) else "\ufffd" for c in text[: longest + 1]
    )
    return text if len(text) <= longest else text[:longest] + "…"


def _plain(value: Any) -> str:
    """A value as it would be written in JSON, texts without their quotes."""
    if value is None or isinstance(value, bool | list | tuple | dict):
        try:
            return msgspec.json.encode(value).decode()
        except (TypeError, ValueError, RecursionError):
            return str(value)
    return str(value)


_TURNED = re.compile("[\u202a-\u202e\u2066-\u2069]")
_TURNS = re.compile(
    "[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefe"
    "\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
"""Signs that set the direction of a text by decree, and letters that do by what they are."""
_IDENTIFIER = re.compile(r"[a-z][a-z0-9_]*(\.[a-z0-9_]+)*", re.ASCII)
_SPACED = re.compile(r" ([;!?%])")


@lru_cache(maxsize=20_000)
def typography(text: str) -> str:
    """French spaces that may not break: before ; ! ? % and :, inside « »."""
    text = _SPACED.sub(NNBSP + r"\1", text)
    text = text.replace(" :", NBSP + ":")
    return text.replace("« ", "«" + NBSP).replace(" »", NBSP + "»")


def _english_of(game: Game | None) -> Mapping[str, str]:
    """The English of all texts that a reader of a game may meet."""
    if game is None:
        return _english("")
    return {**_english(game.package), **game.english} if game.english else _english(game.package)


@cache
def _english(package: str) -> Mapping[str, str]:
    """The English of all French texts of the faces and of one game."""
    import importlib.resources

    from babel.messages.pofile import read_po

    found: dict[str, str] = {}
    for source in ("tablee.rules", package):
        if not source:
            continue
        place = importlib.resources.files(source) / "en.po"
        if place.is_file():
            with place.open("rb") as stream:
                for message in read_po(stream, locale="en"):
                    if message.id and message.string:
                        found[str(message.id)] = str(message.string)
    return found
