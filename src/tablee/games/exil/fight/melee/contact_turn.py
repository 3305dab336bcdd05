"""Attacks in contact of a combatant in his turn: on one adversary, on several, astray (CON, OPT)."""

from __future__ import annotations

from tablee.games.exil.fight.assaut import Assaut, AssautResult
from tablee.games.exil.fight.blows import aimed
from tablee.games.exil.fight.fighter_notes import note_attack
from tablee.games.exil.fight.jamming import BlowResult, NeedleAssaut
from tablee.games.exil.fight.melee.acting import Acting
from tablee.games.exil.fight.melee.landing import Landed, pick
from tablee.games.exil.fight.melee.special_blows import StrayBlow, WhipAssaut
from tablee.games.exil.fight.melee.stance import Stance
from tablee.games.exil.fight.melee.strikes import assault, dare, preferred
from tablee.games.exil.fight.mishaps import incident_of
from tablee.rules.ambient import note
from tablee.rules.forms import NumberFrom
from tablee.rules.procedure import replace
from tablee.rules.questions import call, choose
from tablee.rules.same_fields import fields_from


async def attack(turn: Acting) -> None:
    """Attack one adversary, or an ally after a coup perdu."""
    me = turn.me
    if me.state.egare is not None:
        await _stray(turn, turn.field.by_name[me.state.egare])
    else:
        await _blow(turn, await pick(me, turn.reachable(), "cible"), me.poff)


async def _stray(turn: Acting, ally: Stance) -> None:
    """Attack an ally after a coup perdu (EXIL-PAS-12)."""
    me, hand = turn.me, turn.me.hand
    power = me.power(ally)
    note_attack(me.name, ally.name, power, ally.guard(me))
    me.put(egare=None)
    turn.spent()
    blow = StrayBlow(
        poff=power,
        pdef=ally.guard(me),
        letalite=hand.letalite,
        physique=me.combatant.physique,
        force=hand.force,
        perce_armure=hand.perce_armure,
        protection=ally.combatant.protection,
        enraye_sur_12=me.jams,
    )
    by = ("outcome", "damage", "enrayee")
    done = await call(blow, by=by, seats=me.seat("attaquant") | ally.seat("defenseur"))
    await _trouble(turn, done)
    dart = me.darts and done.damage > 0
    await turn.landed(Landed(by=me.name, on=ally.name, damage=done.damage, dart=dart))


async def share(turn: Acting) -> None:
    """Attack several adversaries; their shares are chosen before the first roll (EXIL-OPT-01)."""
    me, shares = turn.me, await _shares(turn)
    me.put(long_feu=False)  # its malus is in the Poff that is shared
    for target, part in shares:
        if me.out:
            break
        if not me.gun_works:
            note(
                "EXIL-INC-07 EXIL-INC-08",
                "L’arme ne tire plus : l’attaque prévue contre {who} se perd.",
                who=target.name,
            )
        elif target.out:
            note(
                "EXIL-OPT-01",
                "{who:^} n’est plus debout : l’attaque prévue se perd.",
                who=target.name,
            )
        else:
            await _blow(turn, target, max(0, part + me.startled))


async def _shares(turn: Acting) -> list[tuple[Stance, int]]:
    """Return the adversaries with their shares of the Poff (EXIL-OPT-01, -02)."""
    me, pool, each = turn.me, turn.pool(), turn.me.poff - turn.pool()
    targets = await turn.several(turn.reachable(), 2, turn.most())
    parts: list[int] = []
    for place, target in enumerate(targets):
        left = pool - sum(parts)
        later = len(targets) - place - 1
        if me.combatant.politique.action == "ask":
            form = NumberFrom(1, left - later)
            facts = {"cible": target.name, "poff": left}
            parts.append(await choose("part", form, who=me.who, facts=facts, default=1))
        else:
            parts.append(-(-left // (later + 1)))
        note(
            "EXIL-OPT-01 EXIL-OPT-02",
            "Contre {who}, une part de {part} sur {pool}.",
            who=target.name,
            part=parts[-1],
            pool=pool,
        )
    return [(target, part + each) for target, part in zip(targets, parts, strict=True)]


async def _blow(turn: Acting, target: Stance, share: int) -> None:
    """Attack one adversary with a share of the Poff (EXIL-OPT-03, EXIL-CBT-08)."""
    me = turn.me
    power = share + me.surplus(target)
    note_attack(me.name, target.name, power, target.guard(me))
    zone, modifier = await turn.zone()
    aimed_power, _ = aimed(power, zone, modifier)
    stun = await turn.stun()
    daring = await dare(me, target, aimed_power) if aimed_power >= 1 else 0
    if daring is None:
        return
    turn.spent()
    beside = bool(turn.field.allies(target))
    wish = me.combatant.politique.passe
    passe = preferred(wish, aimed_power, daring, target.losable, beside, _whips(me))
    plain = assault(me, target, power, daring, passe, initiative=target.due, ally=beside)
    await _assaulted(turn, replace(plain, zone=zone, zone_modifier=modifier), target, stun)


def _whips(me: Stance) -> bool:
    """Return whether a fighter holds a whip."""
    return me.combatant.fouet and me.arme == "en_main" and me.held == "premiere"


async def _assaulted(turn: Acting, assaut: Assaut, target: Stance, stun: bool) -> None:
    """Play an assaut with the special rules of the weapon in hand, and apply it."""
    me = turn.me
    whip = _whips(me)
    if me.jams:
        assaut = NeedleAssaut(**fields_from(assaut, Assaut))
    elif whip:
        saisir = me.combatant.politique.saisir
        own = {"fouet": True, "saisir": saisir}
        assaut = WhipAssaut(**fields_from(assaut, Assaut) | own)
    path = f"{me.path}.politique"
    seats = me.seat("attaquant") | target.seat("defenseur")
    paths = {"passe": f"{path}.passe", "saisir": f"{path}.saisir"}
    by = ("damage", "passe", "desarme", *(("enrayee",) if me.jams else ()))
    by += ("outcome",) if me.firearm and turn.field.bout.incidents is not False else ()
    done = await call(assaut, by=by, seats=seats, paths=paths)
    await _trouble(turn, done)
    await turn.landed(
        Landed(
            by=me.name,
            on=target.name,
            damage=done.damage,
            passe=done.passe,
            disarmed=done.desarme,
            seized=whip and done.passe == "desarmement" and not done.desarme,
            stun=stun,
            fists=me.fists,
            blunt=me.hand.contondante,
            dart=me.darts and (done.damage > 0 or done.passe is not None),
            aimed=assaut.zone != "aucune" and done.passe is not None,
        )
    )


async def _trouble(turn: Acting, done: AssautResult) -> None:
    """Jam a weapon that jams on a 12; another firearm may have an incident after a miss
    (EXIL-ARM-15, EXIL-INC-05, EXIL-TIR-02, R-90)."""
    me, incidents = turn.me, turn.field.bout.incidents
    if isinstance(done, BlowResult) and done.enrayee:
        turn.troubled("enrayee", 0)
    elif me.firearm and incidents is not False and done.outcome == "rate":
        trouble = await incident_of(incidents, me.hand.letalite, me.seat("acteur"))
        turn.troubled(trouble.incident, trouble.degats_tireur)
