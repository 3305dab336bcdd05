"""Tables played at random, with every kind of event."""

from __future__ import annotations

import functools
import random

from tablee.dice.house_dice import HouseDice
from tablee.table.log import events as ev
from tablee.table.log.scene_words import PATIENCE, pledge_of
from tablee.table.log.table_state import State
from tests.kit import acts
from tests.table.evening import GAMES, LEADER, SEATS, Table, playable, set_up

__all__ = ["GAMES", "ID", "LEADER", "SEATS", "logged", "played"]

ID = "quai42abcd"
WORDS = ("", "ours", "à l’abri ☂", "a" * 100)
NOTES = ("Une note.", "<b>note</b>", "\u202e\u200bnote\n\n", "n" * 10_000)


def logged(table: Table) -> list[ev.TableEvent]:
    """Return the log of a table as read from a store."""
    return [ev.read_event(ev.write_event(event)) for event in table.events]


@functools.cache
def played(game: str, seed: int, ended: bool = True, steps: int = 60) -> Table:
    """Return a table of a game after random steps. `ended`: whether its last scene is over. Callers
    must not change it."""
    rng, dice = random.Random(seed), HouseDice(seed)
    table = set_up(game)
    for _ in range(steps):
        open_runs = table.state.open_runs
        chance = rng.random()
        if chance < 0.15 or (not open_runs and chance < 0.6):
            request(table, rng)
        elif open_runs and chance < 0.8:
            table.answer(rng.choice(open_runs), rng, dice)
        else:
            something(table, rng)
    running = table.state.scene is not None
    if running and ended:
        table.does(LEADER, acts.EndScene())
    elif not running and not ended:
        table.does(LEADER, acts.BeginScene(title="En cours"))
    return table


def request(table: Table, rng: random.Random) -> None:
    """Request a run, of some character or of none, sometimes a secret one."""
    known = playable(table.game.id)
    procedure = rng.choice(sorted(known))
    people = sorted(table.state.sheets)
    to = rng.sample(people, min(len(people), rng.choice((0, 0, 1, 2))))
    params, secret = rng.choice(known[procedure]), rng.random() < 0.25
    for each in (to, ()):
        act = acts.RequestRun(
            procedure=procedure, params=params, to=each, secret=secret, title="Essai"
        )
        if table.act(LEADER, act):
            return


def _give_words(table: Table, rng: random.Random) -> None:
    """Let some players pledge and give their words for the scene that has begun, and others give one
    at once. Sometimes a pledged word does not come."""
    scene = table.state.scene
    assert scene is not None
    for seat in SEATS[1:]:
        if rng.random() < 0.4:
            table.act(seat, acts.ChangeSeat(seat=seat, word=rng.choice(WORDS)))
        elif rng.random() < 0.6:
            pledge = pledge_of(scene.number, scene.commitment, seat, f"{seat} secret")
            table.act(seat, acts.ChangeSeat(seat=seat, pledge=pledge))
    table.at += PATIENCE
    for seat in SEATS[1:]:
        if rng.random() < 0.8:
            table.act(seat, acts.ChangeSeat(seat=seat, word=f"{seat} secret"))
    missing = table.state.scenes[-1].words.missing
    if missing:
        table.at += PATIENCE
        table.happen(ev.WordsRestarted(at=table.at, withheld=missing))
        table.at += PATIENCE


def something(table: Table, rng: random.Random) -> None:
    """Do another act than an answer, by some seat, then by the leader if that was refused."""
    state: State = table.state
    seat = rng.choice(SEATS)
    run = rng.choice([*state.runs, ""])
    consequence = rng.choice([*state.consequences, ""])
    choices: list[acts.Act] = [
        acts.Note(text=rng.choice(NOTES), private=rng.random() < 0.5),
        acts.ChangeSeat(seat=seat, word=rng.choice(WORDS)),
        acts.ChangeSeat(seat=seat, dice=rng.choice(("house", "real"))),
        acts.Undo(run=run),
        acts.Withdraw(run=run, reason="tant pis"),
        acts.Reveal(run=run),
        acts.Overrule(run=run, reason="autrement", value=rng.choice((1, "deux", [3]))),
        acts.Decline(consequence=consequence),
        acts.Restore(consequence=consequence),
        acts.Replace(consequence=consequence, place=0),
        acts.Repeat(run=run),
        acts.EndScene(),
        acts.BeginScene(title="Une scène"),
        acts.AllowAdvice(allowed=rng.random() < 0.5),
        acts.Give(character=rng.choice(sorted(state.sheets)), to=rng.choice(SEATS)),
    ]
    act = rng.choice(choices)
    done = table.act(seat, act)
    if done and isinstance(act, acts.BeginScene):
        _give_words(table, rng)
    if not done and not isinstance(act, acts.Note):
        table.act(LEADER, act)
