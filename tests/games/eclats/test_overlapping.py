"""Éclats at the table: a price that is owed, several failures of one person, a seuil said already."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.rules.texts.words import Words
from tablee.table.refusals import NotYours
from tests.kit import acts
from tests.table.evening import LEADER, Table, set_up

NEGOTIATE, RELANCE = "eclats.negociation", "eclats.relance"
YES, NO = {"choose": True}, {"choose": False}
ARM = {"choose": {"texte": "le bras", "des": 1}}
FAILS, SUCCEEDS = [3, 4, 5], [9, 4, 5]


def begins(table: Table, procedure: str = "eclats.test", **params: Any) -> str:
    """Request a run of Lubin, of j2; return its id."""
    given = {"caracteristique": "ruse", "seuil": 8} | params
    table.does(LEADER, acts.RequestRun(procedure=procedure, params=given, to=("lubin",)))
    return [*table.state.runs][-1]


def plays(table: Table, place: int = 0) -> str:
    """Let j2 begin what waits for Lubin; return the id of the run."""
    waiting = table.view("j2").pending[place]
    table.does("j2", acts.PlayPending(consequence=waiting.consequence))
    return [*table.state.runs][-1]


def answers(table: Table, run: str, *given: Any) -> None:
    """Answer a run, each time as the seat that is asked."""
    for answer in given:
        (seat,) = [each.waiting[0].seat for each in table.view(LEADER).runs if each.id == run]
        (shown,) = [each for each in table.view(seat).runs if each.id == run]
        table.does(seat, acts.Answer(run=run, place=shown.place, answer=answer))


def agrees(table: Table, run: str) -> None:
    answers(table, run, ARM, {"choose": 1}, YES, YES)


def waiting(table: Table) -> list[tuple[str | None, Any]]:
    return [(each.procedure, each.params["seuil"]) for each in table.view(LEADER).pending]


def lubin(table: Table) -> dict[str, Any]:
    return dict(table.state.sheet("lubin"))


# ── a price is owed (ECL-NEG-02, -04, -09) ─────────────────────────────────────────────────────
@pytest.mark.parametrize("procedure", ["eclats.action", RELANCE])
def test_who_has_failed_cannot_refuse_the_price(procedure: str) -> None:
    """The whole table has agreed upon it: the maître alone may let it go."""
    table = set_up("eclats")
    if procedure == RELANCE:
        answers(table, begins(table), {"dice": FAILS})
        agrees(table, plays(table))
        (due,) = table.view(LEADER).pending
        act = acts.RequestRun(procedure=RELANCE, params=due.params, to=("lubin",))
        table.does(LEADER, act)
        answers(table, [*table.state.runs][-1], {"dice": [1]})
    else:
        run = begins(table, procedure)
        answers(table, run, {"dice": FAILS}, YES)
        agrees(table, run)
        answers(table, run, {"dice": [1]})
    owed = [{"texte": "le bras", "niveau": "eleve"}]
    assert lubin(table)["prix_dus"] == owed
    (price,) = [each for each in table.last("j2").consequences if "un prix est dû" in each.text]
    assert not price.may
    assert not table.act("j2", acts.Decline(consequence=price.id))
    assert isinstance(table.wrong, NotYours)
    assert table.wrong.allowed == "un changement qui n’engage pas : celui-ci reste dû"
    table.does(LEADER, acts.Decline(consequence=price.id))
    assert not table.act("j2", acts.Restore(consequence=price.id))
    assert lubin(table)["prix_dus"] == []


def test_who_has_failed_badly_cannot_refuse_what_follows() -> None:
    """ECL-ECH-03, -05: the grave consequences are the maître's to tell."""
    table = set_up("eclats")
    answers(table, begins(table), {"dice": [0, 4, 5]})
    (grave,) = table.last("j2").consequences
    assert not grave.may
    assert table.last(LEADER).consequences[0].may


