"""Ledgers: what is kept between runs, as a state and the list of events that changed it.

A ledger of a game is three declarations: the record of its state, one `Event` a kind of change, and
the procedure that folds the ones into the other:

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
"""The longest list of events that one run takes."""


class Event(Record, Generic[S]):
    """Base of the events of a ledger; each is declared with `tag=`, its `type` in JSON.

    `by_leader`: it is for who leads the game to decide, and not a player's to write.
    """

    by_leader: ClassVar[bool] = False

    def after(self, etat: S) -> S:
        """The state that follows. Tells what it does (`note`).

        Raises `refuse(...)` when the guard fails, naming one of the event's own fields (`type`
        where it is the event as such that may not come now).
        """
        raise NotImplementedError


class Ledger(Procedure[R], Generic[R, S]):
    """A state and its events in order; the result has one field, `etat`: the state after them.

    Nothing is asked. A pure fold: two lists one after the other are the same as the joined list. An
    event whose guard fails refuses the whole run, naming its place (`evenements[3].n`).
    """

    etat: S
    evenements: tuple[Event[S], ...] = ()

    def check(self) -> None:
        self.folded()

    async def rule(self) -> R:
        made: R = self.result_type()(etat=self.folded())
        return made

    def folded(self) -> S:
        """The state after all events."""
        etat: Any = self.etat
        for place, event in enumerate(self.evenements):
            try:
                etat = event.after(etat)
            except Refusal as refusal:
                raise refusal.at(f"evenements[{place}].{refusal.field}") from None
        return etat  # type: ignore[no-any-return]
