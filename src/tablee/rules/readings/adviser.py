"""The value of runs to one seat: what `advise` maximises.

A run in progress is a world; worlds that look alike to the seat are walked as one bundle, so that
a choice is weighed for all of them at once and never by the secret itself.
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from itertools import product
from typing import Any, Literal

from msgspec.structs import replace

from tablee.dice.die import OpenDie
from tablee.dice.law import Law
from tablee.dice.reads import FACES
from tablee.rules.forms import same
from tablee.rules.procedure import Utility
from tablee.rules.question import Question, default_of
from tablee.rules.questions import Call, Choose, Hidden, Roll, Together
from tablee.rules.readings.budget import Budget, too_large
from tablee.rules.readings.matrix import solve
from tablee.rules.readings.odds import Laws
from tablee.rules.readings.walk import gather_law
from tablee.rules.readings.worlds import End, Follower, Sure, World, refusal_outside
from tablee.rules.refusal import Refusal, refuse

__all__ = ["Adviser", "Bundle", "values_of"]

Bundle = list[tuple[Fraction, World]]
"""Worlds that look alike to the seat, with their weights."""


def values_of(choice: Choose[Any]) -> list[Any]:
    """Every answer that can be weighed. Raises `Refusal` for free text and for too many."""
    try:
        values = list(choice.form.values())
    except TypeError:
        raise Refusal(
            "param",
            choice.parameter or choice.label,
            "ask",
            "un choix dans une liste : un texte libre ne se conseille pas",
        ) from None
    if len(values) > 5_000:
        raise too_large(choice.label)
    return values


class Adviser:
    """The value of worlds to one seat."""

    def __init__(self, question: Question, worth: Utility, seat: str, budget: Budget) -> None:
        self.question = question
        self.procedure = question.procedure
        self.worth = worth
        self.seat = seat
        self.budget = budget
        self.sides = question.procedure.sides()
        self.laws = Laws(question.rulings, budget, alone=False)
        self.walker = self.laws.walker(type(question.procedure).result_type(), None)
        self.alone = Follower(question.rulings, self._law_of, gather_law)
        self.bundled = Follower(question.rulings, sees=lambda to: to is None or to == seat)
        self.known: dict[World, Fraction] = {}
        self.under_way: set[World] = set()
        self.inline: set[Hashable] = set()
        self.deciding: set[type] = set()

    def check_secrets(self) -> None:
        """Refuse to advise a seat by what it may not know: a belief must stand in its place."""
        if self.seat == self.question.game.leader:
            return
        for name in sorted(self.procedure.concealed(self.seat)):
            value = getattr(self.procedure, name)
            if not isinstance(value, tuple):
                raise refuse(
                    name,
                    "secret",
                    "une croyance (une liste de chances) : le conseil trahirait le secret",
                )

    def role(self, who: str) -> Literal["mine", "opposed", "neutral"]:
        if who == self.seat:
            return "mine"
        mine, other = self.sides.get(self.seat), self.sides.get(who)
        if mine is None or other is None:
            return "neutral"
        return "mine" if mine == other else "opposed"

    def _law_of(self, ask: Call[Any]) -> Law[Any] | None:
        """The law of a sub-rule in which nobody decides anything; None: play it inline."""
        if ask.procedure in self.inline:
            return None
        try:
            return self.laws.law(ask.procedure, ask.by)
        except Refusal as refusal:
            if refusal.kind != "choice_needed":
                raise refusal.moved(dict(ask.paths)) from None
            self.inline.add(ask.procedure)
            return None

    def _settled(self, world: World) -> Law[Any] | None:
        """The law of the result where only dice are left, worked out as `odds` does; else None."""
        (root, *inner), secrets = world.frames, world.secrets
        if inner or secrets or root.gathering is not None or type(root.procedure) in self.deciding:
            return None
        try:
            return self.laws.rest(root.procedure, root.sent, world.faces)
        except Refusal as refusal:
            if refusal.kind != "choice_needed":
                raise
            self.deciding.add(type(root.procedure))
            return None

    # ── one world ──────────────────────────────────────────────────────────────────────────────
    def value(self, world: World) -> Fraction:
        """The value of a single world."""
        known = self.known.get(world)
        if known is None:
            if world in self.under_way:
                raise self._without_end()
            self.under_way.add(world)
            self.budget.spend_state(self.procedure.id)
            known = self.known[world] = self._value(world)
            self.under_way.discard(world)
        return known

    def _without_end(self) -> Refusal:
        return Refusal(
            "too_large",
            self.procedure.id,
            None,
            "les choix peuvent revenir sans fin : le conseil exact n’est pas possible ici",
        )

    def _value(self, world: World) -> Fraction:
        law = self._settled(world)
        if law is not None:
            worth, procedure, seat = self.worth, self.procedure, self.seat
            return law.mean(lambda result: worth(procedure, result, seat))
        event, world = self.alone.next(world)
        match event:
            case End(result=result):
                return Fraction(self.worth(self.procedure, result, self.seat))
            case Sure(law=law):
                return self._mean(law, world)
            case Roll():
                return self._mean(self.walker.roll_law(event, world.faces), world)
            case Hidden():
                return self.bundle(_split(event, Fraction(1), world))
            case Choose():
                return self._decided(event, world)
            case Together():
                return self._together_value([(Fraction(1), world)], event)

    def _mean(self, law: Law[Any], world: World) -> Fraction:
        total = Fraction(0)
        for value, weight in law.weights.items():
            total += weight * self.value(world.sent(value))
        return total / law.total

    def _decided(self, ask: Choose[Any], world: World) -> Fraction:
        if not ask.weighed:
            return self.value(world.sent(ask.policy))
        role = self.role(world.outer(ask.who))
        if role == "neutral":
            return self.value(world.sent(self._default(ask, world)))
        best = max if role == "mine" else min
        return best(self.value(world.sent(value)) for value in values_of(ask))

    def _default(self, ask: Choose[Any], world: World) -> Any:
        default = ask.default
        if default is None and ask.parameter:
            default = default_of(world.frames[-1].procedure, ask.parameter)
        try:
            return ask.form.accept(default)
        except ValueError:
            refusal = Refusal(
                "choice_needed", ask.parameter or ask.label, "ask", "{form:form}", form=ask.form
            )
            raise refusal_outside(world, refusal) from None

    # ── bundles of worlds ──────────────────────────────────────────────────────────────────────
    def bundle(self, worlds: Bundle) -> Fraction:
        """The summed (weighted) value of worlds that look alike to the seat."""
        if len(worlds) == 1:
            ((weight, world),) = worlds
            return weight * self.value(replace(world, seen=()))
        groups: dict[Any, tuple[Any, Bundle]] = {}
        for weight, world in worlds:
            event, after = self.bundled.next(world)
            for part, placed in self._opened(event, weight, after):
                key = (_look(part), placed[1].seen)
                groups.setdefault(key, (part, []))[1].append(placed)
        return sum((self._group(event, group) for event, group in groups.values()), Fraction())

    def _opened(
        self, event: Any, weight: Fraction, world: World
    ) -> list[tuple[Any, tuple[Fraction, World]]]:
        """An event with its world; a belief met on the way opens into a world a value."""
        if not isinstance(event, Hidden):
            return [(event, (weight, world))]
        opened: list[tuple[Any, tuple[Fraction, World]]] = []
        for share, inner in _split(event, weight, world):
            following, after = self.bundled.next(inner)
            opened += self._opened(following, share, after)
        return opened

    def _group(self, event: Any, group: Bundle) -> Fraction:
        self.budget.spend_state(self.procedure.id)
        match event:
            case End():
                return sum((w * self._ended(world) for w, world in group), Fraction())
            case Roll():
                return self._rolled(event, group)
            case Choose():
                role = self.role(group[0][1].outer(event.who))
                if role == "neutral":
                    default = self._default(event, group[0][1])
                    return self.bundle([(w, world.sent(default)) for w, world in group])
                if role == "opposed" or group[0][1].outer(event.who) != self.seat:
                    raise _both_hidden(self.procedure.id)
                return max(
                    self.bundle([(w, world.sent(value)) for w, world in group])
                    for value in values_of(event)
                )
            case _:
                if len(group) == 1:
                    return self._together_value(group, event)
                raise _both_hidden(self.procedure.id)

    def _ended(self, world: World) -> Fraction:
        event, _ = self.bundled.next(world)
        assert isinstance(event, End)
        return Fraction(self.worth(self.procedure, event.result, self.seat))

    def _rolled(self, ask: Roll[Any], group: Bundle) -> Fraction:
        """One throw seen in all worlds of a group: by what the rule reads if that is the same in
        all of them, by the faces otherwise."""
        reads = [self.bundled.next(world)[0] for _, world in group]
        if all(isinstance(each, Roll) and each.read == ask.read for each in reads):
            law = self.walker.roll_law(ask, group[0][1].faces)
            total = Fraction(0)
            for value, weight in law.weights.items():
                total += weight * self.bundle([(w, world.sent(value)) for w, world in group])
            return total / law.total
        if any(isinstance(throw.die, OpenDie) for throw in ask.throws):
            raise _both_hidden(self.procedure.id)
        throws = [FACES.law((throw,)) for throw in ask.throws]
        total, whole = Fraction(0), 1
        for law in throws:
            whole *= law.total
        for faces in product(*throws):
            after = [
                (w, world.sent(each.read.of(faces)))
                for (w, world), each in zip(group, reads, strict=True)
                if isinstance(each, Roll)
            ]
            total += self.bundle(after)
        return total / whole

    # ── choices at once ────────────────────────────────────────────────────────────────────────
    def _sides_of(
        self, bundle: Bundle, ask: Together[Any]
    ) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]], list[int], list[Any]]:
        """My side's joint answers, the other side's, whose each choice is, the neutral defaults."""
        world = bundle[0][1]
        owners, fixed = [], []
        for choice in ask.choices:
            role = self.role(world.outer(choice.who))
            owners.append(("mine", "opposed", "neutral").index(role))
            fixed.append(self._default(choice, world) if role == "neutral" else None)
        opposed = {
            self.sides.get(world.outer(choice.who))
            for choice, owner in zip(ask.choices, owners, strict=True)
            if owner == 1
        }
        if len(opposed) > 1:
            raise Refusal(
                "too_large",
                self.procedure.id,
                None,
                "le conseil à choix simultanés vaut pour deux camps, pas plus",
            )
        mine, theirs = (
            list(
                product(
                    *(
                        values_of(choice)
                        for choice, owner in zip(ask.choices, owners, strict=True)
                        if owner == side
                    )
                )
            )
            for side in (0, 1)
        )
        if len(mine) * len(theirs) > 20_000:
            raise too_large(ask.choices[0].label)
        return mine, theirs, owners, fixed

    def _payoffs(
        self, bundle: Bundle, ask: Together[Any]
    ) -> tuple[list[tuple[Any, ...]], list[list[Fraction]]]:
        if len(bundle) > 1:
            raise _both_hidden(self.procedure.id)
        mine, theirs, owners, fixed = self._sides_of(bundle, ask)
        matrix: list[list[Fraction]] = []
        for row in mine:
            line: list[Fraction] = []
            for column in theirs:
                parts = iter(row), iter(column)
                answer = tuple(
                    default if owner == 2 else next(parts[owner])
                    for owner, default in zip(owners, fixed, strict=True)
                )
                line.append(self.bundle([(w, world.sent(answer)) for w, world in bundle]))
            matrix.append(line)
        return mine, matrix

    def _together_value(self, bundle: Bundle, ask: Together[Any]) -> Fraction:
        return solve(self._payoffs(bundle, ask)[1], self.budget.breathe).value

    def at_once(
        self, bundle: Bundle, ask: Together[Any], choice: Choose[Any]
    ) -> tuple[list[tuple[Any, Fraction, Fraction]], Fraction]:
        """For choices at once: each of the seat's own answers with its value against the other
        side's equilibrium and how often to give it; and the value of the game."""
        mine, matrix = self._payoffs(bundle, ask)
        game = solve(matrix, self.budget.breathe)
        own = [c for c in ask.choices if self.role(bundle[0][1].outer(c.who)) == "mine"]
        place = own.index(choice)
        options = []
        for value in values_of(choice):
            rows = [i for i, row in enumerate(mine) if row[place] == value]
            chance = sum((game.rows[i] for i in rows), Fraction())
            worth = max(
                sum((p * x for p, x in zip(game.columns, matrix[i], strict=True)), Fraction())
                for i in rows
            )
            options.append((value, worth, chance))
        return options, game.value

    # ── a choice that dice stand before ────────────────────────────────────────────────────────
    def choice_ahead(self, world: World) -> tuple[Choose[Any], World] | None:
        """The first single choice that the dice may lead to, with the world that asks it."""
        waiting, seen = [world], {world}
        while waiting:
            self.budget.spend_state(self.procedure.id)
            event, world = self.alone.next(waiting.pop())
            if isinstance(event, Choose):
                return event, world
            after = [world.sent(value) for value in self._falls(event, world) or ()]
            waiting += [each for each in reversed(after) if each not in seen]
            seen.update(after)
        return None

    def _falls(self, event: Any, world: World) -> Law[Any] | None:
        """The law of what dice alone bring next; None where it is not for dice to bring it."""
        match event:
            case Sure(law=law):
                return law
            case Roll():
                return self.walker.roll_law(event, world.faces)
            case _:
                return None

    def answering(self, world: World, asked: tuple[str, str], answer: Any) -> Fraction:
        """The value of a world if the choice `asked` (label, seat) is answered so when it comes
        first, wherever that answer is offered."""
        known: dict[World, Fraction | None] = {}

        def value(world: World) -> Fraction:
            event, world = self.alone.next(world)
            if world not in known:
                known[world] = None
                known[world] = found(event, world)
            worth = known[world]
            if worth is None:
                raise self._without_end()
            return worth

        def found(event: Any, world: World) -> Fraction:
            following = self._falls(event, world)
            if following is not None:
                self.budget.spend_state(self.procedure.id)
                after = ((value(world.sent(v)), w) for v, w in following.weights.items())
                return sum((w * worth for worth, w in after), Fraction()) / following.total
            mine = isinstance(event, Choose) and (event.label, world.outer(event.who)) == asked
            if mine and any(same(answer, offered) for offered in event.form.values()):
                return self.value(world.sent(answer))
            return self.value(world)

        return value(world)


def _split(ask: Hidden[Any], weight: Fraction, world: World) -> Bundle:
    law: Law[Any] = ask.value
    return [
        (weight * chance, replace(world, secrets=(*world.secrets, (ask.label, value))))
        for value, chance in law.items()
    ]


def _look(event: Any) -> Any:
    """What the seat can tell of an event before it is answered."""
    match event:
        case Roll(throws=throws):
            return ("roll", throws)
        case Choose(label=label, who=who, form=form, facts=facts):
            return ("choose", label, who, form, facts)
        case End():
            return ("end",)
        case _:
            return event


def _both_hidden(where: str) -> Refusal:
    return Refusal(
        "too_large",
        where,
        None,
        "le conseil ne couvre pas un secret que plusieurs camps ignorent différemment",
    )
