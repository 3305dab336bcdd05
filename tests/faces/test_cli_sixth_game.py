"""A game in one file at the command line: every command takes it, every mistake in it is shown."""

from __future__ import annotations

import json
import struct
from fractions import Fraction
from pathlib import Path

import pytest

from tablee.faces.cli.command_call import COMMANDS
from tablee.rules.registry import BUILT_IN, unregister
from tests.faces.test_cli_start import HEAVY, _imported
from tests.kit.command_line import ROOT, Reply, call, process, run_of

pytestmark = pytest.mark.usefixtures("own_games")

PHARES = ROOT / "docs/tutorial/phares.py"
GAME = ("--game", str(PHARES))
VEILLE = "phares.veille"
PROCEDURES = [VEILLE, "phares.naufrageur", "phares.sonde", "phares.horloges"]


def asked(*words: str) -> Reply:
    """A call that must succeed, the game's file named before the command and behind it alike."""
    reply = call(*GAME, *words)
    assert reply.status == 0, reply.err
    behind = call(words[0], f"--game={PHARES}", *words[1:])
    assert (behind.status, behind.out, behind.err) == (0, reply.out, reply.err)
    return reply


# ── each command ───────────────────────────────────────────────────────────────────────────────
def test_games_lists_it_last() -> None:
    listed = asked("games", "--json").json["games"]
    assert [game["id"] for game in listed] == [*BUILT_IN, "phares"]
    assert listed[-1] == {
        "id": "phares",
        "title": "Les Gardiens de phare",
        "leader": "meneur",
        "procedures": PROCEDURES,
        "rulings": ["naufrage"],
    }
    assert "Les Gardiens de phare" in asked("games").out


def test_procedures_and_show_tell_its_declarations() -> None:
    texts = asked("procedures", "phares", "--json").json["procedures"]
    assert [each["procedure"] for each in texts] == PROCEDURES
    every = asked("procedures", "--json").json["procedures"]
    assert [each["procedure"] for each in every][-len(PROCEDURES) :] == PROCEDURES
    shown = asked("show", VEILLE, "--json").json
    assert [param["name"] for param in shown["params"]] == [
        "huile",
        "vent",
        "attiser",
        "navires",
        "souffles",
    ]
    assert [clause["id"] for clause in shown["clauses"]] == [f"PHA-VEI-0{n}" for n in (1, 2, 3, 4)]
    assert all(clause["text"] for clause in shown["clauses"])
    french, english = asked("show", VEILLE).out, asked("show", VEILLE, "--lang", "en").out
    assert "mesures d’huile" in french
    assert "measures of oil" in english
    assert "a lamp that goes out loses" in english
    assert "_" not in french.replace("garder_la_lampe", "").replace("navires", "")


def test_resolve_plays_it() -> None:
    played = asked("resolve", VEILLE, "huile=4", "vent=2", "--dice", "1,1,5,6", "--json").json
    assert played["result"] == {"navires": 0, "lampe": "eteinte"}
    assert played["trace"][-1]["text"] == "La lampe s’éteint\u00a0: 0 navire rentre."
    waiting = asked("resolve", VEILLE, "huile=4", "attiser=ask", "--dice", "2,3,5,6", "--json").json
    assert waiting["ask"]["facts"] == {"navires": 2, "souffles": 0, "braises": 2}
    seeded = [asked("resolve", VEILLE, "huile=6", "--seed", "7").out for _ in range(2)]
    assert seeded[0] == seeded[1]


def test_a_run_in_a_file(tmp_path: Path) -> None:
    run = run_of(VEILLE, {"huile": 2}, {"dice": [5, 1]})
    (tmp_path / "one.json").write_text(run)
    assert asked("resolve", "--run", str(tmp_path / "one.json"), "--json").json["result"] == {
        "navires": 1,
        "lampe": "allumee",
    }
    other = run_of("exil.simple", {"talent": 14, "difficulty": -5}, {"dice": [6]})
    (tmp_path / "many.jsonl").write_text(f"{run}\n{other}\n{run}\n")
    lines = asked("resolve", "--run", str(tmp_path / "many.jsonl"), "--json").lines
    assert [line["status"] for line in lines] == ["done"] * 3


