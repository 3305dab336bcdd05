"""What acts lead to, and why they are refused: nothing has changed then."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tablee.rules.refusal import Refusal
from tablee.rules.words import Words
from tablee.table import acts
from tablee.table import events as ev
from tablee.table.refusing import NotYours, Stale
from tests.table.evening import LEADER, Table, set_up, sheet_of

FACES = [1, 2, 3, 4, 5, 6]
EFFORT = {"type": "armes_dieux.personnage", "qui": "bastan", "evenement": {"type": "effort"}}


def jet(**more: Any) -> acts.Frame:
    """Six dice of bastan's, nothing to choose before them."""
    act = {"procedure": "armes_dieux.jet", "params": {"poignee": 6}, "to": ("bastan",)}
    return acts.Frame(**{**act, "decides": False, **more})


def careful() -> acts.Frame:
    """A Test of bastan's with choices, then dice: bonus, dice of the Réserve, dice set aside."""
    params = {"domaine": "Agression"}
    return acts.Frame(procedure="armes_dieux.test", params=params, to=("bastan",))


def opposed(*who: str) -> acts.Frame:
    """Everybody sets dice aside at once."""
    params = {"participants": [{"poignee": 5, "ecartes": "ask"} for _ in who]}
    return acts.Frame(
        procedure="armes_dieux.opposition", params=params, cast={"participants": list(who)}
    )


def seen(table: Table) -> bytes:
    views = [table.view(seat.id) for seat in table.state.present]
    return msgspec.json.encode([table.events, views])


def refused(table: Table, seat: str, act: acts.AnyAct) -> Refusal:
    """Why it is not done; nothing has changed."""
    before = seen(table)
    assert not table.act(seat, act)
    assert seen(table) == before
    assert table.wrong is not None
    return table.wrong


def tension(table: Table) -> int:
    return int(table.state.sheet("bastan")["tension"])


@pytest.fixture
def table() -> Table:
    return set_up("armes_dieux")


# ── wrong acts ─────────────────────────────────────────────────────────────────────────────────
WRONG: list[tuple[acts.AnyAct, str, str]] = [
    (acts.Frame(procedure="exil.simple"), "procedure", "de ce jeu"),
    (acts.Frame(procedure="armes_dieux.rien"), "procedure", "armes_dieux.jet"),
    (jet(to=("personne",)), "cast.", "bastan"),
    (jet(cast={"rival": "oriane"}), "cast.rival", "un rôle parmi"),
    (jet(params={"poignee": 99}), "poignee", "12"),
    (jet(params={"bras": 2}), "bras", "poignee"),
    (acts.Frame(procedure="armes_dieux.opposition", to=("bastan",)), "to", "personne"),
    (acts.Again(run="j9"), "run", "un jet"),
    (acts.Answer(run="j9", place=0, answer={}), "run", "un jet"),
    (acts.Answer(run="j1", place=1, answer={"dice": FACES}), "place", "0"),
    (acts.Answer(run="j1", place=0, answer={"dice": [7]}), "answer", "6 faces"),
    (acts.Answer(run="j1", place=0, answer={"choose": 3}), "answer", "6 faces"),
    (acts.Answer(run="j1", place=0, answer={"dice": FACES, "choose": 1}), "answer", "dice"),
    (acts.Seal(run="j1", place=0, values={"0": 1}), "run", "scellés"),
    (acts.Undo(run="j1"), "run", "dernier jet"),
    (acts.Undo(run="j2"), "run", "dernier jet"),
    (acts.Reveal(run="j1"), "run", "secret"),
    (acts.Overrule(run="j1"), "run", "fini"),
    (acts.Overrule(run="j2", field="bras"), "field", "qualites"),
    (acts.Keep(event={"type": "rien"}), "event.type", "armes_dieux.personnage"),
    (acts.Keep(event={**EFFORT, "qui": "personne"}), "event.qui", "bastan"),
    (acts.Decline(booking="j2.9"), "booking", "cette scène"),
    (acts.Restore(booking="c.bastan.1"), "booking", "cette scène"),
    (acts.PutSheet(character="lou", sheet={}), "sheet.type", "figurant"),
    (acts.PutSheet(character="lou", sheet={"jeu": "exil"}), "sheet.jeu", "armes_dieux"),
    (acts.PutSheet(character="j1-lou", sheet={}), "character", "siège"),
    (acts.PutSheet(character="lou", sheet={}, seat="j9"), "seat", "j1"),
    (acts.Give(character="personne", to="j1"), "character", "campagne"),
    (acts.Give(character="bastan", to="j9"), "to", "j1"),
    (acts.Give(character="bastan", to="j1", free=True), "free", "false"),
    (acts.BeginScene(), "type", "fin de la scène"),
    (acts.AddSeat(seat="j1", name="Lou"), "seat", "pris"),
    (acts.ChangeSeat(seat="j9", name="Lou"), "seat", "j1"),
    (acts.ChangeSeat(seat="j1"), "name", "changement"),
    (acts.ChangeSeat(seat="j1", word="ours"), "seat", "votre siège"),
    (acts.RemoveSeat(seat="j9"), "seat", "j1"),
    (acts.RemoveSeat(seat=LEADER), "seat", "autre"),
    (acts.HandOver(to=LEADER), "to", "autre"),
    (acts.Archive(archived=False), "archived", "inverse"),
]


