"""What follows from runs: kept, declined, put back, had otherwise, held until it is shown."""

from __future__ import annotations

import msgspec

from tablee.rules.authoring.game_file import load_game
from tablee.rules.registry import unregister
from tablee.rules.texts.words import Words
from tablee.table.log import events as ev
from tablee.table.refusals import NotYours, Stale
from tablee.table.views.view_types import ConsequenceView
from tests.kit import acts
from tests.kit.command_line import ROOT
from tests.table.acts.doing import action, chosen, effort, jet, refused, revers, tension
from tests.table.evening import LEADER, Table, set_up
from tests.table.tokens import TOKENS, won_and_lost


def test_what_is_declined_is_as_if_it_had_not_been(table: Table) -> None:
    before = tension(table)
    for _ in range(3):
        table.does(LEADER, effort("bastan"))
    first, second = table.state.consequences_of("j1")[0].id, table.state.consequences_of("j2")[0].id
    assert tension(table) == before + 3
    table.does("j1", acts.Decline(consequence=first))
    assert tension(table) == before + 2
    assert isinstance(refused(table, "j1", acts.Decline(consequence=first)), Stale)
    assert isinstance(refused(table, "j2", acts.Decline(consequence=second)), NotYours)
    table.does(LEADER, acts.Decline(consequence=second))
    assert tension(table) == before + 1
    table.does("j1", acts.Restore(consequence=first))
    table.does("j1", acts.Restore(consequence=second))
    assert tension(table) == before + 3
    assert isinstance(refused(table, "j1", acts.Restore(consequence=second)), Stale)


def test_what_later_changes_need_cannot_be_declined(table: Table) -> None:
    table.does(LEADER, acts.BeginScene())
    fight = {"type": "armes_dieux.personnage", "qui": "bastan"}
    begins = {**fight, "evenement": {"type": "combat", "en_combat": True}}
    draws = {**fight, "evenement": {"type": "test", "renfort_reserve": 2}}
    table.does(LEADER, acts.ChangeRecord(event=begins))
    first = table.state.scene_consequences[-1]
    table.does("j1", acts.ChangeRecord(event=draws))
    why = refused(table, LEADER, acts.Decline(consequence=first))
    assert why.field == "consequence"
    table.does("j1", acts.Decline(consequence=table.state.scene_consequences[-1]))
    assert isinstance(refused(table, "j1", acts.Decline(consequence=first)), NotYours)
    table.does(LEADER, acts.Decline(consequence=first))


def gear(table: Table) -> ConsequenceView:
    """A Revers of bastan's that harms his gear: one of two pieces, broken or lost."""
    params = {"reussite": True, "choix": "equipement"}
    act = acts.RequestRun(procedure="armes_dieux.revers", params=params, to=("bastan",))
    table.does(LEADER, act)
    return table.last("j1").consequences[0]


def test_what_the_rules_leave_open_may_be_had_otherwise(table: Table) -> None:
    """AD-REV-03: which piece, and how badly, is not for the dice to say."""
    change, pieces = gear(table), {"hache": "endommage", "cotte de cuir": "endommage"}
    assert table.state.sheet("bastan")["equipement"] == pieces  # the coat has been so before
    assert len({change.text, *change.alternatives}) == 3
    lost = next(
        n for n, texts in enumerate(change.alternatives) if "irrécupérable" in texts.casefold()
    )
    table.does("j1", acts.Replace(consequence=change.id, place=lost))
    now = table.last("j1").consequences[0]
    assert now.text == change.alternatives[lost]
    assert now.alternatives[lost] == change.text
    assert "perdu" in table.state.sheet("bastan")["equipement"].values()
    assert table.last("j2").consequences[0].alternatives == []
    assert isinstance(refused(table, "j1", acts.Decline(consequence=change.id)), NotYours)
    table.does(LEADER, acts.Decline(consequence=change.id))
    assert "perdu" not in table.state.sheet("bastan")["equipement"].values()
    table.does("j1", acts.Replace(consequence=change.id, place=lost))
    assert table.last("j1").consequences[0].declined
    table.does(LEADER, acts.Restore(consequence=change.id))
    assert table.state.sheet("bastan")["equipement"] == pieces
    assert table.again() == table.state


def test_what_is_had_otherwise_is_one_of_the_others(table: Table) -> None:
    change = gear(table)
    past = acts.Replace(consequence=change.id, place=len(change.alternatives))
    assert refused(table, "j1", past).field == "place"
    assert isinstance(refused(table, "j2", acts.Replace(consequence=change.id, place=0)), NotYours)
    table.does(LEADER, revers("bastan"))
    (sure,) = table.last("j1").consequences
    assert sure.alternatives == []
    assert isinstance(refused(table, "j1", acts.Replace(consequence=sure.id, place=0)), Stale)


