"""Bad input of every kind: exit 2, one clear message naming the field and what is allowed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tablee.faces.strict_input import DEEPEST, LARGEST
from tests.kit.command_line import ROOT, call, process, run_of

S = "exil.simple"
TABLE = [
    (("odds", S, "talent=99"), "talent", "20"),
    (("odds", S, "talent=-1"), "talent", "20"),
    (("odds", S, "talent=abc"), "talent", "20"),
    (("odds", S, "talent=1.5"), "talent", "20"),
    (("odds", S, "talent=true"), "talent", "20"),
    (("odds", S, "talent=null"), "talent", "20"),
    (("odds", S, 'talent="14"'), "talent", "20"),
    (("odds", S, "talent=[14]"), "talent", "20"),
    (("odds", S, "talent=[14"), "talent", "JSON"),
    (("odds", S, "talent=" + "9" * 5_000), "talent", "20"),
    (("odds", S, "talent="), "talent", "20"),
    (("odds", S), "talent", "obligatoire"),
    (("odds", S, "talent"), "talent", "nom=valeur"),
    (("odds", S, "=14"), "params", "nom=valeur"),
    (("odds", S, "talent=14", "talent=15"), "talent", "deux fois"),
    (("odds", S, "talent=14", "nope=1"), "nope", "difficulty"),
    (("odds", S, "talent=14", "--by", "nope"), "by", "margin"),
    (("odds", S, "talent=14", "--by", ""), "by", "margin"),
    (("odds", S, "talent=14", "--ruling", "nope=1"), "rulings.nope", "equal"),
    (("odds", S, "talent=14", "--ruling", "equal=nope"), "rulings.equal", "fails"),
    (("odds", S, "talent=14", "--ruling", "equal"), "rulings", "equal"),
    (("odds", S, "talent=@/nowhere/p.json"), "talent", "existe"),
    (("odds", S, "talent=1..3", "difficulty=1..3", "external=1..3"), "external", "deux paramètres"),
    (("odds", S, "talent=3..1"), "talent", "monte"),
    (("odds", S, "talent=0..99999999"), "talent", "monte"),
    (("odds", S, "talent=15..25"), "talent", "20"),
    (("odds", S, "talent=14", "--plot", "x.gif"), "--plot", ".svg"),
    (("odds", S, "talent=14", "--as", ""), "as", "siège"),
    (("odds", "exil.nope"), "procedure", "exil.simple"),
    (("odds", "nope.simple", "talent=14"), "procedure", "exil"),
    (("odds", "../exil"), "procedure", "exil"),
    (("odds",), "procedure", "--run"),
    (("serve", "--host", "203.0.113.9", "--port", "0"), "--host", "cette machine"),
    (("serve", "--host", "nulle.part.invalid"), "--host", "cette machine"),
    (("serve", "--host", "nulle..part"), "--host", "cette machine"),
    *(
        (("serve", "--public", each), "--public", "https://table.example")
        for each in (
            "table.example",
            "https://x//y",
            "https://x/t",
            "https://x/exil/y",
            "https://x/../y",
            "https://x/y?z",
            "https://x/y z",
            "ftp://x",
            "https://a:b@x",
            "https://",
            "x:y:z",
            "https://x:65536",
        )
    ),
    (("serve", "--journal", "/nowhere/journal"), "--journal", "dossier qui existe"),
    (("odds", S, "talent=14", "--by", "success,success"), "by", "une seule fois"),
    (("odds", S, "talent=14", "--by", "degree", "--by", "degree"), "by", "une seule fois"),
    (("simulate", S, "talent=14", "-n", "9", "--by", "degree,degree"), "by", "une seule fois"),
    (("odds", S, "talent=8,9,8"), "talent", "toutes différentes"),
    (("odds", S, "talent=8,9", "difficulty=3,+3"), "difficulty", "toutes différentes"),
    (("resolve", S, "talent=14", "--dice", "13"), "answers[0]", "12"),
    (("resolve", S, "talent=14", "--dice", "0"), "answers[0]", "12"),
    (("resolve", S, "talent=14", "--dice", "1,2"), "answers[0]", "1 face"),
    (("resolve", S, "talent=14", "--dice", ""), "answers[0]", "1 face"),
    (("resolve", S, "talent=14", "--dice", "x"), "answers[0]", "6,3,3"),
    (("resolve", S, "talent=14", "--dice", "1" * 60 + "x"), "answers[0]", "6,3,3"),
    (("resolve", S, "talent=14", "--dice", "1", "--dice", "2"), "answers[1]", "fini"),
    (("resolve", S, "talent=14", "--choose", "1"), "answers[0]", "12"),
    (("resolve", S, "talent=14", "--seed", "x"), "seed", "entier"),
    (
        ("resolve", "armes_dieux.jet", "poignee=3", "sr=6", "ecartes=ask", "--choose", "4"),
        "answers[0]",
        "3",
    ),
    (
        ("resolve", "armes_dieux.jet", "poignee=3", "sr=6", "ecartes=ask", "--choose", "[{"),
        "answers[0]",
        "JSON",
    ),
    (("resolve", "--run", "/nowhere.json"), "run", "existe"),
    (("resolve", "--run", "/"), "run", "dossier"),
    (("resolve", "--run", "-", S), "procedure", "--run"),
    (("resolve", "--run", "-", "talent=3"), "params", "--run"),
    (("advise", S, "talent=14"), "params", "choix"),
    (("simulate", S, "talent=14", "-n", "0"), "n", "1"),
    (("simulate", S, "talent=14", "-n", "many"), "n", "1"),
    (("simulate", S, "talent=14", "-n", "10", "--seed", "-1"), "seed", "0"),
    (("simulate", S, "talent=14", "-n", "10", "--workers", "0"), "workers", "1"),
    (("show",), "procedure", "procédure"),
    (("show", "exil.nope"), "procedure", "exil.simple"),
    (("procedures", "nope"), "game", "exil"),
    (("play", "nope"), "game", "exil"),
    (("completion", "tcsh"), "shell", "bash"),
    (("nope",), "command", "resolve"),
    (("odds", "--nope"), "--nope", "--by"),
    (("odds", S, "talent=14", "--by"), "--by", "valeur"),
    (("odds", S, "talent=14", "--json=1"), "--json", "aucune"),
    (("games", "extra"), "arguments", "--help"),
    (("--lang", "de", "games"), "--lang", "fr"),
]


@pytest.mark.parametrize(
    ("arguments", "field", "allowed"), TABLE, ids=[" ".join(r[0])[:60] for r in TABLE]
)
def test_bad_input(arguments: tuple[str, ...], field: str, allowed: str) -> None:
    reply = call(*arguments)
    if "--lang" not in arguments and arguments[0] != "play":
        error = call("--json", *arguments).error
        assert error["field"] == field
        assert error["kind"] in ("param", "answer", "choice_needed", "too_large")
        assert allowed in error["allowed"]
    assert reply.status == 2
    assert reply.out == ""
    assert reply.err.startswith(_shown(field))
    assert allowed in reply.err
    assert reply.err.count("\n") == 1
    assert len(reply.err) < 1_500


def _shown(field: str) -> str:
    """Return a path as a person reads it: answers are counted from 1."""
    found = re.fullmatch(r"answers\[(\d+)\]", field)
    return f"Réponse {int(found[1]) + 1}" if found else field


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        (
            ("--dice", "6", "--dice", "7"),
            "Réponse 2 : « dés 7 » n’est pas possible ; attendu : plus aucune réponse, car le jet est "
            "fini.",
        ),
        (
            ("--dice", "6", "--choose", "non"),
            "Réponse 2 : « choix non » n’est pas possible ; attendu : plus aucune réponse, car le jet "
            "est fini.",
        ),
        (
            ("--dice", "6,7"),
            "Réponse 1 : « 6, 7 » n’est pas possible ; attendu : 1 face de 1 à 12 pour 1d12 (Talent).",
        ),
    ],
)
def test_a_refused_answer_reads_without_json(answers: tuple[str, ...], message: str) -> None:
    message_shown = call("resolve", S, "talent=14", *answers).err
    assert re.sub(r"[\u00a0\u202f]", " ", message_shown) == message + "\n"
    assert "{" not in call("resolve", S, "talent=14", *answers, "--lang", "en").err


@pytest.mark.parametrize(
    ("arguments", "nearest"),
    [
        (("resolve", "exil.simpl", "talent=14"), "exil.simple"),
        (("show", "exil.Simple"), "exil.simple"),
        (("procedures", "EXIL"), "exil"),
        (("odds", S, "talent=14", "--by", "sucess"), "success"),
        (
            ("advise", "loss.action", "trait=9", "talent=4", "exploits=ask", "--for", "gains"),
            "gain",
        ),
        (("odd", S, "talent=14"), "odds"),
        (("odds", S, "talent=14", "--bye"), "--by"),
    ],
)
def test_a_wrong_name_shows_the_nearest(arguments: tuple[str, ...], nearest: str) -> None:
    assert f"plus proche\u00a0: {nearest}" in call(*arguments).err
    assert f"nearest: {nearest}" in call(*arguments, "--lang", "en").err


def test_an_option_given_twice_and_words_too_many_are_named() -> None:
    error = call("resolve", S, "talent=14", "--seed", "3", "--seed", "4", "--json").error
    assert (error["field"], error["got"]) == ("--seed", "4")
    assert "deux fois" in error["allowed"]
    assert call("odds", S, "talent=14", "--by", "success", "--by", "margin").status == 0
    assert call("odds", "--run", "a", "--run", "b", "--help").status == 0
    assert call("games", "a", "b", "--json").error["got"] == "a b"
    assert call("odds", "--nope", "--json").error["got"] == "--nope"


def test_a_missing_argument_says_what_it_is() -> None:
    assert "identifiant d’une campagne" in call("export", "--json").error["allowed"]
    assert "identifier of a campaign" in call("export", "--lang", "en").err


def test_check_names_its_file() -> None:
    error = call("check", "/nulle/part.py", "--json").error
    assert (error["field"], error["got"]) == ("file", "/nulle/part.py")


def test_a_place_of_a_list_in_an_object() -> None:
    error = call("resolve", "exil.duel", "a=@jeanne", "b=@brute", "a[0]=ask", "--json").error
    assert (error["field"], error["got"]) == ("a[0]", "0")


def test_a_ruling_among_the_parameters_shows_its_option() -> None:
    error = call("resolve", S, "talent=14", "rulings.equal=fails", "--json").error
    assert (error["field"], error["got"]) == ("rulings.equal", "fails")
    assert "--ruling equal=fails" in error["allowed"]


def test_best_play_of_a_seat_that_chooses_nothing() -> None:
    asked = ("odds", "armes_dieux.jet", "poignee=4", "sr=9", "ecartes=ask", "--policy", "best")
    error = call(*asked, "--as", "personne", "--json").error
    assert (error["field"], error["allowed"]) == (
        "as",
        "un nom parmi : player".replace(" :", "\u00a0:"),
    )
    assert call(*asked, "--as", "player").status == 0


def test_json_without_a_command_is_refused_in_json() -> None:
    assert call("--json").error["field"] == "command"
    assert call().status == 0


JSONS = {
    "empty": b"",
    "cut": b'{"procedure": "exil.simple", "params": {"talent"',
    "bytes": b'{"procedure": "exil.simple\xff"}',
    "utf16": '{"procedure": "exil.simple"}'.encode("utf-16"),
    "deep list": b"[" * 200_000 + b"]" * 200_000,
    "deep object": b'{"params":' * 100_000,
    "deep but readable": b"[" * (DEEPEST + 2) + b"]" * (DEEPEST + 2),
    "twice": b'{"procedure": "exil.simple", "params": {"talent": 1, "talent": 2}}',
    "nan": b'{"procedure": "exil.simple", "params": {"talent": NaN}}',
    "infinity": b'{"procedure": "exil.simple", "params": {"talent": -Infinity}}',
    "huge": b'{"procedure": "exil.simple", "params": {"talent": ' + b"9" * 10_000 + b"}}",
    "huge float": b'{"procedure": "exil.simple", "params": {"talent": 1e999}}',
    "half a character": b'{"procedure": "\\ud800"}',
    "a list": b"[]",
    "a number": b"12",
    "no procedure": b"{}",
    "unknown key": b'{"procedure": "exil.simple", "parms": {}}',
    "params a list": b'{"procedure": "exil.simple", "params": []}',
    "rulings a text": b'{"procedure": "exil.simple", "params": {"talent": 1}, "rulings": "x"}',
    "answers an object": b'{"procedure": "exil.simple", "params": {"talent": 1}, "answers": {}}',
    "odd answer": b'{"procedure": "exil.simple", "params": {"talent": 1}, "answers": [1]}',
    "two in one": b'{"procedure": "exil.simple", "params": {"talent": 1},'
    b' "answers": [{"dice": [1], "choose": 2}]}',
    "procedure a number": b'{"procedure": 3}',
    "two values": b"{} {}",
}


@pytest.mark.parametrize("name", JSONS)
@pytest.mark.parametrize("command", ["resolve", "odds", "advise", "simulate"])
def test_bad_json(name: str, command: str) -> None:
    reply = call(command, "--run", "-", "--json", stdin=JSONS[name])
    assert reply.status == 2
    assert reply.error["field"]
    assert reply.error["allowed"]
    assert reply.err.count("\n") == 1
    assert len(reply.out) < 4_000
    assert len(reply.err) < 1_500


def test_ten_megabytes_are_read_and_refused_in_short() -> None:
    rows = ",".join(["1234567"] * 1_300_000)
    run = f'{{"procedure": "exil.shock", "params": {{"valeurs": [{rows}]}}}}'
    assert len(run) > 10_000_000
    reply = call("odds", "--run", "-", "--json", stdin=run)
    assert reply.status == 2
    assert reply.error["field"] == "valeurs"
    assert len(reply.out) < 4_000
    name = call("odds", "--run", "-", "--json", stdin=run_of("x" * 10_000_000, {}))
    assert name.status == 2
    assert len(name.out) < 4_000


def test_a_ten_megabyte_word_is_refused_in_short() -> None:
    reply = call("odds", S, "talent=" + "x" * 10_000_000, "--json")
    assert reply.status == 2
    assert len(reply.out) + len(reply.err) < 2_000


def test_too_much_is_refused_before_it_is_kept(tmp_path: Path) -> None:
    reply = call("odds", "--run", "/dev/zero", "--json")
    assert reply.error["field"] == "run"
    assert str(LARGEST // 1024**2) in reply.error["allowed"]


def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    reply = call("odds", "--run", str(tmp_path / ("x" * 400)), "--json")
    assert reply.error["field"] == "run"
    assert call("odds", "--run", "a\0b", "--json").error["field"] == "run"


@pytest.mark.parametrize("field", ["talent", "params"])
def test_words_that_are_no_utf8(field: str) -> None:
    word = b"talent=\xff\xfe" if field == "talent" else b"\xff=3"
    reply = process("odds", S, word, "--json")
    assert reply.status == 2
    assert "UTF-8" in reply.err
    assert reply.error["field"] == (field if field == "talent" else "arguments")
    assert "Traceback" not in reply.err


def test_a_language_of_the_environment_that_there_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLEE_LANG", "klingon")
    reply = call("games")
    assert reply.status == 2
    assert "TABLEE_LANG" in reply.err


def test_a_terminal_of_another_alphabet() -> None:
    for encoding in ("ascii", "latin-1"):
        env = {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
        reply = process("resolve", S, "talent=14", "--dice", "6", env=env)
        assert reply.status == 0
        assert "Traceback" not in reply.err


def test_a_reader_that_goes_away() -> None:
    import subprocess
    import sys

    texts = subprocess.Popen(
        [sys.executable, "-m", "tablee.faces.cli.main", "procedures", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": ""},
    )
    assert texts.stdout is not None
    assert texts.stderr is not None
    texts.stdout.close()
    answer = texts.stderr.read().decode()
    texts.stderr.close()
    assert texts.wait(30) == 141
    assert answer == ""


def test_ctrl_c_leaves_quietly() -> None:
    import signal
    import subprocess
    import sys

    waiting = subprocess.Popen(
        [sys.executable, "-m", "tablee.faces.cli.main", "resolve", "--run", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert waiting.stdin is not None
    waiting.stdin.write(b" " * 200_000)  # more than a pipe holds: it is being read from now on
    waiting.stdin.flush()
    waiting.send_signal(signal.SIGINT)
    _, answer = waiting.communicate(timeout=30)
    assert waiting.returncode == 130
    assert b"Traceback" not in answer


# ── files and streams that are not there ───────────────────────────────────────────────────────
def test_a_picture_that_cannot_be_written_tells_nothing_else() -> None:
    reply = call("odds", S, "talent=14", "--plot", "/nonexistent/loi.svg")
    assert reply.status == 2
    assert reply.out == ""
    assert "dans un dossier qui existe" in reply.err


def test_an_empty_file_is_shown_to_be_empty() -> None:
    reply = call("odds", "--run", "-", "--json", stdin=" \n")
    assert reply.status == 2
    assert "vide" in reply.error["allowed"]


@pytest.mark.parametrize("json", [(), ("--json",)])
def test_a_full_disk_and_closed_streams_leave_no_traceback(json: tuple[str, ...]) -> None:
    tablee = f"{sys.executable} -m tablee.faces.cli.main"
    asked = " ".join(("odds", S, "talent=14", *json))
    for call_line, status in (
        (f"{tablee} {asked} > /dev/full", 2),
        (f"{tablee} {asked} >&-", 0),
        (f"{tablee} odds {S} talent=99 2>&-", 2),
        (f"{tablee} odds --run - <&-", 2),
        (f"{tablee} play <&-", 0),
    ):
        done = subprocess.run(
            ["sh", "-c", call_line], capture_output=True, text=True, cwd=ROOT, check=False
        )
        assert done.returncode == status, call_line
        assert "Traceback" not in done.stderr


@pytest.mark.parametrize("difficulty", ["-5", "\u22125"])
@pytest.mark.parametrize("talent", ["14", "+14"])
def test_numbers_are_read_as_they_are_printed(talent: str, difficulty: str) -> None:
    words = ("resolve", "exil.simple", f"talent={talent}", f"difficulty={difficulty}")
    reply = call(*words, "--dice", "+6", "--json")
    assert reply.json["result"]["margin"] == 3
    odds = call("odds", "exil.simple", "talent=9", "difficulty=\u22122..+2", "--json")
    assert odds.status == 0, odds.err


def test_output_for_a_file_is_utf8_whatever_the_terminal() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    ran = subprocess.run(
        [sys.executable, "-m", "tablee", "show", "exil.simple"],
        env=environment,
        capture_output=True,
        check=True,
    )
    assert "Paramètres" in ran.stdout.decode("utf-8")


@pytest.mark.parametrize(
    ("words", "allowed"),
    [
        (
            ["exil.care", "medecin=12", "physique=moyen", "pds=3", "gravite=leger"],
            "benigne, legere, serieuse, grave, critique, mortelle ou null (rien)",
        ),
        (["loss.action", "trait=5", "talent=5", "desastre_malus=peut-être"], "true, false ou ask"),
        (["loss.action", "trait=5", "talent=5", "exploits=9"], "un entier de 0 à 5 ou ask"),
    ],
)
def test_what_is_allowed_is_one_enumeration(words: list[str], allowed: str) -> None:
    text = call("resolve", *words).err.replace("\u00a0", " ").replace("\u202f", " ")
    assert allowed in " ".join(text.split())