@pytest.mark.parametrize(("act", "field", "allowed"), WRONG, ids=lambda each: str(each)[:50])
def test_what_is_wrong_is_named(table: Table, act: acts.AnyAct, field: str, allowed: str) -> None:
    table.does(LEADER, jet())
    table.does(LEADER, jet())
    table.does("j1", acts.Answer(run="j2", place=0, answer={"dice": FACES}))
    why = refused(table, LEADER, act)
    assert why.field == field or why.field.startswith(field), (why.field, str(why))
    assert allowed in str(why).replace("\u202f", " "), str(why)


def test_a_campaign_has_no_more_than_fifty_runs_that_wait(table: Table) -> None:
    for _ in range(5):
        table.does(LEADER, jet(to=("bastan",) * 10))
    why = refused(table, LEADER, jet())
    assert "50" in str(why)


# ── asking for runs ────────────────────────────────────────────────────────────────────────────
def test_one_each_for_several(table: Table) -> None:
    table.does(LEADER, jet(to=("bastan", "oriane"), title="Qui vive ?"))
    runs = list(table.state.runs.values())
    assert [run.subject for run in runs] == ["bastan", "oriane"]
    assert len({run.also for run in runs}) == 1
    assert table.view("j1")["waiting"] == ["Siège 1", "Siège 2"]
    assert [run["who"] for run in table.view("j3")["runs"]] == [["Bastan"], ["Oriane Tessier"]]


def revers(*to: str, **more: Any) -> acts.Frame:
    """A Revers that is over at once: the Tension of each rises by 1."""
    params = {"reussite": False, "choix": "tension"}
    return acts.Frame(procedure="armes_dieux.revers", params=params, to=to, **more)


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
    table.does(LEADER, acts.Again(run="j1"))
    first, second = table.state.runs.values()
    alike = ("procedure", "params", "cast", "subject", "secret", "title", "shown", "hidden")
    assert all(getattr(first, name) == getattr(second, name) for name in alike)
    assert second.answers == ()


def test_several_that_end_at_once_follow_each_other(table: Table) -> None:
    """Each is kept on what the one before left, not on what was before both."""
    before = tension(table)
    table.does(LEADER, revers("bastan", "bastan", "oriane"))
    assert tension(table) == before + 2
    assert [len(table.state.consequences(run)) for run in ("j1", "j2", "j3")] == [1, 1, 1]


def test_a_belief_cannot_be_played() -> None:
    table = set_up("eclats")
    half = [[5, "1/2"], [9, "1/2"]]
    act = acts.Frame(procedure="eclats.test", params={"caracteristique": 2, "seuil": half})
    assert refused(table, LEADER, act).field == "seuil"


# ── answering ──────────────────────────────────────────────────────────────────────────────────
def test_an_answer_to_what_is_past_is_stale(table: Table) -> None:
    table.does(LEADER, careful())
    table.does("j1", acts.Answer(run="j1", place=0, answer={"choose": []}))
    why = refused(table, "j1", acts.Answer(run="j1", place=0, answer={"choose": ["aspect"]}))
    assert isinstance(why, Stale)
    assert why.field == "place"
    assert "1" in str(why)
    assert table.view("j1")["runs"][0]["place"] == 1


def test_the_leader_answers_for_who_is_absent(table: Table) -> None:
    table.does(LEADER, jet())
    table.does(LEADER, acts.Throw(run="j1", place=0))
    (given,) = table.state.runs["j1"].answers
    assert (given.by, given.seat) == (LEADER, "j1")
    table.does(LEADER, jet())
    table.does("j1", acts.Throw(run="j2", place=0))
    (given,) = table.state.runs["j2"].answers
    assert (given.by, given.seat) == ("j1", "j1")


