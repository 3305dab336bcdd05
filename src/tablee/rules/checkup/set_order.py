"""Runs that depend on the order of a set, which changes from one process to the next.

The game is loaded by processes of its own, each with another order of texts in sets. There the same
random runs are played; their results must be the same.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import msgspec

from tablee.rules.authoring.game_file import load_game
from tablee.rules.authoring.source_lines import each_once
from tablee.rules.authoring.source_purity import SORTED
from tablee.rules.checkup.random_runs import random_run
from tablee.rules.checkup.small_params import small_questions
from tablee.rules.game import Game
from tablee.rules.game_checks import unsound
from tablee.rules.readings.explain import explain
from tablee.rules.refusal import Refusal
from tablee.rules.registry import GameFile
from tablee.rules.schema import show
from tablee.rules.texts.words import Words

HASH_SEEDS = ("0", "1", "2", "3")
"""Values of PYTHONHASHSEED. Two texts have the same order under all of them one time in eight."""
SEEDS = range(5)
LONGEST = 150
"""Maximum answers of a run."""
MAX_SECONDS = 20


def order_faults(game: Game, file: GameFile) -> Iterator[Refusal]:
    """Yield a refusal, with its line, for each procedure whose runs depend on the order of a set."""
    if not any(map(_uses_sets, (file, *file.helpers))):
        return
    found = _played_elsewhere(file)
    for kind in game.procedures:
        if len({each.get(kind.id) for each in found}) > 1:
            yield from each_once([unsound((kind.__name__, "rule"), None, SORTED)], file, set())


def _uses_sets(file: GameFile) -> bool:
    return any(
        isinstance(node, ast.Set | ast.SetComp)
        or (isinstance(node, ast.Name) and node.id in ("set", "frozenset"))
        for node in ast.walk(ast.parse(file.source))
    )


def _played_elsewhere(file: GameFile) -> list[dict[str, str]]:
    """Return the runs of each process by the id of their procedure."""
    command = [sys.executable, "-m", __name__, file.path]
    paths = os.pathsep.join(path or os.curdir for path in sys.path)
    running = [
        subprocess.Popen(
            command,
            env={**os.environ, "PYTHONPATH": paths, "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        for seed in HASH_SEEDS
    ]
    found = []
    for process in running:
        try:
            out, _ = process.communicate(timeout=MAX_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            out, _ = process.communicate()
        if process.returncode == 0:
            found.append(msgspec.json.decode(out, type=dict[str, str]))
    return found


def runs_of(game: Game) -> dict[str, str]:
    """Return random runs of each procedure as text: the answers, the result, the effects and the notes."""
    found, words = {}, Words(game, "fr")
    for kind in game.procedures:
        played: list[Any] = []
        for question in small_questions(game, kind):
            for seed in SEEDS:
                try:
                    run = random_run(question, seed, LONGEST)
                    result = show(run.result) if run.done else None
                    texts = [step.text for step in explain(run, words)]
                    played.append([run.answers, result, run.effects, texts])
                except Exception as error:  # other checks report it
                    played.append([type(error).__name__])
        found[kind.id] = repr(played)
    return found


if __name__ == "__main__":
    sys.stdout.buffer.write(msgspec.json.encode(runs_of(load_game(sys.argv[1]))))
