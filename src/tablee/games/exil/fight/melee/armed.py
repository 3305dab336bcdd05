"""What a combatant has in hand: weapons lost, drawn and taken up again, guns and their rounds."""

from __future__ import annotations

from typing import Any, Literal

from tablee.games.exil.fight.fighter_notes import note_taking_up
from tablee.games.exil.fight.fighters import Arme, Weapon, bare_hands, weapon_of
from tablee.games.exil.fight.melee.combatants import Combatant, MeleeState
from tablee.rules.ambient import note
from tablee.rules.procedure import replace

Held = Literal["premiere", "gauche", "autre", "nues"]
"""The weapon that a combatant uses: the first one (with that of the other hand), the one of the
other hand alone, the one that he carried, bare hands."""


class Armed:
    """A combatant with the weapon in his hand. `put` changes his `state`.

    `name`: his name in the trace. `hand`: the weapon that he fights with (a stuck one still counts).
    `busy`: he spends the tour on his weapon.
    """

    __slots__ = ("arme", "busy", "combatant", "hand", "held", "name", "state")

    def __init__(self, combatant: Combatant, state: MeleeState) -> None:
        self.name = combatant.id
        self.combatant = combatant
        self.state = state
        self.arme: Arme = state.arme
        self.busy = False
        self._hold(self._held())

    def put(self, **changes: Any) -> None:
        self.state = replace(self.state, **changes)

    def _held(self) -> Held:
        now = self.state
        if self.arme == "perdue":
            return "gauche" if self.left_weapon else "nues"
        if now.seconde and self.combatant.autre_arme:
            return "autre"
        fires = now.munitions != 0 and now.incident == "rien"
        return "premiere" if fires or self.second_jammed or not now.munitions_2 else "gauche"

    def _hold(self, held: Held) -> None:
        one = self.combatant
        self.held = held
        if held == "premiere":
            self.hand = self._first_alone or weapon_of(one)
        else:
            found = {"gauche": one.main_gauche, "autre": one.autre_arme}.get(held)
            self.hand = found or bare_hands(one)

    @property
    def second_jammed(self) -> bool:
        """Whether the jammed gun is the second of two: the one that jams on a 12 (EXIL-ARM-15)."""
        first, second = self.combatant.premiere_arme, self.combatant.main_gauche
        if self.state.incident != "enrayee" or first is None or second is None:
            return False
        return second.enraye_sur_12 and not first.enraye_sur_12

    @property
    def _first_alone(self) -> Weapon | None:
        """The first of two guns, where the second cannot fire (EXIL-OPT-04)."""
        idle = self.state.munitions_2 == 0 or self.second_jammed
        return self.combatant.premiere_arme if idle else None

    @property
    def left_weapon(self) -> Weapon | None:
        """The weapon of the other hand, which stays when the first is lost (EXIL-PAS-13)."""
        return None if self.state.gauche_perdue else self.combatant.main_gauche

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
    def firearm(self) -> bool:
        """Whether he holds a firearm, which may have an incident (EXIL-INC-05)."""
        return self.gun_in_hand and self.combatant.tir.arme_a_feu

    @property
    def rounds(self) -> int | None:
        """The rounds of the gun in hand."""
        if not self.gun_in_hand:
            return None
        return self.state.munitions_2 if self.second_gun else self.state.munitions

    @property
    def gun_works(self) -> bool:
        """Whether he can use the weapon in hand."""
        works = self.state.incident == "rien" or self.second_gun != self.second_jammed
        return (works and self.rounds != 0) or not self.gun_in_hand

    @property
    def first_empty(self) -> bool:
        """Whether his first weapon is a gun without rounds (EXIL-ARM-12)."""
        now = self.state
        return self.combatant.a_distance and now.munitions == 0 and not now.munitions_2

    @property
    def first_jammed(self) -> bool:
        """Whether his first weapon is a gun that is jammed, in his hands or out of them (EXIL-INC-07)."""
        gun = self.combatant.a_distance and not self.state.seconde
        return self.state.incident == "enrayee" and gun and not self.second_jammed

    @property
    def jams(self) -> bool:
        """Whether a 12 jams the weapon in hand (EXIL-ARM-15)."""
        if not self.gun_in_hand:
            return False
        alone = self.second_gun or (self.held == "premiere" and self._first_alone is not None)
        return (self.hand if alone else self.combatant.tir).enraye_sur_12

    @property
    def darts(self) -> bool:
        """Whether his projectiles may be poisoned (EXIL-ARM-08)."""
        return self.hand.dards or (self.gun_in_hand and self.combatant.tir.dards)

    @property
    def jammed_in_hand(self) -> bool:
        """Whether he can clear the jam of a gun in his hands (EXIL-INC-07)."""
        if self.state.incident != "enrayee" or self.arme != "en_main" or not self.gun_in_hand:
            return False
        return self.second_jammed or not self.second_gun

    def fire(self) -> None:
        """Take a round of each gun in hand (EXIL-ARM-12)."""
        if not self.gun_in_hand:
            return
        alone = ("munitions_2",) if self.second_gun else ("munitions",)
        fields = alone if self.second_gun or self.second_jammed else ("munitions", "munitions_2")
        left = {each: getattr(self.state, each) for each in fields}
        self.put(**{each: max(0, n - 1) for each, n in left.items() if n is not None})

    @property
    def fists(self) -> bool:
        """Whether he strikes with bare hands."""
        armed = self.combatant.desarmable or self.hand.a_distance
        return self.held == "nues" or (self.held == "premiere" and not armed)

    @property
    def may_stun(self) -> bool:
        """Whether he can strike without killing, with his weapon or his fists (EXIL-CHO-01, -02,
        R-55)."""
        return self.fists or self.hand.assommante or self.hand.contondante

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
