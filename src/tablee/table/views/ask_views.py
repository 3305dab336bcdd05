"""The asks of an open run as a seat sees them: who is waited for, what may be answered, who fights.

This module may import an open run's session and the view context; it must not know how a page
draws an ask.
"""

from __future__ import annotations

import re
from typing import Any, Literal

import msgspec
from msgspec import UNSET

from tablee.dice.chain_die import ChainDie
from tablee.dice.die import OpenDie, Throw
from tablee.rules.choice_landmarks import field_at, meanings
from tablee.rules.fighter_status import FighterStatus
from tablee.rules.questions import Choose, Together
from tablee.rules.readings.session import Session
from tablee.rules.run_json import form_view
from tablee.rules.texts.typography import capital
from tablee.rules.trace import plain
from tablee.table.log.state_parts import Run
from tablee.table.replay import Wait, begin_run, choice_mark, waits_of
from tablee.table.views.chance_rights import exchange_of, known_of
from tablee.table.views.view_context import ViewContext
from tablee.table.views.view_types import (
    ChoiceAsk,
    Fact,
    FighterView,
    Offer,
    Option,
    ThrowAsk,
    WaitView,
)
from tablee.table.views.wording import Names, public_gauges

IN_SECRET, ELSEWHERE = "Avec ce qui est dépensé en secret", "Il en reste"
"""Why less is offered: for the seat alone, for everybody."""
MAX_AHEAD = 8
"""Maximum number of choices that are shown in advance."""
Chances = Literal["available", "hidden", "none"]


