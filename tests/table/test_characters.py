"""How characters stand, as each seat sees it."""

from __future__ import annotations

import pytest

from tablee.table.acts import put_sheet
from tablee.table.export.exporting import campaign_file
from tablee.table.export.importing import campaign_of
from tablee.table.record_changes import record_sheet
from tablee.table.views.view_types import CharacterView, ConsequenceView
from tablee.table.views.whole_view_types import StoryView
from tests.kit import acts
from tests.table.evening import GAMES, LEADER, Table, set_up, sheet_of
from tests.table.export.tables import ID, logged


def one(table: Table, seat: str, who: str) -> CharacterView:
    """A character in a seat's view."""
    return next(c for c in table.view(seat).characters if c.id == who)


def gauges(table: Table, seat: str, who: str) -> dict[str, tuple[int, int]]:
    return {g.name: (g.value, g.most) for g in one(table, seat, who).gauges}


@pytest.mark.parametrize("game", GAMES)
def test_everybody_sees_how_the_players_characters_stand(game: str) -> None:
    table = set_up(game)
    for view in (table.view(LEADER), table.view("j1"), table.view("j3")):
        for each in view.characters:
            assert each.seat or view.me.leads
            assert all(gauge.name[0].isupper() for gauge in each.gauges)
            assert bool(each.sheet) == (each.mine or view.me.leads)
    own = table.view("j1").me.characters
    assert own == [one(table, "j1", own[0]).id]


def test_of_an_adversary_that_is_met_the_leader_alone_sees_numbers() -> None:
    table = set_up("exil")
    assert "brute" not in {each.id for each in table.view("j1").characters}
    table.does(LEADER, acts.RequestRun(procedure="exil.duel", cast={"a": "jeanne", "b": "brute"}))
    blow = {"type": "blessure", "dommages": 20}
    event = {"type": "exil.suivi", "qui": "brute", "evenement": blow}
    table.does(LEADER, acts.ChangeRecord(event=event))
    met = one(table, "j1", "brute")
    assert (met.gauges, met.states, met.out) == ([], ["état grave"], False)
    assert gauges(table, LEADER, "brute") == {"Points de Santé": (8, 28)}
    table.does(LEADER, acts.ChangeRecord(event=event))
    assert one(table, "j1", "brute").out


def test_what_ails_a_character_is_in_view() -> None:
    """A poison under way, of a player’s character; what an adversary has is nobody’s to know."""
    table = set_up("exil")
    bitten = {"type": "poison", "nom": "Curare", "delai": 1, "periode": 1, "malignite": "grave"}
    for who in ("jeanne", "brute"):
        event = {"type": "exil.suivi", "qui": who, "evenement": bitten}
        table.does(LEADER, acts.ChangeRecord(event=event))
    assert one(table, "j2", "jeanne").states == ["en pleine forme", "un poison en cours"]
    table.does(LEADER, acts.RequestRun(procedure="exil.duel", cast={"a": "jeanne", "b": "brute"}))
    assert one(table, "j2", "brute").states == ["en pleine forme"]


def test_a_wounded_adversary_of_socle_has_the_hearts_of_his_sheet_at_most() -> None:
    """SOC-TOU-02: three on the sheet of the captain, after a wound and two at once too."""
    table = set_up("socle")
    assert gauges(table, LEADER, "capitaine") == {"Cœurs": (3, 3)}
    for left in (2, 1):
        params = {"de": 12, "aide": False, "degres": -1}
        cast = {"adversaire": "capitaine"}
        act = acts.RequestRun(procedure="socle.attaque", params=params, cast=cast, to=("gontrand",))
        table.does(LEADER, act)
        run = list(table.state.runs)[-1]
        table.does("j1", acts.Answer(run=run, place=0, answer={"dice": [9]}))
        assert gauges(table, LEADER, "capitaine") == {"Cœurs": (left, 3)}
        assert one(table, "j1", "capitaine").gauges == []


def test_whom_nobody_has_met_is_not_there() -> None:
    table = set_up("exil")
    cast, params = {"cible": "vigile"}, {"poff": 3}
    act = acts.RequestRun(
        procedure="exil.assaut", params=params, cast=cast, to=("jeanne",), secret=True
    )
    table.does(LEADER, act)
    assert "vigile" not in {each.id for each in table.view("j2").characters}
    table.does(LEADER, acts.Reveal(run="j1"))
    assert "vigile" in {each.id for each in table.view("j2").characters}


def test_tokens_of_loss_are_in_view() -> None:
    table = set_up("loss")
    table.does(LEADER, acts.BeginScene())
    gain = {"type": "gain", "holder": "kordan", "n": 2, "camp": "pj"}
    lost = {"type": "echec", "exploits": 3, "auteur": "kordan", "attributions": {"mj": 3}}
    for event in (gain, lost):
        table.does(LEADER, acts.ChangeRecord(event={"type": "loss.jetons", "evenement": event}))
    assert gauges(table, "j2", "kordan") == {"Jetons": (2, 0), "Désastres du MJ": (3, 0)}
    assert [gauge.value for gauge in table.view("j2").table.gauges] == [3]


