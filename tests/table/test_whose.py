"""Dice that the leader throws are shown by whose they are: a Figurant of Armes-Dieux has a name, and so
has an adversary in a mêlée of Exil."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tablee.dice.house_dice import HouseDice
from tablee.faces.web.table.run_cards import run_card
from tablee.faces.web.template_cache import TemplateCache
from tablee.rules.texts.words import Words
from tablee.table.views.view_types import ThrowAsk
from tests.kit import acts
from tests.table.evening import LEADER, Table, set_up

GUARD = "La sentinelle du pont"


@pytest.fixture
def table() -> Table:
    """The sentinelle, known to everybody, as soon as it has done something."""
    table = set_up("armes_dieux")
    table.does(LEADER, acts.BeginScene())
    return table


def captions(table: Table, seat: str) -> list[str]:
    """What is under the dice of the last run, as a seat reads it."""
    card = run_card(table.last(seat), table.view(seat), Words(table.game), TemplateCache(0))
    return [each.caption for each in card.thrown]


def thrown(table: Table, run: str) -> None:
    while table.state.runs[run].status == "open":
        (shown,) = table.view(LEADER).runs
        table.does(LEADER, acts.Throw(run=run, place=shown.place))


def test_a_test_of_a_figurant_is_shown_by_its_name(table: Table) -> None:
    name = str(table.state.sheet("sentinelle")["nom"])
    params = {"ecartes": 0, "additionnel": "jamais"}
    act = acts.RequestRun(procedure="armes_dieux.test_figurant", params=params, to=("sentinelle",))
    table.does(LEADER, act)
    (run,) = table.view(LEADER).runs
    assert [ask.character for ask in run.asks] == [name]
    assert [wait.character for wait in run.waiting] == [name]
    thrown(table, "j1")
    for seat in (LEADER, "j1"):
        assert captions(table, seat) == [f"{name} · Poignée"]


def test_who_throws_alone_is_not_named_again(table: Table) -> None:
    """AD-CHA-01: « Oriane · Qui lance Oriane » said nothing."""
    table.does(LEADER, acts.RequestRun(procedure="armes_dieux.chance", to=("oriane",)))
    for seat in (LEADER, "j1"):
        (run,) = table.view(seat).runs
        assert (run.characters, run.parameters) == (["Oriane Tessier"], [])


def test_one_that_has_no_sheet_is_the_leader_s(table: Table) -> None:
    params = {"valeur": 3, "sr": 9, "ecartes": 0, "additionnel": "jamais"}
    table.does(LEADER, acts.RequestRun(procedure="armes_dieux.test_figurant", params=params))
    thrown(table, "j1")
    assert captions(table, "j1") == ["Meneur · Poignée"]


@pytest.mark.parametrize("kind", ["opposition", "oppositions"])
def test_each_side_of_an_opposition_has_its_own_dice(table: Table, kind: str) -> None:
    """Two Figurants of the leader’s against a player’s character (AD-OPP-01, R-21)."""
    second = {**table.state.sheet("sentinelle"), "nom": GUARD}
    table.does(LEADER, acts.PutSheet(character="pont", sheet=second))
    who = ["bastan", "sentinelle", "pont"]
    each = {"poignee": 3, "sr": 99, "ecartes": 0}
    more = {"manches": 1} if kind == "oppositions" else {}
    act = acts.RequestRun(
        procedure=f"armes_dieux.{kind}",
        params={"participants": [each] * 3, **more},
        cast={"participants": who},
        decides=False,
    )
    table.does(LEADER, act)
    names = [str(table.state.sheet(name)["nom"]) for name in who]
    for expected in names:
        (shown,) = table.view(LEADER).runs
        assert [ask.character for ask in shown.asks] == [expected]
        faces = acts.Answer(run="j1", place=shown.place, answer={"dice": [2, 3, 3]})
        table.does(LEADER, faces)
    typed = "(faces saisies par Siège 0)"
    assert captions(table, "j2") == [f"{name} · Poignée {typed}" for name in names]


def test_each_adversary_of_a_melee_has_its_own_dice() -> None:
    """Two of them, whom the leader plays, attack and defend themselves (EXIL-OPT-01)."""
    table, rng = set_up("exil"), random.Random(1)
    people = ["jeanne", "brute", "vigile"]
    names = {str(table.state.sheet(who)["nom"]) for who in people}
    members = [{"camp": camp, "en_melee": True} for camp in ("ville", "rue", "rue")]
    params = {"combattants": members, "max_turns": 4, "conduite": "habitude"}
    cast = {"combattants": people}
    table.does(LEADER, acts.RequestRun(procedure="exil.melee", params=params, cast=cast))
    output: Counter[str] = Counter()
    while table.state.runs["j1"].status == "open":
        (run,) = table.view(LEADER).runs
        output.update(ask.character for ask in run.asks if isinstance(ask, ThrowAsk))
        table.answer(table.state.runs["j1"], rng, HouseDice(rng.randrange(2**32)))
    assert output.keys() == names
    rolls = [line for line in table.last("j1").lines if line.kind == "roll"]
    assert Counter(roll.numbers["who"] for roll in rolls) == output
