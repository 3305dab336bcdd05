"""Tables played at random, in memory: every kind of event that a log may have."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from tablee.dice.die import Throw
from tablee.dice.draws import HouseDice
from tablee.faces.sheets import load_sheet, ready_made
from tablee.rules.game import Game, find_game
from tablee.rules.question import ask_about
from tablee.rules.questions import Together
from tablee.rules.readings.session import Belief, Session
from tablee.rules.refusal import Refusal
from tablee.rules.sheet import characters_of, sheet_view
from tablee.table import acts
from tablee.table import events as ev
from tablee.table.deciding import decide
from tablee.table.keeping import first
from tablee.table.replay import Replays, waits_of
from tablee.table.state import Run, State
from tests.kit.runs import any_answer, any_value, grid

__all__ = ["ID", "Playing", "played"]

ID = "quai42abcd"
LEADER = "meneur"
SEATS = (LEADER, "j1", "j2", "j3")
WORDS = ("", "ours", "à l’abri ☂", "a" * 100)
NOTES = ("Une note.", "<b>note</b>", "\u202e\u200bnote\n\n", "n" * 10_000)


class Playing:
    """A table in memory, and all that has happened at it."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.rng = random.Random(seed)
        self.dice = HouseDice(seed)
        self.state = State(id=ID)
        self.replays = Replays()
        self.events: list[ev.Body] = []
        self.at = 1_750_000_000_000
        self._happen(ev.Opened(at=self.at, name="Essai", game=game.id, chronicle=first(game)))
        for place, seat in enumerate(SEATS):
            self._happen(ev.SeatAdded(at=self.at, seat=seat, name=seat.upper(), leader=not place))
        self.characters = self._people()

    def _happen(self, *events: ev.Body) -> None:
        for event in events:
            self.state.apply(event)
            self.events.append(event)

    def act(self, seat: str, act: acts.AnyAct) -> bool:
        """Do it, if the seat may; whether it was done."""
        self.at += self.rng.randint(1, 60_000)
        try:
            events = decide(self.state, seat, act, self.at, self.replays)
        except Refusal:
            return False
        self._happen(*events)
        self.replays.forget(self.state)
        return True

    def _people(self) -> list[str]:
        """The ready-made characters of the game, one of each player and two of the leader."""
        kinds = characters_of(self.game)
        named = {name: load_sheet(name, "fiche", self.game)[1] for name in ready_made(self.game)}
        found = [name for name, sheet in named.items() if isinstance(sheet, kinds)][:5]
        for name, seat in zip(found, ["j1", "j2", "j3", None, None], strict=False):
            sheet = sheet_view(self.game, named[name])
            assert self.act(LEADER, acts.PutSheet(character=name, sheet=sheet, seat=seat))
        return found

    # ── what people do ─────────────────────────────────────────────────────────────────────────
    def frame(self, procedure: str, params: Mapping[str, Any]) -> bool:
        rng = self.rng
        to = rng.sample(self.characters, min(len(self.characters), rng.choice((0, 0, 1, 2))))
        secret = rng.random() < 0.25
        act = acts.Frame(procedure=procedure, params=params, to=to, secret=secret, title="Essai")
        return self.act(LEADER, act) or self.act(LEADER, msgspec.structs.replace(act, to=()))

    def answer(self, run: Run) -> None:
        """The next answer of a run, by whom it waits for."""
        session = self.replays.session(self.state, run)
        assert session is not None
        waits = waits_of(self.state, run, session)
        if not waits:
            return
        place, seat = len(run.answers), self.rng.choice([waits[0].seat, LEADER])
        pending = session.pending
        if isinstance(pending, Together):
            some = [wait for wait in waits if wait.index is not None and wait.seat == seat]
            values = {
                str(wait.index): any_value(pending.choices[wait.index or 0].form, self.rng)
                for wait in (some or list(waits))
            }
            self.act(seat if some else LEADER, acts.Seal(run=run.id, place=place, values=values))
        elif isinstance(pending, Throw) and self.rng.random() < 0.7:
            self.act(seat, acts.Throw(run=run.id, place=place))
        else:
            answer = any_answer(session, self.rng, self.dice)
            self.act(seat, acts.Answer(run=run.id, place=place, answer=answer))

    def something(self) -> None:
        """Something else than an answer."""
        rng, state = self.rng, self.state
        seat = rng.choice(SEATS)
        run = rng.choice([*state.runs, ""])
        booking = rng.choice([*state.bookings, ""])
        choices: list[acts.AnyAct] = [
            acts.Note(text=rng.choice(NOTES), private=rng.random() < 0.5),
            acts.ChangeSeat(seat=seat, word=rng.choice(WORDS)),
            acts.ChangeSeat(seat=seat, dice=rng.choice(("house", "real"))),
            acts.Undo(run=run),
            acts.Withdraw(run=run, reason="tant pis"),
            acts.Reveal(run=run),
            acts.Overrule(run=run, reason="autrement", value=rng.choice((1, "deux", [3]))),
            acts.Decline(booking=booking),
            acts.Restore(booking=booking),
            acts.Again(run=run),
            acts.EndScene(),
            acts.BeginScene(title="Une scène"),
            acts.LetAdvise(allowed=rng.random() < 0.5),
            acts.Give(character=rng.choice([*self.characters, ""]), to=rng.choice(SEATS)),
        ]
        act = rng.choice(choices)
        self.act(seat, act)
        if not isinstance(act, acts.Note):
            self.act(LEADER, act)


def played(game_id: str, seed: int, steps: int = 60) -> Playing:
    """A table of a game after so many steps at random."""
    game = find_game(game_id)
    assert game is not None
    table = Playing(game, seed)
    known = list(_playable(game_id))
    for _ in range(steps):
        open_runs = table.state.open_runs
        chance = table.rng.random()
        if chance < 0.15 or (not open_runs and chance < 0.6):
            table.frame(*table.rng.choice(known))
        elif open_runs and chance < 0.8:
            table.answer(table.rng.choice(open_runs))
        else:
            table.something()
    return table


def _playable(game_id: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Parameter sets of the game's grid that a played run may have."""
    for procedure, _, params in grid():
        if procedure.startswith(f"{game_id}."):
            try:
                Session(ask_about(procedure, params))
            except (Belief, Refusal):
                continue
            yield procedure, params
