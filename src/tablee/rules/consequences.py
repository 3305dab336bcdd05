"""Booking: what a finished run leaves in the chronicle of a campaign, one event at a time.

    for consequence in consequences_of(game, {}, state, question, session, {"acteur": "jeanne"}):
        change = apply_event(game, {}, change.state, consequence.event)

Each `Booking` is one event of the chronicle with a sentence, so that a table may take it or not.
The cast says who is who: seat, role of a sheet ("" for the first one), name or path of the run ->
id in the campaign. Whoever is not in it, and whose name no sheet has, is nobody that is kept.

A game says in its `CAMPAIGN_RECORD` what its runs leave: `effects`, by the name of an effect, and
`results`, by the id of a procedure, which then tells all of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any, NamedTuple

import msgspec

from tablee.rules.ambient import Ambient, around
from tablee.rules.campaign.building import campaign_record_of
from tablee.rules.campaign.record import GivenRulings, read_state
from tablee.rules.campaign.state import Campaign, Pending
from tablee.rules.game import Game
from tablee.rules.ledger import Ledger
from tablee.rules.procedure import Procedure
from tablee.rules.questions import Choose
from tablee.rules.readings.session import Session, play
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import RunInput
from tablee.rules.schema import read_record
from tablee.rules.sheet import Sheet, characters_of
from tablee.rules.trace import Entry, plain
from tablee.rules.words import Words


class Consequence(msgspec.Struct, frozen=True, kw_only=True):
    """One event that a run asks for. `others`: what it may be instead, as whoever it concerns
    likes; `for_leader`: as the leader alone judges.

    `qui`: whom it concerns, None for the whole table. `secret`: only the leader may see it yet.
    `private`: only `qui` and the leader may, and it does not count before one of them has it so,
    since what it changes would tell the others.
    """

    event: Mapping[str, Any]
    others: tuple[Mapping[str, Any], ...] = ()
    qui: str | None = None
    clauses: tuple[str, ...] = ()
    text: str
    numbers: Mapping[str, Any] = {}
    secret: bool = False
    for_leader: bool = False
    private: bool = False

    def told(self, words: Words) -> str:
        """The sentence in the reader's language."""
        return words.phrase(self.text, **self.numbers)

    def view(self, words: Words) -> dict[str, Any]:
        """As JSON."""
        return {
            "event": dict(self.event),
            "others": [dict(each) for each in self.others],
            "for_leader": self.for_leader,
            "qui": self.qui,
            "clauses": list(self.clauses),
            "text": self.told(words),
            "secret": self.secret,
            "private": self.private,
        }


def ledger_event(
    ledger: type[Ledger[Any, Any]], qui: str | None = None, /, **event: Any
) -> dict[str, Any]:
    """Return the campaign event that adds `event` to a ledger: to that of the character `qui`, or to
    the one of the whole table."""
    of = {} if qui is None else {"qui": qui}
    return {"type": ledger.id, **of, "evenement": event}


class EmittedEffect(msgspec.Struct, frozen=True):
    """An effect of a run. `who`: the seat, role or name that the rule gives with it."""

    name: str
    amount: Any
    who: str | None


class Reservation(msgspec.Struct, frozen=True, kw_only=True):
    """What a run under way has spent of what the table holds, and its end is to book: an `event` of
    the chronicle, and how many (`n`). `spent`: the path of the parameter that says how many, or the
    choice; `held`: the path of the parameter that says how many there are."""

    event: Mapping[str, Any]
    n: int
    spent: str
    held: str


