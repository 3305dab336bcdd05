"""Texts of others in a terminal: their control characters are seen and do nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tablee.faces.cli import cli_context
from tablee.faces.cli.cli_context import Face, shown_on, visible
from tablee.table.export.export_file import sealed
from tablee.table.export.exporting import throws_file
from tablee.table.export.house_throws import read_file
from tests.kit import acts
from tests.kit.command_line import call
from tests.table.evening import LEADER, set_up
from tests.table.export.tables import ID, logged

BAD = "Ana\x1b]0;titre\x07\x1b[2J\x9b31m\u202ervT\r\x08"
SEEN = "Ana\\u001b]0;titre\\u0007\\u001b[2J\\u009b31m\\u202ervT\\u000d\\u0008"


def test_control_characters_are_made_visible() -> None:
    assert visible(BAD) == SEEN
    assert visible("« Ana »\n\tdé\u00a0: \u2068Bo\u2069") == "« Ana »\n\tdé\u00a0: \u2068Bo\u2069"


def test_the_colours_of_the_program_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli_context, "coloured", lambda stream: True)
    text = Face().bold(BAD)
    stream: Any = None
    assert shown_on(stream, text) == f"\x1b[1m{SEEN}\x1b[0m"


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_a_name_of_a_sheet(tmp_path: Path, options: tuple[str, ...]) -> None:
    sheet = tmp_path / "ana.json"
    sheet.write_text(json.dumps({"jeu": "exil", "type": "personnage", "nom": BAD}), "utf-8")
    reply = call("sheet", str(sheet), *options)
    for raw in "\x1b\x07\x9b\u202e\r\x08":
        assert raw not in reply.out + reply.err
    assert "]0;titre" in reply.out


def test_a_value_that_is_refused() -> None:
    reply = call("resolve", "exil.simple", f"talent={BAD}")
    assert reply.status == 2
    for raw in "\x1b\x07\x9b\u202e\r\x08":
        assert raw not in reply.err


@pytest.mark.parametrize("options", [(), ("--scene", "1"), ("--json",)])
def test_the_names_in_a_file_of_somebody_else(tmp_path: Path, options: tuple[str, ...]) -> None:
    table = set_up("exil")
    table.does(LEADER, acts.BeginScene())
    table.does(LEADER, acts.ThrowFree(expression="d6"))
    table.does(LEADER, acts.EndScene())
    throws = read_file(throws_file(ID, logged(table), "j1"))
    [scene] = throws.scenes
    thrown = replace(scene.open.throws[0], title=BAD, run=BAD, words=BAD)
    side = replace(scene.open, throws=[thrown])
    other = replace(throws, name=BAD, table=BAD, scenes=[replace(scene, title=BAD, open=side)])
    file = tmp_path / "seat.json"
    file.write_bytes(sealed("tablee-throws", msgspec.json.encode(other)))
    reply = call("verify", str(file), *options)
    assert reply.status == 1
    for raw in "\x1b\x07\x9b\u202e\r\x08":
        assert raw not in reply.out + reply.err
    assert "]0;titre" in reply.out


@pytest.mark.parametrize("command", ["verify", "import"])
def test_the_name_of_a_file(command: str) -> None:
    reply = call(command, BAD)
    assert reply.status == 2
    for raw in "\x1b\x07\x9b\u202e\r\x08":
        assert raw not in reply.out + reply.err
    assert "]0;titre" in reply.err
