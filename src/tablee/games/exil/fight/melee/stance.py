"""A combatant during a tour of a fight: weapon in hand, PC and its split, wounds (CBT, PAS).

A `Stance` is mutable and belongs to one walk of one rule. Between two rules of a tour a `Posture`
keeps its numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from tablee.games.exil.actions.simple import least_margin
from tablee.games.exil.fight.attack_tables import INCIDENT_MALUS
from tablee.games.exil.fight.fighter_notes import (
    note_adrenaline,
    note_attitude,
    note_misfire,
    note_potential,
    note_weakened,
    note_wound,
)
from tablee.games.exil.fight.fighters import Weapon, bearable, malus_of
from tablee.games.exil.fight.melee.armed import Armed
from tablee.games.exil.fight.melee.combatants import Bout, Combatant, MeleeState, Posture
from tablee.games.exil.health.states import is_dead, state_of_health
from tablee.games.exil.rulings import ExilRulings, talents_hidden
from tablee.rules.ambient import notes_wanted, rulings
from tablee.rules.forms import OneOf, Share
from tablee.rules.numbers import at_least, at_most
from tablee.rules.procedure import replace
from tablee.rules.questions import Choose, choose, owner_of

TRUST = 2
"""Points against an adversary for a confident fighter (EXIL-PAS-05, R-35)."""
_KEPT = ("busy", "due", "stripped", "malus", "poff", "pdef", "won_mod", "won_expose", "granted")
"""The fields of a `Posture` that a stance has under the same name."""


class Stance(Armed):
    """A combatant during a tour.

    `who`: the seat that decides for him; `path`: of his parameters. `due`: he has not attacked yet in
    this tour. `won_mod`, `won_expose`: effects on the next tour. For the other fields see `Armed` and
    `Posture`.
    """

    __slots__ = (
        "adrenaline",
        "due",
        "gained",
        "granted",
        "malus",
        "path",
        "pc",
        "pdef",
        "pds",
        "place",
        "poff",
        "stripped",
        "trusted",
        "who",
        "won_expose",
        "won_mod",
    )

    def __init__(self, place: int, combatant: Combatant, state: MeleeState, bout: Bout) -> None:
        super().__init__(combatant, state)
        self.path = combatant.id if bout.duel else f"combattants[{place}]"
        self.place = place
        self.who = "gm" if combatant.pnj and not bout.duel else combatant.id
        self.adrenaline = bout.adrenaline
        self.pds = state.pds
        self.stripped = self.granted = False
        self.due = True
        self.malus = self.burden()
        self.pc = self.poff = self.pdef = 0
        self.won_mod = self.won_expose = 0
        self.trusted: dict[str, tuple[int, int]] = {}
        self.gained: tuple[str, ...] = ()

    def seat(self, role: str) -> dict[str, str]:
        """Return the seat that plays him in a role of another rule, and him as its owner."""
        return {role: self.who, owner_of(role): self.name}

    # ── between the rules of a tour ────────────────────────────────────────────────────────────
    @classmethod
    def of(cls, place: int, combatant: Combatant, at: Posture, bout: Bout) -> Stance:
        """Return the stance of a posture."""
        stance = cls(place, combatant, at.state, bout)
        for name in _KEPT:
            setattr(stance, name, getattr(at, name))
        stance.trusted = {name: (poff, pdef) for name, poff, pdef in at.trusted}
        stance.gained = at.gained
        return stance

    def posture(self, *, acts: bool, exposed: bool, rearms: bool) -> Posture:
        """Return his numbers for the rest of the tour.

        `acts`: whether he will act in it; `exposed`: whether another fighter will; `rearms`: whether
        he may act with another weapon, or repair his own.
        """
        now = self.state
        kept = replace(
            now,
            pds=self.pds,
            arme=self.arme,
            pc_mod=now.pc_mod if rearms else 0,
            expose=now.expose if exposed else 0,
            confiance=now.confiance if rearms else (),
        )
        return Posture(
            state=kept,
            busy=self.busy,
            due=self.due,
            stripped=self.stripped,
            malus=self.malus if rearms else 0,
            poff=self.poff if acts else 0,
            pdef=self.pdef if exposed or rearms else 0,
            won_mod=self.won_mod,
            won_expose=self.won_expose,
            granted=self.granted,
            trusted=tuple((name, *points) for name, points in self.trusted.items())
            if acts or exposed
            else (),
            gained=self.gained,
        )

    def after(self) -> MeleeState:
        """Return his state for the next tour."""
        return replace(
            self.state,
            pds=self.pds,
            arme="en_main" if self.busy and not self.out else self.arme,
            pc_mod=self.won_mod,
            expose=self.won_expose,
            confiance=self.gained,
        )

    # ── what he is worth ───────────────────────────────────────────────────────────────────────
    @property
    def out(self) -> bool:
        """Whether he is out of action (R-83)."""
        return self.state.hors is not None

    def burden(self) -> int:
        """Return the health malus that counts in this fight (EXIL-SAN-07, -09)."""
        malus = malus_of(self.combatant.physique, at_least(0, self.pds))
        return bearable(malus, self.combatant.malus_avant or 0) if self.adrenaline else malus

    def potential(self, hand: Weapon, more: int = 0) -> int:
        """Return his PC with a weapon, at least 0 (EXIL-CBT-04, R-14); `more`: points that the tour
        adds."""
        return at_least(0, self._parts(hand) + more)

    def _parts(self, hand: Weapon) -> int:
        parts = hand.talent + hand.maniabilite + self.malus
        return parts + self.state.circonstance + self.state.pc_mod

    def poff_with(self, hand: Weapon, more: int = 0) -> int:
        """Return the Poff with another weapon in the same tour: its PC less the Pdef already engaged
        (R-33); `more`: points that the tour adds."""
        return at_least(0, self._parts(hand) + more - self.pdef)

    def settle(self, more: int = 0) -> None:
        """Set the PC of the tour, and note it."""
        self.pc = self.potential(self.hand, more)
        if notes_wanted():
            self._note_potential(more)

    def _note_potential(self, more: int) -> None:
        note_potential(
            self.name,
            talent=self.hand.talent,
            weapon=self.hand.maniabilite,
            malus=self.malus,
            other=self.state.circonstance,
            mod=self.state.pc_mod + more,
            pc=self.pc,
            to="gm" if self.combatant.pnj and talents_hidden() else None,
        )
        felt = malus_of(self.combatant.physique, self.pds)
        if felt < self.malus:
            note_adrenaline(self.name, felt, self.malus)

    @property
    def can_clear(self) -> bool:
        """Whether some face of his jet de Bricoleur clears a jam (EXIL-INC-07, R-87)."""
        tir = self.combatant.tir
        return tir.bricoleur + tir.difficulty + self.malus - 1 >= least_margin()

    def choose(
        self, label: str, options: Iterable[str], field: str, default: str, **facts: Any
    ) -> Choose[str]:
        """Return a choice of his that a field of his policy may fix."""
        return choose(
            label,
            OneOf(tuple(options)),
            who=self.who,
            facts={"combattant": self.name, **facts},
            parameter=f"{self.path}.politique.{field}",
            default=default,
        )

    # ── the attitude ───────────────────────────────────────────────────────────────────────────
    def least_poff(self) -> int:
        """Return the least Poff: a ranged weapon does not parry, its précision stays in the Poff
        (EXIL-ARM-05, -07, -10, R-42)."""
        if self.busy or rulings(ExilRulings).precision_defence:
            return 0
        return at_most(self.pc, max(0, self.hand.offensive))

    @property
    def decides(self) -> bool:
        """Whether his attitude is asked for."""
        return self.combatant.ratio is None and self.combatant.politique.attitude == "ask"

    def asks_attitude(self) -> bool:
        """Return whether he has a choice of attitude to make."""
        return self.decides and self.least_poff() < self.pc

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

    @property
    def poff_at_range(self) -> int:
        """The Poff of a shot: a shield or a blade beside the weapon adds nothing to it
        (EXIL-TIR-04)."""
        beside = self.hand.maniabilite - self.hand.offensive
        most = max(0, self.poff + self.pdef - beside)
        return min(self.poff, most) if beside > 0 else self.poff

    def fixed_poff(self) -> int:
        """Return the Poff of a fixed attitude, 0 for a fighter who is busy."""
        return max(self._share(self.pc), self.least_poff())

    def _share(self, points: int) -> int:
        """Return the part of these points that a fixed attitude puts into the Poff."""
        wish, ratio = self.combatant.politique.attitude, self.combatant.ratio
        if self.busy:
            return 0
        if ratio is not None:
            return int(ratio * points)
        if isinstance(wish, int):
            return min(wish, points)
        return {"rien": 0, "moitie": points // 2}.get(wish, points)

    def as_much(self, poff: int, of: int) -> int:
        """Return the Poff of the same attitude as a Poff of `poff` in a PC of `of`, which a group
        shares (EXIL-CBT-13): half stays half, another part the same part, to the nearest point."""
        if of == self.pc or not of:
            return poff
        if Share(0, of).how(poff) == "moitie" or poff == of // 2:
            return self.pc // 2
        return (2 * poff * self.pc + of) // (2 * of)

    def take(self, poff: int) -> None:
        """Split the PC (EXIL-CBT-05, -06, -12)."""
        self.poff, self.pdef = poff, self.pc - poff
        if notes_wanted():
            note_attitude(self.name, self.pc, poff)

    @property
    def trust(self) -> dict[str, int]:
        """Points that count against one adversary each, by his name."""
        found: dict[str, int] = {}
        for name in self.state.confiance:
            found[name] = found.get(name, 0) + TRUST
        return found

    def trusting(self, against: str, points: int) -> Choose[int]:
        """Return the choice how many of the points against one adversary go into the Poff."""
        return choose(
            "confiance",
            Share(0, points),
            who=self.who,
            facts={"combattant": self.name, "cible": against},
            parameter=f"{self.path}.politique.attitude",
            default=points // 2,
        )

    def fixed_trust(self, points: int) -> int:
        """Return how many of these points go into the Poff under a fixed attitude."""
        wish = self.combatant.politique.attitude
        half = isinstance(wish, int) and self.combatant.ratio is None and not self.busy
        return int(Fraction(points, 2)) if half else self._share(points)

    @property
    def startled(self) -> int:
        """The malus of a long feu to the Poff of his next attack (EXIL-INC-06, R-88)."""
        return INCIDENT_MALUS if self.state.long_feu else 0

    def misfired(self) -> None:
        """Lower the Poff after a long feu."""
        if self.state.long_feu:
            self.poff = at_least(0, self.poff + self.startled)
            note_misfire(self.name, self.poff)

    @property
    def initiative(self) -> int:
        """Poff, tours of aiming included (EXIL-CBT-09, EXIL-TIR-06, -08, R-78)."""
        return self.poff + (self.state.vise.tours if self.state.vise else 0)

    # ── blows ──────────────────────────────────────────────────────────────────────────────────
    def surplus(self, target: Stance) -> int:
        """Return the points that an attack on `target` has beyond the Poff (EXIL-PAS-10, R-26,
        R-35)."""
        return target.state.expose + self.trusted.get(target.name, (0, 0))[0]

    def power(self, target: Stance) -> int:
        """Return the Poff of an attack on `target`."""
        return self.poff + self.surplus(target)

    def guard(self, attacker: Stance) -> int:
        """Return the Pdef that he opposes to `attacker`."""
        return self.pdef + self.trusted.get(attacker.name, (0, 0))[1]

    @property
    def riposte_due(self) -> bool:
        """Whether he can still attack in this tour."""
        return self.due and not self.busy

    def suffer(self, damage: int) -> None:
        """Lose PdS (EXIL-CON-08, EXIL-SAN-01, -03). Under `malus_timing: immediate` the malus lowers
        an unused Poff at once (R-22)."""
        if not damage:
            return
        self.pds -= damage
        if notes_wanted():
            state = state_of_health(self.combatant.physique, self.pds)
            note_wound(self.name, damage, self.pds, state)
        if is_dead(self.pds):
            self.put(hors="mort")
        elif rulings(ExilRulings).malus_timing != "next_turn":
            before, self.malus = self.malus, self.burden()
            if self.due and self.malus < before:
                self.poff = at_least(0, self.poff + self.malus - before)
                note_weakened(self.name, self.poff)

    def fall_at_mercy(self) -> None:
        """Be disarmed and at the attacker's mercy (EXIL-PAS-16)."""
        self.lose_weapon(stuck=False)
        self.put(hors="mise_en_echec")
