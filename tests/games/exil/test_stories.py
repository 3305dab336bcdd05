"""Small stories: the consequences of runs, time that passes, numbers computed by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.rules.readings.session import play
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import ask_about
from tests.games.stories import Story, dice, plain


def exil() -> Story:
    story = Story("exil")
    story.put("jeanne", "personnage", "Jeanne", talents={"Médecin": 12}, detachement=5)
    story.put("brute", "adversaire", "La brute", physique="bon")
    return story


def test_wounds_of_a_duel_and_of_a_fall_heal_with_time() -> None:
    story = exil()
    fighters = {"talent": 6, "physique": "moyen"}, {"talent": 1, "physique": "bon", "pds": 1}
    params = {"a": fighters[0], "b": fighters[1], "max_turns": 1, "initiative": "a"}
    consequences = story.consequences(
        "duel", params, [dice(3), dice(12)], {"a": "jeanne", "b": "brute"}
    )
    assert [each.event["type"] for each in consequences] == ["exil.suivi", "avance"]
    hurt = consequences[0].event["evenement"]["dommages"]
    for each in consequences:
        story.takes(each.event)
    assert story.sheet("brute")["pds"] == 24 - hurt
    assert story.state["horloge"]["heure"] == "1/720"

    assert story.runs("fall", {"hauteur": 4}, cast={"": "jeanne"}) == [
        "Jeanne perd 8 Points de Santé."
    ]
    care = {"medecin": 12, "physique": "moyen", "pds": 12}
    assert story.runs("care", care, [dice(3)], {"": "jeanne", "patient": "jeanne"}) == [
        "Jeanne commence à regagner des Points de Santé, grâce aux soins."
    ]
    turned = story.then("avance", unite="jour", n=3)
    assert story.sheet("jeanne")["pds"] == 18  # 12, two a day
    (due,) = turned.pending
    assert (due["procedure"], due["qui"]) == ("exil.natural_healing", "brute")

    healing = story.consequences("natural_healing", {"gravite": "leger"}, [], {"": "brute"})
    assert [each.sentence(story.words) for each in healing][1:] == [
        "Guérison naturelle\u00a0: c’est joué."
    ]
    jours = [healing[0].event["evenement"]["jours"]]
    jours += [each["evenement"]["jours"] for each in healing[0].others]
    assert jours == ["4", "7/2", "3"]  # T-26: three to four days of rest
    for each in healing:
        story.takes(each.event)
    assert story.state["dus"] == []
    story.then("avance", unite="jour", n=4)
    assert (story.sheet("jeanne")["pds"], story.sheet("brute")["pds"]) == (20, 24)
    assert story.state["horloge"]["heure"] == "120961/720"  # seven days and five seconds


def test_a_wound_that_gets_worse_is_healed_as_it_is_by_then() -> None:
    """EXIL-GUE-01, T-26: the time of healing is asked once, for the current wound."""
    story = exil()
    story.runs("fall", {"hauteur": 2}, cast={"": "jeanne"})
    asked = "Jeanne : ni soins ni guérison en cours. Combien de temps pour guérir ?"
    assert asked in story.texts(story.then("avance", unite="jour"))
    assert [due["params"] for due in story.state["dus"]] == [{"gravite": "leger"}]
    story.runs("fall", {"hauteur": 3}, cast={"": "jeanne"})
    assert asked not in story.texts(story.then("avance", unite="jour"))
    assert [due["params"] for due in story.state["dus"]] == [{"gravite": "serieux"}]


def test_the_clock_is_shown_to_the_minute() -> None:
    """Tours of five seconds count, but sentences show no fraction of an hour (EXIL-CBT-01)."""
    story = exil()
    story.then("avance", unite="tour", n=4)
    assert story.texts(story.then("avance", unite="jour", n=2))[0] == (
        "2 jours plus tard, 2 jours depuis le début."
    )
    story.then("avance", unite="minute", n=5)
    assert story.texts(story.then("avance", unite="heure"))[0] == (
        "1 h plus tard, 2 jours, 1 h et 5 min depuis le début."
    )
    assert story.state["horloge"]["heure"] == "2209/45"


def test_a_weapon_knocked_away_in_a_duel_is_still_on_the_sheet() -> None:
    story = exil()
    story.put("bretteur", "adversaire", "Le bretteur", arme="dague")
    fighters = (
        {"talent": 10, "politique": {"attitude": "tout", "passe": ["desarmement"]}},
        {"talent": 1, "politique": {"attitude": "rien"}},
    )
    params = {"a": fighters[0], "b": fighters[1], "max_turns": 1, "initiative": "a"}
    texts = story.runs("duel", params, [dice(3), dice(12)], {"a": "jeanne", "b": "bretteur"})
    assert texts == [DROPPED, "1 tour de combat de cinq secondes a passé."]
    assert story.sheet("bretteur")["arme"] == "dague"
    round_ = {"a": fighters[0], "b": fighters[1], "initiative": "a"}
    question = ask_about("exil.contact_round", round_, {}, [dice(3), dice(12)])
    assert play(question).result.arme_b == "perdue"  # in the fight, it is


LAMED = "Le bretteur ne peut plus se servir d’une main : reste à dire jusqu’à quand."


DROPPED = "Le bretteur n’a plus son arme en main."


@pytest.mark.parametrize(("arme", "lamed"), [("dague", []), ("mains_nues", [LAMED])])
def test_an_empty_hand_that_is_shot_stays_out_of_use(arme: str, lamed: list[str]) -> None:
    """EXIL-TIR-20, of a shot and in a mêlée."""
    story = exil()
    story.put("bretteur", "adversaire", "Le bretteur", arme=arme)
    shot = {"poff": 10, "range": "courte", "passe": "desarmement"}
    texts = story.runs("shot", shot, [dice(2)], {"": "jeanne", "cible": "bretteur"})
    assert [each for each in texts if "main" in each] == (lamed or [DROPPED])
    ana = {"id": "Ana", "camp": "exil", "talent": 10, "a_distance": True, "en_melee": False}
    ana |= {"politique": {"attitude": "tout", "passe_tir": ["desarmement"]}}
    foe = {"id": "Le bretteur", "camp": "rue", "talent": 0, "desarmable": arme != "mains_nues"}
    params = {"combattants": [ana, foe], "max_turns": 1}
    texts = story.runs("melee", params, [dice(2)], {"Ana": "jeanne", "Le bretteur": "bretteur"})
    assert [each for each in texts if "main" in each] == (lamed or [DROPPED])
    hand = "dire jusqu’à quand une main est hors d’usage"
    dropped = "reprendre l’arme tombée, ou se battre sans elle"
    owed = [due["texte"] for due in story.state["dus"]]
    assert owed == ([hand, hand] if lamed else [dropped, dropped])


def test_chocs_are_forgotten_and_points_far_from_exil_lost() -> None:
    story = exil()
    story.takes({"type": "exil.effacement", "qui": "jeanne", "evenement": {"type": "depart"}})
    stunned = story.runs("shock", {"valeurs": [7, 7]}, [dice(2), dice(3)], {"acteur": "jeanne"})
    assert stunned == ["Jeanne : 2 échecs de plus contre des chocs, état « sonné »."]
    assert story.sheet("jeanne")["echecs"] == 2
    assert story.runs("detachment", {"points": 5}, [dice(1)], {"": "jeanne"}) == [
        "Jeanne : +1 au Détachement."
    ]
    assert story.runs("detachment", {"points": 6}, [dice(7)], {"": "jeanne"}) == []
    story.then("scene", moment="fin")
    assert story.sheet("jeanne")["echecs"] == 0
    for _ in range(2):
        story.then("avance", unite="mois", n=2)
    assert story.sheet("jeanne")["detachement"] == 5  # 6, less one for the third month
    assert story.sheet("jeanne")["mois_hors_exil"] == "4"


def test_a_poison_runs_its_course_and_a_lesson_is_kept() -> None:
    story = exil()
    story.takes(
        {
            "type": "exil.suivi",
            "qui": "jeanne",
            "evenement": {
                "type": "poison",
                "nom": "ciguë",
                "delai": 2,
                "periode": 6,
                "perte": 3,
                "malignite": "mortelle",
            },
        }
    )
    story.then("avance", unite="heure", n=9)  # losses after 2 and 8 hours
    assert story.sheet("jeanne")["pds"] == 14
    care = {"medecin": 12, "gravite": "mortelle", "physique": "moyen", "pds": 14}
    cured = story.runs("care", care, [dice(1)], {"": "jeanne", "patient": "jeanne"})
    assert cured == []  # 12 - 12 < 1
    cured = story.runs(
        "care", care | {"external": 5}, [dice(1)], {"": "jeanne", "patient": "jeanne"}
    )
    assert cured[1] == "Jeanne : le remède contre « ciguë » agit."
    assert story.sheet("jeanne")["maux"] == []

    book = {"lettre": 9, "apprentissage": "difficile"}
    (lesson,) = story.consequences("book", book, [dice(1)], {"": "jeanne"})
    assert lesson.event["evenement"] == {"type": "enseigner", "talent": "Médecin"}
    story.takes(lesson.event)
    assert story.sheet("jeanne")["talents"]["Médecin"]["enseignement"] is True
    (lesson,) = story.consequences(
        "book", book | {"talent": "Navigateur"}, [dice(1)], {"": "jeanne"}
    )
    assert lesson.event["evenement"] == {"type": "enseigner", "talent": "Navigateur"}
    story.put("eleve", "personnage", "Ilan", talents={"Escrimeur": 4, "Sportif": 4, "Tireur": 6})
    lessons = {"professeur": 15, "eleve": 4, "orateur": 12, "mental": "moyen"}
    (due,) = story.consequences(
        "teaching", lessons | {"apprentissage": "modere"}, [dice(1)], {"apprenti": "eleve"}
    )
    assert due.event["du"]["texte"] == "dire quel Talent s’apprendra plus facilement"
    assert [each["evenement"]["talent"] for each in due.others] == ["Escrimeur", "Sportif"]


def test_a_shot_hurts_both_and_empties_the_magazine() -> None:
    story = exil()
    story.put("tireur", "personnage", "Nour", talents={"Tireur": 15}, arme="mitraillette")
    cast = {"": "tireur", "cible": "brute"}
    shot = {"poff": 12, "letalite": 4, "arme_a_feu": True, "passe": "auto"}
    wound, round_ = story.consequences("shot", shot, [dice(4)], cast)
    assert wound.qui == "brute"
    assert plain(round_.sentence(story.words)) == "Nour : 29 coups dans le magasin."
    assert len(story.consequences("shot", shot | {"arme_a_feu": False}, [dice(4)], cast)) == 1
    burst = {"arme": "mitraillette", "tireur": 15, "poff": 12, "cibles": [{"pdef": 0}]}
    texts = story.runs("rafale", burst, [dice(9)], {"": "tireur", "cibles[0]": "brute"})
    assert texts[-1] == "Nour : aucun coup dans le magasin."
    assert story.sheet("tireur")["munitions"] == 0
    assert story.sheet("tireur")["enrayee"] is False
    assert story.sheet("brute")["pds"] < 24


@pytest.mark.parametrize(
    ("passe", "first", "clause", "due"),
    [
        ("en_confiance", "a", "EXIL-PAS-05", "compter +2 au PC du prochain tour"),
        ("desequilibre", "a", "EXIL-PAS-06", "compter −2 au PC du prochain tour"),
        ("impact", "a", "", ""),
        ("impact", "b", "EXIL-PAS-09", "prendre l’initiative du prochain tour"),
        ("mauvais_positionnement", "a", "EXIL-PAS-10", "compter +3 au Poff"),
        ("coup_perdu", "a", "", ""),
        ("coup_perdu", "b", "EXIL-PAS-12", "compter −3 au PC du prochain tour"),
        ("desarmement", "a", "EXIL-PAS-13", "reprendre l’arme tombée"),
        ("arme_coincee", "a", "EXIL-PAS-15", "dégager l’arme plantée"),
        ("mise_en_echec", "a", "EXIL-PAS-16", "décider du sort d’un combattant"),
    ],
)
def test_a_tour_played_by_itself_leaves_reminders_for_the_next(
    passe: str, first: str, clause: str, due: str
) -> None:
    """What the tour itself has counted (an attack lost in it) is not due again. A duel that its last tour
    cuts off leaves the same; one that has ended, the fate alone of who is at the other's mercy."""
    story = exil()
    one: dict[str, Any] = {"talent": 16, "politique": {"attitude": "tout", "passe": [passe]}}
    other = {"talent": 8, "politique": {"attitude": "rien"}}
    params = {"a": one, "b": other, "initiative": first}
    cast = {"a": "jeanne", "b": "brute"}
    left = story.consequences("contact_round", params, [dice(1), dice(12)], cast)
    owed = [each for each in left if each.event["type"] == "du"]
    assert [each.event["du"]["texte"][: len(due)] for each in owed] == [due] * bool(due)
    if owed:
        assert clause in owed[0].clauses
        assert owed[0].qui == ("jeanne" if passe in ("en_confiance", "impact") else "brute")
    once = params | {"max_turns": 1}
    cut_off = story.consequences("duel", once, [dice(1), dice(12)], cast)
    assert [each.event for each in cut_off] == [each.event for each in left]
    if passe == "desarmement":
        return  # in the place of damage
    dead = once | {"a": one | {"letalite": 12}, "b": other | {"pds": 0}}
    ended = story.consequences("duel", dead, [dice(1), dice(12)], cast)
    assert not [each for each in ended if each.event["type"] == "du"]


