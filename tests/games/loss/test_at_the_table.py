"""Les Chants de Loss at the table: who is asked, what they are offered, to whom tokens go."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.table.views.view_types import ChoiceAsk, RunView, ThrowAsk
from tests.kit import acts
from tests.table.evening import LEADER, Table, set_up
from tests.table.tokens import TOKENS, won_and_lost

Params = dict[str, Any]
SCORES: Params = {"trait": 5, "talent": 5, "exploits": 2, "jetons_avant": 0, "desastres": 0}


def asks_for(table: Table, procedure: str, to: str = "", **params: Any) -> str:
    """Request a run; `cast` among the parameters. Return its id."""
    cast = params.pop("cast", {})
    to_whom = (to,) if to else ()
    act = acts.RequestRun(procedure=f"loss.{procedure}", params=params, cast=cast, to=to_whom)
    table.does(LEADER, act)
    return list(table.state.runs)[-1]


def shown(table: Table, run: str, seat: str = LEADER) -> RunView:
    return next(each for each in table.view(seat).runs if each.id == run)


def ended(table: Table, run: str) -> str:
    """Return the sentence of a finished run in the story."""
    runs = [each.run for each in table.view(LEADER).story.items]
    return next(each.headline for each in runs if isinstance(each, RunView) and each.id == run)


def answers(table: Table, run: str, *given: Any) -> list[tuple[str, str]]:
    """Answer a run: faces in a list, or a choice. Return (seat, label) of each ask."""
    asked = []
    for value in given:
        view = shown(table, run)
        ask = view.asks[0]
        label = "dice" if isinstance(ask, ThrowAsk) else ask.context
        asked.append((ask.seat, label))
        answer = {"dice": value} if isinstance(value, list) else {"choose": value}
        table.does(LEADER, acts.Answer(run=run, place=view.place, answer=answer))
    return asked


def waits(table: Table, run: str) -> tuple[str, ChoiceAsk]:
    """The seat that a run waits for, and the choice that it is offered."""
    (ask,) = shown(table, run).asks
    assert isinstance(ask, ChoiceAsk)
    return ask.seat, ask


def ledger(table: Table) -> Any:
    return table.state.record["registres"][TOKENS]


def held(table: Table) -> dict[str, int]:
    """Holder -> tokens; those of the MJ that no character holds under `mj`."""
    kept = ledger(table)
    found = {**kept["reserves"], **kept["mj"]["ag"], "mj": sum(kept["mj"]["libres"].values())}
    return {who: n for who, n in found.items() if n}


# ── to whom failed Exploits go (LOSS-EXL-05, -06, -10) ─────────────────────────────────────────
@pytest.mark.parametrize("procedure", ["action", "trait"])
@pytest.mark.parametrize(
    ("fails", "target", "receiver"),
    [
        ("kordan", None, "mj"),
        ("kordan", "veilleur", "veilleur"),
        ("kordan", "nerise", "nerise"),
        ("veilleur", "nerise", "nerise"),
        ("veilleur", "kordan", "kordan"),
    ],
)
def test_a_failed_exploit_goes_to_the_other_side(
    procedure: str, fails: str, target: str | None, receiver: str
) -> None:
    table = set_up("loss")
    second = {"vertu": 5} if procedure == "trait" else {"talent": 5}
    given = {**SCORES, **second, "cast": {"cible": target} if target else {}}
    if procedure == "trait":
        del given["talent"]
    run = asks_for(table, procedure, fails, **given)
    answers(table, run, [2])
    assert held(table) == {receiver: 2}


def test_one_of_the_leaders_against_another_serves_the_poorest_player() -> None:
    table = won_and_lost(1)  # kordan has two tokens
    run = asks_for(table, "action", "veilleur", **SCORES, cast={"cible": "fouisseur"})
    answers(table, run, [2])
    assert held(table)["nerise"] == 2


def test_among_equal_players_the_leader_chooses() -> None:
    table = set_up("loss")
    run = asks_for(table, "action", "veilleur", **SCORES)
    answers(table, run, [2])
    (due,) = table.view(LEADER).pending
    echec = asks_for(table, "echec", **due.params)
    seat, ask = waits(table, echec)
    assert (seat, ask.context, ask.default) == (LEADER, "joueur", "Kordan")
    answers(table, echec, "Nérise Halvane")
    assert held(table) == {"nerise": 2}


def test_several_adversaries_share_as_the_leader_says() -> None:
    """LOSS-EXL-05, R-16: also among players, whom the one who failed does not serve."""
    table = set_up("loss")
    cast = {"adversaires": ["veilleur", "nerise"]}
    run = asks_for(table, "action", "kordan", **SCORES, cast=cast)
    answers(table, run, [2])
    (due,) = table.view(LEADER).pending
    echec = asks_for(table, "echec", **due.params)
    assert waits(table, echec)[0] == LEADER
    answers(table, echec, "Nérise Halvane", "Le veilleur des docks")
    assert held(table) == {"nerise": 1, "veilleur": 1}


def test_a_main_target_among_several_receives_all() -> None:
    table = set_up("loss")
    cast = {"adversaires": ["veilleur", "fouisseur"], "cible": "veilleur"}
    answers(table, asks_for(table, "action", "kordan", **SCORES, cast=cast), [2])
    assert held(table) == {"veilleur": 2}


# ── what the MJ's tokens are (LOSS-EXL-06, R-17) ───────────────────────────────────────────────
def test_the_leader_says_at_once_what_his_tokens_are_where_the_table_has_it_so() -> None:
    table = set_up("loss")
    table.does(LEADER, acts.BeginScene())
    table.state.rulings = {"choix_mj": "gain"}
    answers(table, asks_for(table, "action", "kordan", **SCORES), [2])
    (due,) = table.view(LEADER).pending
    echec = asks_for(table, "echec", **due.params)
    seat, ask = waits(table, echec)
    assert (seat, ask.context, list(ask.range or ()), ask.default) == (LEADER, "part_ag", [0, 2], 0)
    answers(table, echec, 1)
    kept = ledger(table)["mj"]
    assert (kept["ag"], kept["libres"]) == ({"*": 1}, {"kordan": 1})


def test_the_leader_may_take_his_tokens_from_another_pool() -> None:
    """His character's own first; he may say another, which leaves them."""
    table = won_and_lost(2)
    gain = {"type": "gain", "holder": "veilleur", "n": 1, "camp": "pnj"}
    table.does(LEADER, acts.ChangeRecord(event={"type": TOKENS, "evenement": gain}))
    given = SCORES | {"exploits": 0, "jetons_avant": 1, "difficulty": 40}
    answers(table, asks_for(table, "action", "veilleur", **given), [2])
    assert held(table) == {"kordan": 2, "mj": 2}
    (spent,) = table.state.scene_consequences[-1:]
    table.does(LEADER, acts.Replace(consequence=spent, place=0))
    assert held(table) == {"kordan": 2, "veilleur": 1, "mj": 1}


