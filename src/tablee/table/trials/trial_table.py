"""A table in memory with characters of a game, that plays runs by chance."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import msgspec

from tablee.dice.die import Die, Throw
from tablee.dice.house_dice import HouseDice
from tablee.rules.checkup.random_runs import any_answer, any_value
from tablee.rules.checkup.small_params import small_params
from tablee.rules.game import Game
from tablee.rules.questions import Together
from tablee.rules.readings.session import Session
from tablee.rules.schema import tag_of
from tablee.rules.sheet import characters_of, ready_of, sheet_view
from tablee.table.acts.act import Act
from tablee.table.acts.act_registry import decide
from tablee.table.acts.answer import Answer
from tablee.table.acts.put_sheet import PutSheet
from tablee.table.acts.seal import Seal
from tablee.table.log import events as ev
from tablee.table.log.fold import apply
from tablee.table.log.scene_dice import commitment_of, secret_commitment_of
from tablee.table.log.state_parts import Run
from tablee.table.log.table_state import State
from tablee.table.record_changes import initial_record
from tablee.table.replay import Replays, waits_of
from tablee.table.views.table_view import view
from tablee.table.views.visibility import Visibility
from tablee.table.views.whole_view_types import TableView

LEADER = "meneur"
PLAYERS = ("j1", "j2", "j3")
"""Seats of players: the first two have a character each, the third only watches."""
SEED = "0" * 64
LONGEST = 150
"""Answers after which a run is left."""


class TrialDice(HouseDice):
    """Dice of the house; those of seed 0 show their lowest faces, those of seed 1 the highest."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._seed = seed

    def throw(self, throw: Throw) -> tuple[int, ...]:
        die = throw.die
        if isinstance(die, Die) and self._seed < 2:
            return (die.highest if self._seed else die.lowest,) * throw.count
        return super().throw(throw)


class TrialTable:
    """A table, its clock in milliseconds, and the characters at it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.state = State(id="essai")
        self.replays = Replays()
        self.at = 0
        record = initial_record(game)
        self._happen(ev.Opened(at=0, name="Essai", game=game.id, rulings={}, record=record))
        for seat in (LEADER, *PLAYERS):
            self._happen(ev.SeatAdded(at=0, seat=seat, name=seat, leader=seat == LEADER))
        owners = iter(PLAYERS[:2])
        for name, sheet in _characters(game).items():
            self.act(LEADER, PutSheet(character=name, sheet=sheet, seat=next(owners, None)))

    def act(self, seat: str, act: Act) -> None:
        """Perform an act. Raises `Refusal`, and what the rules raise."""
        self.at += 1000
        for event in decide(self.state, seat, act, self.at, self.replays).events:
            self._happen(event)
        self.replays.forget_finished(self.state)

    def view(self, seat: str) -> TableView:
        return view(self.state, seat, self.replays)

    def session(self, run: str) -> Session | None:
        return self.replays.session(self.state, self.state.runs[run])

    def next_answer(self, run: Run, rng: random.Random, dice: TrialDice) -> tuple[str, Act]:
        """Return an answer by chance to what a run waits for, and the seat that gives it."""
        session = self.replays.session(self.state, run)
        assert session is not None
        wait = waits_of(self.state, run, session)[0]
        place = Visibility(self.state, wait.seat).place(run, session)
        if isinstance(session.pending, Together):
            value = any_value(session.pending.choices[wait.index or 0].form, rng)
            return wait.seat, Seal(run=run.id, place=place, values={str(wait.index or 0): value})
        faces = isinstance(session.pending, Throw) and run.secret
        seat = LEADER if faces else wait.seat
        place = Visibility(self.state, seat).place(run, session)
        return seat, Answer(run=run.id, place=place, answer=any_answer(session, rng, dice))

    def finish(self, run: str, rng: random.Random, dice: TrialDice) -> None:
        """Answer by chance until a run is over. Raises `Refusal`, and what the rules raise."""
        for _ in range(LONGEST):
            if self.state.runs[run].status != "open":
                return
            self.act(*self.next_answer(self.state.runs[run], rng, dice))

    def _happen(self, event: ev.TableEvent) -> None:
        if isinstance(event, ev.SceneBegun):
            event = msgspec.structs.replace(
                event,
                seed=SEED,
                commitment=commitment_of(SEED),
                secret_seed=SEED,
                secret_commitment=secret_commitment_of(SEED),
            )
        apply(self.state, event)


def _characters(game: Game) -> dict[str, Mapping[str, Any]]:
    """Return the ready-made characters of a game by id, the players' kind first; without two of
    these, with some made of the least values."""
    kinds = characters_of(game)
    ready = {name: each for name, each in ready_of(game).items() if isinstance(each, kinds)}
    players = {n: sheet_view(game, each) for n, each in ready.items() if type(each) is kinds[0]}
    for place in range(len(players), 2 if kinds else 0):
        try:
            values = small_params(kinds[0], "high")
        except LookupError:
            break
        about = {"jeu": game.id, "type": tag_of(kinds[0]), "nom": f"Essai {place + 1}"}
        players[f"essai{place + 1}"] = {**about, **{n: v for n, v in values.items() if n != "nom"}}
    return players | {n: sheet_view(game, each) for n, each in ready.items() if n not in players}
