"""Effects of an attack of a mêlée once its roll is known: damage, chocs, passes (PAS, TIR, CHO)."""

from __future__ import annotations

from typing import Literal

from tablee.games.exil.fight.effects import apply_passe, disarm
from tablee.games.exil.fight.melee.melee_stance import Field, MeleeStance
from tablee.games.exil.fight.passes import Passe, PasseDistance
from tablee.games.exil.health.harm import STAGES, Shock
from tablee.rules.ambient import note
from tablee.rules.forms import OneOf
from tablee.rules.procedure import Record
from tablee.rules.questions import call, choose, decide

_HELD: OneOf[Literal["tete", "bras", "main", "jambe"]] = OneOf(("tete", "bras", "main", "jambe"))


class Landed(Record):
    """An attack whose damage and passe are not applied yet.

    `by`, `on`: names of the attacker and of the target. `shot`: the passe of a shot. `stun`: the
    damage is a choc. `seized`: a whip holds the target.
    """

    by: str
    on: str
    damage: int
    passe: Passe | None = None
    shot: PasseDistance | None = None
    disarmed: bool = False
    seized: bool = False
    stun: bool = False


async def land(field: Field, done: Landed) -> None:
    """Apply the damage of an attack, then the effect of its passe."""
    me, target = field.by_name[done.by], field.by_name[done.on]
    due = target.riposte_due
    if done.stun:
        await _stunned(target, done.damage)
    else:
        target.suffer(done.damage)
    if done.passe == "bousculade":
        await _jostled(field, me, target)
    elif done.passe == "coup_perdu" and field.allies(target):
        await _astray(field, me, target)
    else:
        apply_passe(done.passe, me, target, due)
    _apply_passe_at_range(target, done.shot, due)
    if done.seized:
        await _seized(me, target)
    if done.disarmed and done.passe != "mise_en_echec":
        disarm(target, due)


async def _stunned(target: MeleeStance, damage: int) -> None:
    """Apply the damage as the value of a choc; no PdS are lost (EXIL-CHO-01, -04, R-55, R-76)."""
    if not damage:
        return
    shock = Shock(
        valeurs=(min(20, damage),), physique=target.combatant.physique, echecs=target.state.echecs
    )
    felt = await call(shock, seats=target.seat("acteur"))
    failures = STAGES.index(felt.conscience)
    target.put(echecs=failures)
    if failures == 3:
        target.put(hors="inconscient")
        note("EXIL-CHO-04", "{who:^} perd connaissance.", who=target.name)


async def _jostled(field: Field, me: MeleeStance, target: MeleeStance) -> None:
    """Apply a bousculade to an ally of the target (EXIL-PAS-07), unless a simultaneous attack has
    put the last one out of action (R-16)."""
    beside = field.allies(target)
    if not beside:
        note("EXIL-PAS-07", "Plus personne n’est là pour être bousculé.")
        return
    ally = await pick(me, beside, "allie")
    if ally.riposte_due:
        ally.due = False
        note("EXIL-PAS-07", "{who:^}, bousculé, perd son attaque.", who=ally.name)
    else:
        ally.won_mod -= 2
        note("EXIL-PAS-07", "{who:^}, bousculé, aura 2 points de PC de moins.", who=ally.name)


async def _astray(field: Field, me: MeleeStance, target: MeleeStance) -> None:
    """Turn the target's next attack on one of his allies (EXIL-PAS-12)."""
    ally = await pick(me, field.allies(target), "allie")
    target.put(egare=ally.name)
    note(
        "EXIL-PAS-12",
        "La prochaine attaque de {who} ira à {ally}.",
        who=target.name,
        ally=ally.name,
    )


async def _seized(me: MeleeStance, target: MeleeStance) -> None:
    """Hold a part of the target's body with a whip; the leader judges the effect (EXIL-ARM-04,
    R-82)."""
    part = await decide(
        me.combatant.politique.membre,
        f"{me.path}.politique.membre",
        _HELD,
        who=me.who,
        default="bras",
    )
    target.put(saisi=part)
    note("EXIL-ARM-04", "Le fouet tient {who} ({part}).", who=target.name, part=part)


def _apply_passe_at_range(target: MeleeStance, passe: PasseDistance | None, due: bool) -> None:
    """Apply the effect of a passe gagnante de distance (EXIL-TIR-18..21)."""
    match passe:
        case "impact" if due:
            target.due = False
        case "impact":
            target.won_mod -= 2
        case "chute":
            target.put(a_terre=True)
        case "desarmement" if target.losable:
            disarm(target, due)
        case "desarmement":
            target.put(main_perdue=True)
        case "tir_fatal":
            target.put(hors="mort")
        case _:
            pass


async def pick(me: MeleeStance, among: list[MeleeStance], label: str) -> MeleeStance:
    """Return one of several fighters by the policy for targets; nobody is asked about a single
    one."""
    wish = me.combatant.politique.cible
    if wish == "ask":
        form = OneOf(tuple(each.name for each in among))
        facts = {"combattant": me.name}
        parameter = f"{me.path}.politique.cible"
        first = among[0].name
        name = await choose(
            label, form, who=me.who, facts=facts, parameter=parameter, default=first
        )
        return next(each for each in among if each.name == name)
    if wish == "faible":
        return min(among, key=lambda each: each.pds)
    if wish == "premier":
        return among[0]
    return next((each for name in wish for each in among if each.name == name), among[0])
