"""Every switch of the Livre des Règles de Base, each way: the same run told otherwise."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tablee.dice.die import Throw
from tablee.games.socle import SocleRulings
from tablee.rules.questions import Choose
from tablee.rules.readings.odds import odds
from tablee.rules.readings.session import Session
from tablee.rules.run_input import ask_about
from tablee.rules.schema import show
from tests.kit.each_way import Switches

Params = dict[str, Any]
SWITCHES = Switches(SocleRulings)
each_way = SWITCHES.each_way


def result(name: str, params: Params, *faces: int, **switches: Any) -> Params:
    answers = [{"dice": [face]} for face in faces]
    session = Session(ask_about(f"socle.{name}", params, switches, answers))
    assert session.done
    found: Params = show(session.result)
    return found


def success(name: str, params: Params, **switches: Any) -> Fraction:
    law = odds(ask_about(f"socle.{name}", params, switches))
    good = ("succes", "exceptionnel", "presque_certain")
    return sum((p for r, p in law.items() if r.issue in good), Fraction())


@each_way("max_sous_tn", ("exceptionnel", "exceptionnel"), ("echec", "echec"))
def test_r_02_the_top_face_under_the_tn(value: str, told: str) -> None:
    """SOC-RES-05."""
    params = {"de": 10, "tn": 12}
    assert result("test", params, 10, max_sous_tn=value)["issue"] == told
    chance = Fraction(1, 10) if value == "exceptionnel" else 0
    assert success("test", params, max_sous_tn=value) == chance


@each_way("tn_sort_attaque", ("adversaire", "succes"), ("niveau", "echec"), ("plus_haute", "echec"))
def test_r_08b_the_tn_of_a_spell_on_an_easy_target(value: str, told: str) -> None:
    """SOC-ATK-04, SOC-MAG-05: a strong effect (8) on a pion (6)."""
    params = {"de": 10, "cible": "pion", "niveau": "fort"}
    assert result("sort_attaque", params, 7, tn_sort_attaque=value)["issue"] == told


@each_way("tn_sort_attaque", ("adversaire", "echec"), ("niveau", "succes"), ("plus_haute", "echec"))
def test_r_08b_the_tn_of_a_spell_on_a_hard_target(value: str, told: str) -> None:
    """SOC-ATK-04, SOC-MAG-05: a trick (4) on an Élite (8)."""
    params = {"de": 10, "cible": "elite", "niveau": "astuce"}
    assert result("sort_attaque", params, 7, tn_sort_attaque=value)["issue"] == told


@each_way("elite_coeurs", (2, False), (1, True), (3, False))
def test_r_09_the_hearts_of_an_elite(value: int, told: bool) -> None:
    """SOC-TOU-02; in a fight as many hits put it out."""
    hit = result("attaque", {"de": 10, "cible": "elite"}, 9, elite_coeurs=value)
    assert hit["cible_hors_combat"] is told
    duel = {"de": 10, "adversaires": [{"cible": "elite"}]}
    assert result("duel", duel, *[9] * value, elite_coeurs=value)["vainqueur"] == "heros"


@each_way("boss_coeurs", (3, 3), (1, 1), (5, 5))
def test_r_09_the_hearts_of_a_boss(value: int, told: int) -> None:
    """SOC-TOU-02, SOC-SIX-05: in both kinds of duel."""
    boss = [{"cible": "boss"}]
    won = result("duel", {"de": 20, "adversaires": boss}, *[19] * told, boss_coeurs=value)
    assert won["vainqueur"] == "heros"
    levels = {"niveau": "maitre", "adversaires": boss}
    assert result("duel_d6", levels, *[5] * told, boss_coeurs=value)["vainqueur"] == "heros"


@each_way("mort_a_terre", (True, "mort"), (False, "a_terre"))
def test_r_17_a_blow_to_who_is_down(value: bool, told: str) -> None:
    """SOC-COE-06: the card of 0 Cœurs, or section 7.2 alone."""
    assert result("coup", {"coeurs": 0}, mort_a_terre=value)["etat"] == told
    people = [{"id": "Ana", "coeurs": 0, "etat": "a_terre"}]
    blow = {"type": "coup", "heros": "Ana"}
    scene = {"etat": {"heros": people}, "evenements": [blow]}
    assert result("scene", scene, mort_a_terre=value)["etat"]["heros"][0]["etat"] == told


@each_way("aide_d6", ("aucune", 5), ("moins_un", 4))
def test_r_19_help_where_only_d6_are_used(value: str, told: int) -> None:
    """SOC-SIX-04: the section has no text."""
    params = {"niveau": "novice", "aide": True}
    assert result("test_d6", params, 3, aide_d6=value)["seuil"] == told
    assert success("test_d6", params, aide_d6=value) == Fraction(7 - told, 6)


@each_way("aide_d6", ("aucune", "test"), ("moins_un", "aide"))
def test_r_19_nobody_is_asked_for_help_that_counts_for_nothing(value: str, told: str) -> None:
    params = {"niveau": "novice", "cible": "pion", "aide": "ask"}
    session = Session(ask_about("socle.attaque_d6", params, {"aide_d6": value}))
    assert isinstance(session.pending, Throw | Choose)
    assert session.pending.label == told


@each_way("exceptionnel_d6", (True, "exceptionnel"), (False, "succes"))
def test_r_19_a_six_where_only_d6_are_used(value: bool, told: str) -> None:
    """SOC-SIX-01; one more wound for an Élite."""
    assert result("test_d6", {"niveau": "sans"}, 6, exceptionnel_d6=value)["issue"] == told
    attack = {"niveau": "sans", "cible": "elite"}
    wounds = result("attaque_d6", attack, 6, exceptionnel_d6=value)["blessures"]
    assert wounds == (2 if value else 1)


def test_all_switches_are_shown() -> None:
    assert SWITCHES.lacking() == set()
