"""Sheets of Exil: gear with its special rules, the parameters that it fills, rulings both ways."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.faces.sheet_files import at, from_files, load_sheet, ready_made
from tablee.games.exil import GAME
from tablee.games.exil.equipment.gear import ARMES, ARMURES, BOUCLIERS
from tablee.games.exil.equipment.weapons import MELEE, RANGED
from tablee.games.exil.rulings import ExilRulings
from tablee.games.exil.sheet import READY
from tablee.games.exil.words import WORDS
from tablee.rules.ambient import Ambient, around
from tablee.rules.readings.odds import odds
from tablee.rules.readings.session import play
from tablee.rules.refusal import Refusal
from tablee.rules.registry import find_procedure
from tablee.rules.run_input import ask_about
from tablee.rules.schema import show
from tablee.rules.sheet import Sheet, read_sheet, written_back
from tablee.rules.sheets.sheet_params import Taken, with_sheets

Params = dict[str, Any]


def somebody(kind: str = "adversaire", **fields: Any) -> Sheet:
    _, sheet = read_sheet({"jeu": "exil", "type": kind, "nom": "x", **fields}, "f", GAME)
    return sheet


def fighter(sheet: Sheet, **some_rulings: Any) -> Params:
    """Return the parameters of a duel that a sheet fills."""
    params: Params = with_sheets(
        find_procedure("exil.duel"), {"a": Taken(sheet)}, {}, ExilRulings(**some_rulings)
    )["a"]
    return params


def numbers(sheet: Sheet, **some_rulings: Any) -> Any:
    """Return a sheet whose properties are read under these rulings."""

    class Looked:
        def __getattr__(self, name: str) -> Any:
            with around(Ambient(ExilRulings(**some_rulings))):
                return getattr(sheet, name)

    return Looked()


def refused(**fields: Any) -> str:
    with pytest.raises(Refusal) as caught:
        somebody(**fields)
    return caught.value.field


# ── tables ─────────────────────────────────────────────────────────────────────────────────────
def test_every_row_of_the_tables_is_ready_by_its_identifier() -> None:
    assert (
        set(ready_made(GAME))
        >= set(READY)
        == {*ARMES, *ARMURES, *BOUCLIERS}
        | {
            "mort_blanche",
            "abces",
            "cholera",
        }
    )
    for name, row in READY.items():
        assert load_sheet(name, "f", GAME) == (GAME, row)
        assert name in WORDS


def test_weapons_keep_the_numbers_of_their_table() -> None:
    for name, weapon in MELEE.items():
        row = ARMES[name]
        assert (row.maniabilite, row.letalite) == (weapon.maniabilite, weapon.letalite[1])
        assert (row.a_distance, row.portees, row.munitions) == (False, None, None)
        assert row.force is (name != "baton_electrique")
    for shot, gun in RANGED.items():
        row = ARMES[shot]
        assert (row.maniabilite, row.letalite) == (gun.precision, gun.letalite)
        assert (row.a_distance, row.portees) == (True, gun.distances)
        assert row.force is (shot in ("couteau_de_lancer", "hache_de_jet", "flechettes"))
    special = {
        "double": {"baton_long"},
        "fouet": {"fouet"},
        "assommante": {"baton_electrique", "fusil_sonique"},
        "contondante": {"gourdin", "casse_tete", "canne_plombee", "baton_long"},
        "enraye_sur_12": {"pistolet_a_aiguilles"},
        "rafale": {"mitraillette", "mitrailleuse_lourde"},
    }
    for field, names in special.items():
        assert {name for name, row in ARMES.items() if getattr(row, field)} == names


# ── what a fight takes ─────────────────────────────────────────────────────────────────────────
def test_the_example_of_a_duel_with_two_sheets_has_a_law() -> None:
    given = {"a": at("@jeanne"), "b": at("@brute"), "max_turns": 3}
    params = from_files(find_procedure("exil.duel"), given)
    law = odds(ask_about("exil.duel", params), ("gagnant", "fin"))
    assert sum(chance for _, chance in law.items()) == 1


def test_a_fighter_takes_talent_weapon_armour_and_body() -> None:
    found = fighter(
        somebody(
            physique="bon",
            talents={"Escrimeur": 9, "BAGARREUR": 6},
            arme="sabre",
            armure="cuir_souple",
            facon=1,
            pds=17,
            attitude="tout",
            reddition="grave",
        )
    )
    wanted = {"talent": 9, "maniabilite": 2, "letalite": 3, "physique": "bon", "protection": 3}
    wanted |= {"talent_mains_nues": 6, "pds": 17, "reddition": "grave", "pnj": True}
    assert found.items() >= wanted.items()
    assert found["politique"] == {"attitude": "tout"}


def test_two_weapons_from_level_9() -> None:
    for level, maniabilite, letalite in ((8, 3, 2), (9, 4, 2)):
        armed = somebody(talents={"Escrimeur": level}, arme="rapiere", seconde="dague")
        assert (fighter(armed)["maniabilite"], fighter(armed)["letalite"]) == (
            maniabilite,
            letalite,
        )
    better = somebody(talents={"Escrimeur": 9}, arme="rapiere", seconde="revolver")
    assert fighter(better)["letalite"] == 2
    axe = somebody(talents={"Bagarreur": 9}, arme="dague", seconde="hache")
    assert (fighter(axe)["maniabilite"], fighter(axe)["letalite"]) == (1, 5)


def test_a_shield_is_a_second_weapon_or_a_protection() -> None:
    for level, as_weapon, as_armour in ((8, (2, 4), (2, 6)), (9, (4, 4), (2, 6))):
        armed = somebody(
            talents={"Escrimeur": level},
            arme="sabre",
            bouclier="pavois_scov",
            armure="cuirasse_fantassin",
        )
        for found, wanted in (
            (fighter(armed), as_weapon),
            (fighter(armed, shield="protection"), as_armour),
        ):
            assert (found["maniabilite"], found["protection"]) == wanted


def test_a_long_staff_counts_twice_from_level_9_or_always() -> None:
    for level, usual, always in ((8, 1, 2), (9, 2, 2)):
        armed = somebody(talents={"Bagarreur": level}, arme="baton_long")
        assert fighter(armed)["maniabilite"] == usual
        assert fighter(armed, baton_long="always")["maniabilite"] == always


def test_an_electric_staff_is_set_by_who_holds_it() -> None:
    for setting, letalite in ((None, 3), (-2, -2), (1, 1)):
        armed = somebody(arme="baton_electrique", reglage=setting)
        assert fighter(armed)["letalite"] == letalite
        assert fighter(armed)["force"] is False


def test_a_ranged_weapon_does_not_parry() -> None:
    armed = somebody(talents={"Tireur": 4}, arme="fusil_militaire", attitude="rien")
    assert fighter(armed)["a_distance"] is True
    assert (numbers(armed).poff, numbers(armed).pdef) == (2, 4)
    assert numbers(armed, precision_defence=True).poff == 0


def test_who_fights_with_bare_hands_has_nothing_to_lose() -> None:
    found = fighter(somebody(talents={"bagarreur": 7}))
    assert found["desarmable"] is False
    assert found["talent"] == found["talent_mains_nues"] == 7


def test_an_attack_takes_the_attacker_and_the_target() -> None:
    wounded = somebody(physique="bon", talents={"Escrimeur": 10}, arme="epee", pds=13)
    other = somebody(talents={"Bagarreur": 7}, arme="gourdin", armure="cuir_renforce")
    found = with_sheets(find_procedure("exil.assaut"), {}, {"": wounded, "cible": other})
    assert found == {
        "poff": 4,
        "pdef": 4,
        "letalite": 4,
        "physique": "bon",
        "protection": 3,
        "talent_attaquant": 10,
        "talent_defenseur": 7,
        "assommante": False,
    }


def test_a_shot_takes_the_ranged_weapon_and_the_whole_potential() -> None:
    armed = somebody(talents={"Escrimeur": 11, "Tireur": 8}, arme="sabre", arme_de_tir="revolver")
    found = with_sheets(find_procedure("exil.shot"), {}, {"": armed})
    assert found == {
        "poff": 8,
        "letalite": 2,
        "perce_armure": True,
        "arme_a_feu": True,
        "munitions": 6,
        "assommante": False,
    }
    thrower = somebody(talents={"Sportif": 9, "Tireur": 3}, arme="hache_de_jet")
    found = with_sheets(find_procedure("exil.shot"), {}, {"": thrower})
    assert found == {"poff": 9, "letalite": 2, "force": True, "assommante": False}
    both = somebody(talents={"Escrimeur": 9, "Tireur": 4}, arme="sabre", seconde="revolver")
    found = with_sheets(find_procedure("exil.shot"), {}, {"": both})
    gun = {"letalite": 2, "perce_armure": True, "arme_a_feu": True, "munitions": 6}
    assert found == {"poff": 4, **gun, "assommante": False}
    nobody = with_sheets(find_procedure("exil.shot"), {"poff": 3}, {"": somebody(arme="sabre")})
    assert nobody == {"poff": 3, "assommante": False}


def test_an_incident_is_that_of_the_gun_not_of_the_hand() -> None:
    """1d12 and the létalité of the weapon that bursts (EXIL-INC-08)."""
    armed = somebody(talents={"Escrimeur": 11}, arme="sabre", arme_de_tir="revolver")
    assert with_sheets(find_procedure("exil.incident"), {}, {"": armed}) == {"letalite": 2}
    thrower = somebody(arme="hache")
    assert with_sheets(find_procedure("exil.incident"), {}, {"": thrower}) == {}


def test_a_burst_takes_the_weapon_that_can() -> None:
    gunner = somebody(talents={"Tireur": 9}, arme="mitraillette")
    found = with_sheets(find_procedure("exil.rafale_cibles"), {}, {"": gunner})
    assert found == {"arme": "mitraillette", "tireur": 9}
    target = {"fiche": Taken(somebody(armure="cuir_souple", pds=20)), "cover": -2}
    fuller = with_sheets(find_procedure("exil.rafale"), {"cibles": [target]}, {"": gunner})
    assert (fuller["arme"], fuller["poff"]) == ("mitraillette", 9)
    assert not {"letalite", "perce_armure"} & set(fuller), "they are those of the weapon"
    assert fuller["cibles"] == [{"cover": -2, "protection": 2}]
    burst: Any = ask_about("exil.rafale", fuller).procedure
    assert burst.shot_at(burst.cibles[0]).letalite == 6


def test_an_item_alone_fills_what_it_has() -> None:
    given = {"": at("@arbalete"), "poff": 10, "cible": at("@cuirasse_hussard")}
    found = from_files(find_procedure("exil.shot"), given)
    assert found == {"poff": 10, "letalite": 5, "protection": 5}
    held = from_files(find_procedure("exil.pc"), {"": at("@rapiere"), "talent": 9})
    assert held == {"talent": 9, "maniabilite": 3}
    shield = from_files(find_procedure("exil.pc"), {"": at("@pavois_scov"), "talent": 9})
    assert shield == {"talent": 9, "maniabilite_2": 2}
    worn = from_files(
        find_procedure("exil.assaut"),
        {"poff": 8, "pdef": 6, "cible": at("@pavois_scov")},
        {"shield": "protection"},
    )
    assert worn == {"poff": 8, "pdef": 6, "protection": 2}


def test_a_fight_of_several_takes_each_from_his_sheet() -> None:
    given = {"combattants": at("@jeanne,@vigile")}
    found = from_files(find_procedure("exil.melee"), given)["combattants"]
    assert [each["camp"] for each in found] == ["personnages", "adversaires"]
    assert [each.get("pnj", False) for each in found] == [False, True]
    assert found[0]["autre_arme"]["a_distance"] is True
    assert found[0]["munitions"] == 6
    assert ask_about("exil.melee", {"combattants": found})


# ── what actions take ──────────────────────────────────────────────────────────────────────────
def test_wounds_and_armour_weigh_on_actions() -> None:
    worn = somebody(
        talents={"Acrobate": 8, "Médecin": 9},
        armure="cuir_renforce",
        bouclier="pavois_pretorien",
        pds=12,
    )
    climbing = {"talent": "acrobate", "external": "sante+encombrement"}
    found = with_sheets(find_procedure("exil.simple"), climbing, {"": worn})
    assert found == {"talent": 8, "external": -7}
    thinking = with_sheets(find_procedure("exil.simple"), {"talent": "medecin"}, {"": worn})
    assert thinking == {"talent": 9, "external": -3}
    falling = with_sheets(find_procedure("exil.fall"), {"hauteur": 5}, {"": worn})
    assert falling == {"hauteur": 5, "acrobate": 8, "external": -7}


def test_care_has_a_doctor_and_a_patient() -> None:
    doctor = somebody(talents={"Médecin": 12}, pds=19)
    patient = somebody(physique="faible", pds=5)
    found = with_sheets(find_procedure("exil.care"), {}, {"": doctor, "patient": patient})
    assert found == {"medecin": 12, "external": -1, "physique": "faible", "pds": 5}


def test_a_disease_is_a_sheet_too() -> None:
    procedure = find_procedure("exil.disease")
    found = from_files(procedure, {"": at("@aurele"), "mal": at("@abces"), "heure": 9})
    assert found["periode"] is None
    assert ask_about("exil.disease", found)
    given = {"": at("@aurele"), "mal": at("@cholera"), "heure": 9}
    assert "incubation" not in from_files(procedure, given)
    picked = from_files(procedure, given | {"incubation": 8})
    (found_at,) = odds(ask_about("exil.disease", picked))
    assert show(found_at)["pertes"] == 1


def test_learning_takes_both_sheets() -> None:
    teacher = somebody(talents={"Escrimeur": 15, "Orateur": 9})
    pupil = somebody("personnage", talents={"Escrimeur": 4}, attributs={"mental": "bon"})
    names = dict.fromkeys(("professeur", "eleve", "apprentissage"), "Escrimeur")
    found = with_sheets(find_procedure("exil.teaching"), names, {"": teacher, "apprenti": pupil})
    assert found == {
        "professeur": 15,
        "eleve": 4,
        "orateur": 9,
        "mental": "bon",
        "apprentissage": "modere",
    }


def test_the_ledgers_begin_from_a_sheet() -> None:
    given = {"etat": at("@aurele")}
    learnt = from_files(find_procedure("exil.experience"), given)["etat"]
    assert learnt["xp"]["mental"] == 20
    assert learnt["talents"]["Médecin"]["apprentissage"] == "difficile"
    assert learnt["talents"]["Tireur"] == 5
    faded = from_files(find_procedure("exil.effacement"), given)["etat"]
    assert (faded["points"], len(faded["signes"])) == (9, 1)
    body = from_files(find_procedure("exil.suivi"), {"etat": at("@jeanne")})["etat"]
    assert body == {"physique": "bon"}
    for name in ("exil.experience", "exil.effacement", "exil.suivi"):
        assert ask_about(name, from_files(find_procedure(name), given))


def after(sheet: Sheet, ledger: str, *events: Params) -> Any:
    """Return a sheet after events of a ledger."""
    kind = find_procedure(ledger)
    params = with_sheets(kind, {"evenements": list(events)}, {"": sheet})
    return written_back(sheet, play(ask_about(ledger, params)).result.etat)


def test_a_sheet_keeps_what_happens_to_its_character() -> None:
    hero = somebody("personnage", talents={"Escrimeur": 4, "Marin": 3}, xp={"physique": 9})
    risen = after(hero, "exil.experience", {"type": "monter", "talent": "Escrimeur"})
    assert (risen.niveaux["Escrimeur"], risen.niveaux["Marin"]) == (5, 3)
    assert risen.xp.physique == 4
    with pytest.raises(Refusal):
        after(risen, "exil.experience", {"type": "monter", "talent": "Escrimeur"})
    ill = after(
        risen,
        "exil.suivi",
        {"type": "maladie", "nom": "x", "modele": "mort_blanche"},
        {"type": "temps", "unite": "jour", "n": 2},
    )
    assert (ill.pds, len(ill.maux), ill.heure) == (18, 1, 48)
    later = after(ill, "exil.suivi", {"type": "temps", "unite": "jour", "n": 1})
    assert later.pds == 17
    dead = after(later, "exil.suivi", {"type": "blessure", "dommages": 30})
    assert numbers(dead).etat == "mort"
    with pytest.raises(Refusal):
        ask_about("exil.duel", {"a": fighter(dead), "b": {"talent": 5}})
    gone = after(
        hero, "exil.effacement", {"type": "depart"}, {"type": "temps", "unite": "mois", "n": 2}
    )
    back = after(gone, "exil.effacement", {"type": "temps", "unite": "mois", "n": 1})
    assert (gone.mois_hors_exil, back.detachement, back.hors_exil) == (2, 0, True)