class AskViews:
    """The asks of one open run for one seat. `names`: of the characters in the run."""

    def __init__(self, context: ViewContext, run: Run, session: Session, names: Names) -> None:
        self.context = context
        self.wording = context.wording
        self.visibility = context.visibility
        self.run = run
        self.session = session
        self.names = names
        self.limits = context.limits(run)
        """The numbers of which less is available than the rule would offer. Chances are those of
        the rule's own offer, so none are given then."""
        self.waits = self.visibility.waits(run, session)
        follows = self.visibility.follows(run, session)
        self.follows = follows and not self.visibility.hides_result(run)

    def waiting(self) -> list[WaitView]:
        return [
            WaitView(
                seat=wait.seat, name=self._seat_name(wait), character=self._character(wait.who)
            )
            for wait in self.waits
        ]

    def _seat_name(self, wait: Wait) -> str:
        seat = self.context.state.seats.get(wait.seat)
        return seat.name if seat else ""

    def _character(self, who: str, choice: Choose[Any] | None = None) -> str:
        """Return the name of the character behind a seat of the rule; where the leader chooses for
        several, of the one whose parameter is chosen."""
        if who in self.run.beside:
            return self.names[who]
        character = self.run.cast.get(who, self.run.subject)
        asked = choice or self.session.pending
        if not character and isinstance(asked, Throw | Choose):
            if isinstance(asked, Choose):
                actor = self.session.choice_owner(asked)
            else:
                actor = self.session.owner(asked.who)
            character = self.run.cast.get(actor or "", "")
        if not character and choice is not None:
            member = re.match(r"\w+\[\d+\]", self.session.path(choice.parameter))
            character = self.run.roles.get(member[0], "") if member else ""
        return self.context.names.get(character, "")

    def sealed(self) -> list[str]:
        """Return who has sealed a choice already, by name."""
        pending = self.session.pending
        if not self.follows or not isinstance(pending, Together):
            return []
        chosen = [pending.choices[index] for index in sorted(self.run.sealed)]
        return [self._chooser(self.session.outer(each.who), each) for each in chosen]

    def _chooser(self, who: str, choice: Choose[Any]) -> str:
        return self._character(who, choice) or capital(self.wording.words.label(who))

    # ── what may be answered ───────────────────────────────────────────────────────────────────
    def asks(self) -> list[ThrowAsk | ChoiceAsk]:
        """Return the asks that the seat may answer; the leader may answer for others too."""
        pending = self.session.pending
        answerable = self.visibility.answerable(self.run, self.session)
        if isinstance(pending, Throw):
            return [self._throw(pending, wait) for wait in answerable]
        if isinstance(pending, Choose):
            return [self._choice(pending, wait) for wait in answerable]
        if isinstance(pending, Together):
            return [self._choice(pending.choices[wait.index or 0], wait) for wait in answerable]
        return []

    def ahead(self) -> list[ChoiceAsk]:
        """Return the choices that the seat would have to make next if it gave the usual answers, as
        far as nothing is thrown or revealed before them; of a secret run the leader’s only."""
        found: list[ChoiceAsk] = []
        asks, usual = self._usual(self.session)
        if not asks or self.limits or (self.run.secret and not self.context.leads):
            return found
        session = begin_run(self.context.state, self.run, self.session.answers)
        while asks and len(found) < MAX_AHEAD:
            seen = len(session.trace)
            try:
                session.answer({"choose": usual})
            except (
                Exception
            ):  # a number that the leader fixed does not go with it, or the rule fails
                break
            if any(each.reveals or each.seen_by or each.sealed for each in session.trace[seen:]):
                break
            asks, usual = self._usual(session)
            found += asks
            if asks and asks[0].default is UNSET:
                break
        return found

    def _usual(self, session: Session) -> tuple[list[ChoiceAsk], Any]:
        """Return the one choice that waits for this seat alone, and its usual answer; nothing where
        the rule says none."""
        choice = session.pending
        if not isinstance(choice, Choose):
            return [], None
        if choice.default is None:
            return [], None
        views = AskViews(self.context, self.run, session, self.names).asks()
        asks = [each for each in views if isinstance(each, ChoiceAsk) and each.mine]
        return asks, choice.form.answer(choice.default)

    def _throw(self, throw: Throw, wait: Wait) -> ThrowAsk:
        die = throw.die
        return ThrowAsk(
            label=self.wording.label(throw.label),
            seat=wait.seat,
            mine=self.visibility.me(wait.seat),
            character=self._actor(wait),
            dice=throw.notation(),
            sides=die.sides,
            low=die.lowest,
            count=throw.count,
            open=(die.up, die.down) if isinstance(die, OpenDie) else None,
            again=die.again if isinstance(die, ChainDie) else (),
            cap=die.cap if isinstance(die, ChainDie) else None,
        )

    def _choice(self, choice: Choose[Any], wait: Wait) -> ChoiceAsk:
        form, limit = self._form(choice), self.limits.get(wait.index)
        if limit is not None and form.range is not UNSET:
            form = msgspec.structs.replace(form, range=(form.range[0], limit.most))
        return ChoiceAsk(
            label=self.wording.label(choice.label),
            seat=wait.seat,
            mine=self.visibility.me(wait.seat),
            character=self._actor(wait, choice),
            context=choice.label,
            index=wait.index,
            facts=self._facts(choice, wait),
            help=self._help(choice),
            asked=choice_mark(self.session),
            default=UNSET if choice.default is None else plain(choice.default),
            **msgspec.structs.asdict(form),
        )

    def _help(self, choice: Choose[Any]) -> str:
        """Return what the rule says of the choice, else the declaration of the parameter."""
        field = field_at(type(self.session.question.procedure), self.session.path(choice.parameter))
        text = choice.help or (field.help if field else "")
        return capital(self.wording.words.text(text)) if text else ""

    def _facts(self, choice: Choose[Any], wait: Wait) -> list[Fact]:
        """Return what the rule says to the chooser, without lists that are still empty and what is
        kept from him, and the reason why less is offered."""
        hidden = self.run.withheld if self.visibility.hides_result(self.run) else ()
        facts = [
            Fact(
                label=self.wording.field(name, self.names),
                text=self.wording.result(plain(value), name, self.names),
            )
            for name, value in choice.facts
            if value != () and name not in hidden
        ]
        limit = self.limits.get(wait.index)
        if limit is not None:
            words = self.wording.words
            most = words.phrase("au plus {most}", most=limit.most)
            reason = words.text(IN_SECRET if limit.secret else ELSEWHERE)
            facts.append(Fact(label=reason, text=most))
        return facts

    def _form(self, choice: Choose[Any]) -> Offer:
        """Return what is offered; for places in a list, the characters who are there."""
        words = self.wording.words
        means = meanings(self.session, choice, words)
        offered = msgspec.convert(form_view(choice.form, words, choice.label, means), Offer)
        low, high = (0, -1) if offered.range is UNSET else offered.range
        if not self.wording.place(low, choice.label, self.names):
            return offered
        places = {n: self.wording.place(n, choice.label, self.names) for n in range(low, high + 1)}
        return Offer(options=[Option(id=n, label=place) for n, place in places.items()])

    def _actor(self, wait: Wait, choice: Choose[Any] | None = None) -> str:
        return self._character(wait.who, choice) or self._seat_name(wait)

    def chances(self) -> Chances:
        """Return whether the seat may ask for the chances of its answer; "hidden" where they
        depend on what it may not know."""
        context = self.context
        mine = any(self.visibility.me(wait.seat) for wait in self.waits)
        allowed = context.leads or (mine and context.state.advice)
        if not allowed or self.limits:
            return "none"
        of = self.visibility, self.run, context.replays
        known = known_of(*of) is not None or exchange_of(*of) is not None
        return "available" if known else "hidden"

    # ── who fights ─────────────────────────────────────────────────────────────────────────────
    def fighters(self) -> list[FighterView]:
        """Return the fighters; of one whose sheet is hidden, the numbers that the rule shows to
        everybody."""
        return (
            [self._fighter(each) for each in self.session.fighter_statuses()]
            if self.follows
            else []
        )

    def _fighter(self, status: FighterStatus) -> FighterView:
        context, wording = self.context, self.wording
        character = self.run.cast.get(status.who, "")
        known = context.leads or (bool(character) and context.state.is_public(character))
        return FighterView(
            character=character if character in context.names else "",
            name=self._fighter_name(status.who),
            gauges=wording.gauges(status.gauges if known else public_gauges(status.gauges)),
            states=wording.states(status),
            out=status.out,
        )

    def _fighter_name(self, who: str) -> str:
        return self.names.get(who) or self.wording.label(who)

    def turns(self) -> list[list[str]]:
        """Return who may act now, then who acts after, by name."""
        if not self.follows:
            return []
        groups = [list(group) for group in self.session.turn_order()]
        asked = {wait.who for wait in waits_of(self.context.state, self.run, self.session)}
        acting = [who for group in groups[:1] for who in group if who in asked]
        if len(acting) == 1 and groups[0] != acting:
            groups[:1] = [acting, [who for who in groups[0] if who not in acting]]
        return [[self._fighter_name(who) for who in group] for group in groups]