def test_a_wrong_answer_leaves_the_run_as_it_was(table: Table) -> None:
    table.does(LEADER, jet())
    for faces in ([], [1] * 5, [0] * 6, [7] * 6, ["a"] * 6, [True] * 6, None):
        refused(table, "j1", acts.Answer(run="j1", place=0, answer={"dice": faces}))
    table.does("j1", acts.Answer(run="j1", place=0, answer={"dice": FACES}))
    assert table.state.runs["j1"].status == "done"


# ── the house's dice ───────────────────────────────────────────────────────────────────────────
def action() -> acts.Frame:
    """A Test of Loss: Désastres of the MJ, then Exploits, tokens, the die, tokens again."""
    params = {"trait": "Puissance", "talent": "Esquive", "difficulty": 20}
    params |= {"jetons": 3, "desastres_max": 5}
    return acts.Frame(procedure="loss.action", params=params, to=("kordan",))


def chosen(table: Table, run: str, *values: Any) -> None:
    """Answer choices, each by whom it waits for."""
    for value in values:
        shown = next(each for each in table.view(LEADER)["runs"] if each["id"] == run)
        act = acts.Answer(run=run, place=shown["place"], answer={"choose": value})
        table.does(shown["waiting"][0]["seat"], act)


def thrown(table: Table, run: str) -> Any:
    """Let the house throw; its draw."""
    place = len(table.state.runs[run].answers)
    table.does("j1", acts.Throw(run=run, place=place))
    given = table.state.runs[run].answers[-1]
    event = next(e for e in reversed(table.events) if isinstance(e, ev.Answered))
    assert event.draw == given.draw
    return event


def test_the_house_throws_what_its_seed_says(table: Table) -> None:
    from tablee.table.draws import Draw

    table.does("j2", acts.ChangeSeat(seat="j2", word="ours"))
    table.does("j1", acts.ChangeSeat(seat="j1", word="lune"))
    table.does(LEADER, jet())
    event = thrown(table, "j1")
    assert event.words == "j1=lune\nj2=ours"
    (begun,) = [each for each in table.events if isinstance(each, ev.SceneBegun)]
    draw = Draw(
        scene=1, screened=False, counter=1, run="j1", place=0, dice="6d6", words=event.words
    )
    assert event.answer == {"dice": list(draw.faces(begun.seed))}


def test_a_draw_is_never_used_again() -> None:
    """Whatever is undone or taken back: each throw of a scene has a number of its own."""
    table = set_up("loss")
    counters = []
    for run in ("j1", "j2", "j3"):
        table.does(LEADER, action())
        chosen(table, run, 0, 1, 0)
        if run == "j2":
            table.does("j1", acts.Undo(run=run))
            assert len(table.state.runs[run].answers) == 1
            chosen(table, run, 1, 0)
        counters.append(thrown(table, run).draw)
        if run == "j1":
            table.does(LEADER, acts.Withdraw(run=run))
    assert counters == [1, 2, 3]


# ── choices at once ────────────────────────────────────────────────────────────────────────────
@pytest.fixture
def blind(table: Table) -> Table:
    """bastan (j1), oriane (j2), chienne and sentinelle (the leader's) set dice aside at once."""
    table.does(LEADER, opposed("bastan", "oriane", "chienne", "sentinelle"))
    return table


def sealed(*pairs: tuple[int, Any]) -> acts.Seal:
    return acts.Seal(run="j1", place=0, values={str(index): value for index, value in pairs})


def waits(table: Table) -> list[str]:
    return [each["who"] for each in table.view("j3")["runs"][0]["waiting"]]


def test_choices_at_once_open_together(blind: Table) -> None:
    names = waits(blind)
    assert names[:2] == ["Bastan", "Oriane Tessier"]
    blind.does("j1", sealed((0, 2)))
    assert waits(blind) == names[1:]
    assert blind.view("j3")["runs"][0]["sealed"] == ["Bastan"]
    assert blind.view("j3")["runs"][0]["lines"] == []
    assert blind.view("j1")["runs"][0]["asks"] == []
    assert isinstance(refused(blind, "j1", sealed((0, 3))), NotYours)
    blind.does("j2", sealed((1, 1)))
    blind.does(LEADER, sealed(*((index, 0) for index in range(2, len(names)))))
    (given,) = blind.state.runs["j1"].answers
    assert given.answer == {"together": [2, 1, *([0] * (len(names) - 2))]}
    told = [line["kind"] for line in blind.view("j3")["runs"][0]["lines"]]
    assert told.count("choice") == len(names)


