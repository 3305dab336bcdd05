"""What an installation needs: the library little, the table no optional package, the locks no host."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib

import pytest

from tests.kit.command_line import ROOT, call

LIBRARY = {"babel", "msgspec", "numpy"}
"""The packages that the library alone uses: Babel reads the English texts."""

_LIBRARY_ALONE = """
import sys
class Refuse:
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top not in allowed and not top.startswith("_"):
            raise ModuleNotFoundError(name, name=name)
allowed = {"tablee", *sys.stdlib_module_names, *sys.argv[1].split(",")}
sys.meta_path.insert(0, Refuse())
from tablee import advise, explain, odds, resolve, simulate, sweep
assert odds("exil.simple", talent=14, difficulty=-5).marginal("success")[True] * 4 == 3
advise("armes_dieux.jet", poignee=6, sr=18, ecartes="ask")
simulate("loss.action", trait=7, talent=8, n=100, seed=1)
sweep("exil.simple", "difficulty", range(3), talent=14)
print(explain("exil.simple", talent=14, seed=1, lang="en"))
"""


def test_the_library_alone_needs_three_packages() -> None:
    probe = [sys.executable, "-c", _LIBRARY_ALONE, ",".join(sorted(LIBRARY))]
    done = subprocess.run(probe, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Talent" in done.stdout


@pytest.mark.parametrize(
    ("package", "arguments", "extra"),
    [
        ("vl_convert", ["odds", "exil.simple", "talent=14", "--plot", "law.svg"], "pictures"),
        ("polars", ["lab", "studies/socle.toml"], "lab"),
        ("vl_convert", ["lab", "studies/socle.toml"], "lab"),
        ("asyncpg", ["backup", "kept", "--database", "postgresql://127.0.0.1:1/x"], "postgres"),
    ],
)
def test_a_missing_optional_package_is_named_with_its_extra(
    package: str, arguments: list[str], extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    done = call(*arguments)
    assert done.status == 2
    assert f"pip install 'tablee[{extra}]'" in done.err


def test_the_locks_name_no_host_and_agree() -> None:
    program, developers = (_pins(f"requirements{kind}.lock") for kind in ("", "-dev"))
    assert program <= developers
    assert not [pin for pin in program if pin.startswith(("mypy=", "playwright=", "pytest="))]
    for name in ("requirements.lock", "requirements-dev.lock", "bench/requirements.lock"):
        lock = (ROOT / name).read_text()
        assert not re.search(r"://|--(extra-)?index|--find-links", lock), name


def test_each_extra_is_in_the_one_for_all() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = dict(project["optional-dependencies"])
    (everything,) = extras.pop("all")
    for large in ("lab", "cluster"):
        extras.pop(large)
    assert everything == f"tablee[{','.join(sorted(extras))}]"


def _pins(name: str) -> set[str]:
    """Return the pins (`package==version`) of a lock file."""
    return set(re.findall(r"^[a-z0-9.-]+==[^ ]+", (ROOT / name).read_text(), re.MULTILINE))