class MadeChoice(NamedTuple):
    """A choice that was made, by a seat of the run; `owner`: the role or name of whose it is, where
    somebody else makes it; `parameter`: the path of the one that led to it."""

    label: str
    value: Any
    who: str
    owner: str | None = None
    parameter: str = ""

    @classmethod
    def now(cls, session: Session, choice: Choose[Any], value: Any) -> MadeChoice:
        """What a run waits for, as if it had been chosen."""
        who, owner = session.outer(choice.who), session.choice_owner(choice)
        return cls(choice.label, value, who, owner, session.path(choice.parameter))


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """A run as the bookings of a game read it, a finished one; as its promises do, one under way,
    which has no result yet and only the choices that are known."""

    reads: Callable[[], Campaign]
    """Reads the campaign, once: many runs leave nothing, whatever it is."""
    people: tuple[type[Sheet], ...]
    """The kinds of sheet that are somebody's."""
    procedure: Any
    result: Any
    effects: tuple[EmittedEffect, ...]
    choices: tuple[MadeChoice, ...]
    """The choices made, in order; those of the people only."""
    cast: Mapping[str, str]
    named: Mapping[str, str] = {}
    """Parameter -> the name on a sheet by which its value was asked for."""

    @property
    def campaign(self) -> Campaign:
        return self.reads()

    def who(self, *names: str | None) -> str | None:
        """The id of the first of these seats, roles, names or paths that is somebody kept, no
        thing; None when the cast says of one of them that it is nobody ("")."""
        kept = self.campaign.fiches
        sheets = {name: sheet for name, sheet in kept if isinstance(sheet, self.people)}
        for name in names:
            if name is None:
                continue
            found = self.cast.get(name, name)
            if not found and name in self.cast:
                return None
            if found in sheets:
                return found
            alike = [each for each, sheet in sheets.items() if sheet.nom == found]
            if len(alike) == 1:
                return alike[0]
        return None

    def sheet(self, qui: str) -> Any:
        """The sheet of somebody kept."""
        sheet: Sheet = self.campaign.sheet(qui)
        return sheet

    def name(self, qui: str | None) -> str:
        """How somebody kept is called."""
        return "" if qui is None else self.campaign.sheet(qui).nom

    def total(self, effect: str) -> int:
        """The sum of the amounts of an effect."""
        return sum(each.amount for each in self.effects if each.name == effect)

    def chosen(self, label: str) -> Any:
        """The last choice of that label, None when it was not asked."""
        return next((each.value for each in reversed(self.choices) if each.label == label), None)

    def consequence(
        self,
        qui: str | None,
        clauses: str,
        text: str,
        event: Mapping[str, Any],
        others: Sequence[Mapping[str, Any]] = (),
        /,
        secret: bool = False,
        for_leader: bool = False,
        private: bool = False,
        **numbers: Any,
    ) -> Consequence:
        """A booking; `{who:=}` in its sentence is the name of `qui`."""
        return Consequence(
            event=event,
            others=tuple(others),
            qui=qui,
            clauses=tuple(clauses.split()),
            text=text,
            numbers={"who": self.name(qui), **numbers},
            secret=secret,
            for_leader=for_leader,
            private=private,
        )

    def pending(
        self,
        qui: str | None,
        clauses: str,
        text: str,
        procedure: str | None,
        params: Mapping[str, Any] = {},
        texte: str = "",
        /,
        **numbers: Any,
    ) -> Consequence:
        """A booking of something that falls due: another run, or a word that the leader owes."""
        due = {"procedure": procedure, "params": dict(params), "qui": qui, "texte": texte}
        return self.consequence(qui, clauses, text, {"type": "du", "du": due}, **numbers)

    def settled(self, concerned: Collection[str | None]) -> Iterator[Consequence]:
        """What was due and is done with this run, of somebody in the cast or `concerned`."""
        for due in self._dues(concerned):
            event = {"type": "acquitte", "procedure": due.procedure, "qui": due.qui}
            yield self.consequence(None, "", "Ce qui restait à jouer est joué.", event)
            return

    def pending_text(self) -> str:
        """The words with which the run fell due, if it did."""
        return next((due.texte for due in self._dues(())), "")

    def _dues(self, concerned: Collection[str | None]) -> Iterator[Pending]:
        """The dues that this run may settle."""
        about = {None, *self.cast.values(), *concerned}
        for due in self.campaign.dus:
            if due.procedure == self.procedure.id and due.qui in about:
                yield due


ConsequenceRule = Callable[..., Iterator[Consequence]]
"""(run) or, of an effect, (run, left) -> what is to be booked."""


