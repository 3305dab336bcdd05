"""The functions that readings and pages call outside the rules of a game, each called with small values.

A function of a game in a file that returns another kind of value than they need is refused by itself
(see `hook_values`), but at the table only, or on one page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from tablee.rules.ambient import Ambient, around
from tablee.rules.authoring.game_file import describe_rule_error
from tablee.rules.authoring.source_lines import each_once
from tablee.rules.checkup.small_params import ENDS, small_params
from tablee.rules.game import Game
from tablee.rules.procedure import Procedure, Record
from tablee.rules.refusal import Refusal
from tablee.rules.registry import GameFile
from tablee.rules.schema import read_record
from tablee.rules.sheet import Sheet


def hook_faults(game: Game, file: GameFile) -> Iterator[Refusal]:
    """Yield the refusals, with their lines, of functions that return no value of their kind."""
    with around(Ambient(read_record(game.rulings, {}, "rulings."))):
        found = [wrong for call in _calls(game) if (wrong := refused_call(call)) is not None]
    yield from each_once(found, file, set())


def refused_call(call: Callable[[], Any]) -> Refusal | None:
    """Return the refusal of a call that names a line of the game; any other one is about its values."""
    try:
        call()
    except Refusal as refusal:
        return refusal if ".py:" in refusal.field else None
    except Exception as error:
        found = describe_rule_error(error)
        if found is None:
            raise
        return found
    return None


def _calls(game: Game) -> Iterator[Callable[[], Any]]:
    for kind in game.procedures:
        for procedure in _small(kind):
            yield from _calls_of(procedure, game.leader)
    sheets = [*game.ready.values(), *(each for kind in game.sheets for each in _small(kind))]
    for sheet in sheets:
        if isinstance(sheet, Sheet):
            yield from (sheet.check, sheet.fighter_status)


def _calls_of(procedure: Procedure[Any], leader: str) -> Iterator[Callable[[], Any]]:
    yield from (procedure.check, procedure.beliefs, procedure.ids, procedure.sides)
    yield from (procedure.fighter_statuses, procedure.turn_order, procedure.exchange)
    for seat in dict.fromkeys(("", leader, *procedure.seats)):
        yield partial(procedure.concealed, seat)
        yield partial(procedure.led_by, seat)
        yield partial(procedure.goal, seat)


def _small(kind: type[Record] | type[Procedure[Any]]) -> Iterator[Any]:
    """Yield records of small values, unchecked; none where they cannot be guessed."""
    for end in ENDS:
        try:
            yield read_record(kind, small_params(kind, end), "")
        except (LookupError, Refusal):
            return
