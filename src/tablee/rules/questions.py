"""The questions that a rule may ask. Each is awaited and has its own static type of answer.

A rule is a coroutine that asks for dice and decisions and returns a result; it does not know who
answers. `Ask.__await__` hands the question to whatever reading drives the rule and gives back the
answer, so `face = await roll(D12, "talent", who="acteur")` is an `int` for the type checker.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar, overload

import msgspec

from tablee.dice.die import Die, OpenDie, Throw
from tablee.dice.law import Law
from tablee.dice.reads import FACE, Read
from tablee.rules.ambient import surroundings
from tablee.rules.forms import Form
from tablee.rules.refusal import refuse

if TYPE_CHECKING:
    from tablee.rules.procedure import Procedure

T = TypeVar("T")
T1 = TypeVar("T1", bound=Hashable)
T2 = TypeVar("T2", bound=Hashable)
H = TypeVar("H", bound=Hashable)
R = TypeVar("R")

ASK = Literal["ask"]
"""The value of a parameter that makes the run ask its owner."""
OWNER = "owner"
"""A seat that nobody sits on. A call that renames it says whose the dice and choices in it are,
where somebody else may throw and choose."""


def owner_of(seat: str) -> str:
    """The same for the dice and choices of one of several seats in the call."""
    return f"{OWNER} {seat}"


class Ask(msgspec.Struct, Generic[T], frozen=True, cache_hash=True):
    """Base of all questions."""

    def __await__(self) -> Generator[Ask[T], Any, T]:
        at_once = surroundings.get().answer
        answer: T = (yield self) if at_once is None else at_once(self)
        return answer


class Roll(Ask[T], Generic[T], frozen=True, cache_hash=True):
    """One or several throws, in order, under one joint read."""

    throws: tuple[Throw, ...]
    read: Read[Any]

    def __await__(self) -> Generator[Ask[T], Any, T]:
        ambient = surroundings.get()
        drawn = ambient.ready.get(self)
        if drawn:
            value: T = drawn.pop()
            return value
        answer: T = (yield self) if ambient.answer is None else ambient.answer(self)
        return answer


class Choose(Ask[T], Generic[T], frozen=True, cache_hash=True):
    """A decision. `facts`: what the chooser is told, as (name, value) pairs.

    `parameter`: the parameter whose `"ask"` led here (the path named by a refusal). `default`: what
    is taken in advice when the seat belongs to no side. `policy`: what is taken where nobody is
    there to be asked (`odds`, `simulate`); None: such a reading refuses. `weighed`: whether advice
    on an earlier choice weighs this one, or takes its policy. `secret`: the answer is not public.
    `owner`: for whom it is made, where `who` chooses for several.
    """

    label: str
    form: Form[Any]
    who: str
    facts: tuple[tuple[str, Any], ...] = ()
    parameter: str = ""
    default: Any = None
    policy: Any = None
    weighed: bool = True
    secret: bool = False
    owner: str = ""

    def only(self) -> tuple[T] | None:
        """Return the only legal answer in a tuple, None when there are several."""
        only: tuple[T] | None = self.form.only()
        return only


class Together(Ask[T], Generic[T], frozen=True, cache_hash=True):
    """Decisions taken at once, unseen by each other until all are there."""

    choices: tuple[Choose[Any], ...]

    def only(self) -> tuple[tuple[Any, ...]] | None:
        """Return the only legal answer in a tuple, None when there are several."""
        each = [choice.only() for choice in self.choices]
        return None if None in each else (tuple(only[0] for only in each if only),)


class Hidden(Ask[T], Generic[T], frozen=True, cache_hash=True):
    """A secret, known to the seat `knows` alone; or a belief about it, a law in its place."""

    value: Any
    label: str
    knows: str


class Call(Ask[T], Generic[T], frozen=True, cache_hash=True):
    """A rule used inside another. `seats` and `paths` rename its seats and parameters outside.

    `seen_by`: the one seat beside the leader that sees what happens in there; "": everybody.
    `sealed`: the leader does not see it either, until the run is over.
    """

    procedure: Any
    by: tuple[str, ...] | None = None
    seats: tuple[tuple[str, str], ...] = ()
    paths: tuple[tuple[str, str], ...] = ()
    seen_by: str = ""
    sealed: bool = False


class Gather(msgspec.Struct, Generic[R, T], frozen=True, cache_hash=True):
    """A fold over results in order: `step(accumulator, index, result, *using)`, then `end`.

    The functions must be plain functions of a module.
    """

    start: Any
    step: Callable[..., Any]
    end: Callable[..., T]
    using: tuple[Any, ...] = ()


class CallAll(Ask[T], Generic[T], frozen=True, cache_hash=True):
    """Independent sub-rules, played in order, whose results are folded as they come."""

    calls: tuple[Call[Any], ...]
    gather: Gather[Any, Any]


class Become(Ask[T], Generic[T], frozen=True, cache_hash=True):
    """Go on as another procedure; stands only as `return await become(...)` in a `rule`."""

    procedure: Any


@overload
def roll(die: Die, label: str, *, who: str) -> Ask[int]: ...
@overload
def roll(die: Die | OpenDie, label: str, read: Read[H], *, who: str, count: int = 1) -> Ask[H]: ...
@lru_cache(maxsize=4096)
def roll(
    die: Die | OpenDie, label: str, read: Read[Any] = FACE, *, who: str, count: int = 1
) -> Ask[Any]:
    """One throw: `count` dice of one kind (an exploding die is one ask, its answer the chain).

    No ask is made for 0 dice. The answer is what `read` makes of the faces, the bare face of a
    single die when left out.
    """
    if count < 0:
        raise ValueError(f"a throw of {count} dice")
    return Roll((Throw(die, label, who, count),), read)


def rolls(throws: tuple[Throw, ...], read: Read[H]) -> Ask[H]:
    """Several throws in order under one joint read."""
    return Roll(throws, read)


def choose(
    label: str,
    form: Form[H],
    *,
    who: str,
    facts: Mapping[str, Any] | None = None,
    parameter: str = "",
    default: H | None = None,
    policy: H | None = None,
    weighed: bool = True,
    secret: bool = False,
    owner: str = "",
) -> Choose[H]:
    """A decision of `who`. A single legal value is taken without asking."""
    told = tuple((facts or {}).items())
    return Choose(label, form, who, told, parameter, default, policy, weighed, secret, owner)


async def decide(
    value: H | ASK,
    parameter: str,
    form: Form[H],
    *,
    who: str,
    label: str | None = None,
    facts: Mapping[str, Any] | None = None,
    default: H | None = None,
    policy: H | None = None,
    secret: bool = False,
) -> H:
    """The answer of a parameter that may be `"ask"`: its fixed value, checked, or the owner's.

    A fixed value that is not offered is refused under the parameter's path.
    """
    if value == "ask":
        answer: H = await choose(
            label or parameter.rpartition(".")[2],
            form,
            who=who,
            facts=facts,
            parameter=parameter,
            default=default,
            policy=policy,
            secret=secret,
        )
        return answer
    return accepted(value, parameter, form)


def accepted(value: H, parameter: str, form: Form[H]) -> H:
    """The fixed value of a parameter, refused under its path when it is not offered."""
    try:
        return form.accept(value)
    except ValueError:
        raise refuse(parameter, value, "{form:form}", form=form) from None


@overload
def together(first: Choose[T1], second: Choose[T2], /) -> Ask[tuple[T1, T2]]: ...
@overload
def together(*choices: Choose[T1]) -> Ask[tuple[T1, ...]]: ...
def together(*choices: Choose[Any]) -> Ask[Any]:
    """Decisions taken at once (asked as one ask, also when there is one)."""
    return Together(choices)


def hidden(value: H | Law[H], label: str, *, knows: str) -> Ask[H]:
    """A secret of the seat `knows`; in `odds` and `advise` a law (a belief) may stand for it."""
    return Hidden(value, label, knows)


def call(
    procedure: Procedure[R],
    *,
    by: tuple[str, ...] | None = None,
    seats: Mapping[str, str] | None = None,
    paths: Mapping[str, str] | None = None,
    seen_by: str = "",
    sealed: bool = False,
) -> Call[R]:
    """A rule used inside another: its result (only the fields `by`, when given)."""
    renamed = tuple((seats or {}).items()), tuple((paths or {}).items())
    return Call(procedure, by, *renamed, seen_by, sealed)


def call_all(calls: tuple[Call[R], ...], gather: Gather[R, T]) -> Ask[T]:
    """Independent sub-rules under one fold of their results."""
    return CallAll(calls, gather)


def become(procedure: Procedure[R]) -> Ask[R]:
    """The rest of the run is that of another procedure with the same result type."""
    return Become(procedure)


async def law_of(procedure: Procedure[H], *, by: tuple[str, ...] | None = None) -> Law[H]:
    """Return the exact law of another procedure (only of the fields `by`, when given).

    A rule uses it to announce a chance, or to compare options. The law is computed under the
    rulings of the run, and is the same in every reading; no dice are thrown, and nothing is noted.
    Choices in the procedure take their policies. Raises `Refusal`: a choice without a policy, a law
    that is too large to compute during a run.
    """
    ambient = surroundings.get()
    if ambient.requested_law is None:
        raise LookupError("law_of: a rule can ask for a law only while a reading runs it")
    return ambient.requested_law(ambient.rulings, procedure, by)
