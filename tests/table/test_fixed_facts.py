"""Facts that a sheet alone says: another value by hand is refused at the request, with the sheet's."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.faces.sheet_files import at, from_files
from tablee.rules.refusal import Refusal
from tablee.rules.registry import find_procedure
from tests.kit import acts
from tests.table.evening import LEADER, set_up

Json = dict[str, Any]
WHO_ACTS: list[tuple[str, str, Json, Json, str, str]] = [
    ("armes_dieux", "revers", {"reussite": True, "acteur": "personnage"}, {"": "sentinelle"},
     "acteur", "figurant"),
    ("armes_dieux", "revers", {"reussite": True, "acteur": "figurant"}, {"": "oriane"},
     "acteur", "personnage"),
    ("armes_dieux", "opposition", {"participants": [{"poignee": 5}, {"acteur": "personnage"}]},
     {"participants": ["oriane", "sentinelle"]}, "participants[1].acteur", "figurant"),
    ("loss", "combat", {"acteur": "mj"}, {"attaquant": "kordan", "defenseur": "veilleur"},
     "acteur", "pj"),
    ("loss", "combat", {"acteur_defense": "pj"}, {"attaquant": "kordan", "defenseur": "veilleur"},
     "acteur_defense", "mj"),
    ("loss", "passive", {"acteur": "pj"}, {"": "veilleur"}, "acteur", "mj"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "name", "params", "cast", "field", "own"), WHO_ACTS)
def test_another_value_is_refused(
    game: str, name: str, params: Json, cast: Json, field: str, own: str
) -> None:
    """AD-REV-02, LOSS-COM-01: no consequence is declined later for it."""
    table = set_up(game)
    others = {role: who for role, who in cast.items() if role}
    to = (cast[""],) if "" in cast else ()
    act = acts.RequestRun(procedure=f"{game}.{name}", params=params, cast=others, to=to)
    assert not table.act(LEADER, act)
    assert table.wrong is not None
    assert table.wrong.field == field
    assert "d’après la fiche" in str(table.wrong)
    assert table.wrong.numbers["own"] == own


def test_the_value_of_the_sheet_may_be_repeated() -> None:
    table = set_up("armes_dieux")
    params = {"reussite": True, "acteur": "figurant"}
    act = acts.RequestRun(procedure="armes_dieux.revers", params=params, to=("sentinelle",))
    table.does(LEADER, act)


def test_a_path_on_the_command_line_is_read_likewise() -> None:
    procedure = find_procedure("armes_dieux.opposition")
    given = {"participants": at("@oriane,@sentinelle")}
    with pytest.raises(Refusal) as refusal:
        from_files(procedure, given, changes={"participants.1.acteur": "personnage"})
    assert refusal.value.field == "participants[1].acteur"


@pytest.mark.parametrize(("name", "given"), [
    ("test", {"de": "Force"}), ("test_d6", {"niveau": "Force"}), ("magie", {}),
])  # fmt: skip
def test_a_way_is_tried_with_a_characteristic_of_the_sheet(name: str, given: Json) -> None:
    """SOC-REP-02: another one is another way, and one that nobody has is none."""
    table = set_up("socle")

    def requested(way: str, who: str) -> bool:
        tried = {"tentative": {"objectif": "le mur", "caracteristique": way}}
        act = acts.RequestRun(procedure=f"socle.{name}", params=given | tried, to=(who,))
        return table.decided(LEADER, act) is not None

    assert not requested("Ruse", "maelle")
    assert table.wrong is not None
    assert (table.wrong.field, table.wrong.got) == ("tentative.caracteristique", "Ruse")
    assert str(table.wrong).endswith("Force, Agilité, Magie.")
    assert requested("agilite", "maelle")
