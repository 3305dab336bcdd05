"""Advice for people: what `advise` says, in words, beside each option; and what would change."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

import msgspec
import pytest

from tablee.faces.param_paths import path_of, with_values
from tablee.faces.web.panes import advice_pane as module
from tablee.faces.web.panes.advice_pane import advice_view
from tablee.faces.web.panes.law_pane import law_pane as view_of_law
from tablee.faces.web.panes.what_if import what_if as view_of_change
from tablee.faces.web.rendering import Renderer
from tablee.faces.web.table.chance_pane import ChancePane
from tablee.faces.workers import tasks
from tablee.rules.readings.advice.advise import advise
from tablee.rules.readings.budget import Budget
from tablee.rules.refusal import Refusal
from tablee.rules.registry import find_game, find_procedure
from tablee.rules.run_input import read_run
from tablee.rules.texts.words import Words
from tests.faces.web.reading import as_json, badly_written, macros, parsed, spoilt
from tests.kit.examples import examples
from tests.kit.runs import grid
from tests.rules.deciding import Matrix
from tests.rules.toys import ask

Json = dict[str, Any]
NNBSP = "\u202f"
ADVISED = [
    pytest.param(example["run"], example.get("for"), id=name)
    for name, example in examples()
    if example["call"] == "advise" and "error" not in example["expect"]
]
SMALLEST = [
    pytest.param({"procedure": name, "params": params}, id=name)
    for name, place, params in grid()
    if place == 0
]
RISK: Json = {"procedure": "armes_dieux.jet", "params": {"poignee": 9, "sr": 18, "ecartes": "ask"}}


def advice_pane(run: Json, options: Json, tick: Any = None) -> Json:
    found: Json = as_json(module.advice_pane(run, options, tick))
    return found


def law_pane(run: Json, options: Json) -> Json:
    found: Json = as_json(view_of_law(run, options))
    return found


def what_if(run: Json, options: Json) -> Json:
    found: Json = as_json(view_of_change(run, options))
    return found


@pytest.mark.parametrize(
    ("lang", "first", "last"),
    [
        ("fr", "Un seul choix se pèse : Attaquer le loup (",
         "Pas pesé, aucune règle n’en dit l’effet : un effet de Magie et autre chose."),
        ("en", "Only one choice can be weighed: Attack le loup (",
         "Not weighed, as no rule says what comes of it: an effect of Magic and something else."),
    ],
)  # fmt: skip
def test_what_no_rule_reads_is_not_weighed(lang: str, first: str, last: str) -> None:
    """An effect of Magie in the player's words is worth what the table makes of it."""
    hero = {"id": "Ana", "de": {"Force": 8, "Magie": 8}}
    fight = {"heros": [hero], "adversaires": [{"id": "le loup", "cible": "elite"}]}
    run = {"procedure": "socle.combat", "params": fight, "answers": [{"choose": "Ana"}]}
    pane = advice_pane(run, {"lang": lang})
    assert [row["choose"] for row in pane["options"]] == ["attaque:le loup"]
    text = pane["text"].replace("\u00a0", " ").replace(NNBSP, " ")
    assert text.startswith(first)
    others = {
        "en": "All other choices are assumed to be the best: ",
        "fr": "Tous les autres choix ",
    }
    before, after = text.split(others[lang])
    assert before.endswith("50%). " if lang == "en" else "50 %). ")
    assert after.endswith(f". {last}")


# ── what each choice is worth ──────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(("run", "utility"), ADVISED)
def test_the_pane_tells_the_advice(run: Json, utility: str | None) -> None:
    pane = advice_pane(run, {"for": utility})
    found = advise(read_run(run), utility)
    assert pane["state"] == "advice"
    assert [row["choose"] for row in pane["options"]] == [o.choice for o in found.options]
    worths = [option.value for option in found.options]
    for row, worth in zip(pane["options"], worths, strict=True):
        assert row["best"] == (worth == max(worths))
        assert row["value"].replace("−", "-") == str(worth)
        assert msgspec.json.decode(row["key"]) == row["choose"]
    bars = [row["bar"] for row in pane["options"]]
    assert bars == sorted(bars, reverse=True)
    assert min(bars) >= 0
    assert max(bars) <= 1000
    assert [u["name"] for u in pane["utilities"] if u["current"]] == [found.utility]
    for lang in ("fr", "en"):
        assert not badly_written(advice_pane(run, {"for": utility, "lang": lang}), lang)


