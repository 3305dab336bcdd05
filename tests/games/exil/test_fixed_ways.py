"""What a fighter does « as usual » can succeed, and an option that is off says so (INC-07, OPT-06)."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.rules.questions import Choose
from tablee.rules.registry import find_procedure
from tablee.rules.schema import fields_of
from tests.games.exil.situations_third import foe, man, tour
from tests.kit.situations import Params, asked, refused, result, run

GUN: Params = {"a_distance": True, "force": False, "incident": "enrayee", "munitions": 6}
BLADE: Params = {"talent": 10, "letalite": 3}


def jammed(bricoleur: int, **more: Any) -> Params:
    """Return a fighter in contact whose gun is jammed."""
    gun = {"arme_a_feu": True, "bricoleur": bricoleur}
    return man("Ana", "x", 9, **{"tir": gun, "talent_mains_nues": 6, **GUN, **more})


def after(man: Params, *faces: int, **more: Any) -> Params:
    rest = [[face] for face in faces]
    ends: Params = result("exil.melee", tour(man, foe("Bob", 1), **more), *rest)
    return ends


@pytest.mark.parametrize(("level", "tries"), [(0, False), (1, True), (12, True)])
def test_a_jam_is_cleared_as_usual_by_who_can(level: int, tries: bool) -> None:
    """EXIL-INC-07: who cannot do so strikes with his fists instead."""
    ana, bob = after(jammed(level), *((1,) if tries else (1, 12)))["combattants"]
    assert (ana["incident"], bob["pds"]) == (
        ("rien", 20) if tries else ("enrayee", 20 - (6 - 1 + 3))
    )


def test_who_carries_a_blade_takes_it_instead() -> None:
    ana, bob = after(jammed(0, autre_arme=BLADE), 1, 12)["combattants"]
    assert (ana["seconde"], bob["pds"]) == (True, 20 - (10 - 1 + 3 + 7))


@pytest.mark.parametrize(
    "burden", [{"pds": 4}, {"tir": {"arme_a_feu": True, "bricoleur": 5, "difficulty": -5}}]
)
def test_wounds_and_difficulty_count_for_what_can_succeed(burden: Params) -> None:
    """EXIL-SAN-07: with 5 levels and a malus of -12 no face clears the gun."""
    fighter = {**jammed(5, circonstance=12), **burden}
    ana, bob = after(fighter, 1, 12)["combattants"]
    assert (ana["arme"], bob["pds"] < 20) == ("perdue", True)


def test_a_level_of_one_is_not_enough_where_an_equal_die_fails() -> None:
    """R-01: the usual action is asked of the same rule as the roll."""
    fight = tour(jammed(1), foe("Bob", 1))
    done = run("exil.melee", fight, [1], [12], equal="fails")
    assert done.done
    assert done.result.combattants[1].pds < 20


def test_the_default_of_a_choice_can_succeed_too() -> None:
    fight = tour(jammed(0, politique={"arme": "ask", "action": "ask"}), foe("Bob", 1))
    weapon = run("exil.melee", fight).pending
    assert isinstance(weapon, Choose)
    assert weapon.default == "mains_nues"
    action = run("exil.melee", fight, "garder").pending
    assert isinstance(action, Choose)
    assert (next(iter(action.form.values())), action.default) == ("debloquer", "rien")


def test_a_jammed_gun_on_the_ground_is_left_there() -> None:
    fighter = jammed(0, arme="perdue")
    ana, bob = after(fighter, 1, 12)["combattants"]
    assert (ana["arme"], bob["pds"] < 20) == ("perdue", True)


# ── aimed attacks: one default, one reading ────────────────────────────────────────────────────
AIMS: Params = {"talent": 12, "politique": {"attitude": "tout", "zone": "jambe"}}
IDLE: Params = {"talent": 1, "politique": {"attitude": "rien"}}
SIDES: Params = {"combattants": [AIMS | {"id": "a", "camp": "a"}, IDLE | {"id": "b", "camp": "b"}]}


@pytest.mark.parametrize(
    ("procedure", "fight", "path"),
    [
        ("contact_round", {"a": AIMS, "b": IDLE}, "a"),
        ("duel", {"a": AIMS, "b": IDLE, "max_turns": 1}, "a"),
        ("melee", SIDES | {"max_turns": 1}, "combattants[0]"),
    ],
)
def test_a_part_of_the_body_is_aimed_at_where_that_is_permitted(
    procedure: str, fight: Params, path: str
) -> None:
    """EXIL-OPT-06: the same option, off in each fight, and a policy against it is refused."""
    name = f"exil.{procedure}"
    assert refused(name, fight) == f"{path}.politique.zone"
    done = run(name, fight | {"attaques_visees": True}, [10], [12])
    lost = 20 - (10 - 1 + 7)
    ends = done.result.combattants[1].pds if procedure == "melee" else done.result.pds_b
    assert ends == lost


@pytest.mark.parametrize("name", ["exil.duel", "exil.contact_round", "exil.melee"])
def test_each_fight_has_the_same_default(name: str) -> None:
    assert fields_of(find_procedure(name))["attaques_visees"].default is False


def test_a_poff_is_shared_where_that_is_permitted() -> None:
    """EXIL-OPT-01: a policy that shares is refused where nobody may."""
    sharer = man("Ana", "x", 12, politique={"partage": 2})
    fight = tour(sharer, foe("Bob", 1), foe("Cyd", 1))
    forbidden = fight | {"attaques_multiples": False}
    assert refused("exil.melee", forbidden) == "combattants[0].politique.partage"
    done = run("exil.melee", fight, [6], [12], [6], [12])
    assert [each.pds for each in done.result.combattants[1:]] == [20 - (6 - 1 + 3)] * 2


def test_who_may_aim_is_asked_where_that_is_permitted_alone() -> None:
    will = {"attitude": "tout", "zone": "ask", "audace": "ask"}
    fight = {"a": {"talent": 12, "politique": will}, "b": IDLE}
    assert asked("exil.duel", fight) == ("a", "audace")
    assert asked("exil.duel", fight | {"attaques_visees": True}) == ("a", "zone")
