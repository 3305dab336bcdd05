"""Ledgers: a state kept between runs and the list of the events that changed it.

A ledger of a game has three declarations: the record of its state, one `Event` for each kind of
change, and the procedure that folds the events into the state:

    class Effort(Event[Kept], tag="effort"):
        def after(self, etat: Kept) -> Kept:
            return replace(etat, tension=etat.tension + 1)

    class Keeping(Ledger[KeepingResult, Kept], id="jeu.personnage"):
        etat: Kept = Kept()
        evenements: tuple[Effort | Rest, ...] = ()
"""

from __future__ import annotations

from typing import Any, ClassVar, Generic, TypeVar

from tablee.rules.procedure import Procedure, Record
from tablee.rules.refusal import Refusal

R = TypeVar("R")
S = TypeVar("S", bound=Record)

MOST_EVENTS = 10_000
"""Maximum number of events in one run."""


class Event(Record, Generic[S]):
    """Base of the events of a ledger; each is declared with `tag=`, its `type` in JSON.

    `by_leader`: only the leader may write it. `leader_fields`: the fields that only the leader may
    give another value than the default.
    """

    by_leader: ClassVar[bool] = False
    leader_fields: ClassVar[tuple[str, ...]] = ()

    def after(self, etat: S) -> S:
        """Return the state after this event and write notes about the change.

        Raises `refuse(...)` when the event is not possible, naming one of its fields (`type` for
        the event as a whole).
        """
        raise NotImplementedError


class Ledger(Procedure[R], Generic[R, S]):
    """A procedure that folds events into a state; its result has one field, `etat`.

    It asks nothing. The fold is pure: two lists one after the other give the same state as the
    joined list. An impossible event refuses the whole run, naming its place (`evenements[3].n`).
    `secret`: only the leader sees what happens in it.
    """

    secret: ClassVar[bool] = False
    etat: S
    evenements: tuple[Event[S], ...] = ()

    def check(self) -> None:
        self.folded()

    async def rule(self) -> R:
        made: R = self.result_type()(etat=self.folded())
        return made

    def folded(self) -> S:
        """Return the state after all events."""
        etat: Any = self.etat
        for place, event in enumerate(self.evenements):
            try:
                etat = event.after(etat)
            except Refusal as refusal:
                raise refusal.at(f"evenements[{place}].{refusal.field}") from None
        return etat  # type: ignore[no-any-return]
