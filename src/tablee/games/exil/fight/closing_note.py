"""The last sentence of a fight: who is out of action and why, who stays on his feet, and how."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tablee.games.exil.fight.melee.combatants import Bout, MeleeState, weapon_left
from tablee.games.exil.health.states import state_of_health
from tablee.rules.ambient import note, notes_wanted

OUTS = ("mort", "mise_en_echec", "inconscient", "reddition", "fuite")
"""Why a fighter is out of action, the worst first (R-83)."""
WOUNDED = ("leger", "serieux", "grave", "critique")


def note_closing(bout: Bout, states: Sequence[MeleeState], tours: int) -> None:
    """Note how each fighter comes out of a fight of `tours` tours, for who reads it later."""
    if not notes_wanted():
        return
    found: dict[str, list[str]] = {name: [] for name in (*OUTS, *WOUNDED, "perdue", "debout")}
    for one, now in zip(bout.combatants, states, strict=True):
        health = state_of_health(one.physique, now.pds)
        dead = "mort" in (health, now.hors)
        found["mort" if dead else now.hors or "debout"].append(one.id)
        if not dead and health in WOUNDED:
            found[health].append(one.id)
        if not dead and weapon_left(one, now) == "perdue":
            found["perdue"].append(one.id)
    shown: dict[str, Any] = {name: tuple(names) for name, names in found.items()}
    note(
        "EXIL-CBT-15 EXIL-SAN-03",
        "Bilan après {tours:tour|tours} de combat.{debout:| Encore debout :|.}{mort:| Sans vie :|.}"
        "{mise_en_echec:| À la merci d’un adversaire :|.}{inconscient:| Sans connaissance :|.}"
        "{reddition:| Reddition :|.}{fuite:| Fuite :|.}{perdue:| Arme perdue :|.}"
        "{leger:| État léger :|.}{serieux:| État sérieux :|.}{grave:| État grave :|.}"
        "{critique:| État critique :|.}",
        tours=tours,
        **shown,
    )