def test_nobody_seals_for_others_but_the_leader(blind: Table) -> None:
    assert isinstance(refused(blind, "j1", sealed((1, 2))), NotYours)
    assert isinstance(refused(blind, "j3", sealed((0, 2))), NotYours)
    blind.does(LEADER, sealed((0, 2)))
    why = refused(blind, "j1", acts.Answer(run="j1", place=0, answer={"together": [2, 2]}))
    assert isinstance(why, NotYours)
    why = refused(blind, "j2", acts.Answer(run="j1", place=0, answer={"together": [2, 2]}))
    assert "scellés" in str(why)
    refused(blind, "j2", acts.Throw(run="j1", place=0))


def test_a_sealed_choice_that_is_not_offered_is_refused(blind: Table) -> None:
    for value in (99, "deux", None, True):
        assert refused(blind, "j1", sealed((0, value))).field == "values.0"
    refused(blind, LEADER, sealed((0, 1), (1, 99)))
    refused(blind, LEADER, sealed((17, 1)))
    assert blind.state.runs["j1"].sealed == {}


def test_a_sealed_choice_can_be_taken_back_by_who_made_it(blind: Table) -> None:
    blind.does("j1", sealed((0, 2)))
    assert not blind.view("j2")["runs"][0]["may"]["undo"]
    assert isinstance(refused(blind, "j2", acts.Undo(run="j1")), NotYours)
    assert blind.view("j1")["runs"][0]["may"]["undo"]
    blind.does("j1", acts.Undo(run="j1"))
    assert blind.state.runs["j1"].sealed == {}
    blind.does("j1", sealed((0, 1)))


def test_what_was_opened_is_not_undone_by_who_sealed_last(blind: Table) -> None:
    blind.does(LEADER, sealed((0, 2), *((n, 0) for n in range(2, len(waits(blind))))))
    blind.does("j2", sealed((1, 1)))
    assert isinstance(refused(blind, "j2", acts.Undo(run="j1")), NotYours)
    blind.does(LEADER, acts.Undo(run="j1"))
    run = blind.view("j1")["runs"][0]
    assert (run["place"], run["sealed"]) == (0, [])
    assert run["struck"]


def test_who_sealed_last_takes_back_what_he_chooses_next() -> None:
    """Exil: the attitudes are open and stay so; whether to let the other begin is chosen anew."""
    table = set_up("exil")
    cast = {"a": "aurele", "b": "jeanne"}
    table.does(LEADER, acts.Frame(procedure="exil.contact_round", cast=cast))
    table.does("j1", sealed((0, 2)))
    table.does("j2", sealed((1, 7)))
    assert not table.view("j2")["runs"][0]["may"]["undo"]
    table.does("j2", acts.Answer(run="j1", place=1, answer={"choose": False}))
    assert not table.view("j1")["runs"][0]["may"]["undo"]
    table.does("j2", acts.Undo(run="j1"))
    assert len(table.state.runs["j1"].answers) == 1


# ── going back ─────────────────────────────────────────────────────────────────────────────────
def test_one_goes_back_to_the_last_throw_and_never_past_it() -> None:
    table = set_up("loss")
    table.does(LEADER, action())
    chosen(table, "j1", 0, 1, 0)
    table.does("j1", acts.Answer(run="j1", place=3, answer={"dice": [7]}))
    assert isinstance(refused(table, "j1", acts.Undo(run="j1")), NotYours)
    assert isinstance(refused(table, LEADER, acts.Undo(run="j1")), Stale)
    chosen(table, "j1", 2)
    run = table.state.runs["j1"]
    assert run.status == "done"
    assert isinstance(refused(table, "j1", acts.Undo(run="j1")), NotYours)
    table.does(LEADER, acts.Undo(run="j1"))
    run = table.state.runs["j1"]
    assert (run.status, len(run.answers), run.throws) == ("open", 4, [3])
    assert any("2" in text for text in table.view("j2")["runs"][0]["struck"])
    assert isinstance(refused(table, LEADER, acts.Undo(run="j1")), Stale)
    chosen(table, "j1", 0)
    assert table.state.runs["j1"].status == "done"


def test_a_player_takes_back_only_what_is_his() -> None:
    table = set_up("loss")
    table.does(LEADER, action())
    chosen(table, "j1", 0)
    assert isinstance(refused(table, "j1", acts.Undo(run="j1")), NotYours)
    chosen(table, "j1", 1, 2)
    assert isinstance(refused(table, "j2", acts.Undo(run="j1")), NotYours)
    table.does("j1", acts.Undo(run="j1"))
    assert len(table.state.runs["j1"].answers) == 1
    table.does(LEADER, acts.Undo(run="j1"))
    assert not table.state.runs["j1"].answers
    chosen(table, "j1", 0)


