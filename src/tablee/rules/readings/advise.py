"""`advise`: for the next choice, what each option is worth, exactly.

Later choices of the same seat and its allies are taken as the best for the utility, those of the
opposed side as the worst, others by the default of their parameter. Choices at once between two
opposed sides are a matrix game. Where a belief stands for a secret, several worlds that look alike
to the seat are walked as one bundle, so that advice never peeks.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from tablee.dice.die import OpenDie, Throw
from tablee.dice.law import Law
from tablee.dice.reads import FACES
from tablee.rules.procedure import Utility
from tablee.rules.question import Question, default_of
from tablee.rules.questions import Call, Choose, Hidden, Roll, Together
from tablee.rules.readings.budget import Budget, too_large
from tablee.rules.readings.matrix import solve
from tablee.rules.readings.odds import Laws, worlds
from tablee.rules.readings.session import Session
from tablee.rules.readings.walk import gather_law
from tablee.rules.readings.worlds import (
    End,
    Follower,
    Sure,
    World,
    refusal_outside,
    world_of,
)
from tablee.rules.refusal import Refusal, refuse
from tablee.rules.trace import plain

__all__ = ["Advice", "Option", "advise"]

Bundle = list[tuple[Fraction, World]]
"""Worlds that look alike to the seat, with their weights."""


class Option(msgspec.Struct, frozen=True):
    """One answer: what it is worth; in choices at once, how often to give it."""

    choice: Any
    value: Fraction
    p: Fraction | None = None


class Advice(msgspec.Struct, frozen=True):
    """Advice to `seat` on the choice `label`: options best first (at once: in the order offered)."""

    seat: str
    label: str
    utility: str
    options: tuple[Option, ...]
    value: Fraction
    at_once: bool

    @property
    def best(self) -> Any:
        """The first of the best (at once: of the likeliest) options."""
        if self.at_once:
            return max(self.options, key=lambda option: option.p or 0).choice
        return self.options[0].choice

    def view(self) -> dict[str, Any]:
        """The JSON of the contract."""
        if self.at_once:
            rows = [
                {"choose": plain(o.choice), "p": str(o.p), "value": str(o.value)}
                for o in self.options
            ]
            return {
                "seat": self.seat,
                "label": self.label,
                "options": rows,
                "value": str(self.value),
                "utility": self.utility,
            }
        rows = [{"choose": plain(o.choice), "value": str(o.value)} for o in self.options]
        return {
            "seat": self.seat,
            "label": self.label,
            "options": rows,
            "best": plain(self.best),
            "utility": self.utility,
        }


def advise(
    question: Question,
    utility: str | None = None,
    seat: str | None = None,
    budget: Budget | None = None,
) -> Advice:
    """Advice on the next choice of what follows the question's answers.

    `utility`: one of the procedure's (its default when None). `seat`: who is advised, when several
    choose at once (the first asked when None). Raises `Refusal`: an unknown utility, no choice
    next, a secret that the seat may not know, hidden information on both sides, too large.
    """
    name, worth = _utility(question, utility)
    found = worlds(question)
    found = [(s, w) for s, w in found if isinstance(s.pending, Choose | Together)] or found
    choice = _next_choice(found[0][0], seat)
    adviser = _Adviser(question, worth, found[0][0].outer(choice.who), budget or Budget())
    adviser.check_secrets()
    total = sum(weight for _, weight in found)
    bundle = [(Fraction(weight, total), world_of(session)) for session, weight in found]
    pending = found[0][0].pending
    if isinstance(pending, Together) and len(pending.choices) > 1:
        return adviser.at_once(bundle, pending, choice, name)
    together = isinstance(pending, Together)
    options = [
        Option(
            value, adviser.bundle([(w, s.sent((value,) if together else value)) for w, s in bundle])
        )
        for value in _values(choice)
    ]
    ranked = sorted(options, key=lambda option: option.value, reverse=True)
    return Advice(adviser.seat, choice.label, name, tuple(ranked), ranked[0].value, False)


def _utility(question: Question, name: str | None) -> tuple[str, Utility]:
    kind = type(question.procedure)
    worth = kind.utility(name)
    if worth is None:
        known = ", ".join(kind.utilities) or "–"
        raise Refusal("param", "for", name, "un nom parmi : {known:=}", known=known)
    return name or next(iter(kind.utilities)), worth


def _next_choice(session: Session, seat: str | None) -> Choose[Any]:
    question, pending = session.question, session.pending
    if isinstance(pending, Choose):
        asked: Sequence[Choose[Any]] = (pending,)
    elif isinstance(pending, Together):
        asked = pending.choices
    elif isinstance(pending, Throw):
        raise Refusal(
            "answer",
            f"answers[{len(question.answers)}]",
            None,
            "d’abord les dés : {dice:=} ({label}) ; le conseil porte sur le choix qui suit",
            dice=pending.notation(),
            label=pending.label,
        )
    else:
        raise Refusal(
            "param",
            "params",
            dict(question.given),
            "un choix à faire : donnez « ask » au paramètre sur lequel porte le conseil",
        )
    mine = [choice for choice in asked if seat in (None, session.outer(choice.who))]
    if not mine:
        known = ", ".join(session.outer(choice.who) for choice in asked)
        raise Refusal("param", "as", seat, "un nom parmi : {known:=}", known=known)
    return mine[0]


def _values(choice: Choose[Any]) -> list[Any]:
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


class _Adviser:
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
                raise Refusal(
                    "too_large",
                    self.procedure.id,
                    None,
                    "les choix peuvent revenir sans fin : le conseil exact n’est pas possible ici",
                )
            self.under_way.add(world)
            self.budget.spend_state(self.procedure.id)
            known = self.known[world] = self._value(world)
            self.under_way.discard(world)
        return known

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
                return self._decided(event, world, [world.sent(v) for v in _values(event)])
            case Together():
                return self._together_value([(Fraction(1), world)], event)

    def _mean(self, law: Law[Any], world: World) -> Fraction:
        total = Fraction(0)
        for value, weight in law.weights.items():
            total += weight * self.value(world.sent(value))
        return total / law.total

    def _decided(self, ask: Choose[Any], world: World, following: list[World]) -> Fraction:
        if not ask.weighed:
            return self.value(world.sent(ask.policy))
        role = self.role(world.outer(ask.who))
        if role == "neutral":
            return self.value(world.sent(self._default(ask, world)))
        best = max if role == "mine" else min
        return best(self.value(after) for after in following)

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
                    for value in _values(event)
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
                        _values(choice)
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
        return solve(self._payoffs(bundle, ask)[1]).value

    def at_once(
        self, bundle: Bundle, ask: Together[Any], choice: Choose[Any], utility: str
    ) -> Advice:
        """Advice on choices at once: the equilibrium's mixture over the seat's own options."""
        mine, matrix = self._payoffs(bundle, ask)
        game = solve(matrix)
        own = [c for c in ask.choices if self.role(bundle[0][1].outer(c.who)) == "mine"]
        place = own.index(choice)
        options = []
        for value in _values(choice):
            rows = [i for i, row in enumerate(mine) if row[place] == value]
            chance = sum((game.rows[i] for i in rows), Fraction())
            worth = max(
                sum((p * x for p, x in zip(game.columns, matrix[i], strict=True)), Fraction())
                for i in rows
            )
            options.append(Option(value, worth, chance))
        return Advice(self.seat, choice.label, utility, tuple(options), game.value, True)


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