# ── several failures of one person (ECL-NEG-01) ────────────────────────────────────────────────
@pytest.mark.parametrize("faces", [SUCCEEDS, [0, 9, 9]])
def test_an_agreement_reached_after_another_action_is_worth_its_relance(faces: list[int]) -> None:
    table = set_up("eclats")
    answers(table, begins(table), {"dice": FAILS})
    bargain = plays(table)
    answers(table, begins(table), {"dice": faces})
    agrees(table, bargain)
    assert waiting(table) == [(RELANCE, 8)]
    (due,) = table.view(LEADER).pending
    table.does(LEADER, acts.RequestRun(procedure=RELANCE, params=due.params, to=("lubin",)))
    answers(table, [*table.state.runs][-1], {"dice": [9]})
    assert waiting(table) == []
    assert lubin(table)["relance_possible"] is False


def test_an_agreement_on_a_failure_noted_by_hand_is_worth_its_relance() -> None:
    """Without a pending bargain too."""
    table = set_up("eclats")
    missed = {"type": "retouche", "qui": "lubin", "champs": {"relance_possible": True}}
    table.does(LEADER, acts.ChangeRecord(event=missed))
    table.does(LEADER, acts.RequestRun(procedure=NEGOTIATE, params={"seuil": 8}, to=("lubin",)))
    bargain = [*table.state.runs][-1]
    answers(table, begins(table), {"dice": SUCCEEDS})
    answers(table, bargain, YES)
    agrees(table, bargain)
    (due,) = table.view(LEADER).pending
    table.does(LEADER, acts.RequestRun(procedure=RELANCE, params=due.params, to=("lubin",)))


def test_a_second_failure_during_a_bargain_has_its_own() -> None:
    table = set_up("eclats")
    answers(table, begins(table), {"dice": FAILS})
    bargain = plays(table)
    answers(table, begins(table, seuil=7), {"dice": FAILS})
    assert waiting(table) == [(NEGOTIATE, 8), (NEGOTIATE, 7)]
    answers(table, bargain, {"choose": "abandon"})
    assert waiting(table) == [(NEGOTIATE, 7)]
    agrees(table, plays(table))
    assert waiting(table) == [(RELANCE, 7)]


def test_the_bargain_of_a_plain_failure_outlives_an_action_that_bargains_itself() -> None:
    table = set_up("eclats")
    action = begins(table, "eclats.action")
    answers(table, action, {"dice": FAILS}, YES)
    answers(table, begins(table, seuil=7), {"dice": FAILS})
    agrees(table, action)
    answers(table, action, {"dice": [1]})
    assert waiting(table) == [(NEGOTIATE, 7)]
    assert lubin(table)["prix_dus"] == [{"texte": "le bras", "niveau": "eleve"}]
    agrees(table, plays(table))
    assert waiting(table) == [(RELANCE, 7)]


def test_two_failures_asked_at_once_are_bargained_over_one_after_the_other() -> None:
    """Each bargain closes itself alone, whichever is played first, and so does each relance."""
    table = set_up("eclats")
    first, second = begins(table), begins(table, seuil=7)
    answers(table, first, {"dice": FAILS})
    answers(table, second, {"dice": FAILS})
    agrees(table, plays(table, 1))
    assert waiting(table) == [(NEGOTIATE, 8), (RELANCE, 7)]
    agrees(table, plays(table))
    assert waiting(table) == [(RELANCE, 7), (RELANCE, 8)]
    for seuil in (8, 7):
        due = next(each for each in table.view(LEADER).pending if each.params["seuil"] == seuil)
        table.does(LEADER, acts.RequestRun(procedure=RELANCE, params=due.params, to=("lubin",)))
        answers(table, [*table.state.runs][-1], {"dice": [1]})
    assert waiting(table) == []
    assert len(lubin(table)["prix_dus"]) == 2
    assert lubin(table)["relance_possible"] is False


