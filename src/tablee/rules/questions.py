"""The questions that a rule may ask. Each is awaited, and its answer has a static type.

A rule is a coroutine that asks for dice and decisions and returns a result. It does not know who
answers: `Ask.__await__` passes the question to the reading that drives the rule and returns the
answer. So `face = await roll(D12, "talent", who="acteur")` is an `int` for the type checker.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar, overload

import msgspec

from tablee.dice.chain_die import ChainDie
from tablee.dice.die import AnyDie, Die, Throw
from tablee.dice.law import Law
from tablee.dice.reads import FACE, Read, Under
from tablee.rules.ambient import surroundings
from tablee.rules.field_marks import Landmarks
from tablee.rules.forms import Form
from tablee.rules.refusal import refuse

if TYPE_CHECKING:
    from tablee.rules.procedure import Procedure

T = TypeVar("T")
T1 = TypeVar("T1", bound=Hashable)
T2 = TypeVar("T2", bound=Hashable)
T3 = TypeVar("T3", bound=Hashable)
H = TypeVar("H", bound=Hashable)
R = TypeVar("R")

ASK = Literal["ask"]
"""Value of a parameter that makes the run ask a person for it."""
MOST_DICE = 10_000
"""Maximum number of dice of one throw."""
OWNER = "owner"
"""Seat that no person has. A call that renames it names the owner of its dice and choices, where
another person throws and chooses."""


def owner_of(seat: str) -> str:
    """Return the seat that names the owner of the dice and choices of one seat of a call."""
    return f"{OWNER} {seat}"


class Ask(msgspec.Struct, Generic[T], frozen=True, cache_hash=True):
    """Base class of all questions."""

    def __await__(self) -> Generator[Ask[T], Any, T]:
        respond = surroundings.get().answer
        answer: T = (yield self) if respond is None else respond(self)
        return answer


class Roll(Ask[T], Generic[T], frozen=True, cache_hash=True):
    """One or more throws, in order, with one read of all their faces."""

    throws: tuple[Throw, ...]
    read: Read[Any]

    def __post_init__(self) -> None:
        for throw in self.throws:
            if not isinstance(throw, Throw):
                raise TypeError(f"rolls takes throws, Throw(D6, label, who), not {throw!r}")
            if not hasattr(throw.die, "missing"):
                raise TypeError(f"roll takes a die, such as D6, not {throw.die!r}")
            if type(throw.count) is not int:
                raise TypeError(f"roll takes a whole number of dice, not {throw.count!r}")
            if not 0 <= throw.count <= MOST_DICE:
                raise ValueError(f"a throw of {throw.count} dice")
            for name, text in (("who", throw.who), ("label", throw.label)):
                if not isinstance(text, str):
                    raise TypeError(f"roll takes a text as its {name}, not {text!r}")
        if not isinstance(self.read, Read):
            raise TypeError(f"roll takes a read, such as Pool(), not {self.read!r}")
        self.read.check(self.throws)

    def __await__(self) -> Generator[Ask[T], Any, T]:
        ambient = surroundings.get()
        if ambient.ready:
            drawn = ambient.ready.get(self)
            if drawn:
                value: T = drawn.pop()
                return value
        answer: T = (yield self) if ambient.answer is None else ambient.answer(self)
        return answer


class Choose(Ask[T], Generic[T], frozen=True, cache_hash=True):
    """A decision of one seat.

    `facts`: (name, value) pairs that are shown to the chooser. `parameter`: the parameter that was
    `"ask"` (a refusal names its path). `default`: the answer that advice assumes for a seat of no
    side. `policy`: the answer of `odds` and `simulate`, where no person is asked; None: they refuse.
    `weighed`: whether advice on an earlier choice compares the answers of this one; if not, it takes
    the policy. `secret`: the answer is not public. `owner`: the owner of the choice, where `who`
    chooses for several characters. `landmarks`: examples of the values, where the parameter has none.
    `help`: a French text that says what the choice is about, where that of the parameter does not.
    `unweighed`: the answers that advice leaves out because no rule computes their effect, such as an
    effect in a person's words.
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
    landmarks: Landmarks | None = None
    help: str = ""
    unweighed: tuple[Any, ...] = ()

    def only(self) -> tuple[T] | None:
        """Return the only legal answer in a tuple, None when there are several."""
        only: tuple[T] | None = self.form.only()
        return only


