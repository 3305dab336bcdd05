"""Sentences from templates: numbers, nouns, words, chances, French spaces; refusals shown."""

from __future__ import annotations

import copy
import pickle
import re
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from tablee.dice.law import Law
from tablee.rules.forms import FreeText, NumberFrom, OneOf, SomeOf, TextAndNumber
from tablee.rules.procedure import UNWANTED, clause_ids
from tablee.rules.readings.explain import explain
from tablee.rules.readings.session import Session
from tablee.rules.refusal import Refusal, refuse
from tablee.rules.run_input import ask_about
from tablee.rules.schema import fields_of
from tablee.rules.texts.typography import ascii_stem, percent, shorten, typography
from tablee.rules.texts.words import Words
from tests.rules.test_schema import Wares
from tests.rules.toys import TOYS, Talk, ask, chosen

FRENCH = Words(TOYS)
BARE = Words(None, "en")


@pytest.mark.parametrize(
    ("template", "numbers", "texts"),
    [
        ("{n}", {"n": -3}, "−3"),
        ("{n:+}", {"n": 3}, "+3"),
        ("{n:+}", {"n": -3}, "−3"),
        ("{n:+}", {"n": 0}, "0"),
        ("{n:dé|dés}", {"n": 0}, "0 dé"),
        ("{n:dé|dés}", {"n": 1}, "1 dé"),
        ("{n:dé|dés}", {"n": -1}, "−1 dé"),
        ("{n:dé|dés}", {"n": 2}, "2 dés"),
        ("{who}", {"who": "a"}, "Anne"),
        ("{who:=}", {"who": "a"}, "a"),
        ("{who:=^} et {who:^}", {"who": "a"}, "A et Anne"),
        ("{who:=^}", {"who": "le garde"}, "Le garde"),
        ("{all}", {"all": ("a", "b")}, "Anne et Blaise"),
        ("{all}", {"all": (1, 2, 3)}, "1, 2 et 3"),
        ("{all}", {"all": ()}, "aucun"),
        ("{yes}", {"yes": True}, "oui"),
        ("{none}", {"none": None}, "aucun"),
        ("{q}", {"q": Fraction(-1, 3)}, "−1/3"),
        ("{q}", {"q": "-1/20"}, "−1/20"),
        ("{q}", {"q": "-5"}, "−5"),
        ("{q:decimal}", {"q": Fraction(7, 2)}, "3,5"),
        ("{q:decimal}", {"q": "-5/4"}, "−1,25"),
        ("{q:decimal}", {"q": Fraction(10_000)}, "10\u202f000"),
        ("{q:decimal}", {"q": Fraction(1, 3)}, "1/3"),
        ("{p:%}", {"p": Fraction(1, 4)}, "25\u202f%"),
        ("Vu : {n} !", {"n": 1}, "Vu\u00a0: 1\u202f!"),
        ("« {n} » ; oui ?", {"n": 1}, "«\u00a01\u00a0»\u202f; oui\u202f?"),
    ],
)
def test_phrases(template: str, numbers: dict[str, Any], texts: str) -> None:
    assert FRENCH.phrase(template, **numbers) == texts


def test_english_counts_otherwise() -> None:
    assert BARE.phrase("{q:decimal}", q=Fraction(7, 2)) == "3.5"
    assert BARE.phrase("{n:die|dice}", n=0) == "0 dice"
    assert BARE.phrase("{n:die|dice}", n=1) == "1 die"
    assert BARE.phrase("Seen: {n}!", n=1) == "Seen: 1!"


@pytest.mark.parametrize(
    ("chance", "texts"),
    [
        (Fraction(0), "0"),
        (Fraction(1), "100"),
        (Fraction(1, 3), "33"),
        (Fraction(1, 200), "0,5"),
        (Fraction(99, 10_000), "1"),
        (1 - Fraction(99, 10_000), "99"),
        (Fraction(1, 10**6), "<\u00a00,1"),
        (1 - Fraction(1, 10**6), ">\u00a099,9"),
        (1 - Fraction(1, 200), "99,5"),
    ],
)
def test_a_percentage_never_says_certain_of_what_is_not(chance: Fraction, texts: str) -> None:
    assert percent(chance) == f"{texts}\u202f%"
    assert percent(chance, "en") == texts.replace(",", ".").replace("\u00a0", " ") + "%"


def test_typography_leaves_what_is_set_alone() -> None:
    set_already = "Vu\u00a0: «\u00a0oui\u00a0»\u202f!"
    assert typography(set_already) == set_already


def test_labels() -> None:
    assert FRENCH.label("a") == "Anne"
    assert FRENCH.label("unknown") == "unknown"
    assert FRENCH.label("a:Zoé {x}") == "Anne\u00a0: Zoé {x}"
    assert FRENCH.label("a:a") == "Anne\u00a0: Anne"
    assert FRENCH.label("zz:Zoé") == "zz:Zoé"
    assert FRENCH.label("ask") == "à demander"
    assert FRENCH.clause("J-99") == ""


CONTEXTS = Words(
    msgspec.structs.replace(
        TOYS,
        words={
            "coup": "coup",
            "coup:#": "frapper {name:=}",
            "repas.reste": "des restes",
            "repas.2": "midi et soir",
            "reste": "rester",
        },
    )
)


