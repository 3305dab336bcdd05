"""A small story of the game: what runs leave is recorded, time passes, the numbers worked by hand."""

from __future__ import annotations

import pytest

from tablee.games.socle import Coup
from tablee.rules.readings.session import play
from tablee.rules.refusal import Refusal
from tablee.rules.registry import games
from tablee.rules.run_input import ask_about
from tablee.rules.sheet import read_sheet
from tablee.rules.sheets.sheet_params import with_sheets
from tests.games.stories import Story, dice


def socle() -> Story:
    story = Story("socle")
    story.put("hana", "personnage", "Hana", des={"Force": 8}, coeurs=2, protege=True, armure=1)
    story.put("ivo", "personnage", "Ivo", des={"Force": 8, "Magie": 10})
    story.put("ogre", "adversaire", "L’ogre", cible="boss")
    return story


def test_a_scene_with_its_counter_its_blows_and_its_rest() -> None:
    story = socle()
    clock = {"type": "compteur", "nom": "l’alarme", "etapes": 9}
    story.takes({"type": "socle.scene", "evenement": clock})
    moved = "Échec : « l’alarme » avance à {} sur 9.".format
    assert story.runs("test", {"de": 8}, [dice(1)], {"player": "hana"}) == [
        moved(1),
        "Hana : un 1, une complication à raconter.",
    ]
    attack = {"de": 8, "cible": "boss", "armure": 1, "coeurs": 2}
    cast = {"player": "hana", "adversaire": "ogre"}
    texts = story.runs("attaque", attack, [dice(2)], cast)
    assert texts == ["Hana : l’Armure encaisse le coup.", moved(2)]
    texts = story.runs("attaque", attack | {"armure": 0}, [dice(2)], cast)
    assert texts == ["Hana perd un Cœur.", moved(3)]
    spell = {"de": 8, "niveau": "astuce"}
    assert story.runs("magie", spell, [dice(2)], {"player": "ivo"})[1] == moved(4)
    bolt = {"de": 8, "niveau": "standard", "cible": "pion", "expose": "non", "mana": 3}
    assert story.runs("sort_attaque", bolt, [dice(2)], {"player": "ivo"})[1:] == [
        moved(5),
        "Ivo : la magie échoue, une légère conséquence à raconter.",
    ]
    foes = [{"cible": "pion"}, {"cible": "pion"}]
    fight = {"de": 8, "adversaires": foes}
    lost = story.runs("duel", fight, [dice(2), dice(7), dice(2), dice(7)], {"player": "ivo"})
    assert [each for each in lost if "alarme" in each] == [moved(6), moved(7)]
    assert story.runs("attaque", attack, [dice(8)], cast) == ["L’ogre : il reste 1 Cœur."]
    assert story.runs("attaque", attack | {"coeurs_cible": 1}, [dice(8)], cast) == [
        "L’ogre est hors de combat."
    ]
    hana = story.sheet("hana")
    assert (hana["coeurs"], hana["armure"], hana["etat"]) == (1, 0, "debout")
    assert "ogre" not in story.state["fiches"]
    assert story.state["horloge"]["compteurs"][0]["compteur"] == 7  # each failure

    with pytest.raises(Refusal):
        story.takes({"type": "socle.scene", "evenement": {"type": "repos"}})
    assert story.runs("repos", {"heros": [{"id": "hana"}]}) == [
        "La scène est finie.",
        "Repos : Cœurs et Mana reviennent au complet pour Hana.",
    ]
    hana = story.sheet("hana")
    assert (hana["coeurs"], hana["armure"]) == (5, 1)
    assert story.sheet("ivo")["mana"] == 1  # who did not rest
    story.then("avance", unite="scene")
    assert story.state["horloge"]["scene"] == 2