def test_chances_are_shown_as_chances_and_other_worths_as_numbers() -> None:
    sure = advice_pane(RISK, {"for": "sans_revers"})
    assert sure["chance"] is True
    best = sure["options"][0]
    assert (best["value_text"], best["words"], best["bar"]) == (f"95{NNBSP}%", "presque sûr", 953)
    counted = advice_pane(RISK, {"for": "qualites"})
    assert counted["chance"] is False
    assert counted["options"][0]["value_text"] == "5,21"
    assert counted["options"][0]["words"] == ""
    assert counted["options"][0]["bar"] == 1000


def test_who_acts_does_not_seek_the_failure_of_the_own_action() -> None:
    """LOSS-DES-01: the chance that the Action fails is for the side that spends Désastres on it."""
    test = {"trait": 7, "talent": 8}
    own = {**test, "exploits": 3, "jetons": 2, "jetons_avant": "ask", "jetons_apres": "ask"}
    options: Json = {"for": "echec", "names": {"acteur": "Kordan"}}
    pane = advice_pane({"procedure": "loss.action", "params": own}, options)
    assert pane["chance"] is False
    assert {each["value"] for each in pane["options"]} == {"\u22122/5"}
    struck = {**test, "desastres_max": 2, "desastres": "ask"}
    pane = advice_pane({"procedure": "loss.action", "params": struck}, options)
    assert pane["chance"] is True
    assert pane["utility"] == "échec de l’Action, pour Kordan"
    assert [each["value"] for each in pane["options"]] == ["2/5", "1/10", "0"]


def test_a_choice_is_weighed_for_the_side_that_it_is_worth_something_to() -> None:
    """ECL-NEG-07: the number of dice that the maître grants is a chance of the player."""
    params = {"caracteristique": 1, "seuil": 8, "prix": "ask"}
    answers = [{"dice": [3, 5]}, {"choose": True}, {"choose": {"texte": "le bras", "des": 2}}]
    run = {"procedure": "eclats.action", "params": params, "answers": answers}
    assert advice_pane(run, {})["utility"] == "réussite, pour l’Initié"
    assert advice_pane(run, {"names": {"player": "Lubin"}})["utility"] == "réussite, pour Lubin"
    assert advice_pane(run, {"lang": "en"})["utility"] == "success, for the Initiate"


def test_choices_at_once_are_shown_as_parts() -> None:
    advice = advise(ask(Matrix(rows=((2, -1), (-1, 1)))))
    pane = as_json(advice_view(advice, ["valeur"], Words(None)))
    assert pane["at_once"] is True
    assert [row["often"] for row in pane["options"]] == ["2 fois sur 5", "3 fois sur 5"]
    assert [row["bar"] for row in pane["options"]] == [400, 600]
    assert not any(row["best"] for row in pane["options"])
    assert "0,20" in pane["text"]
    pure = as_json(
        advice_view(advise(ask(Matrix(rows=((1, 2), (0, -1))))), ["valeur"], Words(None))
    )
    assert [row["often"] for row in pure["options"]] == ["toujours", "jamais"]
    assert [row["best"] for row in pure["options"]] == [True, False]


def test_each_side_is_advised_on_its_own_choice() -> None:
    people = [
        {"id": "Ada", "poignee": 4, "sr": 8, "ecartes": "ask"},
        {"id": "Bo", "poignee": 4, "sr": 7, "ecartes": "ask"},
    ]
    run = {"procedure": "armes_dieux.opposition", "params": {"participants": people}}
    assert [advice_pane(run, {"as": seat})["who"] for seat in (None, "Bo")] == ["Ada", "Bo"]
    parts = [Fraction(row["part"]) for row in advice_pane(run, {})["options"]]
    assert sum(parts) == pytest.approx(1)