def test_odds_are_exact_and_swept() -> None:
    rows = asked("odds", VEILLE, "huile=2", "--by", "navires", "--json").json["distribution"]
    assert rows == [
        {"result": {"navires": 0}, "p": "4/9"},
        {"result": {"navires": 1}, "p": "4/9"},
        {"result": {"navires": 2}, "p": "1/9"},
    ]
    swept = asked("odds", VEILLE, "huile=1..10", "vent=1", "--by", "lampe", "--json").json
    lit = [row["distribution"][0]["p"] for row in swept["values"]]
    assert [Fraction(p) for p in lit] == [Fraction(5, 6) ** n for n in range(1, 11)]


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_its_law_is_drawn_in_its_words(tmp_path: Path, lang: str) -> None:
    picture = tmp_path / "veille.svg"
    words = ("odds", VEILLE, "huile=1..8", "--by", "lampe", "--lang", lang, "--plot", str(picture))
    asked(*words)
    drawn = picture.read_text("utf-8")
    assert ("Mesures d’huile" if lang == "fr" else "Measures of oil") in drawn
    asked("odds", VEILLE, "huile=3", "--plot", str(tmp_path / "veille.png"))
    head = (tmp_path / "veille.png").read_bytes()[:24]
    assert head.startswith(b"\x89PNG")
    assert min(struct.unpack(">II", head[16:])) > 200


def test_advice_weighs_its_choices() -> None:
    words = ("advise", VEILLE, "huile=8", "attiser=ask", "--dice", "1,1,2,3,4,5,5,6", "--json")
    kept = asked(*words).json
    assert (kept["best"], kept["options"][0]["value"]) == (False, "3")
    half = asked(*words, "--ruling", "naufrage=moitie").json
    assert (half["best"], half["options"][0]["value"]) == (True, "55/18")
    mixed = asked("advise", "phares.naufrageur", "--json").json
    assert mixed["value"] == "11/16"
    assert [option["p"] for option in mixed["options"]] == ["0", "3/8", "5/8"]


def test_a_sample_is_the_same_whatever_the_processes() -> None:
    words = ("simulate", VEILLE, "huile=5", "attiser=true", "-n", "120000", "--seed", "3", "--json")
    alone = call(*GAME, *words).json
    assert call(*GAME, *words, "--workers", "2").json == alone
    law = asked("odds", VEILLE, "huile=5", "attiser=true", "--json").json["distribution"]
    exact = {json.dumps(row["result"]): float(Fraction(row["p"])) for row in law}
    for row in alone["distribution"]:
        assert abs(row["p"] - exact[json.dumps(row["result"])]) < 0.01


def test_it_is_played_at_the_terminal() -> None:
    evening = call(*GAME, "play", "--seed", "4", stdin="phares\nveille\n3\n\n\nquitter\n")
    assert evening.status == 0
    assert "Les Gardiens de phare" in evening.out
    assert "en vue" in evening.out
    requested = call(*GAME, "play", "phares", "veille", "huile=3", stdin="\nquitter\n")
    assert "en vue" in requested.out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_takes_the_option(command: str) -> None:
    texts = call(command, *GAME, "--help")
    assert texts.status == 0
    assert "--game FICHIER.py" in texts.out
    assert "--game FILE.py" in call(command, *GAME, "--help", "--lang", "en").out


@pytest.mark.parametrize(
    ("words", "some"),
    [
        (f"odds --game {PHARES} phares.", VEILLE),
        (f"--game {PHARES} odds phares.", "phares.naufrageur"),
        (f"--game {PHARES} odds {VEILLE} hu", "huile="),
        (f"--game {PHARES} odds {VEILLE} --ruling nau", "naufrage=moitie"),
        (f"--game {PHARES} play ph", "phares"),
        (f"--game {PHARES} advise {VEILLE} --for gar", "garder_la_lampe"),
        ("--game nowhere.py odds exil.si", "exil.simple"),
    ],
)
def test_the_shell_completes_it(words: str, some: str) -> None:
    env = {
        "_TABLEE_COMPLETE": "bash_complete",
        "COMP_WORDS": f"tablee {words}",
        "COMP_CWORD": str(len(words.split(" "))),
    }
    reply = process(env=env)
    assert reply.status == 0, reply.err
    assert some in [line.split(",", 1)[1] for line in reply.out.splitlines()]