def test_a_word_may_be_another_one_under_its_label() -> None:
    assert CONTEXTS.phrase("{x:@repas}", x="reste") == "des restes"
    assert CONTEXTS.phrase("{x:@{l:=}}", x="reste", l="repas") == "des restes"
    assert CONTEXTS.phrase("{x:@jeu}", x="reste") == "rester"
    assert CONTEXTS.phrase("{x:@repas}", x=("reste", True, 3)) == "des restes, oui et 3"
    assert CONTEXTS.phrase("{x:@repas}, {x}", x=2) == "midi et soir, 2"


def test_an_option_with_a_name_may_have_a_phrase_of_its_own() -> None:
    assert CONTEXTS.label("coup:le garde") == "frapper le garde"
    assert CONTEXTS.label("coup:{x}") == "frapper {x}"
    assert CONTEXTS.label("coup") == "coup"


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("name", list(fields_of(Wares)))
def test_every_shape_says_what_it_allows(name: str, lang: Any) -> None:
    words, shape = Words(None, lang), fields_of(Wares)[name].shape
    texts = words.shape(shape)
    assert texts
    assert "Shape" not in texts
    assert not re.search(r"\w\(|None|True|False", texts)
    refusal = Refusal("param", name, {"x": 1}, "{shape:shape}", shape=shape)
    assert words.refusal(refusal).startswith(name)


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize(
    "form",
    [
        OneOf(("x", True, None, 3)),
        NumberFrom(-1, 2),
        SomeOf(("x", "y"), 1, 2),
        FreeText(),
        TextAndNumber("des", 1, 3),
        TextAndNumber("des", 1, 3, ("abandon",)),
    ],
)
def test_every_form_says_what_it_allows(form: Any, lang: Any) -> None:
    texts = Words(None, lang).form(form)
    assert texts
    assert "OneOf" not in texts
    assert "True" not in texts


def test_refusals_are_shown_whole() -> None:
    refusal = refuse("a.b", "x" * 200, "un entier de {low} à {high}", low=1, high=6)
    texts = FRENCH.refusal(refusal)
    assert texts.startswith("a.b\u00a0: «\u00a0xxx")
    assert texts.endswith("attendu\u00a0: un entier de 1 à 6.")
    assert len(texts) < 160
    assert "\n" not in FRENCH.refusal(refuse("a", "x\ny\x1b[31m", "autre chose"))
    assert shorten(None) == "null"
    assert shorten(True) == "true"
    assert FRENCH.value(Law.of(1)) == "une croyance"


def test_a_refusal_tells_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a traceback, in a notebook: in the language of `TABLEE_LANG`."""
    refusal = refuse("talent", 99, "un entier de {low} à {high}", low=0, high=20)
    monkeypatch.delenv("TABLEE_LANG", raising=False)
    assert str(refusal) == FRENCH.refusal(refusal)
    monkeypatch.setenv("TABLEE_LANG", "en")
    assert str(refusal) == "talent: “99” is not possible; expected: a whole number from 0 to 20."


def test_paths_of_refusals_move() -> None:
    refusal = refuse("bonus[2].x", 1, "rien")
    assert refusal.moved({"bonus": "approches[0].bonus"}).field == "approches[0].bonus[2].x"
    assert refusal.moved({"bon": "y"}).field == "bonus[2].x"


def test_clause_ids_are_spelled_out() -> None:
    text = "A rule (AB-CD-01..03, -05, EF-GH-10); R-36 and T-05 are none."
    assert clause_ids(text) == ("AB-CD-01", "AB-CD-02", "AB-CD-03", "AB-CD-05", "EF-GH-10")


def test_what_was_not_asked_for_survives_copies() -> None:
    assert copy.deepcopy(UNWANTED) is UNWANTED
    assert pickle.loads(pickle.dumps(UNWANTED)) is UNWANTED


def test_the_words_of_a_real_refusal() -> None:
    with pytest.raises(Refusal) as caught:
        ask_about("exil.simple", {"talent": 21})
    assert FRENCH.refusal(caught.value) == (
        "talent\u00a0: «\u00a021\u00a0» n’est pas possible\u202f; attendu\u00a0: un entier de 0 à 20."
    )


@pytest.mark.parametrize("name", ["\u202eelbat", "\u2069\u202eelbat", "טבלה", "\u2066elbat"])
def test_a_name_turns_nothing_around_it(name: str) -> None:
    """What decrees a direction is left out, and what is written from right to left is apart."""
    texts = FRENCH.phrase("{name:=} s’assoit à la table.", name=name)
    bare = name.translate(dict.fromkeys((*range(0x202A, 0x202F), *range(0x2066, 0x206A))))
    assert texts == f"\u2068{bare}\u2069 s’assoit à la table."
    assert FRENCH.phrase("{name:=}", name="Aurèle") == "Aurèle"


@pytest.mark.parametrize(
    ("name", "stem"),
    [("Les Salines", "les-salines"), ("Le Cœur — d’Éa !", "le-coeur-d-ea"), ("夜", "")],
)
def test_a_name_becomes_the_name_of_a_file(name: str, stem: str) -> None:
    assert ascii_stem(name) == stem


def test_an_empty_answer_in_words_has_a_sentence_of_its_own() -> None:
    """It is no empty quotation."""
    sentences = []
    for word in ("bonjour", ""):
        session = Session(ask(Talk(), chosen({"texte": word})))
        sentences += [step.text for step in explain(session, FRENCH, "a") if step.kind == "choice"]
    assert sentences == [
        "Anne répond\u00a0: «\u00a0bonjour\u00a0» (mot).",
        "Anne n’en dit pas plus (mot).",
    ]