def consequences_of(
    game: Game,
    rulings: GivenRulings,
    state: Mapping[str, Any],
    question: RunInput,
    ended: Session | tuple[Mapping[str, Any], Sequence[Mapping[str, Any]]] | None = None,
    cast: Mapping[str, str] | None = None,
    named: Mapping[str, str] | None = None,
) -> tuple[Consequence, ...]:
    """What a finished run is to leave in the chronicle, in the order in which it is to be applied.

    `ended`: the session, or the `result` and `effects` of its JSON; without it the answers of the
    question are played again. `named`: parameter -> the name on a sheet by which it was asked for.
    Raises `Refusal` when they do not lead to the end.
    """
    declared = campaign_record_of(game).declared
    bare = isinstance(ended, Session) and ended.done and not ended.effects
    if bare and question.procedure.id not in declared.results and not state.get("dus"):
        return ()
    reads = cache(partial(read_state, game, state, rulings))
    if not bare:  # one that leaves something is refused on a state that is none
        reads()
    run = _run(reads, question, ended, cast or {}, named or {})
    with around(Ambient(question.rulings)):
        by_result = declared.results.get(question.procedure.id)
        consequence = (
            by_result(run) if by_result is not None else _of_effects(declared.effects, run)
        )
        found = tuple(consequence)
        settled = run.settled({each.qui for each in found}) if state.get("dus") else ()
        return (*found, *settled)


def reserved_by(
    game: Game,
    rulings: GivenRulings,
    state: Mapping[str, Any],
    session: Session,
    cast: Mapping[str, str],
    told: Iterable[Entry],
    concealed: Collection[str] = (),
    more: Sequence[MadeChoice] = (),
) -> tuple[Reservation, ...]:
    """What a run has spent so far of what the table holds, as somebody knows it. `told`: the entries
    of its trace that he reads, `concealed`: the parameters that he does not know, `more`: choices
    as if they had been made."""
    declared = campaign_record_of(game).declared.reservations
    if declared is None:
        return ()
    run = Run(
        reads=cache(partial(read_state, game, state, rulings)),
        people=characters_of(game),
        procedure=session.question.procedure,
        result=None,
        effects=(),
        choices=(*_choices(told), *more),
        cast=cast,
    )
    with around(Ambient(session.question.rulings)):
        found = tuple(declared(run))
    return tuple(each for each in found if _HEAD.split(each.spent, 1)[0] not in concealed)


_HEAD = re.compile(r"[.\[]")


def _choices(entries: Iterable[Entry]) -> tuple[MadeChoice, ...]:
    return tuple(
        MadeChoice(
            entry.numbers["label"],
            entry.numbers["value"],
            entry.numbers["who"],
            entry.owner,
            entry.parameter,
        )
        for entry in entries
        if entry.kind == "choice"
    )


def _of_effects(effects: Mapping[str, ConsequenceRule], run: Run) -> Iterator[Consequence]:
    for left in run.effects:
        if left.name in effects:
            yield from effects[left.name](run, left)


def _run(
    reads: Callable[[], Campaign],
    question: RunInput,
    ended: Session | tuple[Mapping[str, Any], Sequence[Mapping[str, Any]]] | None,
    cast: Mapping[str, str],
    named: Mapping[str, str],
) -> Run:
    if ended is None:
        ended = play(question)
    if isinstance(ended, Session):
        if not ended.done:
            raise Refusal("answer", "answers", None, "les réponses qui manquent encore")
        return _played(reads, ended, cast, named)
    result, effects = ended
    kind = type(question.procedure)
    return Run(
        reads=reads,
        people=characters_of(question.game),
        procedure=question.procedure,
        result=read_record(kind.result_type(), result, "result."),
        effects=tuple(
            EmittedEffect(each["effect"], each["amount"], each.get("who")) for each in effects
        ),
        choices=(),
        cast=cast,
        named=named,
    )


def _played(
    reads: Callable[[], Campaign],
    session: Session,
    cast: Mapping[str, str],
    named: Mapping[str, str],
) -> Run:
    procedure: Procedure[Any] = session.question.procedure
    pairs = zip(session.effects, session.effect_seats, strict=True)
    return Run(
        reads=reads,
        people=characters_of(session.question.game),
        procedure=procedure,
        result=session.result,
        effects=tuple(EmittedEffect(name, plain(amount), who) for (name, amount), who in pairs),
        choices=_choices(session.trace),
        cast=cast,
        named=named,
    )
