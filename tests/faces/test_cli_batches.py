"""Files of one run a line: one answer a line, in order, whatever some lines are."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit.command_line import call, run_of

GOOD = run_of("exil.simple", {"talent": 14, "difficulty": -5}, {"dice": [6]})
ASKS = run_of("exil.simple", {"talent": 14})


def _file(tmp_path: Path, *lines: str | bytes) -> str:
    file = tmp_path / "jets.jsonl"
    file.write_bytes(b"".join((x if isinstance(x, bytes) else x.encode()) + b"\n" for x in lines))
    return str(file)


def test_one_answer_a_line_in_order(tmp_path: Path) -> None:
    path = _file(tmp_path, GOOD, ASKS, "", GOOD)
    reply = call("resolve", "--run", path)
    assert reply.status == 0
    assert [line["status"] for line in reply.lines] == ["done", "ask", "done"]


@pytest.mark.parametrize(
    "bad",
    [
        run_of("exil.simple", {"talent": 99}),
        run_of("exil.nope", {}),
        "{",
        b'{"procedure": "\xff"}',
        "[1]",
        '{"procedure": "exil.simple", "procedure": "exil.simple"}',
        "[" * 100_000,
        run_of("exil.simple", {"talent": 14}, {"dice": [13]}),
    ],
    ids=["param", "unknown", "json", "bytes", "list", "twice", "deep", "face"],
)
def test_a_refused_line_leaves_an_error_in_its_place(bad: str | bytes, tmp_path: Path) -> None:
    reply = call("resolve", "--run", _file(tmp_path, GOOD, bad, GOOD))
    assert reply.status == 2
    first, refused, last = reply.lines
    assert first == last
    assert set(refused) == {"error"}
    assert set(refused["error"]) == {"kind", "field", "got", "allowed"}
    assert "ligne 2" in reply.err


def test_a_refused_line_has_its_number_in_the_file(tmp_path: Path) -> None:
    reply = call("resolve", "--run", _file(tmp_path, GOOD, "", "", "[]"))
    assert reply.err.startswith("ligne 4, run")
    assert len(reply.lines) == 2


@pytest.mark.parametrize(
    ("command", "more"),
    [("odds", ("--by", "success")), ("simulate", ("-n", "100", "--seed", "1")), ("advise", ())],
)
def test_all_questions_take_batches(command: str, more: tuple[str, ...], tmp_path: Path) -> None:
    choice = run_of("armes_dieux.jet", {"poignee": 3, "sr": 6, "ecartes": "ask"})
    line = choice if command == "advise" else ASKS
    path = _file(tmp_path, line, "null", line)
    reply = call(command, "--run", path, *more)
    assert reply.status == 2
    first, refused, last = reply.lines
    assert first == last
    assert refused["error"]["field"] == "run"
    assert "options" in first if command == "advise" else "distribution" in first


def test_a_ruling_is_set_for_all_lines(tmp_path: Path) -> None:
    path = _file(tmp_path, ASKS, ASKS)
    reply = call("odds", "--run", path, "--ruling", "equal=fails", "--by", "success")
    assert [line["rulings"] for line in reply.lines] == [{"equal": "fails"}] * 2


def test_a_batch_takes_no_answers_of_the_command_line(tmp_path: Path) -> None:
    reply = call("resolve", "--run", _file(tmp_path, ASKS), "--dice", "3", "--json")
    assert reply.status == 2
    assert reply.error["field"] == "dice"
