"""What an exploration finds: for each skeleton, slots, the edges into them, and decisions.

A slot is a mean: payoffs and values of other states, with weights. Slots of depth 0 are states; the
slots of a deeper level are the answers to decisions made within a state.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tablee.rules.readings.columns.clock import Span
from tablee.rules.readings.solving.cycles import Kind


class Edges:
    """Edges of one path: from slots, with weights, to states or decisions of `target`.

    `children`: indices in `target`, of states only once they are known. `crosses`: the target is
    one tick later.
    """

    __slots__ = ("children", "crosses", "slots", "span", "target", "weights")

    def __init__(self, slots: Any, weights: Any, target: Any, span: Span, crosses: bool) -> None:
        self.slots = slots.astype(np.int32)
        self.weights = weights
        self.target = target
        self.span = span
        self.crosses = crosses
        self.children: Any = None

    def lead_to(self, children: Any) -> None:
        self.children = children


class Level:
    """The slots of one depth within the states of one skeleton.

    `decisions`: for each block of decisions (kind, numbers of rows, numbers of columns); the slots
    of a decision follow one another, those of a row first.
    """

    def __init__(self) -> None:
        self.slots = 0
        self.nodes = 0
        self.decisions: list[tuple[Kind, Any, Any]] = []
        self.edges: list[Edges] = []
        self.payoffs: list[tuple[Any, Any, tuple[Any, ...], Span]] = []
        """Slots, weights, each worth (of all rows or of each), span."""

    def decide(self, kind: Kind, rows: Any, columns: Any) -> tuple[Any, Any]:
        """Add decisions; return their indices, and the first slot of each."""
        sizes = rows * columns
        ends = np.cumsum(sizes)
        first = self.slots + ends - sizes
        nodes = np.arange(self.nodes, self.nodes + len(sizes), dtype=np.int32)
        self.slots += int(ends[-1])
        self.nodes += len(sizes)
        self.decisions.append((kind, rows.astype(np.int32), columns.astype(np.int32)))
        return nodes, first