def test_magie_heals_whoever_lacks_a_heart() -> None:
    """SOC-MAG-06: two Cœurs at most, to an adversary too; a character who lacks none gets none."""
    story = socle()
    heals = {"de": 10, "niveau": "fort", "soin": True, "mana": 3}
    texts = {"hana": "La Magie rend 2 Cœurs à Hana.", "ogre": "La Magie rend 1 Cœur à L’ogre."}
    story.takes({"type": "retouche", "qui": "ogre", "champs": {"coeurs": 2, "coeurs_max": 3}})
    for whom, text in texts.items():
        story.takes({"type": "retouche", "qui": "ivo", "champs": {"mana": 3}})
        assert story.runs("magie", heals, [dice(8)], {"player": "ivo", "soigne": whom}) == [
            "Ivo : Mana −2.",
            text,
        ]
    assert (story.sheet("hana")["coeurs"], story.sheet("ogre")["coeurs"]) == (4, 3)
    story.takes({"type": "retouche", "qui": "ivo", "champs": {"mana": 3}})
    assert story.runs("magie", heals, [dice(8)], {"player": "ivo"}) == ["Ivo : Mana −2."]
    sleepers = {"heros": [{"id": "hana"}, {"id": "ogre"}]}
    assert story.runs("repos", sleepers)[1:] == [
        "Repos : Cœurs et Mana reviennent au complet pour Hana."
    ]
    assert story.sheet("hana")["coeurs"] == 5
    grown = {"niveaux": {}, "choix": "mana"}
    assert story.runs("developpement_d6", grown, [], {"player": "ivo"}) == [
        "Ivo progresse (un Mana de plus)."
    ]


def test_a_counter_at_its_end_brings_its_consequence() -> None:
    """SOC-OPT-05, -06: shown once, when it comes, and due from the MJ; then it stays at its end."""
    story = socle()
    for name, steps in (("l’alarme", 2), ("la marée", 3)):
        clock = {"type": "compteur", "nom": name, "etapes": steps}
        story.takes({"type": "socle.scene", "evenement": clock})
    foes = [{"cible": "pion"}, {"cible": "pion"}]
    fight = {"de": 8, "adversaires": foes}
    lost = story.runs("duel", fight, [dice(2), dice(7), dice(2), dice(7)], {"player": "ivo"})
    assert [each for each in lost if "«" in each] == [
        "Échec : « l’alarme » avance à 1 sur 2.",
        "Échec : « la marée » avance à 1 sur 3.",
        "Échec : « l’alarme » avance à 2 sur 2.",
        "« l’alarme » est au bout : la conséquence survient.",
        "Échec : « la marée » avance à 2 sur 3.",
    ]
    assert [due["texte"] for due in story.state["dus"]] == ["l’alarme"]
    assert story.runs("test", {"de": 8}, [dice(3)], {"player": "hana"}) == [
        "Échec : « la marée » avance à 3 sur 3.",
        "« la marée » est au bout : la conséquence survient.",
    ]
    assert story.runs("test", {"de": 8}, [dice(3)], {"player": "hana"}) == []
    assert [due["texte"] for due in story.state["dus"]] == ["l’alarme", "la marée"]
    race = {"de": 8, "etapes": 1, "reussites": 1}
    for threat in ("le pont cède", ""):
        story.runs("chronometre", race | {"nom": threat}, [dice(3)], {"player": "hana"})
    owed = [due["texte"] for due in story.state["dus"]][2:]
    assert owed == ["le pont cède", "la conséquence d’un compteur au bout"]


