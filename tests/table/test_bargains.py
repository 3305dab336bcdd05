"""Éclats: a whole action at the table, from its roll to the price that is due."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kit import acts
from tests.table.evening import LEADER, Table, choices, set_up

OFFER = {"choose": {"texte": "le bras", "des": 3}}
YES, NO = {"choose": True}, {"choose": False}


def answered(table: Table, seat: str, answer: Any) -> None:
    """Answer as the seat that is asked."""
    (run,) = table.view(LEADER).runs
    assert [wait.seat for wait in run.waiting] == [seat]
    table.does(seat, acts.Answer(run=run.id, place=run.place, answer=answer))


def failed(**params: Any) -> Table:
    """Lubin, of j2, has failed simply."""
    table = set_up("eclats")
    given = {"caracteristique": "ruse", "seuil": 8} | params
    table.does(LEADER, acts.RequestRun(procedure="eclats.action", params=given, to=("lubin",)))
    answered(table, "j2", {"dice": [3, 4, 5]})
    return table


def texts(table: Table, seat: str) -> str:
    (run,) = table.view(seat).runs
    facts = [f"{each.label} {each.text}" for ask in choices(run) for each in ask.facts]
    return "\n".join([*(line.text for line in run.lines), *facts])


@pytest.mark.parametrize("secret", [False, True])
def test_who_is_asked_in_which_order(secret: bool) -> None:
    """ECL-NEG-01..07, -09: the player, the maître, every other player; the price in words is due. A
    secret seuil is announced by the maître alone."""
    table = failed(secret=secret)
    assert ("8" in texts(table, "j1")) is not secret
    answered(table, "j2", YES)
    if secret:
        assert "8" not in texts(table, "j1") + texts(table, "j2")
        assert "8" in texts(table, LEADER)
        answered(table, LEADER, YES)
    assert "8" in texts(table, "j1")
    answered(table, "j2", OFFER)
    assert "prix proposé le bras" in texts(table, LEADER)
    answered(table, LEADER, {"choose": 2})
    for seat in ("j2", "j1", "j3"):
        answered(table, seat, YES)
    answered(table, "j2", {"dice": [1, 2]})
    due = [{"texte": "le bras", "niveau": "tres_eleve"}]
    assert table.state.sheet("lubin")["prix_dus"] == due


def test_each_choice_of_a_bargain_says_what_it_is_about() -> None:
    """ECL-NEG-01, -02, -04, -06, -07: the player’s wish and price, what the maître and the others say."""
    table, asked = failed(secret=True), {}
    for seat, answer in (
        ("j2", YES), (LEADER, YES), ("j2", OFFER), (LEADER, {"choose": 2}), ("j2", YES), ("j1", YES),
    ):  # fmt: skip
        (run,) = table.view(seat).runs
        (ask,) = choices(run)
        asked[ask.context] = ask.help
        table.does(seat, acts.Answer(run=run.id, place=run.place, answer=answer))
    assert [*asked] == ["negocier", "annoncer", "prix", "des", "maintenir", "consent"]
    assert asked["negocier"].startswith("Une nouvelle chance, contre un prix")
    assert len({*asked.values()} - {""}) == len(asked)


def test_a_fall_hurts_at_every_price() -> None:
    """ECL-NEG-10: the first prices of climbing and hiding, as the document has them."""
    table = failed()
    answered(table, "j2", YES)
    high, very_high = (line.text for line in table.view("j1").runs[0].lines[-6:-4])
    assert "une blessure et du temps perdu dans une chute" in high
    assert "une blessure et du matériel perdu dans une chute" in very_high


def test_a_secret_seuil_stays_secret_where_nobody_wants_a_relance() -> None:
    """ECL-NEG-06: it is announced before a bargain, and there is none."""
    table = failed(secret=True)
    answered(table, "j2", NO)
    run = table.last("j1")
    assert run.result == {"issue": "echec_simple", "des_relance": 0}
    assert not any("8" in line.text for line in run.lines)
    assert table.state.sheet("lubin")["relance_possible"] is True


def test_the_maitre_may_keep_a_secret_seuil() -> None:
    """ECL-LAN-09, ECL-NEG-06: without an announcement nobody bargains."""
    table = failed(secret=True)
    answered(table, "j2", YES)
    answered(table, LEADER, NO)
    run = table.last("j2")
    assert run.result == {"issue": "echec_simple", "des_relance": 0}
    assert not any("8" in line.text for line in run.lines)
    assert any("garde le seuil secret" in line.text for line in run.lines)


def test_one_refusal_sends_the_offer_back() -> None:
    """ECL-NEG-04."""
    table = failed()
    for seat, answer in (("j2", YES), ("j2", OFFER), (LEADER, {"choose": 3}), ("j1", NO)):
        answered(table, seat, answer)
    answered(table, "j2", {"choose": "abandon"})
    assert table.result("j1") == {"issue": "echec_simple", "des_relance": 0}
    assert table.state.sheet("lubin")["prix_dus"] == []


# ── a bargain that is offered after a plain test (ECL-NEG-01) ──────────────────────────────────
NEGOTIATE = "eclats.negociation"


def tries(table: Table, faces: list[int], **params: Any) -> None:
    """Lubin, of j2, makes a plain test."""
    given = {"caracteristique": "ruse", "seuil": 8} | params
    table.does(LEADER, acts.RequestRun(procedure="eclats.test", params=given, to=("lubin",)))
    answered(table, "j2", {"dice": faces})


def offered(table: Table) -> list[tuple[str | None, str]]:
    return [(each.procedure, each.character) for each in table.view(LEADER).pending]


def agreed() -> Table:
    """Lubin has failed simply, and all agree on a price of two dice."""
    table = set_up("eclats")
    tries(table, [3, 4, 5])
    assert offered(table) == [(NEGOTIATE, "lubin")]
    (due,) = table.view(LEADER).pending
    assert due.params["seuil"] == 8
    act = acts.RequestRun(procedure=NEGOTIATE, params=due.params, to=("lubin",))
    table.does(LEADER, act)
    assert [each.field for each in table.view(LEADER).runs[0].parameters] == ["seuil"]
    answered(table, "j2", OFFER)
    answered(table, LEADER, {"choose": 2})
    while table.view(LEADER).runs:
        (run,) = table.view(LEADER).runs
        answered(table, run.waiting[0].seat, YES)
    return table


def test_a_simple_failure_offers_the_bargain_by_itself() -> None:
    assert offered(agreed()) == [("eclats.relance", "lubin")]


@pytest.mark.parametrize(
    ("faces", "left"), [([9, 4, 5], []), ([0, 9, 9], []), ([3, 4, 5], [(NEGOTIATE, "lubin")])]
)
def test_the_next_roll_ends_an_agreement(faces: list[int], left: list[tuple[str, str]]) -> None:
    """ECL-NEG-01: it was for the action before, and no other failure is relaunched at its price."""
    table = agreed()
    tries(table, faces)
    assert offered(table) == left


def test_a_new_agreement_replaces_the_one_before() -> None:
    """ECL-NEG-02: one relance, at one price."""
    table = agreed()
    act = acts.RequestRun(procedure=NEGOTIATE, params={"seuil": 8}, to=("lubin",))
    table.does(LEADER, act)
    answered(table, "j2", YES)
    answered(table, "j2", OFFER)
    answered(table, LEADER, {"choose": 3})
    for seat in ("j1", "j3"):
        answered(table, seat, YES)
    (due,) = table.view(LEADER).pending
    assert (due.procedure, due.params["des"]) == ("eclats.relance", 3)


def test_the_end_of_the_scene_ends_an_agreement() -> None:
    table = agreed()
    table.does(LEADER, acts.EndScene())
    assert offered(table) == []


def test_the_next_roll_ends_the_offer() -> None:
    table = set_up("eclats")
    tries(table, [3, 4, 5])
    tries(table, [3, 4, 5])
    assert offered(table) == [(NEGOTIATE, "lubin")]  # of the second one alone
    tries(table, [9, 4, 5])
    assert offered(table) == []


def test_the_end_of_the_scene_ends_the_offer() -> None:
    table = set_up("eclats")
    tries(table, [3, 4, 5])
    table.does(LEADER, acts.EndScene())
    assert offered(table) == []


@pytest.mark.parametrize("faces", [[9, 4, 5], [0, 4, 5]])
def test_nothing_else_is_bargained_over(faces: list[int]) -> None:
    table = set_up("eclats")
    tries(table, faces)
    assert NEGOTIATE not in [procedure for procedure, _ in offered(table)]


def test_an_action_that_has_asked_already_offers_nothing_more() -> None:
    table = failed(prix="ask")
    answered(table, "j2", NO)
    assert offered(table) == []
    table = failed(prix=0)
    assert offered(table) == [(NEGOTIATE, "lubin")]


def test_the_offer_does_not_betray_a_secret_seuil() -> None:
    table = set_up("eclats")
    tries(table, [3, 4, 5], secret=True, seuil=23)
    assert offered(table) == [(NEGOTIATE, "lubin")]
    for seat in ("j1", "j2", "j3"):
        view = table.view(seat)
        assert all(not each.params for each in view.pending)
        assert "23" not in str(view.last)
