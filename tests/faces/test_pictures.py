"""Laws in pictures: what they say, that they stay true, and that everybody can read them."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tablee.dice.die import Die
from tablee.dice.reads import Fold
from tablee.faces.pictures.captions import title, wrapped
from tablee.faces.pictures.chart_data import Segment, decimal
from tablee.faces.pictures.law_picture import Sweep, draw_law, law_picture, law_spec, plot_format
from tablee.faces.pictures.render import Format
from tablee.faces.pictures.study import Study
from tablee.faces.pictures.style import shades
from tablee.rules.procedure import Procedure, Result
from tablee.rules.questions import roll
from tablee.rules.refusal import Refusal
from tablee.rules.registry import find_game, games
from tablee.rules.run_input import RunInput, ask_about
from tablee.rules.texts.languages import Lang
from tablee.rules.texts.words import Words

ROOT = Path(__file__).parents[2]
NNBSP, NBSP = "\u202f", "\u00a0"
SIMPLE = ask_about("exil.simple", {"talent": 14, "difficulty": -5})
EXIL = Words(find_game("exil"))


def swept(name: str, params: dict[str, Any], parameter: str, values: range) -> Sweep:
    steps = [ask_about(name, params | {parameter: value}) for value in values]
    return parameter, steps, list(values)


TALENT = swept("exil.simple", {"talent": 9}, "difficulty", range(-8, 9))


def strings(part: Any) -> Iterator[str]:
    """What a reader of a specification may meet."""
    if isinstance(part, list):
        for each in part:
            yield from [each] if isinstance(each, str) else strings(each)
    elif isinstance(part, dict):
        for key, value in part.items():
            shown = key in ("text", "title", "subtitle", "told", "segment", "labelExpr")
            if isinstance(value, str) and shown:
                yield value
            elif isinstance(value, dict) or (isinstance(value, list) and key != "type"):
                yield from strings(value)


def bars(spec: dict[str, Any]) -> list[dict[str, Any]]:
    """The records of the first layer that draws bars."""
    layers = spec["vconcat"][0]["layer"]
    found: list[dict[str, Any]] = next(
        layer["data"]["values"] for layer in layers if layer["mark"]["type"] == "bar"
    )
    return found


# ── what a picture says ────────────────────────────────────────────────────────────────────────
def test_title_and_sentences_in_words() -> None:
    spec = law_spec(SIMPLE, None, EXIL)
    assert spec["title"] == {
        "text": [f"Jet de Talent{NBSP}: Talent{NBSP}14, difficulté{NBSP}−5"],
        "subtitle": [
            f"Chance de réussite{NBSP}: 75{NNBSP}%, trois chances sur quatre.",
            f"Marge, en moyenne{NBSP}: +2,5.",
        ],
    }


def test_bars_in_canonical_order_with_shares_and_fractions() -> None:
    view = law_spec(SIMPLE, None, EXIL)["vconcat"][0]
    output = [(each["text"], each["exact"]) for each in view["layer"][1]["data"]["values"]]
    shares = [f"{share}{NNBSP}%" for share in (17, 25, 25, 8, 25)]
    assert output == list(zip(shares, ["1/6", "1/4", "1/4", "1/12", "1/4"], strict=True))
    axis = view["layer"][0]["encoding"]["y"]["axis"]["labelExpr"]
    assert axis.startswith('["superbe réussite", "belle réussite"')
    kinds = [bar["segment"] for bar in bars(law_spec(SIMPLE, None, EXIL))]
    assert kinds == ["réussite"] * 4 + ["échec"]


def test_columns_carry_equal_texts_for_equal_chances() -> None:
    view = law_spec(SIMPLE, ["margin"], EXIL)["vconcat"][0]
    output = [layer["data"]["values"] for layer in view["layer"] if layer["mark"]["type"] == "text"]
    assert [each["text"] for each in output[-1]] == [f"8{NNBSP}%"] * 12
    assert any("moyenne +2,5" in text for text in strings(view))


def test_english() -> None:
    spec = law_spec(SIMPLE, None, Words(find_game("exil"), "en"))
    assert spec["title"]["subtitle"][0] == "Chance of success: 75%, three chances in four."
    assert spec["config"]["locale"]["number"]["decimal"] == "."


def test_a_title_is_never_broken_between_a_name_and_its_value() -> None:
    heading = title(SIMPLE, EXIL)
    assert [line.split(NBSP)[-1] for line in wrapped(heading, 30)] == ["14,", "−5"]
    assert wrapped("mot " * 200, 30)[-1].endswith(" …")


@pytest.mark.parametrize(
    ("value", "signed", "output"),
    [("5/2", True, "+2,5"), ("-1/3", False, "−0,3"), ("3", False, "3"), ("299/100", False, "3,0")],
)
def test_decimal(value: str, signed: bool, output: str) -> None:
    assert decimal(Fraction(value), EXIL, signed) == output


# ── what is chosen ─────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("name", "params", "field"),
    [
        ("exil.simple", {"talent": 9}, "degree"),
        ("exil.simple", {"talent": 15}, "degree"),
        ("eclats.test", {"caracteristique": 2, "seuil": 8}, "issue"),
        ("armes_dieux.jet", {"poignee": 6, "sr": 20}, "issue"),
        ("loss.action", {"trait": 4, "talent": 3, "difficulty": 15}, "success"),
    ],
)
def test_the_most_wording_field(name: str, params: dict[str, Any], field: str) -> None:
    assert Study([ask_about(name, params)]).most_informative() == field


def test_success_is_found_by_the_field_or_the_utility() -> None:
    by_field, by_utility = (
        Study([SIMPLE]),
        Study([ask_about("armes_dieux.jet", {"poignee": 6, "sr": 20})]),
    )
    assert by_field.success is not None
    assert by_utility.success is not None
    assert by_field.success.fields == {"success"}
    assert by_utility.success.fields == {"issue"}


def test_a_success_that_seats_do_not_share_is_none() -> None:
    people = [{"id": "ysolde", "poignee": 3, "sr": 9}, {"id": "bran", "poignee": 3, "sr": 9}]
    assert Study([ask_about("armes_dieux.opposition", {"participants": people})]).success is None


def test_two_fields_cut_each_other_and_three_stand_apart() -> None:
    jet = ask_about("armes_dieux.jet", {"poignee": 5, "sr": 14, "additionnel": "toujours"})
    words = Words(jet.game)
    two = law_spec(jet, ["issue", "qualites"], words)
    assert len(two["vconcat"]) == 1
    assert {bar["segment"] for bar in bars(two)} > {"réussite avec Revers", "échec"}
    assert sum(bar["p"] for bar in bars(two)) == pytest.approx(1)
    three = law_spec(jet, ["issue", "qualites", "additionnel"], words)
    assert [view["title"]["text"] for view in three["vconcat"]] == [
        "Issue",
        "Qualités",
        "Résultat additionnel",
    ]


# ── ranges of a parameter ──────────────────────────────────────────────────────────────────────
def test_a_curve_of_the_chance_is_exact_and_labelled() -> None:
    spec = law_spec(TALENT[1][0], None, EXIL, TALENT)
    view = spec["vconcat"][0]
    points = view["data"]["values"]
    assert [point["p"] for point in points] == [min(12, max(0, 9 + d)) / 12 for d in range(-8, 9)]
    marked = view["layer"][-1]["transform"][0]["filter"]["oneOf"]
    assert [points[place]["text"] for place in marked] == [f"{p}{NNBSP}%" for p in (8, 75, 100)]
    assert spec["title"]["subtitle"] == [
        f"Chance de réussite{NBSP}: de 8{NNBSP}% (difficulté{NBSP}−8)"
        f" à 100{NNBSP}% (difficulté{NBSP}+8)."
    ]
    assert "difficulté" not in spec["title"]["text"][0]


def test_stacks_sum_to_one_with_the_successes_first() -> None:
    sweep = swept("armes_dieux.jet", {"sr": 12}, "poignee", range(3, 8))
    stacked = bars(law_spec(sweep[1][0], None, Words(sweep[1][0].game), sweep))
    for row in range(5):
        parts = [bar for bar in stacked if bar["row"] == row]
        assert sum(bar["p"] for bar in parts) == pytest.approx(1)
    order = sorted({(bar["part"], bar["segment"]) for bar in stacked})
    assert order[0][1] == "réussite exceptionnelle"
    assert order[-1][1] == "échec"


def test_a_range_without_success_tells_what_changes_most() -> None:
    foes = {"de": 10, "adversaires": [{"cible": "elite"}, {"cible": "pion"}]}
    sweep = swept("socle.duel", foes, "coeurs", range(1, 11))
    words = Words(sweep[1][0].game)
    output = law_spec(sweep[1][0], ["vainqueur"], words, sweep)["title"]["subtitle"]
    assert output == [
        f"Le camp des personnages{NBSP}: de 8{NNBSP}% (Cœurs{NBSP}1) à 88{NNBSP}% (Cœurs{NBSP}10)."
    ]


def test_a_range_of_a_number_is_its_mean_with_a_band() -> None:
    spec = law_spec(TALENT[1][0], ["margin"], EXIL, TALENT)
    points = spec["vconcat"][0]["data"]["values"]
    assert points[0] == points[0] | {"p": -5.5, "low": -10, "high": -1, "text": "−5,5"}
    assert "Au moins huit résultats sur dix tombent dans la bande." in list(strings(spec))


# ── large laws ─────────────────────────────────────────────────────────────────────────────────
def _add(total: int, _: int, face: int) -> int:
    return total + face


def _same(total: int) -> int:
    return total


SUM: Fold[int, int] = Fold(0, _add, _same)


class Total(Result):
    total: int


class Handful(Procedure[Total], id="exil.handful"):
    """Many dice added up."""

    count: int

    async def rule(self) -> Total:
        return Total(total=await roll(Die(6), "des", SUM, who="acteur", count=self.count))


class Pair(Result):
    pair: tuple[int, ...]


class Faces(Procedure[Pair], id="exil.faces"):
    """Two dice side by side."""

    async def rule(self) -> Pair:
        return Pair(pair=(await roll(Die(6), "un", who="x"), await roll(Die(6), "deux", who="x")))


def made(procedure: Procedure[Any]) -> RunInput:
    return RunInput(SIMPLE.game, procedure, SIMPLE.rulings)


def test_tails_are_cut_and_shown() -> None:
    spec = law_spec(made(Handful(count=40)), None, EXIL)
    drawn = bars(spec)
    assert len({bar["row"] for bar in drawn}) <= 42
    assert sum(bar["p"] for bar in drawn) == pytest.approx(1)
    caption = " ".join(spec["vconcat"][-1]["mark"]["text"])
    assert caption.startswith("Une colonne réunit 2 valeurs.")
    assert "de 40 à 240 en tout" in caption
    labels = spec["vconcat"][0]["layer"][-1]["encoding"]["x"]["axis"]["labelExpr"]
    assert '["≤ ' in labels
    assert '"≥ ' in labels


def test_many_outcomes_in_words_are_listed_by_chance() -> None:
    spec = law_spec(made(Faces()), None, EXIL)
    labels = spec["vconcat"][0]["layer"][0]["encoding"]["y"]["axis"]["labelExpr"]
    assert '"1 et 1"' in labels
    assert '"les 13 autres ensemble"' in labels
    assert sum(bar["p"] for bar in bars(spec)) == pytest.approx(1)


# ── files ──────────────────────────────────────────────────────────────────────────────────────
def test_an_svg_has_its_text_alternative_and_names_no_host() -> None:
    svg = law_picture(SIMPLE, None, EXIL, "svg").decode()
    root = ElementTree.fromstring(svg)
    space = "{http://www.w3.org/2000/svg}"
    assert root.get("role") == "img"
    assert root.get("lang") == "fr"
    heading, output = root[0], root[1]
    assert (heading.tag, output.tag) == (f"{space}title", f"{space}desc")
    assert root.get("aria-labelledby") == heading.get("id")
    assert "Jet de Talent" in (heading.text or "")
    assert f"belle réussite 25{NNBSP}%" in (output.text or "")
    assert re.findall(r"https?://[^\"'<> ]+", svg) == ["http://www.w3.org/2000/svg"]
    texts = [each.text for each in root.iter(f"{space}text")]
    assert f"25{NNBSP}%" in texts
    assert "action réussie de justesse" in texts


def test_files_by_their_ending_and_the_same_every_time(tmp_path: Path) -> None:
    formats: dict[Format, bytes] = {"svg": b"<svg", "png": b"\x89PNG"}
    for ending, start in formats.items():
        draw_law(SIMPLE, None, EXIL, tmp_path / f"loi.{ending}")
        drawn = (tmp_path / f"loi.{ending}").read_bytes()
        assert drawn.startswith(start)
        assert drawn == law_picture(SIMPLE, None, EXIL, ending)


def test_refusals(tmp_path: Path) -> None:
    for path in (tmp_path / "loi.pdf", tmp_path / "nulle" / "part.svg"):
        with pytest.raises(Refusal) as caught:
            draw_law(SIMPLE, None, EXIL, path)
        assert caught.value.field == "--plot"
        assert str(path) in EXIL.refusal(caught.value)
    with pytest.raises(Refusal) as unknown:
        law_spec(SIMPLE, ["chance"], EXIL)
    assert unknown.value.field == "by"
    assert plot_format("Loi.SVG") == "svg"


def test_the_pictures_of_the_documentation_are_up_to_date() -> None:
    """Texts and marks are those drawn now; places may differ by the width of a machine's fonts."""
    kept = importlib.import_module("docs.pictures.__main__")
    for name, picture in kept.pictures():
        drawn, stored = (re.split(NUMBER, svg.decode()) for svg in (picture, _kept(name)))
        assert drawn[::2] == stored[::2], f"{name}: run `make pictures`"
        for here, there in zip(drawn[1::2], stored[1::2], strict=True):
            assert abs(float(here) - float(there)) <= 3, f"{name}: run `make pictures`"


