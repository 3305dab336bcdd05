"""A combatant during a tour of a mêlée, and the field with all of them (CBT, PAS)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tablee.games.exil.fight.attack_tables import INCIDENT_MALUS
from tablee.games.exil.fight.fighter_notes import FREED
from tablee.games.exil.fight.fighters import Weapon, bare_hands, weapon_of
from tablee.games.exil.fight.melee.combatants import Bout, Combatant, MeleeState, Posture
from tablee.games.exil.fight.stance import Stance
from tablee.rules.ambient import note
from tablee.rules.forms import Share
from tablee.rules.procedure import replace
from tablee.rules.questions import Choose, choose, owner_of

TRUST = 2
"""Points against an adversary for a confident fighter (EXIL-PAS-05, R-35)."""


class MeleeStance(Stance):
    """A combatant during a tour. `put` changes his `state`; for the other fields see `Posture`."""

    __slots__ = ("combatant", "gained", "state", "trusted")

    def __init__(self, place: int, combatant: Combatant, state: MeleeState, bout: Bout) -> None:
        super().__init__(combatant.id, combatant, state, bout.adrenaline)
        self.path = f"combattants[{place}]"
        self.who = "gm" if combatant.pnj else combatant.id
        self.combatant = combatant
        self.state = state
        self.circonstance = state.circonstance
        self.hand = self._hand()
        self.trusted: dict[str, tuple[int, int]] = {}
        self.gained: tuple[str, ...] = ()

    def seat(self, role: str) -> dict[str, str]:
        """Return the seat that plays him in a role of another rule, and him as its owner."""
        return {role: self.who, owner_of(role): self.name}

    def _hand(self) -> Weapon:
        if self.arme == "perdue":
            return bare_hands(self.combatant)
        other = self.combatant.autre_arme
        return other if self.state.seconde and other else weapon_of(self.combatant)

    # ── between the rules of a tour ────────────────────────────────────────────────────────────
    @classmethod
    def of(cls, place: int, combatant: Combatant, at: Posture, bout: Bout) -> MeleeStance:
        """Return the stance of a posture."""
        stance = cls(place, combatant, at.state, bout)
        stance.resume(at)
        stance.trusted = {name: (poff, pdef) for name, poff, pdef in at.trusted}
        stance.gained = at.gained
        return stance

    def posture(self) -> Posture:
        """Return his numbers for the rest of the tour."""
        return Posture(
            state=self.now(),
            trusted=tuple((name, *points) for name, points in self.trusted.items()),
            gained=self.gained,
            **self.footing(),
        )

    def now(self) -> MeleeState:
        return replace(self.state, pds=self.pds, arme=self.arme)

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

    def suffer(self, damage: int) -> None:
        super().suffer(damage)
        if self.dead:
            self.put(hors="mort")

    def take_up_weapon(self) -> None:
        super().take_up_weapon()
        self.put(vise=None)

    def gain_confidence(self, target: Stance) -> None:
        self.gained = (*self.gained, target.name)

    def fall_at_mercy(self) -> None:
        self.lose_weapon(stuck=False)
        self.put(hors="mise_en_echec")

    # ── what he is worth ───────────────────────────────────────────────────────────────────────
    @property
    def out(self) -> bool:
        return self.state.hors is not None

    @property
    def losable(self) -> bool:
        return self.arme == "en_main" and (self.combatant.desarmable or self.state.seconde)

    @property
    def gun_in_hand(self) -> bool:
        """Whether he holds the weapon that `tir`, `incident` and `munitions` describe: the first
        one, or the other where that alone is ranged."""
        if self.arme == "perdue" or not self.hand.a_distance:
            return False
        return not (self.state.seconde and self.combatant.a_distance)

    @property
    def gun_works(self) -> bool:
        """Whether he can use the weapon in hand."""
        works = self.state.incident == "rien" and self.state.munitions != 0
        return works or not self.gun_in_hand

    @property
    def jams(self) -> bool:
        """Whether a 12 jams the weapon in hand (EXIL-ARM-15)."""
        return self.gun_in_hand and self.combatant.tir.enraye_sur_12

    @property
    def may_stun(self) -> bool:
        """Whether he can strike without killing, with his weapon or his fists (EXIL-CHO-01,
        R-55)."""
        if self.arme == "perdue":
            return True
        if self.state.seconde:
            return False
        return self.combatant.assommante or not (self.combatant.desarmable or self.hand.a_distance)

    @property
    def may_draw(self) -> bool:
        """Whether he carries another weapon that he can draw."""
        return self.combatant.autre_arme is not None and not self.state.seconde

    def draw(self) -> None:
        """Take the other weapon and give the first one up."""
        self.put(seconde=True)
        self.arme = "en_main"
        self.hand = self._hand()
        note("EXIL-PAS-13", "{who:^} prend son autre arme.", who=self.name)

    def drop_weapon(self) -> None:
        super().drop_weapon()
        note("EXIL-PAS-13", "{who:^} se bat à mains nues.", who=self.name)

    # ── attitude, power and guard ──────────────────────────────────────────────────────────────
    @property
    def trust(self) -> dict[str, int]:
        """Points that count against one adversary each, by his name."""
        found: dict[str, int] = {}
        for name in self.state.confiance:
            found[name] = found.get(name, 0) + TRUST
        return found

    def asks_attitude(self) -> bool:
        return self.combatant.ratio is None and super().asks_attitude()

    def fixed_poff(self) -> int:
        ratio = self.combatant.ratio
        if ratio is None or self.busy:
            return super().fixed_poff()
        return max(int(ratio * self.pc), self.least_poff())

    def attitude(self, facts: Mapping[str, Any]) -> Choose[int]:
        return super().attitude({"combattant": self.name, "pc": self.pc, **facts})

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
        if self.busy or wish == "rien":
            return 0
        if wish == "tout":
            return points
        ratio = self.combatant.ratio
        return int((Fraction(1, 2) if ratio is None else ratio) * points)

    @property
    def startled(self) -> int:
        """The malus of a long feu to the Poff of his next attack (EXIL-INC-06, R-88)."""
        return INCIDENT_MALUS if self.state.long_feu else 0

    def misfired(self) -> None:
        """Lower the Poff after a long feu."""
        if not self.state.long_feu:
            return
        self.poff = max(0, self.poff + self.startled)
        note(
            "EXIL-INC-06",
            "{who:^}, encore sous le coup d’un long feu, n’a plus que {poff} de Poff.",
            who=self.name,
            poff=self.poff,
        )

    @property
    def initiative(self) -> int:
        """Poff, tours of aiming included (EXIL-CBT-09, EXIL-TIR-06, -08, R-78)."""
        return self.poff + (self.state.vise.tours if self.state.vise else 0)

    def surplus(self, target: Stance) -> int:
        """Return the points that an attack on `target` has beyond the Poff (R-26, R-35)."""
        return target.expose + self.trusted.get(target.name, (0, 0))[0]

    def power(self, target: Stance) -> int:
        return self.poff + self.surplus(target)

    def guard(self, attacker: Stance) -> int:
        return self.pdef + self.trusted.get(attacker.name, (0, 0))[1]


class Field:
    """The stances of a tour."""

    def __init__(self, bout: Bout, stances: list[MeleeStance]) -> None:
        self.bout = bout
        self.all = stances
        self.by_name = {stance.name: stance for stance in stances}

    def standing(self) -> list[MeleeStance]:
        return [stance for stance in self.all if not stance.out]

    def enemies(self, me: MeleeStance) -> list[MeleeStance]:
        """Return his adversaries who are not out of action, in the order given."""
        return [each for each in self.standing() if each.combatant.camp != me.combatant.camp]

    def in_contact(self, me: MeleeStance) -> list[MeleeStance]:
        if not me.state.en_melee:
            return []
        return [each for each in self.enemies(me) if each.state.en_melee]

    def freed(self, me: MeleeStance) -> int:
        """Return the PC gained while an adversary frees a weapon, once for all (EXIL-PAS-15)."""
        foes = (each for each in self.all if each.combatant.camp != me.combatant.camp)
        return FREED if any(each.busy and each.arme == "coincee" for each in foes) else 0

    def allies(self, me: MeleeStance) -> list[MeleeStance]:
        """Return the fighters of his side in the mêlée with him."""
        return [
            each
            for each in self.standing()
            if each is not me
            and each.combatant.camp == me.combatant.camp
            and each.state.en_melee
            and me.state.en_melee
        ]

    def postures(self) -> tuple[Posture, ...]:
        return tuple(stance.posture() for stance in self.all)
