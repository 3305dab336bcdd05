"""A table of Loss at which tokens are held."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.kit import acts
from tests.table.evening import LEADER, Table, set_up

__all__ = ["TOKENS", "won_and_lost"]

TOKENS = "loss.jetons"


def won_and_lost(exploits: int, rulings: Mapping[str, Any] | None = None) -> Table:
    """kordan has won two tokens, and lost a number of Exploits to the MJ."""
    table = set_up("loss", rulings=rulings)
    table.does(LEADER, acts.BeginScene())
    gain = {"type": "gain", "holder": "kordan", "n": 2, "camp": "pj"}
    lost = {"type": "echec", "exploits": exploits, "auteur": "kordan"}
    for event in (gain, {**lost, "attributions": {"mj": exploits}}):
        table.does(LEADER, acts.ChangeRecord(event={"type": TOKENS, "evenement": event}))
    return table
