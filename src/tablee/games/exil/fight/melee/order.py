"""The order of a tour of a mêlée (CBT)."""

from __future__ import annotations

from tablee.dice.die import D12, Throw
from tablee.dice.ranking import Ranking
from tablee.dice.reads import Under
from tablee.games.exil.fight.melee.field import Field
from tablee.games.exil.fight.melee.openings import Openings
from tablee.games.exil.fight.melee.stance import Stance
from tablee.games.exil.rulings import ExilRulings
from tablee.rules.ambient import note, rulings
from tablee.rules.procedure import Procedure, Result, replace
from tablee.rules.questions import become, call, roll, rolls

Names = tuple[str, ...]


async def order_of(field: Field, granted: Names) -> tuple[Names, ...]:
    """Return the groups of names that act at the same time, in order (EXIL-CBT-03, -09, -10,
    R-16)."""
    waiting = [stance for stance in field.standing() if not stance.busy]
    forced = [stance for stance in waiting if stance.name in granted]
    for stance in forced:
        note("EXIL-CBT-10", "{who:^} a l’initiative quoi qu’il arrive.", who=stance.name)
    rest = [stance for stance in waiting if stance not in forced]
    order = [*await _by_poff(field, forced), *await _by_poff(field, rest)]
    note("EXIL-CBT-03 EXIL-CBT-09", "Ordre du tour : {names}.", names=_flat(order))
    return tuple(order)


async def _by_poff(field: Field, waiting: list[Stance]) -> list[Names]:
    order: list[Names] = []
    for tied in _ranked(waiting):
        able = [stance for stance in tied if not _idle(field, stance)]
        order += await _among(able, field.bout.duel)
        order += [(stance.name,) for stance in tied if stance not in able]
    return order


def _ranked(waiting: list[Stance]) -> list[list[Stance]]:
    """Return groups of the same initiative, the highest first."""
    groups: list[list[Stance]] = []
    for stance in waiting:
        value, place = stance.initiative, 0
        while place < len(groups) and groups[place][0].initiative > value:
            place += 1
        if place < len(groups) and groups[place][0].initiative == value:
            groups[place].append(stance)
        else:
            groups.insert(place, [stance])
    return groups


def _flat(order: list[Names]) -> Names:
    return tuple(name for group in order for name in group)


def _idle(field: Field, stance: Stance) -> bool:
    """Return whether his policy leaves him nothing to do in this tour."""
    policy = stance.combatant.politique
    if policy.action == "ask":
        return False
    openings = Openings(field, stance)
    return policy.action == "rien" or not (openings.reachable() or openings.targets())


def may_act(field: Field, stance: Stance) -> bool:
    """Return whether he has not acted yet and has something to do."""
    return stance.riposte_due and not stance.out and not _idle(field, stance)


async def _among(tied: list[Stance], duel: bool) -> list[Names]:
    """Return the order of fighters with the same initiative."""
    if len(tied) < 2:
        return [(stance.name,) for stance in tied]
    tie = rulings(ExilRulings).initiative_tie
    if tie == "simultaneous":
        names = tuple(stance.name for stance in tied)
        note("EXIL-CBT-09", "Poff égaux, {names} agissent en même temps.", names=names)
        return [names]
    blocks: list[list[Stance]] = [tied]
    if tie == "talent":
        levels = sorted({stance.hand.talent for stance in tied}, reverse=True)
        blocks = [[each for each in tied if each.hand.talent == level] for level in levels]
    drawn = await call(
        Order(blocks=tuple(tuple(each.name for each in block) for block in blocks), duel=duel),
        seats={name: who for each in tied for name, who in each.seat(_die_of(each.name)).items()},
    )
    return [(name,) for name in drawn.names]


def _die_of(name: str) -> str:
    """Return the seat of a combatant's die, different from his name in the notes."""
    return f"dé de {name}"


class OrderResult(Result):
    names: tuple[str, ...]


class Order(Procedure[OrderResult], id="exil.melee.initiative"):
    """A d12 for each fighter of equal Poff: the higher face acts first, equal faces are rolled again
    (EXIL-CBT-09). In a duel the leader rolls one die. `blocks`: in order, each with the names still tied."""

    blocks: tuple[tuple[str, ...], ...]
    duel: bool = False

    async def rule(self) -> OrderResult:
        place = next((at for at, block in enumerate(self.blocks) if len(block) > 1), None)
        if place is None:
            return OrderResult(names=tuple(name for (name,) in self.blocks))
        block = self.blocks[place]
        if self.duel:
            return await become(self._in_place(place, await _either(*block)))
        note("EXIL-CBT-09", "Poff égaux : un d12 chacun pour {names}, dans cet ordre.", names=block)
        throws = tuple(Throw(D12, "initiative", _die_of(name)) for name in block)
        alone = {"reaching": False, "best": False, "lead": False, "order": True}
        podium = await rolls(throws, Ranking((0,) * len(block), **alone))
        assert podium.order is not None
        groups = tuple(tuple(block[at] for at in group) for group in reversed(podium.order))
        return await become(self._in_place(place, groups))

    def _in_place(self, place: int, groups: tuple[Names, ...]) -> Order:
        return replace(self, blocks=(*self.blocks[:place], *groups, *self.blocks[place + 1 :]))


async def _either(one: str, other: str) -> tuple[Names, Names]:
    """Return the order of two fighters of equal Poff, by one die of the leader (R-16)."""
    ahead = await roll(D12, "initiative", Under(6), who="gm")
    first, second = (one, other) if ahead else (other, one)
    note("EXIL-CBT-09", "Poff égaux : le sort désigne {who}.", who=first)
    return (first,), (second,)
