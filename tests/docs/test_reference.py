"""The generated pages: from the declarations alone, in words, well set, each text in English too."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from typing import Any

import pytest

from docs.building.examples import CHOSEN, example_of, played_of
from docs.building.figures import figure
from docs.building.game_pages import clauses_page, game_page, games_page
from docs.building.inserts import INSERTS, with_inserts
from docs.building.plan import LANGS
from docs.building.reference import picture_of, reference_page
from docs.building.setting import code, plain, set_french
from docs.building.shapes import allowed
from docs.building.shell import CommandFailed, call, with_commands
from docs.building.texts import Texts
from tablee.rules.clauses.rulings_read import rulings_read
from tablee.rules.game import Game
from tablee.rules.procedure import Procedure, Record
from tablee.rules.readings.session import Belief, Session
from tablee.rules.refusal import Refusal
from tablee.rules.registry import find_game, find_procedure, games
from tablee.rules.run_input import ask_about
from tablee.rules.schema import Group, fields_of
from tablee.rules.shapes import (
    Absent,
    Choice,
    Either,
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
from tablee.rules.texts.languages import Lang
from tablee.rules.texts.words import Words
from tests.kit.examples import examples

NBSP, NNBSP = "\u00a0", "\u202f"
ECLATS = find_game("eclats")
WORDS = Words(ECLATS)
PROCEDURES = [kind for game in games() for kind in game.procedures]


def game_of(kind: type[Procedure[Any]]) -> Game:
    game = find_game(kind.id.partition(".")[0])
    assert game is not None
    return game


# ── what a field allows ────────────────────────────────────────────────────────────────────────
class Pair(Record):
    seuil: int
    bonus: int = 0


SHAPES: list[tuple[Shape, str]] = [
    (Whole(0, 3), "un entier de 0 à 3"),
    (YesNo(), "non (`false`) ou oui (`true`)"),
    (Choice(("meme", "nouveau")), "le même que celui du jet (`meme`) ou un nouveau seuil possible"),
    (Choice((1, 2, 3)), "`1`, `2` ou `3`"),
    (Either((Whole(1, 4), Choice(("ask",)), Nothing())), "un entier de 1 à 4, à demander (`ask`)"),
    (Either((Absent(), YesNo())), "non (`false`) ou oui (`true`)"),
    (Many(YesNo(), 1, 3), "une liste de 1 à 3 éléments, chacun non (`false`) ou oui (`true`)"),
    (Many(Whole(0, 1)), "une liste, dont chaque élément est un entier de 0 à 1"),
    (Several((Whole(0, 1), YesNo())), f"une liste de 2{NBSP}: un entier de 0 à 1 et non"),
    (Named(Whole(0, 3)), "un objet de noms libres, à chacun un entier de 0 à 3"),
    (Group(Pair), "un objet (seuil, bonus)"),
    (Ratio(low=Fraction(0)), "un nombre, ou une fraction comme"),
    (Text(100), "un texte d’au plus 100 caractères"),
    (Text(100, 1), "un texte de 1 à 100 caractères"),
]


@pytest.mark.parametrize(("shape", "output"), SHAPES, ids=lambda each: type(each).__name__)
def test_what_is_allowed_is_shown_in_words_with_what_to_write(shape: Shape, output: str) -> None:
    assert allowed(shape, WORDS).startswith(output)


# ── the page of a procedure ────────────────────────────────────────────────────────────────────
def test_a_page_tells_parameters_result_rulings_aims_and_clauses() -> None:
    page = reference_page(find_procedure("eclats.test"), WORDS)
    assert page.startswith("# Jet d’action\n")
    assert "**Caractéristique** `caracteristique`\n:   Valeur de la Caractéristique liée" in page
    assert "Un entier de 0 à 3. Obligatoire." in page
    assert f"Par défaut{NBSP}: `0`." in page
    assert "**Issue** `issue`\n:   Réussite (`reussite`), échec simple (`echec_simple`)" in page
    assert "`zero_autre_de`" in page
    assert "`relance_bonus`" not in page
    assert "éviter l’échec critique (`sans_critique`)" in page
    assert 'href="clauses.html#ECL-LAN-05"' in page
    assert "Seul le meilleur dé du jet est gardé." in page


def test_records_inside_are_shown_under_their_own_heading() -> None:
    page = reference_page(find_procedure("exil.opposition"), Words(find_game("exil")))
    inner = page[page.index("### Dans protagonistes {#protagonistes}") :]
    assert "**Talent** `talent`" in inner.split("\n## ")[0]


def test_the_example_is_a_command_its_json_and_its_picture() -> None:
    kind = find_procedure("exil.simple")
    words = Words(find_game("exil"))
    example = example_of(kind, game_of(kind))
    assert example is not None
    page = reference_page(kind, words)
    assert f"\n{example.command}\n" in page
    shown = re.search(r"```json\n(.*?)\n```", page, re.DOTALL)
    assert shown is not None
    rows = json.loads(shown[1])["distribution"]
    assert sum(Fraction(row["p"]) for row in rows) == 1
    svg = picture_of(example, words)
    assert figure(svg, "simple.svg", "fr", numbers=False).strip() in page
    assert "trois chances sur quatre" in figure(svg, "simple.svg", "fr")


def test_a_picture_drawn_already_is_not_drawn_again() -> None:
    kind = find_procedure("exil.simple")
    words = Words(find_game("exil"))
    other = find_procedure("eclats.test")
    example = example_of(other, game_of(other))
    assert example is not None
    assert "Caractéristique" in reference_page(kind, words, picture_of(example, WORDS))


@pytest.mark.parametrize("kind", PROCEDURES, ids=lambda kind: kind.id)
def test_every_procedure_has_an_example_that_is_quick(kind: type[Procedure[Any]]) -> None:
    example = example_of(kind, game_of(kind))
    assert example is not None
    assert len(example.law) <= 60
    first = next(iter(fields_of(kind.result_type()).values()))
    assert example.drawn or not isinstance(first.shape, Whole | YesNo | Choice)


def test_chosen_examples_are_of_procedures_that_there_are() -> None:
    for name, params in json.loads(CHOSEN.read_text("utf-8")).items():
        assert ask_about(name, params).procedure.id == name


def test_a_ledger_is_shown_by_what_happened_to_it() -> None:
    kind = find_procedure("armes_dieux.personnage")
    page = reference_page(kind, Words(find_game("armes_dieux")))
    assert "<img" not in page
    assert '<ol class="story">' in page
    shown = re.search(r"```json\n(.*?)\n```", page, re.DOTALL)
    assert shown is not None
    assert json.loads(shown[1])["status"] == "done"


def test_a_played_example_is_a_finished_one() -> None:
    played = [session for kind in PROCEDURES if (session := played_of(kind, game_of(kind)))]
    assert len(played) > 50
    assert all(session.done for session in played)


# ── which switches a procedure reads ───────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("exil.simple", ("equal",)),
        ("exil.pure", ()),
        ("eclats.test", ("zero_autre_de", "choix_des")),
        ("eclats.relance", ("relance_bonus",)),
        ("armes_dieux.chance", ()),
    ],
)
def test_rulings_of_some_procedures(name: str, read: tuple[str, ...]) -> None:
    kind = find_procedure(name)
    assert rulings_read(kind, game_of(kind)) == read


@pytest.mark.parametrize("game", [pytest.param(game, id=game.id) for game in games()])
def test_no_ruling_is_read_that_the_page_does_not_name(game: Game) -> None:
    met: set[tuple[str, str]] = set()

    class Watched(game.rulings):  # type: ignore[name-defined,misc]
        def __getattribute__(self, name: str) -> Any:
            if name in fields_of(game.rulings):
                met.add((current, name))
            return super().__getattribute__(name)

    for _, example in examples():
        run = example["run"]
        current = str(run.get("procedure", ""))
        if not current.startswith(f"{game.id}."):
            continue
        try:
            asked = ask_about(current, run.get("params", {}), {}, run.get("answers", ()))
            given = Watched(**run.get("rulings", {}))
            Session(_under(asked, given))
        except (Refusal, Belief):
            continue
    assert met or not fields_of(game.rulings)
    for name, ruling in met:
        assert ruling in rulings_read(find_procedure(name), game), (name, ruling)


def _under(question: Any, rulings: Any) -> Any:
    import msgspec

    return msgspec.structs.replace(question, rulings=rulings)


# ── how it is set ──────────────────────────────────────────────────────────────────────────────
def test_french_spaces_come_in_outside_of_code() -> None:
    text = (
        '---\n{"a" : 1}\n---\n\nUn mot : « oui » ; non ? 5 %\n\n`a : b ;` et [x](y ;z)\n\n'
        '| a | b |\n| :--- | ---: |\n\n```sh\nx ; y ?\n```\n\n<a title="b ; c">d !</a>\n\n## T {#a : b}\n'
    )
    done = set_french(text)
    assert f"Un mot{NBSP}: «{NBSP}oui{NBSP}»{NNBSP}; non{NNBSP}? 5{NNBSP}%" in done
    for kept in ('{"a" : 1}', "`a : b ;`", "(y ;z)", "| :--- | ---: |", "x ; y ?", '"b ; c"'):
        assert kept in done
    assert f">d{NNBSP}!<" in done


def test_text_is_no_markdown_and_code_may_hold_backquotes() -> None:
    assert plain("a_b *c* <d> [e]") == "a\\_b \\*c\\* &lt;d&gt; \\[e\\]"
    assert code("x") == "`x`"
    assert code("a`b") == "``a`b``"


def _pages(lang: Lang) -> dict[str, str]:
    """All generated pages and parts of pages, without their pictures."""
    texts = Texts(lang)
    found = {"games": games_page(texts, {"eclats": "../x.md"})}
    for game in games():
        words = Words(game, lang)
        found[game.id] = game_page(game, words, "../x.md")
        found[f"{game.id} clauses"] = clauses_page(game, words)
        svg = b'<svg width="1" height="1"><title>t</title><desc>d</desc></svg>'
        found |= {kind.id: reference_page(kind, words, svg) for kind in game.procedures}
    for name in ("storeys", "readings", "run"):
        found[name] = with_inserts(f"```insert\ndrawing {name}\n```", lang)
    found |= {
        name: with_inserts(f"```insert\n{name}\n```", lang)
        for name in INSERTS
        if name not in ("drawing", "study")
    }
    found["numbers"] = figure(svg, "x.svg", lang)
    return found


def test_every_text_of_a_generated_page_has_its_english(monkeypatch: pytest.MonkeyPatch) -> None:
    lacking: set[str] = set()
    before = Texts("en")._english

    def text(self: Texts, french: str) -> str:
        if self.lang == "en" and french not in before and re.search(r"[^\W\d]", french):
            lacking.add(french)
        return Words.text(self, french)

    def phrase(self: Texts, template: str, /, **numbers: Any) -> str:
        if self.lang == "en" and template not in before:
            lacking.add(template)
        return Words.phrase(self, template, **numbers)

    monkeypatch.setattr(Texts, "text", text)
    monkeypatch.setattr(Texts, "phrase", phrase)
    assert len(_pages("en")) > 60
    assert not lacking


_CODE = re.compile(
    r"(?s)^```.*?^```$|`[^`\n]*`|<code>.*?</code>|<[^>]*>|\{#[^}]*\}|\]\([^)]*\)", re.M
)


@pytest.mark.parametrize("lang", LANGS)
def test_generated_pages_are_in_words_and_well_set(lang: Lang) -> None:
    for name, page in _pages(lang).items():
        if name == "library":  # docstrings, where identifiers are what is spoken of
            continue
        text = _CODE.sub("", set_french(page) if lang == "fr" else page)
        assert not re.findall(r"\b[a-zà-ÿ]+\\?_[a-zà-ÿ_]+\b", text), name
        if lang == "fr":
            assert not re.findall(r"\w+ [;!?%»]|\w+ : |« ", text), name


# ── commands and inserts ───────────────────────────────────────────────────────────────────────
def test_a_command_shows_what_it_answers(tmp_path: Any) -> None:
    page = with_commands(
        "a\n\n```tablee\nodds exil.pure attribut=bon obstacle=moyen\n```\n", tmp_path / "p.md", "fr"
    )
    assert "```sh\ntablee odds exil.pure attribut=bon obstacle=moyen\n```" in page
    assert "Action pure" in page


def test_a_command_that_draws_shows_its_picture(tmp_path: Any) -> None:
    text = "```tablee\nodds eclats.relance des=1 seuil=8 --plot loi.svg\n```"
    page = with_commands(text, tmp_path / "jeu.md", "en")
    assert "tablee odds eclats.relance des=1 seuil=8 --plot loi.svg" in page
    assert 'src="jeu-loi.svg"' in page
    assert (tmp_path / "jeu-loi.svg").read_bytes().startswith(b"<svg")


def test_a_page_with_a_command_that_is_refused_is_not_built(tmp_path: Any) -> None:
    with pytest.raises(CommandFailed, match="talent"):
        with_commands("```tablee\nodds exil.simple talent=99\n```", tmp_path / "p.md", "fr")


def test_a_game_that_a_command_brings_does_not_stay() -> None:
    before = games()
    assert "Veille" in call("--game", "docs/tutorial/phares.py", "procedures", "phares")
    assert games() == before