class Together(Ask[T], Generic[T], frozen=True, cache_hash=True):
    """Simultaneous decisions: each is hidden from the other seats until all are made."""

    choices: tuple[Choose[Any], ...]

    def only(self) -> tuple[tuple[Any, ...]] | None:
        """Return the only legal answer in a tuple, None when there are several."""
        each = [choice.only() for choice in self.choices]
        return None if None in each else (tuple(only[0] for only in each if only),)


class Hidden(Ask[T], Generic[T], frozen=True, cache_hash=True):
    """A secret value that only the seat `knows` may see, or a belief: a law in its place."""

    value: Any
    label: str
    knows: str


class UnknownSeat(ValueError):
    """A seat that no declaration names. `known`: those that the declarations name."""

    def __init__(self, seat: str, known: tuple[str, ...]) -> None:
        super().__init__(f"the seat {seat!r} is none of {', '.join(known)}")
        self.known = known


class Call(Ask[T], Generic[T], frozen=True, cache_hash=True):
    """A rule used inside another.

    `by`: the result fields that are needed. `seats`, `paths`: names that the caller uses for seats
    and parameters of the rule. `seen_by`: the one seat, besides the leader, that sees the steps of
    the rule; "": all seats. `sealed`: the leader sees them only once the run is over.
    """

    procedure: Any
    by: tuple[str, ...] | None = None
    seats: tuple[tuple[str, str], ...] = ()
    paths: tuple[tuple[str, str], ...] = ()
    seen_by: str = ""
    sealed: bool = False


class Gather(msgspec.Struct, Generic[R, T], frozen=True, cache_hash=True):
    """A fold over results in order: `step(accumulator, index, result, *using)`, then `end`.

    `step` and `end` must be functions of a module, so that a `Gather` can be compared and hashed.
    """

    start: Any
    step: Callable[..., Any]
    end: Callable[..., T]
    using: tuple[Any, ...] = ()


class CallAll(Ask[T], Generic[T], frozen=True, cache_hash=True):
    """Independent sub-rules in order, with a fold of their results."""

    calls: tuple[Call[Any], ...]
    gather: Gather[Any, Any]


class Become(Ask[T], Generic[T], frozen=True, cache_hash=True):
    """Continuation as another procedure: only as `return await become(...)` in a `rule`."""

    procedure: Any


@overload
def roll(die: Die | ChainDie, label: str, *, who: str) -> Ask[int]: ...
@overload
def roll(die: AnyDie, label: str, read: Read[H], *, who: str, count: int = 1) -> Ask[H]: ...
@lru_cache(maxsize=4096)
def roll(die: AnyDie, label: str, read: Read[Any] = FACE, *, who: str, count: int = 1) -> Ask[Any]:
    """Ask for one throw of `count` dice of one kind; an exploding die is thrown as a whole chain.

    The answer is the value of `read` for the faces: by default the face of a single die. 0 dice are
    not asked for.
    """
    return Roll((Throw(die, label, who, count),), read)


@lru_cache(maxsize=4096)
def _rolls(throws: tuple[Throw, ...], read: Read[Any]) -> Ask[Any]:
    return Roll(throws, read)


def rolls(throws: tuple[Throw, ...], read: Read[H]) -> Ask[H]:
    """Ask for several throws in order, with one read of all their faces.

    A question that was asked before is not checked again: the exact law replays a rule for each
    path. A level that is a column of numbers (see `numbers`) is not looked up: that would run the rule
    again for each of its numbers.
    """
    if not isinstance(throws, tuple):
        raise TypeError(f"rolls takes a tuple of throws, (Throw(…), Throw(…)), not {throws!r}")
    if type(read) is Under and type(read.level) is not int:
        return Roll(throws, read)
    return _rolls(throws, read)


