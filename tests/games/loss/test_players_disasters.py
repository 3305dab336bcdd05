"""Désastres of the players, where the table has it so (R-24): who is asked, and with whose tokens."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.loss.test_at_the_table import SCORES, answers, asks_for, held, shown, waits
from tests.kit import acts
from tests.table.evening import LEADER, Table
from tests.table.tokens import TOKENS, won_and_lost

Params = dict[str, Any]
TEST: Params = SCORES | {"exploits": 0, "desastres": "ask", "jetons_apres": "none"}


def two_players(nerise: int) -> Table:
    """kordan has two tokens, nerise some."""
    table = won_and_lost(3, {"desastres_joueurs": True})
    if nerise:
        gain = {"type": "gain", "holder": "nerise", "n": nerise, "camp": "pj"}
        table.does(LEADER, acts.ChangeRecord(event={"type": TOKENS, "evenement": gain}))
    return table


@pytest.mark.parametrize(
    ("nerise", "cast", "seat", "most"),
    [
        (0, {}, "j1", 2),
        (1, {}, "j1", 2),
        (3, {}, "j2", 3),
        (3, {"cible": "kordan"}, "j1", 2),
        (1, {"cible": "nerise"}, "j2", 1),
        (0, {"cible": "nerise"}, "j1", 2),
    ],
)
def test_a_player_is_asked_for_his_own_tokens(
    nerise: int, cast: Params, seat: str, most: int
) -> None:
    """The one who is concerned, else the one with the most tokens."""
    table = two_players(nerise)
    run = asks_for(table, "action", "veilleur", **TEST, cast=cast)
    asked, ask = waits(table, run)
    assert (asked, ask.context, list(ask.range or ())) == (seat, "desastres", [0, most])
    before = held(table)
    assert answers(table, run, most, True, [2])[:2] == [(seat, "desastres"), (seat, "malus")]
    name = {"j1": "kordan", "j2": "nerise"}[seat]
    assert {who: before.get(who, 0) - held(table).get(who, 0) for who in before} == {
        who: most if who == name else 0 for who in before
    }


def test_what_a_player_has_spent_is_not_there_for_another_run() -> None:
    table = two_players(0)
    run = asks_for(table, "action", "veilleur", **TEST)
    answers(table, run, 2)
    other = table.state.runs[asks_for(table, "action", "fouisseur", **TEST)].params
    assert other["desastres_max"] == 0
    own = table.state.runs[asks_for(table, "action", "kordan", **TEST)].params
    assert own["jetons"] == 0


def test_tokens_on_a_test_are_no_desastres_any_more() -> None:
    table = two_players(0)
    answers(table, asks_for(table, "action", "kordan", **TEST | {"jetons_avant": "ask"}), 0, 1)
    other = table.state.runs[asks_for(table, "action", "veilleur", **TEST)].params
    assert other["desastres_max"] == 1


@pytest.mark.parametrize("foe", ["veilleur", None])
def test_an_attacked_character_of_the_leader_is_struck_by_who_attacks(foe: str | None) -> None:
    """Also one without a sheet."""
    table = two_players(3)
    cast = {"attaquant": "kordan", **({"defenseur": foe} if foe else {})}
    sums: Params = {"somme_attaque": 20, "somme_defense": 12, "exploits": 0, "desastres_attaque": 0}
    run = asks_for(table, "combat", cast=cast, **sums)
    asked = answers(table, run, True, True, 1)
    assert asked == [("j1", "sans_de"), (LEADER, "defense"), ("j1", "desastres")]
    other = table.state.runs[asks_for(table, "action", "kordan", **TEST)].params
    assert other["jetons"] == 1


def test_a_mishap_of_a_character_of_the_leader() -> None:
    table = two_players(0)
    run = asks_for(table, "desastre", "veilleur", jetons=2)
    assert answers(table, run, True) == [("j1", "malus")]
    assert held(table) == {"mj": 3}


def test_without_the_ruling_no_player_is_named_or_asked() -> None:
    table = won_and_lost(3)
    run = asks_for(table, "action", "veilleur", **SCORES | {"exploits": 0})
    assert shown(table, run).characters == ["Le veilleur des docks"]
    assert table.state.runs[run].params["desastres_max"] == 0


# ── somebody without a sheet ───────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("hider", [None, "fouisseur"])
def test_who_conceals_needs_no_sheet_for_the_tokens_to_count_once(hider: str | None) -> None:
    """LOSS-JET-03, LOSS-DES-01: two of the leader’s and a Désastre, with the same tokens."""
    table = won_and_lost(2, {"desastre_cible": "libre"})
    side: Params = {"trait": 5, "talent": 5, "exploits": 0}
    own = side | {"acteur": "mj", "exploits": 1} | ({} if hider else {"id": "une ombre"})
    params: Params = {"cacheur": own, "chercheurs": [side, side]}
    cast = {"chercheurs": ["kordan", "nerise"], **({"cacheur": hider} if hider else {})}
    found = table.state.runs[asks_for(table, "dissimulation", cast=cast, **params)].params
    assert (found["jetons_communs_mj"], found["desastres_communs"]) == (2, 2)


def test_a_player_without_a_sheet_is_struck_once_by_a_token() -> None:
    """LOSS-DES-01: what one open run has taken is not there for another."""
    table = won_and_lost(3)
    answers(table, asks_for(table, "action", **SCORES), [2])
    first = asks_for(table, "action", **SCORES | {"desastres": "ask", "exploits": 0})
    answers(table, first, 2)
    second = table.state.runs[asks_for(table, "action", **SCORES)].params
    assert second["desastres_max"] == 0


def test_a_character_of_the_leader_without_a_sheet_spends_his_tokens_once() -> None:
    table = won_and_lost(2)
    given = SCORES | {"acteur": "mj", "exploits": 0, "jetons": 2, "jetons_avant": 2}
    asks_for(table, "action", **given, difficulty=40)
    other = table.state.runs[asks_for(table, "action", "veilleur", **SCORES)].params
    assert other["jetons"] == 0


def test_what_is_pending_for_somebody_whose_sheet_was_deleted_is_still_shown() -> None:
    table = two_players(1)
    due = {"procedure": "loss.combat", "params": {}, "qui": "kordan", "texte": "un duel"}
    due["cast"] = {"attaquant": "kordan", "defenseur": "nerise"}
    table.does(LEADER, acts.ChangeRecord(event={"type": "du", "du": due}))
    table.does(LEADER, acts.ChangeRecord(event={"type": "retrait", "qui": "nerise"}))
    assert [each.text for each in table.view(LEADER).pending]