def test_what_followed_goes_with_what_is_undone(table: Table) -> None:
    """What an undone run left is not there any more, and cannot be put back."""
    table.does(LEADER, careful())
    effort = ["effort"]
    before = tension(table)
    table.does("j1", acts.Answer(run="j1", place=0, answer={"choose": effort}))
    while table.state.runs["j1"].status == "open":
        asks = table.view("j1")["runs"][0]["asks"]
        place = table.view("j1")["runs"][0]["place"]
        if asks[0]["kind"] == "roll":
            table.does("j1", acts.Throw(run="j1", place=place))
        else:
            chosen(table, "j1", asks[0]["options"][0]["id"] if "options" in asks[0] else 0)
    assert tension(table) == before + 1
    (booking,) = [b for b in table.state.consequences("j1") if b.event["type"] != "du"][:1]
    table.does(LEADER, acts.Withdraw(run="j1", reason="C’était pour rire"))
    assert tension(table) == before
    assert isinstance(refused(table, LEADER, acts.Restore(booking=booking.id)), Stale)
    shown = table.view("j2")["story"]["items"]
    run = next(item for item in shown if item["kind"] == "run")
    assert run["struck"]
    assert all(each["declined"] and not each["may"] for each in run["run"]["consequences"])


def test_a_scene_that_is_over_is_left_alone(table: Table) -> None:
    table.does(LEADER, revers("bastan"))
    booking = table.state.consequences("j1")[0].id
    table.does(LEADER, acts.EndScene())
    for act in (
        acts.Undo(run="j1"),
        acts.Withdraw(run="j1"),
        acts.Decline(booking=booking),
    ):
        assert isinstance(refused(table, LEADER, act), Stale)
    table.does(LEADER, acts.BeginScene())
    for act in (acts.Undo(run="j1"), acts.Withdraw(run="j1"), acts.Decline(booking=booking)):
        assert isinstance(refused(table, LEADER, act), Stale)
    may = table.view(LEADER)["story"]["items"][-1]
    assert may is not None
    table.does(LEADER, acts.Overrule(run="j1", reason="On l’avait oublié"))


def test_open_runs_end_with_their_scene(table: Table) -> None:
    table.does(LEADER, jet())
    table.does(LEADER, acts.EndScene())
    assert table.state.runs["j1"].status == "withdrawn"
    assert isinstance(refused(table, "j1", acts.Throw(run="j1", place=0)), Stale)
    assert table.view("j1")["waiting"] == []


# ── what is kept ───────────────────────────────────────────────────────────────────────────────
def test_what_is_declined_is_as_if_it_had_not_been(table: Table) -> None:
    before = tension(table)
    for _ in range(3):
        table.does(LEADER, revers("bastan"))
    first, second = table.state.consequences("j1")[0].id, table.state.consequences("j2")[0].id
    assert tension(table) == before + 3
    table.does("j1", acts.Decline(booking=first))
    assert tension(table) == before + 2
    assert isinstance(refused(table, "j1", acts.Decline(booking=first)), Stale)
    assert isinstance(refused(table, "j2", acts.Decline(booking=second)), NotYours)
    table.does(LEADER, acts.Decline(booking=second))
    assert tension(table) == before + 1
    table.does("j1", acts.Restore(booking=first))
    table.does("j1", acts.Restore(booking=second))
    assert tension(table) == before + 3
    assert isinstance(refused(table, "j1", acts.Restore(booking=second)), Stale)


def test_what_later_changes_need_cannot_be_declined(table: Table) -> None:
    table.does(LEADER, acts.BeginScene())
    fight = {"type": "armes_dieux.personnage", "qui": "bastan"}
    begins = {**fight, "evenement": {"type": "combat", "en_combat": True}}
    draws = {**fight, "evenement": {"type": "test", "renfort_reserve": 2}}
    table.does("j1", acts.Keep(event=begins))
    first = table.state.since[-1]
    table.does("j1", acts.Keep(event=draws))
    why = refused(table, "j1", acts.Decline(booking=first))
    assert why.field == "booking"
    table.does("j1", acts.Decline(booking=table.state.since[-1]))
    table.does("j1", acts.Decline(booking=first))


