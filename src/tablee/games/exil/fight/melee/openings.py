"""Actions open to a combatant in his turn (CBT, OPT, ARM)."""

from __future__ import annotations

from tablee.games.exil.fight.melee.field import Field
from tablee.games.exil.fight.melee.stance import Stance
from tablee.games.exil.rulings import ExilRulings
from tablee.rules.ambient import rulings


class Openings:
    """The adversaries that `me` can reach, and the actions open to him."""

    def __init__(self, field: Field, me: Stance) -> None:
        self.field = field
        self.me = me

    def reachable(self) -> list[Stance]:
        """Return the fighters that he can attack in contact: after a coup perdu an ally."""
        me = self.me
        if not me.gun_works:
            return []
        if me.state.egare is not None:
            among = [self.field.by_name[me.state.egare]]
        else:
            among = self.field.in_contact(me)
        return [each for each in among if me.power(each) >= 1]

    def targets(self) -> list[Stance]:
        """Return the adversaries that he can shoot at: not those in contact with him (R-41)."""
        me = self.me
        if not (me.hand.a_distance and me.gun_works):
            return []
        close = self.field.in_contact(me)
        return [each for each in self.field.enemies(me) if each not in close]

    def pool(self) -> int:
        """Return the Poff that can be shared between adversaries (EXIL-OPT-02, R-36)."""
        if rulings(ExilRulings).multi_attack_maniabilite == "each":
            return self.me.poff - max(0, self.me.hand.maniabilite)
        return self.me.poff

    def most(self) -> int:
        """Return the highest number of adversaries that can share the Poff; each takes a round of a
        gun (EXIL-ARM-12)."""
        rounds = self.me.rounds
        return min(8, self.pool(), 8 if rounds is None else rounds)

    def actions(self) -> list[str]:
        """Return the actions open to him."""
        me, reach, targets = self.me, self.reachable(), self.targets()
        shares = self.field.bout.partages and me.state.egare is None
        left = me.state.delaissee if me.state.seconde else None
        fetched = left == "a_terre" and self.field.bout.ramasser
        bursts = me.gun_in_hand and me.combatant.tir.rafale is not None
        tests = {
            "attaquer": bool(reach),
            "partager": shares and len(reach) > 1 and self.most() > 1,
            "tirer": bool(targets),
            "tirer_en_rafale": bool(targets) and bursts,
            "viser": bool(targets),
            "debloquer": me.jammed_in_hand,
            "autre_arme": me.may_draw and me.arme == "en_main",
            "autre_main": me.held == "premiere" and me.left_weapon is not None,
            "premiere_arme": left == "rangee",
            "ramasser": fetched and me.state.incident != "detruite",
            "se_rendre": True,
            "autre": True,
            "rien": True,
        }
        return [action for action, possible in tests.items() if possible]
