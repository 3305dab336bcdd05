"""Every switch of Éclats, each way: the same run told otherwise, its law too."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tablee.games.eclats import EclatsRulings
from tablee.rules.readings.advise import advise
from tablee.rules.readings.odds import odds
from tablee.rules.readings.session import Session
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import ask_about
from tablee.rules.run_json import pending_view
from tablee.rules.words import Words
from tests.kit.each_way import Switches

Params = dict[str, Any]
SWITCHES = Switches(EclatsRulings)
each_way = SWITCHES.each_way


def run(name: str, params: Params, *answers: Any, **switches: Any) -> Session:
    given = [{"dice": each} if isinstance(each, list) else {"choose": each} for each in answers]
    return Session(ask_about(f"eclats.{name}", params, switches, given))


def asks(session: Session) -> tuple[str, str]:
    view = pending_view(session, Words(session.question.game))
    return view["who"], view["label"]


def chance(name: str, params: Params, issue: str, **switches: Any) -> Fraction:
    law = odds(ask_about(f"eclats.{name}", params, switches), ("issue",))
    return sum((p for r, p in law.items() if r.issue == issue), Fraction())


@each_way("zero_autre_de", ("avec_bonus", "echec_automatique"), ("sans_bonus", "echec_critique"))
def test_r_02_a_zero_and_another_die(value: str, told: str) -> None:
    """ECL-ECH-02, -03: a 0 and a 5 with a bonus of 1 against 6."""
    params = {"caracteristique": 1, "bonus": 1, "seuil": 6}
    assert run("test", params, [0, 5], zero_autre_de=value).result.issue == told
    grave = chance("test", params, "echec_critique", zero_autre_de=value)
    fives = Fraction(2, 100)
    assert grave == Fraction(9, 100) + (fives if value == "sans_bonus" else 0)


@each_way("choix_des", ("tous", False), ("libre", True))
def test_r_04_fewer_dice_than_one_has(value: str, told: bool) -> None:
    """ECL-LAN-04: all of them, or the player's choice."""
    params = {"caracteristique": 3, "seuil": 2, "des": "ask"}
    if told:
        chosen = run("test", params, 1, [5], choix_des=value)
        assert chosen.result.issue == "reussite"
        best = advise(ask_about("eclats.test", params, {"choix_des": value}))
        assert (best.best, best.options[0].value) == (1, Fraction(4, 5))
    else:
        with pytest.raises(Refusal) as refused:
            run("test", params, choix_des=value)
        assert refused.value.field == "des"
        assert chance("test", params | {"des": None}, "reussite") == Fraction(82, 125)


@each_way("relance_bonus", (True, "reussite"), (False, "echec"))
def test_r_06_the_competence_in_a_relance(value: bool, told: str) -> None:
    """ECL-NEG-08."""
    params = {"des": 1, "bonus": 2, "seuil": 8}
    assert run("relance", params, [6], relance_bonus=value).result.issue == told
    won = chance("relance", params, "reussite", relance_bonus=value)
    assert won == Fraction(5 if value else 3, 10)


@each_way("relance_seuil", ("meme", None), ("nouveau", "reussite_relance"))
def test_r_08_another_seuil_for_the_relance(value: str, told: str | None) -> None:
    """ECL-NEG-06."""
    params = {"caracteristique": 0, "seuil": 9, "prix": 1}
    plain = run("action", params, [3], [4], relance_seuil=value)
    assert plain.result.issue == "echec_relance"
    eased = params | {"seuil_relance": 4}
    if told is None:
        with pytest.raises(Refusal) as refused:
            run("action", eased, relance_seuil=value)
        assert refused.value.field == "seuil_relance"
    else:
        assert run("action", eased, [3], [4], relance_seuil=value).result.issue == told
        won = chance("action", eased, told, relance_seuil=value)
        assert won == Fraction(8, 10) * Fraction(7, 10)


@each_way("consentement", ("unanime", "joueur_1"), ("maitre", None))
def test_r_10_who_must_agree_to_a_price(value: str, told: str | None) -> None:
    """ECL-NEG-04."""
    offer = {"texte": "un bras", "des": 3}
    asked = run("negociation", {"seuil": 8, "joueurs": 1}, "oui", offer, 3, consentement=value)
    if told is None:
        assert asked.result.des == 3
        return
    assert asks(asked) == (told, "consent")
    asked.answer({"choose": "non"})
    assert asks(asked) == ("player", "prix")


@each_way("relances_multiples", (False, 1), (True, 3))
def test_r_11_a_relance_that_failed_relaunched(value: bool, told: int) -> None:
    """ECL-NEG-01, -09: a price each time, as often as the table lets it."""
    params = {"caracteristique": 0, "seuil": 9, "prix": 1, "relances_max": 3}
    ended = run("action", params, [3], *[[2]] * told, relances_multiples=value)
    assert ended.result.issue == "echec_relance"
    assert ended.effects == [("prix_du", "eleve")] * told
    lost = chance("action", params, "echec_relance", relances_multiples=value)
    assert lost == Fraction(8, 10) * Fraction(8, 10) ** told
    etat = {"relance_possible": True}
    failed = {"type": "relance", "issue": "echec", "des": 1}
    kept = run("initie", {"etat": etat, "evenements": [failed]}, relances_multiples=value)
    assert kept.result.etat.relance_possible is value
    paid = {"etat": etat, "evenements": [failed, {"type": "regle"}]}
    assert run("initie", paid, relances_multiples=value).result.etat.relance_possible is value


def test_all_switches_are_shown() -> None:
    assert SWITCHES.lacking() == set()
