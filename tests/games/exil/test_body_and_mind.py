"""Invariants of health, harm, care, learning and Détachement, and of their tables."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.dice.law import Law
from tablee.games.exil.equipment.weapons import MELEE, RANGED
from tablee.games.exil.fields import Attribut
from tablee.games.exil.fight.potential import RangeBand
from tablee.games.exil.health.care import Care
from tablee.games.exil.health.harm import Asphyxia, Fall, Shock
from tablee.games.exil.health.ills import DISEASES
from tablee.games.exil.health.states import Health
from tablee.games.exil.life.detachment import Detachment, DetachmentAbsence
from tablee.games.exil.life.learning import Teaching
from tablee.games.exil.tables import (
    ATTRIBUTS,
    BONUS,
    CAPITAL,
    COST_COLUMNS,
    COSTS,
    DIFFICULTIES,
    HEALING,
    MALUS,
    PRINTED_COSTS,
    PROTECTIONS,
    RECOVERY,
    SHIELDS,
)
from tablee.games.exil.words import WORDS
from tests.kit.laws import exact_law

few = settings(max_examples=40, deadline=None)
levels = st.sampled_from(ATTRIBUTS)
STATES = ["pleine_forme", "leger", "serieux", "grave", "critique", "mort"]


def only(law: Law[Any]) -> Any:
    (result,) = law
    return result


@few
@given(levels)
def test_the_states_of_health_cover_the_capital(physique: Attribut) -> None:
    found = [
        only(exact_law(Health(physique=physique, pds=pds)))
        for pds in range(CAPITAL[physique], -4, -1)
    ]
    ranks = [STATES.index(each.etat) for each in found]
    assert ranks == sorted(ranks)
    quarter = CAPITAL[physique] // 4
    assert [ranks.count(rank) for rank in range(6)] == [1, quarter, quarter, quarter, quarter, 3]
    assert all(each.malus == MALUS.get(each.etat) for each in found)


@few
@given(st.lists(st.integers(1, 20), min_size=1, max_size=6), levels, st.integers(0, 3))
def test_failures_against_chocs_never_shrink(
    valeurs: list[int], physique: Attribut, echecs: int
) -> None:
    stages = ["indemne", "etourdi", "sonne", "inconscient"]
    for result in exact_law(Shock(valeurs=tuple(valeurs), physique=physique, echecs=echecs)):
        assert stages.index(result.conscience) >= echecs
    resist = [
        exact_law(Shock(valeurs=tuple(valeurs[:1]), physique=each)).chance(
            lambda r: r.conscience == "indemne"
        )
        for each in ATTRIBUTS
    ]
    assert resist == sorted(resist)
    bonus = BONUS[physique]
    alone = exact_law(Shock(valeurs=(valeurs[0],), physique=physique))
    chance = Fraction(min(12, max(0, 13 + bonus - valeurs[0])), 12)
    assert alone.chance(lambda r: r.conscience == "indemne") == chance


@few
@given(st.fractions(0, 50, max_denominator=4), st.integers(0, 20))
def test_falls_hurt_more_from_higher_and_acrobate_never_harms(
    hauteur: Fraction, acrobate: int
) -> None:
    bare = exact_law(Fall(hauteur=hauteur)).mean(lambda r: r.damage)
    assert exact_law(Fall(hauteur=hauteur, acrobate=acrobate)).mean(lambda r: r.damage) <= bare
    assert exact_law(Fall(hauteur=hauteur + 1)).mean(lambda r: r.damage) >= bare >= 0


@few
@given(st.integers(0, 3000), st.integers(0, 20))
def test_asphyxia_grows_with_time_and_sportif_never_harms(secondes: int, sportif: int) -> None:
    bare = exact_law(Asphyxia(secondes=secondes)).mean(lambda r: r.damage)
    assert exact_law(Asphyxia(secondes=secondes, sportif=sportif)).mean(lambda r: r.damage) <= bare
    assert exact_law(Asphyxia(secondes=secondes + 15)).mean(lambda r: r.damage) >= bare >= 0


def test_a_better_physique_never_heals_more_slowly() -> None:
    days = [
        max(
            result.jours
            for result in exact_law(Care(medecin=20, physique=each, pds=CAPITAL[each] - 6))
            if result.jours is not None
        )
        for each in ATTRIBUTS
    ]
    assert days == [12, 6, 3, 2, 2]


@few
@given(st.integers(0, 20), st.integers(0, 19))
def test_who_may_teach(professeur: int, eleve: int) -> None:
    lesson = Teaching(
        professeur=professeur, eleve=eleve, orateur=12, mental="bon", apprentissage="facile"
    )
    fit = professeur >= 13 and professeur >= eleve + 5
    for result in exact_law(lesson):
        assert result.eligible is fit
        assert result.apprentissage == "facile"
        assert (result.margin is None) is not fit


@few
@given(st.integers(0, 12), st.booleans(), st.integers(0, 60))
def test_detachment_stays_on_its_scale(points: int, naturel: bool, mois: int) -> None:
    for result in exact_law(Detachment(points=points, naturel=naturel)):
        assert 0 <= result.points <= 12
        assert abs(result.points - points) <= 1
        assert points < 10 or result.outcome == "impassible"
        assert (result.outcome == "sans_test") is (naturel and points <= 9)
    assert 0 <= only(exact_law(DetachmentAbsence(points=points, mois=mois))).points <= points


@few
@given(st.sampled_from(sorted(RANGED)), st.fractions(Fraction(1, 4), 600, max_denominator=4))
def test_bands_rise_with_the_distance(arme: Any, distance: Fraction) -> None:
    bands = ["bout_portant", "courte", "moyenne", "longue", "extreme", "hors_portee"]
    near, far = (
        bands.index(only(exact_law(RangeBand(arme=arme, distance=each))).range)
        for each in (distance, distance + 1)
    )
    assert near <= far
    close = only(exact_law(RangeBand(arme=arme, distance=distance, bout_portant=True)))
    assert close.range == "bout_portant"


# ── tables ─────────────────────────────────────────────────────────────────────────────────────
def test_tables_of_physique() -> None:
    assert [BONUS[each] for each in ATTRIBUTS] == [-2, -1, 0, 1, 2]
    assert [CAPITAL[each] for each in ATTRIBUTS] == [12, 16, 20, 24, 28]
    assert [RECOVERY[each] for each in ATTRIBUTS] == [Fraction(1, 2), 1, 2, 3, 4]
    assert list(DIFFICULTIES.values()) == [8, 5, 2, 0, -2, -5, -8]


def test_tables_of_weapons() -> None:
    assert len(MELEE) == 15
    assert len(RANGED) == 17
    for weapon in RANGED.values():
        assert list(weapon.distances) == sorted(weapon.distances)
    fencing = [each for each in MELEE.values() if each.talent == "escrimeur"]
    assert [each.maniabilite + each.letalite[0] for each in fencing] == [5, 5, 4, 5]
    assert {name for name, each in RANGED.items() if each.perce_armure} == {
        "revolver",
        "fusil_de_sport",
        "fusil_de_chasse",
        "fusil_militaire",
        "mitraillette",
        "mitrailleuse_lourde",
    }
    assert {*MELEE, *RANGED} <= set(WORDS)


def test_tables_of_protections_and_diseases() -> None:
    assert sum(valeur for valeur, _ in PROTECTIONS.values()) == 24
    assert sum(gene for _, gene in PROTECTIONS.values()) == -14
    assert list(SHIELDS.values()) == [(1, 0), (2, -1), (3, -1)]
    assert DISEASES["cholera"].periode == 72
    assert DISEASES["cholera"].delai == 6
    assert DISEASES["cholera"].delai_max == 48
    assert DISEASES["abces"].periode is None
    assert not DISEASES["mort_blanche"].soignable
    assert list(HEALING.values()) == [(3, 4), (7, 14), (14, 28), (28, 56)]


def test_tables_of_experience_are_one_moved_row_by_row() -> None:
    order = ["excellent", "bon", "moyen", "faible", "nul"]
    apprentissages = ["facile", "modere", "difficile"]
    for (apprentissage, attribut), costs in COSTS.items():
        assert len(costs) == len(COST_COLUMNS)
        assert list(costs) == sorted(costs)
        steps = apprentissages.index(apprentissage) + order.index(attribut)
        same = [
            row
            for (other, level), row in COSTS.items()
            if apprentissages.index(other) + order.index(level) == steps
        ]
        assert set(same) == {costs}
    changed = {key for key in COSTS if COSTS[key] != PRINTED_COSTS[key]}
    assert changed == {("modere", "moyen"), ("modere", "bon")}
