"""Special attacks in contact: the whip, the stray blow (PAS, ARM)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tablee.games.exil.fight.assaut import Assaut, AttackRoll
from tablee.games.exil.fight.attack_notes import note_stray_blow
from tablee.games.exil.fight.blows import Trigger, attack_under
from tablee.games.exil.fight.jamming import BlowResult
from tablee.games.exil.fight.passes import Passe, offered_to_whip
from tablee.rules.ambient import note
from tablee.rules.forms import YES_NO
from tablee.rules.questions import ASK, decide


class WhipAssaut(Assaut, id="exil.melee.fouet"):
    """An assaut with a whip, which may hold a part of the body instead of disarming (EXIL-ARM-04).

    A désarmement without `desarme` is a hold, as it always is where it cannot disarm (R-82).
    """

    saisir: Annotated[bool | ASK, Meta(description="saisir un membre plutôt que désarmer")] = False

    def _offered(self, power: int) -> tuple[Passe, ...]:
        return offered_to_whip(power, self.defenseur_a_allie, self.defenseur_arme)

    async def _disarms(self, passe: Passe) -> bool:
        if passe == "desarmement" and not self.defenseur_arme:
            return False
        able = await super()._disarms(passe)
        if passe != "desarmement" or not able:
            return able
        held = await decide(self.saisir, "saisir", YES_NO, who="attaquant", default=False)
        return not held

    def _note_passe(self, passe: Passe, disarmed: bool) -> None:
        if passe == "desarmement" and not disarmed:
            note("EXIL-ARM-04", "Le fouet s’enroule autour de l’adversaire, sans le blesser.")
        else:
            super()._note_passe(passe, disarmed)


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
