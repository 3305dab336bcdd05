"""What a whip does (EXIL-ARM-04): it holds a part of the body, of who has nothing to lose too."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.rules.questions import Choose
from tablee.rules.readings.session import Session
from tablee.rules.run_input import ask_about

Json = dict[str, Any]
WHIP: Json = {"id": "ana", "camp": "x", "talent": 12, "letalite": -1, "fouet": True}
FOE: Json = {"id": "bob", "camp": "y", "talent": 0, "politique": {"attitude": "rien"}}


def blow(passe: Any, *answers: Any, whip: bool = True, **foe: Any) -> Session:
    """Return a tour in which Ana's blow at a Poff of 12 lands."""
    will = {"attitude": "tout", "passe": passe, "membre": "jambe"}
    fighters = [{**WHIP, "fouet": whip, "politique": will}, {**FOE, **foe}]
    steps = [{"dice": [1]}, {"dice": [12]}, *answers]
    return Session(ask_about("exil.melee", {"combattants": fighters, "max_turns": 1}, {}, steps))


@pytest.mark.parametrize("armed", [False, True])
def test_a_whip_holds_who_fights_with_bare_hands(armed: bool) -> None:
    """The passe takes the weapon of who has one; of who has none it holds a part of the body."""
    _, bob = blow(["desarmement"], desarmable=armed).result.combattants
    assert (bob.saisi, bob.arme) == ((None, "perdue") if armed else ("jambe", "en_main"))
    assert bob.pds == 20


def test_the_passe_is_offered_against_bare_hands_to_a_whip_alone() -> None:
    for whip in (False, True):
        pending = blow("ask", whip=whip, desarmable=False).pending
        assert isinstance(pending, Choose)
        offered = list(pending.form.values())
        assert ("desarmement" in offered) is whip
        assert not {"arme_coincee", "touche_et_desarmement"} & set(offered)
    held = blow("ask", {"choose": "desarmement"}, desarmable=False)
    assert held.result.combattants[1].saisi == "jambe"


def test_a_whip_holds_in_a_duel_too() -> None:
    one = {k: v for k, v in WHIP.items() if k not in ("id", "camp")}
    one["politique"] = {"attitude": "tout", "passe": ["desarmement"]}
    foe = {"talent": 0, "desarmable": False, "politique": {"attitude": "rien"}}
    params = {"a": one, "b": foe, "max_turns": 1}
    run = Session(ask_about("exil.duel", params, {}, [{"dice": [1]}, {"dice": [12]}]))
    assert run.result.pds_b == 20
    assert any("Le fouet tient" in entry.text for entry in run.trace)


@pytest.mark.parametrize("name", ["melee", "duel"])
def test_the_leader_says_when_the_whip_lets_go(name: str) -> None:
    """What a whip holds is his to judge, so its end is too; nobody else is offered that change."""
    will = {"attitude": "tout", "passe": ["desarmement"], "membre": "jambe"}
    fight: Json = {"combattants": [WHIP | {"politique": will}, FOE | {"desarmable": False}]}
    if name == "duel":
        a, b = ({k: v for k, v in each.items() if k not in ("id", "camp")} for each in (
            fight["combattants"]))  # fmt: skip
        fight = {"a": a, "b": b}
    whipped, holds = ("a", "b") if name == "duel" else ("ana", "bob")

    def after(*answers: Any) -> Session:
        steps = [{"dice": [1]}, {"dice": [12]}, *({"choose": each} for each in answers)]
        return Session(ask_about(f"exil.{name}", fight | {"fin": "ask", "max_turns": 2}, {}, steps))

    for who, offered in ((whipped, False), (holds, True)):
        pending = after("changer", who).pending
        assert isinstance(pending, Choose)
        assert ("saisi" in list(pending.form.values())) is offered
    now = after("changer", holds, "saisi").pending
    assert isinstance(now, Choose)
    assert (now.who, now.default) == ("gm", "jambe")
    loose = after("changer", holds, "saisi", "libre", "changer", holds).pending
    assert isinstance(loose, Choose)
    assert "saisi" not in list(loose.form.values())
    free, held = after("changer", holds, "saisi", "libre", "finir"), after("finir")
    if name == "melee":
        assert (free.result.combattants[1].saisi, held.result.combattants[1].saisi) == (
            None,
            "jambe",
        )
