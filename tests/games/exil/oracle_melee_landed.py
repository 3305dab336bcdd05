"""The effects of an attack in the oracle of the mêlée: damage, chocs, passes."""

from __future__ import annotations

import copy
from fractions import Fraction
from typing import Any

from tests.games.exil.oracle_combat import PHYSIQUE, Given
from tests.games.exil.oracle_duel import burden, state
from tests.games.exil.oracle_melee_men import (
    ONE,
    World,
    Worlds,
    choice_of,
    friends_near,
    man_of,
    may_be_disarmed,
)


def landed(world: World, row: Given, rule: Given, rulings: Given, wait: list[Any] | None) -> Worlds:
    """Yield the worlds after an attack; simultaneous attacks wait."""
    if wait is not None:
        yield copy.deepcopy(world), ONE
        return
    if not row["stun"]:
        after = copy.deepcopy(world)
        foe = man_of(after, row["on"])
        due = foe["turn"] and not foe["busy"]
        hurt(foe, row["damage"], rule, rulings)
        _changed(after, row, due)
        yield after, ONE
        return
    foe = man_of(world, row["on"])
    value, bonus = min(20, row["damage"]), PHYSIQUE[foe["physique"]]
    value = 3 if value and row["fists"] else value
    least = value + (1 if rulings.get("choc_equal") == "fails" else 0)
    stands = Fraction(sum(die + bonus >= least for die in range(1, 13)), 12)
    if not value or foe["echecs"] >= 3:
        stands = ONE
    for failed, chance in ((0, stands), (1, 1 - stands)):
        if chance:
            after = copy.deepcopy(world)
            man = man_of(after, row["on"])
            due = man["turn"] and not man["busy"]
            man["echecs"] += failed
            if value and man["echecs"] == 3:
                man["hors"] = "inconscient"
            _changed(after, row, due)
            yield after, chance


def hurt(foe: World, damage: int, rule: Given, rulings: Given) -> None:
    if not damage:
        return
    foe["pds"] -= damage
    if state(foe, rulings) == "mort":
        foe["hors"] = "mort"
    elif rulings.get("malus_timing") == "immediate":
        new = burden(foe, rule, rulings)
        if foe["turn"]:
            foe["poff"] = max(0, foe["poff"] - max(0, foe["burden"] - new))
        foe["burden"] = new


def _changed(world: World, row: Given, due: bool) -> None:
    """Apply the effect of a passe."""
    man, foe, passe = man_of(world, row["by"]), man_of(world, row["on"]), row["passe"]
    if passe == "en_confiance":
        man["won"].append(foe["id"])
    elif passe == "desequilibre":
        foe["next_mod"] -= 2
    elif passe == "mauvais_positionnement":
        foe["next_expose"] += 3
    elif passe == "impact" and due:
        foe["turn"] = False
    elif passe == "impact":
        man["first"] = True
    elif passe == "bousculade":
        for ally in [choice_of(man, near) for near in [friends_near(world, foe)] if near]:
            if ally["turn"] and not ally["busy"]:
                ally["turn"] = False
            else:
                ally["next_mod"] -= 2
    elif passe == "coup_perdu" and friends_near(world, foe):
        foe["egare"] = choice_of(man, friends_near(world, foe))["id"]
    elif passe == "coup_perdu" and due:
        foe["turn"] = False
    elif passe == "coup_perdu":
        foe["next_mod"] -= 3
    elif passe == "arme_coincee" and may_be_disarmed(foe):
        foe |= {"arme": "coincee", "robbed": due}
    elif passe == "mise_en_echec" and foe["hors"] is None:
        foe["hors"] = "mise_en_echec"
        foe["arme"] = "perdue" if may_be_disarmed(foe) else foe["arme"]
    _far_changed(foe, row.get("far"), due)
    if row["held"]:
        foe["saisi"] = man["will"]["membre"]
    if row["desarme"] and passe != "mise_en_echec" and may_be_disarmed(foe):
        foe |= {"arme": "perdue", "robbed": due}


def _far_changed(foe: World, far: str | None, due: bool) -> None:
    if far == "impact" and due:
        foe["turn"] = False
    elif far == "impact":
        foe["next_mod"] -= 2
    elif far == "chute":
        foe["a_terre"] = True
    elif far == "desarmement" and may_be_disarmed(foe):
        foe |= {"arme": "perdue", "robbed": due}
    elif far == "desarmement":
        foe["main_perdue"] = True
    elif far == "tir_fatal":
        foe["hors"] = "mort"
