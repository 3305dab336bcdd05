"""`python -m bench.live_advice`: how long a page of the live table waits for advice on a fight.

A server on this machine, and the page of the player of jeanne. For each duel: seconds until the
pane has its first chances (of the round alone), and until it has those of the whole fight, which another
process explores; then, in the second round, until it has those of the whole fight again. For a round
alone (a contact, a mêlée of one round): seconds until its first chances, and until nothing is computed.
"""

from __future__ import annotations

import time
from typing import Any

import httpx

from tests.kit import acts
from tests.server.served import Served, secret_of, serving
from tests.table.evening import LEADER, TABLE, Table, set_up

ATTITUDE = {"attitude": "ask"}
FREE = {"attitude": "ask", "passe": "ask"}
GOES_ON = "hx-trigger"
"""A pane with this asks again, because a computation goes on."""
WEIGHED = "data-weighs"
PAUSE = 0.05
DUELS: dict[str, dict[str, Any]] = {
    "PdS 14, attitudes, 6 rounds": {"pds": 14, "politique": ATTITUDE, "turns": 6},
    "full sheets, attitudes, 20 rounds": {"politique": ATTITUDE, "turns": 20},
    "full sheets, attitudes and passes, 20 rounds": {"politique": FREE, "turns": 20},
}
ROUNDS: dict[str, tuple[str, dict[str, Any], Any]] = {
    "contact, attitudes": (
        "exil.contact_round",
        {"a": {"politique": ATTITUDE}, "b": {"politique": ATTITUDE}},
        {"a": "jeanne", "b": "brute"},
    ),
    "contact, attitudes and passes": (
        "exil.contact_round",
        {"a": {"politique": FREE}, "b": {"politique": FREE}},
        {"a": "jeanne", "b": "brute"},
    ),
    **{
        f"mêlée of {len(names)}, one round, attitudes": (
            "exil.melee",
            {
                "combattants": [
                    {"camp": "rue" if name == "brute" else "ville", "politique": ATTITUDE}
                    for name in names
                ],
                "max_turns": 1,
            },
            {"combattants": names},
        )
        for names in (["jeanne", "brute"], ["jeanne", "aurele", "brute"])
    },
}
FACES = 1, 12, 12
"""The first initiative, and two attacks that fail."""


def _duel(served: Served, fighter: dict[str, Any]) -> Table:
    """Lay a table with a duel of jeanne and the brute of the leader."""
    table = set_up("exil")
    own = {name: value for name, value in fighter.items() if name != "turns"}
    params = {"a": own, "b": own | {"reddition": "jamais"}}
    params |= {"max_turns": fighter["turns"], "conduite": "habitude"}
    cast = {"a": "jeanne", "b": "brute"}
    table.does(LEADER, acts.RequestRun(procedure="exil.duel", params=params, cast=cast))
    served.lay(table)
    return table


def _round(served: Served, procedure: str, params: dict[str, Any], cast: Any) -> None:
    """Lay a table with a round in which the leader's fighters have their habits, but for `params`."""
    table = set_up("exil")
    more = {"conduite": "habitude"}
    request = acts.RequestRun(procedure=procedure, params=params | more, cast=cast)
    table.does(LEADER, request)
    served.lay(table)


def _answer_round(table: Table) -> None:
    """Answer the attitudes and dice of the first round, up to the attitudes of the second one."""
    for seat, index in (("j2", "0"), (LEADER, "1")):
        table.does(seat, acts.Seal(run="j1", place=0, values={index: 2}))
    for face in FACES:
        place = len(table.state.runs["j1"].answers)
        table.does(LEADER, acts.Answer(run="j1", place=place, answer={"dice": [face]}))


def _waits(served: Served, seat: str = "j2") -> tuple[float, float, float]:
    """Return the seconds until a pane weighs something, until nothing is computed any more, and
    the longest of a single answer of the server."""
    address = f"{served.address}/t/{TABLE}/{seat}/chances/j1"
    headers = {"cookie": f"tablee-{TABLE}-{seat}={secret_of('cookie', seat)}", "hx-request": "true"}
    start, first, longest = time.monotonic(), 0.0, 0.0
    while True:
        asked = time.monotonic()
        text = httpx.get(address, headers=headers, timeout=60).text
        now = time.monotonic()
        longest = max(longest, now - asked)
        if WEIGHED in text and not first:
            first = now - start
        if GOES_ON not in text:
            return first, now - start, longest
        time.sleep(PAUSE)


def main() -> None:
    """Print one row for each duel, and one for each round."""
    print("| duel | first chances, s | whole fight, s | whole fight in round 2, s |")
    print("| --- | --- | --- | --- |")
    for name, fighter in DUELS.items():
        with serving() as served:
            table = _duel(served, fighter)
            first, whole, _ = _waits(served)
            _answer_round(table)
            served.lay(table)
            _, again, _ = _waits(served)
        print(f"| {name} | {first:.1f} | {whole:.1f} | {again:.2f} |", flush=True)
    for name, (procedure, params, cast) in ROUNDS.items():
        with serving() as served:
            _round(served, procedure, params, cast)
            first, whole, _ = _waits(served)
        print(f"| {name} | {first:.1f} | {whole:.1f} | |", flush=True)


if __name__ == "__main__":
    main()