def test_a_melee_that_its_last_tour_cuts_off_leaves_reminders() -> None:
    """EXIL-PAS-05, -06, -10, -13: as many as a duel would, and none after the end of a fight."""
    story = exil()
    cast = {"a": "jeanne", "b": "brute"}
    usual = {"talent": 16, "letalite": 0, "physique": "bon"}
    owed = {
        "desarmement": "brute",
        "desequilibre": "brute",
        "mauvais_positionnement": "brute",
        "en_confiance": "jeanne",
    }
    for passe, who in owed.items():
        one = usual | {"id": "a", "camp": "x", "politique": {"attitude": "tout", "passe": [passe]}}
        other = usual | {"id": "b", "camp": "y", "talent": 8, "politique": {"attitude": "rien"}}
        params = {"combattants": [one, other], "max_turns": 1}
        left = story.consequences("melee", params, [dice(1), dice(12)], cast)
        assert [each.qui for each in left if each.event["type"] == "du"] == [who]
    dead = {"combattants": [one | {"letalite": 12}, other | {"pds": 0}], "max_turns": 1}
    ended = story.consequences("melee", dead, [dice(1), dice(12)], cast)
    assert not [each for each in ended if each.event["type"] == "du"]


def test_a_dart_may_be_poisoned() -> None:
    """EXIL-ARM-08: of a blowgun that hits, and of no other weapon."""
    story = exil()
    dart = "Un dard de sarbacane atteint La brute : s’il est empoisonné, le poison reste à jouer."
    for arme, face, reminds in (
        ("sarbacane", 3, True),
        ("sarbacane", 12, False),
        ("arc", 3, False),
    ):
        story.put("tireur", "personnage", "Nour", arme_de_tir=arme, arme="dague")
        cast = {"": "tireur", "cible": "brute"}
        texts = story.runs("shot", {"poff": 8, "passe": "coup_puissant_1"}, [dice(face)], cast)
        assert (dart in texts) == reminds


