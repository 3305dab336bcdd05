"""What a run leaves for the leader to say: what burdens a character is not for its player to decline.

The reminders are those of the situations at the table. A new one is a burden, or it belongs to GAINS: an
avantage that a player may forgo.
"""

from __future__ import annotations

import pytest

from tablee.rules.registry import games
from tablee.table.acts.decline import Decline
from tests.games.loss.played_situations import SITUATIONS as LOSS
from tests.kit.situations import modules_of_games
from tests.table.situations_at_table import Played, table_of

GAINS = {
    "l’avantage d’un succès exceptionnel",
    "les suites d’un succès remarquable",
    "un effet plus ample que prévu",
    "un résultat additionnel",
    "{n:effet d’Exploit|effets d’Exploits}, à raconter",
    "{n:information gagnée|informations gagnées} par Exploit",
}
LEAST = {"armes_dieux": 8, "eclats": 3, "exil": 10, "loss": 3, "socle": 12}
"""Reminders of each game at the least."""


def situations(game: str) -> list[Played]:
    """Return those of the game that leave a reminder and begin without tokens."""
    modules = [module for known, module in modules_of_games("table_situations") if known == game]
    found = [each for module in modules for each in module.AT_TABLE]
    if game == "loss":
        found += [each for each, held in LOSS if not held]
    return [each for each in found if any(" " in text for _, text in each.owed)]


@pytest.mark.parametrize("game", [game.id for game in games()])
def test_a_burden_is_not_for_the_player_to_decline(game: str) -> None:
    count = 0
    for situation in situations(game):
        table = table_of(game, situation)
        for each in [*table.state.consequences.values()]:
            owed = each.event.get("du") or {}
            owner = table.state.owners.get(owed.get("qui") or "")
            if owed.get("procedure") or owner is None or not each.applied:
                continue
            count += 1
            gains = owed["texte"] in GAINS
            assert each.binding is not gains, owed["texte"]
            assert table.act(owner, Decline(consequence=each.id)) is gains
    assert count >= LEAST[game]
