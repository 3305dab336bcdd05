"""Acts that are wrong, and what their refusals name: nothing has changed then."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kit import acts
from tests.table.acts.doing import FACES, jet, refused
from tests.table.evening import LEADER, Table

EFFORT = {"type": "armes_dieux.personnage", "qui": "bastan", "evenement": {"type": "effort"}}


def due(**of: Any) -> acts.ChangeRecord:
    """The leader writes down something that is due."""
    return acts.ChangeRecord(event={"type": "du", "du": of})


WRONG: list[tuple[acts.Act, str, str]] = [
    (acts.RequestRun(procedure="exil.simple"), "procedure", "armes_dieux.jet"),
    (acts.RequestRun(procedure="armes_dieux.rien"), "procedure", "armes_dieux.jet"),
    (jet(to=("personne",)), "to", "bastan"),
    (jet(cast={"rival": "oriane"}), "cast.rival", "un rôle parmi"),
    (jet(cast={"rival": ("oriane", "bastan")}), "cast.rival", "un rôle parmi"),
    (jet(cast={"fiche": "oriane"}), "cast.fiche", '""'),
    (jet(params={"poignee": 99}), "poignee", "12"),
    (jet(params={"bras": 2}), "bras", "poignee"),
    (acts.RequestRun(procedure="armes_dieux.opposition", to=("bastan",)), "to", "personne"),
    (acts.Repeat(run="j9"), "run", "un jet"),
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
    (acts.Overrule(run="j2"), "reason", "champ"),
    (acts.Overrule(run="j2", reason=" \u200b"), "reason", "champ"),
    (acts.Overrule(run="j2", field="bras"), "field", "qualites"),
    (acts.ChangeRecord(event={"type": "rien"}), "event.type", "armes_dieux.personnage"),
    (acts.ChangeRecord(event={**EFFORT, "qui": "personne"}), "event.qui", "bastan"),
    (due(procedure="cela"), "event.du.procedure", "armes_dieux.jet"),
    (due(procedure="exil.simple"), "event.du.procedure", "armes_dieux.jet"),
    (due(procedure="armes_dieux.jet", params={"bras": 2}), "event.du.params.bras", "poignee"),
    (due(procedure="armes_dieux.jet", params={"poignee": 99}), "event.du.params.poignee", "12"),
    (due(qui="personne"), "event.du.qui", "bastan"),
    (acts.Decline(consequence="j2.9"), "consequence", "cette scène"),
    (acts.Restore(consequence="c.bastan.1"), "consequence", "cette scène"),
    (acts.PutSheet(character="lou", sheet={}), "sheet.type", "figurant"),
    (acts.PutSheet(character="lou", sheet={"jeu": "exil"}), "sheet.jeu", "armes_dieux"),
    (acts.PutSheet(character="j1-lou", sheet={}), "character", "siège"),
    (acts.PutSheet(character="lou", sheet={}, seat="j9"), "seat", "j1"),
    (acts.Give(character="personne", to="j1"), "character", "campagne"),
    (acts.Give(character="bastan", to="j9"), "to", "j1"),
    (acts.Give(character="bastan", to="j1", free=True), "free", "false"),
    (acts.BeginScene(), "type", "fin de la scène"),
    (acts.AddSeat(seat="j1", name="Lou"), "seat", "pris"),
    (acts.AddSeat(seat="j9", name=" SIÈGE  2"), "name", "personne d’autre"),
    (acts.ChangeSeat(seat="j1", name="siège 2"), "name", "personne d’autre"),
    (acts.ChangeSeat(seat="j9", name="Lou"), "seat", "j1"),
    (acts.ChangeSeat(seat="j1"), "name", "changement"),
    (acts.ChangeSeat(seat="j1", word="ours"), "seat", "votre siège"),
    (acts.RemoveSeat(seat="j9"), "seat", "j1"),
    (acts.RemoveSeat(seat=LEADER), "seat", "autre"),
    (acts.HandOver(to=LEADER), "to", "autre"),
    (acts.Archive(archived=False), "archived", "inverse"),
]


@pytest.mark.parametrize(("act", "field", "allowed"), WRONG, ids=lambda each: str(each)[:50])
def test_what_is_wrong_is_named(table: Table, act: acts.Act, field: str, allowed: str) -> None:
    table.does(LEADER, jet())
    table.does(LEADER, jet())
    table.does("j1", acts.Answer(run="j2", place=0, answer={"dice": FACES}))
    why = refused(table, LEADER, act)
    assert why.field == field or why.field.startswith(field), (why.field, str(why))
    assert allowed in str(why).replace("\u202f", " "), str(why)


def test_a_campaign_has_no_more_than_fifty_runs_that_wait(table: Table) -> None:
    for _ in range(50):
        table.does(LEADER, jet(to=("bastan",)))
    why = refused(table, LEADER, jet())
    assert "50" in str(why)
