"""Effects of an attack of a mêlée once its roll is known: damage, chocs, passes (PAS, TIR, CHO)."""

from __future__ import annotations

from tablee.games.exil.fight.assaut import HELD
from tablee.games.exil.fight.melee.field import Field
from tablee.games.exil.fight.melee.stance import Stance
from tablee.games.exil.fight.passes import AnyPasse, PasseDistance
from tablee.games.exil.fight.stunning import stunning_value
from tablee.games.exil.health.harm import STAGES, Shock
from tablee.rules.ambient import effect, note
from tablee.rules.forms import OneOf
from tablee.rules.procedure import Record
from tablee.rules.questions import call, choose, decide


class Landed(Record):
    """An attack whose damage and passe are not applied yet.

    `by`, `on`: names of the attacker and of the target. `shot`: the passe of a shot. `stun`: the
    damage is a choc, `fists`: a punch, `blunt`: a blunt blow. `seized`: a whip holds the target.
    `dart`: a dart has hit, which may be poisoned. `aimed`: a full hit on a part of the body that the
    attacker aimed at.
    """

    by: str
    on: str
    damage: int
    passe: AnyPasse | None = None
    shot: PasseDistance | None = None
    disarmed: bool = False
    seized: bool = False
    stun: bool = False
    fists: bool = False
    blunt: bool = False
    dart: bool = False
    aimed: bool = False


async def land(field: Field, done: Landed) -> None:
    """Apply the damage of an attack, then the effect of its passe."""
    me, target = field.by_name[done.by], field.by_name[done.on]
    due = target.riposte_due
    if done.stun:
        await _stunned(field, done, target)
    else:
        target.suffer(done.damage)
    if done.passe == "bousculade":
        await _jostled(field, me, target)
    elif done.passe == "coup_perdu" and field.allies(target):
        await _astray(field, me, target)
    else:
        apply_passe(done.passe, me, target, due)
    _apply_passe_at_range(target, done.shot, due)
    if done.dart and not target.out:
        effect("dard", True, target.name)
        note(
            "EXIL-ARM-08",
            "Un dard atteint {whom:@le} : au Meneur de dire s’il est empoisonné.",
            whom=target.name,
        )
    if done.aimed and not target.out:
        effect("vise", True, target.name)
    if done.seized:
        await _seized(me, target)
    if done.disarmed and done.passe != "mise_en_echec":
        disarm(target, due)


def apply_passe(passe: AnyPasse | None, attacker: Stance, target: Stance, due: bool) -> None:
    """Apply the effect of a passe (EXIL-PAS-05, -06, -09, -10, -12, -15, -16).

    `due`: the target had not attacked yet in this tour. A coup perdu is that of a target without an
    ally (R-28); a disarmament is left to `disarm`.
    """
    match passe:
        case "en_confiance":
            attacker.gained = (*attacker.gained, target.name)
        case "desequilibre":
            target.won_mod -= 2
        case "mauvais_positionnement":
            target.won_expose += 3
        case "impact" if not due:
            attacker.granted = True
        case "coup_perdu" if not due:
            target.won_mod -= 3
        case "impact" | "coup_perdu":
            target.due = False
        case "arme_coincee":
            target.lose_weapon(stuck=True)
            target.stripped = due
        case "mise_en_echec" if not target.out:
            target.fall_at_mercy()
        case _:
            pass


def disarm(target: Stance, due: bool) -> None:
    """Take the target's weapon; `due`: he has to decide how to go on (EXIL-PAS-13, -14)."""
    target.lose_weapon(stuck=False)
    target.stripped = due


async def _stunned(field: Field, done: Landed, target: Stance) -> None:
    """Apply the damage as a choc; no PdS are lost (EXIL-CHO-01, -04, R-55, R-76)."""
    if not done.damage:
        return
    given, damage = field.bout.valeur_choc, done.damage
    value = await stunning_value(given, damage, done.fists, done.blunt, target.name)
    one, before = target.combatant, target.state.echecs
    shock = Shock(valeurs=(value,), physique=one.physique, echecs=before)
    felt = await call(shock, seats=target.seat("acteur"))
    failures = STAGES.index(felt.conscience)
    target.put(echecs=failures)
    if failures == 3:
        target.put(hors="inconscient")
        note("EXIL-CHO-04", "{who:^} perd connaissance.", who=target.name)


async def _jostled(field: Field, me: Stance, target: Stance) -> None:
    """Apply a bousculade to an ally of the target (EXIL-PAS-07), unless a simultaneous attack has
    put the last one out of action (R-16)."""
    beside = field.allies(target)
    if not beside:
        note("EXIL-PAS-07", "Plus personne n’est là pour être bousculé.")
        return
    ally = await pick(me, beside, "allie")
    if ally.riposte_due:
        ally.due = False
        note("EXIL-PAS-07", "{who:^} subit une bousculade et perd son attaque.", who=ally.name)
    else:
        ally.won_mod -= 2
        note(
            "EXIL-PAS-07", "{who:^} subit une bousculade : 2 points de PC de moins.", who=ally.name
        )


async def _astray(field: Field, me: Stance, target: Stance) -> None:
    """Turn the target's next attack on one of his allies (EXIL-PAS-12)."""
    ally = await pick(me, field.allies(target), "allie")
    target.put(egare=ally.name)
    note(
        "EXIL-PAS-12",
        "{who:^} tournera sa prochaine attaque contre {ally}.",
        who=target.name,
        ally=ally.name,
    )


async def _seized(me: Stance, target: Stance) -> None:
    """Hold a part of the target's body with a whip; the leader judges the effect (EXIL-ARM-04,
    R-82)."""
    part = await decide(
        me.combatant.politique.membre,
        f"{me.path}.politique.membre",
        HELD,
        who=me.who,
        default="bras",
    )
    target.put(saisi=part)
    note("EXIL-ARM-04", "Le fouet tient {whom:@le} ({part}).", whom=target.name, part=part)


def _apply_passe_at_range(target: Stance, passe: PasseDistance | None, due: bool) -> None:
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


async def pick(me: Stance, among: list[Stance], label: str) -> Stance:
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
    if wish == "premier" or wish == "reparti":
        return among[me.place % len(among) if wish == "reparti" else 0]
    return next((each for name in wish for each in among if each.name == name), among[0])
