"""The act `play_pending`."""

from __future__ import annotations

from tablee.rules.contract_json import PendingJson
from tablee.rules.refusal import Refusal, refuse
from tablee.rules.registry import procedure_of
from tablee.table.acts.act import Act, ConsequenceId
from tablee.table.acts.act_context import ActContext
from tablee.table.acts.request_run import RequestRun
from tablee.table.casting import ledger_values, places_of
from tablee.table.pending_runs import begun_by_player, is_played
from tablee.table.refusals import NotYours, Stale

ALLOWED = "ce qui reste à jouer pour un personnage à vous"


class PlayPending(Act, frozen=True, tag="play_pending"):
    """A player begins a pending run of a character of theirs, where the rules leave it to the
    player: the choice of a setback, a bargain. The leader requests any pending run with `request`."""

    about = "Jouer ce qui reste à jouer pour un personnage à soi."
    permission = "owner"

    consequence: ConsequenceId

    def decide(self, table: ActContext) -> None:
        pending = self._found(table)
        who, cast = pending["qui"], dict(pending.get("cast") or {})
        procedure = procedure_of(table.game, pending["procedure"])
        if is_played(pending, table.state.open_runs):
            raise Stale("consequence", self.consequence, "autre chose : il se joue déjà")
        places = {place.name for place in places_of(procedure)}
        now = ledger_values(table.state, table.game, procedure, {"": who, **cast})
        given = pending.get("params") or {}
        request = RequestRun(
            procedure=procedure.id,
            params={name: now.get(name, value) for name, value in given.items()},
            cast={role: each for role, each in cast.items() if role in places},
            to=(who,) if "" in places else (),
        )
        try:
            request.decide(table)
        except Refusal:
            if table.leads:
                raise
            # What is refused may be a number that only the leader knows.
            allowed = "ce qui peut se jouer en l’état : parlez-en à qui mène"
            raise refuse("consequence", self.consequence, allowed) from None

    def _found(self, table: ActContext) -> PendingJson:
        """Return the pending run; the leader may begin it for every seat. Raises `Refusal`."""
        seats = [each.id for each in table.state.present] if table.leads else [table.seat]
        for seat in seats:
            for pending, consequence in begun_by_player(table.state, table.game, seat):
                if consequence.id == self.consequence:
                    return pending
        known = table.state.consequences.get(self.consequence)
        if known is not None and not table.visibility.may_change(known):
            raise NotYours("consequence", self.consequence, ALLOWED)
        raise Stale("consequence", self.consequence, ALLOWED)
