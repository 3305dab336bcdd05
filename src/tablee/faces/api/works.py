"""The work of `resolve` (see `tablee.faces.beside.works`, where the three others are)."""

from __future__ import annotations

import msgspec

from tablee.faces.beside.works import Options, Run, Tick
from tablee.rules.question import read_run
from tablee.rules.readings.session import play
from tablee.rules.views import run_view
from tablee.rules.words import Words

__all__ = ["resolve"]


def resolve(run: Run, options: Options, tick: Tick) -> bytes:
    """The JSON of `tablee resolve --run FILE --json`. Options: `as` (seat), `lang`."""
    question = read_run(run)
    words = Words(question.game, options["lang"])
    return msgspec.json.encode(run_view(play(question), words, options.get("as")))
