"""Sheets of Exil: refused gear, and the bounds of every number."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.games.exil.equipment.equipped import Equipped
from tablee.games.exil.equipment.gear import ARMES, ARMURES, BOUCLIERS
from tablee.games.exil.equipment.weapons import RANGED
from tablee.games.exil.sheet import Adversaire, Personnage
from tablee.games.exil.tables import ATTRIBUTS, CAPITAL, MALUS
from tablee.rules.run_input import ask_about
from tests.games.exil.test_gear import Params, fighter, numbers, refused, somebody


# ── guards ─────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"physique": "nul", "pds": 13}, "f.pds"),
        ({"arme": "sabre", "seconde": "dague", "bouclier": "pavois_scov"}, "f.bouclier"),
        ({"arme": "baton_long", "seconde": "dague"}, "f.seconde"),
        ({"arme": "sabre", "seconde": "baton_long"}, "f.seconde"),
        ({"arme": "baton_long", "bouclier": "bouclier_durun"}, "f.bouclier"),
        ({"arme": "sabre", "reglage": 1}, "f.reglage"),
        ({"arme": "sabre", "munitions": 1}, "f.munitions"),
        ({"arme": "sabre", "arme_de_tir": "revolver", "munitions": 7}, "f.munitions"),
        ({"arme": "tabouret"}, "f.arme"),
        ({"talents": {"Escrimeur": 21}}, "f.talents.Escrimeur"),
        ({"arme_de_tir": "sabre"}, "f.arme_de_tir"),
        ({"talents": {"x": {"niveau": 3, "attribut": "force"}}}, "f.talents.x.attribut"),
        ({"kind": "arme", "talents_de_combat": ["tireur"], "a_distance": True}, "f.portees"),
        ({"kind": "arme", "talents_de_combat": ["tireur"], "portees": [1, 2, 3, 4]}, "f.portees"),
        ({"kind": "arme", "talents_de_combat": ["tireur"], "letalite_min": 1}, "f.letalite_min"),
        (
            {"kind": "maladie", "delai": 5, "delai_max": 4, "malignite": "grave", "periode": 1},
            "f.delai_max",
        ),
    ],
)
def test_what_nobody_can_carry_is_refused(fields: Params, field: str) -> None:
    assert refused(**fields) == field


# ── whatever somebody carries ──────────────────────────────────────────────────────────────────
ranged = st.sampled_from(sorted(RANGED))
weapons = st.sampled_from(sorted(ARMES))
people = st.fixed_dictionaries(
    {
        "physique": st.sampled_from(ATTRIBUTS),
        "talents": st.dictionaries(
            st.sampled_from(["Bagarreur", "Escrimeur", "Sportif", "Tireur"]), st.integers(0, 20)
        ),
        "arme": weapons,
        "pds": st.integers(0, 28),
    },
    optional={
        "seconde": weapons,
        "bouclier": st.sampled_from(sorted(BOUCLIERS)),
        "arme_de_tir": ranged,
        "armure": st.sampled_from(sorted(ARMURES)),
        "facon": st.integers(-3, 3),
        "attitude": st.sampled_from(["moitie", "tout", "rien"]) | st.integers(0, 9),
    },
)
any_rulings = st.fixed_dictionaries(
    {},
    optional={
        "shield": st.sampled_from(["maniabilite", "protection"]),
        "baton_long": st.sampled_from(["from_9", "always"]),
        "precision_defence": st.booleans(),
    },
)


@settings(max_examples=80, deadline=None)
@given(people, any_rulings)
def test_poff_and_pdef_share_the_potential_of_the_duel(
    fields: Params, some_rulings: Params
) -> None:
    fields |= {"pds": min(fields["pds"], CAPITAL[fields["physique"]])}
    if ARMES[fields["arme"]].double or "seconde" in fields:
        fields.pop("bouclier", None)
    if ARMES[fields["arme"]].double or ARMES[fields.get("seconde", "dague")].double:
        fields.pop("seconde", None)
    sheet = somebody(**fields)
    assert isinstance(sheet, Equipped)
    looked = numbers(sheet, **some_rulings)
    assert looked.poff + looked.pdef == looked.pc
    assert min(looked.poff, looked.pdef) >= 0
    assert looked.malus == MALUS[looked.etat]
    found = fighter(sheet, **some_rulings)
    whole = found["talent"] + found.get("maniabilite", 0) + looked.malus
    assert looked.pc == max(0, whole)
    asked = {"a": found, "b": {"talent": 5}, "max_turns": 1}
    assert ask_about("exil.duel", asked, some_rulings)
    other = "protection" if some_rulings.get("shield") != "protection" else "maniabilite"
    both = numbers(sheet, **some_rulings | {"shield": other})
    if sheet.bouclier is None:
        assert (both.maniabilite, both.protection_totale) == (
            looked.maniabilite,
            looked.protection_totale,
        )


def test_both_kinds_of_people_stand_at_the_same_parameters() -> None:
    """An adversary and a character fill the same parameters of a duel."""
    fields: Params = {"talents": {"Escrimeur": 9}, "arme": "sabre", "pds": 15}
    adversary = somebody(**fields, physique="bon")
    character = somebody("personnage", **fields, attributs={"physique": "bon"})
    assert isinstance(adversary, Adversaire)
    assert isinstance(character, Personnage)
    assert fighter(adversary) == fighter(character) | {"pnj": True}
