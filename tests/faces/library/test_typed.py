"""A user's type checker sees what the library gives, and a user's mistakes."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]

PROGRAM = '''
"""What a user of the library may write."""

from fractions import Fraction
from typing import Any

from typing_extensions import assert_type

from tablee import D6, Law, Odds, Procedure, Refusal, Result, Run, Sweep
from tablee import advise, explain, note, odds, resolve, roll, simulate, sweep
from tablee.games.armes_dieux import Jet
from tablee.games.eclats import Test
from tablee.games.exil import GAME, ExilRulings, Simple
from tablee.games.exil.actions.simple import SimpleResult
from tablee.games.loss import Action
from tablee.games.socle import Duel

law = odds(Simple(talent=14, difficulty=-5), by=["success"], rulings=ExilRulings(equal="fails"))
assert_type(law, Odds[SimpleResult])
assert_type(odds(Simple, talent=14), Odds[SimpleResult])
assert_type(odds("exil.simple", talent=14), Odds[Any])
assert_type(odds({"procedure": "exil.simple", "params": {"talent": 14}}), Odds[Any])
assert_type(law.chance(lambda result: result.success), Fraction)
assert_type(law.marginal("success"), Law[Any])
assert_type(resolve(Simple(talent=3), seed=1), Run[SimpleResult])
assert_type(resolve(Simple(talent=3), seed=1).result.margin, int)
assert_type(sweep(Simple(talent=3), "difficulty", range(3)), Sweep[SimpleResult])
assert_type(advise(Simple(talent=3)).value, Fraction)
assert_type(simulate(Simple(talent=3), 10).n, int)
print(explain(resolve(Simple(talent=3), seed=1)), Action, Jet, Test, Duel, GAME, Refusal)


class Fire(Result):
    lit: bool


class Kindle(Procedure[Fire], id="feu.allumer"):
    tinder: int = 0

    async def rule(self) -> Fire:
        face = await roll(D6, "briquet", who="joueur")
        note("", "Le dé donne {face}.", face=face)
        return Fire(lit=face + self.tinder >= 5)


assert_type(odds(Kindle(tinder=2)), Odds[Fire])

from tablee import chances  # wrong: attr-defined
from tablee.games.exil import Smple  # wrong: attr-defined
Simple(tlent=14)  # wrong: call-arg
Simple(talent="quatorze")  # wrong: arg-type
ExilRulings(equal="perhaps")  # wrong: arg-type
law.chance(lambda result: result.sucess)  # wrong: attr-defined
odds(14)  # wrong: call-overload
odds(Kindle(tinder=2)).chance(lambda result: result.success)  # wrong: attr-defined
'''


def test_a_users_program_is_checked(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    """Strictly, away from this repository and its settings."""
    assert pytestconfig.cache is not None
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    cache = pytestconfig.cache.mkdir("mypy-of-users")
    options = ["--strict", "--config-file=", "--no-error-summary", f"--cache-dir={cache}"]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *options, program.name],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    found = re.findall(r"^program\.py:(\d+): error: .*\[([a-z-]+)\]$", done.stdout, re.MULTILINE)
    lines = enumerate(PROGRAM.splitlines(), start=1)
    wrong = [(str(n), line.partition("# wrong: ")[2]) for n, line in lines if "# wrong: " in line]
    assert found == wrong, done.stdout + done.stderr


def test_the_wheel_carries_the_mark_of_a_typed_package(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {"tablee/py.typed", "tablee/__init__.py", "tablee/rules/en.po"} <= names