# ── several files, edits ───────────────────────────────────────────────────────────────────────
def test_two_files_bring_two_games(tmp_path: Path) -> None:
    other = tmp_path / "lanternes.py"
    other.write_text(PHARES.read_text("utf-8").replace("phares", "lanternes"), "utf-8")
    listed = call(*GAME, "--game", str(other), "games", "--json").json["games"]
    assert [game["id"] for game in listed] == [*BUILT_IN, "lanternes", "phares"]


def test_an_edit_counts_at_the_next_call(tmp_path: Path) -> None:
    file = tmp_path / "phares.py"
    words = ("--game", str(file), "odds", VEILLE, "huile=1", "--by", "navires", "--json")
    file.write_text(PHARES.read_text("utf-8"), "utf-8")
    assert call(*words).json["distribution"][0]["p"] == "2/3"
    file.write_text(PHARES.read_text("utf-8").replace("face >= 5", "face >= 4"), "utf-8")
    assert call(*words).json["distribution"][0]["p"] == "1/2"
    file.write_text("GAME = ", "utf-8")
    assert call(*words).status == 2


# ── mistakes ───────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("old", "new", "words", "texts"),
    [
        ("GAME = Game(", "GAME = Gaame(", ("games",), "un nom que le fichier connaît"),
        ('"vent.2"', "3", ("odds", VEILLE, "huile=1"), "un dictionnaire"),
        (
            "navires // 2 if",
            "navires // 0 if",
            ("odds", VEILLE, "huile=6", "--ruling", "naufrage=moitie"),
            "une division par un nombre qui n’est pas 0",
        ),
        (
            "    return OneOf(tuple",
            "    return None if choix else OneOf(tuple",
            ("advise", "phares.naufrageur"),
            "une forme de choix, comme OneOf((1, 2))",
        ),
    ],
)
def test_a_mistake_in_the_file_is_shown_with_its_line(
    tmp_path: Path, old: str, new: str, words: tuple[str, ...], texts: str
) -> None:
    file = tmp_path / "phares.py"
    text = PHARES.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")
    reply = call("--game", str(file), *words)
    assert reply.status == 2
    assert not reply.out
    assert reply.err.startswith(f"{file}:")
    assert texts in reply.err
    error = call("--game", str(file), *words, "--json").error
    path, _, line = error["field"].rpartition(":")
    assert (path, line.isdigit()) == (str(file), True)
    assert texts in error["allowed"]


def test_a_file_that_is_not_there() -> None:
    reply = call("--game", "nowhere.py", "games")
    assert reply.status == 2
    assert reply.err == (
        "--game\u00a0: «\u00a0nowhere.py\u00a0» n’est pas possible\u202f; "
        "attendu\u00a0: un fichier Python qui existe.\n"
    )
    english = call("--game", "nowhere.py", "games", "--lang", "en").err
    assert english == "--game: “nowhere.py” is not possible; expected: a Python file that exists.\n"


def test_without_the_file_the_game_is_unknown() -> None:
    asked("odds", VEILLE, "huile=1")
    unregister("phares")
    assert call("odds", VEILLE, "huile=1").status == 2


# ── quick ──────────────────────────────────────────────────────────────────────────────────────
def test_nothing_heavy_is_imported_for_it() -> None:
    names = _imported(*GAME, "odds", VEILLE, "huile=4", "--by", "lampe")
    assert not [name for name in names if name in HEAVY or name.split(".")[0] in HEAVY]
    assert not [name for name in names if name.startswith("tablee.games.")]
