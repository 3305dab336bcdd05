"""The field of a mêlée: all its combatants during a tour, sides and contact (CBT, PAS)."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.games.exil.fight.fighter_notes import FREED
from tablee.games.exil.fight.melee.combatants import Bout, MeleeState, Posture
from tablee.games.exil.fight.melee.stance import Stance


class Field:
    """The stances of a tour."""

    def __init__(self, bout: Bout, stances: list[Stance]) -> None:
        self.bout = bout
        self.all = stances
        self.by_name = {stance.name: stance for stance in stances}

    @classmethod
    def begun(cls, bout: Bout, states: tuple[MeleeState, ...]) -> Field:
        """Return the field at the beginning of a tour."""
        pairs = enumerate(zip(bout.combatants, states, strict=True))
        return cls(bout, [Stance(place, one, state, bout) for place, (one, state) in pairs])

    @classmethod
    def of(cls, bout: Bout, postures: tuple[Posture, ...]) -> Field:
        """Return the field between two rules of a tour."""
        pairs = enumerate(zip(bout.combatants, postures, strict=True))
        return cls(bout, [Stance.of(place, one, at, bout) for place, (one, at) in pairs])

    def with_bout(self, bout: Bout) -> Field:
        """Return the field with the policies of another fight."""
        if bout is self.bout:
            return self
        return Field.of(bout, self.postures([tuple(self.by_name)]))

    def standing(self) -> list[Stance]:
        return [stance for stance in self.all if not stance.out]

    def enemies(self, me: Stance) -> list[Stance]:
        """Return his adversaries who are not out of action, in the order given."""
        return [each for each in self.standing() if each.combatant.camp != me.combatant.camp]

    def in_contact(self, me: Stance) -> list[Stance]:
        if not me.state.en_melee:
            return []
        return [each for each in self.enemies(me) if each.state.en_melee]

    def apart(self, me: Stance) -> dict[str, int]:
        """Return the points that count against one of several adversaries (R-35)."""
        foes = [each.name for each in self.enemies(me)]
        return {n: points for n, points in me.trust.items() if n in foes and len(foes) > 1}

    def gains(self, me: Stance) -> int:
        """Return the PC that the tour adds: 5 while an adversary frees a weapon, once for all
        (EXIL-PAS-15), and confidence in front of a single adversary (EXIL-PAS-05)."""
        foes = [each for each in self.all if each.combatant.camp != me.combatant.camp]
        freed = FREED if any(each.busy and each.arme == "coincee" for each in foes) else 0
        alone = [each.name for each in self.enemies(me)]
        return freed + (me.trust.get(alone[0], 0) if len(alone) == 1 else 0)

    def allies(self, me: Stance) -> list[Stance]:
        """Return the fighters of his side in the mêlée with him."""
        return [
            each
            for each in self.standing()
            if each is not me
            and each.combatant.camp == me.combatant.camp
            and each.state.en_melee
            and me.state.en_melee
        ]

    def postures(self, order: Sequence[tuple[str, ...]]) -> tuple[Posture, ...]:
        """Return the postures for the rest of the tour. `order`: the groups that act in it.

        Numbers that nothing in the rest of the tour uses are 0, so that equal rests are equal."""
        acting = [
            {name for name in group if self.by_name[name].due and not self.by_name[name].out}
            for group in order
        ]
        return tuple(self._posture(stance, acting) for stance in self.all)

    def _posture(self, me: Stance, acting: list[set[str]]) -> Posture:
        own = next((place for place, names in enumerate(acting) if me.name in names), None)
        others = [place for place, names in enumerate(acting) if names - {me.name}]
        exposed = bool(others)
        policy = me.combatant.politique
        rearms = own is not None and (
            me.stripped
            or me.state.incident != "rien"
            or policy.action == "ask"
            or policy.laisser_la_main is not False
            or any(place <= own for place in others)
        )
        return me.posture(acts=own is not None, exposed=exposed, rearms=rearms)