def test_why_a_change_cannot_be_is_shown_in_the_words_of_the_reader() -> None:
    table = set_up("loss")
    table.does(LEADER, action())
    chosen(table, "j1", 0, 1, 2)
    table.does("j1", acts.Answer(run="j1", place=3, answer={"dice": [7]}))
    fr, en = (
        table.last(LEADER, words=Words(table.game, lang)).consequences[0].refused
        for lang in ("fr", "en")
    )
    assert fr.startswith("Ce n’est pas possible en l’état. ")
    assert en.startswith("This is not possible")
    assert fr.partition(". ")[2] != en.partition(". ")[2]


def test_a_change_out_of_its_range_says_the_range() -> None:
    """The keeper's sheet has one measure of oil; the run was asked with nine, of which three burn."""
    load_game(ROOT / "docs" / "tutorial" / "phares.py")
    try:
        table = Table("phares")
        sheet = {"jeu": "phares", "type": "gardien", "nom": "Anke", "huile": 1}
        table.does(LEADER, acts.PutSheet(character="anke", sheet=sheet, seat="j1"))
        params = {"huile": 9, "fond": 12, "brulees": 3}
        asked = acts.RequestRun(
            procedure="phares.sonde", params=params, to=("anke",), decides=False
        )
        table.does(LEADER, asked)
        table.does("j1", acts.Answer(run="j1", place=0, answer={"dice": [3, 4]}))
        (change,) = table.last(LEADER).consequences
        assert change.refused.endswith("attendu\xa0: un entier de 1 à 10.")
        assert table.state.sheet("anke")["huile"] == 1
        assert table.again() == table.state
    finally:
        unregister("phares")


def test_older_logs_tell_why_in_the_words_that_they_kept(table: Table) -> None:
    table.does(LEADER, jet())
    older = ev.read_event(b'{"type":"withdrawn","run":"j1","reason":"fin de la sc\xc3\xa8ne"}')
    refusal = {"type": "booked", "booking": "j1.1", "run": "j1", "event": {}, "after": {}}
    kept = msgspec.json.encode({**refusal, "refused": "au plus 2"})
    table.happen(ev.read_event(kept), older)
    story = table.view(LEADER).story.items
    assert story[0].reason == "fin de la scène"
    assert table.state.consequences["j1.1"].impossible
    assert not table.state.consequences["j1.1"].applied


def test_what_cannot_be_kept_is_shown_and_harms_nothing() -> None:
    """Tokens that nobody has cannot be spent: the run is over all the same."""
    table = set_up("loss")
    table.does(LEADER, action())
    chosen(table, "j1", 0, 1, 2)
    table.does("j1", acts.Answer(run="j1", place=3, answer={"dice": [7]}))
    assert table.state.runs["j1"].status == "done"
    spent = table.last("j1").consequences[0]
    assert spent.refused
    assert spent.declined
    assert not spent.may
    refused(table, LEADER, acts.Restore(consequence=spent.id))


def test_what_follows_from_a_secret_run_waits_until_it_is_revealed(table: Table) -> None:
    before = tension(table)
    table.does(LEADER, revers("bastan", secret=True))
    table.does(LEADER, revers("bastan", secret=True))
    assert tension(table) == before
    held = table.last(LEADER).consequences[0]
    assert (held.pending, held.declined, held.may) == (True, True, True)
    table.does(LEADER, acts.Restore(consequence=table.state.consequences_of("j2")[0].id))
    assert tension(table) == before + 1
    table.does(LEADER, acts.Reveal(run="j1"))
    assert tension(table) == before + 2
    table.does(LEADER, acts.Reveal(run="j2"))
    assert tension(table) == before + 2
    assert isinstance(refused(table, LEADER, acts.Reveal(run="j1")), Stale)
    assert table.last("j2").consequences[0].declined is False


def test_what_cannot_be_stays_so_when_its_run_is_revealed() -> None:
    """Shown as impossible while it was held, it does not count by surprise."""
    table = won_and_lost(1)
    spends = {"type": "depense", "player": "kordan", "n": 2}
    table.does(LEADER, acts.ChangeRecord(event={"type": TOKENS, "evenement": spends}))
    spent = table.state.scene_consequences[-1]
    table.does(LEADER, msgspec.structs.replace(action(), secret=True))
    chosen(table, "j1", 0, 1, 2)
    table.does(LEADER, acts.Answer(run="j1", place=3, answer={"dice": [7]}))
    (held,) = (each for each in table.state.consequences_of("j1") if each.impossible)
    table.does(LEADER, acts.Decline(consequence=spent))  # now the two tokens are there again
    before = table.state.record["registres"]
    table.does(LEADER, acts.Reveal(run="j1"))
    assert not table.state.consequences[held.id].applied
    assert table.state.record["registres"] == before


def test_what_is_held_cannot_be_touched_by_whom_it_concerns(table: Table) -> None:
    table.does(LEADER, revers("bastan", secret=True))
    one_consequence = table.state.consequences_of("j1")[0].id
    unknown = refused(table, "j1", acts.Restore(consequence="j9.1"))
    for act in (
        acts.Restore(consequence=one_consequence),
        acts.Decline(consequence=one_consequence),
    ):
        why = refused(table, "j1", act)
        assert type(why) is type(unknown)
        assert why.allowed == unknown.allowed
