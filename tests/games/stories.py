"""Stories: a campaign lived through events and runs, whose consequence are all taken."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablee.rules.campaign.record import RecordChange, apply_event, initial_state
from tablee.rules.consequences import Consequence, consequences_of
from tablee.rules.game import Game
from tablee.rules.readings.session import play
from tablee.rules.registry import find_game
from tablee.rules.run_input import ask_about
from tablee.rules.texts.words import Words


def dice(*faces: int) -> dict[str, Any]:
    """The answer to a roll."""
    return {"dice": list(faces)}


class Story:
    """A campaign of one game in course."""

    def __init__(self, game: str, rulings: Mapping[str, Any] | None = None) -> None:
        found = find_game(game)
        assert found is not None
        self.game: Game = found
        self.rulings = rulings or {}
        self.words = Words(self.game)
        self.state = initial_state(self.game)

    def put(self, qui: str, kind: str, nom: str, **fields: Any) -> None:
        self.then("fiche", qui=qui, fiche={"type": kind, "nom": nom, **fields})

    def then(self, kind: str, **fields: Any) -> RecordChange:
        """An event of the campaign record."""
        return self.takes({"type": kind, **fields})

    def takes(self, event: Mapping[str, Any]) -> RecordChange:
        turned = apply_event(self.game, self.rulings, self.state, event)
        self.state = turned.state
        return turned

    def consequences(
        self, procedure: str, params: Mapping[str, Any], answers: Any, cast: Mapping[str, str]
    ) -> tuple[Consequence, ...]:
        """What a run leaves; its answers lead to its end."""
        question = ask_about(f"{self.game.id}.{procedure}", params, self.rulings, answers)
        return consequences_of(self.game, self.rulings, self.state, question, play(question), cast)

    def runs(
        self,
        procedure: str,
        params: Mapping[str, Any],
        answers: Any = (),
        cast: Mapping[str, str] | None = None,
    ) -> list[str]:
        """A run whose consequence are all taken: their sentences."""
        texts = []
        for consequence in self.consequences(procedure, params, answers, cast or {}):
            texts.append(plain(consequence.sentence(self.words)))
            self.takes(consequence.event)
        return texts

    def sheet(self, qui: str) -> dict[str, Any]:
        found: dict[str, Any] = self.state["fiches"][qui]
        return found

    def texts(self, turned: RecordChange) -> list[str]:
        return [plain(step["text"]) for step in turned.trace(self.words)]


def plain(text: str) -> str:
    """A sentence with ordinary spaces."""
    return text.replace("\u00a0", " ").replace("\u202f", " ")
