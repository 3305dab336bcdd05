"""Changes by hand that the game offers the leader at the table: one tap, no page of events."""

from __future__ import annotations

import pytest

from tablee.faces.web.table.request_form import build_request_form
from tablee.rules.texts.words import Words
from tests.kit import acts
from tests.table.evening import GAMES, LEADER, SEATS, Table, choices, set_up
from tests.table.tokens import won_and_lost

AGREED = {"des": 2, "seuil": 8}


def playing(game: str) -> Table:
    """A table in a scene."""
    table = set_up(game)
    table.does(LEADER, acts.BeginScene())
    return table


def offers(table: Table) -> list[tuple[str, str]]:
    return [(each.text, each.button) for each in table.view(LEADER).offers]


def take(table: Table, place: int = 0) -> None:
    table.does(LEADER, acts.ChangeRecord(event=table.view(LEADER).offers[place].event))


@pytest.mark.parametrize("game", GAMES)
def test_players_are_offered_none(game: str) -> None:
    table = playing(game)
    assert not any(table.view(seat).offers for seat in SEATS if seat != LEADER)


def test_between_scenes_nothing_is_offered() -> None:
    """A table is seen there without any rule."""
    table = indebted()
    assert offers(table)
    table.does(LEADER, acts.EndScene())
    assert offers(table) == []


# ── Armes-Dieux: the Réserve (AD-REN-03) ───────────────────────────────────────────────────────
def asked(table: Table) -> list[str]:
    """What Bastan is asked for in a Test."""
    params = {"domaine": "Agression", "bonus": [], "ecartes": 0, "additionnel": "jamais"}
    act = acts.RequestRun(procedure="armes_dieux.test", params=params, to=("bastan",))
    table.does(LEADER, act)
    run = table.view("j1").runs[-1]
    found = [each.label for each in choices(run)]
    table.does(LEADER, acts.Withdraw(run=run.id))
    return found


def test_one_tap_opens_the_reserve_and_one_closes_it() -> None:
    """Of all who have one, Figurants beside them or not."""
    table = playing("armes_dieux")
    assert asked(table) == []
    ((text, button),) = offers(table)
    assert (text, button) == (
        "La Réserve de combat ne s’ouvre qu’en combat.",
        "Un combat commence",
    )
    assert table.view(LEADER).offers[0].parameter == "reserve_combat"
    take(table)
    assert asked(table) == ["Renfort pris dans la Réserve"]
    fighting = [who for who in table.state.sheets if table.state.sheet(who).get("en_combat")]
    assert fighting == ["bastan", "oriane"]
    texts = [each.consequence.text for each in table.view(LEADER).story.items if each.consequence]
    (text,) = [each for each in texts if "Un combat commence" in each]
    assert text.startswith("Bastan et Oriane Tessier — Un combat commence")
    assert text.count("Un combat commence") == 1
    ((_, button),) = offers(table)
    assert button == "Le combat est fini"
    take(table)
    assert asked(table) == []


def test_who_comes_to_a_fight_may_join_it() -> None:
    table = playing("armes_dieux")
    fight = {"type": "combat", "en_combat": True}
    event = {"type": "armes_dieux.personnage", "qui": "bastan", "evenement": fight}
    table.does(LEADER, acts.ChangeRecord(event=event))
    assert [button for _, button in offers(table)] == ["Un combat commence", "Le combat est fini"]
    take(table)
    assert table.state.sheet("oriane")["en_combat"]
    assert [button for _, button in offers(table)] == ["Le combat est fini"]


# ── Éclats: a price that is due (ECL-NEG-09) ───────────────────────────────────────────────────
def indebted(text: str = "le bras") -> Table:
    """Lubin owes the price of a relance that failed."""
    table = playing("eclats")
    failed = {"type": "test", "issue": "echec_simple"}
    owes = {"type": "relance", "issue": "echec", "des": 2, "texte": text}
    for event in (failed, owes):
        change = {"type": "eclats.initie", "qui": "lubin", "evenement": event}
        table.does(LEADER, acts.ChangeRecord(event=change))
    return table


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("le bras", "Un prix dû (très élevé)\u00a0: «\u00a0le bras\u00a0»"),
        ("", "Un prix dû (très élevé)"),
    ],
)
def test_a_price_is_settled_by_its_reminder(text: str, shown: str) -> None:
    table = indebted(text)
    assert offers(table) == [(shown, "Il est payé")]
    assert table.view(LEADER).offers[0].character == "lubin"
    take(table)
    assert table.state.sheet("lubin")["prix_dus"] == []
    assert offers(table) == []


def test_each_of_several_prices_is_settled_by_its_own() -> None:
    table = playing("eclats")
    owed = [{"texte": text, "niveau": "eleve"} for text in ("la main", "le pied")]
    event = {"type": "retouche", "qui": "lubin", "champs": {"prix_dus": owed}}
    table.does(LEADER, acts.ChangeRecord(event=event))
    take(table, 1)
    assert [each["texte"] for each in table.state.sheet("lubin")["prix_dus"]] == ["la main"]


# ── the Livre des Règles de Base: who is on the ground (SOC-COE-05) ────────────────────────────
def fallen(**more: object) -> Table:
    """Gontrand is on the ground."""
    table = playing("socle")
    fields = {"coeurs": 0, "etat": "a_terre", **more}
    event = {"type": "retouche", "qui": "gontrand", "champs": fields}
    table.does(LEADER, acts.ChangeRecord(event=event))
    return table


def test_who_is_on_the_ground_is_raised_with_one_tap() -> None:
    """By anybody who spends an Action on it; only once."""
    table = fallen()
    assert offers(table) == [
        ("À terre\u00a0: un allié peut y consacrer une Action.", "Relever, avec un Cœur")
    ]
    assert table.view(LEADER).offers[0].character == "gontrand"
    take(table)
    sheet = table.state.sheet("gontrand")
    assert (sheet["coeurs"], sheet["etat"]) == (1, "debout")
    assert offers(table) == []


def test_nobody_raises_the_dead() -> None:
    assert offers(fallen(etat="mort")) == []


# ── Loss: Désastres that may strike (LOSS-DES-01) ──────────────────────────────────────────────
def test_the_leader_is_offered_to_spend_desastres_while_there_are_any() -> None:
    table = won_and_lost(2)
    (offer,) = table.view(LEADER).offers
    assert (offer.text, offer.button, offer.character, offer.procedure) == (
        "2 Désastres peuvent encore frapper dans cette Scène",
        "En dépenser",
        "kordan",
        "loss.desastre",
    )
    table.does(
        LEADER, acts.RequestRun("loss.desastre", {"jetons": 2, "malus": False}, to=("kordan",))
    )
    assert table.view(LEADER).offers == []
    form = build_request_form(table.state, Words(table.game), {})
    assert form.procedure == "loss.action", "the form does not open on what accompanies a Test"
