"""Results of a rule that are not what the rule declares."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.mistaken_games import PAIRS, refused

pytestmark = pytest.mark.usefixtures("own_games")


@pytest.mark.parametrize(
    ("value", "returned", "message"),
    [
        (
            "int",
            'await roll(D6, "a", who="x") / 2',
            "dans Points, v : un nombre entier ; la règle a rendu",
        ),
        ("int", '"trois"', "la règle a rendu 'trois'"),
        ("int", "True", "la règle a rendu True"),
        ("bool", "1", "v : true ou false ; la règle a rendu 1"),
        ('Literal["a", "b"]', '"c"', "v : a ou b ; la règle a rendu 'c'"),
        ("Annotated[int, Meta(ge=0, le=3)]", "4", "v : un entier de 0 à 3 ; la règle a rendu 4"),
        ("tuple[int, ...]", "(1, 2.5)", "la règle a rendu (1, 2.5)"),
        ("str", "3", "la règle a rendu 3"),
        ("tuple[int, int]", "(1, 2, 3)", "la règle a rendu (1, 2, 3)"),
        ("tuple[int, bool]", "(1, 2)", "la règle a rendu (1, 2)"),
        ("Annotated[int, Meta(gt=0, lt=4)]", "4", "v : un entier de 1 à 3 ; la règle a rendu 4"),
        (
            "Fraction",
            "0.5",
            "v : un entier ou une Fraction (un nombre, ou une fraction comme 1/2) ; la règle a rendu 0.5",
        ),
        ("Annotated[Fraction, Meta(ge=0)]", "-1", "au moins 0) ; la règle a rendu -1"),
        ("int | None", "2.5", "v : un nombre entier ou null (rien) ; la règle a rendu 2.5"),
        ('Literal["a"] | None', '"c"', "v : a ou null (rien) ; la règle a rendu 'c'"),
        ("Annotated[tuple[int, ...], Meta(max_length=2)]", "(1, 2, 3)", "de 0 à 2 éléments"),
        (PAIRS, '{"a": 1}', "((nom, valeur), …) pour un objet"),
        (PAIRS, '(("a", 1.5),)', "la règle a rendu (('a', 1.5),)"),
        ("Place", "3", "v : un objet {x, y} ; la règle a rendu 3"),
        ("Place", "Place(x=1.5)", "dans Place, x : un nombre entier ; la règle a rendu 1.5"),
        ("Place", "Place(x=1, y=7)", "dans Place, y : un entier de 0 à 3 ; la règle a rendu 7"),
        ("Place | None", "Place(x=1.5)", "dans Place, x : un nombre entier"),
        ("tuple[Place, ...]", '(Place(x=1), Place(x="a"))', "dans Place, x : un nombre entier"),
        ("tuple[Place, int]", "(Place(x=1.5), 1)", "dans Place, x : un nombre entier"),
        ("Left | Right", "Left(x=1.5)", "dans Left, x : un nombre entier"),
        ("Left | Right", "Place(x=1)", "la règle a rendu Place(x=1, y=0)"),
    ],
)
def test_a_result_has_the_declared_types(
    tmp_path: Path, value: str, returned: str, message: str
) -> None:
    for _, text in refused(tmp_path, f"return Points(v={returned})", value):
        assert message in text
