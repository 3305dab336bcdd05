"""The ledger of a health: refusals, divisions of time, invariants."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.games.exil.fields import Attribut
from tablee.games.exil.health.ailments import Disease, Poison
from tablee.games.exil.health.states import state_of_health
from tablee.games.exil.rulings import ExilRulings
from tablee.games.exil.tables import ATTRIBUTS, CAPITAL
from tablee.rules.ambient import Ambient, around
from tablee.rules.readings.session import Session
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import ask_about
from tablee.rules.schema import show
from tests.kit.laws import exact_law

Params = dict[str, Any]
some = settings(max_examples=60, deadline=None)
levels = st.sampled_from(ATTRIBUTS)
malignities = st.sampled_from(["benigne", "legere", "serieuse", "grave", "mortelle"])
hours = st.fractions(0, 60, max_denominator=4)
periods = st.fractions(Fraction(1, 4), 12, max_denominator=4)


def kept(ledger: str, *events: Params, etat: Params, **some_rulings: Any) -> Params:
    session = Session(ask_about(ledger, {"etat": etat, "evenements": list(events)}, some_rulings))
    found: Params = show(session.result)["etat"]
    return found


def refused(ledger: str, *events: Params, etat: Params, **some_rulings: Any) -> str:
    with pytest.raises(Refusal) as caught:
        kept(ledger, *events, etat=etat, **some_rulings)
    place = f"evenements[{len(events) - 1}]."
    assert caught.value.field.startswith(place)
    return caught.value.field.removeprefix(place)


# ── diseases and poisons (invariant 19) ────────────────────────────────────────────────────────
@some
@given(levels, st.integers(0, 28), hours, periods, st.integers(0, 6), malignities, hours)
def test_a_disease_never_heals_nor_goes_below_its_floor(
    physique: Attribut,
    pds: int,
    incubation: Fraction,
    periode: Fraction,
    perte: int,
    malignite: Any,
    heure: Fraction,
) -> None:
    pds = min(pds, CAPITAL[physique])
    ill = Disease(
        physique=physique,
        pds=pds,
        incubation=incubation,
        periode=periode,
        perte=perte,
        malignite=malignite,
        heure=heure,
    )
    (found,) = exact_law(ill)
    quarters = {"benigne": 4, "legere": 3, "serieuse": 2, "grave": 1}
    assert found.pds <= pds
    if malignite == "mortelle":
        assert pds - found.pds == perte * found.pertes
    else:
        floor = CAPITAL[physique] // 4 * quarters[malignite]
        assert found.pds >= min(pds, floor)
        assert found.etat != "mort"
    assert (found.pertes == 0) is (found.pds == pds)


@some
@given(hours, st.fractions(3, 12, max_denominator=4), hours, hours)
def test_a_cure_stops_what_comes_at_its_hour_or_later(
    incubation: Fraction, periode: Fraction, heure: Fraction, soignee_a: Fraction
) -> None:
    def losses(until: Fraction, cured: Fraction | None) -> int:
        ill = Disease(
            physique="excellent",
            incubation=incubation,
            periode=periode,
            malignite="mortelle",
            heure=until,
            soignee_a=cured,
        )
        (found,) = exact_law(ill)
        return found.pertes

    at_cure = soignee_a >= incubation and (soignee_a - incubation) % periode == 0
    before = losses(soignee_a, None) - at_cure
    assert losses(heure, soignee_a) == min(losses(heure, None), max(0, before))


@pytest.mark.parametrize(
    ("params", "field"),
    [
        ({"secours": True, "medecin": 9, "secours_a": 2}, "secours_a"),
        ({"secours": True}, "medecin"),
        ({"pds": 21}, "pds"),
        ({"heure": -1}, "heure"),
        ({"periode": 0}, "periode"),
    ],
)
def test_first_aid_only_before_the_poison_is_assimilated(params: Params, field: str) -> None:
    usual = {
        "physique": "moyen",
        "assimilation": 2,
        "periode": 1,
        "malignite": "grave",
        "heure": 5,
    }
    assert ask_about("exil.poison", usual)
    with pytest.raises(Refusal) as caught:
        ask_about("exil.poison", usual | params)
    assert caught.value.field == field


def test_who_is_dead_at_zero_loses_nothing_more() -> None:
    ill = Poison(
        physique="moyen",
        pds=1,
        assimilation=Fraction(0),
        periode=Fraction(1),
        malignite="mortelle",
        heure=Fraction(9),
    )
    (found,) = exact_law(ill)
    assert (found.pds, found.etat) == (-1, "mort")
    (at_zero,) = exact_law(ill, ExilRulings(death="at_zero"))
    assert (at_zero.pds, at_zero.etat) == (0, "mort")


def test_healing_is_watched_over_by_somebody_who_can() -> None:
    watched = {"gravite": "grave", "activite": "repos_surveille"}
    for medecin in (None, 6):
        with pytest.raises(Refusal) as caught:
            ask_about("exil.natural_healing", watched | {"medecin": medecin})
        assert caught.value.field == "medecin"
    assert ask_about("exil.natural_healing", watched | {"medecin": 7})


# ── a health over time ─────────────────────────────────────────────────────────────────────────
HURT: Params = {"physique": "moyen", "pds": 9}
FEVER: Params = {
    "type": "maladie",
    "nom": "fièvre",
    "delai": 3,
    "periode": 5,
    "malignite": "serieuse",
}
VENOM: Params = FEVER | {"type": "poison", "nom": "venin"}
DEAD: Params = {"type": "blessure", "dommages": 30}


def hours_pass(n: Any) -> Params:
    return {"type": "temps", "unite": "heure", "n": str(n)}


@pytest.mark.parametrize(
    ("events", "field"),
    [
        ([{"type": "soins"}, DEAD, {"type": "soins"}], "type"),
        ([DEAD, FEVER], "type"),
        ([FEVER, FEVER], "nom"),
        ([FEVER | {"delai": None}], "delai"),
        ([FEVER | {"malignite": None}], "malignite"),
        ([{"type": "maladie", "nom": "x", "modele": "cholera"}], "delai"),
        ([{"type": "maladie", "nom": "x", "modele": "cholera", "delai": 49}], "delai"),
        ([{"type": "maladie", "nom": "x", "modele": "abces", "delai": 3}], "delai"),
        ([{"type": "secours", "nom": "venin"}], "nom"),
        ([FEVER, {"type": "secours", "nom": "fièvre"}], "nom"),
        ([VENOM, hours_pass(3), {"type": "secours", "nom": "venin"}], "nom"),
        ([{"type": "remede", "nom": "fièvre"}], "nom"),
        ([FEVER | {"soignable": False}, {"type": "remede", "nom": "fièvre"}], "nom"),
        ([{"type": "decision", "pds": 11}, {"type": "soins"}], "type"),
        ([{"type": "decision", "pds": 11}, {"type": "guerison", "jours": 3}], "type"),
        ([{"type": "guerison", "jours": 13}], "jours"),
        ([{"type": "guerison", "jours": 29}], "jours"),
        ([{"type": "guerison", "jours": 28, "activite": "repos_surveille"}], "medecin"),
        ([{"type": "decision", "pds": 12}], "pds"),
        ([{"type": "choc", "echecs": 3}, {"type": "choc"}], "echecs"),
        ([DEAD, {"type": "choc"}], "type"),
        ([{"type": "temps", "unite": "mois", "n": 13}], "n"),
        ([{"type": "temps", "unite": "jour", "n": 0}], "n"),
    ],
)
def test_events_of_a_health_that_may_not_come(events: list[Params], field: str) -> None:
    assert refused("exil.suivi", *events, etat=HURT) == field


@pytest.mark.parametrize(
    ("etat", "field"),
    [
        ({"physique": "nul", "pds": 13}, "etat.pds"),
        ({"retablissement": {"depuis": 1}}, "etat.retablissement.depuis"),
        (
            {
                "maux": [
                    {
                        "nom": "x",
                        "sorte": "poison",
                        "debut": 2,
                        "delai": 1,
                        "periode": 1,
                        "malignite": "grave",
                    }
                ]
            },
            "etat.maux[0].debut",
        ),
    ],
)
def test_a_state_that_no_events_lead_to_is_refused(etat: Params, field: str) -> None:
    with pytest.raises(Refusal) as caught:
        ask_about("exil.suivi", {"etat": etat})
    assert caught.value.field == field


def test_first_aid_in_time_ends_a_poison() -> None:
    aided = [VENOM, hours_pass(2), {"type": "secours", "nom": "venin"}, hours_pass(50)]
    found = kept("exil.suivi", *aided, etat=HURT)
    assert (found["pds"], found["maux"]) == (9, [])


def test_a_leader_may_cure_what_has_no_remedy() -> None:
    caught = {"type": "maladie", "nom": "Mort Blanche", "modele": "mort_blanche"}
    cured = {"type": "remede", "nom": "Mort Blanche", "malgre": True}
    assert refused("exil.suivi", caught, cured | {"malgre": False}, etat=HURT) == "nom"
    assert kept("exil.suivi", caught, cured, etat=HURT)["maux"] == []


def test_care_gives_back_at_full_days_what_the_document_says() -> None:
    care = {"type": "soins"}
    found = [kept("exil.suivi", care, hours_pass(n), etat=HURT)["pds"] for n in (23, 24, 47, 48)]
    assert found == [9, 11, 11, 13]
    nul = {"physique": "nul", "pds": 3}
    weeks = [kept("exil.suivi", care, hours_pass(24 * n), etat=nul)["pds"] for n in (1, 2, 17, 18)]
    assert weeks == [3, 4, 11, 12]


def test_a_wound_that_heals_by_itself_heals_evenly() -> None:
    rest = {"type": "guerison", "jours": 22}
    found = [kept("exil.suivi", rest, hours_pass(48 * n), etat=HURT)["pds"] for n in range(1, 13)]
    assert found == [10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 20]


def test_who_is_whole_again_by_the_leaders_word_recovers_no_more() -> None:
    """EXIL-SAN-06: care does not wait for the next wound."""
    whole = kept("exil.suivi", {"type": "soins"}, {"type": "decision", "pds": 11}, etat=HURT)
    assert (whole["pds"], whole["retablissement"]) == (20, None)
    hurt = kept("exil.suivi", {"type": "blessure", "dommages": 4}, hours_pass(48), etat=whole)
    assert hurt["pds"] == 16


bodies = st.fixed_dictionaries({"physique": levels, "pds": st.integers(10, 12)})
"""Well enough to survive three ills caught at once."""
ills = st.builds(
    lambda nom, delai, periode, perte, malignite: {
        "type": "maladie",
        "nom": nom,
        "delai": str(delai),
        "periode": str(periode),
        "perte": perte,
        "malignite": malignite,
    },
    st.sampled_from("abc"),
    hours,
    periods,
    st.integers(0, 3),
    malignities,
)
spans = st.fractions(Fraction(1, 4), 200, max_denominator=4)


@some
@given(bodies, st.lists(ills, max_size=3, unique_by=lambda ill: ill["nom"]), st.data())
def test_time_does_the_same_however_it_is_cut(
    body: Params, caught: list[Params], data: st.DataObject
) -> None:
    start = [*caught, *data.draw(st.sampled_from([[], [{"type": "soins"}]]))]
    try:
        etat = kept("exil.suivi", *start, etat=body)
    except Refusal:
        etat = kept("exil.suivi", *caught, etat=body)
    cuts = data.draw(st.lists(spans, min_size=1, max_size=6))
    whole = kept("exil.suivi", hours_pass(sum(cuts)), etat=etat)
    assert kept("exil.suivi", *map(hours_pass, cuts), etat=etat) == whole
    capital = CAPITAL[body["physique"]]
    before = capital if etat["pds"] is None else etat["pds"]
    after = capital if whole["pds"] is None else whole["pds"]
    assert after <= capital
    if etat["retablissement"] is None:
        assert after <= before
    if all(ill["malignite"] != "mortelle" for ill in caught):
        assert after >= min(before, 0)


@some
@given(bodies, ills, hours)
def test_the_ledger_says_what_the_procedure_says(
    body: Params, ill: Params, heure: Fraction
) -> None:
    found = kept("exil.suivi", ill, *[hours_pass(heure)] * bool(heure), etat=body)
    params = {name: ill[name] for name in ("periode", "perte", "malignite")}
    asked = body | params | {"incubation": ill["delai"], "heure": str(heure)}
    session = Session(ask_about("exil.disease", asked))
    with around(Ambient(ExilRulings())):
        etat = state_of_health(body["physique"], found["pds"])
    assert (found["pds"], etat) == (session.result.pds, session.result.etat)


@some
@given(bodies, st.lists(ills | spans.map(hours_pass), max_size=12))
def test_nobody_alive_is_above_the_capital_and_nobody_comes_back(
    body: Params, events: list[Params]
) -> None:
    etat = kept("exil.suivi", etat=body)
    for event in events:
        try:
            after = kept("exil.suivi", event, etat=etat)
        except Refusal:
            continue
        assert after["pds"] is None or after["pds"] <= CAPITAL[body["physique"]]
        if etat["pds"] is not None and etat["pds"] < 0:
            assert after["pds"] == etat["pds"]
        etat = after
