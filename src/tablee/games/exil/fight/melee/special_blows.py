"""Special attacks: the whip, the stray blow, the shot that stuns (PAS, ARM)."""

from __future__ import annotations

from tablee.games.exil.fight.assaut import Assaut, AttackRoll
from tablee.games.exil.fight.attack_notes import note_stray_blow
from tablee.games.exil.fight.blows import Trigger, attack_under
from tablee.games.exil.fight.jamming import BlowResult
from tablee.games.exil.fight.shot import Shot


class WhipAssaut(Assaut, id="exil.melee.fouet"):
    """An assaut with a whip in a mêlée, which decides itself what it holds (EXIL-ARM-04)."""

    async def _seize(self) -> None:
        pass


class SparingShot(Shot, id="exil.melee.choc"):
    """A shot of a mêlée that stuns; the mêlée plays the choc (EXIL-ARM-17)."""

    spares = True


class StrayBlow(Assaut, id="exil.melee.egare"):
    """An attack on an ally, after a coup perdu (EXIL-PAS-12).

    It is rolled with the full Poff; the damage counts half of it, without a passe (R-28).
    """

    async def rule(self, attack_roll: AttackRoll = attack_under) -> BlowResult:
        half, trigger = self.poff // 2, Trigger()
        note_stray_blow(half)
        attack_roll = trigger if self.enraye_sur_12 else attack_roll
        outcome, damage = await self.half_hit(self.poff, half, self.pdef, attack_roll)
        return BlowResult(
            outcome=outcome, damage=damage, passe=None, desarme=False, enrayee=trigger.jammed
        )

    @classmethod
    def result_type(cls) -> type[BlowResult]:
        return BlowResult
