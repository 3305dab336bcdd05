"""What the walk of a batch of states needs of its exploration, and the rows that wait in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, Protocol

from tablee.dice.law import Law
from tablee.rules.questions import Call, Choose, Roll
from tablee.rules.readings.columns.arrays import Level
from tablee.rules.readings.columns.clock import Span
from tablee.rules.readings.columns.skeleton import States, Taken

Role = Literal["mine", "opposed", "neutral"]


class Looped(Exception):
    """Error: a sub-rule goes on as itself. Its law must answer the calls of its `kind`."""

    def __init__(self, kind: type) -> None:
        self.kind = kind


class Setting(Protocol):
    """What a walk needs of its exploration. `as_laws`: kinds of sub-rules that their laws answer;
    `whole`: all numbers of ticks left with which a state is reached."""

    fixed: type | None
    as_laws: frozenset[type]
    whole: Span

    def role(self, who: str) -> Role: ...
    def law_of_roll(self, ask: Roll[Any]) -> Law[Any]: ...
    def law_of_call(self, ask: Call[Any]) -> Law[Any]: ...
    def worths(self, result: Any) -> tuple[Any, ...]: ...
    def level(self, states: States, depth: int) -> Level: ...
    def states_of(self, taken: Taken, record: Any, parent: States) -> States: ...
    def count(self, paths: int, edges: int, values: int = 0) -> None: ...
    def count_breadth(self, more: float) -> None: ...
    def meet(self, ask: Choose[Any], paths: Sequence[Mapping[str, str]]) -> None: ...


class Path(NamedTuple):
    """Rows that wait, with the answers sent so far.

    `origin`: their places in the batch; `part`: their part of the walk, if each question divides it
    equally among its answers; `breadth`: how many answers it takes at once, on average.
    """

    origin: Any
    answers: tuple[Any, ...]
    slots: Any
    weights: Any
    depth: int
    span: Span
    part: float
    breadth: float = 1.0
