"""The built wheel, alone in a fresh environment, serves the console with its scripts and styles."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
import urllib.request
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def fresh(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new environment with the wheel and what it asks for, in the versions of the lock."""
    folder = tmp_path_factory.mktemp("fresh")
    venv.create(folder)
    lock = (ROOT / "requirements.lock").read_text()
    versions = folder / "versions.txt"
    versions.write_text("\n".join(_for_here(lock)))
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "bin" / "python"), "install"]
    asked = ["-q", "--no-compile", "-c", str(versions), str(wheel)]
    subprocess.run([*pip, *asked], check=True, capture_output=True, env=_clean())
    return folder


def _for_here(lock: str) -> list[str]:
    """The versions of a lock, without their hashes; one of each name (the markers choose)."""
    lines = [line.rstrip(" \\") for line in lock.splitlines() if re.match(r"[a-z0-9]", line)]
    return [line for line in lines if "==" in line]


def _clean() -> dict[str, str]:
    """The environment without anything that would lend modules to the new one."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


@pytest.fixture(scope="module")
def address(fresh: Path) -> Iterator[str]:
    call = [str(fresh / "bin" / "tablee"), "serve", "--no-open", "--json", "--port", "0"]
    with subprocess.Popen(
        call, stdout=subprocess.PIPE, text=True, cwd=fresh, env=_clean()
    ) as server:
        assert server.stdout is not None
        yield json.loads(server.stdout.readline())["address"].rstrip("/")
        server.terminate()


def _get(url: str) -> bytes:
    with urllib.request.urlopen(url, timeout=20) as answer:
        body: bytes = answer.read()
        return body


def test_the_console_comes_whole(address: str) -> None:
    page = ""
    for _ in range(20):
        page = _get(f"{address}/exil/simple?talent=14&difficulty=-5").decode()
        if "75\u202f%" in page:
            break
        time.sleep(0.5)  # the law of the first page may still be on its way
    assert "75\u202f%" in page
    assets = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
    assert {asset.partition("?")[0].rpartition(".")[2] for asset in assets} == {"css", "js", "svg"}
    for asset in assets:
        assert _get(address + asset)


def test_the_wheel_holds_what_people_read_and_no_tests(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert "tablee/py.typed" in names
    assert any(name.endswith("static/vendor/htmx.js") for name in names)
    assert any(name.endswith("games/exil/en.po") for name in names)
    assert any(name.endswith("store/migrations/versions/r0001_events.py") for name in names)
    assert not [name for name in names if name.startswith(("tests", "bench", "docs"))]
