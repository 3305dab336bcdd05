"""Consequences of attacks, shots and whole fights (CBT, CON, TIR, INC, ARM)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tablee.games.exil.consequences import passes
from tablee.games.exil.consequences.injuries import failures, hurt, stunned
from tablee.games.exil.consequences.strays import astray
from tablee.games.exil.equipment.equipped import Carried
from tablee.games.exil.fight.multiple_attacks import defender
from tablee.games.exil.fight.passe_notes import TARGET
from tablee.games.exil.fight.passes import DISARMING
from tablee.games.exil.health.convalescence import Suivi
from tablee.games.exil.tables import CAPITAL
from tablee.rules.consequences import Consequence, ConsequenceRule, EmittedEffect, Run
from tablee.rules.texts.words import deferred
from tablee.rules.trace import plain

MAGAZINES = ("munitions", "munitions_2")
"""The effects of a fight on the rounds of a first and of a second gun."""


def struck(run: Run) -> Iterator[Consequence]:
    """Yield the PdS that the target of an assaut loses, or its failures against a choc, the effect
    of its passe, and the rounds of a gun (EXIL-CON-08, EXIL-CHO-04, EXIL-PAS-01)."""
    target = run.who("defenseur", "cible")
    yield from hurt(run, target, run.result.damage)
    yield from stunned(run, target, run.total("echecs"))
    if not passes.dies(run, target, run.result.damage):
        ally = run.who("allie")
        yield from passes.of_contact(run, run.result.passe, run.who("attaquant", ""), target, ally)
        yield from _taken_hold(run, target, "defenseur", run.result.passe, run.result.desarme)
        yield from _aimed(run, target, run.result.outcome)
        if run.result.damage or run.result.passe:
            yield from _darted(run, target)
    yield from _used_in_contact(run, 1)


def _taken_hold(
    run: Run, target: str | None, seat: str, passe: str | None, disarmed: bool
) -> Iterator[Consequence]:
    """Yield the reminder of a lost weapon, or of a part of the body that a whip holds."""
    held = any(each.name == "saisi" and each.who == seat for each in run.effects)
    lost = disarmed and passe != "mise_en_echec"
    owed = {"saisi": target} if held else {"desarme": target} if lost else {}
    yield from passes.reminded(run, owed)


def _aimed(run: Run, target: str | None, outcome: str) -> Iterator[Consequence]:
    """Yield the reminder of a full hit on a part of the body aimed at: the leader says its effect
    (EXIL-OPT-07)."""
    if run.procedure.zone != "aucune" and outcome in ("touche", "plein"):
        yield from passes.reminded(run, {"vise": target})


def _used_in_contact(run: Run, attacks: int) -> Iterator[Consequence]:
    """Yield the rounds of a gun used in contact, and its incident (EXIL-ARM-12, -15, EXIL-INC-05..08,
    EXIL-TIR-02)."""
    qui = run.who("attaquant", "")
    if run.procedure.munitions is not None:
        yield from _fired(run, qui, attacks)
    harm = -sum(e.amount for e in run.effects if e.name == "pds")
    for each in run.effects:
        if each.name == "incident":
            yield from _misfired(run, qui, each.amount, harm)


def _darted(run: Run, target: str | None) -> Iterator[Consequence]:
    """Yield the reminder of a dart that has hit in contact (EXIL-ARM-08, EXIL-TIR-02)."""
    qui = run.who("attaquant", "")
    if qui is not None and run.sheet(qui).dards_en_main:
        yield from passes.reminded(run, {"dard": target})


def attacked(run: Run) -> Iterator[Consequence]:
    """Yield the losses of several targets by their place in the list, the effects of passes, and the
    use of a gun."""
    results, who = run.result.resultats, run.who("attaquant", "")
    chosen = (each.value for each in run.choices if each.label == "passe")
    for place, each in enumerate(results):
        target = run.who(f"cibles[{place}]")
        yield from hurt(run, target, each.damage)
        mine = [e for e in run.effects if e.name == "echecs" and e.who == defender(place)]
        yield from stunned(run, target, sum(e.amount for e in mine))
        asked, hit = run.procedure.passe, each.outcome == "touche"
        passe = (next(chosen, None) if asked == "ask" else asked) if hit else None
        if not passes.dies(run, target, each.damage):
            weaker = run.procedure.cibles[place].talent < run.procedure.talent_attaquant
            disarmed = passe in DISARMING and weaker
            yield from passes.of_contact(run, passe, who, target, None)
            yield from _taken_hold(run, target, defender(place), passe, disarmed)
            yield from _aimed(run, target, each.outcome)
            if each.damage or hit:
                yield from _darted(run, target)
    yield from _used_in_contact(run, sum(each.outcome != "non_tire" for each in results))


def burst(run: Run) -> Iterator[Consequence]:
    """Yield the losses of several targets and of the shooter, and an empty magazine."""
    shots = zip(run.result.resultats, run.result.passes, strict=True)
    for place, (each, passe) in enumerate(shots):
        yield from _hit(run, run.who(f"cibles[{place}]"), each, passe)
    for lost in run.effects:
        if lost.name == "devie":
            yield from strayed_from_burst(run, lost)
    incident = "enrayee" if run.result.enrayee else "rien"
    qui = run.who("acteur", "")
    if qui is not None and (guns := run.sheet(qui).shot_with):
        yield from _rounds(run, qui, {guns[0]: 0})
    harm = run.result.degats_tireur
    yield from _misfired(run, qui, "explosion" if harm else incident, harm)


def strayed_from_burst(run: Run, lost: EmittedEffect) -> Iterator[Consequence]:
    """Yield whom a missed shot of a burst hits instead of its target (EXIL-INC-03, R-91)."""
    place = int((lost.who or "").removeprefix(TARGET)) - 1
    shot = run.procedure.shot_at(run.procedure.cibles[place])
    yield from astray(run, lost.amount, shot, run.who(f"cibles[{place}]"))


def _rounds(run: Run, qui: str, left: Mapping[Carried, int]) -> Iterator[Consequence]:
    """Yield the number of rounds that magazines have left (EXIL-ARM-12)."""
    if not left:
        return
    text = "{who:=} : {n:aucun coup|coup|coups} dans le magasin."
    if len(left) > 1:
        text = "{who:=} : {n:aucun coup|coup|coups} dans un magasin, {m} dans l’autre."
    event = run.counted(qui, {"munitions": plain(run.sheet(qui).with_rounds(left))})
    first, *more = left.values()
    numbers: dict[str, Any] = {"m": more[0]} if more else {}
    yield run.consequence(qui, "EXIL-ARM-12", text, event, n=first, **numbers)


def _fired(run: Run, qui: str | None, shots: int = 1) -> Iterator[Consequence]:
    """Yield the rounds that attacks take from each gun in use; a jammed one does not fire, and an
    earlier shot may have emptied it (EXIL-ARM-12, EXIL-INC-07)."""
    if qui is None or run.sheet(qui).enrayee_tir:
        return
    sheet = run.sheet(qui)
    held = {each: sheet.rounds_of(each) for each in sheet.shot_with}
    yield from _rounds(run, qui, {each: max(0, n - shots) for each, n in held.items() if n})


def gun_now(run: Run, qui: str | None, incident: str) -> Iterator[Consequence]:
    """Yield the new state of a gun: jammed, repaired or destroyed (EXIL-INC-07, -08)."""
    if qui is None or run.sheet(qui).tire is None:
        return
    sheet = run.sheet(qui)
    if incident in ("explosion", "detruite"):
        text = "{who:=} : l’arme a éclaté, elle ne servira plus."
        (held, *_) = sheet.shot_with
        other = next((each for each in ("arme", "seconde") if each != held), held)
        left = sheet.rounds_of(other) if sheet.deux_tirs else None
        gone = {held: "mains_nues" if held == "arme" else None, "munitions": left, "enrayee": False}
        event = {"type": "retouche", "qui": qui, "champs": gone}
        yield run.consequence(qui, "EXIL-INC-08", text, event)
    elif incident in ("rien", "enrayee") and sheet.incident != incident:
        text = (
            "{who:=} : l’arme est enrayée, jusqu’à un jet de Bricoleur réussi."
            if incident == "enrayee"
            else "{who:=} : l’arme tire de nouveau."
        )
        event = {"type": "retouche", "qui": qui, "champs": {"enrayee": incident == "enrayee"}}
        yield run.consequence(qui, "EXIL-INC-07", text, event)


def incident(run: Run) -> Iterator[Consequence]:
    """Yield what an incident with a firearm leaves (EXIL-INC-05..08)."""
    result = run.result
    yield from _misfired(run, run.who("acteur", ""), result.incident, result.degats_tireur)


def _misfired(run: Run, qui: str | None, incident: str, harm: int) -> Iterator[Consequence]:
    """Yield what an incident does to the shooter and to the weapon; `harm`: the PdS that an explosion
    takes (EXIL-INC-05..08)."""
    yield from hurt(run, qui, harm)
    if incident == "long_feu":
        yield from _startled(run, qui)
    elif incident != "rien":
        yield from gun_now(run, qui, incident)


def _startled(run: Run, qui: str | None) -> Iterator[Consequence]:
    """Yield the reminder of a long feu: it lowers the next Poff (EXIL-INC-06, R-88)."""
    if qui is not None:
        text = "{who:=} : un long feu, −3 à son prochain Poff."
        reminder = deferred("compter −3 au prochain Poff (long feu)")
        yield run.pending(qui, "EXIL-INC-06", text, None, {}, reminder, binding=True)


def shot(run: Run) -> Iterator[Consequence]:
    """Yield what a shot does to its target, to the shooter and to the weapon (EXIL-TIR-20)."""
    target = run.who("cible", "defenseur")
    yield from _hit(run, target, run.result, run.result.passe)
    yield from stunned(run, target, run.total("echecs"))
    if run.result.outcome != "rate" and _blows_darts(run):
        yield from passes.reminded(run, {"dard": target})
    yield from astray(run, run.result.perdu, run.procedure, target)
    if run.procedure.arme_a_feu:
        yield from _fired(run, run.who("acteur", ""))
    yield from incident(run)


def _blows_darts(run: Run) -> bool:
    """Return whether the shooter has a blowgun, whose darts may be poisoned (EXIL-ARM-08)."""
    qui = run.who("acteur", "")
    return qui is not None and bool(run.sheet(qui).dards)


def _hit(run: Run, target: str | None, done: Any, passe: str | None) -> Iterator[Consequence]:
    """Yield what a shot does to its target (EXIL-TIR-20, -21). `done`: its outcome and damage."""
    if target is None:
        return
    damage = done.damage
    if passe == "tir_fatal":
        damage = max(damage, run.campaign.ledger_state_of(Suivi, target).points + 1)
    yield from hurt(run, target, damage)
    if passes.dies(run, target, damage):
        return
    if passe == "desarmement" and not run.sheet(target).desarmable:
        yield from _lamed(run, target)
    yield from passes.of_shot(run, passe, target)
    yield from _aimed(run, target, done.outcome)


def _lamed(run: Run, qui: str | None) -> Iterator[Consequence]:
    """Yield the reminder that a hand cannot be used; no rule gives the duration (EXIL-TIR-20)."""
    if qui is not None:
        text = "{who:=} ne peut plus se servir d’une main : reste à dire jusqu’à quand."
        reminder = deferred("dire jusqu’à quand une main est hors d’usage")
        yield run.pending(qui, "EXIL-TIR-20", text, None, {}, reminder, binding=True)


def duel(run: Run) -> Iterator[Consequence]:
    """Yield both fighters' losses, chocs, rounds and jams, who is at the other's mercy, and the time
    of the fight or of one tour (EXIL-CBT-01, EXIL-PAS-16).

    Nothing else outlasts a duel that has ended: effects of passes on PC, Poff and initiative are for
    the next tour (EXIL-PAS-05..12), a weapon that is stuck is freed in one (EXIL-PAS-15), and one that
    has been knocked away is neither broken nor gone (EXIL-PAS-13, -14, -16), so that it stays on the
    sheet. Where a next tour may follow, reminders say what counts in it.
    """
    asked, result = run.procedure, run.result
    for seat in ("a", "b"):
        fighter, qui = getattr(asked, seat), run.who(seat)
        start = CAPITAL[fighter.physique] if fighter.pds is None else fighter.pds
        yield from hurt(run, qui, start - getattr(result, f"pds_{seat}"))
        left = [each for each in run.effects if each.who == seat]
        yield from stunned(run, qui, sum(e.amount for e in left if e.name == "echecs"))
        for each in left:
            if each.name != "echecs":
                yield from LEFT[each.name](run, each)
        if result.fin == "mise_en_echec" and result.gagnant != seat:
            yield from passes.reminded(run, {"a_la_merci": qui})
    yield from _rounds_fought(run, getattr(result, "tours", 1))


def _magazines(run: Run, qui: str | None, left: Mapping[str, int]) -> Iterator[Consequence]:
    """Yield the rounds of the first and of the second gun that a fighter used."""
    if qui is not None and (guns := run.sheet(qui).shot_with):
        places = {"munitions": guns[0], "munitions_2": guns[-1]}
        yield from _rounds(run, qui, {places[name]: n for name, n in left.items()})


def rounds_left(run: Run, left: EmittedEffect) -> Iterator[Consequence]:
    """Yield the rounds that a fight has left in the magazines of a fighter, with the first of its
    effects."""
    fighter = getattr(run.procedure, left.who or "")
    mine = [e for e in run.effects if e.who == left.who and e.name in MAGAZINES]
    theirs = {e.name: getattr(fighter, e.name) + e.amount for e in mine}
    if left.name == next(iter(theirs)):
        yield from _magazines(run, run.who(left.who), theirs)


def startled(run: Run, left: EmittedEffect) -> Iterator[Consequence]:
    """Yield the reminder of a long feu at the end of a duel (EXIL-INC-06)."""
    yield from _startled(run, run.who(left.who))


def gun_left(run: Run, left: EmittedEffect) -> Iterator[Consequence]:
    """Yield the state of a gun after a duel."""
    yield from gun_now(run, run.who(left.who), left.amount)


def reminded_once(run: Run, left: EmittedEffect) -> Iterator[Consequence]:
    """Yield the reminder of the darts that have hit a fighter, or of the blows that he was hit by
    where they were aimed, once (EXIL-ARM-08, EXIL-OPT-07)."""
    first = next(e for e in run.effects if (e.name, e.who) == (left.name, left.who))
    if left is first:
        yield from passes.reminded(run, {left.name: run.who(left.who)})


LEFT: dict[str, ConsequenceRule] = {
    "munitions": rounds_left,
    "munitions_2": rounds_left,
    "incident": gun_left,
    "long_feu": startled,
    "echecs": failures,
    "dard": reminded_once,
    "vise": reminded_once,
    **dict.fromkeys(("pc_mod", "expose", "initiative", "arme", "saisi"), passes.left_to_next_tour),
}
"""The consequences of what a fight leaves besides wounds, by effect."""


def melee(run: Run) -> Iterator[Consequence]:
    """Yield for each combatant PdS, failures against chocs, rounds, the state of the gun and of
    the hands. A weapon out of the hand stays on the sheet (see `duel`), and reminders say what counts
    after the last tour of a fight that has not ended."""
    pairs = zip(run.procedure.combattants, run.result.combattants, strict=True)
    for before, now in pairs:
        qui = run.who(before.id)
        start = CAPITAL[before.physique] if before.pds is None else before.pds
        damage = start - now.pds
        if now.hors == "mort" and before.hors != "mort":
            damage = max(damage, start + 1)
        yield from hurt(run, qui, damage)
        yield from stunned(run, qui, now.echecs - before.echecs)
        second = [e.amount for e in run.effects if (e.name, e.who) == ("munitions_2", before.id)]
        rounds = {"munitions_2": before.munitions_2 + second[0]} if second else {}
        if now.munitions is not None and now.munitions != before.munitions:
            rounds = {"munitions": now.munitions, **rounds}
        yield from _magazines(run, qui, rounds)
        if now.incident != before.incident:
            yield from gun_now(run, qui, now.incident)
        if now.long_feu and not before.long_feu and now.hors != "mort":
            yield from _startled(run, qui)
        if now.main_perdue and not before.main_perdue:
            yield from _lamed(run, qui)
        if now.hors == "mise_en_echec" != before.hors:
            yield from passes.reminded(run, {"a_la_merci": qui})
        for name in ("dard", "vise"):
            if any((each.name, each.who) == (name, before.id) for each in run.effects):
                yield from passes.reminded(run, {name: qui})
        if run.result.fin == "limite" and now.hors is None:
            yield from passes.left_by_melee(run, qui, before, now)
    yield from _rounds_fought(run, run.result.tours)


def _rounds_fought(run: Run, tours: int) -> Iterator[Consequence]:
    """Yield the time of the tours, five seconds each (EXIL-CBT-01)."""
    if tours:
        text = "{n:tour de combat de cinq secondes a passé|tours de combat de cinq secondes ont passé}."
        event = {"type": "avance", "unite": "tour", "n": tours}
        yield run.consequence(None, "EXIL-CBT-01", text, event, n=tours)
