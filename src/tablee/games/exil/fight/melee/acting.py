"""A combatant in his turn: the steps that attacks in contact and shots share (CBT, OPT, INC)."""

from __future__ import annotations

from tablee.games.exil.fight.attack_tables import Incidents, Zone
from tablee.games.exil.fight.melee.combatants import ZONES_AIMED
from tablee.games.exil.fight.melee.field import Field
from tablee.games.exil.fight.melee.landing import Landed, land, pick
from tablee.games.exil.fight.melee.openings import Openings
from tablee.games.exil.fight.melee.stance import Stance
from tablee.rules.forms import YES_NO, NumberFrom, OneOf
from tablee.rules.questions import choose, decide

ENOUGH = "assez"
"""The answer that ends a choice of adversaries."""


class Acting(Openings):
    """A combatant in his turn. `held`: a list for attacks that are simultaneous with others (R-16);
    None: each is applied at once."""

    def __init__(self, field: Field, me: Stance, held: list[Landed] | None) -> None:
        super().__init__(field, me)
        self.held = held

    async def several(self, among: list[Stance], least: int, most: int) -> list[Stance]:
        """Return some of several adversaries, chosen one by one, in the order of the attacks."""
        me = self.me
        asks = me.combatant.politique.action == "ask"
        chosen: list[Stance] = []
        while len(chosen) < min(most, len(among)):
            left = [each for each in among if each not in chosen]
            if not asks:
                if len(chosen) >= max(least, me.combatant.politique.partage):
                    break
                chosen.append(await pick(me, left, "cible"))
                continue
            names = tuple(each.name for each in left)
            form = OneOf((*names, ENOUGH) if len(chosen) >= least else names)
            facts = {"combattant": me.name, "cibles": tuple(each.name for each in chosen)}
            name = await choose("cible", form, who=me.who, facts=facts, default=names[0])
            if name == ENOUGH:
                break
            chosen.append(self.field.by_name[name])
        return chosen

    async def zone(self) -> tuple[Zone, int]:
        """Return the part of the body aimed at, and the leader's modifier for a flaw (EXIL-OPT-06,
        -07)."""
        me, bout = self.me, self.field.bout
        wish = me.combatant.politique.zone
        if not bout.visees or wish == "aucune":
            return "aucune", 0
        form: OneOf[Zone] = OneOf(ZONES_AIMED)
        path = f"{me.path}.politique.zone"
        part = await decide(wish, path, form, who=me.who, default="aucune")
        if part != "defaut":
            return part, 0
        facts = {"combattant": me.name}
        modifier = NumberFrom(-20, 0)
        return part, await choose("zone_modifier", modifier, who="gm", facts=facts, default=0)

    async def stun(self) -> bool:
        """Return whether he strikes to stun (EXIL-ARM-02, EXIL-ARM-17, R-55, R-76)."""
        me = self.me
        if not me.may_stun:
            return False
        path = f"{me.path}.politique.choc"
        return await decide(me.combatant.politique.choc, path, YES_NO, who=me.who, default=False)

    async def landed(self, done: Landed) -> None:
        """Apply an attack now, or after the simultaneous ones."""
        if self.held is None:
            await land(self.field, done)
        else:
            self.held.append(done)

    def spent(self) -> None:
        """End the malus of a long feu and take a round of a gun (EXIL-ARM-12, R-88)."""
        me = self.me
        me.put(long_feu=False)
        me.fire()

    def troubled(self, incident: Incidents, harm: int) -> None:
        """Apply an incident to the weapon and its bearer (EXIL-INC-06..08, EXIL-ARM-15)."""
        me = self.me
        if incident == "long_feu":
            me.put(long_feu=True)
        elif incident == "enrayee":
            me.put(incident="enrayee")
        elif incident == "explosion":
            me.put(incident="detruite")
            me.arme = "perdue"
            me.suffer(harm)
