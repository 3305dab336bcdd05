"""What a throw inside a fight is worth: the attack at work."""

from __future__ import annotations

import re
import time
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.faces.web.conftest import Lead
from tests.faces.web.test_taking import Client
from tests.table.evening import LEADER
from tests.table.export.tables import ID


@pytest.fixture
def led(lead: Lead) -> Client:
    """A table of Socle, by who leads it."""
    return lead("socle")


def post(client: Client, *fields: tuple[str, Any]) -> None:
    kind = {"content-type": "application/x-www-form-urlencoded"}
    answer = client.post(
        f"/t/{ID}/{LEADER}", content=urlencode(fields), headers=kind, follow_redirects=False
    )
    assert answer.status_code == 303


def chances(client: Client) -> str:
    """The pane of the run that is open once all is counted, its spaces plain. It is asked for again as
    the page does."""
    page = client.get(f"/t/{ID}/{LEADER}").text
    address = re.search(rf'hx-get="(/t/{ID}/{LEADER}/chances/[^"]+)"', page)
    assert address
    for _ in range(60):
        told = client.get(address[1].replace("&amp;", "&"), headers={"hx-request": "true"}).text
        if "Calcul exact en cours" not in told:
            return told.replace("\u202f", " ").replace("\xa0", " ")
        time.sleep(0.5)
    raise AssertionError(told)


@pytest.mark.parametrize(("means", "exact"), [("Force", "5/12"), ("Agilité", "1/8")])
def test_an_attack_in_a_fight(led: Client, means: str, exact: str) -> None:
    """A d12 and a d8 against the 8 of an elite."""
    heroes = ("cast.heros", "gontrand"), ("cast.heros", "maelle")
    foe = "cast.adversaires", "capitaine"
    post(led, ("do", "frame"), ("procedure", "socle.combat"), *heroes, foe)
    run = re.findall(r'name="run" value="([^"]+)"', led.get(f"/t/{ID}/{LEADER}").text)[0]
    for place, choice in enumerate(("gontrand", "attaque:capitaine", means)):
        post(led, ("do", "choose"), ("run", run), ("place", place), ("choose", choice))
    told = chances(led)
    assert f"Exactement {exact}" in told
    assert told.index("law-chance") < told.index(f"Exactement {exact}")


def test_where_it_leads_stands_below(led: Client) -> None:
    """A d8 against 6, 3/8; two successes before two failures, (3/8)²(1 + 2·5/8)."""
    task = ("procedure", "socle.chronometre"), ("to", "gontrand"), ("de", "8"), ("reussites", "2")
    post(led, ("do", "frame"), *task, ("jet_force", "false"), ("aide", "false"), ("etapes", "2"))
    told = chances(led)
    assert told.index("<output>38 %</output>") < told.index("Et à la fin : 32 %")
    assert "Exactement 3/8" in told
