"""Attacks of a fighter in contact: audace, passe, the assaut (CON, PAS)."""

from __future__ import annotations

from typing import Literal

from tablee.games.exil.fight.assaut import Assaut
from tablee.games.exil.fight.attack_fields import PasseChoice
from tablee.games.exil.fight.melee.stance import Stance
from tablee.games.exil.fight.passes import Passe, offered, offered_to_whip
from tablee.games.exil.rulings import ExilRulings
from tablee.rules.ambient import note, rulings
from tablee.rules.forms import number_or_word
from tablee.rules.numbers import at_most
from tablee.rules.questions import choose

RENOUNCE = "renoncer"


async def dare(attacker: Stance, target: Stance, power: int) -> int | None:
    """Return the malus that the attacker takes on, less than `power`; None: he renounces."""
    wish = attacker.combatant.politique.audace
    if wish != "ask":
        return at_most(power - 1, wish)
    answer = await choose(
        "audace",
        number_or_word(power - 1, RENOUNCE),
        who=attacker.who,
        facts={"poff": power, "pdef": target.guard(attacker)},
        parameter=f"{attacker.path}.politique.audace",
        default=0,
    )
    if not isinstance(answer, str):
        return answer
    note("EXIL-CBT-02", "{who:^} renonce à son attaque.", who=attacker.name)
    return None


def preferred(
    wish: Literal["auto", "ask"] | tuple[Passe, ...],
    power: int,
    daring: int,
    losable: bool,
    ally: bool = False,
    whip: bool = False,
) -> PasseChoice:
    """Return the passe of a policy: the first one of a list that is open, else `auto`. `whip`: the
    attacker holds one."""
    if not isinstance(wish, tuple):
        return wish
    if rulings(ExilRulings).audace_scope == "poff":
        power -= daring
    open_now = (offered_to_whip if whip else offered)(power, ally, losable)
    return next((passe for passe in wish if passe in open_now), "auto")


def assault(
    attacker: Stance,
    target: Stance,
    power: int,
    daring: int,
    passe: PasseChoice,
    *,
    initiative: bool,
    ally: bool = False,
) -> Assaut:
    """Return the assaut of one fighter on another with the Poff `power`."""
    hand = attacker.hand
    return Assaut(
        poff=power,
        pdef=target.guard(attacker),
        audace=daring,
        letalite=hand.letalite,
        physique=attacker.combatant.physique,
        force=hand.force,
        protection=target.combatant.protection,
        perce_armure=hand.perce_armure,
        passe=passe,
        talent_attaquant=hand.talent,
        talent_defenseur=target.hand.talent,
        defenseur_arme=target.losable,
        riposte_due=target.riposte_due,
        defenseur_a_allie=ally,
        initiative_attaquant=initiative,
    )