def test_a_tour_of_several_effects_and_a_whip() -> None:
    """Two passes of one tour: +2 for one, −3 for the same, who keeps both reminders; a part of the
    body that a whip holds is left to the Meneur to judge (EXIL-ARM-04)."""
    story = exil()
    one: dict[str, Any] = {"talent": 16, "politique": {"attitude": "tout"}}
    one["politique"]["passe"] = ["en_confiance"]
    other = {"talent": 16, "politique": {"attitude": "tout", "passe": ["coup_perdu"]}}
    params = {"a": one, "b": other, "initiative": "a"}
    cast = {"a": "jeanne", "b": "brute"}
    faces = [dice(1), dice(12), dice(1), dice(12)]
    left = story.runs("contact_round", params, faces, cast)
    assert [each for each in left if "prochain tour" in each] == [
        "Jeanne, en confiance, aura +2 à son PC au prochain tour, contre cet adversaire seul.",
        "Jeanne perd ses appuis : −3 à son PC au prochain tour.",
    ]
    whip: dict[str, Any] = {"attitude": "tout", "passe": ["desarmement"], "saisir": True}
    params = {"a": {"talent": 16, "fouet": True, "politique": whip}, "b": {"talent": 8}}
    left = story.runs("contact_round", params | {"initiative": "a"}, [dice(1), dice(12)] * 2, cast)
    assert "Un fouet tient La brute : reste à dire ce que cela empêche." in left