# ── Désastres and Difficultés of one side (LOSS-DES-01, LOSS-DEC-05) ───────────────────────────
def test_desastres_strike_the_player_on_either_side() -> None:
    table = won_and_lost(3)
    cast = {"attaquant": "veilleur", "defenseur": "kordan"}
    sums: Params = {
        "somme_attaque": 14,
        "somme_defense": 12,
        "exploits": 0,
        "jetons_avant_attaque": 0,
    }
    run = asks_for(table, "combat", cast=cast, **sums)
    params = table.state.runs[run].params
    assert (params["desastres_max_attaque"], params["desastres_max_defense"]) == (0, 3)
    asked = answers(table, run, [6], True, 2, True, 0, [4])
    assert asked == [
        (LEADER, "dice"),
        ("j1", "defense"),
        (LEADER, "desastres"),
        (LEADER, "malus"),
        ("j1", "jetons_avant"),
        ("j1", "dice"),
    ]
    assert shown(table, run).asks  # 12 + 4 against 20: a token would do
    answers(table, run, 1)
    assert table.result(LEADER)["touche"] is False
    assert held(table) == {"kordan": 1, "mj": 1}


def test_who_is_attacked_may_let_the_blow_come() -> None:
    """LOSS-CBT-01: a parry or a dodge is the defender’s to try."""
    table = set_up("loss")
    cast = {"attaquant": "veilleur", "defenseur": "kordan"}
    sums: Params = {"somme_attaque": 14, "somme_defense": 12, "exploits": 0}
    run = asks_for(table, "combat", cast=cast, **sums)
    asked = answers(table, run, [6], False)
    assert asked[-1] == ("j1", "defense")
    assert table.result(LEADER)["touche"] is True


def test_who_acts_may_throw_although_the_sum_is_enough() -> None:
    """LOSS-SDE-01: a throw may bring Exploits by its face alone, so not to throw is a choice."""
    for spared in (True, False):
        table = set_up("loss")
        given: Params = SCORES | {"exploits": 0, "jetons_avant": 0, "difficulty": 5}
        run = asks_for(table, "action", "kordan", **given)
        seat, ask = waits(table, run)
        assert (seat, ask.context, ask.default) == ("j1", "sans_de", True)
        answers(table, run, spared)
        assert (table.state.runs[run].status == "open") is not spared


