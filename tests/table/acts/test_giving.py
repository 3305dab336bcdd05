"""Characters made, given and taken."""

from __future__ import annotations

from tablee.table.refusals import NotYours, Stale
from tests.kit import acts
from tests.table.acts.doing import jet, refused
from tests.table.evening import LEADER, Table, sheet_of


def test_a_free_character_is_there_to_be_taken(table: Table) -> None:
    assert "sentinelle" not in {one.id for one in table.view("j3").characters}
    table.does(LEADER, acts.Give(character="sentinelle", free=True))
    (shown,) = [one for one in table.view("j3").characters if one.id == "sentinelle"]
    assert (shown.free, shown.sheet, shown.seat) == (True, None, None)
    assert isinstance(refused(table, "j3", acts.Give(character="sentinelle", to="j2")), NotYours)
    table.does("j3", acts.Give(character="sentinelle", to="j3"))
    assert table.view("j3").me.characters == ["sentinelle"]


def test_who_takes_a_free_character_too_late_is_shown_who_has_it(table: Table) -> None:
    """The seat might have done it: the table has moved on. Whose a character is everybody sees."""
    table.does(LEADER, acts.Give(character="sentinelle", free=True))
    table.does("j3", acts.Give(character="sentinelle", to="j3"))
    late = refused(table, "j2", acts.Give(character="sentinelle", to="j2"))
    assert isinstance(late, Stale)
    assert str(late).endswith("un personnage libre (celui-ci est à Siège 3).")
    table.does(LEADER, acts.Give(character="sentinelle"))
    late = refused(table, "j2", acts.Give(character="sentinelle", to="j2"))
    assert isinstance(late, Stale)
    assert str(late).endswith("attendu\u00a0: un personnage libre.")
    for who, to in (("bastan", "j2"), ("sentinelle", "j3")):
        assert isinstance(refused(table, "j2", acts.Give(character=who, to=to)), NotYours)


def test_a_player_makes_a_character_under_the_name_of_his_seat(table: Table) -> None:
    sheet = sheet_of(table, "bastan", nom="Lou")
    table.does("j3", acts.PutSheet(character="lou", sheet=sheet, seat="j3"))
    assert table.view("j3").me.characters == ["j3-lou"]
    table.does("j3", acts.PutSheet(character="j3-lou", sheet={**sheet, "nom": "Loup"}, seat="j3"))
    assert table.state.sheet("j3-lou")["nom"] == "Loup"
    for who, seat in (("bastan", "j1"), ("lou", None), ("lou", "j1")):
        act = acts.PutSheet(character=who, sheet=sheet, seat=seat)
        assert isinstance(refused(table, "j3", act), NotYours)
    table.does(LEADER, acts.PutSheet(character="loup-gris", sheet=sheet))
    assert "loup-gris" in str(refused(table, LEADER, acts.AddSeat(seat="loup", name="Sam")))


def test_a_player_makes_those_whom_players_play(table: Table) -> None:
    """A Figurant is the leader's to make; who is given one keeps its sheet."""
    figurant = sheet_of(table, "sentinelle")
    act = acts.PutSheet(character="lou", sheet=figurant, seat="j3")
    assert isinstance(refusal := refused(table, "j3", act), NotYours)
    assert (refusal.field, refusal.got) == ("sheet.type", "figurant")
    table.does(LEADER, acts.Give(character="sentinelle", to="j3"))
    act = acts.PutSheet(character="sentinelle", sheet={**figurant, "nom": "Ote"}, seat="j3")
    table.does("j3", act)
    assert table.state.sheet("sentinelle")["nom"] == "Ote"


def test_a_character_that_is_given_can_be_shown_by_all(table: Table) -> None:
    table.does(LEADER, acts.Give(character="bastan", to="j2"))
    texts = table.view("j3").story.items[0]
    assert (texts.kind, texts.text) == ("character_given", "Bastan")
    table.does(LEADER, jet())
    assert table.view("j3").waiting == ["Siège 2"]
    table.does(LEADER, acts.Give(character="bastan"))
    assert table.view("j3").waiting == ["Siège 0"]
