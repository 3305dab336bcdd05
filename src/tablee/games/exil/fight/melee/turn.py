"""The turn of a combatant: he chooses an open action and does it (CBT)."""

from __future__ import annotations

from tablee.games.exil.fight.melee.acting import Acting
from tablee.games.exil.fight.melee.contact_turn import attack, share
from tablee.games.exil.fight.melee.range_turn import aim, burst, shoot, unjam
from tablee.games.exil.fight.melee.stance import Stance
from tablee.rules.ambient import note
from tablee.rules.forms import OneOf
from tablee.rules.questions import choose

_ISSUES: OneOf[str] = OneOf(("rien", "engager", "degager", "quitter"))
_ISSUES_OF_DUEL: OneOf[str] = OneOf(("rien", "quitter"))
_CHANGES_OF_WEAPON = {
    "autre_arme": Stance.draw,
    "autre_main": Stance.use_left,
    "premiere_arme": Stance.take_first,
}
"""Changes of weapon, after which an action follows."""
_ACTIONS = {
    "attaquer": attack,
    "partager": share,
    "tirer": shoot,
    "tirer_en_rafale": burst,
    "viser": aim,
    "debloquer": unjam,
}


async def play(turn: Acting) -> None:
    """Play a turn: choose one of the open actions and do it (EXIL-CBT-02)."""
    me = turn.me
    egare = me.state.egare
    if egare is not None and turn.field.by_name[egare] not in turn.field.allies(me):
        me.put(egare=None)  # a stray attack needs an ally in reach (EXIL-PAS-12)
    action = await _choose_action(turn, turn.actions())
    while action in _CHANGES_OF_WEAPON:
        _CHANGES_OF_WEAPON[action](me)
        me.poff = me.poff_with(me.hand, turn.field.gains(me) + me.startled)
        action = await _choose_action(
            turn, [each for each in turn.actions() if each not in _CHANGES_OF_WEAPON]
        )
    if action in _ACTIONS:
        await _ACTIONS[action](turn)
    elif action == "ramasser":
        me.take_first()
    elif action == "se_rendre":
        me.put(hors="reddition")
        note("EXIL-CBT-15", "{who:^} ne se bat plus.", who=me.name)
    elif action == "autre":
        await _try_something_else(turn)
    else:
        note("EXIL-CBT-02", "{who:^} n’entreprend rien.", who=me.name)
    if action not in ("viser", "rien"):
        me.put(vise=None)


async def _choose_action(turn: Acting, possible: list[str]) -> str:
    """Return one of the open actions, by the policy or asked."""
    me = turn.me
    wish = me.combatant.politique.action
    if wish == "ask":
        usual = _first_useful(me, possible)
        return await me.choose("action", possible, "action", usual, poff=me.poff)
    return _usual_action(turn, possible) if wish == "auto" else "rien"


def _usual_action(turn: Acting, possible: list[str]) -> str:
    """Return the action of the policy `auto`."""
    me = turn.me
    policy, vise = me.combatant.politique, me.state.vise
    if "attaquer" in possible:
        return "partager" if policy.partage > 1 and "partager" in possible else "attaquer"
    if "tirer" in possible:
        return "viser" if policy.visee > (vise.tours if vise else 0) else "tirer"
    return "debloquer" if "debloquer" in possible and me.can_clear else "rien"


def _first_useful(me: Stance, possible: list[str]) -> str:
    """Return the first open action that can succeed and does not end the fight for him; to do
    nothing is always open."""
    first = next(each for each in possible if each != "debloquer" or me.can_clear)
    return "rien" if first == "se_rendre" else first


async def _try_something_else(turn: Acting) -> None:
    """Flee, move or try anything else; the leader decides the result (EXIL-CBT-14, R-77)."""
    me = turn.me
    note("EXIL-CBT-02", "{who:^} tente autre chose ; au Meneur d’en juger.", who=me.name)
    facts = {"combattant": me.name}
    issues = _ISSUES_OF_DUEL if turn.field.bout.duel else _ISSUES
    issue = await choose("issue", issues, who="gm", facts=facts, default="rien")
    if issue == "quitter":
        me.put(hors="fuite")
        note("EXIL-CBT-15", "{who:^} ne se bat plus.", who=me.name)
    elif issue != "rien":
        me.put(en_melee=issue == "engager")
