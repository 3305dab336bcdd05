"""A table of Loss at which tokens are held."""

from __future__ import annotations

from tests.kit import acts
from tests.table.evening import LEADER, Table, set_up

__all__ = ["TOKENS", "won_and_lost"]

TOKENS = "loss.jetons"


def won_and_lost(exploits: int) -> Table:
    """kordan has won two tokens, and lost a number of Exploits to the MJ."""
    table = set_up("loss")
    table.does(LEADER, acts.BeginScene())
    gain = {"type": "gain", "holder": "kordan", "n": 2, "camp": "pj"}
    lost = {"type": "echec", "exploits": exploits, "auteur": "kordan"}
    for event in (gain, {**lost, "attributions": {"mj": exploits}}):
        table.does(LEADER, acts.ChangeRecord(event={"type": TOKENS, "evenement": event}))
    return table
