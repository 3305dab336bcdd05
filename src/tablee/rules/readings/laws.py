"""Exact laws of procedures under fixed rulings, each computed once."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from tablee.dice.law import Law
from tablee.rules.procedure import UNWANTED, Procedure
from tablee.rules.readings.budget import Budget
from tablee.rules.readings.graph import end_law, explore
from tablee.rules.readings.walk import Leaves, Walker
from tablee.rules.refusal import Refusal
from tablee.rules.rule_watch import may_never_end

REQUESTED_STEPS, REQUESTED_STATES = 100_000, 10_000
"""Maximum size of a law that a rule asks for (about half a second, once)."""
MAX_REQUESTED_LAWS = 1_000
"""Maximum number of laws that the process keeps for rules that ask for them."""


class Laws:
    """Memo of a reading: laws of procedures under fixed rulings and one budget.

    `alone`: see `Walker`.
    """

    def __init__(self, rulings: Any, budget: Budget | None = None, alone: bool = True) -> None:
        self.rulings = rulings
        self.alone = alone
        self.budget = budget or Budget()
        self._memo: dict[tuple[Procedure[Any], tuple[str, ...] | None], Law[Any]] = {}
        self._walkers: dict[Any, Walker] = {}

    def law(self, procedure: Procedure[Any], by: tuple[str, ...] | None = None) -> Law[Any]:
        """Return the exact law of the result of a procedure (only of its fields `by`, when given)."""
        key = (procedure, by)
        law = self._memo.get(key)
        if law is None:
            law = self._memo[key] = self.rest(procedure, (), (), by)
        return law

    def rest(
        self,
        procedure: Procedure[Any],
        sent: tuple[Any, ...],
        faces: tuple[tuple[int, ...], ...],
        by: tuple[str, ...] | None = None,
    ) -> Law[Any]:
        """Return the law of the result after the values `sent` and the throws `faces`."""
        walker = self.walker(type(procedure).result_type(), by)
        first = walker.leaves(procedure, sent, faces)
        if not first.states:
            return Law(first.results)
        root = (procedure, sent, faces)

        def leaves_of(state: Any) -> Leaves:
            return first if state is root else walker.leaves(state)

        graph = explore(root, leaves_of, self.budget, procedure.id)
        try:
            return end_law(root, graph, self.budget, procedure.id)
        except ValueError:
            raise may_never_end(procedure.id) from None

    @property
    def fields_matter(self) -> bool:
        """Return whether a law of fewer result fields would have taken less: a rule leaves out what
        nobody asks for, or the results themselves are a part of the cost."""
        chosen = any(walker.chooses_fields for walker in self._walkers.values())
        return chosen or self.budget.counts_results

    def drop_walkers(self) -> None:
        """Drop the walkers, which refer back to this memo: no cycle waits for the collector."""
        self._walkers.clear()

    def walker(self, result: type[Any], by: tuple[str, ...] | None) -> Walker:
        """Return the walker for procedures with this result type and these result fields."""
        walker = self._walkers.get((result, by))
        if walker is None:
            project = None if by is None else projection(result, by)
            fields = None if by is None else frozenset(by)
            walker = Walker(
                self.rulings,
                fields,
                project,
                self.law,
                self.budget,
                self.alone,
                requested_law=requested_law,
            )
            self._walkers[result, by] = walker
        return walker


def projection(result: type[Any], by: tuple[str, ...]) -> Callable[[Any], Any]:
    """Return a function that sets all fields of a result except `by` to `UNWANTED`."""
    dropped = {name: UNWANTED for name in result.__struct_fields__ if name not in by}
    return lambda value: replace(value, **dropped) if dropped else value


def projected(leaves: Leaves, procedure: Procedure[Any], by: tuple[str, ...] | None) -> Leaves:
    """Return leaves of a procedure whose results keep the fields `by` only; None: all."""
    if by is not None:
        leaves.project(projection(type(procedure).result_type(), by))
    return leaves


@lru_cache(maxsize=MAX_REQUESTED_LAWS)
def requested_law(
    rulings: Any, procedure: Procedure[Any], by: tuple[str, ...] | None = None
) -> Law[Any]:
    """Return the exact law that a rule asks for with `law_of`.

    It depends on the arguments alone, so it is the same in every reading. Choices in the procedure
    take their policies. Raises `Refusal`: a choice without a policy, a law that is too large.
    """
    name = procedure.id or type(procedure).__name__
    laws = Laws(rulings, Budget(REQUESTED_STEPS, REQUESTED_STATES, REQUESTED_STEPS))
    try:
        return laws.law(procedure, by)
    except Refusal as refusal:
        if refusal.kind == "choice_needed":
            raise Refusal(
                "choice_needed",
                refusal.field,
                refusal.got,
                "la règle demande la loi exacte de « {procedure:=} »",
                procedure=name,
            ) from None
        if refusal.kind != "too_large":
            raise
    except RecursionError:  # a rule that asks for its own law
        pass
    finally:
        laws.drop_walkers()
    raise Refusal(
        "too_large",
        name,
        None,
        "la règle demande la loi exacte de « {procedure:=} », trop longue à calculer ; réduisez "
        "les paramètres",
        procedure=name,
    )
