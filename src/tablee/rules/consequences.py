"""The consequences of a finished run: the changes it makes to a campaign record.

    for consequence in consequences_of(game, {}, state, question, session, {"acteur": "jeanne"}):
        change = apply_event(game, {}, change.state, consequence.event)

Each `Consequence` is one event of the campaign record with a sentence, so that a table may decline
it. The cast maps a seat, the role of a sheet ("" for the first one), a name or a path of the run to
an id in the campaign. A name outside the cast that no sheet has belongs to no character.

A game declares the consequences of its runs in its `CAMPAIGN_RECORD`: `effects`, by the name of an
effect, and `results`, by the id of a procedure. A function in `results` gives all consequences of
its run.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any, NamedTuple

import msgspec

from tablee.rules.ambient import Ambient, around
from tablee.rules.authoring.game_file import at_author
from tablee.rules.campaign.as_left import CampaignAsLeft
from tablee.rules.campaign.building import BY_HAND, campaign_record_of
from tablee.rules.campaign.record import GivenRulings, read_fitting
from tablee.rules.campaign.state import Campaign, Pending
from tablee.rules.campaign_declaration import CampaignChange, Reservation
from tablee.rules.game import Game
from tablee.rules.ledger import Ledger
from tablee.rules.procedure import Procedure, Record
from tablee.rules.questions import Choose
from tablee.rules.readings.session import Session, play
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import RunInput
from tablee.rules.schema import fields_of, read_record, show
from tablee.rules.sheet import Sheet, characters_of
from tablee.rules.texts.words import Words
from tablee.rules.trace import Entry, plain


class Consequence(CampaignChange, frozen=True, kw_only=True):
    """A change of the campaign record that a run leads to.

    `others`: alternatives that the owner of the character may choose; with `for_leader` the leader
    alone chooses. `qui`: the character concerned, None for the whole table. `secret`: only the
    leader sees it yet. `private`: only `qui` and the leader see it, and it does not count before
    one of them accepts it, since its change would reveal it. `binding`: the leader alone may
    decline it, since others have agreed upon it or the rules leave it to nobody else.
    """

    others: tuple[Mapping[str, Any], ...] = ()
    qui: str | None = None
    clauses: tuple[str, ...] = ()
    text: str
    numbers: Mapping[str, Any] = {}
    secret: bool = False
    for_leader: bool = False
    private: bool = False
    binding: bool = False

    def sentence(self, words: Words) -> str:
        """Return the sentence in the reader's language."""
        return words.phrase(self.text, **self.numbers)

    def view(self, words: Words) -> dict[str, Any]:
        """Return the consequence as JSON."""
        return {
            "event": dict(self.event),
            "others": [dict(each) for each in self.others],
            "for_leader": self.for_leader,
            "qui": self.qui,
            "clauses": list(self.clauses),
            "text": self.sentence(words),
            "secret": self.secret,
            "private": self.private,
            "binding": self.binding,
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


class MadeChoice(NamedTuple):
    """A choice made by the seat `who` of a run.

    `owner`: the role or name of the character it belongs to, where another seat makes it.
    `parameter`: the path of the parameter that led to it.
    """

    label: str
    value: Any
    who: str
    owner: str | None = None
    parameter: str = ""

    @classmethod
    def now(cls, session: Session, choice: Choose[Any], value: Any) -> MadeChoice:
        """Return a pending choice as if it had been made."""
        who, owner = session.outer(choice.who), session.choice_owner(choice)
        return cls(choice.label, value, who, owner, session.path(choice.parameter))


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """A run as the consequences of a game read it. The reservations of a game read an open run,
    which has no result yet and only the choices that are known."""

    reads: Callable[[], Campaign]
    """Function that reads the campaign, once. Many runs have no consequence and never call it."""
    people: tuple[type[Sheet], ...]
    """The kinds of sheet of characters."""
    procedure: Any
    result: Any
    effects: tuple[EmittedEffect, ...]
    choices: tuple[MadeChoice, ...]
    """The choices made, in order; those of the people only."""
    cast: Mapping[str, str]
    named: Mapping[str, str] = {}
    """Parameter -> the name on a sheet that gave its value."""
    elsewhere: Collection[int] = ()
    """The places of the pending consequences that are not the run’s to play or to end: they came while
    it was open, or another open run plays them."""

    @property
    def campaign(self) -> Campaign:
        return self.reads()

    def who(self, *names: str | None) -> str | None:
        """Return the id of the first of these seats, roles, names or paths that is a character.

        None when there is none, or when the cast maps one of them to nobody ("").
        """
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
        """Return the sheet of a character."""
        sheet: Sheet = self.campaign.sheet(qui)
        return sheet

    def name(self, qui: str | None) -> str:
        """Return the name of a character, "" for None."""
        return "" if qui is None else self.campaign.sheet(qui).nom

    def total(self, effect: str) -> int:
        """Return the sum of the amounts of an effect."""
        return sum(each.amount for each in self.effects if each.name == effect)

    def chosen(self, label: str) -> Any:
        """Return the last choice of a label, None when it was not asked."""
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
        binding: bool = False,
        **numbers: Any,
    ) -> Consequence:
        """Return a consequence; `{who:=}` in its sentence is the name of `qui`."""
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
            binding=binding,
        )

    def pending(
        self,
        qui: str | None,
        clauses: str,
        text: str,
        procedure: str | None,
        params: Mapping[str, Any] = {},
        texte: str = "",
        cast: Mapping[str, str] = {},
        /,
        **numbers: Any,
    ) -> Consequence:
        """Return a pending consequence: a run to play, or a duty of the leader. `cast`: its other
        characters, by role."""
        due = {"procedure": procedure, "params": dict(params), "qui": qui, "texte": texte}
        if cast:
            due["cast"] = dict(cast)
        return self.consequence(qui, clauses, text, {"type": "du", "du": due}, **numbers)

    def counted(self, qui: str, fields: Mapping[str, Any]) -> dict[str, Any]:
        """Return the event that changes fields of a sheet to new values (JSON, or whole records) that
        were counted from the present ones: it stays right when a change before it is declined."""
        sheet = self.sheet(qui)
        start = {name: sheet.counted(name) for name in fields}
        new = {
            name: show(each) if isinstance(each, Record) else each for name, each in fields.items()
        }
        return {"type": BY_HAND, "qui": qui, "champs": new, "valeurs_de_depart": start}

    def settled(self, concerned: Collection[str | None]) -> Iterator[Consequence]:
        """Yield the event that removes the pending consequence which this run plays, for a
        character in the cast or `concerned`."""
        pending = self.played(concerned)
        if pending is not None:
            text = "{what:^} : c’est joué."
            what = pending.procedure
            yield self.consequence(None, "", text, self.removing(pending), what=what)

    def removing(self, pending: Pending) -> dict[str, Any]:
        """Return the event that removes a pending consequence."""
        event = {"type": "acquitte", "procedure": pending.procedure, "qui": pending.qui}
        key = pending.procedure, pending.qui
        alike = [each for each in self.campaign.dus if (each.procedure, each.qui) == key]
        if len(alike) > 1:
            event["params"] = msgspec.json.decode(pending.params)
        return event

    def pending_text(self) -> str:
        """Return the text of the pending consequence that this run plays, "" for none."""
        pending = self.played()
        return "" if pending is None else pending.texte

    def played(self, concerned: Collection[str | None] = ()) -> Pending | None:
        """Return the pending consequence that this run plays: the first one with its parameters,
        else the first of its procedure and characters; None when there is none."""
        about = {None, *self.cast.values(), *concerned}
        known = [
            pending
            for pending in self.own_pending()
            if pending.procedure == self.procedure.id and pending.qui in about
        ]
        return next(filter(self._has_params, known), known[0] if known else None)

    def own_pending(self) -> list[Pending]:
        """Return the pending consequences that the run may play or end."""
        found = enumerate(self.campaign.dus)
        return [pending for place, pending in found if place not in self.elsewhere]

    def other_pending(self) -> list[Pending]:
        """Return the pending consequences that are not the run’s (see `elsewhere`)."""
        found = enumerate(self.campaign.dus)
        return [pending for place, pending in found if place in self.elsewhere]

    def _has_params(self, pending: Pending) -> bool:
        """Return whether this run has the parameters of a pending one."""
        fields = fields_of(type(self.procedure))
        given = msgspec.json.decode(pending.params)
        return all(
            name in fields and fields[name].shape.show(getattr(self.procedure, name)) == value
            for name, value in given.items()
        )


