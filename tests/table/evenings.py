"""What happens in the course of an evening, at random."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from hypothesis import strategies as st

from tablee.dice.house_dice import HouseDice
from tablee.rules.campaign.building import campaign_record_of
from tablee.rules.registry import find_procedure
from tablee.rules.schema import Group
from tests.kit import acts
from tests.kit.params import values_of
from tests.table.evening import LEADER, SEATS, Table, playable, requested

__all__ = ["any_act", "any_event", "any_other"]

WORDS = ("", "ours", "à l’abri ☂", "a" * 100)
NOTES = ("Une note.", "<b>note</b>", "\u202e\u200bnote\n\n", "n" * 10_000)


Draw = Callable[[st.SearchStrategy[Any]], Any]


def any_act(table: Table, rng: random.Random, draw: Draw | None = None) -> bool:
    """Something that happens at a table: a run is asked for or answered, or anything else. Without
    `draw` nothing is changed by hand."""
    waiting = table.state.open_runs
    chance = rng.random()
    if chance < 0.15 or (not waiting and chance < 0.6):
        procedure = find_procedure(rng.choice(list(playable(table.game.id))))
        secret, title = rng.random() < 0.25, rng.choice(("", "Essai"))
        names = list(table.state.sheets)
        act = requested(table, rng, procedure, names, secret=secret, title=title)
        return act is not None and table.act(LEADER, act)
    if waiting and chance < 0.75:
        dice = HouseDice(rng.randrange(2**32))
        table.answer(rng.choice(waiting), rng, dice)
        return True
    return table.act(rng.choice((LEADER, *SEATS)), any_other(table, rng, draw))


def any_other(table: Table, rng: random.Random, draw: Draw | None = None) -> acts.Act:
    """Something else than asking for a run or answering one; it need not be possible."""
    state, seat = table.state, rng.choice(SEATS)
    run = rng.choice([*state.runs, "j99"])
    one_consequence = rng.choice([*state.consequences, "j1.99"])
    character = rng.choice([*state.sheets, "personne"])
    asked = state.runs[run].settings if run in state.runs else ()
    choices: list[acts.Act] = [
        acts.Note(text=rng.choice(NOTES), private=rng.random() < 0.5),
        acts.ChangeSeat(seat=seat, word=rng.choice(WORDS)),
        acts.ChangeSeat(seat=seat, dice=rng.choice(("house", "real"))),
        acts.ChangeSeat(seat=seat, name=rng.choice(("Ana", "Lou"))),
        acts.RemoveSeat(seat=rng.choice((seat, "j3", "personne"))),
        acts.Undo(run=run),
        acts.Undo(run=run),
        acts.Withdraw(run=run, reason="tant pis"),
        acts.Reveal(run=run),
        _otherwise(table, run, rng),
        acts.Decline(consequence=one_consequence),
        acts.Decline(consequence=one_consequence),
        acts.Restore(consequence=one_consequence),
        acts.Replace(consequence=one_consequence, place=0),
        acts.Repeat(run=run, all=rng.random() < 0.5),
        acts.RemoveModifier(run=run, name=rng.choice([*(each.name for each in asked), "rien"])),
        acts.EndScene(),
        acts.BeginScene(title="Une scène"),
        acts.AllowAdvice(allowed=rng.random() < 0.5),
        acts.Give(character=character, to=rng.choice((None, *SEATS))),
    ]
    if draw is not None and rng.random() < 0.2:
        return acts.ChangeRecord(event=any_event(table, rng, draw))
    return rng.choice(choices)


def _otherwise(table: Table, run: str, rng: random.Random) -> acts.Overrule:
    """A run overruled in words alone, or one number of its result with something else."""
    known = table.state.runs.get(run)
    named = () if known is None or known.outcome is None else known.outcome.result
    field = rng.choice(("", *named))
    value = rng.choice((1, "deux", [3])) if field else None
    return acts.Overrule(run=run, field=field, value=value, reason="autrement")


def any_event(
    table: Table, rng: random.Random, draw: Draw, names: Sequence[str] = ()
) -> dict[str, Any]:
    """An event of the campaign record, of somebody there (or of the ones named)."""
    named = campaign_record_of(table.game).events.named()
    tag = rng.choice([each for each in named if each != "fiche"])
    event = draw(values_of(Group(named[tag])))
    if tag == "du":
        procedure = rng.choice((None, *(each.id for each in table.game.procedures)))
        event["du"] |= {"procedure": procedure, "params": {}}
    found: dict[str, Any] = _of_somebody(
        {"type": tag, **event}, rng, list(names or table.state.sheets)
    )
    return found


def _of_somebody(value: Any, rng: random.Random, names: list[str]) -> Any:
    """The same, with characters of the table wherever somebody is named."""
    if isinstance(value, dict):
        return {
            name: rng.choice(names)
            if name in ("qui", "holder", "player", "heros", "par", "pnj")
            else _of_somebody(each, rng, names)
            for name, each in value.items()
        }
    return [_of_somebody(each, rng, names) for each in value] if isinstance(value, list) else value
