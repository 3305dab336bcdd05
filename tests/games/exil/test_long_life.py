"""A body through hundreds of events: wounds, ills, care, rest, chocs and time, at random
(invariants 14, 17, 19, 20 and 23)."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.games.exil.tables import ATTRIBUTS, CAPITAL
from tablee.rules.readings.session import Session
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import ask_about
from tablee.rules.schema import show

Params = dict[str, Any]
EVENTS = 250
ILLS = ("fièvre", "venin", "plaie")
some_rulings = st.fixed_dictionaries({}, optional={"death": st.just("at_zero")})


def after(etat: Params, *events: Params, **rules: Any) -> Params:
    session = Session(ask_about("exil.suivi", {"etat": etat, "evenements": list(events)}, rules))
    found: Params = show(session.result)["etat"]
    return found


def some_event(rng: random.Random) -> Params:
    """Draw an event that may be refused."""
    ill = rng.choice(ILLS)
    number = Fraction(rng.randint(1, 40), rng.randint(1, 4))
    contagion = {
        "nom": ill,
        "delai": str(number / 3),
        "periode": str(number),
        "perte": rng.randint(0, 2),
        "malignite": rng.choice(["benigne", "legere", "serieuse", "grave", "mortelle"]),
        "soignable": rng.random() < 0.8,
    }
    bleeding = {"perte": 1, "periode": str(number)}
    return rng.choice(
        [
            {"type": "temps", "unite": rng.choice(["heure", "jour", "tour"]), "n": str(number)},
            {"type": "temps", "unite": "jour", "n": "3"},
            {"type": "blessure", "dommages": rng.randint(0, 4)},
            {"type": "blessure", "dommages": 1, "nom": ill, "hemorragie": bleeding},
            {"type": "maladie", **contagion},
            {"type": "poison", **contagion},
            {"type": "secours", "nom": ill},
            {"type": "remede", "nom": ill, "malgre": rng.random() < 0.5},
            {"type": "soins"},
            {"type": "guerison", "jours": rng.choice(["4", "10", "40"]), "activite": "normale"},
            {"type": "choc", "echecs": rng.randint(1, 2)},
            {"type": "scene"},
            {"type": "decision", "pds": rng.randint(-1, 6)},
        ]
    )


def halved(event: Params) -> list[Params]:
    """Return the same time in two events."""
    if event["type"] != "temps":
        return [event]
    return [event | {"n": str(Fraction(event["n"]) / 2)}] * 2


@settings(max_examples=10, deadline=None)
@given(st.sampled_from(ATTRIBUTS), st.integers(0, 10**6), some_rulings)
def test_a_body_keeps_its_bounds_over_a_life(
    physique: Any, seed: int, rules: dict[str, Any]
) -> None:
    rng = random.Random(seed)
    start: Params = {"physique": physique}
    etat, log = after(start, **rules), []
    for _ in range(EVENTS):
        event = some_event(rng)
        try:
            later = after(etat, event, **rules)
        except Refusal:
            continue
        _kept_to(physique, etat, later, event, rules)
        etat = later
        log.append(event)
    assert after(start, *log, **rules) == etat, "the same log gives the same state"
    in_halves = [half for event in log for half in halved(event)]
    assert after(start, *in_halves, **rules) == etat, "time does the same however it is cut"


def _kept_to(physique: Any, before: Params, later: Params, event: Params, rules: Params) -> None:
    """Check the invariants of every event."""
    capital = CAPITAL[physique]
    had, has = (capital if each["pds"] is None else each["pds"] for each in (before, later))
    dead = had < (1 if rules.get("death") == "at_zero" else 0)
    assert has <= capital
    assert 0 <= later["echecs"] <= 3
    if dead:
        assert event["type"] in ("temps", "decision")
        assert has == had or event["type"] == "decision"
    if event["type"] == "temps":
        assert Fraction(later["heure"]) > Fraction(before["heure"])
        assert has <= had or before["retablissement"] is not None
        assert has >= had or before["maux"]
    else:
        assert later["heure"] == before["heure"]
        assert has <= had or event["type"] == "decision"
    if event["type"] != "scene":
        assert later["echecs"] >= before["echecs"]
    back = later["retablissement"]
    assert back is None or has < capital or event["type"] != "temps"
