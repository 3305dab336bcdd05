"""The command line as its users see it: what each call prints, as words and as JSON."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

from tablee.dice.law import Law
from tablee.rules.readings.odds import odds
from tablee.rules.registry import games
from tablee.rules.run_input import ask_about
from tablee.rules.run_json import odds_view
from tablee.rules.texts.typography import percent
from tests.kit.command_line import call, run_of

SIMPLE = ("exil.simple", "talent=14", "difficulty=-5")
TALENT = {"talent": 14, "difficulty": -5}


# ── what there is ──────────────────────────────────────────────────────────────────────────────
def test_games_and_procedures_are_all_listed() -> None:
    listed = call("games", "--json").json["games"]
    assert [game["id"] for game in listed] == [game.id for game in games()]
    every = [procedure.id for game in games() for procedure in game.procedures]
    answer = call("procedures", "--json").json["procedures"]
    assert [row["procedure"] for row in answer] == every
    of_one = call("procedures", "eclats", "--json").json["procedures"]
    assert {row["game"] for row in of_one} == {"eclats"}


@pytest.mark.parametrize("name", [p.id for game in games() for p in game.procedures])
def test_every_procedure_is_shown(name: str) -> None:
    answer = call("show", name, "--json").json
    texts = call("show", name)
    assert texts.status == 0
    for row in (*answer["params"], *answer["result"], *answer["rulings"]):
        assert row["name"] in texts.out
    for row in answer["params"]:
        assert row["required"] or "default" in row
        assert row["allowed"]
    for clause in answer["clauses"]:
        assert clause["text"], clause["id"]
        assert clause["id"] in texts.out


def test_show_tells_ranges_defaults_fields_and_clauses() -> None:
    answer = call("show", "exil.simple", "--json").json
    difficulty = answer["params"][1]
    assert difficulty["name"] == "difficulty"
    assert difficulty["default"] == 0
    assert difficulty["schema"] == {"type": "integer", "minimum": -20, "maximum": 20}
    assert [row["name"] for row in answer["result"]] == ["success", "margin", "degree", "complete"]
    assert [row["name"] for row in answer["utilities"]] == ["reussite", "complet", "marge"]
    assert {"id", "text", "left_to_leader"} == set(answer["clauses"][0])


# ── resolve ────────────────────────────────────────────────────────────────────────────────────
def test_given_faces_are_a_finished_run() -> None:
    answer = call("resolve", *SIMPLE, "--dice", "6", "--json").json
    assert answer["status"] == "done"
    assert answer["result"] == {
        "success": True,
        "margin": 3,
        "degree": "reussie",
        "complete": True,
    }
    assert "seed" not in answer
    assert {"kind", "clauses", "numbers", "text"} == set(answer["trace"][0])


def test_a_run_in_a_file_is_the_same(tmp_path: Path) -> None:
    run = run_of("exil.simple", TALENT, {"dice": [6]})
    file = tmp_path / "jet.json"
    file.write_text(run, encoding="utf-8")
    whole = call("resolve", *SIMPLE, "--dice", "6", "--json").out
    assert call("resolve", "--run", str(file), "--json").out == whole
    assert call("resolve", "--run", "-", "--json", stdin=run).out == whole
    marked = b"\xef\xbb\xbf" + run.encode()
    assert call("resolve", "--run", "-", "--json", stdin=marked).out == whole


def test_a_run_without_answers_says_what_is_asked() -> None:
    answer = call("resolve", "--run", "-", "--json", stdin=run_of("exil.simple", TALENT)).json
    assert answer["status"] == "ask"
    assert answer["ask"] == {"kind": "roll", "who": "acteur", "dice": "1d12", "label": "talent"}


def test_without_answers_the_house_throws() -> None:
    answer = call("resolve", *SIMPLE, "--json").json
    assert answer["status"] == "done"
    again = call("resolve", *SIMPLE, "--json", "--seed", str(answer["seed"])).json
    assert again == answer
    faces = answer["answers"][0]["dice"]
    by_hand = call("resolve", *SIMPLE, "--dice", ",".join(map(str, faces)), "--json").json
    assert by_hand["result"] == answer["result"]


def test_a_seed_gives_the_documented_faces() -> None:
    """First number of HMAC-SHA-256(key "7", message "0"), modulo 12."""
    answer = call("resolve", *SIMPLE, "--seed", "7", "--json").json
    assert answer["answers"] == [{"dice": [_documented_face(7, 12)]}]


def _documented_face(seed: int, sides: int) -> int:
    import hashlib
    import hmac

    digest = hmac.new(str(seed).encode(), b"0", hashlib.sha256).digest()
    return 1 + int.from_bytes(digest[:8], "big") % sides


def test_answers_are_taken_in_the_order_given() -> None:
    params = ("armes_dieux.jet", "poignee=3", "sr=6", "ecartes=ask")
    ok = call("resolve", *params, "--choose", "1", "--dice", "4,5", "--json")
    assert ok.json["status"] == "done"
    turned = call("resolve", *params, "--dice", "4,5", "--choose", "1", "--json")
    assert turned.status == 2
    assert turned.error["field"] == "answers[0]"


def test_answers_that_run_out_leave_an_ask() -> None:
    answer = call("resolve", "armes_dieux.jet", "poignee=3", "sr=6", "ecartes=ask", "--choose", "1")
    assert answer.status == 0
    assert "À lancer" in answer.out
    asked = call(
        "resolve", "armes_dieux.jet", "poignee=3", "sr=6", "ecartes=ask", "--json", "--roll"
    ).json
    assert asked["status"] == "ask"
    assert asked["ask"]["kind"] == "choose"
    assert asked["ask"]["range"] == [0, 3]
    assert asked["ask"]["facts"]["poignee"] == 3


def test_the_house_throws_between_given_choices() -> None:
    params = ("armes_dieux.jet", "poignee=3", "sr=6", "ecartes=ask")
    answer = call("resolve", *params, "--choose", "1", "--seed", "4", "--json").json
    assert answer["status"] == "done"
    assert answer["answers"][0] == {"choose": 1}
    assert len(answer["answers"][1]["dice"]) == 2


PARTICIPANTS = json.dumps(
    [
        {"id": "a", "poignee": 3, "sr": 8, "ecartes": "ask"},
        {"id": "b", "poignee": 2, "sr": 7, "ecartes": "ask"},
    ]
)


def test_choices_at_once_take_one_choose_each() -> None:
    params = ("armes_dieux.opposition", f"participants={PARTICIPANTS}")
    asked = call("resolve", *params, "--json").json["ask"]
    assert asked["kind"] == "together"
    assert len(asked["asks"]) == 2
    answer = call("resolve", *params, "--choose", "1", "--choose", "0", "--roll", "--json").json
    assert answer["answers"][0] == {"together": [1, 0]}
    short = call("resolve", *params, "--choose", "1", "--json")
    assert short.status == 2
    assert short.error["kind"] == "answer"


def test_a_seat_sees_its_own_part() -> None:
    secret = ("eclats.test", "caracteristique=2", "seuil=6", "secret=true")
    whole = call("resolve", *secret, "--dice", "3,4,9", "--json").json
    player = call("resolve", *secret, "--dice", "3,4,9", "--as", "player", "--json").json
    assert len(player["trace"]) <= len(whole["trace"])
    for step in player["trace"]:
        assert "seuil" not in step["numbers"]
    texts = call("resolve", *secret, "--dice", "3,4,9", "--as", "player")
    assert "seuil : 6" not in texts.out.replace("\u00a0", " ")


def test_a_seat_gets_no_odds_of_what_it_may_not_know() -> None:
    secret = ("eclats.test", "caracteristique=2", "secret=true")
    refused = call("odds", *secret, "seuil=6", "--as", "player", "--json")
    assert refused.status == 2
    assert refused.error["field"] == "seuil"
    assert refused.error["got"] == "secret"
    belief = call("odds", *secret, 'seuil=[[6,"1/2"],[8,"1/2"]]', "--as", "player", "--json")
    assert belief.status == 0
    assert call("odds", *secret, "seuil=6", "--json").status == 0


def test_people_read_words_not_identifiers() -> None:
    texts = call("resolve", *SIMPLE, "--dice", "6", "--why").out
    assert "action réussie" in texts
    assert "réussite" in texts
    assert "reussie" not in texts
    assert "EXIL-ACT-06" in texts
    assert "La marge se lit en degrés" in texts


# ── odds ───────────────────────────────────────────────────────────────────────────────────────
def test_odds_are_exact_and_in_order() -> None:
    answer = call("odds", *SIMPLE, "--json").json
    assert answer["procedure"] == "exil.simple"
    assert answer["params"] == TALENT
    assert set(answer) == {"procedure", "params", "distribution"}
    rows = answer["distribution"]
    assert sum(Fraction(row["p"]) for row in rows) == 1
    assert [row["result"]["margin"] for row in rows] == list(range(-3, 9))
    assert [row["result"]["success"] for row in rows] == [False] * 3 + [True] * 9
    assert {row["p"] for row in rows} == {"1/12"}


def test_odds_by_fields() -> None:
    answer = call("odds", *SIMPLE, "--by", "success", "--json").json["distribution"]
    assert answer == [
        {"result": {"success": False}, "p": "1/4"},
        {"result": {"success": True}, "p": "3/4"},
    ]
    for by in (("--by", "success,degree"), ("--by", "degree", "--by", "success")):
        rows = call("odds", *SIMPLE, *by, "--json").json["distribution"]
        assert list(rows[0]["result"]) == ["success", "degree"]
    certain = call("odds", "exil.simple", "talent=20", "--by", "success", "--json").json
    assert certain["distribution"] == [{"result": {"success": True}, "p": "1"}]


def test_odds_of_what_follows_and_rulings() -> None:
    run = run_of("exil.simple", TALENT, {"dice": [6]}, rulings={"equal": "fails"})
    answer = call("odds", "--run", "-", "--json", stdin=run).json
    assert [row["p"] for row in answer["distribution"]] == ["1"]
    assert answer["rulings"] == {"equal": "fails"}
    assert answer["answers"] == [{"dice": [6]}]
    strict = call("odds", *SIMPLE, "--ruling", "equal=fails", "--by", "success", "--json").json
    assert strict["distribution"][1]["p"] == "2/3"
    other = call("odds", *SIMPLE, "--ruling", "death=at_zero", "--json").json
    assert other["distribution"] == call("odds", *SIMPLE, "--json").json["distribution"]


def test_a_choice_left_open_is_needed() -> None:
    answer = call("odds", "armes_dieux.jet", "poignee=3", "sr=6", "ecartes=ask", "--json")
    assert answer.status == 2
    assert answer.error["kind"] == "choice_needed"
    assert answer.error["field"] == "ecartes"


def test_the_table_tells_chances_as_people_feel_them() -> None:
    texts = call("odds", *SIMPLE).out
    assert "Chance de réussite\u00a0: 75\u202f% (trois chances sur quatre)" in texts
    assert "1/12" in texts
    assert "█" in texts
    means = call("odds", *SIMPLE, "--by", "margin").out
    assert "moyenne 2,50" in means
    assert "75\u202f%" in means


def test_one_chance_is_rounded_in_one_way() -> None:
    params = ("poignee=3", "sr=9")
    lines = call("odds", "armes_dieux.jet", *params, "--by", "issue").out.splitlines()
    for line in lines:
        if fraction := re.search(r"\d+/\d+", line):
            assert percent(Fraction(fraction[0])) in line
    eighths = call("odds", "socle.test", "de=8", "tn=4", "--by", "issue").out
    assert "12\u202f%" in eighths
    assert "13\u202f%" not in eighths


def test_shown_chances_never_lie() -> None:
    rare = call("odds", "armes_dieux.jet", "poignee=8", "sr=47", "--by", "issue").out
    assert "\u202f100\u202f%" not in rare
    assert " 0\u202f%" not in rare


def test_a_range_is_a_sweep() -> None:
    answer = call("odds", "exil.simple", "talent=8", "difficulty=-1..1", "--json").json
    assert answer["sweep"] == "difficulty"
    assert [row["params"]["difficulty"] for row in answer["values"]] == [-1, 0, 1]
    one = call("odds", "exil.simple", "talent=8", "difficulty=1", "--json").json
    assert answer["values"][2] == one
    texts = call("odds", "exil.simple", "talent=8", "difficulty=-1..1").out
    assert "7/12" in texts
    assert "2/3" in texts
    groups = call("odds", "exil.simple", "talent=8", "difficulty=-1..1", "--by", "degree").out
    assert groups.count("Jet de Talent") == 3


def test_a_list_is_a_sweep_and_two_make_a_table() -> None:
    listed = call("odds", "socle.test", "de=6,12,8", "tn=4", "--json").json
    assert [row["params"]["de"] for row in listed["values"]] == [6, 12, 8]
    wrong = call("odds", "socle.test", "de=6,7", "tn=4")
    assert (wrong.status, "7" in wrong.err) == (2, True)
    both = ("exil.simple", "talent=8,9", "difficulty=-1..1")
    answer = call("odds", *both, "--json").json
    assert answer["sweep"] == ["talent", "difficulty"]
    one = call("odds", "exil.simple", "talent=9", "difficulty=-1", "--json").json
    assert answer["values"][1][0] == one
    lines = call("odds", *both).out.replace("\u202f", " ").splitlines()
    assert "Chance de réussite" in lines[1].replace("\xa0", " ")
    assert [line.split("%")[0].split()[-1] for line in lines[4:]] == ["58", "67"]
    assert "Marge, en moyenne" in call("odds", *both, "--by", "margin").out
    for more in (["external=1,2"], ["--by", "degree,margin", "--plot", "x.svg"]):
        assert call("odds", *both, *more).status == 2


def test_the_law_under_best_play(tmp_path: Path) -> None:
    asked = ("armes_dieux.jet", "poignee=5", "sr=12", "ecartes=ask")
    assert call("odds", *asked).status == 2
    best = call("odds", *asked, "--policy", "best", "--json").json
    fixed = [call("odds", *asked[:3], f"ecartes={n}", "--json").json for n in range(4)]
    assert best["distribution"] in [each["distribution"] for each in fixed]
    file = tmp_path / "loi.svg"
    words = call("odds", *asked, "--policy", "best", "--by", "issue", "--plot", str(file))
    assert (words.status, file.exists(), "Qualités" in words.out) == (0, True, False)
    table = call("odds", *asked[:2], "sr=10,12", "ecartes=ask", "--policy", "best", "--json").json
    assert table["values"][1]["distribution"] == best["distribution"]
    for wrong in (["--policy", "worst"], ["--for", "reussite"], ["--policy", "best", "--for", "x"]):
        assert call("odds", *asked, *wrong).status == 2


def test_two_parameters_are_drawn_as_a_heat_map(tmp_path: Path) -> None:
    both, file = ("exil.simple", "talent=8,9", "difficulty=-1..1"), tmp_path / "carte.svg"
    assert call("odds", *both, "--plot", str(file)).status == 0
    drawn = file.read_text("utf-8").replace("\u202f", " ").replace("\xa0", " ")
    assert "Chance de réussite : de 58 % à 83 %." in re.sub(r"<[^>]*>", "", drawn)
    assert all(each in drawn for each in (">58 %<", ">67 %<", ">+1<", "Talent", "Difficulté"))
    assert call("odds", *both, "--by", "margin", "--plot", str(file), "--lang", "en").status == 0
    assert ">+0.5<" in file.read_text("utf-8")
    unread = call("odds", *both, "--by", "degree", "--plot", str(file))
    assert (unread.status, "un nombre" in unread.err) == (2, True)


@pytest.mark.parametrize("name", ["loi.svg", "loi.png"])
def test_a_plot_is_drawn(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    reply = call("odds", *SIMPLE, "--plot", str(file), "--json")
    assert reply.status == 0
    assert reply.json["distribution"]
    start = file.read_bytes()[:5]
    assert start in (b"<svg ", b"\x89PNG\r")


def test_a_very_long_fraction_is_exact_in_json() -> None:
    """Longer than what Python writes of an integer by default."""
    question = ask_about("exil.simple", {"talent": 14})
    first, second = list(odds(question))[:2]
    law = Law({first: 1, second: 10**6_000})
    rows = odds_view(question, law)["distribution"]
    assert rows[0]["p"] == "1/1" + "0" * 5_999 + "1"


# ── advise, simulate ───────────────────────────────────────────────────────────────────────────
CHOICE = ("eclats.test", "caracteristique=3", "seuil=6", "des=ask", "--ruling", "choix_des=libre")


def test_advice_is_exact_and_best_first() -> None:
    answer = call("advise", *CHOICE, "--json").json
    assert answer["best"] == 3
    assert [(row["choose"], row["value"]) for row in answer["options"]] == [
        (3, "151/250"),
        (4, "371/625"),
        (2, "14/25"),
        (1, "2/5"),
    ]
    assert answer["utility"] == "reussite"
    assert "151/250" in call("advise", *CHOICE).out
    wrong = call("advise", *CHOICE, "--for", "richesse", "--json")
    assert wrong.error["field"] == "for"
    assert "reussite" in wrong.error["allowed"]


def test_simulation_agrees_with_the_odds() -> None:
    exact = call("odds", *SIMPLE, "--by", "degree", "--json").json["distribution"]
    sampled = call(
        "simulate", *SIMPLE, "-n", "40000", "--seed", "7", "--by", "degree", "--json"
    ).json
    assert sampled["n"] == 40000
    assert sampled["way"] == "arrays"
    again = call("simulate", *SIMPLE, "-n", "40000", "--seed", "7", "--by", "degree", "--json").json
    assert again == sampled
    for sure, seen in zip(exact, sampled["distribution"], strict=True):
        assert sure["result"] == seen["result"]
        assert abs(float(Fraction(sure["p"])) - seen["p"]) < 0.01
        assert seen["low"] <= seen["p"] <= seen["high"]
    texts = call("simulate", *SIMPLE, "-n", "1000", "--seed", "7", "--by", "success").out
    assert "intervalle" in texts
    assert "Jets tirés en bloc dans les tableaux de tous les états." in texts
    pool = ["armes_dieux.jet", "poignee=12", "sr=30", "-n", "2", "--seed", "1", "--lang", "en"]
    assert "Runs played to the end, because there are too many states." in (
        call("simulate", *pool).out
    )
