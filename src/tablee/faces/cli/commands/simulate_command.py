"""`simulate`: the same law by sampling, with confidence intervals.

The module parses options and prints; the reading samples. It knows no table.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from tablee.faces.cli.answer_options import Answers, answer_runs, run_command
from tablee.faces.cli.cli_context import Face
from tablee.faces.cli.command_options import BY, fields_named, option
from tablee.faces.cli.parser_errors import whole
from tablee.faces.cli.progress import Waiting
from tablee.faces.cli.run_sources import Given
from tablee.faces.cli.text_tables import bar, table
from tablee.faces.messages import decimal, format_value, title_of
from tablee.faces.share_text import share_of
from tablee.rules.run_input import RunInput
from tablee.rules.run_json import sample_view
from tablee.rules.texts.name_labels import field_label
from tablee.rules.texts.words import Words

RUNS, MOST_RUNS = 1_000_000, 10**9
WAYS: Mapping[str, str] = {
    "arrays": "Jets tirés en bloc dans les tableaux de tous les états.",
    "runs": "Jets joués jusqu’au bout, les états étant trop nombreux.",
}
"""How the sample was made, for each `Way`."""


@run_command(
    "Les chances de chaque résultat par échantillon, avec leur intervalle de confiance à 95 %.",
    BY,
    option("n -n --runs", "Nombre de jets (un million par défaut).", "N"),
    option(
        "precision --precision",
        "S’arrêter dès que chaque chance est connue à cela près (0,1 %).",
        "PART",
    ),
    option("seed --seed", "La graine : la même donne les mêmes nombres.", "N"),
    option(
        "workers --workers",
        "Nombre de processus ; les nombres n’en dépendent pas.",
        "N",
        default="1",
    ),
    epilog="Exemple : tablee simulate exil.simple talent=14 -n 1000000 --seed 7",
    seats=False,
)
def simulate_command(
    face: Face,
    given: Given,
    answers: Answers,
    by: tuple[str, ...],
    n: str | None,
    precision: str | None,
    seed: str | None,
    workers: str,
) -> int:
    share = None if precision is None else share_of(precision, "precision")
    usual = RUNS if share is None else MOST_RUNS
    count = usual if n is None else whole(n, "n", 1, MOST_RUNS)
    number = None if seed is None else whole(seed, "seed", 0, 2**64 - 1)
    hands = whole(workers, "workers", 1, 4 * (os.cpu_count() or 1))
    of = count, share, number, fields_named(by), hands
    return answer_runs(face, given, answers, lambda q: _sample(face, q, *of), _tell)


def _sample(
    face: Face,
    question: RunInput,
    count: int,
    precision: float | None,
    seed: int | None,
    by: tuple[str, ...] | None,
    workers: int,
) -> dict[str, Any]:
    from tablee.rules.readings.simulate import simulate

    with Waiting(face, "Échantillon") as waiting:
        sample = simulate(question, count, seed, by, workers, waiting.known, precision)
    return sample_view(question, sample)


def _tell(face: Face, question: RunInput, view: Mapping[str, Any]) -> None:
    words = face.words
    face.line(face.bold(title_of(words, question)))
    face.line(
        words.phrase(
            "{n:jet|jets}, graine {seed:=} ; interrompu"
            if view.get("interrupted")
            else "{n:jet|jets}, graine {seed:=}",
            n=view["n"],
            seed=view["seed"],
        )
    )
    face.line(words.text(WAYS[view["way"]]))
    face.line()
    shown = view["distribution"]
    names = list(shown[0]["result"])
    most = max(row["p"] for row in shown)
    rows = []
    for row in shown:
        cells = [format_value(words, row["result"][name], name) for name in names]
        low, high = (_percent(words, row[bound]) for bound in ("low", "high"))
        rows.append([*cells, _percent(words, row["p"]), f"{low} – {high}", bar(row["p"] / most)])
    heads = [*(field_label(words, name, words.names) for name in names), words.text("chance")]
    table(face, [*heads, words.text("intervalle à 95 %"), ""], rows, [len(names)])


def _percent(words: Words, share: float) -> str:
    """Return a sampled share to a hundredth of a percent, the precision of the sample."""
    sign = "\u202f%" if words.lang == "fr" else "%"
    return decimal(words, share * 100) + sign
