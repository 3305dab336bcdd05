"""Shots of a combatant in his turn: shot, burst, aiming, clearing a jam (TIR, ARM, INC)."""

from __future__ import annotations

from tablee.games.exil.actions.simple import Simple
from tablee.games.exil.fight.attack_tables import Stray, Zone
from tablee.games.exil.fight.burst import BurstShot, volley
from tablee.games.exil.fight.melee.acting import Acting
from tablee.games.exil.fight.melee.combatants import AimedTarget
from tablee.games.exil.fight.melee.conduct import NOBODY
from tablee.games.exil.fight.melee.landing import Landed, pick
from tablee.games.exil.fight.melee.special_blows import SparingShot
from tablee.games.exil.fight.melee.stance import Stance
from tablee.games.exil.fight.passe_notes import TARGET
from tablee.games.exil.fight.passes import PasseDistance
from tablee.games.exil.fight.potential import targets_of_burst
from tablee.games.exil.fight.shot import Shot, ShotResult
from tablee.rules.ambient import note
from tablee.rules.forms import OneOf
from tablee.rules.procedure import replace
from tablee.rules.questions import Call, call, choose
from tablee.rules.same_fields import fields_from


async def shoot(turn: Acting) -> None:
    """Shoot at one adversary (EXIL-TIR-03)."""
    me = turn.me
    target = await pick(me, turn.targets(), "cible")
    note("EXIL-TIR-03", "{who:^} tire sur {whom}.", who=me.name, whom=target.name)
    zone, modifier = await turn.zone()
    stun = await turn.stun()
    shot = _shot(turn, target, zone, modifier)
    if stun:
        shot = SparingShot(**fields_from(shot, Shot))
    path = f"{me.path}.politique.passe_tir"
    done = await call(
        replace(shot, passe=_passe_at_range(turn, shot)),
        seats=me.seat("acteur") | {TARGET: target.name},
        paths={"passe": path},
    )
    turn.spent()
    turn.troubled(done.incident, done.degats_tireur)
    if done.perdu not in (None, "aucun"):
        await _strays(turn, target, shot, done.perdu)
    await turn.landed(
        Landed(
            by=me.name,
            on=target.name,
            damage=done.damage,
            shot=done.passe,
            stun=stun,
            dart=me.darts and done.outcome != "rate",
            aimed=zone != "aucune" and done.outcome == "plein",
        )
    )


async def _strays(turn: Acting, target: Stance, shot: Shot, perdu: Stray | None) -> None:
    """Let the leader say which combatant a stray projectile hits; without one, what it hits is left
    to him (EXIL-INC-03, -04)."""
    me = turn.me
    sides = {"allie": (True,), "ennemi": (False,)}.get(perdu or "", ())
    names = tuple(
        each.name
        for each in turn.field.standing()
        if each not in (me, target) and (each.combatant.camp == me.combatant.camp) in sides
    )
    name = NOBODY
    if names:
        name = await choose(
            "victime",
            OneOf((NOBODY, *names)),
            who="gm",
            facts={"combattant": me.name, "perdu": perdu},
            default=NOBODY,
            policy=NOBODY,
            weighed=False,
        )
    if name == NOBODY:
        note("EXIL-INC-04", "Ce qui est touché, et de combien, revient au Meneur.")
        return
    damage = shot.stray_damage(turn.field.by_name[name].combatant.protection)
    note("EXIL-INC-03 EXIL-INC-04", "Le tir perdu touche {whom:@le}.", whom=name)
    await turn.landed(Landed(by=me.name, on=name, damage=damage, dart=me.darts))


def _shot(turn: Acting, target: Stance, zone: Zone, modifier: int) -> Shot:
    """Return the shot at `target` with the weapon in hand."""
    me, bout, hand, tir = turn.me, turn.field.bout, turn.me.hand, turn.me.combatant.tir
    vise = me.state.vise
    return Shot(
        poff=me.poff_at_range + me.surplus(target),
        aim=vise.tours if vise and vise.cible == target.name else 0,
        range=me.state.range_to(target.name),
        movement=tir.movement if me.state.movement == "aucun" else me.state.movement,
        visibility=_bounded(tir.visibility + me.state.visibility),
        cover=target.state.couvert,
        other=_bounded(tir.other + me.state.other),
        zone=zone,
        zone_modifier=modifier,
        activite=target.state.activite,
        aware=target.state.en_melee or target.state.averti,
        pdef=target.guard(me),
        letalite=hand.letalite,
        physique=me.combatant.physique,
        force=hand.force and not tir.arme_a_feu,
        protection=target.combatant.protection,
        perce_armure=hand.perce_armure,
        arme_a_feu=me.firearm,
        enraye_sur_12=me.jams,
        incidents=bout.incidents,
        tirs_perdus=bout.tirs_perdus,
    )


