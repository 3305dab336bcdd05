"""What is shown of throws and choices at a table: the attack at work inside a fight, a relance after a
seuil that was secret."""

from __future__ import annotations

import re
import time
from typing import Any
from urllib.parse import urlencode

import pytest

from tablee.table.export.exporting import campaign_file
from tests.faces.web.conftest import Lead
from tests.faces.web.test_taking import Client, client, links, sit
from tests.kit import acts
from tests.table.evening import LEADER, set_up
from tests.table.export.tables import ID, logged

__all__ = ["client"]


@pytest.fixture
def led(lead: Lead) -> Client:
    """A table of Socle, by the leader it."""
    return lead("socle")


def post(client: Client, *fields: tuple[str, Any], seat: str = LEADER) -> None:
    kind = {"content-type": "application/x-www-form-urlencoded"}
    answer = client.post(
        f"/t/{ID}/{seat}", content=urlencode(fields), headers=kind, follow_redirects=False
    )
    assert answer.status_code == 303


def chances(client: Client, seat: str = LEADER, enough: str = "") -> str:
    """The pane of the run that is open once all is counted, or what is `enough`, its spaces plain. It
    is asked for again as the page does."""
    page = client.get(f"/t/{ID}/{seat}").text
    address = re.search(rf'hx-get="(/t/{ID}/{seat}/chances/[^"]+)"', page)
    assert address
    for _ in range(60):
        texts = client.get(address[1].replace("&amp;", "&"), headers={"hx-request": "true"}).text
        if "Calcul exact en cours" not in texts or (enough and enough in texts):
            return texts.replace("\u202f", " ").replace("\xa0", " ")
        time.sleep(0.5)
    raise AssertionError(texts)


def of_request(led: Client, *asked: tuple[str, str]) -> str:
    """The chance beside the button of the form, its spaces plain. It is asked for again as the page
    does, and not given up."""
    for _ in range(60):
        found = led.get(f"/t/{ID}/{LEADER}/demander/chances?{urlencode(asked)}").text.strip()
        if "Calcul exact en cours" not in found:
            return found.replace("\u202f", " ")
        assert "/demander/chances" in found
    raise AssertionError(found)


@pytest.mark.parametrize(("means", "exact"), [("Force", "5/12"), ("Agilité", "1/8")])
def test_an_attack_in_a_fight(led: Client, means: str, exact: str) -> None:
    """A d12 and a d8 against the 8 of an elite."""
    heroes = ("cast.heros", "gontrand"), ("cast.heros", "maelle")
    foe = "cast.adversaires", "capitaine"
    post(led, ("do", "request"), ("procedure", "socle.combat"), *heroes, foe)
    run = re.findall(r'name="run" value="([^"]+)"', led.get(f"/t/{ID}/{LEADER}").text)[0]
    for place, choice in enumerate(("gontrand", "attaque:capitaine", means)):
        post(led, ("do", "choose"), ("run", run), ("place", place), ("choose", choice))
    texts = chances(led)
    assert f"Exactement {exact}" in texts
    assert texts.index("law-chance") < texts.index(f"Exactement {exact}")


def test_where_it_leads_stands_below(led: Client) -> None:
    """A d8 against 6, 3/8; two successes before two failures, (3/8)²(1 + 2·5/8)."""
    task = ("procedure", "socle.chronometre"), ("to", "gontrand"), ("de", "8"), ("reussites", "2")
    post(led, ("do", "request"), *task, ("jet_force", "false"), ("aide", "false"), ("etapes", "2"))
    texts = chances(led)
    assert texts.index("<output>38 %</output>") < texts.index("Et à la fin : 32 %")
    assert "Exactement 3/8" in texts


@pytest.mark.parametrize(
    ("to", "texts"),
    [
        (["lubin"], "56 % de chances de réussir, visible de vous seulement"),
        (["anselme", "lubin"], "Dame Anselme 40 % · Lubin Corvéal 56 %, visible de vous seulement"),
    ],
)
def test_each_who_is_about_to_be_asked_has_a_chance_of_their_own(
    lead: Lead, to: list[str], texts: str
) -> None:
    """A d10 and the better of two against 6, none of them a 0."""
    known = {
        "procedure": "eclats.test",
        "caracteristique": "energie",
        "seuil": "~0",
        "seuil~0": "6",
    }
    asked = [*known.items(), *(("to", who) for who in to)]
    assert of_request(lead("eclats"), *asked) == texts


