"""Les Chants de Loss at the table: to whom tokens and dice go, and what helps who decides."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.faces.web.table.pending_cards import pending_cards
from tablee.games.loss.exploits import USES
from tablee.rules.texts.words import Words
from tablee.table.refusals import NotYours
from tests.games.loss.test_at_the_table import SCORES, answers, asks_for, held, ledger, waits
from tests.games.stories import Story, dice, plain
from tests.kit import acts
from tests.table.evening import LEADER, Table, set_up
from tests.table.tokens import won_and_lost

Params = dict[str, Any]
FIGHT: Params = {
    "somme_attaque": 12,
    "somme_defense": 10,
    "exploits": 2,
    "jetons_avant_attaque": 0,
}


# ── an adversary without a sheet (LOSS-EXL-05) ─────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("procedure", "params"),
    [
        ("action", SCORES | {"adversaire": "pnj"}),
        ("action", SCORES | {"adversaires": [{"id": "le garde", "camp": "pnj"}]}),
        ("trait", {"vertu": 4, "trait": 5, "exploits": 2, "jetons_avant": 0, "adversaire": "pnj"}),
        ("passive", SCORES | {"cible": 6, "nom_cible": "le passant"}),
        ("combat", FIGHT),
    ],
)
def test_an_adversary_without_a_sheet_gains_augmentations_and_no_desastre(
    procedure: str, params: Params
) -> None:
    """T-06: an opposed failure gives its adversary a bonus; Désastres come of unopposed ones."""
    table = set_up("loss")
    cast = {"attaquant": "kordan"} if procedure == "combat" else {}
    to = "" if cast else "kordan"
    run = asks_for(table, procedure, to, **params, cast=cast)
    answers(table, run, [2])
    assert not table.view(LEADER).pending
    assert ledger(table)["mj"] == {"libres": {}, "ag": {"*": 2}}
    given = SCORES | {"exploits": 0, "jetons_avant": 2, "difficulty": 25}
    answers(table, asks_for(table, "action", "veilleur", **given), [5])  # any of the MJ's
    assert table.result(LEADER)["success"] is True
    assert held(table) == {}


@pytest.mark.parametrize("foes", [[], ["veilleur"], ["nerise", "veilleur"]])
def test_who_has_lost_exploits_does_not_keep_them_from_the_others(foes: list[str]) -> None:
    """LOSS-EXL-05, -10: the tokens go to the MJ or the adversary, or the MJ says to whom."""
    table = set_up("loss")
    answers(table, asks_for(table, "action", "kordan", **SCORES, cast={"adversaires": foes}), [2])
    (lost,) = table.last("j1").consequences
    assert "perd 2 Exploits" in plain(lost.text)
    assert not lost.may
    assert not table.act("j1", acts.Decline(consequence=lost.id))
    assert isinstance(table.wrong, NotYours)
    table.does(LEADER, acts.Decline(consequence=lost.id))


def test_common_tokens_stay_free_for_desastres() -> None:
    """R-18: where the table has it so, an opposed failure too gives the MJ free tokens."""
    table = set_up("loss", rulings={"jetons_pnj": "commun"})
    answers(table, asks_for(table, "action", "kordan", **SCORES, adversaire="pnj"), [2])
    assert ledger(table)["mj"]["libres"] == {"kordan": 2}


def test_a_player_without_a_named_adversary_cedes_to_the_other_players() -> None:
    """LOSS-EXL-05: players included."""
    table = set_up("loss")
    answers(table, asks_for(table, "action", "kordan", **SCORES, adversaire="pj"), [2])
    assert held(table) == {"nerise": 2}


def test_one_of_the_leaders_who_misses_somebody_without_a_sheet_serves_the_players() -> None:
    """LOSS-EXL-10: without a main target among them, the player with the fewest tokens."""
    table = won_and_lost(1)  # kordan has two tokens
    run = asks_for(table, "combat", cast={"attaquant": "veilleur"}, **FIGHT)
    answers(table, run, [2])
    assert not table.view(LEADER).pending  # nerise alone has the fewest: nothing is left to say
    assert held(table) == {"kordan": 2, "nerise": 2, "mj": 1}


def test_the_leader_says_who_was_the_main_target_of_several() -> None:
    """LOSS-EXL-10: the main target comes before the player with the fewest tokens."""
    table = won_and_lost(1)  # kordan has two tokens
    cast = {"adversaires": ["kordan", "nerise"]}
    answers(table, asks_for(table, "action", "veilleur", **SCORES, cast=cast), [2])
    (due,) = table.view(LEADER).pending
    run = asks_for(table, "echec", **due.params, cible="Kordan")
    assert table.state.runs[run].status == "done"
    assert held(table) == {"kordan": 4, "mj": 1}


def test_the_name_of_a_players_character_is_enough() -> None:
    table = set_up("loss")
    params = SCORES | {"cible": 6, "nom_cible": "Nérise Halvane", "adversaire": "pj"}
    answers(table, asks_for(table, "passive", "kordan", **params), [2])
    assert held(table) == {"nerise": 2}


def test_a_player_who_hides_from_unnamed_guards_cedes_augmentations() -> None:
    """LOSS-EXL-05, LOSS-INV-01: those who seek are the adversaries of who hides."""
    table = set_up("loss")
    side = {"trait": 5, "talent": 5, "jetons_avant": 0, "desastres": 0, "desastre_malus": True}
    guard = side | {"id": "le garde", "acteur": "mj", "exploits": 0}
    params: Params = {"cacheur": side | {"exploits": 2}, "chercheurs": [guard]}
    run = asks_for(table, "dissimulation", cast={"cacheur": "kordan"}, **params)
    table.does("j1", acts.Answer(run=run, place=0, answer={"dice": [2]}))  # not the MJ's
    assert ledger(table)["mj"] == {"libres": {}, "ag": {"*": 2}}


# ── whom Exploits are won against (LOSS-CBT-03, LOSS-OAE-10, LOSS-ECH-04) ──────────────────────
def played(table: Table, *given: Any) -> str:
    """Play the pending consequence as its button does. Return its run."""
    (due,) = table.view(LEADER).pending
    assert due.procedure is not None
    name = due.procedure.removeprefix("loss.")
    run = asks_for(table, name, due.character, **due.params, cast=dict(due.cast))
    answers(table, run, *given)
    return run


@pytest.mark.parametrize(
    ("target", "counted", "lost"),
    [
        ("fouisseur", {"vers": "machines", "armure": 2}, 0),  # 17, less 20, at ten to one
        ("veilleur", {}, 17),
        ("nerise", {}, 17),
    ],
)
def test_dice_of_damage_meet_the_armour_and_the_echelle_of_who_was_hit(
    target: str, counted: Params, lost: int
) -> None:
    table = set_up("loss")
    sums: Params = {"somme_attaque": 20, "somme_defense": 5, "exploits": 2, "defense": False}
    cast = {"attaquant": "kordan", "defenseur": target}
    answers(table, asks_for(table, "combat", cast=cast, **sums, jetons_avant_attaque=0), [9])
    played(table, "degats", "degats")
    params = table.state.runs[played(table, 0, [9], [8])].params
    assert params == {"des": 2, "nature": "degats", "coup": "ask", **counted}
    assert table.result(LEADER) == {"total": 17, "perte": lost}
    noted = [(each.character, each.procedure) for each in table.view(LEADER).pending]
    assert noted == ([(target, None)] if lost else [])


def test_the_button_of_a_pending_consequence_sends_its_cast() -> None:
    table = set_up("loss")
    sums: Params = {"somme_attaque": 20, "somme_defense": 5, "exploits": 1, "defense": False}
    cast = {"attaquant": "kordan", "defenseur": "veilleur"}
    answers(table, asks_for(table, "combat", cast=cast, **sums, jetons_avant_attaque=0), [9])
    (card,) = pending_cards(table.view(LEADER), Words(table.game))
    assert (card.to, card.fields) == ("kordan", [("exploits", "1"), ("cast.cible", "veilleur")])


def test_a_blow_of_a_beast_is_multiplied_and_meets_the_armour_of_its_victim() -> None:
    """LOSS-ECH-05: 7 of the Machines are 70 for a man, whose armour is of his own Échelle."""
    table = set_up("loss")
    sums: Params = {"somme_attaque": 20, "somme_defense": 5, "exploits": 1, "defense": False}
    cast = {"attaquant": "fouisseur", "defenseur": "kordan"}
    answers(table, asks_for(table, "combat", cast=cast, **sums, jetons_avant_attaque=0), [9])
    played(table, "degats")
    run = played(table)
    seat, ask = waits(table, run)
    assert (seat, ask.context, ask.default) == (LEADER, "coup", 0)  # the dice add to the blow
    answers(table, run, 3, [4])
    assert table.result(LEADER) == {"total": 7, "perte": 68}


def test_detresse_is_that_of_the_loser_of_an_opposition() -> None:
    table = set_up("loss")
    cast = {"initiateur": "veilleur", "repondant": "kordan"}
    run = asks_for(table, "active", cast=cast, somme_initiateur=18, somme_repondant=12)
    answers(table, run, "annoncer", "tester", [2])
    played(table, "detresse")
    (due,) = table.view(LEADER).pending
    assert (due.character, due.cast) == ("veilleur", {"cible": "kordan"})
    texts = [each.text for each in table.last(LEADER).consequences]
    assert "Dés de Détresse à lancer contre Kordan : 1." in [plain(each) for each in texts]


# ── what helps who decides (LOSS-EXL-04, LOSS-DES-05) ──────────────────────────────
def test_each_use_of_an_exploit_has_examples() -> None:
    table = set_up("loss")
    _, ask = waits(table, asks_for(table, "exploits", "kordan", exploits=1))
    means = {each.id: str(each.means) for each in ask.options or ()}
    assert {*means} == {*USES}
    assert "second indice" in means["information"]  # Arenius
    assert "trois mètres au lieu de deux" in means["demi"]
    assert "moitié de son prix" in means["prix"]  # Diego at the market


@pytest.mark.parametrize("malus", [True, False])
def test_the_malus_of_a_desastre_is_not_forgotten(malus: bool) -> None:
    """The Action that it hampers is another run."""
    table = set_up("loss")
    answers(table, asks_for(table, "action", "kordan", **SCORES), [2])
    answers(table, asks_for(table, "desastre", "kordan", jetons=2), malus)
    assert held(table) == {}
    owed = [(each.procedure, each.character, each.text) for each in table.view(LEADER).pending]
    text = "5 de plus à la Difficulté de l’Action gênée par un Désastre"
    assert owed == [(None, "kordan", text)] * malus


def test_a_sum_that_may_not_spare_the_die_leaves_the_calm_way_open() -> None:
    """LOSS-AUT-01 under R-10: where the MJ's characters must throw, unless they take their time."""
    table = set_up("loss", rulings={"somme_pnj": False})
    given: Params = {"trait": 10, "talent": 6, "exploits": 0, "au_calme": True}
    run = asks_for(table, "action", "veilleur", **given)
    assert waits(table, run)[1].context == "automatique"
    answers(table, run, True)
    assert table.result(LEADER)["method"] == "automatique"


