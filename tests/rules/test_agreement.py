"""Verbs and articles agree with names in a French sentence."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

import pytest

from tablee.games.socle import GAME as SOCLE
from tablee.rules.registry import games
from tablee.rules.texts.agreement import PLURALS, with_name
from tablee.rules.texts.languages import Lang
from tablee.rules.texts.words import Words

GUARDS = "Les gardes"
AFTER_NAME = re.compile(
    r"\{(?:who|whom|seat|side|winner)(?::[=@^a-z]*)?\} (?:(?:ne|se|en|la|le) |n’|s’|l’)*(\w+)"
)
NO_VERBS = {"et", "au", "à", "vous", "dont", "depuis", "sont", "agissent", "un", "d", "de"}
"""Words after a name that are no verb, or a verb after several names."""


@pytest.mark.parametrize(
    ("template", "shown"),
    [
        ("{who:^} perd {n:Cœur|Cœurs}.", "Les gardes perdent 2 Cœurs."),
        ("{who:^} n’a plus son arme en main.", "Les gardes n’ont plus leur arme en main."),
        ("{who:^} frappe : il lui faut {n}.", "Les gardes frappent : il leur faut 2."),
        ("{who:=} ne se bat plus ; son arme tombe.", "Les gardes ne se battent plus ; son arme tombe."),
        ("Le coup porte, {who:=} est à terre.", "Le coup porte, Les gardes sont à terre."),
        ("{who:=} : mauvaise posture.", "Les gardes : mauvaise posture."),
    ],
)  # fmt: skip
def test_a_group_has_its_verb_in_the_plural(template: str, shown: str) -> None:
    text = Words(games()[0]).phrase(template, who=GUARDS, n=2)
    assert text.replace("\u00a0", " ").replace("\u202f", " ") == shown


@pytest.mark.parametrize("name", ["Jeanne", "Lespinasse", "La garde"])
def test_one_person_has_it_in_the_singular(name: str) -> None:
    words = Words(games()[0])
    assert words.phrase("{who:^} n’a plus son arme.", who=name) == f"{name} n’a plus son arme."


def test_english_stays_as_it_is() -> None:
    lang: Lang = "en"
    assert Words(games()[0], lang).phrase("{who:=} a perdu", who=GUARDS).startswith("Les gardes a")


def test_every_verb_after_a_name_has_its_plural() -> None:
    """A new verb in a sentence needs its line in `PLURALS`."""
    unknown: set[str] = set()
    for package in ("tablee.rules", *(game.package for game in games())):
        for file in Path(str(resources.files(package))).rglob("en.po"):
            for text in re.findall(r'^msgid "(.*)"$', file.read_text("utf-8"), re.MULTILINE):
                unknown |= {word for word in AFTER_NAME.findall(text) if word not in PLURALS}
    assert unknown <= NO_VERBS


@pytest.mark.parametrize(
    ("name", "attack", "strike"),
    [
        ("La capitaine", "attaquer la capitaine", "porter un coup à la capitaine"),
        ("Le chef", "attaquer le chef", "porter un coup au chef"),
        ("Les gardes", "attaquer les gardes", "porter un coup aux gardes"),
        ("L’ogre", "attaquer l’ogre", "porter un coup à l’ogre"),
        ("Le Goff", "attaquer Le Goff", "porter un coup à Le Goff"),
        ("Lenoir", "attaquer Lenoir", "porter un coup à Lenoir"),
    ],
)
def test_the_article_of_a_name_agrees_with_the_words_before(
    name: str, attack: str, strike: str
) -> None:
    words = Words(SOCLE, "fr", {"x": name})
    assert words.label("attaque:x", "tour") == attack
    assert words.label("coup:x", "tour") == strike
    assert words.label("niveau:x", "tour") == f"{name}, un niveau de plus"
    assert Words(SOCLE, "en", {"x": name}).label("attaque:x", "tour") == f"attack {name}"


@pytest.mark.parametrize(
    ("template", "name", "shown"),
    [
        ("à {name:=}", "Le chef", "au chef"),
        ("le tour de {name:=}", "Les gardes", "le tour des gardes"),
        ("le tour de {name:=}", "La capitaine", "le tour de la capitaine"),
        ("le tour de {name:=}, de les suivre", "Bo", "le tour de Bo, de les suivre"),
    ],
)
def test_an_article_joins_the_preposition_before_it(template: str, name: str, shown: str) -> None:
    assert with_name(Words(None).phrase, template, name, french=True) == shown
