"""A fighter during a tour of a duel or of a mêlée: weapon in hand, PC and its split, wounds (CBT).

A `Stance` is mutable and belongs to one walk of one rule. Between two rules of a tour a `Footing`
keeps its numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablee.games.exil.fight.fighter_notes import (
    note_adrenaline,
    note_attitude,
    note_potential,
    note_taking_up,
    note_weakened,
    note_wound,
)
from tablee.games.exil.fight.fighters import (
    Arme,
    Condition,
    Fighter,
    FighterState,
    Footing,
    Weapon,
    bare_hands,
    bearable,
    malus_of,
    weapon_of,
)
from tablee.games.exil.health.states import is_dead, state_of_health
from tablee.games.exil.rulings import ExilRulings
from tablee.rules.ambient import notes_wanted, rulings
from tablee.rules.forms import Share
from tablee.rules.questions import Choose, choose
from tablee.rules.schema import fields_of

_FOOTING = tuple(fields_of(Footing))


class Stance:
    """A fighter during a tour.

    `name`: his name in the trace; `who`: the seat that decides for him; `path`: of his parameters.
    `hand`: the weapon that he fights with (a stuck one still counts). `busy`: he spends the tour on
    his weapon. `due`: he has not attacked yet in this tour. `won_mod`, `won_expose`: effects on the
    next tour. `stripped`, `granted`: see `Footing`.
    """

    __slots__ = (
        "adrenaline",
        "arme",
        "busy",
        "checked",
        "circonstance",
        "due",
        "expose",
        "fighter",
        "granted",
        "hand",
        "malus",
        "name",
        "path",
        "pc",
        "pc_mod",
        "pdef",
        "pds",
        "poff",
        "stripped",
        "who",
        "won_expose",
        "won_mod",
    )

    def __init__(self, name: str, fighter: Fighter, now: FighterState, adrenaline: bool) -> None:
        self.name = self.who = self.path = name
        self.fighter = fighter
        self.adrenaline = adrenaline
        self.pds = now.pds
        self.arme: Arme = now.arme
        self.pc_mod = now.pc_mod
        self.expose = now.expose
        self.circonstance = fighter.circonstance
        self.hand = bare_hands(fighter) if now.arme == "perdue" else weapon_of(fighter)
        self.busy = False
        self.due = True
        self.checked = self.stripped = self.granted = False
        self.malus = self.burden()
        self.pc = self.poff = self.pdef = 0
        self.won_mod = self.won_expose = 0

    # ── between the rules of a tour ────────────────────────────────────────────────────────────
    def footing(self) -> dict[str, Any]:
        """Return the fields of a `Footing`, for `resume`."""
        return {name: getattr(self, name) for name in _FOOTING}

    def resume(self, at: Footing) -> None:
        """Take the numbers of a footing."""
        for name in _FOOTING:
            setattr(self, name, getattr(at, name))

    # ── what he is worth ───────────────────────────────────────────────────────────────────────
    @property
    def dead(self) -> bool:
        return is_dead(self.pds)

    @property
    def out(self) -> bool:
        """Whether he is out of action in this tour: dead or en échec (R-83)."""
        return self.checked or self.dead

    def burden(self) -> int:
        """Return the health malus that counts in this fight (EXIL-SAN-07, -09)."""
        malus = malus_of(self.fighter.physique, max(0, self.pds))
        return bearable(malus, self.fighter.malus_avant or 0) if self.adrenaline else malus

    def potential(self, more: int = 0) -> int:
        """Return his PC, at least 0 (EXIL-CBT-04, R-14); `more`: points that the tour adds."""
        return max(0, self._parts(self.hand) + more)

    def _parts(self, hand: Weapon) -> int:
        parts = hand.talent + hand.maniabilite + self.malus
        return parts + self.circonstance + self.pc_mod

    def poff_with(self, hand: Weapon, more: int = 0) -> int:
        """Return the Poff of a riposte with another weapon: its PC less the Pdef already engaged
        (R-33); `more`: points that the tour adds."""
        return max(0, self._parts(hand) + more - self.pdef)

    def settle(self, more: int = 0) -> None:
        """Set the PC of the tour, and note it."""
        self.pc = self.potential(more)
        if notes_wanted():
            self._note_potential(more)

    def _note_potential(self, more: int) -> None:
        note_potential(
            self.name,
            talent=self.hand.talent,
            weapon=self.hand.maniabilite,
            malus=self.malus,
            other=self.circonstance,
            mod=self.pc_mod + more,
            pc=self.pc,
        )
        felt = malus_of(self.fighter.physique, self.pds)
        if felt < self.malus:
            note_adrenaline(self.name, felt, self.malus)

    # ── the attitude ───────────────────────────────────────────────────────────────────────────
    def least_poff(self) -> int:
        """Return the least Poff: a ranged weapon does not parry, its précision stays in the Poff
        (EXIL-ARM-05, -07, -10, R-42)."""
        if not self.hand.a_distance or self.busy:
            return 0
        if rulings(ExilRulings).precision_defence:
            return 0
        return min(self.pc, max(0, self.hand.maniabilite))

    def asks_attitude(self) -> bool:
        """Return whether he has a choice of attitude to make."""
        return self.fighter.politique.attitude == "ask" and self.least_poff() < self.pc

    def attitude(self, facts: Mapping[str, Any]) -> Choose[int]:
        """Return the choice of his Poff, secret until all have chosen (EXIL-CBT-05, R-15)."""
        return choose(
            "attitude",
            Share(self.least_poff(), self.pc),
            who=self.who,
            facts=facts,
            parameter=f"{self.path}.politique.attitude",
            default=max(self.least_poff(), self.pc // 2),
        )

    def fixed_poff(self) -> int:
        """Return the Poff of a fixed attitude, 0 for a fighter who is busy."""
        wish = self.fighter.politique.attitude
        if wish == "ask":
            return self.pc
        if self.busy or wish == "rien":
            part = 0
        elif wish == "moitie":
            part = self.pc // 2
        else:
            part = self.pc if wish == "tout" else min(wish, self.pc)
        return max(part, self.least_poff())

    def take(self, poff: int) -> None:
        """Split the PC (EXIL-CBT-05, -06, -12)."""
        self.poff, self.pdef = poff, self.pc - poff
        if notes_wanted():
            note_attitude(self.name, self.pc, poff)

    # ── blows ──────────────────────────────────────────────────────────────────────────────────
    def power(self, target: Stance) -> int:
        """Return the Poff of an attack on `target`, higher if he is exposed (EXIL-PAS-10, R-26)."""
        return self.poff + target.expose

    def guard(self, attacker: Stance) -> int:
        """Return the Pdef that he opposes to `attacker`."""
        return self.pdef

    def may_attack(self, target: Stance) -> bool:
        return self.riposte_due and self.power(target) >= 1

    def suffer(self, damage: int) -> None:
        """Lose PdS (EXIL-CON-08, EXIL-SAN-01, -03). Under `malus_timing: immediate` the malus lowers
        an unused Poff at once (R-22)."""
        if not damage:
            return
        self.pds -= damage
        if notes_wanted():
            state = state_of_health(self.fighter.physique, self.pds)
            note_wound(self.name, damage, self.pds, state)
        if self.dead or rulings(ExilRulings).malus_timing == "next_turn":
            return
        before, self.malus = self.malus, self.burden()
        if self.due and self.malus < before:
            self.poff = max(0, self.poff + self.malus - before)
            note_weakened(self.name, self.poff)

    @property
    def losable(self) -> bool:
        """Whether he holds a weapon that he can lose."""
        return self.fighter.desarmable and self.arme == "en_main"

    @property
    def riposte_due(self) -> bool:
        """Whether he can still attack in this tour."""
        return self.due and not self.busy

    # ── the weapon ─────────────────────────────────────────────────────────────────────────────
    def lose_weapon(self, stuck: bool) -> None:
        """Lose the weapon in hand, or have it `stuck` (EXIL-PAS-13..16)."""
        if self.losable:
            self.arme = "coincee" if stuck else "perdue"

    def take_up_weapon(self) -> None:
        """Spend the tour on freeing or picking up the weapon (R-34)."""
        self.busy = True
        note_taking_up(self.name, self.arme == "coincee")

    def drop_weapon(self) -> None:
        """Go on with bare hands."""
        self.arme, self.hand = "perdue", bare_hands(self.fighter)

    # ── passes gagnantes ───────────────────────────────────────────────────────────────────────
    def gain_confidence(self, target: Stance) -> None:
        """Gain 2 points against `target` in the next tour (EXIL-PAS-05)."""
        self.won_mod += 2

    def fall_at_mercy(self) -> None:
        """Be disarmed and at the attacker's mercy (EXIL-PAS-16)."""
        self.lose_weapon(stuck=False)
        self.checked = True

    def condition(self) -> Condition:
        """Return his condition for the next tour."""
        return Condition(
            pds=self.pds,
            arme="en_main" if self.busy else self.arme,
            pc_mod=self.won_mod,
            expose=self.won_expose,
        )
