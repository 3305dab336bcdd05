"""Les Chants de Loss at the table, sentence by sentence: `played_situations.py`."""

from __future__ import annotations

import pytest

from tests.games.loss.played_situations import SITUATIONS, Held
from tests.games.loss.played_situations_fifth import FIFTH
from tests.games.loss.played_situations_fourth import FOURTH
from tests.games.loss.test_at_the_table import (
    SCORES,
    Params,
    answers,
    asks_for,
    ended,
    held,
    shown,
    waits,
)
from tests.games.stories import plain
from tests.kit import acts
from tests.kit.situations import kept
from tests.table.evening import LEADER, choices, set_up
from tests.table.situations_at_table import Played, table_of
from tests.table.tokens import TOKENS, won_and_lost

BOTH: Params = {"somme_initiateur": 14, "somme_repondant": 12, "engages": 0}


@pytest.mark.parametrize(
    ("situation", "tokens"),
    [
        pytest.param(*each, id=f"{each[0].procedure} {each[0].clauses}")
        for each in (*SITUATIONS, *FOURTH, *FIFTH)
    ],
)
def test_a_situation_at_the_table(situation: Played, tokens: Held) -> None:
    table = table_of("loss", situation)
    (run,) = table.state.runs.values()
    assert run.outcome is not None, table.session(run.id).pending
    assert kept(dict(run.outcome.result), situation.result) == situation.result
    owed = [(each["qui"], each["procedure"] or each["texte"]) for each in table.state.record["dus"]]
    assert owed == list(situation.owed)
    assert held(table) == tokens


def test_of_several_won_tests_the_one_that_is_played_is_settled() -> None:
    """LOSS-EXL-04: three Exploits that are spent leave the one of another Test."""
    table = set_up("loss")
    for exploits in (1, 3):
        given = SCORES | {"trait": 20, "talent": 20, "exploits": exploits}
        answers(table, asks_for(table, "action", "kordan", **given), [9])
    uses = asks_for(table, "exploits", "kordan", exploits=3)
    answers(table, uses, "jeton", "jeton", "jeton")
    assert [each.params for each in table.view(LEADER).pending] == [{"exploits": 1}]
    assert held(table) == {"kordan": 3}


def test_the_question_says_whom_desastres_strike() -> None:
    """LOSS-DES-01: in a contest of two players each of them may be struck."""
    table = won_and_lost(1)
    lost = {"type": "echec", "exploits": 2, "auteur": "nerise", "attributions": {"mj": 2}}
    table.does(LEADER, acts.ChangeRecord(event={"type": TOKENS, "evenement": lost}))
    cast = {"initiateur": "kordan", "repondant": "nerise"}
    run = asks_for(table, "active", cast=cast, **BOTH)
    helps = []
    for _ in range(2):
        helps.append(plain(waits(table, run)[1].help))
        answers(table, run, 0)
    assert helps == [
        "Jetons de Désastre dépensés contre l’initiateur",
        "Jetons de Désastre dépensés contre le répondant",
    ]


def test_who_bids_reads_the_own_sum_and_tokens() -> None:
    """LOSS-OAE-03: what one may hope to reach."""
    table = won_and_lost(1)
    cast = {"initiateur": "kordan", "repondant": "veilleur"}
    run = asks_for(
        table, "active", cast=cast, **BOTH | {"engages": "ask", "desastres_initiateur": 0}
    )
    (ask,) = choices(shown(table, run))
    facts = {each.label: each.text for each in ask.facts}
    assert (facts["somme"], facts["jetons"]) == ("14", "2")


def test_tokens_after_the_die_are_explained_to_who_spends_them() -> None:
    table = won_and_lost(1)
    run = asks_for(table, "action", "kordan", **SCORES | {"exploits": 0})
    answers(table, run, [2])
    text = "Jetons dépensés après le dé, s’il manque de quoi réussir"
    assert plain(waits(table, run)[1].help) == text


@pytest.mark.parametrize(("foes", "text"), [
    (["veilleur"], "Échec : 2 Exploits perdus, l’adversaire en profite."),
    (["veilleur", "nerise"], "Échec : 2 Exploits perdus, au profit des adversaires."),
])  # fmt: skip
def test_the_sentence_names_one_adversary_or_several(foes: list[str], text: str) -> None:
    table = set_up("loss")
    run = asks_for(table, "action", "kordan", **SCORES, cast={"adversaires": foes})
    answers(table, run, [2])
    assert plain(ended(table, run)) == text


