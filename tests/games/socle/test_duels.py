"""Livre des Règles de Base: duels and clocks."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.rules.run_input import ask_about
from tests.games.socle.asking import (
    STRICT,
    chance,
    de,
    law,
    levels,
    played,
    success,
    tn,
)
from tests.kit.runs import random_run

# ── duels and clocks ───────────────────────────────────────────────────────────────────────────
cibles = st.sampled_from(["pion", "elite", "boss"])
rows = st.lists(cibles.map(lambda cible: {"cible": cible}), min_size=1, max_size=3)


def victory(procedure: str, **params: Any) -> Fraction:
    return chance(law(procedure, **params), "vainqueur", "heros")


@given(de, rows, st.integers(1, 5), st.integers(-1, 1), cibles)
@settings(max_examples=40, deadline=None)
def test_a_duel_is_won_more_by_hearts_and_less_by_adversaries(
    size: int, row: list[dict[str, Any]], coeurs: int, shift: int, further: str
) -> None:
    params = {"de": size, "adversaires": row, "coeurs": coeurs, "degres": shift}
    here = victory("duel", **params)
    assert victory("duel", **params | {"coeurs": coeurs + 1}) >= here
    assert victory("duel", **params, armure=1) >= here
    assert victory("duel", **params | {"degres": shift + 1}) <= here
    assert victory("duel", **params | {"adversaires": [*row, {"cible": further}]}) <= here


@given(levels, rows, st.integers(1, 5))
@settings(max_examples=30, deadline=None)
def test_a_duel_with_d6_only(niveau: str, row: list[dict[str, Any]], coeurs: int) -> None:
    params: dict[str, Any] = {"niveau": niveau, "adversaires": row, "coeurs": coeurs}
    here = victory("duel_d6", **params)
    assert victory("duel_d6", **params, armure=1) >= here
    assert here + chance(law("duel_d6", **params), "vainqueur", "adversaire") == 1
    assert victory("duel_d6", **params, expose=False) == 1


@given(de, rows, st.integers(-2, 2), st.sampled_from([{}, STRICT]))
@settings(max_examples=40, deadline=None)
def test_without_ripostes_nothing_is_lost(
    size: int, row: list[dict[str, Any]], shift: int, rulings: dict[str, Any]
) -> None:
    params: dict[str, Any] = {"de": size, "adversaires": row, "degres": shift}
    params |= {"expose": False, "armure": 1}
    (result,) = law("duel", rulings, **params)
    usual = {"pion": 6, "elite": 8, "boss": 12}
    fallen = 0
    for each in row:
        if not success(rulings, de=size, tn=usual[each["cible"]], degres=shift):
            break
        fallen += 1
    assert (result.coeurs, result.armure, result.restants) == (5, 1, len(row) - fallen)
    assert result.vainqueur == ("heros" if fallen == len(row) else "aucun")


@given(de, rows, st.integers(1, 8), st.integers(0, 1), st.integers(0, 10**6))
@settings(max_examples=60, deadline=None)
def test_a_duel_is_no_longer_than_hearts_allow(
    size: int, row: list[dict[str, Any]], coeurs: int, armure: int, seed: int
) -> None:
    """Invariant 9: each attack costs a Cœur, the token or a wound; the last one is the end."""
    params: dict[str, Any] = {"de": size, "adversaires": row, "coeurs": coeurs, "armure": armure}
    ended = random_run(ask_about("socle.duel", params), seed)
    hearts = sum({"pion": 1, "elite": 2, "boss": 3}[each["cible"]] for each in row)
    assert len(ended.answers) <= coeurs + armure + hearts - 1
    assert (ended.result.vainqueur == "adversaire") == (ended.result.coeurs == 0)
    assert (ended.result.vainqueur == "heros") == (ended.result.restants == 0)


def test_a_duel_tires_of_no_row() -> None:
    boss = {"cible": "boss", "coeurs": 20}
    found = law("duel", de=20, coeurs=20, armure=1, adversaires=[boss] * 8, degres=-1)
    assert sum(found.values()) == 1
    assert {r.vainqueur for r in found} == {"heros", "adversaire"}


def test_pressure_ends_when_one_pion_is_left() -> None:
    row = [{"cible": "pion"}] * 2
    run = played("duel", {"dice": [8]}, {"dice": [6]}, de=10, adversaires=row, presse="tn")
    assert (run.result.vainqueur, run.result.coeurs) == ("heros", 5)


@given(st.integers(1, 6), st.integers(1, 6), de, tn)
def test_a_clock_ends_in_time_or_is_reached(
    etapes: int, needed: int, size: int, level: int
) -> None:
    found = law("chronometre", etapes=etapes, reussites=needed, de=size, tn=level)
    for result in found:
        assert result.atteint == (result.echecs == etapes)
        assert result.atteint != (result.reussites == needed)
        assert result.echecs + result.reussites <= etapes + needed - 1
