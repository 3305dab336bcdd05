"""What is still to be played or settled, and the changes by hand that the leader is offered.

This module may import the view context and the rules' campaign record; it must not know how a page
shows either.
"""

from __future__ import annotations

from tablee.rules.ambient import Ambient, around
from tablee.rules.campaign.building import campaign_record_of
from tablee.rules.campaign.record import read_fitting, rulings_of
from tablee.rules.campaign.state import reminder_numbers
from tablee.rules.campaign_declaration import OfferedChange
from tablee.rules.contract_json import PendingJson
from tablee.rules.game import Game
from tablee.rules.texts.words import Words
from tablee.table.casting import ledger_values
from tablee.table.hook_faults import given_or_fault
from tablee.table.log.table_state import State
from tablee.table.pending_runs import begun_by_player, is_played
from tablee.table.views.view_context import ViewContext
from tablee.table.views.whole_view_types import OfferedChangeView, PendingConsequence


def pending_views(context: ViewContext) -> list[PendingConsequence]:
    """Return the consequences that wait to be played: for the leader all, their parameters as the
    ledgers count them now; for a player those that the seat may begin and that nobody has begun,
    without parameters."""
    state = context.state
    if context.leads:
        return [_pending(context, each) for each in state.record.get("dus", [])]
    known = [run for run in state.open_runs if context.visibility.knows_run(run)]
    return [
        PendingConsequence(
            procedure=pending["procedure"],
            character=pending["qui"],
            text=pending.get("texte") or "",
            params={},
            run=consequence.run,
            consequence=consequence.id,
        )
        for pending, consequence in begun_by_player(state, context.game, context.seat)
        if not is_played(pending, known)
    ]


def _pending(context: ViewContext, pending: PendingJson) -> PendingConsequence:
    params, who = pending.get("params") or {}, pending.get("qui") or ""
    cast = pending.get("cast") or {}
    name, text = pending.get("procedure") or "", pending.get("texte") or ""
    procedure = context.game.procedure(name)
    if procedure is None:  # a reminder, or a procedure that the game no longer has
        words, numbers = context.wording.words, reminder_numbers(text, params)
        text = words.phrase(text, **numbers) if numbers else words.text(text or name)
        params = {}
    else:
        roles = {"": who, **cast} if who else cast
        now = ledger_values(context.state, context.game, procedure, roles)
        params = {field: now.get(field, value) for field, value in params.items()}
    return PendingConsequence(
        procedure=name if procedure else None, character=who, text=text, params=params, cast=cast
    )


def offered_changes(context: ViewContext) -> list[OfferedChangeView]:
    """Return the changes by hand that the game offers the leader in the present state."""
    state, game = context.state, context.game
    if not context.leads:
        return []
    words, faults = context.wording.words, context.replays.faults
    return context.cache.get(
        ("offers", context.lang, state.scene is None),
        lambda: faults.given("offers", lambda: _offers(state, game, words), []),
        *(state.record, state.rulings),
    )


def offers_in(state: State, game: Game, words: Words) -> list[OfferedChangeView]:
    """Return the changes by hand that a game offers the leader in a state; none between scenes,
    where a table is seen without any rule."""
    none: list[OfferedChangeView] = []
    return given_or_fault(lambda: _offers(state, game, words), none)[0]


def _offers(state: State, game: Game, words: Words) -> list[OfferedChangeView]:
    offers = campaign_record_of(game).declared.offers
    if offers is None or state.scene is None or state.archived:
        return []
    with around(Ambient(rulings_of(game, state.rulings))):
        found = list(offers(read_fitting(game, state.record)))
    return [_offered(each, words) for each in found]


def _offered(offer: OfferedChange, words: Words) -> OfferedChangeView:
    return OfferedChangeView(
        text=words.phrase(offer.text, **offer.numbers),
        button=words.text(offer.button),
        event=offer.event,
        character=offer.qui,
        procedure=offer.procedure,
        parameter=offer.parameter,
    )
