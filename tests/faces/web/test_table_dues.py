"""What is still to be played, as the leader's page shows it."""

from __future__ import annotations

from tablee.faces.web.table.pending_cards import PendingCard, pending_cards
from tablee.rules.texts.languages import Lang
from tablee.rules.texts.words import Words
from tests.kit import acts
from tests.table.evening import LEADER, Table, set_up


def shown(table: Table, lang: Lang = "fr") -> list[PendingCard]:
    words = Words(table.game, lang)
    view = table.view(LEADER, words=words)
    return pending_cards(view, words)


def test_what_is_owed_begins_with_a_capital_and_goes_to_whose_it_is() -> None:
    """Loss: Exploits that were won (LOSS-EXL-04), then what one of them is for (LOSS-PHY-05)."""
    table = set_up("loss")
    won = {"trait": 9, "talent": 9, "exploits": 1, "desastres": 0}
    table.does(LEADER, acts.RequestRun(procedure="loss.action", params=won, to=("kordan",)))
    table.does("j1", acts.Answer(run="j1", place=0, answer={"dice": [9]}))
    uses = {"exploits": 1, "emplois": ["allie"]}
    table.does(LEADER, acts.RequestRun(procedure="loss.exploits", params=uses, to=("nerise",)))
    assert [(due.title, due.text, due.character, due.to) for due in shown(table)] == [
        ("Employer ses Exploits", "", "Kordan", "kordan"),
        ("", "1 compagnon entraîné dans la réussite par Exploit", "Nérise Halvane", ""),
    ]


def test_a_rule_that_the_game_does_not_have_is_shown_as_a_word() -> None:
    """As after a rule of one's own has got another name: it cannot be played, only settled."""
    table = set_up("loss")
    gone = {"procedure": "loss.retiree", "params": {"exploits": 2}, "qui": "kordan", "texte": ""}
    table.state.record = {**table.state.record, "dus": [gone]}
    (due,) = shown(table)
    assert (due.procedure, due.title, due.text) == (None, "", "Loss.retiree")
    table.does(LEADER, acts.ChangeRecord(event={"type": "acquitte", "numero": 1}))
    assert not shown(table)


def test_what_the_rules_owe_is_shown_in_the_reader_s_language() -> None:
    """Each complication of one failure by itself (SOC-RIP-02, -07, SOC-MUL-02); what somebody has
    written stays as it is."""
    table = set_up("socle")
    table.does(LEADER, acts.ChangeRecord(event={"type": "du", "du": {"texte": "la porte cède"}}))
    params = {"cible": "pion", "presse": "complication", "riposte": "complication", "aide": False}
    attack = acts.RequestRun(
        procedure="socle.attaque", params={"de": 8, **params}, to=("gontrand",)
    )
    table.does(LEADER, attack)
    table.does(LEADER, acts.Answer(run="j1", place=0, answer={"dice": [1]}))
    name = str(table.state.sheet("gontrand")["nom"])
    spoken: tuple[tuple[Lang, str], ...] = (("fr", "Une complication"), ("en", "A complication"))
    for lang, owed in spoken:
        texts = [(due.text, due.character) for due in shown(table, lang)]
        assert texts == [("La porte cède", ""), *[(owed, name)] * 3]


def test_what_could_not_be_is_still_due() -> None:
    """Exil: a healing is that of the wound as it was (EXIL-GUE-01), and cannot be of a graver one."""
    table = set_up("exil")
    wound = {"type": "exil.suivi", "qui": "jeanne", "evenement": {"type": "decision", "pds": -2}}
    table.does(LEADER, acts.ChangeRecord(event=wound))
    table.does(LEADER, acts.ChangeRecord(event={"type": "avance", "unite": "jour"}))
    (due,) = table.state.record["dus"]
    table.does(
        LEADER, acts.ChangeRecord(event={**wound, "evenement": {"type": "decision", "pds": -10}})
    )
    healing = {"procedure": due["procedure"], "params": due["params"], "to": ("jeanne",)}
    table.does(LEADER, acts.RequestRun(**healing))
    assert not table.state.open_runs
    assert [bool(each.refused) for each in table.last(LEADER).consequences] == [True]
    assert table.state.record["dus"] == [due]


def test_what_is_due_is_not_offered_again_while_it_is_played() -> None:
    """Loss: Exploits that were won (LOSS-EXL-04), asked for and not yet used."""
    table = set_up("loss")
    won = {"trait": 9, "talent": 9, "exploits": 1, "desastres": 0}
    table.does(LEADER, acts.RequestRun(procedure="loss.action", params=won, to=("kordan",)))
    table.does("j1", acts.Answer(run="j1", place=0, answer={"dice": [9]}))
    (due,) = shown(table)
    assert not due.under_way
    other = acts.RequestRun(procedure="loss.exploits", params={"exploits": 1}, to=("nerise",))
    table.does(LEADER, other)
    assert not shown(table)[0].under_way
    table.does(
        LEADER, acts.RequestRun(procedure="loss.exploits", params={"exploits": 1}, to=("kordan",))
    )
    assert shown(table)[0].under_way
