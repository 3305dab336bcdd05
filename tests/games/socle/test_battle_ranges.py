"""The combat of several characters: who touches whom, pressure of several pions, ranges."""

from __future__ import annotations

from typing import Any

from tests.games.socle.fighting import ANA, BOSS, PION, asked, dice, hero, run, state


def test_several_pions_press_while_they_are_several() -> None:
    pions = [PION, PION | {"id": "rat 2"}]
    pressed = run("Ana", "attaque:rat", "Force", dice(6), adversaires=pions, presse="tn")
    assert len(state(pressed).adversaires) == 2
    alone = run("Ana", "attaque:rat", "Force", dice(6), adversaires=[PION], presse="tn")
    assert alone.result.vainqueur == "heros"


def test_pions_press_only_whom_they_touch() -> None:
    """SOC-MUL-01, SOC-POR-01: range is between two, and so is pressure."""
    pions = [PION, PION | {"id": "rat 2"}, BOSS]
    away = {"adversaire": "rat 2", "portee": "distance", "cases": 3}
    for ranges, level in (([], 8), ([away], 6), ([away | {"adversaire": "roi"}], 8)):
        people = [ANA | {"ecarts": ranges}]
        here = {"heros": people, "adversaires": pions, "presse": "tn"}
        hit = run("Ana", "attaque:rat", "Force", dice(level), **here)
        missed = run("Ana", "attaque:rat", "Force", dice(level - 1), **here)
        assert (len(state(hit).adversaires), len(state(missed).adversaires)) == (2, 3)
    shot = {"portee": "distance", "cases": 4}
    held = [{"adversaire": each, "portee": "contact"} for each in ("rat", "rat 2")]
    there = {"heros": [ANA | shot | {"ecarts": held}], "presse": "tn"}
    foes = [*pions, {"id": "chef", "cible": "elite"}]
    shooting = run("Ana", "attaque:chef", "Force", dice(2), adversaires=foes, **there)
    assert any("SOC-MUL-01" in entry.clauses for entry in shooting.trace)


def test_who_touches_one_is_away_from_another() -> None:
    """SOC-RIP-04..06, SOC-POR-03: the riposte and the range are those of the adversary attacked."""
    cover = {"portee": "distance", "cases": 12, "a_couvert": True}
    near = ANA | cover | {"ecarts": [{"adversaire": "rat", "portee": "contact"}]}
    for foe, left in (("rat", 4), ("roi", 5)):
        assert (
            hero(run("Ana", f"attaque:{foe}", "Force", dice(2), heros=[near]), "Ana").coeurs == left
        )
    far = run("Ana", "attaque:roi", "Force", heros=[near], limite_portee=True)
    assert asked(far)[1] == "tour"  # 12 and a degree more: not tried
    moved = hero(run("deplacement:Ana", ["roi"], False, True, 0, []), "Ana")
    assert (moved.touches("roi"), moved.touches("rat"), moved.portee) == (True, False, "contact")


def test_cover_conditions_and_ripostes_are_between_two() -> None:
    """SOC-DIF-02, -03, SOC-RIP-05, -06: cover of the target, cover from it, and what it can do."""
    foes = [PION, {"id": "chef", "cible": "elite"}]
    placed: tuple[Any, ...] = ("deplacement:Ana", [], ["chef"], ["rat"], 0, ["chef"], 1)
    for foe, face, left, wounds in (
        ("chef", 9, 5, 0),
        ("chef", 10, 5, 2),
        ("rat", 5, 4, 0),
        ("rat", 6, 5, 1),
    ):
        shot = run(*placed, "Ana", f"attaque:{foe}", "Force", dice(face), adversaires=foes)
        assert hero(shot, "Ana").coeurs == left
        assert [n for name, n in shot.effects if name == "blessures"] == [wounds] * (wounds > 0)
    moved = hero(run(*placed, adversaires=foes), "Ana")
    assert (moved.a_couvert, moved.riposte_possible, moved.degres) == (False, True, 0)
    between = moved.range_to("chef")
    assert (between.a_couvert, between.riposte_possible, between.degres) == (True, True, 1)
    spell = run(
        *placed, "Ana", "magie", "autre", "une lueur", "standard", dice(6), adversaires=foes
    )
    assert "consequence" not in dict(spell.effects)
    back = run(*placed, "deplacement:Ana", ["rat", "chef"], 0, [], adversaires=foes)
    assert hero(back, "Ana").range_to("chef").degres == 0


def test_several_pions_press_who_casts_among_them() -> None:
    """SOC-MUL-01, -02: the MJ’s way with them holds for any test of who is among them."""
    pions = [PION, PION | {"id": "rat 2"}]
    cast = ("Ana", "magie", "un saut", "standard", dice(7))
    ways = (("aucun", "contact", 0), ("tn", "contact", 1), ("tn", "distance", 0))
    for presse, portee, failed in ways:
        here = {"heros": [ANA | {"portee": portee}], "adversaires": pions, "presse": presse}
        effects = [name for name, _ in run(*cast, **here).effects]
        assert effects.count("consequence") == failed
    crowd = {"heros": [ANA], "adversaires": pions, "presse": "complication"}
    texts = run(*cast[:-1], dice(3), **crowd).effects
    assert texts == [("mana", -1), ("compteur", 1), ("consequence", "legere"), ("complications", 1)]
    saved = run(*cast[:-1], dice(8), **crowd).effects
    assert saved == [("mana", -1)]
