"""The leader's decisions for his fighters, once a tour: as usual, for all alike, one by one (CBT)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from tablee.games.exil.fight.choice_effects import AUDACES_SEEN, CONDUCTS_SEEN
from tablee.games.exil.fight.melee.combatants import Bout, Combatant, MeleePolicy, MeleeState
from tablee.games.exil.fight.melee.field import Field
from tablee.games.exil.fight.melee.stance import Stance
from tablee.rules.forms import NumberFrom, OneOf
from tablee.rules.procedure import replace
from tablee.rules.questions import choose

Conduite = Literal["habitude", "ensemble", "decider"]
ASKED = MeleePolicy(
    attitude="ask",
    laisser_la_main="ask",
    audace="ask",
    passe="ask",
    arme="ask",
    action="ask",
    zone="ask",
    choc="ask",
    saisir="ask",
    membre="ask",
    cible="ask",
    passe_tir="ask",
)
"""A policy that asks for every decision."""
NOBODY = "personne"
"""The target of fighters who do nothing."""


Groups = tuple[tuple[str, ...], ...]


async def conducted(bout: Bout, states: tuple[MeleeState, ...]) -> tuple[Bout, Groups]:
    """Return the fight with the policies of the leader's fighters in this tour, and the groups for
    which the leader decides at once (EXIL-CBT-05, -13)."""
    if bout.conduite != "ask":
        return bout, ()
    field = Field.begun(bout, states)
    groups = _alike([each for each in field.standing() if each.combatant.pnj])
    everybody = [stance for group in groups for stance in group]
    if len(groups) > 1 and await _choice(everybody, False) == "habitude":
        return bout, ()
    asked: list[str] = []
    together: list[tuple[str, ...]] = []
    for group in groups:
        how, names = await _choice(group, len(group) > 1), tuple(each.name for each in group)
        if how != "habitude":
            asked += names
        if how == "ensemble":
            together.append(names)
    return _with_policy(bout, asked, ASKED), tuple(together)


def _with_policy(bout: Bout, names: Sequence[str], policy: MeleePolicy) -> Bout:
    one = {"politique": policy, "ratio": None}
    changed = (replace(each, **one) if each.id in names else each for each in bout.combatants)
    return replace(bout, combatants=tuple(changed))


def _alike(led: Sequence[Stance]) -> list[list[Stance]]:
    """Return the leader's fighters in groups of the same numbers and policies."""
    groups: dict[Combatant, list[Stance]] = {}
    for stance in led:
        same = replace(stance.combatant, id="–", pds=None, malus_avant=None)
        groups.setdefault(same, []).append(stance)
    return list(groups.values())


async def _choice(led: Sequence[Stance], several: bool) -> Conduite:
    """Return how the leader decides for some of his fighters; without him, all is as usual."""
    ways: tuple[Conduite, ...] = ("habitude", "ensemble", "decider")
    return await choose(
        "conduite",
        OneOf(ways if several else ("habitude", "decider")),
        who=led[0].who,
        facts={"combattants": tuple(each.name for each in led)},
        default="habitude",
        policy="habitude",
        weighed=False,
        landmarks=CONDUCTS_SEEN,
    )


async def aimed_together(bout: Bout, field: Field, together: Groups) -> Bout:
    """Return the fight with one target and one audace for each of these groups, after the
    attitudes; passes are asked for at each hit (EXIL-CON-02, -06)."""
    for names in together:
        first = field.by_name[names[0]]
        foes = tuple(each.name for each in field.enemies(first))
        facts = {"combattants": names, "poff": first.poff}
        form = OneOf(("reparti", "faible", *foes, NOBODY))
        target = await choose("cible", form, who=first.who, facts=facts, default="reparti")
        policy = MeleePolicy(action="rien")
        if target != NOBODY:
            most = max(0, max(field.by_name[name].poff for name in names) - 1)
            audace = await _daring(first, facts, most)
            aim: Any = target if target in ("reparti", "faible") else (target,)
            policy = replace(ASKED, action="auto", cible=aim, audace=audace, laisser_la_main=False)
            policy = replace(policy, zone="aucune", arme="reprendre")
        bout = _with_policy(bout, names, policy)
    return bout


async def _daring(first: Stance, facts: dict[str, Any], most: int) -> int:
    """Return the audace that a whole group takes on (EXIL-CON-06)."""
    daring = NumberFrom(0, most)
    return await choose(
        "audace", daring, who=first.who, facts=facts, default=0, landmarks=AUDACES_SEEN
    )
