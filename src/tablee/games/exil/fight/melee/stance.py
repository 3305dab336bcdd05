"""A combatant during a tour of a fight: weapon in hand, PC and its split, wounds (CBT, PAS).

A `Stance` is mutable and belongs to one walk of one rule. Between two rules of a tour a `Posture`
keeps its numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Literal

from tablee.games.exil.fight.attack_tables import INCIDENT_MALUS
from tablee.games.exil.fight.fighter_notes import (
    note_adrenaline,
    note_attitude,
    note_misfire,
    note_potential,
    note_taking_up,
    note_weakened,
    note_wound,
)
from tablee.games.exil.fight.fighters import Arme, Weapon, bare_hands, bearable, malus_of, weapon_of
from tablee.games.exil.fight.melee.combatants import Bout, Combatant, MeleeState, Posture
from tablee.games.exil.health.states import is_dead, state_of_health
from tablee.games.exil.rulings import ExilRulings, talents_hidden
from tablee.rules.ambient import note, notes_wanted, rulings
from tablee.rules.forms import Share
from tablee.rules.numbers import at_least, at_most
from tablee.rules.procedure import replace
from tablee.rules.questions import Choose, choose, owner_of

Held = Literal["premiere", "gauche", "autre", "nues"]
"""The weapon that a combatant uses: the first one (with that of the other hand), the one of the
other hand alone, the one that he carried, bare hands."""
TRUST = 2
"""Points against an adversary for a confident fighter (EXIL-PAS-05, R-35)."""
_KEPT = ("busy", "due", "stripped", "malus", "poff", "pdef", "won_mod", "won_expose", "granted")
"""The fields of a `Posture` that a stance has under the same name."""


class Stance:
    """A combatant during a tour. `put` changes his `state`.

    `name`: his name in the trace; `who`: the seat that decides for him; `path`: of his parameters.
    `hand`: the weapon that he fights with (a stuck one still counts). `busy`: he spends the tour on
    his weapon. `due`: he has not attacked yet in this tour. `won_mod`, `won_expose`: effects on the
    next tour. For the other fields see `Posture`.
    """

    __slots__ = (
        "adrenaline",
        "arme",
        "busy",
        "combatant",
        "due",
        "gained",
        "granted",
        "hand",
        "held",
        "malus",
        "name",
        "path",
        "pc",
        "pdef",
        "pds",
        "place",
        "poff",
        "state",
        "stripped",
        "trusted",
        "who",
        "won_expose",
        "won_mod",
    )

    def __init__(self, place: int, combatant: Combatant, state: MeleeState, bout: Bout) -> None:
        self.name = combatant.id
        self.path = combatant.id if bout.duel else f"combattants[{place}]"
        self.place = place
        self.who = "gm" if combatant.pnj and not bout.duel else combatant.id
        self.combatant = combatant
        self.adrenaline = bout.adrenaline
        self.state = state
        self.pds = state.pds
        self.arme: Arme = state.arme
        self._hold(self._held())
        self.busy = self.stripped = self.granted = False
        self.due = True
        self.malus = self.burden()
        self.pc = self.poff = self.pdef = 0
        self.won_mod = self.won_expose = 0
        self.trusted: dict[str, tuple[int, int]] = {}
        self.gained: tuple[str, ...] = ()

    def seat(self, role: str) -> dict[str, str]:
        """Return the seat that plays him in a role of another rule, and him as its owner."""
        return {role: self.who, owner_of(role): self.name}

    def _held(self) -> Held:
        now = self.state
        if self.arme == "perdue":
            return "gauche" if self.left_weapon else "nues"
        if now.seconde and self.combatant.autre_arme:
            return "autre"
        fires = now.munitions != 0 and now.incident == "rien"
        return "premiere" if fires or not now.munitions_2 else "gauche"

    def _hold(self, held: Held) -> None:
        one = self.combatant
        self.held = held
        if held == "premiere":
            alone = one.premiere_arme if self.state.munitions_2 == 0 else None
            self.hand = alone or weapon_of(one)
        else:
            found = {"gauche": one.main_gauche, "autre": one.autre_arme}.get(held)
            self.hand = found or bare_hands(one)

    @property
    def left_weapon(self) -> Weapon | None:
        """The weapon of the other hand, which stays when the first is lost (EXIL-PAS-13)."""
        return None if self.state.gauche_perdue else self.combatant.main_gauche

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

    def put(self, **changes: Any) -> None:
        self.state = replace(self.state, **changes)

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

    # ── the weapon ────────────────────────────────────────────────────────────────────────────
    @property
    def losable(self) -> bool:
        """Whether he holds a weapon that he can lose."""
        if self.arme == "perdue":
            return self.held == "gauche"
        return self.arme == "en_main" and (self.combatant.desarmable or self.state.seconde)

    @property
    def second_gun(self) -> bool:
        """Whether he holds the second of two guns alone."""
        return self.held == "gauche" and self.state.munitions_2 is not None

    @property
    def gun_in_hand(self) -> bool:
        """Whether he holds a weapon that `tir`, `incident` and rounds describe: the first one, the
        carried one, or that of the other hand."""
        if not self.hand.a_distance or self.held == "premiere" or self.second_gun:
            return self.hand.a_distance
        carried = self.combatant.autre_arme
        first = self.combatant.a_distance
        other = carried is not None and carried.a_distance
        return not first and (self.held == "autre" or not other)

    @property
    def rounds(self) -> int | None:
        """The rounds of the gun in hand."""
        if not self.gun_in_hand:
            return None
        return self.state.munitions_2 if self.second_gun else self.state.munitions

    @property
    def gun_works(self) -> bool:
        """Whether he can use the weapon in hand."""
        works = self.second_gun or self.state.incident == "rien"
        return (works and self.rounds != 0) or not self.gun_in_hand

    @property
    def jams(self) -> bool:
        """Whether a 12 jams the weapon in hand (EXIL-ARM-15)."""
        return self.gun_in_hand and not self.second_gun and self.combatant.tir.enraye_sur_12

    def fire(self) -> None:
        """Take a round of each gun in hand (EXIL-ARM-12)."""
        if not self.gun_in_hand:
            return
        fields = ("munitions_2",) if self.second_gun else ("munitions", "munitions_2")
        left = {each: getattr(self.state, each) for each in fields}
        self.put(**{each: max(0, n - 1) for each, n in left.items() if n is not None})

    @property
    def fists(self) -> bool:
        """Whether he strikes with bare hands."""
        armed = self.combatant.desarmable or self.hand.a_distance
        return self.held == "nues" or (self.held == "premiere" and not armed)

    @property
    def may_stun(self) -> bool:
        """Whether he can strike without killing, with his weapon or his fists (EXIL-CHO-01,
        R-55)."""
        return self.fists or self.hand.assommante

    @property
    def may_draw(self) -> bool:
        """Whether he carries another weapon that he can draw."""
        return self.combatant.autre_arme is not None and not self.state.seconde

    def draw(self) -> None:
        """Take the carried weapon: put the first one away, or leave it where it is."""
        self.put(seconde=True, delaissee="rangee" if self.arme == "en_main" else "a_terre")
        self.arme = "en_main"
        self._hold("autre")
        note("EXIL-PAS-13", "{who:^} prend son autre arme.", who=self.name)

    def use_left(self) -> None:
        """Use the weapon of the other hand alone, for one action."""
        self._hold("gauche")
        note("EXIL-OPT-04", "{who:^} se sert de l’arme de son autre main.", who=self.name)

    def take_first(self) -> None:
        """Take the first weapon again."""
        self.put(seconde=False, delaissee=None)
        self._hold(self._held())
        note("EXIL-CBT-02", "{who:^} reprend sa première arme.", who=self.name)

    def lose_weapon(self, stuck: bool) -> None:
        """Lose the weapon in hand, or have it `stuck` (EXIL-PAS-13..16); of two the first."""
        if not self.losable:
            return
        if self.arme == "perdue":
            self.put(gauche_perdue=True)
        self.arme = "coincee" if stuck and self.arme == "en_main" else "perdue"
        if self.arme == "perdue":
            self._hold(self._held())

    def take_up_weapon(self) -> None:
        """Spend the tour on freeing or picking up the weapon (R-34)."""
        self.busy = True
        self.put(vise=None)
        note_taking_up(self.name, self.arme == "coincee")

    def drop_weapon(self) -> None:
        """Go on without the first weapon."""
        self.arme = "perdue"
        self._hold(self._held())
        left = "{who:^} se bat avec l’arme de son autre main."
        bare = "{who:^} se bat à mains nues."
        note("EXIL-PAS-13", left if self.held == "gauche" else bare, who=self.name)