def _bounded(modifier: int) -> int:
    return max(-20, min(20, modifier))


def _passe_at_range(turn: Acting, shot: Shot) -> PasseDistance | str:
    """Return the passe of the policy: the first one of a list that is open, else `auto`."""
    wish = turn.me.combatant.politique.passe_tir
    if not isinstance(wish, tuple):
        return wish
    possible = shot.open_passes()
    return next((passe for passe in wish if passe in possible), "auto")


async def burst(turn: Acting) -> None:
    """Fire a burst at several targets; the magazine is then empty (EXIL-ARM-13, -14, EXIL-OPT-05)."""
    me, hand, tir = turn.me, turn.me.hand, turn.me.combatant.tir
    assert tir.rafale is not None
    most = targets_of_burst(tir.rafale, hand.talent)
    targets = await turn.several(turn.targets(), 1, most)
    names = tuple(target.name for target in targets)
    note(
        "EXIL-ARM-13 EXIL-ARM-14",
        "{who:^} lâche une rafale : {names}.",
        who=me.name,
        names=names,
    )
    zone, modifier = await turn.zone()
    fired = await volley(
        (target.name, _burst_shot(turn, target, zone, modifier)) for target in targets
    )
    empty = {n: 0 for n in ("munitions", "munitions_2") if getattr(me.state, n) is not None}
    me.put(long_feu=False, **empty)
    for each in fired:
        turn.troubled(each.incident, each.degats_tireur)
    for target, each in zip(targets, fired, strict=False):
        if each.perdu not in (None, "aucun"):
            await _strays(turn, target, _shot(turn, target, zone, modifier), each.perdu)
        hit = Landed(by=me.name, on=target.name, damage=each.damage, shot=each.passe)
        await turn.landed(replace(hit, aimed=zone != "aucune" and each.passe is not None))


def _burst_shot(turn: Acting, target: Stance, zone: Zone, modifier: int) -> Call[ShotResult]:
    """Return one shot of a burst, with the whole Poff and its own passe (EXIL-TIR-14)."""
    plain = _shot(turn, target, zone, modifier)
    own = {"force": False, "arme_a_feu": True, "enraye_sur_12": True}
    shot = BurstShot(**fields_from(plain, Shot) | own)
    return call(
        replace(shot, passe=_passe_at_range(turn, shot)),
        by=("damage", "passe", "incident", "degats_tireur", "perdu"),
        seats=turn.me.seat("acteur") | {TARGET: target.name},
        paths={"passe": f"{turn.me.path}.politique.passe_tir"},
    )


async def aim(turn: Acting) -> None:
    """Spend the tour aiming: +1 to the Poff of the shot, at most 3 (EXIL-TIR-08)."""
    me = turn.me
    target = await pick(me, turn.targets(), "cible")
    vise = me.state.vise
    tours = min(3, vise.tours + 1) if vise and vise.cible == target.name else 1
    me.put(vise=AimedTarget(cible=target.name, tours=tours))
    note(
        "EXIL-TIR-08",
        "{who:^} vise {whom} depuis {n:tour|tours}.",
        who=me.name,
        whom=target.name,
        n=tours,
    )


async def unjam(turn: Acting) -> None:
    """Try to clear a jam with Bricoleur (EXIL-INC-07, R-87)."""
    me, tir = turn.me, turn.me.combatant.tir
    note("EXIL-INC-07", "{who:^} essaie de débloquer son arme.", who=me.name)
    test = Simple(talent=tir.bricoleur, difficulty=tir.difficulty, external=me.malus)
    done = await call(test, by=("success",), seats=me.seat("acteur"))
    if done.success:
        me.put(incident="rien")
        note("EXIL-INC-07", "L’arme est débloquée.")
