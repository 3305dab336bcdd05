"""What an open run has spent and nobody has recorded yet: the others are not offered it again."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tablee.games.armes_dieux.ledgers import CARRIED
from tablee.rules.forms import NumberFrom
from tablee.rules.refusal import Refusal
from tablee.table.reservations import expected_state
from tablee.table.views.view_types import ChoiceAsk, Fact
from tests.kit import acts
from tests.table.acts.doing import fights, refused
from tests.table.evening import LEADER, Table, choices, set_up
from tests.table.tokens import TOKENS, won_and_lost

SCORES = {"trait": "Puissance", "talent": "Esquive", "difficulty": 20, "exploits": 0}
SCORES |= {"desastre_malus": True}


@pytest.fixture
def table() -> Table:
    """kordan has two tokens, and has lost two Exploits to the MJ."""
    return won_and_lost(2)


def asks(table: Table, to: str = "kordan", **more: Any) -> str:
    """A Test of somebody is asked for: its run."""
    secret = more.pop("secret", False)
    act = acts.RequestRun(procedure="loss.action", params=SCORES | more, to=(to,), secret=secret)
    table.does(LEADER, act)
    return list(table.state.runs)[-1]


def chosen(table: Table, run: str, value: int, seat: str = LEADER) -> acts.Answer:
    shown = next(each for each in table.view(LEADER).runs if each.id == run)
    return acts.Answer(run=run, place=shown.place, answer={"choose": value})


def held(table: Table, run: str) -> tuple[int, int]:
    params = table.state.runs[run].params
    return params["jetons"], params["desastres_max"]


def test_the_same_again_of_all_is_of_what_each_leaves_to_the_next() -> None:
    """Where there is not enough for the last of them, none is asked."""
    table = won_and_lost(3)
    lost = {"type": "echec", "exploits": 2, "auteur": "nerise", "attributions": {"mj": 2}}
    table.does(LEADER, acts.ChangeRecord(event={"type": TOKENS, "evenement": lost}))
    given = SCORES | {"talent": 5, "desastres": 1}
    both = acts.RequestRun(procedure="loss.action", params=given, to=("kordan", "nerise"))
    table.does(LEADER, both)
    table.does(LEADER, acts.Repeat(run="j1", all=True))
    assert [held(table, run)[1] for run in table.state.runs] == [3, 2, 2, 1]
    assert refused(table, LEADER, acts.Repeat(run="j3", all=True)).field == "desastres"
    table.does(LEADER, acts.Repeat(run="j3"))
    assert len(table.state.runs) == 5


def spent(refusal: Refusal) -> tuple[str, int]:
    return refusal.field, refusal.numbers["most"]


def test_a_run_is_requested_with_what_the_open_ones_have_left(table: Table) -> None:
    first = asks(table)
    assert held(table, first) == (2, 2)
    table.does(LEADER, chosen(table, first, 2))
    table.does("j1", chosen(table, first, 1))
    assert held(table, asks(table)) == (1, 0)
    table.does(LEADER, acts.Withdraw(run=first))
    assert held(table, asks(table)) == (2, 2)


def test_what_another_run_has_spent_since_is_refused_at_once(table: Table) -> None:
    """Not when the run is over: it would have had its Désastres for nothing."""
    first, second = asks(table), asks(table)
    table.does(LEADER, chosen(table, first, 1))
    assert spent(refused(table, LEADER, chosen(table, second, 2))) == ("answer", 1)
    table.does(LEADER, chosen(table, second, 1))
    table.does("j1", chosen(table, first, 2))
    assert spent(refused(table, "j1", chosen(table, second, 1))) == ("answer", 0)
    table.does("j1", chosen(table, second, 0))


def asked_for(table: Table, run: str, seat: str) -> Any:
    """The numbers that a seat is offered in a run."""
    shown = next(each for each in table.view(seat).runs if each.id == run)
    return [list(each.range or ()) for each in choices(shown)]


def test_what_another_run_has_spent_since_is_not_offered(table: Table) -> None:
    """LOSS-JET-03, LOSS-DES-01: neither is it weighed; and it is again once that is taken back."""
    first, second = asks(table, difficulty=40), asks(table, difficulty=40)
    assert asked_for(table, second, LEADER) == [[0, 2]]
    table.does(LEADER, chosen(table, first, 1))
    assert asked_for(table, second, LEADER) == [[0, 1]]
    table.does(LEADER, chosen(table, second, 1))
    assert asked_for(table, second, "j1") == asked_for(table, second, LEADER) == [[0, 2]]
    table.does("j1", chosen(table, first, 2))
    assert asked_for(table, second, "j1") == asked_for(table, second, LEADER) == [[0, 0]]
    (texts,) = [each for each in table.view("j1").runs if each.id == second]
    assert texts.chances != "available"
    assert choices(texts)[0].facts[-1] == Fact(label="Il en reste", text="au plus 0")
    table.does("j1", acts.Undo(run=first))
    assert asked_for(table, second, "j1") == [[0, 2]]
    table.does("j1", chosen(table, second, 2))
    assert asked_for(table, first, "j1") == [[0, 0]]


def test_what_was_recorded_since_is_refused_at_once(table: Table) -> None:
    """The last choice of a run, after the die: nothing is left undone by its end."""
    second = asks(table, desastres=0, jetons_avant=0)
    table.does("j1", acts.Answer(run=second, place=0, answer={"dice": [4]}))
    first = asks(table, desastres=0, jetons_avant=2, difficulty=99)
    table.does("j1", acts.Answer(run=first, place=0, answer={"dice": [9]}))
    assert table.state.runs[first].status == "done"
    assert asked_for(table, second, "j1") == [[0, 0]]
    assert spent(refused(table, "j1", chosen(table, second, 1))) == ("answer", 0)
    table.does("j1", chosen(table, second, 0))
    recorded = [b for run in (first, second) for b in table.state.consequences_of(run)]
    assert [consequence.impossible for consequence in recorded] == [False]


def test_what_is_fixed_as_a_run_is_requested_is_there(table: Table) -> None:
    first = asks(table, desastres=2, jetons_avant=0)
    act = acts.RequestRun(procedure="loss.action", params=SCORES | {"desastres": 1}, to=("kordan",))
    assert spent(refused(table, LEADER, act)) == ("desastres", 0)
    table.does(LEADER, acts.Withdraw(run=first))
    table.does(LEADER, act)


def test_those_who_are_asked_at_once_share_what_there_is(table: Table) -> None:
    """The MJ’s two characters have one pool (R-17): what the first spends the second has not."""
    first, second = "veilleur", "fouisseur"
    params = {"trait": 4, "talent": 4, "difficulty": 20, "exploits": 0, "jetons_avant": 2}
    act = acts.RequestRun(procedure="loss.action", params=params, to=(first, second))
    before = table.state.version
    assert refused(table, LEADER, act).field == "jetons_avant"
    assert table.state.version == before
    table.does(LEADER, msgspec.structs.replace(act, params=params | {"jetons_avant": 1}))
    assert len(table.state.open_runs) == 2


def test_the_tokens_of_both_sides_count(table: Table) -> None:
    """Those of the MJ’s characters are the same that would strike kordan (R-17)."""
    act = acts.RequestRun(
        procedure="loss.active",
        params={"somme_initiateur": 12, "somme_repondant": 12, "jetons_avant_repondant": 1},
        cast={"initiateur": "kordan", "repondant": "veilleur"},
    )
    table.does(LEADER, act)
    assert held(table, asks(table)) == (2, 1)


def test_what_the_leader_has_given_by_hand_is_not_counted_against_the_ledger(table: Table) -> None:
    given = {"trait": "Esprit", "talent": "Fouille", "desastres": 0, "sans_de": True}
    run = asks(table, to="nerise", jetons=3, **given)
    table.does("j2", chosen(table, run, 2))
    assert table.state.runs[run].outcome is not None


def test_what_is_spent_behind_the_screen_is_offered_all_the_same(table: Table) -> None:
    """Two tables that differ by it alone look the same to the players, and so do their next runs."""
    other = set_up("loss")
    other.happen(*table.events[len(other.events) :])
    other.at = table.at
    for each, n in ((table, 0), (other, 2)):
        run = asks(each, secret=True)
        each.does(LEADER, chosen(each, run, n))
        each.does(LEADER, chosen(each, run, n))
        asks(each)
    assert [held(each, "j2") for each in (table, other)] == [(2, 2), (2, 2)]
    assert table.view("j1").runs == other.view("j1").runs
    assert expected_state(other.state, other.game, other.replays).record == other.state.record
    other.does(LEADER, acts.Reveal(run="j1"))
    assert held(other, asks(other)) == (0, 0)


def test_nobody_is_offered_more_of_a_mishap_than_the_leader_has(table: Table) -> None:
    """LOSS-DES-01, -03: Désastres of their own."""

    def mishap(n: int, to: str = "kordan", **more: Any) -> acts.RequestRun:
        params = {"jetons": n, "malus": True, **more}
        return acts.RequestRun(procedure="loss.desastre", params=params, to=(to,))

    assert spent(refused(table, LEADER, mishap(3))) == ("jetons", 2)
    assert spent(refused(table, LEADER, mishap(1, "nerise"))) == ("jetons", 0)
    table.does(LEADER, mishap(1, malus="ask"))
    assert spent(refused(table, LEADER, mishap(2))) == ("jetons", 1)
    table.does(LEADER, mishap(1))
    assert spent(refused(table, LEADER, mishap(1))) == ("jetons", 0)


# ── Éclats ─────────────────────────────────────────────────────────────────────────────────────
def test_a_relance_is_requested_of_an_echec_simple_alone() -> None:
    """ECL-NEG-01: once of each by default (R-11), and of none that another open run relaunches."""
    table = set_up("eclats")
    table.does(LEADER, acts.BeginScene())

    def relance(who: str = "anselme") -> acts.RequestRun:
        return acts.RequestRun(procedure="eclats.relance", params={"des": 1, "seuil": 8}, to=(who,))

    def barred(who: str = "anselme") -> tuple[str, Any, str]:
        refusal = refused(table, LEADER, relance(who))
        return refusal.field, refusal.got, refusal.allowed

    none = ("relance_possible", False, "un échec simple, le seul qui se négocie")
    assert [barred("anselme"), barred("rodeurs")] == [none, none]
    failed = {"type": "test", "issue": "echec_simple"}
    event = {"type": "eclats.initie", "qui": "anselme", "evenement": failed}
    table.does(LEADER, acts.ChangeRecord(event=event))
    table.does(LEADER, relance())
    assert barred() == none
    bargain = acts.RequestRun(procedure="eclats.negociation", params={"seuil": 8}, to=("anselme",))
    assert refused(table, LEADER, bargain).field == "relance_possible"
    table.does(LEADER, acts.Withdraw(run="j1"))
    table.does(LEADER, relance())
    table.does("j1", acts.Answer(run="j2", place=0, answer={"dice": [3]}))
    (kept,) = table.state.consequences_of("j2")
    assert not kept.impossible
    assert barred() == none


def test_what_has_cost_its_price_is_bargained_over_again_where_the_table_has_it_so() -> None:
    """R-11: a relance that failed is an échec simple again, its price paid or still due."""
    for several in (False, True):
        table = set_up("eclats")
        table.state.rulings = {"relances_multiples": several}
        table.does(LEADER, acts.BeginScene())
        for event in (
            {"type": "test", "issue": "echec_simple"},
            {"type": "relance", "issue": "echec", "des": 1},
            {"type": "regle"},
        ):
            kept = {"type": "eclats.initie", "qui": "anselme", "evenement": event}
            table.does(LEADER, acts.ChangeRecord(event=kept))
        bargain = acts.RequestRun(
            procedure="eclats.negociation", params={"seuil": 8}, to=("anselme",)
        )
        assert table.act(LEADER, bargain) == several


# ── Armes-Dieux ────────────────────────────────────────────────────────────────────────────────
POOL = {"domaine": "Agression", "bonus": [], "ecartes": 0, "additionnel": "jamais"}


def test_the_reserve_is_offered_in_a_fight_alone() -> None:
    """AD-REN-03."""
    table = set_up("armes_dieux")
    table.does(LEADER, acts.BeginScene())
    assert table.state.sheet("bastan")["reserve_combat"] > 0
    act = acts.RequestRun(procedure="armes_dieux.test", params=POOL, to=("bastan",))
    way = {"nom": "de front", "domaine": "Agression", "bonus": []}
    requested = {"ecartes": 0, "additionnel": "jamais", "approches": [way]}
    ways = acts.RequestRun(procedure="armes_dieux.cadrage", params=requested, to=("bastan",))
    offered = []
    for now in (False, True):
        if now:
            fights(table, now)
        for each in (act, ways):
            table.does(LEADER, each)
            (ask,) = table.view(LEADER).runs[0].asks
            offered.append(ask.context if isinstance(ask, ChoiceAsk) else "dés")
            table.does(LEADER, acts.Withdraw(run=list(table.state.runs)[-1]))
    assert offered == ["dés"] * 2 + ["renfort_reserve"] * 2
    states = {each.id: each.states for each in table.view("j2").characters}
    assert (states["bastan"], states["oriane"]) == (["en combat"], [])
    table.does(LEADER, acts.EndScene())
    states = {each.id: each.states for each in table.view("j2").characters}
    assert states["bastan"] == []


def test_dice_of_the_reserve_that_an_open_test_has_taken_are_not_there_for_the_next() -> None:
    table = set_up("armes_dieux")
    table.does(LEADER, acts.BeginScene())
    fights(table, True)
    act = acts.RequestRun(procedure="armes_dieux.test", params=POOL, to=("bastan",))
    for _ in range(2):
        table.does(LEADER, act)
    most = table.state.sheet("bastan")["reserve_combat"]
    drawn = acts.Answer(run="j1", place=0, answer={"choose": 2})
    table.does("j1", drawn)
    late = acts.Answer(run="j2", place=0, answer={"choose": most})
    assert asked_for(table, "j2", "j1") == [[0, most - 2]]
    assert most + int(table.state.runs["j1"].params["domaine"]) <= 12  # else it is not offered
    assert spent(refused(table, "j1", late)) == ("answer", most - 2)
    table.does(LEADER, act)
    assert table.state.runs["j3"].params["reserve_combat"] == most - 2


def test_the_second_of_two_open_revers_is_another_than_difficulty() -> None:
    """AD-REV-04, AD-REV-06: both are asked at once, and a second −3D would cost nothing."""
    table = set_up("armes_dieux")
    act = acts.RequestRun("armes_dieux.revers", {"reussite": True}, to=("bastan",))
    for run in ("j1", "j2"):
        table.does(LEADER, act)
        assert table.state.runs[run].status == "open"
    harder = {"choose": "difficulte"}
    table.does("j1", acts.Answer(run="j1", place=0, answer=harder))
    refusal = refused(table, "j1", acts.Answer(run="j2", place=0, answer=harder))
    assert "retire déjà trois dés" in refusal.allowed
    table.does("j1", acts.Answer(run="j2", place=0, answer={"choose": "tension"}))


def test_a_malus_that_an_open_test_carries_does_not_weigh_on_the_next() -> None:
    """AD-REV-04: on one Test alone, of whatever kind; again when it is taken back, and beside what
    the leader says by hand."""
    table = set_up("armes_dieux")
    for who in ("bastan", "oriane"):
        event = {
            "type": "armes_dieux.personnage",
            "qui": who,
            "evenement": {"type": "revers", "revers": "difficulte"},
        }
        table.does(LEADER, acts.ChangeRecord(event=event))

    def test(**more: Any) -> Any:
        act = acts.RequestRun(procedure="armes_dieux.test", params=POOL | more, to=("bastan",))
        table.does(LEADER, act)
        return table.state.runs[list(table.state.runs)[-1]]

    def sides(*who: str) -> list[int]:
        each = {"poignee": 3, "sr": 10, "ecartes": 0}
        act = acts.RequestRun(
            procedure="armes_dieux.opposition",
            params={"participants": [each] * len(who), "additionnel": "jamais"},
            cast={"participants": list(who)},
        )
        table.does(LEADER, act)
        run = table.state.runs[list(table.state.runs)[-1]]
        return [each.get("malus_report", 0) for each in run.params["participants"]]

    first = test()
    assert first.params["malus_report"] == CARRIED
    assert "malus_report" not in test().params
    assert sides("bastan", "oriane") == [0, CARRIED]
    assert sides("bastan", "oriane") == [0, 0]
    by_hand = test(malus_report=CARRIED)
    assert by_hand.params["malus_report"] == CARRIED
    for run in (first, by_hand):
        table.does(LEADER, acts.Withdraw(run=run.id))
    assert sides("bastan", "oriane") == [CARRIED, 0]


def test_what_each_side_of_an_opposition_brings_costs_who_brings_it() -> None:
    """Armes-Dieux: Bonus and dice of the Réserve in the opposition itself (AD-OPP-01, AD-BON-05)."""
    table = set_up("armes_dieux")
    table.does(LEADER, acts.BeginScene())
    fights(table, True)
    before = {who: dict(table.state.sheet(who)) for who in ("bastan", "oriane")}
    each = {"poignee": 3, "sr": 99, "ecartes": 0}
    act = acts.RequestRun(
        procedure="armes_dieux.opposition",
        params={"participants": [each] * 3, "additionnel": "jamais"},
        cast={"participants": ["bastan", "oriane", "sentinelle"]},
    )
    table.does(LEADER, act)
    table.does("j1", acts.Seal(run="j1", place=0, values={"0": ["aspect"]}))
    assert "Aspect" not in str(table.view("j2").runs[0].lines)
    table.does("j2", acts.Seal(run="j1", place=0, values={"1": ["effort"]}))
    table.does("j1", acts.Seal(run="j1", place=1, values={"0": 2}))
    again = acts.RequestRun(procedure="armes_dieux.test", params=POOL, to=("bastan",))
    table.does(LEADER, again)
    held = before["bastan"]["reserve_combat"]
    assert table.state.runs["j2"].params["reserve_combat"] == held - 2  # promised
    for place, count in enumerate((8, 6, 3), 2):
        faces = acts.Answer(run="j1", place=place, answer={"dice": [3] * count})
        table.does(LEADER, faces)
    texts = [consequence.event["evenement"] for consequence in table.state.consequences_of("j1")]
    assert texts == [{"type": "test", "renfort_reserve": 2}, {"type": "effort"}]
    after = {who: table.state.sheet(who) for who in before}
    assert after["bastan"]["reserve_combat"] == held - 2
    assert after["bastan"]["tension"] == before["bastan"]["tension"]
    assert after["oriane"]["tension"] == before["oriane"]["tension"] + 1


def test_two_of_the_leader_s_who_seek_have_one_pool_of_tokens() -> None:
    """In one dissimulation (LOSS-JET-03): nothing that the first has spent is the second's."""
    table = won_and_lost(3)
    seeks = {"trait": "Instinct", "talent": "Corps-à-corps", "exploits": 1}
    concealed = {"trait": "Agilité", "talent": "Furtivité", "exploits": 0, "jetons_avant": 0}
    act = acts.RequestRun(
        procedure="loss.dissimulation",
        params={"cacheur": concealed, "chercheurs": [seeks, seeks]},
        cast={"cacheur": "kordan", "chercheurs": ["veilleur", "fouisseur"]},
    )
    table.does(LEADER, act)
    run = list(table.state.runs)[-1]
    who: list[str] = []
    for seat, faces in (("j1", [9]), (LEADER, [2]), (LEADER, [2])):
        shown = next(each for each in table.view(seat).runs if each.id == run)
        who.append(shown.asks[0].character)
        given = acts.Answer(run=run, place=shown.place, answer={"dice": faces})
        table.does(seat, given)
        if seat == LEADER and len(who) == 2:
            table.does(LEADER, chosen(table, run, 2))
    assert who == ["Kordan", "Le veilleur des docks", "Le fouisseur des carrières"]
    refusal = refused(table, LEADER, chosen(table, run, 2))
    assert refusal.numbers["form"] == NumberFrom(0, 1)
    table.does(LEADER, chosen(table, run, 1))
    followed = [
        each for each in table.state.consequences_of(run) if "dépense" in str(each.run_line)
    ]
    assert all(each.applied for each in followed)