NUMBER = r"(-?[0-9]+(?:\.[0-9]+)?)"


def _kept(name: str) -> bytes:
    return (ROOT / "docs/pictures" / name).read_bytes()


# ── for every eye, and for every procedure ─────────────────────────────────────────────────────
@pytest.mark.parametrize("good", range(1, 6))
@pytest.mark.parametrize("bad", range(1, 6))
def test_every_success_is_darker_than_every_failure(good: int, bad: int) -> None:
    segments = [Segment(f"s{n}", "success") for n in range(good)]
    segments += [Segment(f"f{n}", "failure") for n in range(bad)]
    light = [brightness(fill) for fill, _ in shades(segments)]
    assert light == sorted(light)
    assert light[good] - light[good - 1] > 35


def brightness(colour: str) -> float:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue


def cases() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every procedure with the first of its parameter sets."""
    for game in games():
        grid = importlib.import_module(f"tests.games.{game.id}.grid").GRID
        for name, sets in grid.items():
            yield name, sets[0]


@pytest.mark.parametrize(("name", "params"), list(cases()), ids=lambda case: str(case)[:40])
def test_every_procedure_is_drawn_in_words(name: str, params: dict[str, Any]) -> None:
    question = ask_about(name, params)
    langs: tuple[Lang, ...] = ("fr", "en")
    for lang in langs:
        spec = law_spec(question, None, Words(question.game, lang))
        for text in strings(spec):
            assert not re.search(r"[A-Za-z]_[A-Za-z]", text), text
