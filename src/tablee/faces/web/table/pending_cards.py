"""The cards of what is still to be played, and of the changes that the leader is offered.

This module may import the view types; it must not know the state of a table, or how a card is drawn.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

import msgspec

from tablee.faces.messages import sentence
from tablee.faces.web.form.form_values import constant_text
from tablee.rules.registry import find_procedure
from tablee.rules.texts.words import Words
from tablee.table.casting import places_of
from tablee.table.views.whole_view_types import OfferedChangeView, PendingConsequence, TableView


class PendingCard(msgspec.Struct, frozen=True, kw_only=True):
    """A consequence that waits to be played, with what its form sends. `under_way`: a run of it is
    open; `run`, `consequence`: for a player who may begin it, see `PendingConsequence`."""

    number: int
    procedure: str | None
    title: str
    character: str
    text: str
    to: str
    fields: Sequence[tuple[str, str]]
    under_way: bool
    run: str = ""
    consequence: str = ""


class OfferCard(msgspec.Struct, frozen=True):
    """A change by hand that the leader is offered, with what its form sends; or the `query` of the
    page with the request of a run."""

    id: str
    text: str
    button: str
    character: str
    fields: Sequence[tuple[str, str]]
    query: str


def pending_cards(view: TableView, words: Words) -> list[PendingCard]:
    names = {each.id: each.name for each in view.characters} if view.pending else {}
    return [_pending(n, each, names, view, words) for n, each in enumerate(view.pending, 1)]


def _pending(
    number: int,
    pending: PendingConsequence,
    names: Mapping[str, str],
    view: TableView,
    words: Words,
) -> PendingCard:
    procedure, who = pending.procedure, names.get(pending.character, "")
    places = {place.name for place in places_of(find_procedure(procedure))} if procedure else set()
    open_ = [run for run in view.runs if run.procedure == procedure]
    return PendingCard(
        number=number,
        procedure=procedure,
        title=sentence(words, words.label(procedure)) if procedure else "",
        character=who,
        text=sentence(words, pending.text),
        to=pending.character if "" in places else "",
        fields=[
            *((name, _sent(value)) for name, value in pending.params.items()),
            *((f"cast.{role}", each) for role, each in pending.cast.items() if role in places),
        ],
        under_way=any(not who or who in run.characters for run in open_),
        run=pending.run,
        consequence=pending.consequence,
    )


def offer_cards(
    offers: Sequence[OfferedChangeView], names: Mapping[str, str], parameters: Collection[str]
) -> list[OfferCard]:
    """Return the offered changes that open one of these parameters to runs, "" for those that open
    none. `names`: id -> name of the characters."""
    return [
        OfferCard(
            id=f"offer-{place}",
            text=offer.text,
            button=offer.button,
            character=names.get(offer.character, ""),
            fields=[*_flat("event", offer.event)],
            query=urlencode({"procedure": offer.procedure, "to": offer.character})
            if offer.procedure
            else "",
        )
        for place, offer in enumerate(offers)
        if offer.parameter in parameters
    ]


def _flat(name: str, value: Any) -> Iterator[tuple[str, str]]:
    """Yield a value of an event as the fields of a form."""
    if isinstance(value, Mapping):
        for key, each in value.items():
            yield from _flat(f"{name}.{key}", each)
    else:
        yield name, constant_text(value)


def _sent(value: Any) -> str:
    """Return a parameter as a form sends it."""
    nested = isinstance(value, Mapping | list | tuple)
    return msgspec.json.encode(value).decode() if nested else constant_text(value)
