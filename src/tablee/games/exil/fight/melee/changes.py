"""What the leader may change between two tours of a fight (CBT, BLE, OPT)."""

from __future__ import annotations

from typing import Any, Literal

from tablee.games.exil.fight.melee.combatants import Bout, Combatant, MeleeState
from tablee.games.exil.fight.melee.order import Names
from tablee.games.exil.health.states import state_of_health
from tablee.games.exil.tables import CAPITAL
from tablee.rules.ambient import note
from tablee.rules.forms import YES_NO, Form, NumberFrom, OneOf
from tablee.rules.procedure import replace
from tablee.rules.questions import choose

States = tuple[MeleeState, ...]

_OF_FIGHTERS: dict[str, Form[Any]] = {
    "circonstance": NumberFrom(-20, 20),
    "initiative": YES_NO,
    "pc_mod": NumberFrom(-20, 20),
    "echecs": NumberFrom(0, 3),
}
"""The fields of a fighter that the leader may change between two tours of any fight."""
_OF_PLACES: dict[str, Form[Any]] = {
    "en_melee": YES_NO,
    "averti": YES_NO,
    "activite": OneOf(("immobile", "marche", "court")),
    "couvert": NumberFrom(-20, 20),
    "a_terre": YES_NO,
}
"""The fields of a combatant of a mêlée besides: contact, what makes him a harder target, a fall."""
_OF_SHOOTERS: dict[str, Form[Any]] = {
    "portee": OneOf(("bout_portant", "courte", "moyenne", "longue", "extreme")),
    "movement": OneOf(("aucun", "lent", "rapide")),
    "visibility": NumberFrom(-20, 20),
    "other": NumberFrom(-20, 20),
}
"""The fields of a combatant of a mêlée who carries a ranged weapon: his shots."""


_OF_HELD: dict[str, Form[Any]] = {"saisi": OneOf(("libre", "tete", "bras", "main", "jambe"))}
"""The field of a fighter whom a whip holds: the leader says when it lets go (EXIL-ARM-04)."""
_NOTHING = {"hors": "debout", "saisi": "libre"}
"""Field -> the answer that means None."""


EVERYBODY = "tous"
"""The answer that gives all shots of a combatant one range."""
Word = Literal["continuer", "changer", "finir"]
_WORDS: OneOf[Word] = OneOf(("continuer", "changer", "finir"))
_OVER: OneOf[Word] = OneOf(("finir", "continuer", "changer"))
_LAST: OneOf[Word] = OneOf(("finir", "changer"))


async def next_word(tours: int, *, over: bool = False, last: bool = False) -> Word:
    """Return how the leader goes on after a tour: the next one, a change, or the end of the fight.
    `tours` have been fought; `over`: a single side remains, and the end is the likeliest
    (EXIL-CBT-15); `last`: no other tour may follow."""
    words = _LAST if last else _OVER if over else _WORDS
    word = await choose(
        "suite_du_combat",
        words,
        who="gm",
        facts={"tours": tours},
        default=words.ids[0],
        policy=words.ids[0],
        weighed=False,
    )
    if word == "finir" and not last:
        note("EXIL-CBT-15", "Le Meneur met fin au combat.")
    return word


async def changed(bout: Bout, states: States, granted: Names) -> tuple[States, Names]:
    """Return the states and the initiatives after a change by the leader: position, initiative,
    wounds and other circumstances (EXIL-CBT-04, -10, EXIL-BLE-01, EXIL-OPT-07, EXIL-ARM-04)."""
    names = tuple(state.id for state in states)
    name = await choose("combattant", OneOf(names), who="gm")
    place = names.index(name)
    forms = _forms(bout, states, place)
    what = await choose("changement", OneOf(tuple(forms)), who="gm")
    now = name in granted if what == "initiative" else getattr(states[place], what)
    now = _NOTHING.get(what) if now is None else now
    facts = {"combattant": name}
    target = await _at_whom(states, place) if what == "portee" else EVERYBODY
    if target != EVERYBODY:
        facts["cible"], now = target, states[place].range_to(target)
    value: Any = await choose(what, forms[what], who="gm", facts=facts, default=now)
    note(
        "EXIL-CBT-04 EXIL-BLE-01 EXIL-OPT-07",
        "Le Meneur en décide ainsi pour {who} : {what}, {value}.",
        who=name,
        what=what,
        value=value,
    )
    if what == "initiative":
        rest = tuple(each for each in granted if each != name)
        return states, (*rest, name) if value else rest
    if what == "portee":
        state = states[place].at_range(None if target == EVERYBODY else target, value)
        return (*states[:place], state, *states[place + 1 :]), granted
    new: dict[str, Any] = {what: None if value == _NOTHING.get(what) else value}
    if what == "pds" and _dead(bout, place, value):
        new["hors"] = "mort"
    state = replace(states[place], **new)
    return (*states[:place], state, *states[place + 1 :]), granted


async def _at_whom(states: States, place: int) -> str:
    """Return the combatant whose distance changes, or `EVERYBODY` (EXIL-TIR-07)."""
    others = tuple(each.id for each in states if each is not states[place] and each.hors is None)
    if len(others) < 2:
        return EVERYBODY
    form = OneOf((EVERYBODY, *others))
    return await choose("cible", form, who="gm", default=EVERYBODY)


def _forms(bout: Bout, states: States, place: int) -> dict[str, Form[Any]]:
    """Return the fields that the leader may change, with their forms: the dead stay out, only a
    weapon can be lost, and only a gun has rounds or jams."""
    combatant, state = bout.combatants[place], states[place]
    outs: tuple[str, ...] = ("mort", "mise_en_echec", "reddition", "inconscient", "fuite")
    dead = _dead(bout, place, state.pds)
    forms: dict[str, Form[Any]] = {"pds": NumberFrom(-60, CAPITAL[combatant.physique])}
    forms["hors"] = OneOf(outs if dead else ("debout", *outs))
    if not bout.duel:
        forms |= _OF_PLACES | (_OF_SHOOTERS if _shoots(combatant) else {})
    forms |= _OF_FIGHTERS | (_OF_HELD if state.saisi is not None else {})
    if state.munitions is not None:
        forms["munitions"] = NumberFrom(0, 200)
    if combatant.tir.arme_a_feu or state.incident != "rien":
        forms["incident"] = OneOf(("rien", "enrayee", "detruite"))
    if combatant.armed:
        forms["arme"] = OneOf(("en_main", "perdue", "coincee"))
    return forms


def _shoots(combatant: Combatant) -> bool:
    """Return whether a combatant holds or carries a ranged weapon."""
    others = (combatant.autre_arme, combatant.main_gauche)
    return combatant.a_distance or any(each.a_distance for each in others if each is not None)


def _dead(bout: Bout, place: int, pds: int) -> bool:
    return state_of_health(bout.combatants[place].physique, pds) == "mort"
