"""Game files that are edited, fail at play, reach worker processes, or come from a package."""

from __future__ import annotations

import gc
import pickle
import subprocess
import sys
import weakref
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tablee.rules import registry
from tablee.rules.authoring.game_file import describe_rule_error, load_game
from tablee.rules.readings.odds import odds
from tablee.rules.readings.simulate import simulate
from tablee.rules.refusal import Refusal
from tablee.rules.registry import (
    BUILT_IN,
    find_game,
    find_procedure,
    games,
    loaded_game_files,
)
from tablee.rules.run_input import ask_about
from tablee.rules.schema import fields_of
from tablee.rules.texts.words import Words
from tests.kit.command_line import ROOT

pytestmark = pytest.mark.usefixtures("own_games")

SOURCE = '''\
"""A lamp, its oil, a switch."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from tablee.dice.die import D6
from tablee.dice.counts import Pool
from tablee.rules.ambient import note, rulings
from tablee.rules.game import Game
from tablee.rules.procedure import Procedure, Record, Result, Rulings
from tablee.rules.questions import roll


class Points(Rulings):
    """A switch."""

    tempete: bool = False


class Port(Record):
    """Where ships go."""

    quais: int = 3


class Nuit(Result):
    """How a night ends."""

    navires: int
    port: Port


class Veille(Procedure[Nuit], id="lampe.veille"):
    """A night (LAM-VEI-01)."""

    huile: Annotated[int, Meta(ge=0, le=9, description="mesures d’huile")]
    ciel: Literal["clair", "nuages_bas"] = "clair"

    utilities = {"navires": lambda asked, result, seat: result.navires}

    async def rule(self) -> Nuit:
        des = await roll(D6, "huile", Pool(), who="gardien", count=self.huile)
        seuil = 6 if rulings(Points).tempete else 5
        navires = sum(face >= seuil for face in des)
        note("LAM-VEI-01", "La lampe guide {n:navire|navires}.", n=navires)
        return Nuit(navires=navires, port=Port())


class Aube(Procedure[Nuit], id="lampe.aube"):
    """The morning."""

    async def rule(self) -> Nuit:
        return Nuit(navires=0, port=Port())


GAME = Game(
    id="lampe",
    title="La Lampe",
    procedures=(Veille, Aube),
    rulings=Points,
    words={"lampe.veille": "la veille", "huile": "mesures d’huile"},
    clauses={"LAM-VEI-01": "Chaque 5 et chaque 6 guide un navire."},
    english={
        "la veille": "the watch",
        "La lampe guide {n:navire|navires}.": "The lamp guides {n:ship|ships}.",
    },
)
'''


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "lampe.py"
    path.write_text(SOURCE, "utf-8")
    return path


def edit(file: Path, old: str, new: str) -> None:
    """Edit a file: what is there must change."""
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")


def mean(huile: int, **rulings: Any) -> Fraction:
    question = ask_about("lampe.veille", {"huile": huile}, rulings)
    return odds(question, ["navires"]).mean(lambda result: result.navires)


# ── loaded again ────────────────────────────────────────────────────────────────────────────────
def test_after_an_edit_everything_is_new(file: Path) -> None:
    before = load_game(file)
    assert Words(before, "en").label("lampe.veille") == "the watch"
    assert mean(3) == 1
    edit(file, "face >= seuil", "face >= seuil - 1")
    edit(file, "le=9", "le=4")
    edit(file, "the watch", "the vigil")
    edit(file, "    ciel:", "    vent: int = 2\n    ciel:")
    edit(file, "procedures=(Veille, Aube)", "procedures=(Veille,)")
    game = load_game(str(file))
    assert find_game("lampe") is game is not before
    assert games().count(game) == 1
    assert mean(4) == 2
    assert list(fields_of(find_procedure("lampe.veille"))) == ["huile", "vent", "ciel"]
    assert Words(game, "en").label("lampe.veille") == "the vigil"
    for name, params in (("lampe.aube", {}), ("lampe.veille", {"huile": 5})):
        with pytest.raises(Refusal):
            ask_about(name, params)


def test_nothing_keeps_what_was_before(file: Path) -> None:
    load_game(file)
    assert mean(3) == 1
    kind = weakref.ref(find_procedure("lampe.veille"))
    load_game(file)
    for _ in range(3):  # what a coroutine held is found at the second collection
        gc.collect()
    assert kind() is None


def test_a_new_name_takes_the_place_of_the_old_one(file: Path) -> None:
    load_game(file)
    edit(file, "lampe", "phare")
    load_game(file)
    assert find_game("lampe") is None
    assert list(loaded_game_files()) == ["phare"]


def test_an_error_leaves_the_last_good_game(file: Path) -> None:
    game = load_game(file)
    edit(file, "huile: Annotated", "huile: Anotated")
    with pytest.raises(Refusal):
        load_game(file)
    assert find_game("lampe") is game
    assert mean(3) == 1
    fields_of(find_procedure("lampe.aube"))


