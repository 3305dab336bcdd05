"""The campaign as the consequences of one run find it, each after the changes of the ones before."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any, TypeVar

import msgspec

from tablee.rules.ambient import without_notes
from tablee.rules.campaign.building import BY_HAND
from tablee.rules.campaign.state import Campaign
from tablee.rules.campaign_declaration import CampaignChange
from tablee.rules.refusal import Refusal

C = TypeVar("C", bound=CampaignChange)


class CampaignAsLeft:
    """The campaign as the consequences of one run find it: a sheet that one of them changes is read
    changed by the next ones."""

    def __init__(self, reads: Callable[[], Campaign]) -> None:
        self._reads = reads
        self._campaign: Campaign | None = None

    def __call__(self) -> Campaign:
        if self._campaign is None:
            self._campaign = self._reads()
        return self._campaign

    def after(self, consequences: Iterable[C]) -> Iterator[C]:
        """Yield consequences, each computed after the changes of the ones before. One that changes
        a field again says from which value: the one before it may be declined."""
        known: dict[Any, set[str]] = {}
        for each in consequences:
            by_hand = each.event.get("type") == BY_HAND
            before = known.setdefault(each.event.get("qui"), set()) if by_hand else set()
            if again := before & {*each.event.get("champs", ())}:
                yield self._counted_from(each, again)
            else:
                yield each
            if by_hand:
                before |= {*each.event["champs"]}
                campaign = self()
                with without_notes(), suppress(Refusal):  # the table refuses it with its reason
                    event = campaign.campaign_record.events.read(each.event, "event")
                    self._campaign = event.after(campaign)

    def _counted_from(self, consequence: C, fields: Iterable[str]) -> C:
        """Return a consequence with the present values of fields that it changes."""
        event = consequence.event
        sheet = self().sheet(event["qui"])
        start = {name: sheet.counted(name) for name in sorted(fields)}
        counted = {**event, "valeurs_de_depart": {**start, **event.get("valeurs_de_depart", {})}}
        return msgspec.structs.replace(consequence, event=counted)
