"""Parameters from sheets, on toys: what is filled, looked up, added, refused."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta

from tablee.rules.ambient import rulings
from tablee.rules.field_marks import AS_OBJECT, on_sheet
from tablee.rules.procedure import Procedure, Record, Result, Rulings
from tablee.rules.refusal import Refusal
from tablee.rules.schema import fields_of
from tablee.rules.sheet import Sheet
from tablee.rules.sheets.sheet_params import Taken, roles_of, with_sheets

Scores = Annotated[tuple[tuple[str, int], ...], AS_OBJECT]
Level = Annotated[
    int, Meta(ge=0, le=20, description="niveau"), on_sheet("talents", "traits", added=True)
]


class House(Rulings):
    """A switch that a sheet reads."""

    longue: bool = False


class Marks(Record):
    """A table whose names are fixed."""

    elan: int = 3
    adresse: int = 5


class Hero(Sheet, tag="heros"):
    """Every kind of thing that a sheet may have."""

    talents: Scores = ()
    traits: Marks = Marks()
    force: int = 7
    blessures: int | None = None
    titres: tuple[str, ...] = ()

    @property
    def camp(self) -> str:
        return "nous"

    @property
    def portee(self) -> int:
        return 9 if rulings(House).longue else 1


class State(Record):
    """Filled from the sheet of who acts."""

    force: Annotated[int, on_sheet("force")] = 0
    blessures: Annotated[int, on_sheet("blessures")] = 0


class Fighter(Record):
    """One of several, each with a sheet of its own."""

    nom: Annotated[str, on_sheet("nom")]
    niveau: Level = 0
    force: Annotated[int, on_sheet("force")] = 0


class Fought(Result):
    """Nothing of interest."""

    done: bool


class Aim(Procedure[Fought], id="jouet.visee"):
    """Takes what a sheet works out, and what it has not."""

    portee: Annotated[int, on_sheet("portee")]
    repos: Annotated[int | None, on_sheet("blessures")]
    usuel: Annotated[int | None, on_sheet("blessures")] = 3
    autre: Annotated[int | None, on_sheet("camp_adverse")]


class Fight(Procedure[Fought], id="jouet.combat"):
    """Takes a sheet for who acts and one for who is met."""

    niveau: Level | Literal["ask"]
    force: Annotated[int, Meta(ge=0), on_sheet("force")] = 7
    camp: Annotated[Literal["nous", "eux"], on_sheet("camp")] = "eux"
    somme: Annotated[int, on_sheet("traits")] = 0
    libre: int = 0
    titres: Annotated[tuple[str, ...], on_sheet("titres")] = ()
    adversaire: Annotated[Level, on_sheet("talents", role="adversaire")] = 0
    force_adverse: Annotated[int, on_sheet("force", role="adversaire")] = 0
    etat: Annotated[State, on_sheet()] = State()
    rangs: tuple[Fighter, ...] = ()
    chef: Fighter | None = None
    suite: Annotated[tuple[State, ...], on_sheet()] = ()


ZOE = Hero(nom="Zoé", talents=(("Escalade", 9), ("Esquive", 4), ("À-coups", 2)), force=11)
BOB = Hero(nom="Bob", talents=(("Escalade", 1),), blessures=2, titres=("le Bref",))


def filled(*given: Any, **sheets: Hero) -> dict[str, Any]:
    (params,) = given or ({},)
    return with_sheets(Fight, params, {"" if r == "own" else r: s for r, s in sheets.items()})


def refused(*given: Any, **sheets: Hero) -> str:
    with pytest.raises(Refusal) as caught:
        filled(*given, **sheets)
    return caught.value.field


def test_where_values_come_from_is_declared_once() -> None:
    assert roles_of(Fight) == ("", "adversaire")
    assert fields_of(Fight)["adversaire"].help == "niveau"
    source = fields_of(Fight)["adversaire"].source
    assert source is not None
    assert (source.fields, source.role) == (("talents",), "adversaire")
    assert fields_of(Fight)["libre"].source is None


def test_without_sheets_parameters_stay_as_they_are() -> None:
    given = {"niveau": 3, "inconnu": [1], "rangs": [{"nom": "x"}], "chef": None}
    assert filled(given) == given


def test_what_a_sheet_works_out_goes_by_the_rulings() -> None:
    for longue, portee in ((False, 1), (True, 9)):
        found = with_sheets(Aim, {}, {"": ZOE}, House(longue=longue))
        assert found["portee"] == portee


def test_nothing_on_a_sheet_is_null_where_something_must_be_shown() -> None:
    assert with_sheets(Aim, {}, {"": ZOE}, House()) == {"portee": 1, "repos": None}
    found = with_sheets(Aim, {}, {"": BOB}, House())
    assert (found["repos"], found["usuel"]) == (2, 2)


def test_plain_values_are_filled_and_usual_ones_left_out() -> None:
    found = filled({"niveau": 3}, own=BOB)
    assert found == {
        "niveau": 3,
        "camp": "nous",
        "titres": ["le Bref"],
        "etat": {"force": 7, "blessures": 2},
    }
    assert filled({"niveau": 3, "force": 1}, own=ZOE)["force"] == 1
    assert filled({"niveau": 3}, own=ZOE)["force"] == 11


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Escalade", 9),
        ("escalade", 9),
        ("ESCA", 9),
        ("a-coups", 2),
        ("adresse", 5),
        ("Esquive+élan", 7),
        ("esq + esca", 13),
        ("ask", "ask"),
        (12, 12),
    ],
)
def test_names_are_looked_up(name: Any, value: Any) -> None:
    assert filled({"niveau": name}, own=ZOE)["niveau"] == value


@pytest.mark.parametrize("name", ["Natation", "Es", "", "Escalade+Natation", "+", "es+es"])
def test_names_that_the_sheet_has_not_are_refused(name: str) -> None:
    assert refused({"niveau": name}, own=ZOE) == "niveau"


def test_names_are_added_up_only_where_the_parameter_is_a_sum() -> None:
    assert filled({"niveau": 1, "somme": "élan"}, own=ZOE)["somme"] == 3
    assert refused({"niveau": 1, "somme": "élan+adresse"}, own=ZOE) == "somme"


def test_a_sheet_for_each_role() -> None:
    found = filled({"niveau": "Escalade", "adversaire": "esca"}, own=ZOE, adversaire=BOB)
    assert (found["niveau"], found["adversaire"], found["force_adverse"]) == (9, 1, 7)
    taken = filled({"niveau": 3, "adversaire": Taken(ZOE, "Esquive")})
    assert taken == {"niveau": 3, "adversaire": 4, "force_adverse": 11}
    assert refused({"niveau": 3}, arbitre=BOB) == "arbitre"


def test_a_single_value_of_any_sheet() -> None:
    assert filled({"niveau": Taken(BOB, "escalade")}, own=ZOE)["niveau"] == 1
    assert filled({"niveau": 1, "force": Taken(ZOE)})["force"] == 11
    assert refused({"niveau": Taken(BOB)}) == "niveau"
    assert refused({"niveau": 1, "libre": Taken(BOB, "Escalade")}) == "libre"


def test_records_are_filled_from_the_sheet_in_them() -> None:
    zoe = {"nom": "Zoé", "force": 11}
    bob = {"nom": "Bob", "force": 7}
    assert filled({"niveau": 1, "rangs": [Taken(ZOE), Taken(BOB)]})["rangs"] == [zoe, bob]
    assert filled({"niveau": 1, "rangs": Taken(ZOE)})["rangs"] == [zoe]
    inside = {"fiche": Taken(ZOE), "niveau": "Esquive", "nom": "l’autre"}
    expected = {"nom": "l’autre", "niveau": 4, "force": 11}
    assert filled({"niveau": 1, "rangs": inside})["rangs"] == [expected]
    assert filled({"niveau": 1, "chef": inside})["chef"] == expected
    assert filled({"niveau": 1, "chef": Taken(BOB)}, own=ZOE)["chef"] == bob


def test_records_of_others_are_not_filled_from_the_sheet_of_who_acts() -> None:
    found = filled({"niveau": 1, "rangs": [{"nom": "x"}], "suite": [{}, {"force": 1}]}, own=BOB)
    assert found["rangs"] == [{"nom": "x"}]
    assert found["suite"] == [
        {"force": 7, "blessures": 2},
        {"force": 1, "blessures": 2},
    ]


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"niveau": 1, "rangs": [{"fiche": "@zoe.yaml"}]}, "rangs[0].fiche"),
        ({"niveau": 1, "chef": Taken(ZOE, "Escalade")}, "chef"),
        ({"niveau": 1, "rangs": [{"fiche": Taken(ZOE), "niveau": "Nage"}]}, "rangs[0].niveau"),
    ],
)
def test_what_is_refused_inside_of_records(given: dict[str, Any], field: str) -> None:
    assert refused(given) == field
