"""What comes of asking for runs: one each, the same again, again without a modifier."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.table.views.view_types import RunView
from tests.kit import acts
from tests.table.acts.doing import jet, refused, revers, tension
from tests.table.evening import LEADER, Table, set_up, sheet_of


def test_one_each_for_several(table: Table) -> None:
    table.does(LEADER, jet(to=("bastan", "oriane"), title="Qui vive ?"))
    runs = list(table.state.runs.values())
    assert [run.subject for run in runs] == ["bastan", "oriane"]
    assert len({run.group for run in runs}) == 1
    assert table.view("j1").waiting == ["Siège 1", "Siège 2"]
    assert [run.characters for run in table.view("j3").runs] == [["Bastan"], ["Oriane Tessier"]]


def test_one_character_is_asked_once(table: Table) -> None:
    wrong = refused(table, LEADER, jet(to=("bastan", "oriane", "bastan")))
    assert (wrong.field, wrong.got) == ("to", "bastan")
    assert "tous différents" in wrong.allowed


def test_a_title_of_nothing_that_is_seen_is_none(table: Table) -> None:
    table.does(LEADER, acts.BeginScene(title="\u200b "))
    table.does(LEADER, jet(title=" \u2060"))
    view = table.view(LEADER)
    assert view.table.scene
    assert view.table.scene.title == ""
    assert view.runs[0].title == view.runs[0].label


def test_a_run_in_no_scene_begins_one(table: Table) -> None:
    assert table.state.scene is None
    table.does(LEADER, jet())
    assert table.state.scene is not None
    table.does(LEADER, acts.EndScene())
    table.does(LEADER, revers("bastan"))
    assert [scene.number for scene in table.state.scenes] == [1, 2]
    assert table.state.runs["j2"].status == "done"


def test_the_same_again(table: Table) -> None:
    table.does(LEADER, jet(secret=True, title="Dans le noir"))
    table.does(LEADER, acts.Repeat(run="j1"))
    first, second = table.state.runs.values()
    alike = ("procedure", "params", "cast", "subject", "secret", "title", "settings", "hidden")
    assert all(getattr(first, name) == getattr(second, name) for name in alike)
    assert second.answers == ()


def test_the_same_again_is_of_the_sheets_as_they_are_now() -> None:
    """The second tour of a fight begins with what the first left, what costs Mana needs it each time;
    what the leader said stays as it was said."""
    table = set_up("exil")
    texts = {"talent": 7, "difficulty": -2}
    table.does(LEADER, acts.RequestRun(procedure="exil.simple", params=texts, to=("jeanne",)))
    table.does(
        LEADER, acts.RequestRun(procedure="exil.contact_round", cast={"a": "jeanne", "b": "brute"})
    )
    hurt = {"type": "exil.suivi", "qui": "jeanne", "evenement": {"type": "blessure", "dommages": 9}}
    table.does(LEADER, acts.ChangeRecord(event=hurt))
    for run in ("j1", "j2"):
        table.does(LEADER, acts.Repeat(run=run))
    tested, fought = (table.state.runs[run].params for run in ("j3", "j4"))
    assert {name: tested[name] for name in texts} == texts
    assert tested["external"] == -3
    assert fought["a"]["pds"] == 15
    assert texts_of(table.view(LEADER).runs[2])["Autres modificateurs"] == "−3 (santé)"


def test_the_same_again_of_all_who_were_called(table: Table) -> None:
    """As one call, which can be made again itself; not of whose run was taken back."""
    table.does(LEADER, jet(to=("bastan", "oriane"), title="Qui vive ?"))
    table.does(LEADER, jet())
    assert [run.may.again_all for run in table.view(LEADER).runs] == [True, True, False]
    assert not any(run.may.again_all for run in table.view("j1").runs)
    assert refused(table, LEADER, acts.Repeat(run="j3", all=True)).field == "all"
    table.does(LEADER, acts.Repeat(run="j2", all=True))
    first, second = list(table.state.runs.values())[3:]
    assert [first.subject, second.subject] == ["bastan", "oriane"]
    assert (first.title, first.group) == ("Qui vive ?", second.group)
    assert first.group not in ("", table.state.runs["j1"].group)
    table.does(LEADER, acts.Withdraw(run="j4"))
    table.does(LEADER, acts.Repeat(run="j5", all=True))
    assert [run.subject for run in list(table.state.runs.values())[5:]] == ["oriane"]
    assert table.again() == table.state


def test_who_is_asked_otherwise_is_still_one_of_the_call() -> None:
    table = set_up("exil")
    params = {"talent": 7, "external": 1}
    both = ("aurele", "jeanne")
    table.does(LEADER, acts.RequestRun(procedure="exil.simple", params=params, to=both))
    table.does(LEADER, acts.RemoveModifier(run="j1", name="external"))
    table.does(LEADER, acts.Repeat(run="j2", all=True))
    again = list(table.state.runs.values())[3:]
    assert [run.subject for run in again] == ["jeanne", "aurele"]
    assert [run.params["external"] for run in again] == [1, 0]


def test_a_call_again_is_refused_whole_or_not_at_all() -> None:
    """Of two who cast, one has no Mana left (SOCLE-MAG-01)."""
    table = set_up("socle")
    spell = acts.RequestRun(
        procedure="socle.magie",
        params={"niveau": "fort", "aide": False},
        to=("gontrand", "maelle"),
    )
    table.does(LEADER, spell)
    table.does("j2", acts.Answer(run="j2", place=0, answer={"dice": [2]}))
    assert table.state.sheet("maelle")["mana"] == 1
    assert refused(table, LEADER, acts.Repeat(run="j1", all=True)).field == "mana"
    assert list(table.state.runs) == ["j1", "j2"]


def test_the_same_again_is_refused_where_it_cannot_be_any_more() -> None:
    """A spell for two Mana, of somebody who has one left."""
    table = set_up("socle")
    spell = acts.RequestRun(
        procedure="socle.magie", params={"niveau": "fort", "aide": False}, to=("maelle",)
    )
    table.does(LEADER, spell)
    table.does("j2", acts.Answer(run="j1", place=0, answer={"dice": [2]}))
    assert table.state.sheet("maelle")["mana"] == 1
    assert refused(table, LEADER, acts.Repeat(run="j1")).field == "mana"
    assert list(table.state.runs) == ["j1"]


@pytest.mark.parametrize("jeanne", ["jeanne", ("jeanne",)])
def test_who_is_named_plays_there_alone_or_in_a_list(jeanne: str | tuple[str, ...]) -> None:
    table = set_up("exil")
    cast = {"a": jeanne, "b": "brute"}
    duel = acts.RequestRun(procedure="exil.duel", params={"conduite": "habitude"}, cast=cast)
    table.does(LEADER, duel)
    run = table.state.runs["j1"]
    assert run.roles == {"a": "jeanne", "b": "brute"}
    assert [ask.character for ask in table.view("j2").runs[0].asks] == ["Jeanne Vauquelin"]
    table.does(
        LEADER, acts.RequestRun(procedure="exil.simple", params={"talent": 7}, cast={"": jeanne})
    )
    assert table.state.runs["j2"].subject == "jeanne"


@pytest.mark.parametrize("maelle", ["maelle", ("maelle",)])
def test_who_is_named_alone_makes_a_list(maelle: str | tuple[str, ...]) -> None:
    table = set_up("socle")
    cast = {"heros": maelle, "adversaires": "idole"}
    table.does(LEADER, acts.RequestRun(procedure="socle.combat", cast=cast))
    assert table.state.runs["j1"].roles == {"heros[0]": "maelle", "adversaires[0]": "idole"}


@pytest.mark.parametrize(
    ("role", "procedure", "params"),
    [("", "exil.simple", {"talent": 7}), ("a", "exil.duel", {})],
)
def test_several_in_the_place_of_one(role: str, procedure: str, params: dict[str, Any]) -> None:
    two = acts.RequestRun(procedure=procedure, params=params, cast={role: ("jeanne", "aurele")})
    assert refused(set_up("exil"), LEADER, two).field == f"cast.{role}"


def test_nobody_in_a_list_is_nobody() -> None:
    table = set_up("exil")
    alone, nobody = (
        acts.RequestRun(procedure="exil.duel"),
        acts.RequestRun(procedure="exil.duel", cast={"a": ()}),
    )
    assert str(refused(table, LEADER, nobody)) == str(refused(table, LEADER, alone))
    table.does(
        LEADER, acts.RequestRun(procedure="exil.simple", params={"talent": 7}, cast={"": ()})
    )
    assert not table.state.runs["j1"].subject


def test_the_same_again_with_the_same_cast() -> None:
    """One by one and in lists, under the roles that they were asked for; who decides is the same."""
    table = set_up("socle")
    cast = {"heros": ["maelle", "gontrand"], "adversaires": ["idole", "capitaine"]}
    table.does(LEADER, acts.RequestRun(procedure="socle.combat", cast=cast, decides=False))
    table.does(LEADER, acts.Repeat(run="j1"))
    first, second = table.state.runs.values()
    alike = ("params", "cast", "roles", "subject", "beside", "asked_params", "players_decide")
    assert all(getattr(first, name) == getattr(second, name) for name in alike)


def test_several_that_end_at_once_follow_each_other(table: Table) -> None:
    """Each is kept on what the one before left, not on what was before both."""
    before = tension(table)
    table.does(LEADER, revers("bastan", "oriane"))
    table.does(LEADER, revers("bastan"))
    assert tension(table) == before + 2
    assert [len(table.state.consequences_of(run)) for run in ("j1", "j2", "j3")] == [1, 1, 1]


def test_a_belief_cannot_be_played() -> None:
    table = set_up("eclats")
    half = [[5, "1/2"], [9, "1/2"]]
    act = acts.RequestRun(procedure="eclats.test", params={"caracteristique": 2, "seuil": half})
    assert refused(table, LEADER, act).field == "seuil"


def test_what_stands_on_a_sheet_is_shown_by_its_name() -> None:
    """« Talent 12 (Médecin) », where the leader asked for it by that name; the same again too."""
    table = set_up("exil")
    act = acts.RequestRun(procedure="exil.simple", params={"talent": "Médecin"}, to=("aurele",))
    table.does(LEADER, act)
    table.does(LEADER, acts.Repeat(run="j1"))
    for run in table.view("j1").runs:
        assert texts_of(run) == {"Talent": "12 (Médecin)", "Difficulté": "0 (moyenne)"}
    table.does(
        LEADER, acts.RequestRun(procedure="exil.simple", params={"talent": 7}, to=("aurele",))
    )
    assert texts_of(table.view("j1").runs[2]) == {"Talent": "7", "Difficulté": "0 (moyenne)"}


def texts_of(run: RunView) -> dict[str, str]:
    """What a run was asked for with, as a view tells it."""
    return {each.label: each.text for each in run.parameters}


def test_a_modifier_is_taken_off_before_the_throw() -> None:
    """What was asked for is struck in the story; what is asked for instead knows it not."""
    table = set_up("exil")
    params = {"talent": "Médecin", "difficulty": -2, "external": 1}
    table.does(LEADER, acts.RequestRun(procedure="exil.simple", params=params, to=("aurele",)))
    off = {each.field: each.removable for each in table.view(LEADER).runs[0].parameters}
    assert off == {"talent": False, "difficulty": True, "external": True}
    assert not any(each.removable for each in table.view("j1").runs[0].parameters)
    for name in ("talent", "attempt", "rien"):
        assert refused(table, LEADER, acts.RemoveModifier(run="j1", name=name)).field == "name"
    table.does(LEADER, acts.RemoveModifier(run="j1", name="external"))
    assert [run.status for run in table.state.runs.values()] == ["withdrawn", "open"]
    (now,) = table.view("j1").runs
    assert (now.id, now.characters) == ("j2", ["Aurèle Kestrin"])
    assert list(texts_of(now)) == ["Talent", "Difficulté"]
    struck = [item for item in table.view("j1").story.items if item.undone]
    assert [item.run and item.run.id for item in struck] == ["j1"]
    table.does("j1", acts.Answer(run="j2", place=0, answer={"dice": [3]}))
    assert table.state.runs["j2"].outcome is not None
    assert table.state.runs["j2"].outcome.result["margin"] == 7  # 12 − 2 − 3
    assert refused(table, LEADER, acts.RemoveModifier(run="j2", name="difficulty")).field == "run"
    assert table.again() == table.state


def test_a_jammed_or_empty_gun_is_not_shot() -> None:
    """Exil: what the sheet keeps of a gun holds outside of fights too (EXIL-INC-07, EXIL-ARM-12);
    the same shot again is refused once the gun is jammed."""
    table = set_up("exil")
    shot = acts.RequestRun(procedure="exil.shot", cast={"cible": "brute"}, to=("jeanne",))
    table.does(LEADER, shot)
    for field, broken, works in (("enrayee", True, False), ("munitions", 0, 6)):
        touched = {"type": "retouche", "qui": "jeanne"}
        table.does(LEADER, acts.ChangeRecord(event={**touched, "champs": {field: broken}}))
        for again in (shot, acts.Repeat(run="j1")):
            why = refused(table, LEADER, again)
            assert (why.field, why.got) == (field, broken)
        table.does(LEADER, acts.ChangeRecord(event={**touched, "champs": {field: works}}))
    table.does(LEADER, acts.Repeat(run="j1"))
    assert list(table.state.runs) == ["j1", "j2"]


def test_a_jammed_gun_in_hand_is_no_weapon_in_contact() -> None:
    """Exil: it follows the rules of contact there (EXIL-TIR-02, EXIL-INC-07); with another weapon
    in hand it does not matter, and in a fight it may be cleared."""
    table = set_up("exil")
    touched = {"type": "retouche", "qui": "jeanne"}
    champs = {"enrayee": True, "arme": "revolver"}
    table.does(LEADER, acts.ChangeRecord(event={**touched, "champs": champs}))
    assaut = acts.RequestRun(procedure="exil.assaut", cast={"cible": "brute"}, to=("jeanne",))
    cast = {"a": "jeanne", "b": "brute"}
    fights = [
        acts.RequestRun(procedure=f"exil.{name}", cast=cast) for name in ("duel", "contact_round")
    ]
    why = refused(table, LEADER, assaut)
    assert (why.field.removeprefix("params."), why.got) == ("enrayee", True)
    table.does(LEADER, acts.ChangeRecord(event={**touched, "champs": {"arme": "mains_nues"}}))
    for act in (assaut, *fights):
        table.does(LEADER, act)


def test_a_long_work_asked_of_several_is_each_one_s_own() -> None:
    """Exil: the Talent and the health of who does it, not of who is named first (EXIL-EXT-05,
    EXIL-SAN-07); the same again too."""
    table = set_up("exil")
    hurt = {"type": "exil.suivi", "qui": "jeanne", "evenement": {"type": "blessure", "dommages": 9}}
    table.does(LEADER, acts.ChangeRecord(event=hurt))
    tasks = [{"talent": "Orateur", "points": 8}, {"talent": "Lettré", "points": 8}]
    act = acts.RequestRun(
        procedure="exil.extended",
        params={"taches": tasks},
        cast={"taches": ["aurele", "aurele"]},
        to=("aurele", "jeanne"),
    )
    table.does(LEADER, act)
    table.does(LEADER, acts.Repeat(run="j2"))
    own = [
        (run.subject, [(each["talent"], each.get("external", 0)) for each in run.params["taches"]])
        for run in table.state.runs.values()
    ]
    assert own == [
        ("aurele", [(8, 0), (9, 0)]),
        ("jeanne", [(6, -3), (4, -3)]),
        ("jeanne", [(6, -3), (4, -3)]),
    ]
    unknown = {"taches": [{"talent": "Savant", "points": 8}]}
    one = acts.RequestRun(
        procedure="exil.extended",
        params=unknown,
        cast={"taches": ["aurele"]},
        to=("aurele", "jeanne"),
    )
    assert refused(table, LEADER, one).field == "taches[0].talent"  # Jeanne has not learnt it
    assert len(table.state.runs) == 3


def test_a_success_with_bricoleur_makes_a_jammed_gun_fire() -> None:
    """Exil: until then it stays jammed (EXIL-INC-07); no other Talent, no failure does it."""
    table = set_up("exil")
    handy = {"talents": {"Bricoleur": 6, "Tireur": 6}, "enrayee": True}
    sheet = sheet_of(table, "jeanne", **handy)
    table.does(LEADER, acts.PutSheet(character="jeanne", sheet=sheet, seat="j2"))
    tries = [("Bricoleur", 9, True), ("Tireur", 2, True), (6, 2, True), ("Bricoleur", 2, False)]
    for run, (talent, face, jammed) in enumerate(tries, start=1):
        act = acts.RequestRun(procedure="exil.simple", params={"talent": talent}, to=("jeanne",))
        table.does(LEADER, act)
        table.does("j2", acts.Answer(run=f"j{run}", place=0, answer={"dice": [face]}))
        assert table.state.sheet("jeanne")["enrayee"] is jammed
    (made,) = table.last("j2").consequences
    assert made.text.endswith("l’arme tire de nouveau.")
    table.does(LEADER, acts.Decline(consequence=made.id))  # it was something else that he mended
    assert table.state.sheet("jeanne")["enrayee"] is True
    assert table.again() == table.state


@pytest.mark.parametrize(
    ("procedure", "params"),
    [
        ("exil.book", {"apprentissage": "Acrobate"}),
        ("exil.teaching", {"professeur": 15, "eleve": "Acrobate", "apprentissage": "modere"}),
    ],
)
def test_what_is_learnt_is_what_was_named_on_the_sheet(
    procedure: str, params: dict[str, Any]
) -> None:
    """Exil: nobody is asked again which Talent it was, though another one is learnt so
    (EXIL-APP-04)."""
    table = set_up("exil")
    sheet = sheet_of(table, "jeanne", talents={"Escrimeur": 8, "Acrobate": 8, "Lettré": 9})
    table.does(LEADER, acts.PutSheet(character="jeanne", sheet=sheet, seat="j2"))
    pupil = procedure == "exil.book"
    cast, to = ({}, ("jeanne",)) if pupil else ({"apprenti": "jeanne"}, ("aurele",))
    table.does(LEADER, acts.RequestRun(procedure=procedure, params=params, cast=cast, to=to))
    table.does(LEADER, acts.Answer(run="j1", place=0, answer={"dice": [1]}))
    talents = table.state.sheet("jeanne")["talents"]
    assert talents["Acrobate"]["enseignement"] is True
    assert talents["Escrimeur"] == 8
    assert table.state.record["dus"] == []


def test_first_aid_is_thrown_by_who_gives_it() -> None:
    """Exil: it is the Médecin's roll, the patient's loss (EXIL-POI-02); of a Médecin without a sheet
    the leader throws."""
    table = set_up("exil")
    venom = {"assimilation": 2, "periode": 6, "perte": 3, "malignite": "grave", "heure": 9}
    aided = {**venom, "secours": True}
    act = acts.RequestRun(
        procedure="exil.poison", params=aided, cast={"soigneur": "aurele"}, to=("jeanne",)
    )
    table.does(LEADER, act)
    assert not table.view("j2").runs[0].asks
    table.does("j1", acts.Answer(run="j1", place=0, answer={"dice": [12]}))
    assert (table.state.sheet("jeanne")["pds"], table.state.sheet("aurele")["pds"]) == (18, None)
    stranger = {**aided, "medecin": 9}
    table.does(LEADER, acts.RequestRun(procedure="exil.poison", params=stranger, to=("jeanne",)))
    (wait,) = table.view("j2").runs[0].waiting
    assert wait.seat == LEADER


def test_that_a_figurant_acts_is_not_taken_off() -> None:
    """A Revers that is due says whose it is: without it a Figurant would be offered Tension (R-21)."""
    table = set_up("armes_dieux")
    due = {"reussite": False, "acteur": "figurant"}
    act = acts.RequestRun(procedure="armes_dieux.revers", params=due, to=("sentinelle",))
    table.does(LEADER, act)
    off = {each.field: each.removable for each in table.view(LEADER).runs[0].parameters}
    assert off["acteur"] is False
    assert refused(table, LEADER, acts.RemoveModifier(run="j1", name="acteur")).field == "name"
