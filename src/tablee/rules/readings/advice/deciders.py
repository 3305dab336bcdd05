"""Who decides in a run, relative to the advised seat: its own side, the opposed one, or neither."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from math import prod
from typing import Any, Literal

from tablee.rules.procedure import Procedure
from tablee.rules.questions import Choose, Together
from tablee.rules.readings.budget import too_large
from tablee.rules.readings.walk import choice_needed, usual_answer
from tablee.rules.readings.worlds import World, refusal_outside
from tablee.rules.refusal import Refusal

MAX_JOINT_ANSWERS = 20_000
"""Maximum number of joint answers of both sides to simultaneous choices."""


def values_of(choice: Choose[Any]) -> list[Any]:
    """Return every answer of a choice. Raises `Refusal` for free text and for too many answers."""
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


class Deciders:
    """The sides of a run, and the answers of its choices, for the advised `seat`.

    `usual`: seats whose choices take their defaults because there are more than two sides, or because
    the procedure has no sides: then those that the run has asked. `contested`: whether an opposed
    seat was found to choose anything.
    """

    def __init__(self, procedure: Procedure[Any], seat: str) -> None:
        self.seat = seat
        self.choosers: set[str] = set()
        """The seats whose role was asked for: those that choose."""
        self.sides = procedure.sides()
        self.usual = _usual_seats(self.sides, seat)
        self.contested = False

    def allied_seats(self) -> set[str]:
        """Return the seats of the side of the advised seat."""
        own = self.sides.get(self.seat)
        return {who for who, side in self.sides.items() if side == own}

    def role(self, who: str) -> Literal["mine", "opposed", "neutral"]:
        """Return the side of a seat, relative to the advised seat."""
        self.choosers.add(who)
        if who == self.seat:
            return "mine"
        if who in self.usual:
            return "neutral"
        mine, other = self.sides.get(self.seat), self.sides.get(who)
        if mine is None or other is None:
            return "neutral"
        return "mine" if mine == other else "opposed"

    def own_labels(self, ask: Choose[Any] | Together[Any], world: World) -> tuple[str, ...]:
        """Return the labels of the choices of the own side that a world waits for."""
        choices = (ask,) if isinstance(ask, Choose) else ask.choices
        return tuple(c.label for c in choices if self.role(world.outer(c.who)) == "mine")

    def default(self, ask: Choose[Any], world: World) -> Any:
        """Return the default answer of a neutral seat. Raises `Refusal` when there is none."""
        who = world.outer(ask.who)
        if not self.sides and who not in self.usual:
            self.usual = tuple(sorted((*self.usual, who)))
        try:
            return ask.form.accept(usual_answer(ask, world.frames[-1].procedure))
        except ValueError:
            seats = self.seat, world.outer(ask.who)
            refusal = choice_needed(ask, [each for each in seats if each not in self.sides])
            raise refusal_outside(world, refusal) from None

    def is_free(self, ask: Choose[Any] | Together[Any], world: World) -> bool:
        """Return whether the answers to the question of a world are weighed against each other."""
        if isinstance(ask, Choose):
            return ask.weighed and self._is_open(ask, world)
        return any(self._is_open(each, world) for each in ask.choices)

    def _is_open(self, choice: Choose[Any], world: World) -> bool:
        if choice.only() is not None:
            return False
        role = self.role(world.outer(choice.who))
        self.contested |= role == "opposed"
        return role != "neutral"

    def certain_answer(self, ask: Choose[Any] | Together[Any], world: World) -> Any:
        """Return the answer to a question that is not free. Raises `Refusal` when there is none."""
        if isinstance(ask, Together):
            return tuple(self.certain_answer(each, world) for each in ask.choices)
        only = ask.only()
        if only is not None:
            return only[0]
        return self.default(ask, world) if ask.weighed else ask.policy

    def joint_answers(
        self, ask: Together[Any], world: World
    ) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]], Callable[..., tuple[Any, ...]]]:
        """Return the joint answers of both sides, and a function that joins one of each."""
        roles = [self.role(world.outer(choice.who)) for choice in ask.choices]
        fixed = [
            self.certain_answer(choice, world) if role == "neutral" else None
            for choice, role in zip(ask.choices, roles, strict=True)
        ]
        answers = {
            side: [
                values_of(choice)
                for choice, role in zip(ask.choices, roles, strict=True)
                if role == side
            ]
            for side in ("mine", "opposed")
        }
        if prod(len(each) for own in answers.values() for each in own) > MAX_JOINT_ANSWERS:
            raise too_large(ask.choices[0].label)
        mine, theirs = (list(product(*own)) for own in answers.values())
        self.contested |= len(theirs) > 1

        def joined(row: tuple[Any, ...], column: tuple[Any, ...]) -> tuple[Any, ...]:
            parts = {"mine": iter(row), "opposed": iter(column), "neutral": iter(())}
            return tuple(
                next(parts[role], default) for role, default in zip(roles, fixed, strict=True)
            )

        return mine, theirs, joined


def _usual_seats(sides: Mapping[str, str], seat: str) -> tuple[str, ...]:
    """Return the seats of other sides than that of `seat`, where there are more than two sides."""
    if len(set(sides.values())) <= 2:
        return ()
    return tuple(sorted(who for who, side in sides.items() if side != sides.get(seat)))
