"""What an open run asks of whom, and how those stand who fight in it, as a seat sees it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from tablee.dice.die import OpenDie, Throw
from tablee.rules.questions import Choose, Together
from tablee.rules.readings.session import Session
from tablee.rules.run_json import form_view
from tablee.rules.trace import plain
from tablee.rules.words import capital
from tablee.table.log.state_parts import Run
from tablee.table.replay import Wait, waits_of
from tablee.table.views.chance_rights import exchange_of, known_of
from tablee.table.views.names import Json, Lens

IN_SECRET, ELSEWHERE = "Avec ce qui est dépensé en secret", "Avec ce qui est dépensé ailleurs"
"""Why less is offered: for the seat alone, for everybody."""


def asked_of(lens: Lens, run: Run, session: Session, names: Mapping[str, str]) -> Json:
    """The entries of a run's view that an open one has. `names`: of those who act in it."""
    return _Asked(lens, run, session, names).told()


class _Asked:
    def __init__(self, lens: Lens, run: Run, session: Session, names: Mapping[str, str]) -> None:
        self.lens = lens
        self.run = run
        self.session = session
        self.names = names
        self.sight = lens.sight
        self.veiled = lens.sight.veiled(run)
        self.short = lens.remaining.of(run)
        """What is offered where it is less than the rule would have: its chances are those of
        more."""

    def told(self) -> Json:
        waits = self.sight.waits(self.run, self.session)
        follows = self.sight.follows(self.run, self.session)
        return {
            "waiting": [self._wait(wait) for wait in waits],
            "sealed": self._sealed() if follows else [],
            "asks": self._asks(),
            **self._weighed(waits),
            "standing": [] if self.veiled or not follows else self._standing(),
            "turns": [] if self.veiled or not follows else self._turns(),
        }

    def _wait(self, wait: Wait) -> Json:
        seat = self.lens.state.seats.get(wait.seat)
        return {
            "seat": wait.seat,
            "name": seat.name if seat else "",
            "who": self._played(wait.who),
        }

    def _played(self, who: str, choice: Choose[Any] | None = None) -> str:
        """The name of the character that a seat of the rule stands for; where the leader chooses
        for many, of the one whose parameter is chosen."""
        if who in self.run.beside:
            return self.names[who]
        character = self.run.cast.get(who, self.run.subject)
        asked = choice or self.session.pending
        if not character and isinstance(asked, Throw | Choose):
            if isinstance(asked, Choose):
                owner = self.session.choice_owner(asked)
            else:
                owner = self.session.owner(asked.who)
            character = self.run.cast.get(owner or "", "")
        if not character and choice is not None:
            member = re.match(r"\w+\[\d+\]", self.session.path(choice.parameter))
            character = self.run.roles.get(member[0], "") if member else ""
        return self.lens.names.get(character, "")

    def _sealed(self) -> list[str]:
        """Who has chosen already, of those that choose at once."""
        pending = self.session.pending
        if self.veiled or not isinstance(pending, Together):
            return []
        chosen = [pending.choices[index] for index in sorted(self.run.sealed)]
        return [self._called(self.session.outer(each.who), each) for each in chosen]

    def _called(self, who: str, choice: Choose[Any]) -> str:
        return self._played(who, choice) or capital(self.lens.words.label(who))

    def _asks(self) -> list[Json]:
        """What the seat may answer, for the leader that of others too."""
        pending = self.session.pending
        theirs = self.sight.answerable(self.run, self.session)
        if isinstance(pending, Throw):
            return [self._throw(pending, wait) for wait in theirs]
        if isinstance(pending, Choose):
            return [self._choice(pending, wait) for wait in theirs]
        if isinstance(pending, Together):
            return [self._choice(pending.choices[wait.index or 0], wait) for wait in theirs]
        return []

    def _throw(self, throw: Throw, wait: Wait) -> Json:
        die = throw.die
        return {
            "kind": "roll",
            "label": self.lens.label(throw.label),
            "seat": wait.seat,
            "mine": self.sight.me(wait.seat),
            "who": self._actor(wait),
            "dice": throw.notation(),
            "sides": die.sides,
            "low": die.lowest,
            "count": throw.count,
            "open": [die.up, die.down] if isinstance(die, OpenDie) else None,
        }

    def _choice(self, choice: Choose[Any], wait: Wait) -> Json:
        form, short = self._form(choice), self.short.get(wait.index)
        if short is not None:  # as far as the seat itself knows that there is so much
            form = {**form, "range": [form["range"][0], short.most]}
        facts = [
            {
                "name": self.lens.field(name, self.names),
                "told": self.lens.result(plain(value), name, self.names),
            }
            for name, value in choice.facts
            if value != ()  # of a list that is still to be filled nothing is told
        ]
        if short is not None:
            most = self.lens.words.phrase("au plus {most}", most=short.most)
            spent = IN_SECRET if short.secret else ELSEWHERE
            facts.append({"name": self.lens.words.text(spent), "told": most})
        return {
            "kind": "choose",
            "label": self.lens.label(choice.label),
            "context": choice.label,
            "seat": wait.seat,
            "mine": self.sight.me(wait.seat),
            "who": self._actor(wait, choice),
            "index": wait.index,
            **form,
            **({} if choice.default is None else {"usual": plain(choice.default)}),
            "facts": facts,
        }

    def _form(self, choice: Choose[Any]) -> Json:
        """What is offered; of places in a list, who stands there."""
        form = form_view(choice.form, self.lens.words, choice.label)
        low, high = form.get("range", (0, -1))
        if not self.lens.place(low, choice.label, self.names):
            return form
        places = {n: self.lens.place(n, choice.label, self.names) for n in range(low, high + 1)}
        return {"options": [{"id": n, "label": place} for n, place in places.items()]}

    def _actor(self, wait: Wait, choice: Choose[Any] | None = None) -> str:
        seat = self.lens.state.seats.get(wait.seat)
        return self._played(wait.who, choice) or (seat.name if seat else "")

    def _weighed(self, waits: Sequence[Wait]) -> Json:
        """Whether the seat may be told the chances of what it is to do; or would be, but that they
        are made of what it may not know."""
        lens = self.lens
        mine = any(self.sight.me(wait.seat) for wait in waits)
        if not (mine or lens.leads) or not (lens.state.advice or lens.leads):
            return {"weighable": False, "unweighable": False}
        if self.short:
            return {"weighable": False, "unweighable": False}
        of = self.sight, self.run, lens.replays
        known = (known_of(*of) or exchange_of(*of)) is not None
        return {"weighable": known, "unweighable": not known}

    def _standing(self) -> list[Json]:
        """Who stands how in a fight; of an adversary no more numbers than the rule tells everybody.
        `character`: which one that is, where the seat knows it."""
        cast, names = self.run.cast, self.lens.names
        return [
            {
                "character": cast[one.who] if cast.get(one.who) in names else "",
                "name": self.names.get(one.who) or self.lens.label(one.who),
                **self.lens.fighting(one, self._fighter_known(one.who)),
            }
            for one in self.session.fighter_statuses()
        ]

    def _fighter_known(self, who: str) -> bool:
        """Whether the seat may know the numbers of somebody who fights."""
        character = self.run.cast.get(who, "")
        return self.lens.leads or (bool(character) and self.sight.common(character))

    def _turns(self) -> list[list[str]]:
        """Who may act now, then who acts after, by name."""
        known = [list(group) for group in self.session.turn_order()]
        asked = {wait.who for wait in waits_of(self.lens.state, self.run, self.session)}
        acting = [who for group in known[:1] for who in group if who in asked]
        if len(acting) == 1 and known[0] != acting:  # one of those who may: whoever is asked
            known[:1] = [acting, [who for who in known[0] if who not in acting]]
        return [[self.names.get(who) or self.lens.label(who) for who in group] for group in known]