def test_a_fight_of_three_camps_is_weighed_against_usual_choices() -> None:
    who = {"talent": 5, "force": False, "politique": {"attitude": "ask"}}
    fighters = [{**who, "id": name, "camp": name} for name in ("a", "b", "c")]
    params = {"combattants": fighters, "max_turns": 1}
    pane = advice_pane({"procedure": "exil.melee", "params": params}, {})
    assert pane["state"] == "advice", pane
    text = "Faute de deux camps opposés, les réponses habituelles sont supposées pour B et c."
    assert text in pane["text"]


def test_nothing_to_weigh_is_shown_calmly() -> None:
    pane = advice_pane({"procedure": "exil.simple", "params": {"talent": 9}}, {})
    assert (pane["state"], pane["title"]) == ("none", "Pas de conseil")
    with pytest.raises(Refusal):
        advice_pane({"procedure": "exil.simple", "params": {"talent": -1}}, {})
    with pytest.raises(Refusal):
        advice_pane(RISK | {"answers": [{"choose": 10}]}, {})


def test_what_is_too_large_to_weigh_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside a choice at a table too, where the reckoning has ended."""
    monkeypatch.setattr(tasks, "Budget", partial(Budget, steps=5))
    pane = module.advice_pane(RISK, {})
    assert pane.state == "too_large"
    beside = ChancePane(piece="advice", state="done", value=pane)
    page = Renderer().page("table/chances.html", Words(None), pane=beside, address="")
    assert pane.text in page


def test_an_unknown_utility_is_passed_over() -> None:
    assert advice_pane(RISK, {"for": "<script>"}) == advice_pane(RISK, {})


def test_advice_can_be_cancelled() -> None:
    class Unwanted(BaseException):
        pass

    def tick(steps: int, *_: object) -> None:
        raise Unwanted

    with pytest.raises(Unwanted):
        advice_pane(RISK, {}, tick)


def test_the_markup_of_advice() -> None:
    pieces = macros("advice")
    pane = advice_pane(RISK, {"for": "sans_revers"})
    for each in (pane, spoilt(pane), {"state": "none", "title": "a", "text": "b"}):
        parsed(pieces.advice(each, lambda name: f"?for={name}"))
    beside = parsed(pieces.worth(pane, "1"))
    assert " ".join(beside.itertext()).strip() == f"95{NNBSP}%  le meilleur"
    assert not list(parsed(pieces.worth(pane, "99")))
    assert not list(parsed(pieces.worth(None, "1")))


# ── what would change ──────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("run", SMALLEST)
def test_what_a_parameter_changes_is_what_its_law_says(run: Json) -> None:
    pane = what_if(run, {})
    if pane["state"] == "none":
        return
    assert not badly_written(pane, "fr")
    assert not badly_written(what_if(run, {"lang": "en"}), "en")
    assert [row["current"] for row in pane["rows"]].count(True) == 1
    assert len({row["value_text"] for row in pane["rows"]}) > 1
    kind = find_procedure(run["procedure"])
    for row in pane["rows"]:
        change = [(path_of(pane["param"]), row["value"])]
        there = law_pane(run | {"params": with_values(kind, run["params"], change)}, {})
        if row["words"] and there["state"] == "law" and there["chance"]:
            assert (row["value_text"], row["words"]) == (
                there["chance"]["percent"],
                there["chance"]["words"],
            )
    draw = macros("law").what_if
    for each in (pane, spoilt(pane)):
        parsed(draw(each, lambda name: f"?vary={name}", lambda key: f"?to={key}"))


def test_named_steps_come_first_and_the_parameter_may_be_chosen() -> None:
    run = {"procedure": "exil.simple", "params": {"talent": 14, "difficulty": -5}}
    words = find_game("exil")
    assert words is not None
    assert "difficulty.-5" in words.words
    pane = what_if(run, {})
    assert (pane["param"], pane["what"]) == ("difficulty", "Chance de réussite")
    texts = [(row["label"], row["value_text"]) for row in pane["rows"]]
    assert ("difficile −5", f"75{NNBSP}%") in texts
    assert [row["value"] for row in pane["rows"]] == [0, -2, -5, -8]
    other = what_if(run, {"param": "talent"})
    assert [row["value"] for row in other["rows"]] == [12, 13, 14, 15, 16]


def test_a_die_is_named_as_players_name_it() -> None:
    pane = what_if({"procedure": "socle.test", "params": {"de": 12}}, {"param": "de"})
    assert [row["label"] for row in pane["rows"]] == ["d6", "d8", "d10", "d12", "d20"]


def test_only_values_that_the_rules_accept_are_shown() -> None:
    run = {"procedure": "exil.simple", "params": {"talent": 20}}
    assert [row["value"] for row in what_if(run, {"param": "talent"})["rows"]] == [18, 19, 20]


def test_after_an_answer_nothing_can_be_varied() -> None:
    run = {"procedure": "exil.simple", "params": {"talent": 14}, "answers": [{"dice": [6]}]}
    assert what_if(run, {})["state"] == "none"


def test_without_a_success_a_mean_is_compared() -> None:
    pane = what_if({"procedure": "exil.fall", "params": {"hauteur": 12, "acrobate": 9}}, {})
    assert pane["what"] == "Dégâts, en moyenne"
    assert all(row["words"] == "" for row in pane["rows"])


# ── what two would change ──────────────────────────────────────────────────────────────────────
def test_two_parameters_vary_as_a_heat_map_of_the_laws() -> None:
    run = {"procedure": "exil.simple", "params": {"talent": 14, "difficulty": -5}}
    assert "difficulty~talent" in [each["name"] for each in what_if(run, {})["others"]]
    pane = what_if(run, {"param": "difficulty~talent"})
    crossed = pane["crossed"]
    assert crossed["heads"] == ["12", "13", "14", "15", "16"]
    rows = {row["label"]: row["cells"] for row in crossed["rows"]}
    assert [cell["text"] for cell in rows["difficile −5"]] == [
        f"{percent}{NNBSP}%" for percent in (58, 67, 75, 83, 92)
    ]
    marked = [cell for row in rows.values() for cell in row if cell["current"]]
    assert [(cell["key"], cell["shade"]) for cell in marked] == [("[-5,14]", 6)]
    assert not badly_written(pane, "fr")
    assert not badly_written(what_if(run, {"param": "difficulty~talent", "lang": "en"}), "en")
    draw = macros("law").what_if
    for each in (pane, spoilt(pane)):
        parsed(draw(each, lambda name: f"?vary={name}", lambda key: f"?to={key}"))


def test_a_field_of_a_record_that_is_given_may_vary_too() -> None:
    side = {"talent": 12, "letalite": 1, "pds": 12, "physique": "moyen"}
    run = {"procedure": "exil.assaut", "params": {"poff": 6, "pdef": 3}}
    assert all("." not in each["name"] for each in what_if(run, {})["params"])
    run = {"procedure": "exil.duel", "params": {"a": side, "b": side, "max_turns": 1}}
    names = {each["name"]: each["label"] for each in what_if(run, {"param": "a.talent"})["params"]}
    assert names["a.talent"] == "A, Talent"
    pane = what_if(run, {"param": "a.talent~b.letalite"})
    assert len(pane["crossed"]["rows"]) == 5
    assert pane["crossed"]["param"] == "b.letalite"
    assert not badly_written(pane, "fr")


def test_of_a_pair_that_the_rules_refuse_the_first_varies_alone() -> None:
    spent: Json = {"jetons": 2, "jetons_avant": 1, "jetons_apres": "none", "exploits": 0}
    params = spent | {"trait": 5, "talent": 5, "desastres": 0}
    pane = what_if({"procedure": "loss.action", "params": params}, {"param": "jetons~jetons_avant"})
    assert (pane["param"], pane["crossed"]) == ("jetons", None)
    assert pane["rows"]


def test_a_pair_that_is_not_known_is_passed_over() -> None:
    run = {"procedure": "exil.simple", "params": {"talent": 14, "difficulty": -5}}
    usual = what_if(run, {})
    assert what_if(run, {"param": "inconnu~talent"})["param"] == "talent"
    assert what_if(run, {"param": "inconnu"}) == usual
    assert what_if(run, {"param": "talent~talent"})["crossed"] is None