def test_a_chance_of_a_contest_says_whose_it_is(lead: Lead) -> None:
    """In the form and on the card alike, by the name of who throws next (EXIL-OPP-01)."""
    led = lead("exil")
    who = ("cast.protagonistes", "vigile"), ("cast.protagonistes", "brute")
    levels = (("protagonistes[0].talent", "Escrimeur"), ("protagonistes[1].talent", "Bagarreur"))
    asked = ("procedure", "exil.opposition"), ("protagonistes[]", "2"), *who, *levels
    found = of_request(led, *asked)
    first = re.match(r"(\d+) % de chances de (l’emporter \(Vigile aux aguets\)), visible", found)
    assert first, found
    post(led, ("do", "request"), *asked)
    texts = chances(led)
    assert f"<output>{first[1]} %</output>" in texts
    assert first[2] in texts
    run = re.findall(r'name="run" value="([^"]+)"', led.get(f"/t/{ID}/{LEADER}").text)[0]
    post(led, ("do", "dice"), ("run", run), ("place", 0), ("faces", 5))
    assert "l’emporter (La Brute des pontons)" in chances(led)


def test_a_chance_that_takes_long_is_asked_for_again(
    lead: Lead, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablee.faces.web.table.chance_pane.PATIENCE", 0)
    known = {"procedure": "eclats.test", "caracteristique": "ruse", "seuil": "~0", "seuil~0": "7"}
    query = urlencode({**known, "to": "lubin"})
    texts = lead("eclats").get(f"/t/{ID}/{LEADER}/demander/chances?{query}").text
    assert f'hx-get="/t/{ID}/{LEADER}/demander/chances"' in texts


def test_what_the_leader_settles_for_others_is_no_chance(lead: Lead) -> None:
    """EXIL-OPP-10: a draw or another round is his to say; neither is « impossible »."""
    led = lead("exil")
    who = ("cast.protagonistes", "vigile"), ("cast.protagonistes", "brute")
    levels = (("protagonistes[0].talent", "Escrimeur"), ("protagonistes[1].talent", "Bagarreur"))
    asked = ("procedure", "exil.opposition"), ("egalite", "ask"), ("protagonistes[]", "2")
    post(led, ("do", "request"), *asked, *who, *levels)
    for place, face in enumerate((3, 5)):  # the armour of the vigile weighs 2 (EXIL-PRO-04)
        page = led.get(f"/t/{ID}/{LEADER}").text
        run = re.findall(r'name="run" value="([^"]+)"', page)[0]
        post(led, ("do", "dice"), ("run", run), ("place", place), ("faces", face))
    page = led.get(f"/t/{ID}/{LEADER}").text
    assert "Nouvelle manche" in page
    texts = chances(led)
    assert "0 %" not in texts
    assert "impossible" not in texts


def fought(client: Client, cast: dict[str, str], seat: str) -> str:
    """What is shown of the attitudes of a mêlée (who fights -> for whom) to one who chooses."""
    table = set_up("exil")
    if copies := [who for who in cast if who.startswith("brute-")]:
        table.does(LEADER, acts.CopyCharacter(character="brute", count=len(copies)))
    given = links(client, campaign_file(ID, logged(table)))
    sit(client, given[0])
    sides = [(f"combattants[{n}].camp", camp) for n, camp in enumerate(cast.values())]
    who = [("cast.combattants", name) for name in cast]
    asked = ("do", "request"), ("procedure", "exil.melee"), ("combattants[]", len(cast))
    post(client, *asked, *who, *sides, ("conduite", "habitude"))
    sit(client, given[int(seat[1:])])
    return chances(client, seat)


def test_an_attitude_is_weighed_in_its_round(client: Client) -> None:
    """EXIL-CBT-05: all of PC 14 against the brute's 9, whose policy the player may not know."""
    texts = fought(client, {"jeanne": "ville", "brute": "rue"}, "j2")
    assert 'data-weighs="choose.0"' in texts
    assert "infliger plus de blessures qu’on n’en reçoit · " in texts
    assert "88 %" in texts
    assert "Chances de ce tour seul" in texts


@pytest.mark.parametrize("procedure", ["exil.duel", "exil.contact_round"])
def test_an_attitude_of_a_duel_is_weighed_in_its_tour(client: Client, procedure: str) -> None:
    """The same, and shown while the whole is still being counted."""
    given = links(client, campaign_file(ID, logged(set_up("exil"))))
    sit(client, given[0])
    who = ("cast.a", "jeanne"), ("cast.b", "brute")
    usual = ("conduite", "habitude")
    post(client, ("do", "request"), ("procedure", procedure), *who, usual)
    sit(client, given[2])
    texts = chances(client, "j2", "Chances de ce tour seul")
    assert "infliger plus de blessures qu’on n’en reçoit" in texts
    assert "88 %" in texts
    assert "Chances de ce tour seul" in texts


def test_the_round_of_players_who_fight_each_other_is_weighed(client: Client) -> None:
    """What the whole is worth hangs on what the leader will say between two rounds."""
    texts = fought(client, {"jeanne": "ville", "aurele": "rue"}, "j2")
    assert "100 %" in texts
    assert "Chances de ce tour seul" in texts


def test_a_fight_too_large_to_weigh_says_so(client: Client) -> None:
    heroes, foes = ("jeanne", "aurele"), ("brute", "brute-2", "vigile")
    cast = {**dict.fromkeys(heroes, "ville"), **dict.fromkeys(foes, "rue")}
    texts = fought(client, cast, "j2")
    assert "Ce combat est trop grand pour être pesé exactement, même ce tour seul." in texts


def test_what_a_riposte_is_worth_is_shown_of_the_heroes(led: Client) -> None:
    """SOC-RIP-01: the Cœur that is sure to be lost is not the leader's own."""
    attack = ("procedure", "socle.attaque"), ("to", "gontrand"), ("cible", "elite"), ("de", "Force")
    post(led, ("do", "request"), *attack, ("riposte", "ask"), ("aide", "false"))
    page = led.get(f"/t/{ID}/{LEADER}").text
    run = re.findall(r'name="run" value="([^"]+)"', page)[0]
    post(led, ("do", "dice"), ("run", run), ("place", 0), ("faces", 2))
    texts = chances(led)
    assert "ne rien perdre, pour Gontrand · impossible" in texts
    assert "(ne rien perdre, pour Gontrand : 100 %)" in texts


def test_a_relance_is_weighed_once_the_seuil_is_announced(client: Client) -> None:
    """ECL-NEG-06, T-05: by the player, who does not know the seuil of the throw before it."""
    given = links(client, campaign_file(ID, logged(set_up("eclats"))))
    sit(client, given[0])
    action = (
        ("procedure", "eclats.action"),
        ("to", "anselme"),
        ("caracteristique", "~0"),
        ("caracteristique~0", "1"),
    )
    secret = ("seuil", "~0"), ("seuil~0", "8"), ("secret", "true"), ("prix", "ask")
    post(client, ("do", "request"), *action, *secret)
    sit(client, given[1])
    run = re.findall(r'name="run" value="([^"]+)"', client.get(f"/t/{ID}/j1").text)[0]
    assert f"/t/{ID}/j1/chances/" not in client.get(f"/t/{ID}/j1").text
    post(client, ("do", "dice"), ("run", run), ("place", 0), ("faces", "3 5"), seat="j1")
    post(client, ("do", "choose"), ("run", run), ("place", 1), ("choose", "true"), seat="j1")
    sit(client, given[0])
    post(client, ("do", "choose"), ("run", run), ("place", 2), ("choose", "true"))
    sit(client, given[1])
    texts = chances(client, "j1")
    assert all(f"{percent} %" in texts for percent in (30, 51, 66))
    offer = ("choose.texte", "le bras"), ("choose.des", "2")
    post(client, ("do", "choose"), ("run", run), ("place", 3), *offer, seat="j1")
    sit(client, given[0])
    for place, answer in ((4, "2"), (5, "true"), (6, "true")):
        post(client, ("do", "choose"), ("run", run), ("place", place), ("choose", answer))
    sit(client, given[1])
    assert "<output>51 %</output>" in chances(client, "j1")


def test_where_nothing_can_be_shown_the_page_says_so(client: Client) -> None:
    """Of a fight against the Brute, whose ways are fixed, a player may not know enough once it has
    begun."""
    given = links(client, campaign_file(ID, logged(set_up("exil"))))
    sit(client, given[0])
    fighters = ("cast.combattants", "jeanne"), ("cast.combattants", "brute")
    post(
        client, ("do", "request"), ("procedure", "exil.melee"), *fighters, ("conduite", "habitude")
    )
    sit(client, given[2])
    post(client, ("run", "j1"), ("do", "choose"), ("place", 0), ("choose.0", 0), seat="j2")
    sit(client, given[0])
    post(client, ("run", "j1"), ("do", "dice"), ("place", 1), ("faces", 3))
    sit(client, given[2])
    texts = "Vos chances tiennent à ce que vous ne pouvez pas savoir."
    assert texts not in client.get(f"/t/{ID}/j2").text  # what the d12 must show is there
    post(client, ("run", "j1"), ("do", "dice"), ("place", 2), ("faces", 1), seat="j2")
    page = client.get(f"/t/{ID}/j2").text
    assert texts in page
    assert "/chances/j1" not in page


def test_a_passe_is_weighed_by_its_damage(client: Client) -> None:
    """EXIL-PAS-01: the blow has landed, and disarming is only one thing among others."""
    given = links(client, campaign_file(ID, logged(set_up("exil"))))
    sit(client, given[0])
    asked = ("procedure", "exil.assaut"), ("to", "jeanne"), ("poff", "7"), ("pdef", "2")
    post(client, ("do", "request"), *asked, ("audace", "0"), ("passe", "ask"))
    for place, face in enumerate((3, 9)):
        post(client, ("do", "dice"), ("run", "j1"), ("place", place), ("faces", face))
    sit(client, given[2])
    texts = chances(client, "j2")
    assert "dégâts moyens" in texts
    assert "désarmé · impossible" not in texts
