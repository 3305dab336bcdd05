"""What each measure of a cell is: the same as the readings give, exact, bounded or sampled."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tablee import (
    D6,
    Budget,
    Game,
    Procedure,
    Refusal,
    Result,
    Rulings,
    advise,
    lab,
    odds,
    register,
    roll,
)
from tablee.rules.registry import unregister
from tests.faces.lab.small_studies import SIMPLE, with_changes
from tests.kit.command_line import call


class Tossed(Result):
    success: bool


class Coin(Procedure[Tossed], id="ici.piece"):
    bonus: int = 0

    async def rule(self) -> Tossed:
        return Tossed(success=await roll(D6, "pièce", who="joueur") + self.bonus > 3)


def _rows(study: dict[str, Any]) -> list[dict[str, Any]]:
    return lab(study, workers=1).rows()


def test_chances_and_means_are_those_of_odds() -> None:
    for row in _rows(SIMPLE):
        law = odds("exil.simple", talent=row["talent"], difficulty=row["difficulty"])
        if row["measure"] == "chance":
            exact = law.chance(lambda result: result.success)
        else:
            exact = law.marginal("margin").mean()
        assert (row["exact"], row["value"], row["how"]) == (str(exact), float(exact), "exact")
        assert row["half_width"] is None


def test_a_law_has_a_row_for_each_value_and_a_condition_sums_some() -> None:
    when = {"degree": ["reussie", "superbe_reussite"]}
    measures = [{"type": "law", "field": "degree"}, {"type": "chance", "when": when}]
    rows = _rows(with_changes(measure=measures, axis=[{"name": "talent", "values": [9]}]))
    law = {row["outcome"]: Fraction(row["exact"]) for row in rows if row["measure"] == "law"}
    assert sum(law.values()) == 1
    assert law == dict(odds("exil.simple", talent=9).marginal("degree").items())
    (chance,) = (row for row in rows if row["measure"] == "chance")
    assert Fraction(chance["exact"]) == law["reussie"] + law.get("superbe_reussite", 0)


def test_advice_gives_its_value_and_its_best_option() -> None:
    study = {
        "title": "Écartés",
        "procedure": "armes_dieux.jet",
        "params": {"ecartes": "ask"},
        "axis": [{"name": "poignee", "values": [6, 8]}, {"name": "sr", "values": [10, 18]}],
        "measure": [{"type": kind, "utility": "sans_revers"} for kind in ("value", "best")],
    }
    for row in _rows(study):
        params = {"poignee": row["poignee"], "sr": row["sr"], "ecartes": "ask"}
        advice = advise("armes_dieux.jet", utility="sans_revers", **params)
        if row["measure"] == "value":
            assert Fraction(row["exact"]) == advice.value
        else:
            assert (row["value"], row["outcome"]) == (advice.best, str(advice.best))


_PRICE: dict[str, Any] = {
    "caracteristique": 2,
    "bonus": 2,
    "prix": "ask",
    "prix_accordes": [1, 2, 3],
}


def test_after_dice_that_are_better_waited_for_the_best_is_to_wait() -> None:
    study: dict[str, Any] = {
        "title": "Prix",
        "procedure": "eclats.action",
        "params": _PRICE,
        "axis": [{"name": "seuil", "values": [8]}],
        "measure": [{"type": kind, "utility": "reussite"} for kind in ("value", "best")],
    }
    value, best = _rows(study)
    params: dict[str, Any] = {"seuil": 8, **_PRICE}
    advice = advise("eclats.action", utility="reussite", **params)
    assert Fraction(value["exact"]) == max(advice.value, advice.wait or 0)
    assert best["outcome"] == ("wait" if advice.waits else str(advice.best))


def test_a_refused_cell_is_kept_with_its_message_and_the_others_go_on() -> None:
    study = with_changes(axis=[{"name": "talent", "values": [9, 99]}], measure=[{"type": "chance"}])
    results = lab(study, workers=1)
    good, bad = results.rows()
    assert good["exact"] == "3/4"
    assert (bad["how"], bad["value"]) == ("refused", None)
    assert "99" in bad["message"]
    assert "from 0 to 20" in results.rows("en")[1]["message"]
    assert results.refused == 1


_BEST: dict[str, Any] = {
    "title": "Dés écartés",
    "procedure": "armes_dieux.jet",
    "params": {"ecartes": "ask", "poignee": 4},
    "policy": "best",
    "axis": [{"name": "sr", "values": [9, 12]}],
    "measure": [
        {"type": "chance", "when": {"issue": ["reussite", "exceptionnelle"]}},
        {"type": "mean", "field": "qualites"},
        {"type": "law", "field": "issue"},
        {"name": "success", "type": "chance"},
    ],
}


@pytest.mark.parametrize("utility", [None, "sans_revers"])
def test_chances_means_and_laws_under_best_play(utility: str | None) -> None:
    named = {} if utility is None else {"utility": utility}
    for row in _rows(_BEST | named):
        params = {"poignee": 4, "sr": row["sr"], "ecartes": "ask"}
        law = odds("armes_dieux.jet", policy="best", utility=utility, **params)
        expected = {
            "chance": law.chance(lambda result: result.issue in ("reussite", "exceptionnelle")),
            "mean": law.mean(lambda result: result.qualites),
            "law": law.marginal("issue").p(row["outcome"]),
            "success": law.chance(lambda result: not result.issue.startswith("echec")),
        }
        assert (row["how"], Fraction(row["exact"])) == ("exact", expected[row["measure"]])


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"policy": "worst"}, "policy"),
        ({"utility": "rien"}, "utility"),
        ({"policy": None, "utility": "sans_revers"}, "utility"),
        ({"simulate": {"when": "always"}}, "simulate"),
    ],
)
def test_a_policy_that_cannot_be_is_refused(changes: dict[str, Any], field: str) -> None:
    study = {name: value for name, value in (_BEST | changes).items() if value is not None}
    with pytest.raises(Refusal) as refused:
        lab(study, workers=1)
    assert refused.value.field == field


def test_cells_refused_as_a_whole_and_in_part_are_counted_apart() -> None:
    """Without a policy, the mean needs a fixed answer; a pool of 99 dice is refused altogether."""
    study = {
        "title": "Dés écartés",
        "procedure": "armes_dieux.jet",
        "params": {"ecartes": "ask", "sr": 9},
        "axis": [{"name": "poignee", "values": [3, 4, 99]}],
        "measure": [{"type": "best"}, {"type": "mean", "field": "qualites"}],
    }
    results = lab(study, workers=1)
    assert (results.refused, results.partly_refused) == (1, 2)
    assert results.view() | {"refused": 1, "partly_refused": 2} == results.view()


_SAMPLED: dict[str, Any] = {
    "title": "Grand",
    "procedure": "eclats.action",
    "params": {"caracteristique": 2, "prix": 1},
    "axis": [{"name": "seuil", "values": [5, 9]}],
    "steps": 1,
    "measure": [
        {"type": "chance", "when": {"issue": ["reussite", "reussite_relance"]}},
        {"type": "mean", "field": "des_relance"},
        {"type": "law", "field": "issue"},
    ],
}


def test_what_is_too_large_is_refused_or_sampled_where_the_study_says_so() -> None:
    assert {row["how"] for row in _rows(_SAMPLED)} == {"refused"}
    sampled = _SAMPLED | {"seed": 5, "simulate": {"n": 40_000}}
    rows = _rows(sampled)
    assert rows == _rows(sampled)
    assert rows != _rows(sampled | {"seed": 6})
    for row in rows:
        law = odds("eclats.action", seuil=row["seuil"], caracteristique=2, prix=1)
        match row["measure"]:
            case "chance":
                exact = law.chance(lambda result: result.issue.startswith("reussite"))
            case "mean":
                exact = law.marginal("des_relance").mean()
            case _:
                exact = law.marginal("issue")[row["outcome"]]
        assert row["how"] == "sample"
        assert row["exact"] is None
        # the intervals are of 95 %: twice their width holds for these seeds
        assert abs(row["value"] - exact) <= 2 * row["half_width"]


def test_sampling_may_be_asked_for_always_and_stops_at_a_precision() -> None:
    study = _SAMPLED | {
        "steps": None,
        "measure": [{"type": "chance"}],
        "simulate": {"n": 2_000_000, "when": "always", "precision": "1 %"},
    }
    del study["steps"]
    for row in _rows(study):
        law = odds("eclats.action", seuil=row["seuil"], caracteristique=2, prix=1)
        exact = law.chance(lambda result: result.issue.startswith("reussite"))
        assert row["how"] == "sample"
        assert 0 < row["half_width"] <= 0.01
        assert abs(row["value"] - exact) <= 2 * row["half_width"]


def test_sheets_fill_parameters_and_a_file_is_relative_to_the_study(tmp_path: Path) -> None:
    sheet = call("sheet", "jeanne").out
    (tmp_path / "mine.yaml").write_text(sheet, "utf-8")
    text = """
        title = "Fiches"
        procedure = "exil.simple"
        params = { fiche = "@mine.yaml" }
        axis = [{ name = "talent", values = ["Escrimeur", "Bagarreur"] }]
        measure = [{ type = "chance" }]
    """
    (tmp_path / "study.toml").write_text(text, "utf-8")
    rows = lab(tmp_path / "study.toml", workers=1).rows()
    for row in rows:
        params = ["@jeanne", f"talent={row['talent']}", "--by", "success", "--json"]
        shown = call("odds", "exil.simple", *params).json["distribution"]
        (chance,) = (each["p"] for each in shown if each["result"]["success"])
        assert row["exact"] == chance


def test_nested_parameters_and_labelled_points_set_several() -> None:
    study = {
        "title": "Armes",
        "procedure": "exil.contact_round",
        "params": {
            "a": {"talent": 4, "politique": {"attitude": "ask"}},
            "b.talent": 4,
            "b.politique.attitude": "ask",
        },
        "axis": [
            {
                "name": "arme",
                "point": [
                    {"label": "légère", "set": {"a.maniabilite": 3, "a.letalite": 1}},
                    {"label": {"fr": "lourde", "en": "heavy"}, "set": {"a.letalite": 5}},
                ],
            }
        ],
        "measure": [{"type": "value", "utility": "pds", "seat": "a"}],
    }
    rows = _rows(study)
    assert [row["arme"] for row in rows] == ["légère", "lourde"]
    own = {"talent": 4, "politique": {"attitude": "ask"}}
    for row, weapon in zip(rows, ({"maniabilite": 3, "letalite": 1}, {"letalite": 5}), strict=True):
        advice = advise("exil.contact_round", utility="pds", seat="a", a=own | weapon, b=own)
        assert Fraction(row["exact"]) == advice.value


def test_a_procedure_without_success_refuses_the_chance_of_it() -> None:
    with pytest.raises(Refusal):
        odds("exil.simple", budget=Budget(steps=1), talent=9)
    study = {
        "title": "Noms",
        "procedure": "loss.die",
        "axis": [{"name": "marge", "values": [1]}],
        "measure": [{"type": "chance"}],
    }
    with pytest.raises(Refusal):
        lab(study, workers=1)


def test_a_game_of_this_process_alone_is_computed_in_it() -> None:
    game = register(
        Game(
            id="ici",
            title="Ici",
            leader="meneur",
            rulings=Rulings,
            chapters={},
            words={},
            clauses={},
            procedures=(Coin,),
        )
    )
    study = {
        "title": "Pièce",
        "procedure": "ici.piece",
        "axis": [{"name": "bonus", "values": [0, 1, 2]}],
        "measure": [{"type": "chance"}],
    }
    try:
        assert [row["exact"] for row in lab(study).rows()] == ["1/2", "2/3", "5/6"]
        for more in ({"workers": 2}, {"cluster": "tcp://127.0.0.1:9"}):
            with pytest.raises(Refusal, match="installés"):
                lab(study, **more)
    finally:
        unregister(game.id)
