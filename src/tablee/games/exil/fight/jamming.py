"""Attacks in contact with a firearm that jams on a 12 (ARM)."""

from __future__ import annotations

from tablee.games.exil.fight.assaut import Assaut, AssautResult, AttackRoll
from tablee.games.exil.fight.blows import Trigger, attack_under
from tablee.rules.same_fields import fields_from


class BlowResult(AssautResult):
    """The outcome of an attack with a weapon that may jam. `enrayee`: it has jammed."""

    enrayee: bool = False


class NeedleAssaut(Assaut, id="exil.melee.aiguilles"):
    """An assaut with a firearm that jams on a 12 (EXIL-ARM-15, EXIL-TIR-02): that attack keeps its
    result, a second one is lost."""

    async def rule(self, attack_roll: AttackRoll = attack_under) -> BlowResult:
        trigger = Trigger()
        done = await super().rule(trigger)
        return BlowResult(**fields_from(done, AssautResult), enrayee=trigger.jammed)

    @classmethod
    def result_type(cls) -> type[BlowResult]:
        return BlowResult
