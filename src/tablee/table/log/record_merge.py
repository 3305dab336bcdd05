"""The merge of changes into a campaign record.

Changes have the parts that changed, and the continuation of long lists. The module must not know
events, states or the rules.
"""

from __future__ import annotations

from tablee.rules.contract_json import RecordJson

GROWN = "suites"
"""Key of the changes with continued lists: ledger -> name of the list -> [number of items that stay,
the new items after them]."""


def merged(record: RecordJson, after: RecordJson) -> RecordJson:
    """Return a campaign record after changes; a sheet that is None is removed."""
    found = dict(record)
    for part, value in after.items():
        if part == GROWN:
            found["registres"] = _grown(record["registres"], found["registres"], value)
        elif part in ("fiches", "registres"):
            inner = {**found.get(part, {}), **value}
            found[part] = {name: each for name, each in inner.items() if each is not None}
        else:
            found[part] = value
    return found


def _grown(before: RecordJson, now: RecordJson, after: RecordJson) -> RecordJson:
    """Return ledgers with their continued lists."""
    found = dict(now)
    for name, lists in after.items():
        more = {each: [*before[name][each][:stay], *new] for each, (stay, new) in lists.items()}
        found[name] = {**found[name], **more}
    return found