def test_a_failed_test_closes_its_way_until_something_changes() -> None:
    """SOC-REP-01, -02: the run says what was tried, and how."""
    story = socle()
    door = {"objectif": "la porte", "caracteristique": "Force", "moyens": "à l’épaule"}
    closed = "Échec : « la porte » ne se retente que si quelque chose change."
    forced = {"de": 8, "tentative": door}
    assert story.runs("test", forced, [dice(3)], {"player": "hana"}) == [closed]
    assert story.state["registres"]["socle.essais"]["essais"] == [door]
    priced = forced | {"essais": [door], "reprise": "complication"}
    assert story.runs("test", priced, [dice(3)], {"player": "hana"}) == [
        "Une complication à raconter.",
        "« la porte » est tenté de nouveau, une complication acceptée.",
        closed,
    ]
    assert [(due["qui"], due["texte"]) for due in story.state["dus"]] == [
        ("hana", "une complication")
    ]
    changed = forced | {"essais": [door], "reprise": "changement"}
    assert story.runs("test", changed, [dice(3)], {"player": "hana"}) == [
        "« la porte » est tenté de nouveau : la situation a changé.",
        closed,
    ]
    crowbar = {"niveau": "novice", "tentative": door | {"moyens": "un pied-de-biche"}}
    assert story.runs("test_d6", crowbar, [dice(6)], {"player": "hana"}) == [
        "Hana : un avantage à raconter.",
        "« la porte » est atteint.",
    ]
    assert story.state["registres"]["socle.essais"]["essais"] == []


def test_a_fight_of_several_says_whom_everything_befalls() -> None:
    story = socle()
    story.then("retouche", qui="hana", champs={"coeurs": 1, "armure": 0})
    heroes = [
        {"id": "hana", "de": 8, "coeurs": 1},
        {"id": "ivo", "de": {"Force": 8, "Magie": 10}},
    ]
    answers = [
        {"choose": "coup:hana"},
        {"choose": "ivo"},
        {"choose": "relever:hana"},
        {"choose": "hana"},
        {"choose": "attaque:x"},
        dice(2),
        {"choose": "ivo"},
        {"choose": "magie"},
        {"choose": "soin:hana"},
        dice(9),
        {"choose": "fin"},
    ]
    foes = [{"id": "x", "cible": "boss"}]
    assert story.runs("combat", {"heros": heroes, "adversaires": foes}, answers) == [
        "Hana perd un Cœur.",
        "Ivo relève Hana.",
        "Hana perd un Cœur.",
        "Ivo : Mana −2.",
        "La Magie rend 2 Cœurs à Hana.",
    ]
    assert story.sheet("hana")["coeurs"] == 2
    assert (story.sheet("ivo")["mana"], story.sheet("ivo")["coeurs"]) == (1, 5)
    grown = {"niveaux": {"Force": "novice"}, "choix": "niveau:Force"}
    story.then("retouche", qui="hana", champs={"niveaux": {"Force": "novice"}})
    story.runs("developpement_d6", grown, cast={"": "hana"})
    assert story.sheet("hana")["niveaux"] == {"Force": "entraine"}


def test_who_is_raised_by_somebody_without_a_sheet_stands() -> None:
    """SOC-COE-05: else the next Cœur lost in the fight would be recorded as a death (SOC-COE-06)."""
    story = socle()
    story.then("retouche", qui="hana", champs={"coeurs": 1, "armure": 0})
    heroes = [{"id": "hana", "de": 8, "coeurs": 1}, {"id": "Bo", "de": 8}]
    foes = [{"id": "x", "cible": "boss"}]
    missed = [{"choose": "hana"}, {"choose": "attaque:x"}, dice(2)]
    up = [{"choose": "Bo"}, {"choose": "relever:hana"}]
    answers = [*missed, *up, *missed, *up, {"choose": "fin"}]
    assert story.runs("combat", {"heros": heroes, "adversaires": foes}, answers) == [
        "Hana perd un Cœur.",
        "Bo relève Hana.",
        "Hana perd un Cœur.",
        "Bo relève Hana.",
    ]
    hana = story.sheet("hana")
    assert (hana["coeurs"], hana["etat"]) == (1, "debout")


def test_a_blow_finds_on_the_sheet_that_somebody_is_dead() -> None:
    """SOC-COE-06: nobody dies twice, and no Armure brings anybody back."""
    for coeurs in (0, 3):
        dead = {"jeu": "socle", "type": "personnage", "nom": "Cyr", "etat": "mort"}
        sheet = read_sheet(dead | {"coeurs": coeurs, "armure": 1}, "fiche", *games())[1]
        params = with_sheets(Coup, {}, {"": sheet})
        ended = play(ask_about("socle.coup", params))
        assert (ended.result.etat, ended.result.armure_utilisee) == ("mort", False)
        assert ended.effects == []