def gear(table: Table) -> dict[str, Any]:
    """A Revers of bastan's that harms his gear: one of two pieces, broken or lost."""
    params = {"reussite": True, "choix": "equipement"}
    act = acts.Frame(procedure="armes_dieux.revers", params=params, to=("bastan",))
    table.does(LEADER, act)
    last: dict[str, Any] = table.view("j1")["last"]["consequences"][0]
    return last


def test_what_the_rules_leave_open_may_be_had_otherwise(table: Table) -> None:
    """AD-REV-03: which piece, and how badly, is not for the dice to say."""
    change, pieces = gear(table), {"hache": "endommage", "cotte de cuir": "endommage"}
    assert table.state.sheet("bastan")["equipement"] == pieces  # the coat has been so before
    assert len({change["text"], *change["others"]}) == 3
    lost = next(n for n, told in enumerate(change["others"]) if "perdu" in told.casefold())
    table.does("j1", acts.Instead(booking=change["id"], place=lost))
    now = table.view("j1")["last"]["consequences"][0]
    assert now["text"] == change["others"][lost]
    assert now["others"][lost] == change["text"]
    assert "perdu" in table.state.sheet("bastan")["equipement"].values()
    assert table.view("j2")["last"]["consequences"][0]["others"] == []
    table.does("j1", acts.Decline(booking=change["id"]))
    assert "perdu" not in table.state.sheet("bastan")["equipement"].values()
    table.does("j1", acts.Instead(booking=change["id"], place=lost))
    assert table.view("j1")["last"]["consequences"][0]["declined"]
    table.does("j1", acts.Restore(booking=change["id"]))
    assert table.state.sheet("bastan")["equipement"] == pieces
    assert table.again() == table.state


def test_what_is_had_otherwise_is_one_of_the_others(table: Table) -> None:
    change = gear(table)
    past = acts.Instead(booking=change["id"], place=len(change["others"]))
    assert refused(table, "j1", past).field == "place"
    assert isinstance(refused(table, "j2", acts.Instead(booking=change["id"], place=0)), NotYours)
    table.does(LEADER, revers("bastan"))
    (sure,) = table.view("j1")["last"]["consequences"]
    assert sure["others"] == []
    assert isinstance(refused(table, "j1", acts.Instead(booking=sure["id"], place=0)), Stale)


def test_what_is_taken_back_by_no_one_says_why_in_both_languages(table: Table) -> None:
    table.does(LEADER, jet())
    table.does(LEADER, jet())
    table.does(LEADER, acts.Withdraw(run="j1", reason="fin de la scène"))
    table.does(LEADER, acts.EndScene())
    told = {
        lang: [
            item["reason"]
            for item in table.view("j2", words=Words(table.game, lang))["story"]["items"]
            if item["kind"] == "withdrawn"
        ]
        for lang in ("fr", "en")
    }
    assert told["fr"] == ["fin de la scène", "fin de la scène"]
    assert told["en"] == ["the scene ended", "fin de la scène"]  # what somebody typed stays


def test_why_a_change_cannot_be_is_told_in_the_words_of_the_reader() -> None:
    table = set_up("loss")
    table.does(LEADER, action())
    chosen(table, "j1", 0, 1, 2)
    table.does("j1", acts.Answer(run="j1", place=3, answer={"dice": [7]}))
    fr, en = (
        table.view(LEADER, words=Words(table.game, lang))["last"]["consequences"][0]["refused"]
        for lang in ("fr", "en")
    )
    assert fr.startswith("Ce n’est pas possible en l’état. ")
    assert en.startswith("This is not possible")
    assert fr.partition(". ")[2] != en.partition(". ")[2]


def test_older_logs_tell_why_in_the_words_that_they_kept(table: Table) -> None:
    table.does(LEADER, jet())
    older = ev.read_event(b'{"type":"withdrawn","run":"j1","reason":"fin de la sc\xc3\xa8ne"}')
    refusal = {"type": "booked", "booking": "j1.1", "run": "j1", "event": {}, "after": {}}
    kept = msgspec.json.encode({**refusal, "refused": "au plus 2"})
    table.happen(ev.read_event(kept), older)
    story = table.view(LEADER)["story"]["items"]
    assert story[0]["reason"] == "fin de la scène"
    assert table.state.bookings["j1.1"].impossible
    assert not table.state.bookings["j1.1"].stands