@pytest.mark.parametrize("role", ["adversaires", "cible"])
def test_the_sentence_names_the_player_who_was_aimed_at(role: str) -> None:
    """LOSS-EXL-10."""
    table = set_up("loss")
    target = ["nerise"] if role == "adversaires" else "nerise"
    run = asks_for(table, "action", "veilleur", **SCORES, cast={role: target})
    answers(table, run, [2])
    text = "Échec : 2 Exploits perdus, Nérise Halvane en profite."
    assert plain(ended(table, run)) == text
    assert held(table) == {"nerise": 2}


def test_the_sentence_of_a_missed_blow_says_who_benefits() -> None:
    """LOSS-EXL-05, -10."""
    texts = []
    for cast in ({"attaquant": "kordan", "defenseur": "veilleur"},
                 {"attaquant": "veilleur", "defenseur": "fouisseur"}):  # fmt: skip
        table = set_up("loss")
        run = asks_for(table, "combat", cast=cast, somme_attaque=10, somme_defense=5, exploits=2)
        answers(table, run, [2])
        texts.append(plain(ended(table, run)))
    assert texts == [
        "Le coup ne porte pas : 2 Exploits perdus, Le veilleur des docks en profite.",
        "Le coup ne porte pas : 2 Exploits perdus, au profit des joueurs.",
    ]


def test_the_headline_names_all_who_receive_tokens() -> None:
    """LOSS-EXL-10, R-19."""
    table = set_up("loss", rulings={"priorite_joueurs": "un_par_un"})
    answers(table, asks_for(table, "action", "veilleur", **SCORES), [2])
    (due,) = table.view(LEADER).pending
    run = asks_for(table, "echec", **due.params)
    (ask,) = choices(shown(table, run))
    help_text = "Qui reçoit : la cible principale de l’Action, s’il y en a une"
    assert (plain(ask.help), list(ask.facts)) == (help_text, [])
    answers(table, run, "Kordan")
    assert plain(ended(table, run)) == "Kordan et Nérise Halvane se partagent 2 jetons."
    assert held(table) == {"kordan": 1, "nerise": 1}


def test_a_token_may_be_given_to_a_player_who_had_none() -> None:
    """R-46."""
    table = won_and_lost(2, {"jetons_transfert": True})
    gift = {"type": "don", "player": "Kordan", "a": "Nérise Halvane", "n": 1}
    table.does(LEADER, acts.ChangeRecord(event={"type": TOKENS, "evenement": gift}))
    assert held(table) == {"kordan": 1, "nerise": 1, "mj": 2}


@pytest.mark.parametrize(
    ("event", "tokens"),
    [
        ({"type": "gain", "holder": "veilleur", "n": 2}, {"veilleur": 2}),
        ({"type": "gain", "holder": "Le veilleur des docks", "n": 2}, {"veilleur": 2}),
        ({"type": "gain", "holder": "nerise", "n": 2}, {"nerise": 2}),
        (
            {"type": "echec", "exploits": 2, "auteur": "kordan", "attributions": {"nerise": 2}},
            {"nerise": 2},
        ),
        (
            {"type": "echec", "exploits": 2, "auteur": "kordan", "attributions": {"fouisseur": 2}},
            {"fouisseur": 2},
        ),
    ],
)
def test_tokens_written_by_hand_go_to_the_side_of_the_sheet(event: Params, tokens: Held) -> None:
    """LOSS-JET-01, LOSS-EXL-05: whose a character is, its sheet says."""
    table = set_up("loss")
    table.does(LEADER, acts.ChangeRecord(event={"type": TOKENS, "evenement": event}))
    assert held(table) == tokens
    for who in tokens:
        run = asks_for(table, "action", who, **SCORES)
        assert table.state.runs[run].params["jetons"] == 2


@pytest.mark.parametrize(
    ("event", "most"),
    [
        ({"type": "depense", "player": "nerise", "n": 1}, "au plus 0"),
        ({"type": "depense_mj", "pnj": "veilleur", "n": 3}, "au plus 2"),
        ({"type": "desastre", "player": "nerise", "n": 1}, "au plus 0"),
    ],
)
def test_who_has_no_token_is_known_all_the_same(event: Params, most: str) -> None:
    table = won_and_lost(2)
    act = acts.ChangeRecord(event={"type": TOKENS, "evenement": event})
    assert not table.act(LEADER, act)
    assert table.wrong is not None
    assert (table.wrong.field, most in plain(str(table.wrong))) == ("event.evenement.n", True)
