"""The level and the cost of an effect of Magie: a player describes it, the MJ judges it (MAG)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from tablee.games.socle.fields import LEADER, Effet
from tablee.games.socle.landmarks import EXAMPLES_SEEN
from tablee.games.socle.tables import EFFECTS
from tablee.rules.ambient import note
from tablee.rules.field_marks import landmarks
from tablee.rules.forms import FreeText, OneOf
from tablee.rules.questions import ASK, choose, decide, nonzero


async def described(label: str, who: str, helping: str = "") -> str:
    """Return the words of a person; no rule reads them. `helping`: a French text beside the field."""
    return await choose(
        label, FreeText(), who=who, default="", policy="", weighed=False, help=helping
    )


def cost_of(niveau: Effet, cout: int | ASK | None) -> int:
    """Return the Mana of an effect (SOC-MAG-05); the least while the MJ has still to say it."""
    if cout == "ask":
        return 0 if niveau == "astuce" else EFFECTS[niveau][1]
    return EFFECTS[niveau][1] if cout is None else cout


async def assigned(
    mana: int, cout: int | ASK | None, who: str, *, parameter: str, own_tn: bool = True
) -> tuple[Effet, int | None] | None:
    """Return the level and the cost that the MJ gives to the effect a character describes; None
    where Mana is lacking (SOC-MAG-03, -05).

    `mana`: what the character has. `cout`: the cost of an astuce; `parameter` is its name. `own_tn`:
    whether the level decides on the TN.
    """
    texte = await described("decrire", who, "l’effet voulu, au-delà de ce que l’on sait faire")
    usual: Effet = "standard" if mana else "astuce"
    costs = {each: cost_of(each, cout if each == "astuce" else None) for each in EFFECTS}
    offered = tuple(each for each in EFFECTS if mana >= costs[each])
    beyond: tuple[Literal["trop"], ...] = () if len(offered) == len(EFFECTS) else ("trop",)
    levels: OneOf[Effet | Literal["trop"]] = OneOf((*offered, *beyond))
    level = await choose(
        "ampleur" if own_tn else "ampleur_sort",
        levels,
        who=LEADER,
        facts=_facts(texte, mana),
        default=usual,
        policy=usual,
        landmarks=landmarks(EXAMPLES_SEEN, "SOC-MAG-05"),
    )
    if level == "trop":
        note("SOC-MAG-03", "Le Mana n’y suffit pas : l’effet n’est pas tenté.")
        return None
    return level, await astuce_cost(level, cout, mana, parameter=parameter, texte=texte)


async def astuce_cost(
    level: Effet, cout: int | ASK | None, mana: int, *, parameter: str, texte: str = ""
) -> int | None:
    """Return the Mana of an astuce, 0 or 1 as the MJ says; None for another level, whose cost is
    fixed (SOC-MAG-05). `texte`: the description of the effect."""
    if level != "astuce":
        return None
    most = min(1, mana)
    return await decide(
        1 if cout is None else cout,
        parameter,
        OneOf((0, 1) if mana else (0,)),
        who=LEADER,
        label="cout_astuce",
        facts=_facts(texte, mana),
        default=most,
        policy=most,
    )


def _facts(texte: str, mana: int) -> Mapping[str, Any]:
    """Return what the MJ judges by: the description, and the Mana, where there is any."""
    return {**({"texte": texte} if texte else {}), **nonzero(mana=mana)}