ConsequenceRule = Callable[..., Iterator[Consequence]]
"""A function of the run, or of the run and one effect, that yields its consequences."""


def consequences_of(
    game: Game,
    rulings: GivenRulings,
    state: Mapping[str, Any],
    question: RunInput,
    ended: Session | tuple[Mapping[str, Any], Sequence[Mapping[str, Any]]] | None = None,
    cast: Mapping[str, str] | None = None,
    named: Mapping[str, str] | None = None,
    elsewhere: Collection[int] = (),
) -> tuple[Consequence, ...]:
    """Return the consequences of a finished run, in the order in which they apply.

    `ended`: the session, or the `result` and `effects` of its JSON; without it the answers of the
    question are played again. `named`: parameter -> the name on a sheet that gave its value.
    `elsewhere`: see `Run`. Raises `Refusal` when the answers do not lead to the end.
    """
    declared = campaign_record_of(game).declared
    bare = isinstance(ended, Session) and ended.done and not ended.effects
    if bare and question.procedure.id not in declared.results and not state.get("dus"):
        return ()
    reads = CampaignAsLeft(partial(read_fitting, game, state, rulings))
    if not bare:  # one that leaves something is refused on a state that is none
        reads()
    run = _run(reads, question, ended, cast or {}, named or {})
    run = msgspec.structs.replace(run, elsewhere=elsewhere)
    with around(Ambient(question.rulings)):
        by_result = declared.results.get(question.procedure.id)
        consequence = (
            by_result(run) if by_result is not None else _of_effects(declared.effects, run)
        )
        try:
            found = tuple(reads.after(consequence))
        except Refusal as refusal:
            raise at_author(refusal) from refusal
        settled = run.settled({each.qui for each in found}) if state.get("dus") else ()
        return (*found, *settled)


def reserved_by(
    game: Game,
    rulings: GivenRulings,
    state: Mapping[str, Any],
    session: Session,
    cast: Mapping[str, str],
    entries: Iterable[Entry],
    concealed: Collection[str] = (),
    more: Sequence[MadeChoice] = (),
) -> tuple[Reservation, ...]:
    """Return the shared amounts that an open run has spent, as one reader knows it.

    `entries`: the entries of its trace that the reader sees. `concealed`: the parameters hidden from
    the reader. `more`: choices taken as made.
    """
    declared = campaign_record_of(game).declared.reservations
    if declared is None:
        return ()
    run = Run(
        reads=cache(partial(read_fitting, game, state, rulings)),
        people=characters_of(game),
        procedure=session.question.procedure,
        result=None,
        effects=(),
        choices=(*_choices(entries), *more),
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
