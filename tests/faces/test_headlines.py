"""The headline of each procedure: what a person means by success, and for whom."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from typing import Any

import pytest

from tablee.faces.pictures.captions import headline
from tablee.faces.pictures.study import Study
from tablee.rules.readings.budget import Budget
from tablee.rules.readings.odds import odds
from tablee.rules.refusal import Refusal
from tablee.rules.registry import games
from tablee.rules.run_input import RunInput, ask_about
from tablee.rules.texts.words import Words
from tests.kit.runs import grid

SHARED = ""
"""The headline of a success that all seats share: « Chance de réussite »."""
HEADLINES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(
        [
            "exil.simple",
            "exil.successive",
            "exil.pure",
            "exil.cooperation",
            "exil.care",
            "exil.teaching",
            "exil.book",
            "loss.action",
            "loss.trait",
            "loss.passive",
            "loss.automatic",
            "armes_dieux.jet",
            "armes_dieux.test",
            "armes_dieux.test_figurant",
            "armes_dieux.cadrage",
            "eclats.test",
            "eclats.relance",
            "eclats.action",
            "socle.test",
            "socle.test_d6",
            "socle.attaque",
            "socle.attaque_d6",
            "socle.magie",
            "socle.sort_attaque",
            "socle.chronometre",
            "exil.poison",
        ],
        (SHARED,),
    ),
    "exil.opposition": ("l’emporter (protagoniste 1)", "l’emporter (protagoniste 2)"),
    "exil.extended": ("achever",),
    "exil.assaut": ("toucher pleinement (attaquant)", "éviter un coup plein (défenseur)"),
    "exil.attaques_multiples": ("toucher pleinement au moins une cible (attaquant)",),
    "exil.contact_round": tuple(
        f"infliger plus de blessures qu’on n’en reçoit ({who})" for who in "AB"
    ),
    "exil.duel": ("l’emporter (A)", "l’emporter (B)"),
    "exil.melee": ("l’emporter (ana)",),
    "exil.shot": ("toucher",),
    "exil.rafale": ("toucher au moins une cible",),
    "exil.tir_perdu": ("épargner l’allié",),
    "exil.shock": ("garder conscience",),
    "exil.detachment": ("rester de marbre",),
    "loss.blind": ("percer à jour",),
    "loss.dissimulation": ("percer à jour (Mira)", "échapper à l’attention (Mira)"),
    "loss.active": ("l’emporter (initiateur)", "l’emporter (répondant)"),
    "loss.combat": ("toucher (attaquant)", "éviter le coup (défenseur)"),
    "armes_dieux.opposition": ("l’emporter (Ada)", "l’emporter (Bo)"),
    "armes_dieux.oppositions": ("l’emporter (Ada)", "l’emporter (Bo)"),
    **dict.fromkeys(("socle.duel", "socle.duel_d6"), ("l’emporter",)),
    **dict.fromkeys(
        ("socle.combat", "socle.combat_d6"),
        ("l’emporter, si le MJ n’ajoute rien et si chacun relève les siens",),
    ),
}
"""Procedure -> headlines that its seats read in its grid; a procedure that is not listed has none."""
UNTRIED: dict[str, dict[str, Any]] = {
    "exil.poison": {"secours": False},
    "exil.detachment": {"naturel": True, "points": 9},
}
"""Parameters under which nothing is tried, so that no result is a success."""


def _runs() -> Iterator[RunInput]:
    for name, _, params in grid():
        yield ask_about(name, params)


def _headlines(question: RunInput) -> Iterator[str]:
    for seat in question.procedure.sides() or [""]:
        study = Study([question], lambda: Budget(5_000, 5_000, 5_000), seat=seat)
        found = headline(study, Words(question.game))
        if found is not None:
            yield found[1]
            assert 0 <= found[0] <= 1


def test_each_procedure_names_what_its_headline_is_about() -> None:
    found: dict[str, set[str]] = {kind.id: set() for game in games() for kind in game.procedures}
    for question in _runs():
        with suppress(Refusal):  # an open choice, or a law that is too large
            found[question.procedure.id] |= set(_headlines(question))
    wrong = [
        f"{name}: {sorted(met)}"
        for name, met in found.items()
        if not set(HEADLINES.get(name, ())) <= met or bool(met) != (name in HEADLINES)
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("name", UNTRIED)
def test_nothing_tried_has_no_headline(name: str) -> None:
    runs = [each for each in _runs() if each.procedure.id == name]
    untried = UNTRIED[name].items()
    idle = [each for each in runs if all(each.given.get(k, False) == v for k, v in untried)]
    assert idle
    assert not [text for each in idle for text in _headlines(each)]


def test_a_hit_in_les_chants_de_loss_is_the_chance_of_touching() -> None:
    params = {"somme_attaque": 13, "somme_defense": 0, "exploits": 1, "jetons_attaque": 2}
    question = ask_about("loss.combat", {**params, "jetons_apres": "none"})
    hit = odds(question, ["touche"]).chance(lambda result: result.touche)
    words = Words(question.game)
    assert headline(Study([question]), words) == (hit, "toucher (attaquant)")
    defence = headline(Study([question], seat="defenseur"), words)
    assert defence == (1 - hit, "éviter le coup (défenseur)")


def test_an_opposition_says_who_wins() -> None:
    protagonists = [{"talent": 8}, {"talent": 10}, {"talent": 4}]
    question = ask_about("exil.opposition", {"protagonistes": protagonists})
    law, words = odds(question, ["gagnants"]), Words(question.game)
    for place in range(3):
        wins = sum(chance for result, chance in law.items() if place in result.gagnants)
        seat = f"p{place + 1}"
        expected = (wins, f"l’emporter (protagoniste {place + 1})")
        assert headline(Study([question], seat=seat), words) == expected


def test_whom_the_leader_leads_is_named() -> None:
    """AD-OPP-01: the Figurant wins, or one of several, not « Meneur »."""
    guards: list[dict[str, Any]] = [
        {"id": name, "poignee": 1, "sr": 1, "acteur": "figurant"} for name in ("le garde", "Odon")
    ]
    found = []
    for place in (1, 2):
        sides: list[dict[str, Any]] = [{"id": "Ada", "poignee": 1, "sr": 1}, *guards[:place]]
        settled: dict[str, Any] = {"revers": "complication"}
        for name, more in (("opposition", {}), ("oppositions", settled)):
            params = {"participants": [{**each, **more} for each in sides]}
            question = ask_about(f"armes_dieux.{name}", params)
            shown = headline(Study([question], seat="meneur"), Words(question.game))
            found.append(shown and shown[1])
    assert found[:2] == ["l’emporter (le garde)"] * 2
    assert found[2:] == ["l’emporter (le garde ou Odon)"] * 2


def test_a_blind_search_succeeds_by_what_it_finds() -> None:
    """LOSS-INV-03: 15 is reached by 13 in seven of ten, two hidden Exploits need two more."""
    words = Words(ask_about("loss.blind", {"trait": 6, "talent": 7, "caches": 0}).game)
    for exploits, caches, chance in ((0, 0, 1), (0, 2, 0), (2, 2, Fraction(1, 10))):
        params = {"trait": 9, "talent": 6, "exploits": exploits, "caches": caches}
        found = headline(Study([ask_about("loss.blind", params)]), words)
        assert found == (chance, "percer à jour")