@pytest.mark.parametrize(
    ("procedure", "role", "sums", "side"),
    [
        ("combat", "attaquant", ("somme_attaque", "somme_defense"), "defense"),
        ("combat", "defenseur", ("somme_attaque", "somme_defense"), "attaque"),
        ("active", "initiateur", ("somme_initiateur", "somme_repondant"), "repondant"),
        ("active", "repondant", ("somme_initiateur", "somme_repondant"), "initiateur"),
    ],
)
def test_an_adversary_without_a_sheet_is_the_leader_s(
    procedure: str, role: str, sums: tuple[str, str], side: str
) -> None:
    """LOSS-EXL-06, LOSS-DES-01: he has the MJ’s tokens, which strike the player alone."""
    table = won_and_lost(3)
    given: Params = dict.fromkeys(sums, 12)
    run = asks_for(table, procedure, cast={role: "kordan"}, **given)
    params = table.state.runs[run].params
    assert f"desastres_{side}" not in params
    assert (params[f"jetons_{side}"], params[f"desastres_max_{side}"]) == (3, 0)
    assert params["jetons_communs_mj"] == 3


def test_what_an_adversary_without_a_sheet_spends_is_the_leader_s() -> None:
    table = won_and_lost(2)
    sums: Params = {"somme_attaque": 15, "somme_defense": 9, "exploits": 1, "desastres_attaque": 0}
    run = asks_for(table, "combat", cast={"attaquant": "kordan"}, **sums)
    answers(table, run, 0, [9], True, 1)
    other = table.state.runs[asks_for(table, "action", "veilleur", **SCORES)].params
    assert other["jetons"] == 1
    answers(table, run, [6])
    assert table.result(LEADER)["touche"] is False
    assert held(table) == {"kordan": 2, "mj": 1}


def test_a_player_without_a_sheet_is_struck_by_what_he_has_lost() -> None:
    """LOSS-DES-01: no more than the tokens that there are, each of them once."""
    table = won_and_lost(3)
    first = asks_for(table, "action", **SCORES)
    assert table.state.runs[first].params["desastres_max"] == 0
    answers(table, first, [2])
    second = asks_for(table, "action", **SCORES | {"desastres": "ask", "exploits": 0})
    seat, ask = waits(table, second)
    assert (seat, ask.context, list(ask.range or ())) == (LEADER, "desastres", [0, 2])
    answers(table, second, 2, False, [9])
    assert held(table) == {"kordan": 2, "mj": 3}


def test_tokens_that_come_during_a_fight_are_spent_in_it() -> None:
    """LOSS-DEC-03: whenever one wishes, on either side."""
    table = set_up("loss")
    cast = {"attaquant": "veilleur", "defenseur": "kordan"}
    sums: Params = {"somme_attaque": 14, "somme_defense": 12, "exploits": 0}
    run = asks_for(table, "combat", cast=cast, **sums)
    gain = {"type": "gain", "holder": "kordan", "n": 1, "camp": "pj"}
    table.does(LEADER, acts.ChangeRecord(event={"type": TOKENS, "evenement": gain}))
    answers(table, run, [6], True, [2])  # 12 + 2 against 15: the token makes the difference
    (ask,) = shown(table, run).asks
    assert ask.seat == "j1"
    answers(table, run, 1)
    assert table.result(LEADER)["touche"] is False
    assert held(table) == {}


def test_desastres_in_an_opposition() -> None:
    table = won_and_lost(5)
    cast = {"initiateur": "kordan", "repondant": "nerise"}
    run = asks_for(table, "active", cast=cast, somme_initiateur=14, somme_repondant=12)
    seat, ask = waits(table, run)
    assert (seat, ask.context, list(ask.range or ())) == (LEADER, "desastres", [0, 5])
    assert "catastrophe" in list(ask.means or ())[5]  # LOSS-DES-09: what each number may be
    answers(table, run, 5)
    assert table.result(LEADER)["winner"] == "repondant"
    assert held(table) == {"kordan": 2}