def test_a_gun_stays_jammed_and_one_that_bursts_is_no_more() -> None:
    """EXIL-INC-07, -08."""
    story = exil()
    story.put("tireur", "personnage", "Nour", arme_de_tir="pistolet_a_aiguilles", arme="dague")
    shot = {"poff": 6, "arme_a_feu": True, "enraye_sur_12": True}
    texts = story.runs("shot", shot, [dice(12)], {"": "tireur", "cible": "brute"})
    assert texts == [
        "Nour : 3 coups dans le magasin.",
        "Nour : l’arme est enrayée, jusqu’à un jet de Bricoleur réussi.",
    ]
    assert story.sheet("tireur")["enrayee"] is True
    assert story.runs("shot", shot, [dice(12)], {"": "tireur", "cible": "brute"}) == []
    texts = story.runs("incident", {}, [dice(12), dice(1)], {"": "tireur"})
    assert texts == [
        "Nour perd 1 Point de Santé.",
        "Nour : l’arme a éclaté, elle ne servira plus.",
    ]
    nour = story.sheet("tireur")
    assert (nour["arme"], nour["arme_de_tir"], nour["enrayee"]) == ("dague", None, False)


def test_a_long_feu_weighs_on_the_next_poff_whenever_that_is() -> None:
    """EXIL-INC-06: after a single shot, a requested incident, and a fight that ends first."""
    story = exil()
    story.put("tireur", "personnage", "Nour", arme="revolver")
    texts = "Nour : un long feu, −3 à son prochain Poff."
    missed = {"poff": 6, "arme_a_feu": True, "incidents": True}
    assert story.runs("shot", missed, [dice(12), dice(5)], {"": "tireur"}) == [
        "Nour : 5 coups dans le magasin.",
        texts,
    ]
    assert story.runs("incident", {}, [dice(7)], {"": "tireur"}) == [texts]
    nour = {"id": "Nour", "camp": "exil", "talent": 6, "a_distance": True, "en_melee": False}
    nour |= {"tir": {"arme_a_feu": True}, "politique": {"attitude": "tout"}}
    foe = {"id": "L’autre", "camp": "rue", "talent": 0}
    fight = {"combattants": [nour, foe], "max_turns": 1, "incidents": True}
    assert texts in story.runs("melee", fight, [dice(12), dice(5)], {"Nour": "tireur"})
    assert len(story.state["dus"]) == 3


