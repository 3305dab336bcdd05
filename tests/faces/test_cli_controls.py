"""Texts of others in a terminal: their control characters are seen and do nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tablee.faces.cli import cli_context
from tablee.faces.cli.cli_context import Face, shown_on, visible
from tests.kit.command_line import call

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