def test_what_cannot_be_kept_is_told_and_harms_nothing() -> None:
    """Tokens that nobody has cannot be spent: the run is over all the same."""
    table = set_up("loss")
    table.does(LEADER, action())
    chosen(table, "j1", 0, 1, 2)
    table.does("j1", acts.Answer(run="j1", place=3, answer={"dice": [7]}))
    assert table.state.runs["j1"].status == "done"
    spent = table.view("j1")["last"]["consequences"][0]
    assert spent["refused"]
    assert spent["declined"]
    assert not spent["may"]
    refused(table, LEADER, acts.Restore(booking=spent["id"]))


def test_what_follows_from_a_secret_run_waits_until_it_is_revealed(table: Table) -> None:
    before = tension(table)
    table.does(LEADER, revers("bastan", secret=True))
    table.does(LEADER, revers("bastan", secret=True))
    assert tension(table) == before
    held = table.view(LEADER)["last"]["consequences"][0]
    assert (held["held"], held["declined"], held["may"]) == (True, True, True)
    table.does(LEADER, acts.Restore(booking=table.state.consequences("j2")[0].id))
    assert tension(table) == before + 1
    table.does(LEADER, acts.Reveal(run="j1"))
    assert tension(table) == before + 2
    table.does(LEADER, acts.Reveal(run="j2"))
    assert tension(table) == before + 2
    assert isinstance(refused(table, LEADER, acts.Reveal(run="j1")), Stale)
    assert table.view("j2")["last"]["consequences"][0]["declined"] is False


def test_what_is_held_cannot_be_touched_by_whom_it_concerns(table: Table) -> None:
    table.does(LEADER, revers("bastan", secret=True))
    booking = table.state.consequences("j1")[0].id
    unknown = refused(table, "j1", acts.Restore(booking="j9.1"))
    for act in (acts.Restore(booking=booking), acts.Decline(booking=booking)):
        why = refused(table, "j1", act)
        assert type(why) is type(unknown)
        assert why.allowed == unknown.allowed


# ── characters ─────────────────────────────────────────────────────────────────────────────────
def test_a_free_character_is_there_to_be_taken(table: Table) -> None:
    assert "sentinelle" not in {one["id"] for one in table.view("j3")["characters"]}
    table.does(LEADER, acts.Give(character="sentinelle", free=True))
    (shown,) = [one for one in table.view("j3")["characters"] if one["id"] == "sentinelle"]
    assert (shown["free"], shown["sheet"], shown["seat"]) == (True, None, None)
    assert isinstance(refused(table, "j3", acts.Give(character="sentinelle", to="j2")), NotYours)
    table.does("j3", acts.Give(character="sentinelle", to="j3"))
    assert table.view("j3")["me"]["characters"] == ["sentinelle"]
    refused(table, "j2", acts.Give(character="sentinelle", to="j2"))
    refused(table, "j2", acts.Give(character="bastan", to="j2"))


def test_a_player_makes_a_character_under_the_name_of_his_seat(table: Table) -> None:
    sheet = sheet_of(table, "bastan", nom="Lou")
    table.does("j3", acts.PutSheet(character="lou", sheet=sheet, seat="j3"))
    assert table.view("j3")["me"]["characters"] == ["j3-lou"]
    table.does("j3", acts.PutSheet(character="j3-lou", sheet={**sheet, "nom": "Loup"}, seat="j3"))
    assert table.state.sheet("j3-lou")["nom"] == "Loup"
    for who, seat in (("bastan", "j1"), ("lou", None), ("lou", "j1")):
        act = acts.PutSheet(character=who, sheet=sheet, seat=seat)
        assert isinstance(refused(table, "j3", act), NotYours)
    table.does(LEADER, acts.PutSheet(character="loup-gris", sheet=sheet))
    assert "loup-gris" in str(refused(table, LEADER, acts.AddSeat(seat="loup", name="Sam")))


def test_a_character_that_is_given_can_be_told_by_all(table: Table) -> None:
    table.does(LEADER, acts.Give(character="bastan", to="j2"))
    told = table.view("j3")["story"]["items"][0]
    assert (told["kind"], told["text"]) == ("character_given", "Bastan")
    table.does(LEADER, jet())
    assert table.view("j3")["waiting"] == ["Siège 2"]
    table.does(LEADER, acts.Give(character="bastan"))
    assert table.view("j3")["waiting"] == ["Siège 0"]


# ── notes, results ─────────────────────────────────────────────────────────────────────────────
def test_a_private_note_is_its_author_s_alone(table: Table) -> None:
    table.does("j1", acts.Note(text="Je mens.", private=True))
    table.does(LEADER, acts.Note(text="Ils mentent.", private=True))
    for seat in ("j1", "j2", "j3", LEADER):
        texts = [item["text"] for item in table.view(seat)["story"]["items"]]
        assert ("Je mens." in texts) == (seat == "j1")
        assert ("Ils mentent." in texts) == (seat == LEADER)
    table.does(LEADER, acts.HandOver(to="j2"))
    assert "Ils mentent." not in msgspec.json.encode(table.view("j2")).decode()