# ── at play ────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("old", "new", "piece", "texts"),
    [
        (
            "        seuil = 6",
            "        seuil = 1 // 0\n        seuil = 6",
            "1 // 0",
            "une division par un nombre qui n’est pas 0",
        ),
        ("        return Nuit(navires=n", "        Nuit(navires=n", "def rule", "sans return"),
        ("count=self.huile", "count=-1", "count=-1", "de 0 à 10\u202f000 dés à la fois"),
        ("navires = sum(face", "navires = sum(fac", "fac >=", "un nom que le fichier connaît"),
    ],
)
def test_an_error_at_play_is_shown_with_its_line(
    file: Path, old: str, new: str, piece: str, texts: str
) -> None:
    edit(file, old, new)
    load_game(file)
    question = ask_about("lampe.veille", {"huile": 2})
    for read in (lambda: odds(question), lambda: simulate(question, 200_000, 1, workers=2)):
        refusal = _refusal_of(read)
        line = int(refusal.field.removeprefix(f"{file}:"))
        assert piece in file.read_text("utf-8").splitlines()[line - 1]
        assert texts in Words(None).refusal(refusal)


def _refusal_of(asked: Callable[[], object]) -> Refusal:
    """What a person is shown of an error: a worker process tells it as a refusal already."""
    try:
        asked()
    except Refusal as refusal:
        return refusal
    except Exception as error:
        refused = describe_rule_error(error)
        assert refused is not None
        return refused
    raise AssertionError("nothing went wrong")


def test_other_errors_are_nobody_s_fault(file: Path) -> None:
    assert describe_rule_error(ValueError("before any file")) is None
    load_game(file)
    with pytest.raises(ZeroDivisionError) as raised:
        Fraction(1, 0)
    assert describe_rule_error(raised.value) is None


# ── in other processes ─────────────────────────────────────────────────────────────────────────
def test_worker_processes_play_it_too(file: Path) -> None:
    load_game(file)
    question = ask_about("lampe.veille", {"huile": 3}, {"tempete": True})
    alone, shared = (simulate(question, 200_000, 7, workers=n) for n in (1, 2))
    assert alone.counts == shared.counts


def test_a_fresh_process_gets_what_was_read_here(file: Path) -> None:
    """Also when the file has changed meanwhile: results must be of the classes that are here."""
    load_game(file)
    law = odds(ask_about("lampe.veille", {"huile": 1}))
    sent = pickle.dumps(loaded_game_files())
    edit(file, "face >= seuil", "face >= 1")
    script = (
        "import pickle, sys\n"
        "from tablee.rules.authoring.game_file import load_game_files\n"
        "from tablee.rules.run_input import ask_about\n"
        "from tablee.rules.readings.odds import odds\n"
        "load_game_files(pickle.load(sys.stdin.buffer))\n"
        "law = odds(ask_about('lampe.veille', {'huile': 1}))\n"
        "sys.stdout.buffer.write(pickle.dumps(dict(law.weights)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], input=sent, capture_output=True, check=True, cwd=ROOT
    )
    assert pickle.loads(done.stdout) == law.weights


# ── installed packages ─────────────────────────────────────────────────────────────────────────
@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A place on the path with a package that brings the game `lampe`."""
    place = tmp_path / "site"
    info = place / "tablee_lampe-1.0.dist-info"
    info.mkdir(parents=True)
    (place / "lampe_game.py").write_text(SOURCE, "utf-8")
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: tablee-lampe\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[tablee.games]\nlampe = lampe_game:GAME\n")
    monkeypatch.syspath_prepend(str(place))
    _forget_installed()
    yield place
    sys.modules.pop("lampe_game", None)
    monkeypatch.undo()
    _forget_installed()


def _forget_installed() -> None:
    registry._entry_points.cache_clear()
    registry._installed.cache_clear()


@pytest.mark.usefixtures("installed")
def test_an_entry_point_brings_a_game() -> None:
    assert [game.id for game in games()] == [*BUILT_IN, "lampe"]
    assert mean(3) == 1
    assert find_game("lampe") is find_game("lampe")


def test_a_file_goes_before_an_installed_package(installed: Path, file: Path) -> None:
    edit(file, "face >= seuil", "face >= 1")
    game = load_game(file)
    assert find_game("lampe") is game
    assert mean(3) == 3
    assert [game.id for game in games()] == [*BUILT_IN, "lampe"]


@pytest.mark.parametrize(
    ("old", "new", "texts"),
    [
        ("import Pool", "import Pot", "ImportError"),
        ('id="lampe",', 'id="phare",', "lampe"),
        ("GAME = Game(", "GAME = dict(", "un Game"),
        ("(LAM-VEI-01)", "(LAM-VEI-07)", "la phrase de"),
    ],
)
def test_a_package_that_is_not_sound_is_left_out_and_shown(
    installed: Path, old: str, new: str, texts: str
) -> None:
    edit(installed / "lampe_game.py", old, new)
    assert [game.id for game in games()] == list(BUILT_IN)
    with pytest.raises(Refusal) as refused:
        find_procedure("lampe.veille")
    french, english = (Words(None, lang).refusal(refused.value) for lang in ("fr", "en"))
    assert texts in french
    assert french != english
