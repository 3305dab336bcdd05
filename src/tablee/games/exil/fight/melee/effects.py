"""What a blow or a shot of a mêlée does besides its roll (chapters PAS, TIR, INC and CHO)."""

from __future__ import annotations

from typing import Literal

from tablee.games.exil.fight.melee.melee_stance import Field, MeleeStance
from tablee.games.exil.fight.passes import Passe, PasseDistance
from tablee.games.exil.health.harm import Shock
from tablee.rules.ambient import note
from tablee.rules.forms import OneOf
from tablee.rules.procedure import Record
from tablee.rules.questions import call, choose, decide

_STAGES = ("indemne", "etourdi", "sonne", "inconscient")
_HELD: OneOf[Literal["tete", "bras", "main", "jambe"]] = OneOf(("tete", "bras", "main", "jambe"))


class Landed(Record):
    """An attack whose roll is known: damage and passe are still to be applied.

    `stun`: the damage is a choc. `seized`: a whip holds instead of disarming. Of a shot, `passe` is
    one of those at range.
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
    """Apply the damage, then the effect of the passe."""
    me, target = field.by_name[done.by], field.by_name[done.on]
    due = target.riposte_due
    if done.stun:
        await _stunned(target, done.damage)
    else:
        target.suffer(done.damage)
    await _passe(field, me, target, done, due)
    _shot(target, done, due)
    if done.seized:
        await _seized(me, target)
    if done.disarmed and done.passe != "mise_en_echec":
        target.lose_weapon(stuck=False)
        target.stripped = due


async def _stunned(target: MeleeStance, damage: int) -> None:
    """The damage is the value of a choc, no PdS are lost (EXIL-CHO-01, -04, R-55, R-76)."""
    if not damage:
        return
    shock = Shock(
        valeurs=(min(20, damage),), physique=target.combatant.physique, echecs=target.state.echecs
    )
    felt = await call(shock, seats=target.seat("acteur"))
    failures = _STAGES.index(felt.conscience)
    target.put(echecs=failures)
    if failures == 3:
        target.put(hors="inconscient")
        note("EXIL-CHO-04", "{who:^} perd connaissance.", who=target.name)


async def _passe(
    field: Field, me: MeleeStance, target: MeleeStance, done: Landed, due: bool
) -> None:
    """The effect of a passe gagnante in contact (EXIL-PAS-05..16)."""
    match done.passe:
        case "en_confiance":
            me.gained = (*me.gained, target.name)
        case "desequilibre":
            target.won_mod -= 2
        case "mauvais_positionnement":
            target.won_expose += 3
        case "impact" if due:
            target.due = False
        case "impact":
            me.granted = True
        case "bousculade":
            await _jostled(field, me, target)
        case "coup_perdu":
            await _astray(field, me, target, due)
        case "arme_coincee":
            target.lose_weapon(stuck=True)
            target.stripped = due
        case "mise_en_echec" if not target.out:
            target.lose_weapon(stuck=False)
            target.put(hors="mise_en_echec")
        case _:
            pass


async def _jostled(field: Field, me: MeleeStance, target: MeleeStance) -> None:
    """EXIL-PAS-07: an ally is knocked into; of attacks made at the same time, another one may have
    put him out of action first (R-16)."""
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


async def _astray(field: Field, me: MeleeStance, target: MeleeStance, due: bool) -> None:
    """EXIL-PAS-12: the next attack goes to a companion; without one it is lost."""
    beside = field.allies(target)
    if beside:
        ally = await pick(me, beside, "allie")
        target.put(egare=ally.name)
        note(
            "EXIL-PAS-12",
            "La prochaine attaque de {who} ira à {ally}.",
            who=target.name,
            ally=ally.name,
        )
    elif due:
        target.due = False
    else:
        target.won_mod -= 3


async def _seized(me: MeleeStance, target: MeleeStance) -> None:
    """A whip holds a part of the body, whose effect is the leader's (EXIL-ARM-04, R-82)."""
    part = await decide(
        me.combatant.politique.membre,
        f"{me.path}.politique.membre",
        _HELD,
        who=me.who,
        default="bras",
    )
    target.put(saisi=part)
    note("EXIL-ARM-04", "Le fouet tient {who} ({part}).", who=target.name, part=part)


def _shot(target: MeleeStance, done: Landed, due: bool) -> None:
    """The effect of a passe gagnante at range (EXIL-TIR-18..21)."""
    match done.shot:
        case "impact" if due:
            target.due = False
        case "impact":
            target.won_mod -= 2
        case "chute":
            target.put(a_terre=True)
        case "desarmement" if target.losable:
            target.lose_weapon(stuck=False)
            target.stripped = due
        case "desarmement":
            target.put(main_perdue=True)
        case "tir_fatal":
            target.put(hors="mort")
        case _:
            pass


async def pick(me: MeleeStance, among: list[MeleeStance], label: str) -> MeleeStance:
    """One of several others by the policy for targets: nobody is asked when there is but one."""
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