def test_what_is_kept_on_sheets_is_in_view() -> None:
    table = set_up("armes_dieux")
    effort = {"type": "armes_dieux.personnage", "qui": "bastan", "evenement": {"type": "effort"}}
    before = gauges(table, "j2", "bastan")["Tension"][0]
    table.does("j1", acts.ChangeRecord(event=effort))
    assert gauges(table, "j2", "bastan")["Tension"][0] == before + 1
    table = set_up("socle")
    fallen = sheet_of(table, "gontrand", coeurs=0, etat="a_terre")
    table.does(LEADER, acts.PutSheet(character="gontrand", sheet=fallen, seat="j1"))
    shown = one(table, "j3", "gontrand")
    assert (gauges(table, "j3", "gontrand")["Cœurs"], shown.out) == ((0, 5), True)
    table = set_up("eclats")
    due = [{"niveau": "eleve", "texte": "une cheville foulée"}]
    table.does(
        LEADER,
        acts.PutSheet(
            character="anselme", sheet=sheet_of(table, "anselme", prix_dus=due), seat="j1"
        ),
    )
    assert gauges(table, "j3", "anselme") == {"Prix dus": (1, 0)}


def test_what_ends_for_an_adversary_unseen_is_not_shown() -> None:
    """The end of a scene tells of everybody in turn; of the ones whom nobody has met, to the leader."""
    output = []
    for hidden in (False, True):
        table = set_up("exil", others=False)
        table.does(LEADER, acts.BeginScene())
        shock = {"type": "exil.suivi", "evenement": {"type": "choc", "echecs": 2}}
        table.does(LEADER, acts.ChangeRecord(event={**shock, "qui": "jeanne"}))
        if hidden:
            sheet = sheet_of(table, "brute", nom="L’Ombre")
            table.does(LEADER, acts.PutSheet(character="ombre", sheet=sheet))
            table.does(LEADER, acts.ChangeRecord(event={**shock, "qui": "ombre"}))
        table.at += 0 if hidden else 2000
        table.does(LEADER, acts.EndScene())
        output.append(table.view("j2").story)
        texts = [item.text for item in _ended(table.view(LEADER).story)]
        assert any("Ombre" in text for text in texts) == hidden
    assert output[0] == output[1]
    assert any("Jeanne" in item.text for item in _ended(output[0]))


def _ended(story: StoryView) -> list[ConsequenceView]:
    return [item.consequence for item in story.items if item.consequence is not None]


def test_a_row_without_a_name_is_refused_and_one_of_before_stays() -> None:
    """A campaign in which one was written goes on, here and where it is brought."""
    table = set_up("socle")
    sheet = sheet_of(table, "gontrand", des={"Force": 8, "\u200b": 6})
    assert not table.act(LEADER, acts.PutSheet(character="gontrand", sheet=sheet, seat="j1"))
    assert table.wrong is not None
    assert table.wrong.field == "sheet.des[1].nom"
    table.happen(record_sheet(table.state, table.game, "gontrand", sheet))
    assert (own := one(table, "j1", "gontrand").sheet)
    assert own["des"] == sheet["des"]
    assert campaign_of(campaign_file(ID, logged(table)))


def test_how_many_a_player_may_make_tells_nothing_of_those_unseen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(put_sheet, "MAX_PLAYER_SHEETS", 3)
    made = []
    for hidden in (0, 2):
        table = set_up("exil", others=False)
        for number in range(hidden):
            table.does(
                LEADER, acts.PutSheet(character=f"o{number}", sheet=sheet_of(table, "brute"))
            )
        names = [f"c{number}" for number in range(6)]
        sheet = sheet_of(table, "jeanne")
        made.append(
            [table.act("j1", acts.PutSheet(character=n, sheet=sheet, seat="j1")) for n in names]
        )
    assert made == [[True] * 3 + [False] * 3] * 2


def test_a_sheet_that_does_not_fit_keeps_nobody_from_another_one() -> None:
    """Its game was saved again with narrower bounds. It stays as it was."""
    table = set_up("socle", others=False)
    table.does(LEADER, acts.PutSheet(character="ombre", sheet=sheet_of(table, "pillard")))
    wrong = table.state.record["fiches"]["ombre"] = {**table.state.sheet("ombre"), "coeurs": -7}
    for seat in ("j1", LEADER):
        character = next(n for n in table.state.sheets if table.state.owner(n) == "j1")
        act = acts.PutSheet(character=character, sheet=table.state.sheet(character), seat="j1")
        table.does(seat, act)
        assert table.state.sheet("ombre") == wrong
