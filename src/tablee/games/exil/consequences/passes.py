"""Reminders of what a single attack, shot or tour does later, in its tour or in the next (PAS, TIR,
ARM).

A mêlée applies these effects itself; after a single attack or a tour played by itself somebody has
to remember them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tablee.games.exil.fight.melee.combatants import weapon_left
from tablee.games.exil.health.convalescence import Suivi
from tablee.rules.consequences import Consequence, EmittedEffect, Run
from tablee.rules.texts.words import deferred

REMINDERS: Mapping[str, tuple[str, str, str]] = {
    "en_confiance": (
        "EXIL-PAS-05",
        "{who:=}, en confiance, aura +2 à son PC au prochain tour, contre cet adversaire seul.",
        deferred("compter +2 au PC du prochain tour, contre cet adversaire seul (en confiance)"),
    ),
    "desequilibre": (
        "EXIL-PAS-06",
        "{who:=}, en déséquilibre, aura −2 à son PC au prochain tour.",
        deferred("compter −2 au PC du prochain tour (déséquilibre)"),
    ),
    "bousculade": (
        "EXIL-PAS-07",
        "{who:=} a bousculé un des siens, qui perd son attaque, ou 2 points de PC au prochain tour "
        "s’il a déjà frappé.",
        deferred(
            "dire quel allié a été bousculé : il perd son attaque, ou 2 points de PC au prochain tour"
        ),
    ),
    "bouscule": (
        "EXIL-PAS-07",
        "{who:=}, victime d’une bousculade, perd son attaque, ou 2 points de PC au prochain tour "
        "après une attaque déjà faite.",
        deferred(
            "compter une attaque perdue, ou −2 au PC du prochain tour si elle est faite (bousculade)"
        ),
    ),
    "attaque_perdue": (
        "EXIL-PAS-09 EXIL-PAS-12",
        "{who:=} perd son attaque de ce tour.",
        deferred("compter comme perdue l’attaque de ce tour"),
    ),
    "initiative": (
        "EXIL-PAS-09",
        "{who:=} aura l’initiative au prochain tour.",
        deferred("prendre l’initiative du prochain tour (impact)"),
    ),
    "expose": (
        "EXIL-PAS-10",
        "{who:=}, mal en place, donne +3 au Poff de quiconque l’attaque au prochain tour.",
        deferred(
            "compter +3 au Poff de quiconque l’attaque au prochain tour (mauvais positionnement)"
        ),
    ),
    "egare": (
        "EXIL-PAS-12",
        "{who:=} tournera sa prochaine attaque contre un des siens, à la moitié des dégâts.",
        deferred("tourner la prochaine attaque contre un des siens, à demi-Poff pour les dégâts"),
    ),
    "sans_appui": (
        "EXIL-PAS-12",
        "{who:=} perd ses appuis : −3 à son PC au prochain tour.",
        deferred("compter −3 au PC du prochain tour (coup perdu)"),
    ),
    "coincee": (
        "EXIL-PAS-15",
        "{who:=} : l’arme reste plantée ; la dégager prend un tour, où ses adversaires ont +5 au PC.",
        deferred("dégager l’arme plantée : un tour, où ses adversaires ont +5 au PC"),
    ),
    "desarme": (
        "EXIL-PAS-13 EXIL-PAS-14 EXIL-TIR-20",
        "{who:=} n’a plus son arme en main.",
        deferred("reprendre l’arme tombée, ou se battre sans elle"),
    ),
    "a_la_merci": (
        "EXIL-PAS-16",
        "{who:=}, sans arme, est à la merci de l’attaquant.",
        deferred("décider du sort d’un combattant mis en échec"),
    ),
    "saisi": (
        "EXIL-ARM-04",
        "Un fouet tient {who:=} : reste à dire ce que cela empêche.",
        deferred("dire ce qu’empêche le fouet qui tient un membre"),
    ),
    "dard": (
        "EXIL-ARM-08",
        "Un dard de sarbacane atteint {who:=} : s’il est empoisonné, le poison reste à jouer.",
        deferred("jouer le poison du dard de sarbacane, s’il en porte"),
    ),
    "inventee": (
        "EXIL-PAS-03",
        "Une passe de son invention contre {who:=} : reste à dire son effet.",
        deferred("dire l’effet d’une passe inventée"),
    ),
    "vise": (
        "EXIL-OPT-07",
        "Le coup visé atteint {who:=} : reste à dire ce que cet endroit change.",
        deferred("dire ce que change un coup visé"),
    ),
    "recule": (
        "EXIL-TIR-18",
        "{who:=} recule et perd son action de ce tour, ou 2 points de PC au prochain tour après une "
        "action déjà faite.",
        deferred(
            "compter une action perdue, ou −2 au PC du prochain tour si elle est faite (impact)"
        ),
    ),
    "a_terre": (
        "EXIL-TIR-19",
        "{who:=} est à terre, sous l’impact du tir.",
        deferred("se relever après une chute"),
    ),
    "coup_d_elite": (
        "EXIL-TIR-22",
        "Coup d’élite contre {who:=} : reste à dire ce que le projectile atteint.",
        deferred("dire ce qu’atteint le coup d’élite"),
    ),
}
"""Reminder -> its clauses, its sentence about the character who has it, its text."""

_OF_TARGET = {
    "desequilibre": "desequilibre",
    "bousculade": "bousculade",
    "mauvais_positionnement": "expose",
    "arme_coincee": "coincee",
    "mise_en_echec": "a_la_merci",
    "passe_libre": "inventee",
}
"""Passe in contact -> the reminder of the defender, whatever else is the case."""

_OF_WEAPON = {"perdue": "desarme", "coincee": "coincee"}
"""Where a weapon is after a tour -> the reminder of its bearer."""

_AT_RANGE = {"impact": "recule", "chute": "a_terre", "coup_d_elite": "coup_d_elite"}
"""Passe at range -> the reminder of the target."""


_OF_POINTS: Mapping[int, tuple[str, ...]] = {
    2: ("en_confiance",),
    -1: ("en_confiance", "sans_appui"),
    -2: ("desequilibre",),
    -3: ("sans_appui",),
}
"""Points on the PC of the next tour of a duel -> the reminders that give them. At +2 and −2 together
nothing has to be counted."""


def reminded(run: Run, owed: Mapping[str, str | None]) -> Iterator[Consequence]:
    """Yield a reminder for each character, whose player cannot decline it. `owed`: reminder ->
    character, None for nobody known."""
    for name, (clauses, text, reminder) in REMINDERS.items():
        if (qui := owed.get(name)) is not None:
            yield run.pending(qui, clauses, text, None, {}, reminder, binding=True)


def of_contact(
    run: Run, passe: str | None, who: str | None, target: str | None, ally: str | None
) -> Iterator[Consequence]:
    """Yield the reminders of a passe in contact (EXIL-PAS-05..16).

    `who`, `target`, `ally`: the attacker, the defender, and the defender's ally, where they have a
    sheet. The situation is that of the parameters, without them that of a first attack."""
    asked = run.procedure
    due = getattr(asked, "riposte_due", True)
    beside = getattr(asked, "defenseur_a_allie", False)
    owed = {_OF_TARGET[passe]: target} if passe in _OF_TARGET else {}
    match passe:
        case "en_confiance":
            owed = {"en_confiance": who}
        case "bousculade" if ally is not None:
            owed = {"bouscule": ally}
        case "impact":
            owed = {"attaque_perdue": target} if due else {"initiative": who}
        case "coup_perdu" if beside:
            owed = {"egare": target}
        case "coup_perdu":
            owed = {"attaque_perdue" if due else "sans_appui": target}
        case _:
            pass
    yield from reminded(run, owed)


def left_to_next_tour(run: Run, left: EmittedEffect) -> Iterator[Consequence]:
    """Yield the reminders of what a tour of a duel leaves to the next one (EXIL-PAS-05..16)."""
    owed = _owed(left.name, left.amount)
    yield from reminded(run, dict.fromkeys(owed, run.who(left.who)))


def left_by_melee(run: Run, qui: str | None, before: Any, now: Any) -> Iterator[Consequence]:
    """Yield the reminders of what the last tour of a mêlée leaves to a combatant who is not out."""
    owed = {} if not now.confiance else {"en_confiance": qui}
    for name in ("pc_mod", "expose", "arme", "saisi", "a_terre"):
        amount = getattr(now, name)
        useless = now.incident == "detruite" or weapon_left(before, now) == "en_main"
        if name == "arme" and useless:
            continue
        if amount and amount != getattr(before, name):
            owed |= dict.fromkeys(_owed(name, amount), qui)
    yield from reminded(run, owed)


def _owed(name: str, amount: Any) -> tuple[str, ...]:
    """Return the reminders of something that a tour leaves."""
    if name == "pc_mod":
        return _OF_POINTS.get(amount, ())
    if name == "arme":
        return (_OF_WEAPON[amount],) if amount in _OF_WEAPON else ()
    return (name,)


def of_shot(run: Run, passe: str | None, target: str) -> Iterator[Consequence]:
    """Yield the reminder of a passe gagnante de distance (EXIL-TIR-18..20, -22)."""
    armed = passe == "desarmement" and run.sheet(target).desarmable
    owed = "desarme" if armed else _AT_RANGE.get(passe or "")
    if owed is not None:
        yield from reminded(run, {owed: target})


def dies(run: Run, qui: str | None, damage: int) -> bool:
    """Return whether a character dies of this damage: no effect of a passe counts any more."""
    return qui is not None and damage > run.campaign.ledger_state_of(Suivi, qui).points
