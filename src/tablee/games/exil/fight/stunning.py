"""Blows and shots that stun: the value of the choc, and the roll against it (CHO, ARM)."""

from __future__ import annotations

from typing import Protocol

from tablee.games.exil.fields import Attribut
from tablee.games.exil.health.harm import Shock
from tablee.rules.forms import YES_NO, NumberFrom
from tablee.rules.questions import ASK, call, choose, decide
from tablee.rules.refusal import refuse

PUNCH = 3
"""The value of a punch as a choc (EXIL-CHO-02)."""


BLUNT = 7
"""The value of a blunt blow as a choc (EXIL-CHO-02)."""


async def stunning_value(
    given: int | ASK | None, damage: int, fists: bool, blunt: bool, whom: str
) -> int:
    """Return the value of a choc, which the leader decides: 3 for a punch, 7 for a blunt blow, and
    the damage of a weapon set to stun, where nobody is asked (EXIL-CHO-02, R-76)."""
    usual = PUNCH if fists else BLUNT if blunt else min(20, damage)
    if given == "ask":
        facts = {"cible": whom, "damage": damage}
        form = NumberFrom(1, 20)
        return await choose("valeur_choc", form, who="gm", facts=facts, default=usual)
    return usual if given is None else given


class Stunning(Protocol):
    """The parameters of an attack that a choc depends on."""

    @property
    def mains_nues(self) -> bool: ...
    @property
    def contondante(self) -> bool: ...
    @property
    def valeur_choc(self) -> int | ASK | None: ...
    @property
    def physique_cible(self) -> Attribut: ...
    @property
    def echecs(self) -> int: ...


def check_stuns(choc: bool | ASK, able: bool) -> None:
    """Raise `Refusal` for a stunning attack with a weapon that only wounds (EXIL-CHO-01)."""
    if choc is True and not able:
        raise refuse("choc", choc, "non : seuls le poing et quelques armes frappent sans tuer")


async def asked_to_stun(choc: bool | ASK, able: bool, who: str) -> bool:
    """Return whether an attack stuns, by the choice of its attacker (EXIL-ARM-02, -17, R-76)."""
    return able and await decide(choc, "choc", YES_NO, who=who, default=False)


async def stun(attack: Stunning, damage: int, whom: str) -> None:
    """Roll the seat `whom` against the choc of an attack; no PdS are lost (EXIL-CHO-01, -03)."""
    if damage:
        fists, blunt = attack.mains_nues, attack.contondante
        value = await stunning_value(attack.valeur_choc, damage, fists, blunt, whom)
        shock = Shock(valeurs=(value,), physique=attack.physique_cible, echecs=attack.echecs)
        await call(shock, seats={"acteur": whom})