def test_a_success_asked_at_the_same_time_ends_no_bargain() -> None:
    table = set_up("eclats")
    first, second = begins(table), begins(table, seuil=7)
    answers(table, first, {"dice": FAILS})
    answers(table, second, {"dice": SUCCEEDS})
    assert waiting(table) == [(NEGOTIATE, 8)]
    assert lubin(table)["relance_possible"] is True


# ── a seuil that was said (ECL-LAN-09, ECL-NEG-06) ─────────────────────────────────────────────
def test_a_seuil_that_was_announced_is_not_offered_to_be_shown() -> None:
    table = set_up("eclats")
    run = begins(table, "eclats.action", secret=True)
    answers(table, run, {"dice": FAILS}, YES, YES, {"choose": "abandon"})
    assert not table.last(LEADER).may.disclose
    assert table.last(LEADER).disclosing == ""
    assert not table.act(LEADER, acts.Disclose(run=run))


@pytest.mark.parametrize("answered", [[NO], [YES, NO]])
def test_a_seuil_that_was_kept_is_offered_to_be_shown(answered: list[Any]) -> None:
    table = set_up("eclats")
    run = begins(table, "eclats.action", secret=True)
    answers(table, run, {"dice": FAILS}, *answered)
    assert table.last(LEADER).may.disclose
    table.does(LEADER, acts.Disclose(run=run))


@pytest.mark.parametrize("seuils", [(8, 7), (8, 8)])
def test_a_bargain_says_the_seuil_of_its_own_test_alone(seuils: tuple[int, int]) -> None:
    """Two secret Tests of one Initié: the seuil of the other one may still be shown."""
    table = set_up("eclats")
    first, second = (begins(table, secret=True, seuil=each) for each in seuils)
    answers(table, first, {"dice": FAILS})
    answers(table, second, {"dice": FAILS})
    bargain = plays(table)
    answers(table, bargain, YES)
    agrees(table, bargain)
    runs = table.state.runs
    assert [table.state.conceals(runs[each]) for each in (first, second)] == [False, True]
    assert not table.act(LEADER, acts.Disclose(run=first))
    assert not table.view(LEADER).last.may.disclose  # type: ignore[union-attr]
    table.does(LEADER, acts.Disclose(run=second))


@pytest.mark.parametrize("answered", [NO, {"choose": "abandon"}])
def test_a_bargain_that_comes_to_nothing_says_the_seuil_if_it_was_announced(answered: Any) -> None:
    table = set_up("eclats")
    run = begins(table, secret=True)
    answers(table, run, {"dice": FAILS})
    bargain = plays(table)
    answers(table, bargain, *([NO] if answered == NO else [YES, answered]))
    assert table.state.conceals(table.state.runs[run]) is (answered == NO)


def test_the_seuil_of_the_action_stays_to_be_shown_where_another_was_announced() -> None:
    """R-08."""
    table = set_up("eclats", rulings={"relance_seuil": "nouveau"})
    run = begins(table, "eclats.action", secret=True)
    answers(table, run, {"dice": FAILS}, YES, {"choose": 6}, {"choose": "abandon"})
    assert table.last(LEADER).may.disclose


# ── a name that no sheet has (ECL-LAN-02, -06) ─────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("field", "known"),
    [
        ("caracteristique", ("énergie, perception", "beauté et charisme")),
        ("bonus", ("Veiller, Espionner",)),
    ],
)
def test_a_wrong_name_is_answered_with_the_names_that_players_read(
    field: str, known: tuple[str, ...]
) -> None:
    table = set_up("eclats")
    params = {"caracteristique": "ruse", "seuil": 8} | {field: "volonté"}
    act = acts.RequestRun(procedure="eclats.test", params=params, to=("lubin",))
    assert not table.act(LEADER, act)
    assert table.wrong is not None
    message = Words(table.game).phrase(table.wrong.allowed, **table.wrong.numbers)
    assert all(each in message for each in known)
