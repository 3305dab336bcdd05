"""The law beside the form: true to `odds`, in words, drawn well, for every procedure."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import pytest

from tablee.faces.web.panes import law_pane as module
from tablee.faces.web.panes.best_pane import best_pane
from tablee.rules.readings.odds import odds
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import read_run
from tablee.rules.texts.typography import percent
from tests.faces.web.reading import as_json, badly_written, macros, parsed, spoilt
from tests.kit.examples import examples
from tests.kit.runs import grid

Json = dict[str, Any]
SIMPLE: Json = {"procedure": "exil.simple", "params": {"talent": 14, "difficulty": -5}}
SETS = [
    pytest.param({"procedure": name, "params": params}, id=f"{name}-{place}")
    for name, place, params in grid()
]
SMALLEST = [each for each in SETS if str(each.id).endswith("-0")]
ANSWERED = [
    pytest.param(example["run"], id=name)
    for name, example in examples()
    if example["call"] == "odds" and "error" not in example.get("expect", {})
]
NNBSP, NBSP = "\u202f", "\u00a0"


def law_pane(run: Json, options: Json, tick: Any = None) -> Json:
    found: Json = as_json(module.law_pane(run, options, tick))
    return found


def law(run: Json, by: str = "", lang: str = "fr") -> Json:
    return law_pane(run, {"by": by, "lang": lang})


def written(chance: Fraction) -> str:
    """A fraction as the page writes it: not at all when it is too long to be read."""
    return f"{chance}" if chance.denominator.bit_length() <= 48 else "…"


def exact_sum(rows: list[list[str]]) -> Fraction | None:
    chances = [row[-2] for row in rows]
    return None if "…" in chances else sum(map(Fraction, chances), Fraction())


def test_at_a_table_who_throws_is_shown_his_own_chance() -> None:
    """In a contest « Vos chances » are no chances of the other side. Only a name is put beside them:
    « répondant » says nothing to a player."""
    params = {"somme_initiateur": 15, "somme_repondant": 13, "engages": 1}
    run: Json = {"procedure": "loss.active", "params": params}
    mine = law_pane(run, {"thrower": True})["chance"]
    assert (mine["what"], mine["exact"]) == ("l’emporter", "4/25")  # 2/5 of 2/5
    known = law_pane(run, {"thrower": True, "names": {"repondant": "Nérise"}})
    assert known["chance"]["what"] == "l’emporter (Nérise)"
    behind = {**run, "params": {**params, "engages": 2}, "answers": [{"dice": [10, 3]}]}
    assert law(behind)["chance"]["exact"] == "91/100"
    left = law_pane(behind, {"thrower": True})  # a draw is the best that is left
    assert left["chance"]["exact"] == "0"
    assert {each["exact"] for each in left["key"]} == {"91/100", "9/100"}
    assert law(run)["chance"]["what"] == "l’emporter (initiateur)"
    named = law_pane(run, {"names": {"initiateur": "Kordan"}})
    assert named["chance"]["what"] == "l’emporter (Kordan)"


def test_who_throws_in_an_opposition_is_known_by_the_name_of_the_run() -> None:
    """AD-OPP-01: each throws in a rule of its own, whose player is a participant of the run."""
    sides: list[Json] = [
        {"id": each, "poignee": 6, "sr": 12, "bonus": []} for each in ("Ada", "Bo")
    ]
    run: Json = {"procedure": "armes_dieux.opposition", "params": {"participants": sides}}
    known = {"thrower": True, "names": {"Ada": "Ada", "Bo": "Bo"}}
    assert law_pane(run, known)["chance"]["what"] == "l’emporter (Ada)"
    thrown = {**run, "answers": [{"dice": [1, 2, 3, 4, 5, 6]}]}
    assert law_pane(thrown, known)["chance"]["what"] == "l’emporter (Bo)"


def test_a_number_that_happens_to_be_0_or_1_is_no_chance() -> None:
    """A shot that can do one point at most: a chance of hitting, not « of mean damage »."""
    run = {
        "procedure": "exil.shot",
        "params": {"poff": 7, "range": "moyenne", "visibility": -2, "aware": True, "pdef": 6},
    }
    chance = law(run)["chance"]
    assert (chance["exact"], chance["what"]) == ("1/4", "toucher")


# ── decisions that are open ────────────────────────────────────────────────────────────────────
SPELL: Json = {"procedure": "socle.magie", "params": {"de": 8, "niveau": "fort", "avantage": "ask"}}
CONTEST: Json = {
    "procedure": "exil.opposition",
    "params": {
        "protagonistes": [{"talent": 8}, {"talent": 6}],
        "egalite": "ask",
        "tous_echouent": "ask",
    },
}


def test_an_open_decision_may_count_as_usual_and_is_named() -> None:
    """One in eight for a d8 against 8, whatever the caster takes for it (SOC-MAG-07)."""
    assert law(SPELL)["state"] == "open"
    pane = law_pane(SPELL, {"usual": True})
    assert pane["chance"]["exact"] == "1/8"
    assert pane["supposed"] == [
        f"À décider encore{NBSP}: avantage. Compté ici{NBSP}: un autre avantage."
    ]
    assert law_pane(CONTEST, {"usual": True})["supposed"] == [
        f"À décider encore{NBSP}: égalité. Compté ici{NBSP}: match nul.",
        f"À décider encore{NBSP}: si tous échouent. Compté ici{NBSP}: comparer les échecs.",
    ]
    settled = {"egalite": "partage", "tous_echouent": "comparer"}
    plain = law_pane(CONTEST | {"params": CONTEST["params"] | settled}, {"usual": True})
    assert plain["supposed"] == []


def test_another_decision_that_was_made_leaves_the_open_one_as_usual() -> None:
    """Armes-Dieux: one of five dice is set aside, whether to buy an effect is asked after the roll:
    four dice against 14 (AD-RIS-02)."""
    asked = {"poignee": 5, "sr": 14, "ecartes": "ask", "additionnel": "ask"}
    run = {"procedure": "armes_dieux.jet", "params": asked, "answers": [{"choose": 1}]}
    pane = law_pane(run, {"usual": True})
    ways = sum(sum(faces) >= 14 for faces in itertools.product(range(1, 7), repeat=4))
    assert pane["chance"]["exact"] == str(Fraction(ways, 6**4))
    assert pane["supposed"] == [
        f"À décider encore{NBSP}: résultat additionnel. Compté ici{NBSP}: jamais."
    ]


def test_nothing_is_supposed_of_what_may_have_been_decided_before() -> None:
    """After a choice was made the decision that is named is that one, once more."""
    run: Json = {
        "procedure": "exil.successive",
        "params": {"talent": 5, "max_attempts": 3, "permis": "ask"},
        "answers": [],
    }
    first = law_pane(run, {"usual": True})
    assert first["supposed"] == [
        f"À décider encore{NBSP}: nouvel essai permis. Compté ici{NBSP}: oui."
    ]
    later = run | {"answers": [{"dice": [12]}, {"choose": True}]}
    assert law_pane(later, {"usual": True})["state"] == "open"


# ── true ───────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("run", SETS + ANSWERED)
def test_the_pane_tells_the_law(run: Json) -> None:
    """Its exact table is the law of the fields shown; its chances are rounded alike; nothing is an id."""
    pane = law(run)
    assert not badly_written(pane, "fr")
    question = read_run(run)
    if pane["state"] == "open":
        with pytest.raises(Refusal) as refused:
            odds(question)
        assert (refused.value.kind, refused.value.field) == ("choice_needed", pane["field"])
        return
    whole = odds(question)
    if pane["state"] == "certain":
        assert len(whole) == 1
        return
    assert len(whole) > 1
    shown = len(pane["table"]["heads"]) - 2
    by = [pane["field"]] if shown == 1 else [pane["field"], _scale(question, pane)]
    texts = odds(question, by)
    assert [row[-2] for row in pane["table"]["rows"]] == [written(p) for _, p in texts.items()]
    if pane["key"] and "…" not in [row["exact"] for row in pane["key"]]:
        assert sum(Fraction(row["exact"]) for row in pane["key"]) == 1
        for row in pane["key"]:
            assert row["share"] == percent(Fraction(row["exact"]))


def _scale(question: Any, pane: Json) -> str:
    """The field whose word heads the table of a number that decides a word."""
    from tablee.rules.texts.words import Words

    words = Words(question.game)
    heading = pane["table"]["heads"][0].lower()
    names: tuple[str, ...] = type(question.procedure).result_type().__struct_fields__
    return next(name for name in names if words.label(name).lower() == heading)


@pytest.mark.parametrize("run", SMALLEST)
def test_every_field_may_be_seen_in_both_languages(run: Json) -> None:
    first = law(run)
    for each in first.get("fields", []):
        for lang in ("fr", "en"):
            pane = law(run, each["name"], lang)
            assert (pane["state"], pane["field"]) == ("law", each["name"])
            assert [f["name"] for f in pane["fields"] if f["current"]] == [each["name"]]
            assert exact_sum(pane["table"]["rows"]) in (1, None)
            assert not badly_written(pane, lang)


def test_the_headline_is_the_chance_of_success() -> None:
    pane = law(SIMPLE)
    assert pane["title"] == "Vos chances"
    chance = {"percent": f"75{NNBSP}%", "words": "trois chances sur quatre", "exact": "3/4"}
    assert pane["chance"] == chance | {"what": "", "value": 0.75, "good": True}
    assert law(SIMPLE, lang="en")["chance"]["percent"] == "75%"


@pytest.mark.parametrize("run", SMALLEST)
def test_the_headline_equals_the_odds(run: Json) -> None:
    pane = law(run)
    question = read_run(run)
    if pane["state"] != "law" or pane["chance"] is None:
        return
    field = type(question.procedure).result_type().__struct_fields__
    if "success" in field:
        true = odds(question, ["success"]).chance(lambda result: result.success)
        assert pane["chance"]["exact"] == str(true)
    else:
        seat = next(iter(question.procedure.sides()), "")
        whole = odds(question)
        means = [
            sum(p * utility(question.procedure, result, seat) for result, p in whole.items())
            for utility in question.procedure.utilities.values()
        ]
        assert pane["chance"]["exact"] in map(str, means)


def test_whose_chance_where_two_sides_seek_theirs() -> None:
    duel: Json = {"procedure": "loss.combat", "params": {"somme_attaque": 12, "somme_defense": 10}}
    assert law(duel)["chance"]["what"].endswith("(attaquant)")


# ── what is shown ──────────────────────────────────────────────────────────────────────────────
def test_a_number_that_decides_the_degree_is_drawn_in_its_colours() -> None:
    pane = law(SIMPLE)
    chart = pane["chart"]
    assert (pane["heading"], chart["kind"]) == ("Marge", "columns")
    colours = [column["pieces"][0]["colour"] for column in chart["columns"]]
    assert colours == ["bad-1"] * 3 + ["good-0"] + ["good-1"] * 3 + ["good-3"] * 3 + ["good-4"] * 2
    assert [row["colour"] for row in pane["key"]] == [
        "good-4",
        "good-3",
        "good-1",
        "good-0",
        "bad-1",
    ]
    assert [zone["text"] for zone in chart["zones"]] == ["échec", "réussite"]
    assert chart["mean"]["text"] == f"moyenne{NBSP}+2,5"
    assert pane["numbers"] == [
        ["moyenne", "+2,5"],
        ["médiane", "+2"],
        ["au moins huit fois sur dix", "de −2 à +7"],
    ]


def test_words_are_a_band_with_failures_to_the_left() -> None:
    run = {"procedure": "armes_dieux.jet", "params": {"poignee": 6, "sr": 18}}
    pane = law(run)
    pieces = pane["chart"]["pieces"]
    assert pane["chart"]["kind"] == "band"
    tones = [piece["colour"].split("-")[0] for piece in pieces]
    assert tones == sorted(tones)
    assert tones[0] == "bad"
    assert pieces[-1]["x"] + pieces[-1]["width"] == pytest.approx(1000, abs=8)
    assert [row["colour"].split("-")[0] for row in pane["key"]] == tones[::-1]


@pytest.mark.parametrize("run", SETS)
def test_columns_stand_in_their_box_and_labels_apart(run: Json) -> None:
    chart = law(run).get("chart")
    if not chart or chart["kind"] != "columns":
        return
    for column in chart["columns"]:
        for piece in column["pieces"]:
            assert 0 <= piece["x"] <= piece["x"] + piece["width"] <= chart["width"]
            assert 0 <= piece["y"] <= piece["y"] + piece["height"] <= chart["base"] + 0.01
    for row in (chart["ticks"], chart["shares"], chart["zones"]):
        ends = [_ends(each) for each in sorted(row, key=lambda each: _ends(each)[0])]
        assert all(low >= 0 and high <= chart["width"] + 0.01 for low, high in ends)
        if row is not chart["shares"]:
            assert all(a[1] <= b[0] for a, b in itertools.pairwise(ends))


def _ends(text: Json) -> tuple[float, float]:
    """Where a text begins and ends, at seven units a letter."""
    size = 7.0 * len(text["text"])
    begins = {"start": 0.0, "middle": size / 2, "end": size}[text["anchor"]]
    return round(text["x"] - begins, 2), round(text["x"] - begins + size, 2)


def test_heights_of_columns_are_their_chances() -> None:
    run = {"procedure": "armes_dieux.jet", "params": {"poignee": 6, "sr": 18}}
    pane = law(run, "qualites")
    heights = [sum(p["height"] for p in c["pieces"]) for c in pane["chart"]["columns"]]
    chances = [Fraction(row[-2]) for row in pane["table"]["rows"]]
    for height, chance in zip(heights, chances, strict=True):
        assert height == pytest.approx(84 * float(chance / max(chances)), abs=1.01)


def test_a_certain_result_is_shown_without_a_chart() -> None:
    pane = law({"procedure": "exil.health", "params": {"physique": "bon", "pds": 12}})
    assert pane["state"] == "certain"
    assert pane["result"] == [["État", "sérieux"], ["Malus de santé", "−3"]]


def test_a_decision_that_is_open_is_named() -> None:
    pane = law({"procedure": "loss.action", "params": {"trait": 6, "talent": 4, "exploits": "ask"}})
    assert (pane["state"], pane["field"], pane["label"]) == ("open", "exploits", "Exploits")
    assert pane["advice"] is True
    assert "Exploits" in pane["text"]


def test_what_is_too_large_offers_the_other_fields() -> None:
    people = [{"talent": 7}] * 12
    pane = law({"procedure": "exil.opposition", "params": {"protagonistes": people}}, "classement")
    assert pane["state"] == "too_large"
    assert pane["fields"][0]["name"] == "case"
    html = macros("law").law(pane, lambda field: f"?by={field}")
    assert "?by=gagnants" in html


def test_what_the_form_has_to_mend_is_refused() -> None:
    for wrong in (
        {"procedure": "exil.simple", "params": {"talent": 99}},
        SIMPLE | {"answers": [{"dice": [13]}]},
    ):
        with pytest.raises(Refusal):
            law(wrong)


def test_the_law_of_what_follows_the_answers() -> None:
    after = law(SIMPLE | {"answers": [{"dice": [6]}]})
    assert after["state"] == "certain"
    assert ["Marge", "3"] in after["result"]


def test_an_unknown_field_is_passed_over() -> None:
    assert law(SIMPLE, "<script>") == law(SIMPLE)


class Unwanted(BaseException):
    """Raised by a tick."""


def test_a_long_law_can_be_cancelled() -> None:
    def tick(steps: int, states: int) -> None:
        raise Unwanted

    with pytest.raises(Unwanted):
        law_pane(SIMPLE, {}, tick)


# ── drawn ──────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("run", SMALLEST)
def test_the_markup_is_well_formed_even_with_hostile_words(run: Json) -> None:
    draw = macros("law").law
    for pane in (law(run), spoilt(law(run))):
        tree = parsed(draw(pane, lambda field: f"?by={field}"))
        for svg in tree.iter("svg"):
            assert svg.get("aria-hidden") == "true" or (
                svg.get("role") == "img" and svg.get("aria-label")
            )


def test_the_summary_says_what_the_picture_shows() -> None:
    assert law(SIMPLE)["summary"] == (
        f"Chance de réussite{NBSP}: 75{NNBSP}%{NNBSP}; Marge{NBSP}: de −3 à +8{NNBSP}; moyenne +2,5"
    )
    sure = law({"procedure": "armes_dieux.jet", "params": {"poignee": 6, "sr": 18}})
    assert sure["summary"].endswith(f"le plus probable{NBSP}: réussite, 53{NNBSP}%")


def test_the_law_under_best_play_names_its_aim() -> None:
    """Four dice against 9, where the player sets aside as many as serve best."""
    params = {"poignee": 4, "sr": 9, "ecartes": "ask"}
    run = {"procedure": "armes_dieux.jet", "params": params}
    pane = as_json(best_pane(run, {"lang": "en"}))
    assert pane["title"] == "Your chances with best play"
    assert pane["chance"]["exact"] == "613/648"
    assert pane["captions"][-1].startswith("At each choice, the best answer for this aim: ")
    fewer = law_pane(run | {"params": params | {"ecartes": 3}}, {})
    assert pane["chance"]["value"] > fewer["chance"]["value"]