def test_no_token_is_asked_for_where_the_sum_is_enough() -> None:
    """LOSS-SDE-01: nothing could be gained by it; who throws all the same is asked."""
    table = won_and_lost(1)  # kordan has two tokens
    given: Params = {"trait": 10, "talent": 6, "exploits": 0, "desastres": 0}
    run = asks_for(table, "action", "kordan", **given)
    assert answers(table, run, True) == [("j1", "sans_de")]
    run = asks_for(table, "action", "kordan", **given)
    assert answers(table, run, False, 0, [1, 4]) == [
        ("j1", "sans_de"),
        ("j1", "jetons_avant"),
        ("j1", "dice"),
    ]
    assert waits(table, run)[1].context == "jetons_apres"  # 16, less 3: one would do
    sums: Params = {"somme_attaque": 16, "somme_defense": 16, "exploits": 0, "desastres_attaque": 0}
    run = asks_for(table, "combat", cast={"attaquant": "kordan", "defenseur": "veilleur"}, **sums)
    asked = answers(table, run, True, True, True)
    assert asked == [("j1", "sans_de"), (LEADER, "defense"), (LEADER, "sans_de")]
    assert table.result(LEADER)["touche"] is False


@pytest.mark.parametrize("pools", [{"choix_mj": "gain", "jetons_pnj": "commun"}])
@pytest.mark.parametrize("camp", ["pj", "mj"])
def test_foes_without_a_sheet_are_shared_among_without_a_name(
    pools: dict[str, str], camp: str
) -> None:
    """LOSS-EXL-05, R-17: the leader says what the tokens of any character of his are."""
    story = Story("loss", pools)
    story.put("ana", "personnage", "Ana", traits={"Agilité": 6})
    seekers = [{"id": name, "acteur": "mj", "trait": 6, "talent": 5} for name in ("a", "b")]
    hider = {"id": "Mira", "acteur": camp, "trait": 3, "talent": 1, "exploits": 2}
    for name, params in (
        ("dissimulation", {"cacheur": hider, "chercheurs": seekers}),
        ("action", {"trait": 3, "talent": 1, "difficulty": 40, "exploits": 2, "acteur": camp}),
    ):
        found = list(story.consequences(name, params, [dice(3)], {}))
        assert found
        assert not any("*" in str(each) for each in found)