def test_what_one_side_spends_is_not_there_for_another_run() -> None:
    table = won_and_lost(3)
    cast = {"attaquant": "kordan", "defenseur": "veilleur"}
    sums: Params = {"somme_attaque": 12, "somme_defense": 12, "exploits": 0}
    run = asks_for(table, "combat", cast=cast, **sums)
    asked = answers(table, run, 2, True, 1)
    assert asked == [(LEADER, "desastres"), (LEADER, "malus"), ("j1", "jetons_avant")]
    other = table.state.runs[asks_for(table, "action", "kordan", **SCORES)].params
    assert (other["jetons"], other["desastres_max"]) == (1, 1)
    cast = {"initiateur": "kordan", "repondant": "veilleur"}
    duel = asks_for(table, "active", cast=cast, somme_initiateur=9, somme_repondant=9)
    params = table.state.runs[duel].params
    assert (params["jetons_initiateur"], params["desastres_max_initiateur"]) == (1, 1)
    assert params["desastres_max_repondant"] == 0


# ── in calm (LOSS-AUT-01, -04, -05) ────────────────────────────────────────────────────────────
def test_in_calm_the_player_chooses_whether_to_throw() -> None:
    table = set_up("loss")
    given = {"trait": "Agilité", "talent": "Escalade", "exploits": 0, "au_calme": True}
    run = asks_for(table, "action", "kordan", **given)
    seat, ask = waits(table, run)
    assert (seat, ask.context, ask.default) == ("j1", "automatique", True)
    answers(table, run, True)
    assert table.result(LEADER)["method"] == "automatique"
    run = asks_for(table, "action", "kordan", **given | {"exploits": 1})
    assert isinstance(shown(table, run).asks[0], ThrowAsk)  # Exploits are tried: no 15


# ── tokens (LOSS-DEC-03) ───────────────────────────────────────────────────────────────────────
def test_a_token_that_comes_during_a_test_may_be_spent_on_it() -> None:
    table = set_up("loss")
    first = asks_for(table, "action", "kordan", **SCORES | {"exploits": 0})
    cast = {"cible": "kordan"}
    answers(table, asks_for(table, "action", "veilleur", **SCORES, cast=cast), [2])
    assert held(table) == {"kordan": 2}
    answers(table, first, [4])  # 14 against 15
    seat, ask = waits(table, first)
    assert (seat, ask.context, list(ask.range or ())) == ("j1", "jetons_apres", [0, 2])
    answers(table, first, 1)
    assert table.result(LEADER)["success"] is True
    assert held(table) == {"kordan": 1}
    assert table.again().runs[first].params["jetons_recus"] == 2


@pytest.mark.parametrize("after", [True, False])
def test_both_sides_of_an_opposition_spend_tokens_before_their_die(after: bool) -> None:
    """LOSS-OAE-08, LOSS-DEC-03, also where tokens after the die are not allowed (R-13). One who
    does not throw spends none."""
    for face, kept in ((3, {"nerise": 1}), (8, {})):
        table = set_up("loss", rulings={"jetons_apres_de": after})
        for player in ("kordan", "nerise"):
            gain = {"type": "gain", "holder": player, "n": 1, "camp": "pj"}
            table.does(LEADER, acts.ChangeRecord(event={"type": TOKENS, "evenement": gain}))
        cast = {"initiateur": "kordan", "repondant": "nerise"}
        sums: Params = {"somme_initiateur": 12, "somme_repondant": 12}
        run = asks_for(table, "active", cast=cast, **sums)
        answers(table, run, "annoncer", "surencherir", "tester")
        assert waits(table, run)[1].context == "jetons_avant"
        answers(table, run, 1, [face])  # 17 and the die against 25
        if face == 8:
            answers(table, run, 1, [9])
        assert table.result(LEADER)["winner"] == ("repondant" if face == 3 else "nul")
        assert held(table) == kept


def test_tokens_given_by_hand_stay_those() -> None:
    table = set_up("loss")
    first = asks_for(table, "action", "kordan", **SCORES | {"exploits": 0}, jetons=0)
    gain = {"type": "gain", "holder": "kordan", "n": 1, "camp": "pj"}
    table.does(LEADER, acts.ChangeRecord(event={"type": TOKENS, "evenement": gain}))
    answers(table, first, [4])
    assert table.state.runs[first].status == "done"