def test_who_puts_on_a_protection_between_two_scenes_has_its_token() -> None:
    """SOC-OPT-02: one a scene, from the first one on."""
    story = socle()
    story.then("scene", moment="fin")
    story.then("retouche", qui="ivo", champs={"protege": True})
    story.then("scene", moment="debut")
    assert (story.sheet("ivo")["armure"], story.sheet("hana")["armure"]) == (1, 1)
    story.put("jo", "personnage", "Jo", des={"Force": 8}, protege=True)
    story.then("socle.scene", evenement={"type": "coup", "heros": "hana"})
    assert story.sheet("jo")["armure"] == 1
    for who in ("ivo", "jo"):
        blocked = {"type": "coup", "heros": who, "armure": True}
        story.then("socle.scene", evenement=blocked)
        assert (story.sheet(who)["armure"], story.sheet(who)["coeurs"]) == (0, 5)
        unarmoured = {"type": "socle.scene", "evenement": blocked}
        with pytest.raises(Refusal):
            story.takes(unarmoured)
    story.then("scene", moment="fin")
    assert story.sheet("jo")["armure"] == 1


def test_magie_heals_outside_of_a_fight() -> None:
    """SOC-MAG-06: two Cœurs to anyone who is named, else to the caster; a failure heals nobody."""
    story = socle()
    story.then("retouche", qui="hana", champs={"coeurs": 0, "etat": "a_terre"})
    story.then("retouche", qui="ivo", champs={"coeurs": 4})
    spell = {"de": 10, "niveau": "fort", "mana": 3, "soin": True}
    healing = "La Magie rend 2 Cœurs à Hana."
    assert story.runs("magie", spell, [dice(8)], {"": "ivo", "soigne": "hana"}) == [
        "Ivo : Mana −2.",
        healing,
    ]
    assert story.sheet("hana")["coeurs"] == 2
    story.then("retouche", qui="ivo", champs={"mana": 3})
    healing = "La Magie rend 1 Cœur à Ivo."
    assert story.runs("magie", spell, [dice(9)], {"": "ivo", "soigne": ""})[1:] == [healing]
    assert story.sheet("ivo")["coeurs"] == 5  # the maximum
    story.then("retouche", qui="ivo", champs={"mana": 3})
    failed = story.runs("magie", spell, [dice(2)], {"": "ivo", "soigne": "hana"})
    assert not any("rend deux" in texts for texts in failed)
    with pytest.raises(Refusal, match="soin"):
        ask_about("socle.magie", spell | {"niveau": "standard"})


def test_a_fight_leaves_its_adversaries_as_they_are_then() -> None:
    """SOC-TOU-01, -02: who is kept has the Cœurs that are left, or is gone; in a duel too."""
    story = socle()
    story.put("chef", "adversaire", "Le chef", cible="elite", coeurs=4)
    story.put("rat", "adversaire", "Le rat", cible="pion")
    heroes = [{"id": "ivo", "de": {"Force": 12}}]
    kept = [{"id": name, "cible": kind} for name, kind in (("rat", "pion"), ("ogre", "boss"))]
    blow = [{"choose": "ivo"}, {"choose": "attaque:ogre"}]
    answers = [*blow, dice(12), *blow[:1], {"choose": "attaque:rat"}, dice(7), {"choose": "fin"}]
    fight = {"heros": heroes, "adversaires": kept}
    assert story.runs("combat", fight, answers) == [
        "L’ogre : il reste 1 Cœur.",
        "Le rat est hors de combat.",
    ]
    assert (story.sheet("ogre")["coeurs"], story.sheet("ogre")["coeurs_max"]) == (1, 3)
    assert "rat" not in story.state["fiches"]
    row = {
        "de": 12,
        "adversaires": [{"cible": "boss", "coeurs": 1}, {"cible": "elite", "coeurs": 4}],
    }
    cast = {"player": "ivo", "adversaires[0]": "ogre", "adversaires[1]": "chef"}
    fallen = [dice(2)] * 5
    texts = story.runs("duel", row, [dice(12), dice(9), dice(9), *fallen], cast)
    assert texts[:2] == ["L’ogre est hors de combat.", "Le chef : il reste 2 Cœurs."]
    assert [text for text in texts if text.startswith("Le chef")] == texts[1:2]
    assert (story.sheet("chef")["coeurs"], story.sheet("chef")["coeurs_max"]) == (2, 4)
    attack = {"de": 12, "cible": "elite", "coeurs_cible": 2}
    assert story.runs("attaque", attack, [dice(9)], {"player": "ivo", "adversaire": "chef"}) == [
        "Le chef : il reste 1 Cœur."
    ]
    assert story.sheet("chef")["coeurs_max"] == 4