def test_an_overruling_is_seen_by_all(table: Table) -> None:
    table.does(LEADER, revers("bastan"))
    act = acts.Overrule(run="j1", field="revers", value="complication", reason="La pluie")
    table.does(LEADER, act)
    last = table.view("j2")["last"]
    assert last["overruled"][0]["reason"] == "La pluie"
    assert last["overruled"][0]["field"] == "Revers"
    assert last["result"]["revers"] == "complication"
    assert table.state.runs["j1"].outcome is not None
    assert table.state.runs["j1"].outcome.result["revers"] == "tension"


def test_time_passes_by_what_the_leader_keeps(table: Table) -> None:
    before = table.view("j1")["table"]["clock"]
    table.does(LEADER, acts.Keep(event={"type": "avance", "unite": "scene", "n": 1}))
    assert table.view("j1")["table"]["clock"] != before
    act = acts.Keep(event={"type": "avance", "unite": "scene", "n": 1})
    assert isinstance(refused(table, "j1", act), NotYours)


def test_a_scene_ends_with_what_expires() -> None:
    """Tokens of Loss are gone with their Scène."""
    table = set_up("loss")
    table.does(LEADER, acts.BeginScene(title="Sur le quai"))
    gain = {"type": "gain", "holder": "kordan", "n": 2, "camp": "pj"}
    table.does(LEADER, acts.Keep(event={"type": "loss.jetons", "evenement": gain}))
    assert table.state.chronicle["registres"]["loss.jetons"]["reserves"] == {"kordan": 2}
    table.does(LEADER, acts.EndScene())
    assert not any(table.state.chronicle["registres"]["loss.jetons"]["reserves"].values())
    assert table.state.scene is None


def test_what_stands_on_a_sheet_is_told_by_its_name() -> None:
    """« Talent 12 (Médecin) », where the leader asked for it by that name; the same again too."""
    table = set_up("exil")
    act = acts.Frame(procedure="exil.simple", params={"talent": "Médecin"}, to=("aurele",))
    table.does(LEADER, act)
    table.does(LEADER, acts.Again(run="j1"))
    for run in table.view("j1")["runs"]:
        assert told_of(run) == {"Talent": "12 (Médecin)"}
    table.does(LEADER, acts.Frame(procedure="exil.simple", params={"talent": 7}, to=("aurele",)))
    assert told_of(table.view("j1")["runs"][2]) == {"Talent": "7"}


def told_of(run: dict[str, Any]) -> dict[str, str]:
    """What a run was asked for with, as a view tells it."""
    return {each["name"]: each["told"] for each in run["framing"]}


def test_a_modifier_is_taken_off_before_the_throw() -> None:
    """What was asked for stands struck in the story; what is asked for instead knows it not."""
    table = set_up("exil")
    params = {"talent": "Médecin", "difficulty": -2, "external": 1}
    table.does(LEADER, acts.Frame(procedure="exil.simple", params=params, to=("aurele",)))
    off = {each["field"]: each["off"] for each in table.view(LEADER)["runs"][0]["framing"]}
    assert off == {"talent": False, "difficulty": True, "external": True}
    assert not any(each["off"] for each in table.view("j1")["runs"][0]["framing"])
    for name in ("talent", "attempt", "rien"):
        assert refused(table, LEADER, acts.TakeOff(run="j1", name=name)).field == "name"
    table.does(LEADER, acts.TakeOff(run="j1", name="external"))
    assert [run.status for run in table.state.runs.values()] == ["withdrawn", "open"]
    (now,) = table.view("j1")["runs"]
    assert (now["id"], now["who"]) == ("j2", ["Aurèle Kestrin"])
    assert list(told_of(now)) == ["Talent", "Difficulté"]
    struck = [item for item in table.view("j1")["story"]["items"] if item["struck"]]
    assert [item["run"]["id"] for item in struck] == ["j1"]
    table.does("j1", acts.Answer(run="j2", place=0, answer={"dice": [3]}))
    assert table.state.runs["j2"].outcome is not None
    assert table.state.runs["j2"].outcome.result["margin"] == 7  # 12 − 2 − 3
    assert refused(table, LEADER, acts.TakeOff(run="j2", name="difficulty")).field == "run"
    assert table.again() == table.state
