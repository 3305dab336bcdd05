"""A command whose rule keeps all threads from running is ended from outside, with the line."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tablee.faces.cli import game_process
from tablee.faces.cli.game_process import games_of, is_needed, run_apart
from tablee.faces.stuck_calls import place_in
from tests.kit.command_line import process

GAME = """\
from math import factorial
from tablee import D6, Game, Procedure, Result, roll


class R(Result):
    n: int


class Long(Procedure[R], id="apart.long"):
    async def rule(self) -> R:
        n = await roll(D6, "a", who="x")
        return R(n=factorial(3_000_000) % 7)


class Double(Procedure[R], id="apart.double"):
    async def rule(self) -> R:
        n = await roll(D6, "a", who="x")
        many = [n]
        while n:
            many = many + many
        return R(n=n)


class Wide(Procedure[R], id="apart.wide"):
    async def rule(self) -> R:
        n = await roll(D6, "a", who="x")
        zeros = bytearray(3 << 30)
        return R(n=n + len(zeros))


class Short(Procedure[R], id="apart.short"):
    async def rule(self) -> R:
        return R(n=await roll(D6, "a", who="x"))


GAME = Game(id="apart", title="Apart", lang="en", procedures=(Long, Double, Wide, Short))
"""
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows does not fork")


def test_a_call_in_c_ends_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "apart.py"
    file.write_text(GAME)
    reply = process("--game", str(file), "--lang", "en", "odds", "apart.long", "--json")
    assert reply.status == 2
    assert reply.json["error"]["field"] == f"{file}:12"
    assert "code that ends" in reply.err
    sound = process("--game", str(file), "odds", "apart.short", "--json")
    assert (sound.status, len(sound.json["distribution"])) == (0, 6)


@pytest.mark.skipif(sys.platform != "linux", reason="the limit is one of Linux")
@pytest.mark.parametrize(
    ("rule", "lines", "messages"),
    [
        # 2 GB are filled in half a second or in two: the bound on time may be met first
        ("double", (20, 19), ("these do not fit into memory", "code that ends")),
        ("wide", (27,), ("these do not fit into memory",)),
    ],
)
def test_too_much_memory_ends_with_its_line(
    rule: str, lines: tuple[int, ...], messages: tuple[str, ...], tmp_path: Path
) -> None:
    file = tmp_path / "apart.py"
    file.write_text(GAME)
    reply = process("--game", str(file), "--lang", "en", "resolve", f"apart.{rule}", "--seed", "1")
    assert reply.status == 2
    assert reply.err.startswith(tuple(f"{file}:{line}" for line in lines)), reply.err
    assert any(message in reply.err for message in messages), reply.err


@pytest.mark.skipif(sys.platform != "linux", reason="the limit is one of Linux")
def test_the_limit_of_the_data_is_counted_from_the_present() -> None:
    room = 64 << 20
    code = f"from tablee.faces.stuck_calls import limit_data; limit_data({room}); bytearray({{}})"
    for size, fits in ((room // 2, True), (room + (1 << 20), False)):
        call = [sys.executable, "-c", code.format(size)]
        ended = subprocess.run(call, capture_output=True, text=True, check=False)
        assert (ended.returncode == 0) == fits, ended.stderr
        assert fits or "MemoryError" in ended.stderr


def _stuck(_: list[str]) -> int:
    """End the child as a stuck one ends."""
    os.kill(os.getpid(), signal.SIGPROF)
    os._exit(9)


def _stuck_once(given: list[str]) -> int:
    if "--no-open" not in given:
        _stuck(given)
    os._exit(7)


def test_a_server_begins_again(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    call = ["--game", __file__, "--lang", "en", "serve"]
    assert run_apart(_stuck, call) == 2, "one that has only begun does not"
    monkeypatch.setattr(game_process, "SHORTEST_LIFE", 0)
    assert run_apart(_stuck_once, call) == 7
    assert capfd.readouterr().err.count("code that ends") == 2
    assert run_apart(_stuck_once, [*call, "--no-open"]) == 7, "the status of the child"


def test_the_place_is_the_innermost_one_of_the_game(tmp_path: Path) -> None:
    dump = "".join(
        f'  File "{path}", line {line} in f\n'
        for path, line in [
            ("/usr/lib/x.py", 1),
            (tmp_path / "tables.py", 2),
            (tmp_path / "g.py", 3),
        ]
    )
    game = str(tmp_path / "g.py")
    assert games_of(["--game", game, "odds"]) == games_of(["check", game]) == [game]
    assert place_in([game], dump) == (str(tmp_path / "tables.py"), 2)
    assert place_in([game], "") == (game, 0)
    assert is_needed(["check", game])
    assert is_needed([f"--game={game}", "games"])
    assert not is_needed(["odds", "exil.simple"])