def test_what_fails_in_a_fight_or_against_the_clock_is_owed() -> None:
    """SOC-MAG-04, SOC-RES-04: as after a single run."""
    story = socle()
    heroes = [{"id": "ivo", "de": {"Magie": 10}, "mana": 3, "expose": "non"}]
    foes = [{"id": "x", "cible": "boss"}]
    turn = {"choose": "ivo"}
    cast, spell = {"choose": "magie"}, {"choose": "sort"}
    standard, trick = ({"choose": each} for each in ("standard", "astuce"))
    light = {"choose": "une lueur"}
    answers = [turn, cast, light, standard, dice(2), turn, cast, light, trick, dice(1)]
    answers += [turn, {"choose": "attaque:x"}, spell, light, trick, dice(3)]
    fight = {"heros": heroes, "adversaires": foes, "cout_astuce": None}
    slight = "Ivo : la magie échoue, une légère conséquence à raconter."
    spoilt = "Ivo : un 1, une complication à raconter."
    texts = story.runs("combat", fight, [*answers, {"choose": "fin"}])
    assert [each for each in texts if "Mana" not in each] == [slight, spoilt, slight]
    assert [(due["qui"], due["texte"]) for due in story.state["dus"]] == [
        ("ivo", "une légère conséquence"),
        ("ivo", "une complication"),
        ("ivo", "une légère conséquence"),
    ]
    clock = {"de": 8, "etapes": 2, "reussites": 1}
    assert story.runs("chronometre", clock, [dice(1), dice(3)], {"player": "ivo"}) == [
        spoilt,
        "Le compteur est au bout : la conséquence survient.",
    ]


@pytest.mark.parametrize("way", ["fiche", "retouche"])
def test_a_protection_put_on_in_mid_scene_has_its_token_at_once(way: str) -> None:
    """SOC-OPT-02; taken off, it has none; a token that is spent comes back with the next scene."""
    story = socle()

    def wears(protege: bool) -> int:
        if way == "fiche":
            story.takes(
                {"type": "fiche", "qui": "ivo", "fiche": story.sheet("ivo") | {"protege": protege}}
            )
        else:
            story.takes({"type": "retouche", "qui": "ivo", "champs": {"protege": protege}})
        return int(story.sheet("ivo")["armure"])

    assert story.sheet("ivo")["armure"] == 0
    assert wears(True) == 1
    struck = {"type": "coup", "heros": "ivo", "armure": True}
    story.takes({"type": "socle.scene", "evenement": struck})
    assert (story.sheet("ivo")["armure"], wears(True)) == (0, 0)
    story.takes({"type": "retouche", "qui": "ivo", "champs": {"coeurs": 3, "armure": None}})
    assert story.sheet("ivo")["armure"] == 1
    assert wears(False) == 0
    story.takes({"type": "retouche", "qui": "ivo", "champs": {"armure": None}})
    assert story.sheet("ivo")["armure"] == 0