def nonzero(**facts: Any) -> dict[str, Any]:
    """Return the facts that are not 0, False or empty: such a value means nothing to a chooser."""
    return {name: value for name, value in facts.items() if value}


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
    landmarks: Landmarks | None = None,
    help: str = "",
    unweighed: tuple[H, ...] = (),
) -> Choose[H]:
    """Ask the seat `who` for a decision. A single legal value is not asked for.

    `facts`: what the chooser is shown. `parameter`: the parameter that was `"ask"`. `policy`: the answer
    that `odds` and `simulate` assume; without one they refuse. `default`: the answer that advice
    assumes of a seat without a side. `secret`: the answer is not public. The others: see `Choose`.
    """
    if not isinstance(form, Form):
        raise TypeError(f"choose takes a form, such as OneOf((1, 2)), not {form!r}")
    shown = tuple((facts or {}).items())
    return Choose(
        label,
        form,
        who,
        shown,
        parameter,
        default,
        policy,
        weighed,
        secret,
        owner,
        landmarks,
        help,
        unweighed,
    )


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
    owner: str = "",
    unweighed: tuple[H, ...] = (),
) -> H:
    """Return the value of a parameter that may be `"ask"`: its fixed value, or the answer of `who`.

    Raises `Refusal`, with the path of the parameter, for a fixed value that is not offered.
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
            owner=owner,
            unweighed=unweighed,
        )
        return answer
    return accepted(value, parameter, form)


def accepted(value: H, parameter: str, form: Form[H]) -> H:
    """Return the fixed value of a parameter. Raises `Refusal` when `form` does not offer it."""
    if not isinstance(form, Form):
        raise TypeError(f"decide takes a form, such as OneOf((1, 2)), not {form!r}")
    try:
        return form.accept(value)
    except ValueError:
        raise refuse(parameter, value, "{form:form}", form=form) from None


@overload
def together(first: Choose[T1], second: Choose[T2], /) -> Ask[tuple[T1, T2]]: ...
@overload
def together(
    first: Choose[T1], second: Choose[T2], last: Choose[T3], /
) -> Ask[tuple[T1, T2, T3]]: ...
@overload
def together(*choices: Choose[T1]) -> Ask[tuple[T1, ...]]: ...
def together(*choices: Choose[Any]) -> Ask[Any]:
    """Ask for simultaneous decisions, in one question."""
    for each in choices:
        if not isinstance(each, Choose):
            raise TypeError(f"together takes choices, choose(…), not {each!r}")
    return Together(choices)


def hidden(value: H | Law[H], label: str, *, knows: str) -> Ask[H]:
    """Ask for a secret of the seat `knows`. In `odds` and `advise` it may be a law (a belief)."""
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
    """Ask for the result of another rule (only its fields `by`, when given). See `Call`."""
    _check_rule("call", procedure)
    renamed = tuple((seats or {}).items()), tuple((paths or {}).items())
    return Call(procedure, by, *renamed, seen_by, sealed)


def call_all(calls: tuple[Call[R], ...], gather: Gather[R, T]) -> Ask[T]:
    """Ask for the fold of the results of independent rules."""
    return CallAll(calls, gather)


def become(procedure: Procedure[R]) -> Ask[R]:
    """Continue the run as another procedure with the same result type."""
    _check_rule("become", procedure)
    return Become(procedure)


def _check_rule(name: str, procedure: Any) -> None:
    """Raise `TypeError` for what is no procedure, or its class alone."""
    if isinstance(procedure, type) or not hasattr(procedure, "rule"):
        raise TypeError(f"{name} takes a procedure with its values, Test(…), not {procedure!r}")


async def law_of(procedure: Procedure[H], *, by: tuple[str, ...] | None = None) -> Law[H]:
    """Return the exact law of another procedure (only of the fields `by`, when given).

    A rule uses it to announce a chance, or to compare options. The law is computed under the
    rulings of the run, and is the same in every reading; no dice are thrown, and nothing is noted.
    Choices in the procedure take their policies. Raises `Refusal`: a choice without a policy, a law
    that is too large to compute during a run.
    """
    _check_rule("law_of", procedure)
    ambient = surroundings.get()
    if ambient.requested_law is None:
        raise LookupError("law_of: a rule can ask for a law only while a reading runs it")
    return ambient.requested_law(ambient.rulings, procedure, by)
