"""Each kept example beside its law counted face by face."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import msgspec
import pytest

from tablee import Game, Procedure, load_game, odds
from tablee.rules.registry import unregister
from tests.examples.plain import PLAIN
from tests.kit.command_line import ROOT

GRID: dict[str, tuple[str, list[dict[str, Any]]]] = {
    "heist": (
        "coup.action",
        [
            {"actions": actions, "stress": stress, "effort": effort}
            for actions in range(5)
            for stress in (0, 7, 8)
            for effort in (False, True)
        ],
    ),
    "push": (
        "braise.jet",
        [
            {"attribut": 1, "competence": 0, "materiel": 0, "pousser": True},
            {"attribut": 1, "competence": 1, "materiel": 1, "pousser": True},
            {"attribut": 1, "competence": 2, "materiel": 0, "pousser": True},
            {"attribut": 1, "competence": 0, "materiel": 2, "pousser": True},
            {"attribut": 2, "competence": 2, "materiel": 2, "pousser": False},
        ],
    ),
    "wild_die": (
        "joker.trait",
        [
            {"de": de, "malus": malus, "jetons": jetons, "relancer": again, "acquis": acquis}
            for de in (4, 6, 8, 10, 12)
            for malus, jetons, again, acquis in (
                (0, 0, False, 0),
                (-6, 3, False, 0),
                (-6, 2, True, 1),
                (6, 3, True, 0),
                (-2, 1, True, 5),
            )
        ],
    ),
    "vow": (
        "serment.action",
        [
            {"stat": stat, "ajout": ajout, "elan": elan, "bruler": burn}
            for stat, ajout, elan in ((0, 0, 0), (2, 0, 5), (3, 1, 8), (5, 4, 10), (1, 0, 10))
            for burn in (False, True)
        ],
    ),
    "percentile": (
        "abime.jet",
        [
            {"competence": skill, "bonus": bonus, "pousser": pushed}
            for skill in (1, 4, 49, 50, 51, 95, 99)
            for bonus in (-2, -1, 0, 1, 2)
            for pushed in (False, True)
        ],
    ),
    "moves": (
        "veine.manoeuvre",
        [
            {"stat": stat, "avantage": side, "points": points, "depenser": spent}
            for stat in (-2, 0, 1, 4)
            for side in ("aucun", "avantage", "desavantage")
            for points in (0, 1, 3)
            for spent in (False, True)
        ],
    ),
    "roll_and_keep": (
        "lame.jet",
        [
            {"lances": rolled, "gardes": kept, "seuil": target, "augmentations": called}
            for rolled, kept in ((1, 1), (1, 4), (2, 1), (3, 2), (3, 3))
            for target, called in ((10, 0), (5, 2), (15, 1))
        ],
    ),
    "step_pool": (
        "trame.epreuve",
        [
            {"des": mine, "contre": theirs, "jetons": tokens, "payer": paid}
            for mine, theirs in (
                ((4,), (12,)),
                ((8, 8, 6), (6, 8)),
                ((4, 4, 4, 6), (4,)),
                ((12, 10, 4), (4, 4, 6)),
            )
            for tokens, paid in ((0, 0), (1, 1), (2, 1), (2, 2))
        ],
    ),
    "ladder": (
        "echelle.action",
        [
            {"competence": skill, "opposition": other, "points": points, "appel": call}
            for skill, other in ((0, 0), (2, 3), (6, -2), (0, 8), (1, 4))
            for points in (0, 1, 3)
            for call in ("garder", "ajouter", "relancer")
        ],
    ),
}
"""Example -> its procedure, and parameters that reach all of its branches."""


@pytest.fixture(autouse=True, scope="module")
def _forgotten() -> Iterator[None]:
    yield
    for name in GRID:
        unregister(loaded(name).id)
    loaded.cache_clear()


@cache
def loaded(name: str) -> Game:
    return load_game(ROOT / "examples" / f"{name}.py")


def kind_of(name: str, procedure: str) -> type[Procedure[Any]]:
    return next(kind for kind in loaded(name).procedures if kind.id == procedure)


def counted(procedure: str, params: dict[str, Any]) -> dict[tuple[Any, ...], Fraction]:
    found: dict[tuple[Any, ...], Fraction] = defaultdict(Fraction)
    for row, chance in PLAIN[procedure](params):
        found[tuple(sorted(row.items()))] += chance
    return dict(found)


@pytest.mark.parametrize(
    ("name", "procedure", "params"),
    [
        pytest.param(name, procedure, params, id=f"{name}-{place}")
        for name, (procedure, rows) in GRID.items()
        for place, params in enumerate(rows)
    ],
)
def test_the_law_of_an_example_is_the_count_of_its_faces(
    name: str, procedure: str, params: dict[str, Any]
) -> None:
    law = odds(kind_of(name, procedure)(**params))
    exact = {tuple(sorted(msgspec.structs.asdict(each).items())): p for each, p in law.items()}
    assert exact == counted(procedure, params)