def test_a_disease_is_cared_for_apart_from_a_wound() -> None:
    """A wound by the État de Santé, a disease by its malignité (EXIL-SOI-02); what bleeds is stopped
    with the wound (EXIL-BLE-01)."""
    story = exil()
    cut = {"type": "blessure", "dommages": 4, "hemorragie": {"periode": 1}}
    cholera = {"type": "maladie", "nom": "choléra", "modele": "cholera", "delai": 12}
    abscess = {"type": "maladie", "nom": "abcès", "modele": "abces"}
    for event in (cut, cholera, abscess):
        story.takes({"type": "exil.suivi", "qui": "jeanne", "evenement": event})

    def cared(**more: Any) -> list[str]:
        params = {"medecin": 18, "physique": "moyen", "pds": 16, **more}
        return story.runs("care", params, [dice(1)], {"": "jeanne", "patient": "jeanne"})

    regains = "Jeanne commence à regagner des Points de Santé, grâce aux soins."
    cure = "Jeanne : le remède contre « {} » agit."
    assert cared() == [regains, "Jeanne ne saigne plus (« hémorragie »)."]
    assert cared(gravite="mortelle") == [regains, cure.format("choléra")]
    assert cared(gravite="legere", pds=20) == [regains, cure.format("abcès")]
    assert story.sheet("jeanne")["maux"] == []
    with pytest.raises(Refusal):
        cared(pds=20)  # no wound is there to be cared for