# ── what Exploits become (LOSS-EXL-04, LOSS-CBT-03, LOSS-OAE-10, LOSS-LIM-02) ──────────────────
def test_dice_of_damage_are_thrown_at_the_echelle_of_the_target() -> None:
    table = set_up("loss")
    cast = {"attaquant": "kordan", "defenseur": "fouisseur"}
    sums: Params = {"somme_attaque": 20, "somme_defense": 5, "exploits": 2, "defense": False}
    answers(table, asks_for(table, "combat", cast=cast, **sums), [9])
    (due,) = table.view(LEADER).pending
    uses = asks_for(table, "exploits", "kordan", **due.params)
    assert answers(table, uses, "degats", "degats") == [("j1", "emploi")] * 2
    (due,) = table.view(LEADER).pending
    assert (due.procedure, due.params) == ("loss.degats", {"des": 2, "nature": "degats"})
    dice = asks_for(table, "degats", "kordan", **due.params, cast={"cible": "fouisseur"}, coup=5)
    answers(table, dice, [9], [8])
    assert table.result(LEADER) == {"total": 22, "perte": 1}  # 22 less 20 of armour, by ten
    (noted,) = table.view(LEADER).pending
    assert (noted.character, noted.procedure) == ("fouisseur", None)


def test_an_exploit_left_over_gives_no_token_in_the_next_scene() -> None:
    table = set_up("loss")
    table.does(LEADER, acts.BeginScene())
    answers(table, asks_for(table, "action", "kordan", **SCORES | {"trait": 15}), [9])
    table.does(LEADER, acts.EndScene())
    table.does(LEADER, acts.BeginScene())
    (due,) = table.view(LEADER).pending
    uses = asks_for(table, "exploits", "kordan", **due.params)
    _, ask = waits(table, uses)
    assert "jeton" not in [each.id for each in ask.options or ()]
    answers(table, uses, "demi", "information")
    assert held(table) == {}


def test_the_end_of_a_scene_written_by_hand_leaves_no_token_to_come() -> None:
    """LOSS-LIM-02: neither of Exploits still to be spent, nor of lost ones still to be given."""
    table = set_up("loss")
    answers(table, asks_for(table, "action", "kordan", **SCORES | {"trait": 15}), [9])
    answers(table, asks_for(table, "action", "veilleur", **SCORES), [2])
    waiting = [each.procedure for each in table.view(LEADER).pending]
    assert waiting == ["loss.exploits", "loss.echec"]
    over = {"type": TOKENS, "evenement": {"type": "fin_scene"}}
    table.does(LEADER, acts.ChangeRecord(event=over))
    (due,) = table.view(LEADER).pending
    uses = asks_for(table, "exploits", "kordan", **due.params)
    assert "jeton" not in [each.id for each in waits(table, uses)[1].options or ()]


def test_exploits_beyond_those_hidden_are_the_seekers() -> None:
    """LOSS-INV-03, R-26: a secret of theirs, since it tells how many were hidden."""
    table = set_up("loss")
    side = {"trait": 10, "talent": 10, "jetons_avant": 0, "desastres": 0}
    params: Params = {
        "cacheur": side | {"exploits": 1, "acteur": "mj"},
        "chercheurs": [side | {"exploits": 3}],
    }
    cast = {"cacheur": "veilleur", "chercheurs": ["nerise"]}
    run = asks_for(table, "dissimulation", cast=cast, **params)
    answers(table, run, [9], [10, 5])
    won = [each for each in table.state.consequences_of(run) if each.private]
    assert [(each.character, each.event["du"]["params"]) for each in won] == [
        ("nerise", {"exploits": 2})
    ]
    table.does("j2", acts.Restore(consequence=won[0].id))
    assert [each.procedure for each in table.view(LEADER).pending] == ["loss.exploits"]
    assert not any(each.private for each in table.last("j1").consequences)


# ── Échelle (LOSS-ECH-02, -06, -07) ────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("procedure", "to", "cast", "given", "counted"),
    [
        ("passive", "kordan", {"cible": "fouisseur"}, {"cible": "Puissance"}, {"cible": 30}),
        ("passive", "kordan", {"cible": "fouisseur"}, {"cible": "Agilité"}, {"cible": 4}),
        ("action", "fouisseur", {"cible": "kordan"}, {}, {"trait": 30}),
        ("action", "kordan", {"adversaires": ["fouisseur"]}, {}, {"trait": 8}),
        ("action", "fouisseur", {"adversaires": ["kordan"]}, {}, {"trait": 30}),
        ("action", "fouisseur", {}, {}, {"trait": 3}),
    ],
)
def test_puissance_counts_at_the_lowest_echelle(
    procedure: str, to: str, cast: Params, given: Params, counted: Params
) -> None:
    table = set_up("loss")
    given = {"trait": "Puissance", "talent": 5, **given}
    params = table.state.runs[asks_for(table, procedure, to, cast=cast, **given)].params
    assert {name: params[name] for name in counted} == counted
