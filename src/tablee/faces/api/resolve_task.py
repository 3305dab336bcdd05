"""The task of `resolve`; `tablee.faces.workers.tasks` has the three others."""

from __future__ import annotations

import msgspec

from tablee.faces.workers.tasks import Options, Tick
from tablee.rules.contract_json import RunJson
from tablee.rules.readings.session import play
from tablee.rules.run_input import read_run
from tablee.rules.run_json import run_view
from tablee.rules.words import Words


def resolve(run: RunJson, options: Options, tick: Tick) -> bytes:
    """Return the JSON of `tablee resolve --run FILE --json`. Options: `as` (seat), `lang`."""
    question = read_run(run)
    words = Words(question.game, options["lang"])
    return msgspec.json.encode(run_view(play(question), words, options.get("as")))