def test_a_disease_that_takes_nothing_is_cared_for_too() -> None:
    """The abcès of T-22 costs no PdS, and is opened or cleaned (EXIL-MAL-06, EXIL-SOI-02)."""
    story = exil()
    abscess = {"type": "maladie", "nom": "abcès", "modele": "abces"}
    story.takes({"type": "exil.suivi", "qui": "jeanne", "evenement": abscess})
    params = {"medecin": 12, "gravite": "legere", "physique": "moyen", "pds": 20}
    texts = story.runs("care", params, [dice(1)], {"": "jeanne", "patient": "jeanne"})
    assert texts == ["Jeanne : le remède contre « abcès » agit."]
    assert play(ask_about("exil.care", params, {}, [dice(1)])).result.jours == 0


def test_first_aid_that_fails_takes_nothing_before_its_hour() -> None:
    """EXIL-POI-02: the poison that the campaign record keeps then runs its own course, once."""
    story = exil()
    venom = {"nom": "venin", "delai": 2, "periode": 6, "perte": 3, "malignite": "grave"}
    bitten = {"type": "exil.suivi", "qui": "jeanne", "evenement": {"type": "poison", **venom}}
    aid = {"assimilation": 2, "periode": 6, "perte": 3, "malignite": "grave", "physique": "moyen"}
    aid |= {"heure": 9, "secours": True, "medecin": 6}
    cast = {"": "jeanne"}
    assert story.runs("poison", aid, [dice(12)], cast) == [
        "Le mal a pris 6 Points de Santé à Jeanne."
    ]
    story.takes(bitten)
    assert story.runs("poison", aid, [dice(12)], cast) == []
    story.then("avance", unite="heure", n=9)
    assert story.sheet("jeanne")["pds"] == 20 - 6 - 6


def test_who_was_dead_when_a_melee_began_dies_no_more() -> None:
    """EXIL-SAN-05: a mêlée continues from its result, with its dead."""
    story = exil()
    ana = {"id": "ana", "camp": "v", "talent": 6, "politique": {"attitude": "tout"}}
    dead = {"id": "brute", "camp": "r", "talent": 3, "pds": 7, "hors": "mort"}
    other = {"id": "luc", "camp": "r", "talent": 0}
    params = {"combattants": [ana, dead, other], "max_turns": 1}
    consequences = story.consequences("melee", params, [dice(12)], {"brute": "brute"})
    assert [each.event["type"] for each in consequences] == ["avance"]
