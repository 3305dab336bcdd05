"""How a call starts: what it imports, how many modules, what it writes to which terminal."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.kit.command_line import ROOT, process

HEAVY = (
    "asyncio",
    "babel",
    "concurrent.futures",
    "difflib",
    "email",
    "http",
    "importlib.metadata",
    "importlib.resources",
    "multiprocessing",
    "numpy",
    "rich",
    "socket",
    "ssl",
    "subprocess",
    "tempfile",
    "unittest",
    "urllib",
    "vl_convert",
)
"""None of these may be imported by a short call: each takes a part of the 150 ms."""

_PROBE = """
import json, sys
bare = set(sys.modules)
sys.argv = ["tablee", *json.loads(sys.argv[1])]
import io
out, sys.stdout = sys.stdout, io.TextIOWrapper(io.BytesIO())
from tablee.faces.cli.main import main
try:
    status = main(sys.argv[1:])
finally:
    sys.stdout = out
print(json.dumps([status, sorted(set(sys.modules) - bare)]))
"""


def _imported(*arguments: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", _PROBE, json.dumps(arguments)],
        capture_output=True,
        check=True,
        cwd=ROOT,
    )
    status, names = json.loads(done.stdout)
    assert status == 0
    return set(names)


@pytest.mark.parametrize(
    ("arguments", "most"),
    [
        (("--help",), 132),
        (("odds", "--help"), 163),
        (("odds", "exil.simple", "talent=14"), 178),
        (("odds", "exil.simple", "talent=14", "--json"), 174),
        (("resolve", "exil.simple", "talent=14", "--dice", "6", "--json"), 178),
    ],
)
def test_what_is_heavy_waits_until_it_is_needed(arguments: tuple[str, ...], most: int) -> None:
    names = _imported(*arguments)
    heavy = [name for name in names if name in HEAVY or name.split(".")[0] in HEAVY]
    assert not heavy
    assert len(names) <= most, len(names)


def test_help_loads_no_game_and_one_game_no_other() -> None:
    assert not [name for name in _imported("--help") if name.startswith("tablee.games")]
    played = {
        name.split(".")[2]
        for name in _imported("odds", "exil.simple", "talent=14")
        if name.startswith("tablee.games.")
    }
    assert played == {"exil"}


ESCAPE = "\x1b["


def test_no_colours_in_a_pipe() -> None:
    assert ESCAPE not in process("odds", "exil.simple", "talent=14").out


@pytest.mark.parametrize(
    ("env", "coloured"),
    [
        ({"FORCE_COLOR": "1"}, True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        ({"NO_COLOR": "1"}, False),
    ],
)
def test_colours_respect_no_color(env: dict[str, str], coloured: bool) -> None:
    reply: Any = process("odds", "exil.simple", "talent=14", env=env)
    assert (ESCAPE in reply.out) is coloured
    json_reply = process("odds", "exil.simple", "talent=14", "--json", env=env)
    assert ESCAPE not in json_reply.out


def test_a_whole_process_says_what_is_asked() -> None:
    reply = process("odds", "exil.simple", "talent=14", "--by", "success", "--json")
    assert reply.status == 0
    assert reply.err == ""
    assert reply.json["distribution"] == [{"result": {"success": True}, "p": "1"}]


def test_a_file_beside_it_is_no_module_of_python(tmp_path: Path) -> None:
    for name in ("random", "string", "json"):
        (tmp_path / f"{name}.py").write_text("raise SystemError\n")
    command = [
        sys.executable,
        "-m",
        "tablee",
        "odds",
        "exil.simple",
        "talent=14",
        "--by",
        "success",
    ]
    env = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
