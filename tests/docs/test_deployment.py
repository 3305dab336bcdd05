"""The page about a server of one's own: its recipes are the same in both languages, and they run."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tablee.faces.web import connections
from tablee.table import room
from tablee.table.export.house_throws import read_file
from tests.faces.test_cli_campaigns import fill
from tests.kit.command_line import call
from tests.table.evening import set_up
from tests.table.export.tables import ID, logged

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {"en": DOCS / "en/deployment.md", "fr": DOCS / "fr/deploiement.md"}
HEADS = {"en": "## Bounds", "fr": "## Les limites"}
DATABASE = re.compile(r"sqlite:///\S+?(?=$|\s)")


def recipes(lang: str) -> dict[str, list[str]]:
    """The blocks of code of a page by their language."""
    found: dict[str, list[str]] = {}
    for kind, block in re.findall(r"^```(\w+)\n(.*?)^```$", PAGES[lang].read_text(), re.M | re.S):
        found.setdefault(kind, []).append(block)
    return found


def test_both_pages_have_the_same_recipes() -> None:
    assert recipes("en") == recipes("fr")
    assert {"ini", "nginx", "caddyfile", "dockerfile", "yaml", "sh"} <= {*recipes("en")}


def unit() -> list[str]:
    [block] = recipes("en")["ini"]
    [line] = re.findall(r"^ExecStart=(.*?)(?<!\\)$", block, re.M | re.S)
    return shlex.split(line.replace("\\\n", ""))


def container() -> list[str]:
    [block] = recipes("en")["dockerfile"]
    [line] = re.findall(r"^CMD (.*?)(?<!\\)$", block, re.M | re.S)
    parts: list[str] = json.loads(line.replace("\\\n", ""))
    return parts


@contextmanager
def running(command: list[str], folder: Path) -> Iterator[str]:
    """Run the server of a recipe on a free port, with its database in a folder; yield its address."""
    program, *arguments = command
    assert program == "/opt/tablee/bin/tablee"
    own = [DATABASE.sub(f"sqlite:///{folder / 't.sqlite3'}", each) for each in arguments]
    assert own != arguments
    own[own.index("--port") + 1] = "0"
    if "--journal" in own:
        own[own.index("--journal") + 1] = str(folder / "journal")
    server = [sys.executable, "-m", "tablee", *own, "--json"]
    with subprocess.Popen(server, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield json.loads(process.stdout.readline())["address"]
        finally:
            process.terminate()


@pytest.mark.server
@pytest.mark.parametrize("recipe", [unit, container], ids=["unit", "container"])
def test_the_server_of_a_recipe_starts_and_is_well(
    recipe: Callable[[], list[str]], tmp_path: Path
) -> None:
    with running(recipe(), tmp_path) as address:
        port = httpx.URL(address).port
        answer = httpx.get(f"http://127.0.0.1:{port}/sante", timeout=20)
        assert answer.status_code == 200
    assert (tmp_path / "t.sqlite3").exists()


@pytest.mark.server
def test_the_dashboard_reads_the_figures_that_the_page_names(tmp_path: Path) -> None:
    [block] = recipes("en")["yaml"]
    path = re.findall(r"metrics_path: (\S+)", block)[0]
    command = [each for each in unit() if each != "--public" and "://table.example" not in each]
    with running(command, tmp_path) as address:
        text = httpx.get(address.rstrip("/") + path, timeout=20).text
    for name in ("acts", "act_seconds", "events", "streams", "tables", "conflicts"):
        assert f"# TYPE tablee_{name} " in text


def test_the_backup_of_the_clock_is_restored(tmp_path: Path) -> None:
    [line] = [each for each in recipes("en")["sh"] if "backup" in each]
    _, _, command = line.partition("/opt/tablee/bin/tablee ")
    first, second = (f"sqlite:///{tmp_path / name}" for name in ("t.sqlite3", "new.sqlite3"))
    fill(first, logged(set_up("exil")))
    name, file, *options = shlex.split(command.replace(r"$(date +\%u)", "1"))
    assert name == "backup"
    copy = str(tmp_path / Path(file).name)
    assert call(name, copy, *(DATABASE.sub(first, each) for each in options)).status == 0
    assert call("restore", copy, "--database", second).status == 0
    kept = str(tmp_path / "kept.json")
    assert call("export", ID, kept, "--database", second).status == 0
    assert read_file(Path(kept).read_bytes()).name == "Essai"


@pytest.mark.parametrize("lang", PAGES)
def test_the_bounds_are_those_of_the_server(lang: str) -> None:
    text = PAGES[lang].read_text()
    bounds = re.sub(r"(?<=\d)[\u00a0\u202f ,](?=\d)", "", text.partition(HEADS[lang])[2])
    for number in (
        connections.HEAD_BYTES >> 10,
        int(connections.HEAD_SECONDS),
        int(connections.BODY_SECONDS),
        int(connections.STALLED_SECONDS),
        room.MAX_PAGES,
        connections.MOST_DESCRIPTORS,
        connections.RESERVED,
    ):
        assert re.search(rf"(?<!\d){number}(?!\d)", bounds), number
