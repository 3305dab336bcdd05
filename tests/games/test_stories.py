"""A small story of each game: what runs leave is booked, time passes, the numbers worked by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.rules.question import ask_about
from tablee.rules.readings.session import play
from tablee.rules.refusal import Refusal
from tests.games.stories import Story, plain


def dice(*faces: int) -> dict[str, Any]:
    return {"dice": list(faces)}


# ── Exil ───────────────────────────────────────────────────────────────────────────────────────
def exil() -> Story:
    story = Story("exil")
    story.put("jeanne", "personnage", "Jeanne", talents={"Médecin": 12}, detachement=5)
    story.put("brute", "adversaire", "La brute", physique="bon")
    return story


def test_exil_wounds_of_a_duel_and_of_a_fall_heal_with_time() -> None:
    story = exil()
    fighters = {"talent": 6, "physique": "moyen"}, {"talent": 1, "physique": "bon", "pds": 1}
    params = {"a": fighters[0], "b": fighters[1], "max_turns": 1, "initiative": "a"}
    bookings = story.bookings("duel", params, [dice(3), dice(12)], {"a": "jeanne", "b": "brute"})
    assert [each.event["type"] for each in bookings] == ["exil.suivi", "avance"]
    hurt = bookings[0].event["evenement"]["dommages"]
    for each in bookings:
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
    (due,) = turned.due
    assert (due["procedure"], due["qui"]) == ("exil.natural_healing", "brute")

    healing = story.bookings("natural_healing", {"gravite": "leger"}, [], {"": "brute"})
    assert [each.told(story.words) for each in healing][1:] == ["Ce qui restait à jouer est joué."]
    jours = [healing[0].event["evenement"]["jours"]]
    jours += [each["evenement"]["jours"] for each in healing[0].others]
    assert jours == ["4", "7/2", "3"]  # T-26: three to four days of rest
    for each in healing:
        story.takes(each.event)
    assert story.state["dus"] == []
    story.then("avance", unite="jour", n=4)
    assert (story.sheet("jeanne")["pds"], story.sheet("brute")["pds"]) == (20, 24)
    assert story.state["horloge"]["heure"] == "120961/720"  # seven days and five seconds


def test_exil_the_clock_is_told_to_the_minute() -> None:
    """Tours of five seconds count, and are no fraction of an hour in a sentence (EXIL-CBT-01)."""
    story = exil()
    story.then("avance", unite="tour", n=4)
    assert story.told(story.then("avance", unite="jour", n=2))[0] == (
        "48 h de plus : l’horloge est à 48 h."
    )
    story.then("avance", unite="minute", n=5)
    assert story.told(story.then("avance", unite="heure"))[0] == (
        "1 h de plus : l’horloge est à 49 h 5 min."
    )
    assert story.state["horloge"]["heure"] == "2209/45"


def test_exil_a_weapon_knocked_away_in_a_duel_is_still_on_the_sheet() -> None:
    story = exil()
    story.put("bretteur", "adversaire", "Le bretteur", arme="dague")
    fighters = (
        {"talent": 10, "politique": {"attitude": "tout", "passe": ["desarmement"]}},
        {"talent": 1, "politique": {"attitude": "rien"}},
    )
    params = {"a": fighters[0], "b": fighters[1], "max_turns": 1, "initiative": "a"}
    told = story.runs("duel", params, [dice(3), dice(12)], {"a": "jeanne", "b": "bretteur"})
    assert told == ["1 tour de combat a passé, à cinq secondes l’un."]
    assert story.sheet("bretteur")["arme"] == "dague"
    round_ = {"a": fighters[0], "b": fighters[1], "initiative": "a"}
    question = ask_about("exil.contact_round", round_, {}, [dice(3), dice(12)])
    assert play(question).result.arme_b == "perdue"  # in the fight, it is


LAMED = "Le bretteur ne peut plus se servir d’une main : reste à dire jusqu’à quand."


@pytest.mark.parametrize(("arme", "lamed"), [("dague", []), ("mains_nues", [LAMED])])
def test_exil_an_empty_hand_that_is_shot_stays_out_of_use(arme: str, lamed: list[str]) -> None:
    """EXIL-TIR-20, of a shot and in a mêlée."""
    story = exil()
    story.put("bretteur", "adversaire", "Le bretteur", arme=arme)
    shot = {"poff": 10, "range": "courte", "passe": "desarmement"}
    told = story.runs("shot", shot, [dice(2)], {"": "jeanne", "cible": "bretteur"})
    assert [each for each in told if "main" in each] == lamed
    ana = {"id": "Ana", "camp": "exil", "talent": 10, "a_distance": True, "en_melee": False}
    ana |= {"politique": {"attitude": "tout", "passe_tir": ["desarmement"]}}
    foe = {"id": "Le bretteur", "camp": "rue", "talent": 0, "desarmable": arme != "mains_nues"}
    params = {"combattants": [ana, foe], "max_turns": 1}
    told = story.runs("melee", params, [dice(2)], {"Ana": "jeanne", "Le bretteur": "bretteur"})
    assert [each for each in told if "main" in each] == lamed
    assert [due["texte"] for due in story.state["dus"]] == 2 * [
        "dire jusqu’à quand une main est hors d’usage" for _ in lamed
    ]


def test_exil_chocs_are_forgotten_and_points_far_from_exil_lost() -> None:
    story = exil()
    story.takes({"type": "exil.effacement", "qui": "jeanne", "evenement": {"type": "depart"}})
    stunned = story.runs("shock", {"valeurs": [7, 7]}, [dice(2), dice(3)], {"acteur": "jeanne"})
    assert stunned == ["Jeanne : 2 échecs de plus contre des chocs."]
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


def test_exil_a_poison_runs_its_course_and_a_lesson_is_kept() -> None:
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
    (lesson,) = story.bookings("book", book, [dice(1)], {"": "jeanne"})
    assert lesson.event["evenement"] == {"type": "enseigner", "talent": "Médecin"}
    story.takes(lesson.event)
    assert story.sheet("jeanne")["talents"]["Médecin"]["enseignement"] is True
    (lesson,) = story.bookings("book", book | {"talent": "Navigateur"}, [dice(1)], {"": "jeanne"})
    assert lesson.event["evenement"] == {"type": "enseigner", "talent": "Navigateur"}
    story.put("eleve", "personnage", "Ilan", talents={"Escrimeur": 4, "Sportif": 4, "Tireur": 6})
    lessons = {"professeur": 15, "eleve": 4, "orateur": 12, "mental": "moyen"}
    (due,) = story.bookings(
        "teaching", lessons | {"apprentissage": "modere"}, [dice(1)], {"apprenti": "eleve"}
    )
    assert due.event["du"]["texte"] == "dire quel Talent s’apprendra plus facilement"
    assert [each["evenement"]["talent"] for each in due.others] == ["Escrimeur", "Sportif"]


def test_exil_a_shot_hurts_both_and_empties_the_magazine() -> None:
    story = exil()
    story.put("tireur", "personnage", "Nour", talents={"Tireur": 15}, arme="mitraillette")
    cast = {"": "tireur", "cible": "brute"}
    shot = {"poff": 12, "letalite": 4, "arme_a_feu": True, "passe": "auto"}
    wound, round_ = story.bookings("shot", shot, [dice(4)], cast)
    assert wound.qui == "brute"
    assert plain(round_.told(story.words)) == "Nour : 29 coups dans le magasin."
    assert len(story.bookings("shot", shot | {"arme_a_feu": False}, [dice(4)], cast)) == 1
    burst = {"arme": "mitraillette", "tireur": 15, "poff": 12, "cibles": [{"pdef": 0}]}
    told = story.runs("rafale", burst, [dice(9)], {"": "tireur", "cibles[0]": "brute"})
    assert told[-1] == "Nour : aucun coup dans le magasin."
    assert story.sheet("tireur")["munitions"] == 0
    assert story.sheet("tireur")["enrayee"] is False
    assert story.sheet("brute")["pds"] < 24


def test_exil_a_gun_stays_jammed_and_one_that_bursts_is_no_more() -> None:
    """EXIL-INC-07, -08."""
    story = exil()
    story.put("tireur", "personnage", "Nour", arme_de_tir="pistolet_a_aiguilles", arme="dague")
    shot = {"poff": 6, "arme_a_feu": True, "enraye_sur_12": True}
    told = story.runs("shot", shot, [dice(12)], {"": "tireur", "cible": "brute"})
    assert told == [
        "Nour : 3 coups dans le magasin.",
        "Nour : l’arme est enrayée, jusqu’à un jet de Bricoleur réussi.",
    ]
    assert story.sheet("tireur")["enrayee"] is True
    assert story.runs("shot", shot, [dice(12)], {"": "tireur", "cible": "brute"}) == []
    told = story.runs("incident", {}, [dice(12), dice(1)], {"": "tireur"})
    assert told == [
        "Nour perd 1 Point de Santé.",
        "Nour : l’arme a éclaté, elle ne servira plus.",
    ]
    nour = story.sheet("tireur")
    assert (nour["arme"], nour["arme_de_tir"], nour["enrayee"]) == ("dague", None, False)


# ── Loss ───────────────────────────────────────────────────────────────────────────────────────
def loss() -> Story:
    story = Story("loss")
    story.put("ana", "personnage", "Ana", traits={"Agilité": 6})
    story.put("bor", "personnage", "Bor", traits={"Agilité": 6})
    story.put("garde", "pnj", "Le garde", traits={"Force": 5})
    return story


def tokens(story: Story) -> Any:
    return story.state["registres"]["loss.jetons"]


FAILED = {"trait": 6, "talent": 3, "exploits": 2}


def test_loss_failed_exploits_are_tokens_until_the_scene_ends() -> None:
    story = loss()
    assert story.runs("action", FAILED, [dice(2)], {"acteur": "ana"}) == [
        "Ana perd 2 Exploits, autant de jetons pour le MJ."
    ]
    against = FAILED | {"exploits": 1, "adversaire": "pnj"}
    assert story.runs("action", against, [dice(2)], {"acteur": "ana", "cible": "garde"}) == [
        "Ana perd 1 Exploit, autant de jetons pour Le garde."
    ]
    assert tokens(story)["mj"] == {"libres": {"ana": 2}, "ag": {"garde": 1}}
    struck = FAILED | {"exploits": 0, "desastres": 1}
    assert story.runs("action", struck, [dice(2)], {"acteur": "ana"}) == ["1 Désastre frappe Ana."]
    assert tokens(story)["mj"]["libres"] == {"ana": 1}
    story.then("avance", unite="instant")
    assert tokens(story)["mj"]["libres"] == {"ana": 1}
    turned = story.then("avance", unite="scene")
    assert story.told(turned)[0] == "La Scène est finie : tous les jetons disparaissent."
    assert tokens(story)["mj"] == {"libres": {"ana": 0}, "ag": {"garde": 0}}
    assert story.state["horloge"]["scene"] == 2


def test_loss_won_exploits_and_failures_of_the_leader_fall_due() -> None:
    story = loss()
    won = {"trait": 6, "talent": 9, "exploits": 1}
    assert story.runs("action", won, [dice(8)], {"acteur": "bor"}) == [
        "Bor gagne 1 Exploit : reste à en dire l’emploi."
    ]
    assert story.state["dus"] == [
        {"procedure": "loss.exploits", "params": {"exploits": 1}, "qui": "bor", "texte": ""}
    ]
    uses = {"exploits": 1, "emplois": ["jeton"]}
    assert story.runs("exploits", uses, cast={"acteur": "bor"}) == [
        "Bor garde 1 jeton gagné.",
        "Ce qui restait à jouer est joué.",
    ]
    assert tokens(story)["reserves"] == {"bor": 1}
    spent = {"trait": 6, "talent": 3, "jetons": 1}
    after_the_die = [dice(2), {"choose": 1}]
    assert story.runs("action", spent, after_the_die, {"acteur": "bor"}) == [
        "Bor dépense 1 jeton sur ce Test."
    ]
    with pytest.raises(Refusal) as caught:
        story.runs("action", spent, after_the_die, {"acteur": "bor"})
    assert caught.value.field == "evenement.n"
    assert tokens(story)["reserves"] == {"bor": 0}

    theirs = FAILED | {"acteur": "mj", "exploits": 1}
    story.runs("action", theirs, [dice(2)], {"acteur": "garde"})
    (due,) = story.state["dus"]
    assert due["params"] == {
        "exploits": 1,
        "acteur": "mj",
        "auteur": "Le garde",
        "reserves": {"Ana": 0, "Bor": 0},
    }
    story.runs("echec", due["params"], [{"choose": "Ana"}])
    assert tokens(story)["reserves"] == {"bor": 0, "ana": 1}
    assert story.state["dus"] == []


def test_loss_both_sides_of_a_contest_pay_and_seekers_share() -> None:
    story = loss()
    for qui in ("ana", "bor"):
        story.takes({"type": "loss.jetons", "evenement": {"type": "gain", "holder": qui, "n": 2}})
    contest = {
        "somme_initiateur": 9,
        "somme_repondant": 9,
        "engages": 1,
        "jetons_initiateur": 2,
        "jetons_avant_initiateur": 1,
        "jetons_repondant": 2,
        "jetons_avant_repondant": 2,
    }
    fought = [dice(3), dice(2), {"choose": 0}]
    told = story.runs("active", contest, fought, {"initiateur": "ana", "repondant": "bor"})
    assert told == [
        "Ana dépense 1 jeton sur ce Test.",
        "Bor dépense 2 jetons sur ce Test.",
        "Bor gagne 1 Exploit : reste à en dire l’emploi.",
    ]
    assert tokens(story)["reserves"] == {"ana": 1, "bor": 0}
    hidden: dict[str, Any] = {
        "cacheur": {"id": "ana", "trait": 3, "talent": 3, "exploits": 1},
        "chercheurs": [
            {"id": "garde", "trait": 5, "talent": 3, "acteur": "mj"},
            {"id": "bor", "trait": 5, "talent": 3},
        ],
    }
    assert story.runs("dissimulation", hidden, [dice(2)]) == [
        "Ana perd 1 Exploit : reste à dire qui en reçoit les jetons."
    ]
    assert story.state["dus"][-1]["params"]["adversaires"] == [
        {"id": "Le garde", "camp": "pnj"},
        {"id": "Bor", "camp": "pj"},
    ]


def test_loss_who_seeks_pays_for_it_and_loses_to_who_conceals() -> None:
    """LOSS-INV-06, LOSS-EXL-10, R-57: the seekers' tokens and Exploits, each to the right side."""
    story = loss()
    story.takes({"type": "loss.jetons", "evenement": {"type": "gain", "holder": "bor", "n": 1}})
    spends = {"jetons": 1, "jetons_avant": 1, "exploits": 2}
    hidden: dict[str, Any] = {
        "cacheur": {"id": "ana", "trait": 9, "talent": 9},
        "chercheurs": [
            {"id": "garde", "trait": 5, "talent": 3, "acteur": "mj", "exploits": 1},
            {"id": "bor", "trait": 5, "talent": 3, **spends},
        ],
    }
    assert story.runs("dissimulation", hidden, [dice(2), dice(2)]) == [
        "Le garde perd 1 Exploit, autant de jetons pour Ana.",
        "Bor dépense 1 jeton sur ce Test.",
        "Bor perd 2 Exploits, autant de jetons pour Ana.",
    ]
    assert tokens(story)["reserves"] == {"bor": 0, "ana": 3}
    theirs = {"id": "garde", "trait": 9, "talent": 9, "acteur": "mj"}
    against = {"cacheur": theirs, "chercheurs": [hidden["chercheurs"][1] | {"jetons_avant": 0}]}
    assert story.runs("dissimulation", against, [dice(2)]) == [
        "Bor perd 2 Exploits, autant de jetons pour le MJ."
    ]
    assert tokens(story)["mj"]["libres"] == {"bor": 2}


def test_loss_desastres_strike_who_conceals_and_who_seeks() -> None:
    """LOSS-DES-01, -03: one on ana, which is hers and the MJ's to see, and two on bor."""
    story = loss()
    for who, n in (("ana", 1), ("bor", 2)):
        failed = {"type": "echec", "exploits": n, "auteur": who, "attributions": {"mj": n}}
        story.takes({"type": "loss.jetons", "evenement": failed})
    hidden = {
        "cacheur": {"id": "ana", "trait": 9, "talent": 9, "desastres": 1},
        "chercheurs": [{"id": "bor", "trait": 5, "talent": 3, "desastres": "ask"}],
    }
    answers = [{"choose": 2}, dice(2)]
    found = story.bookings("dissimulation", hidden, answers, {})
    assert [(each.told(story.words), each.private) for each in found] == [
        ("1 Désastre frappe Ana.", True),
        ("2 Désastres frappent Bor.", False),
    ]
    for each in found:
        story.takes(each.event)
    assert tokens(story)["mj"]["libres"] == {"ana": 0, "bor": 0}


def test_loss_players_spend_desastres_where_the_table_has_it_so() -> None:
    """R-24 (`desastres_joueurs`): one player's tokens, of several it is still to be said whose."""
    story = Story("loss", {"desastres_joueurs": True})
    story.put("ana", "personnage", "Ana", traits={"Agilité": 6})
    story.put("garde", "pnj", "Le garde", traits={"Force": 5})
    story.takes({"type": "loss.jetons", "evenement": {"type": "gain", "holder": "ana", "n": 2}})
    struck = {"trait": 6, "talent": 3, "acteur": "mj", "desastres": 2}
    cast = {"acteur": "garde"}
    assert story.runs("action", struck, [dice(2)], cast) == ["Ana dépense 2 Désastres."]
    assert tokens(story)["reserves"] == {"ana": 0}
    story.takes({"type": "loss.jetons", "evenement": {"type": "gain", "holder": "ana", "n": 1}})
    hidden = {
        "cacheur": {"id": "garde", "trait": 9, "talent": 9, "acteur": "mj", "desastres": 1},
        "chercheurs": [{"id": "ana", "trait": 9, "talent": 9}],
    }
    assert story.runs("dissimulation", hidden, [], {}) == ["Ana dépense 1 Désastre."]
    assert tokens(story)["reserves"] == {"ana": 0}
    story.put("bor", "personnage", "Bor", traits={"Agilité": 6})
    assert story.runs("action", struck, [dice(2)], cast) == [
        "2 Désastres des joueurs : reste à dire qui les dépense."
    ]


def test_loss_what_exploits_are_spent_on_waits_to_be_told() -> None:
    """LOSS-EXL-04, LOSS-DEC-05, LOSS-PHY-05: one promise an Exploit, until the leader keeps it."""
    story = loss()
    uses = {"exploits": 5, "emplois": ["obstacle", "jeton", "obstacle", "allie", "demi"]}
    assert story.runs("exploits", uses, cast={"acteur": "bor"}) == [
        "Bor garde 1 jeton gagné.",
        "Un Exploit étend la réussite à un compagnon.",
        "Un Exploit relève de 5 la Difficulté de qui s’y oppose.",
        "Un Exploit relève de 5 la Difficulté de qui s’y oppose.",
    ]
    assert [due["qui"] for due in story.state["dus"]] == ["bor"] * 3
    assert tokens(story)["reserves"] == {"bor": 1}


def test_loss_a_failure_of_the_leader_serves_its_target() -> None:
    """LOSS-EXL-10, R-19: first the player who was the main target; in a blind Test who conceals."""
    story = loss()
    theirs = FAILED | {"acteur": "mj", "exploits": 1}
    cast = {"acteur": "garde", "cible": "bor"}
    assert story.runs("action", theirs, [dice(2)], cast) == [
        "Le garde perd 1 Exploit, autant de jetons pour Bor."
    ]
    blind = {"trait": 5, "talent": 3, "exploits": 1, "caches": 2, "adversaire": "pj"}
    assert story.runs("blind", blind, [dice(2)], {"acteur": "ana", "cacheur": "bor"}) == [
        "Ana perd 1 Exploit, autant de jetons pour Bor."
    ]
    assert tokens(story)["reserves"] == {"bor": 2}


# ── Armes-Dieux ────────────────────────────────────────────────────────────────────────────────
def armes_dieux() -> Story:
    story = Story("armes_dieux")
    gear = {"arc": "intact"}
    story.put("sil", "personnage", "Sil", domaines={}, sr=5, reserve_combat=4, equipement=gear)
    story.put("garde", "figurant", "Le garde", valeur=6, sr=5)
    return story


def test_armes_dieux_effort_reserve_and_a_setback_that_weighs_once() -> None:
    story = armes_dieux()
    params = {
        "domaine": 3,
        "sr": 18,
        "bonus": ["effort"],
        "renfort_reserve": 2,
        "reserve_combat": 4,
    }
    assert story.runs("test", params, [dice(1, 1, 1, 1, 1, 1, 1, 2)], {"": "sil"}) == [
        "Un Effort : Sil prend un point de Tension.",
        "Un combat commence pour Sil : sa Réserve est ouverte.",
        "Sil puise 2 dés dans la Réserve de combat.",
        "Un Revers pour Sil : reste à choisir lequel.",
    ]
    sil = story.sheet("sil")
    assert (sil["tension"], sil["reserve_combat"], sil["en_combat"]) == (1, 2, True)
    (due,) = story.state["dus"]
    assert due["params"] == {"reussite": False, "acteur": "personnage"}
    chosen = story.runs("revers", due["params"], [{"choose": "difficulte"}], {"player": "sil"})
    assert chosen == ["Sil subit un Revers : Difficulté.", "Ce qui restait à jouer est joué."]
    assert story.sheet("sil")["malus_report"] == 3
    easy = {"domaine": 6, "sr": 5, "malus_report": 3}
    story.runs("test", easy, [dice(6, 6, 6)], {"": "sil"})
    assert story.sheet("sil")["malus_report"] == 0
    turned = story.then("scene", moment="fin")
    assert story.told(turned)[-1] == "Sil — Le combat est fini : la Réserve de combat se referme."
    assert story.sheet("sil")["en_combat"] is False


def test_armes_dieux_gear_is_named_and_a_series_leaves_what_it_leaves() -> None:
    story = armes_dieux()
    (struck,) = story.bookings(
        "revers", {"reussite": False}, [{"choose": "equipement"}], {"": "sil"}
    )
    assert [each["evenement"]["dommage"] for each in (struck.event, *struck.others)] == [
        "endommage",
        "perdu",
    ]
    story.takes(struck.others[0])
    assert story.sheet("sil")["equipement"] == {"arc": "perdu"}
    told = story.runs("revers", {"reussite": False}, [{"choose": "equipement"}], {"": "sil"})
    assert told == ["Sil subit un Revers : équipement."]
    assert story.state["dus"][0]["texte"] == "un équipement perdu ou abîmé"

    sides = [
        {"id": "sil", "poignee": 3, "sr": 18, "malus_report": 3, "revers": "difficulte"},
        {"id": "garde", "poignee": 3, "sr": 18, "acteur": "figurant", "revers": "difficulte"},
    ]
    story.then("retouche", qui="sil", champs={"malus_report": 3})
    ones = [dice(), dice(1, 1, 1)]
    told = story.runs("oppositions", {"participants": sides, "manches": 1}, ones[1:])
    assert told == [
        "Sil : le Malus reporté a pesé, il n’en reste rien.",
        "Le garde subit un Revers : Difficulté.",
    ]
    assert story.sheet("garde")["malus_report"] == 3
    assert story.sheet("sil")["malus_report"] == 0


def test_armes_dieux_a_malus_carried_over_weighs_on_an_opposition() -> None:
    """AD-REV-04, AD-MAL-01: the next action may be an opposition; it uses the Malus up."""
    story = armes_dieux()
    story.then("retouche", qui="sil", champs={"malus_report": 3})
    sides = [
        {"id": "sil", "poignee": 4, "sr": 3, "malus_report": 3},
        {"id": "garde", "poignee": 1, "sr": 3, "acteur": "figurant"},
    ]
    told = story.runs("opposition", {"participants": sides}, [dice(4), dice(2)])
    assert told == [
        "Sil : le Malus reporté a pesé, il n’en reste rien.",
        "Un Revers pour Sil : reste à choisir lequel.",
    ]
    assert story.sheet("sil")["malus_report"] == 0


def test_armes_dieux_a_poignee_for_an_opposition_costs_what_a_test_would() -> None:
    """AD-OPP-01: each protagonist makes a Test; Effort and the Réserve are paid when it is gathered."""
    story = Story("armes_dieux")
    gear = {"reserve_combat": 4, "malus_report": 3, "en_combat": True}
    story.put("sil", "personnage", "Sil", domaines={}, sr=5, **gear)
    story.put("brute", "figurant", "La brute", valeur=6, sr=9, malus_report=3)
    pool = {"domaine": 4, "bonus": ["effort"], "malus_report": 3}
    assert story.runs(
        "poignee", pool | {"renfort_reserve": 2, "reserve_combat": 4}, cast={"": "sil"}
    ) == [
        "Un Effort : Sil prend un point de Tension.",
        "Sil puise 2 dés dans la Réserve de combat.",
        "Sil : le Malus reporté a pesé, il n’en reste rien.",
    ]
    sil = story.sheet("sil")
    assert (sil["tension"], sil["reserve_combat"], sil["malus_report"]) == (1, 2, 0)
    told = story.runs("poignee_figurant", {"valeur": 6, "malus_report": 3}, cast={"": "brute"})
    assert told == ["La brute : le Malus reporté a pesé, il n’en reste rien."]
    assert story.sheet("brute")["malus_report"] == 0


# ── Éclats ─────────────────────────────────────────────────────────────────────────────────────
def test_eclats_a_promise_falls_due_and_is_told_at_the_end_of_the_scene() -> None:
    story = Story("eclats")
    story.put("axe", "initie", "Axe")
    cast = {"player": "axe"}
    assert story.runs("test", {"caracteristique": 1, "seuil": 9}, [dice(3, 4)], cast) == [
        "Axe : échec simple."
    ]
    offers = [{"choose": True}, {"choose": {"texte": "le bras", "des": 2}}, {"choose": 2}]
    bargain = {"joueurs": 0, "seuil": 9, "bonus": 1}
    assert story.runs("negociation", bargain, offers, cast) == [
        "Accord sur un prix, « le bras » : relance de 2 dés."
    ]
    (due,) = story.state["dus"]
    assert (due["procedure"], due["texte"]) == ("eclats.relance", "le bras")
    assert due["params"] == {"des": 2, "seuil": 9, "bonus": 1}
    assert story.runs("relance", due["params"], [dice(3, 4)], cast) == [
        "Axe : la relance échoue, un prix est dû (très élevé) : « le bras »",
        "Ce qui restait à jouer est joué.",
    ]
    assert story.sheet("axe")["prix_dus"] == [{"texte": "le bras", "niveau": "tres_eleve"}]
    turned = story.then("avance")
    assert story.told(turned)[1] == "Axe — Un prix (très élevé) reste dû : « le bras »"
    assert story.state["horloge"] == {"scene": 2, "en_cours": True}


def test_eclats_a_secret_failure_is_the_leaders_alone() -> None:
    story = Story("eclats")
    story.put("axe", "initie", "Axe", relance_possible=True)
    secret = {"caracteristique": 1, "seuil": 12, "secret": True}
    bookings = story.bookings("test", secret, [dice(0, 4)], {"": "axe"})
    assert [each.secret for each in bookings] == [True, True]
    for each in bookings:
        story.takes(each.event)
    assert story.sheet("axe")["relance_possible"] is False
    assert story.state["dus"][0]["texte"] == "les conséquences d’un échec critique"
    whole = {"caracteristique": 1, "seuil": 9, "prix": 3}
    assert story.runs("action", whole, [dice(3, 4), dice(1, 2, 3)], {"": "axe"}) == [
        "Axe : échec simple.",
        "Axe : la relance échoue, un prix est dû (exorbitant).",
    ]


# ── Socle ──────────────────────────────────────────────────────────────────────────────────────
def socle() -> Story:
    story = Story("socle")
    story.put("hana", "personnage", "Hana", des={"Force": 8}, coeurs=2, protege=True, armure=1)
    story.put("ivo", "personnage", "Ivo", des={"Force": 8, "Magie": 10})
    story.put("ogre", "adversaire", "L’ogre", cible="boss")
    return story


def test_socle_a_scene_with_its_counter_its_blows_and_its_rest() -> None:
    story = socle()
    clock = {"type": "compteur", "nom": "l’alarme", "etapes": 9}
    story.takes({"type": "socle.scene", "evenement": clock})
    moved = "Échec : les compteurs de la scène avancent."
    assert story.runs("test", {"de": 8}, [dice(1)], {"player": "hana"}) == [
        "Échec : les compteurs de la scène avancent.",
        "Un 1 : une complication à raconter.",
    ]
    attack = {"de": 8, "cible": "boss", "armure": 1, "coeurs": 2}
    cast = {"player": "hana", "adversaire": "ogre"}
    told = story.runs("attaque", attack, [dice(2)], cast)
    assert told == ["Hana : l’Armure encaisse le coup.", moved]
    told = story.runs("attaque", attack | {"armure": 0}, [dice(2)], cast)
    assert told == ["Hana perd un Cœur.", moved]
    spell = {"de": 8, "niveau": "astuce"}
    assert story.runs("magie", spell, [dice(2)], {"player": "ivo"})[1] == moved
    bolt = {"de": 8, "niveau": "standard", "cible": "pion", "expose": "non", "mana": 3}
    assert story.runs("sort_attaque", bolt, [dice(2)], {"player": "ivo"})[1:] == [
        moved,
        "La magie échoue : une légère conséquence à raconter.",
    ]
    foes = [{"cible": "pion"}, {"cible": "pion"}]
    fight = {"de": 8, "adversaires": foes}
    lost = story.runs("duel", fight, [dice(2), dice(8), dice(2), dice(8)], {"player": "ivo"})
    assert lost.count(moved) == 2
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
        "Repos : Cœurs et Mana reviennent au complet.",
    ]
    hana = story.sheet("hana")
    assert (hana["coeurs"], hana["armure"]) == (5, 1)
    story.then("avance", unite="scene")
    assert story.state["horloge"]["scene"] == 2


def test_socle_a_failed_test_closes_its_way_until_something_changes() -> None:
    """SOC-REP-01, -02: the run says what was tried, and how."""
    story = socle()
    door = {"objectif": "la porte", "caracteristique": "Force", "moyens": "à l’épaule"}
    closed = "Échec : « la porte » ne se retente que si quelque chose change."
    forced = {"de": 8, "tentative": door}
    assert story.runs("test", forced, [dice(3)], {"player": "hana"}) == [closed]
    assert story.state["registres"]["socle.essais"]["essais"] == [door]
    assert story.runs("test", forced, [dice(3)], {"player": "hana"}) == [
        "« la porte » est tenté de nouveau, une complication acceptée.",
        closed,
    ]
    crowbar = {"niveau": "novice", "tentative": door | {"moyens": "un pied-de-biche"}}
    assert story.runs("test_d6", crowbar, [dice(6)], {"player": "hana"}) == [
        "« la porte » est atteint."
    ]
    assert story.state["registres"]["socle.essais"]["essais"] == []


def test_socle_a_fight_of_several_says_whom_everything_befalls() -> None:
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
        {"choose": "magie:fort"},
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
        "La Magie rend deux Cœurs à Hana, sans dépasser son maximum.",
    ]
    assert story.sheet("hana")["coeurs"] == 2
    assert (story.sheet("ivo")["mana"], story.sheet("ivo")["coeurs"]) == (1, 5)
    grown = {"niveaux": {"Force": "novice"}, "choix": "niveau:Force"}
    story.then("retouche", qui="hana", champs={"niveaux": {"Force": "novice"}})
    story.runs("developpement_d6", grown, cast={"": "hana"})
    assert story.sheet("hana")["niveaux"] == {"Force": "entraine"}


def test_socle_magie_heals_outside_of_a_fight() -> None:
    """SOC-MAG-06: two Cœurs to whoever is named, else to the caster; a failure heals nobody."""
    story = socle()
    story.then("retouche", qui="hana", champs={"coeurs": 0, "etat": "a_terre"})
    story.then("retouche", qui="ivo", champs={"coeurs": 4})
    spell = {"de": 10, "niveau": "fort", "mana": 3, "soin": True}
    healing = "La Magie rend deux Cœurs à Hana, sans dépasser son maximum."
    assert story.runs("magie", spell, [dice(8)], {"": "ivo", "soigne": "hana"}) == [
        "Ivo : Mana −2.",
        healing,
    ]
    assert story.sheet("hana")["coeurs"] == 2
    story.then("retouche", qui="ivo", champs={"mana": 3})
    healing = "La Magie rend deux Cœurs à Ivo, sans dépasser son maximum."
    assert story.runs("magie", spell, [dice(9)], {"": "ivo", "soigne": ""})[1:] == [healing]
    assert story.sheet("ivo")["coeurs"] == 5  # the maximum
    story.then("retouche", qui="ivo", champs={"mana": 3})
    failed = story.runs("magie", spell, [dice(2)], {"": "ivo", "soigne": "hana"})
    assert not any("rend deux" in told for told in failed)
    with pytest.raises(Refusal, match="soin"):
        ask_about("socle.magie", spell | {"niveau": "standard"})


def test_socle_a_fight_leaves_its_adversaries_as_they_are_then() -> None:
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
    told = story.runs("duel", row, [dice(12), dice(9), dice(9), *fallen], cast)
    assert told[:3] == [
        "L’ogre est hors de combat.",
        "Le chef : il reste 3 Cœurs.",
        "Le chef : il reste 2 Cœurs.",
    ]
    assert (story.sheet("chef")["coeurs"], story.sheet("chef")["coeurs_max"]) == (2, 4)
    attack = {"de": 12, "cible": "elite", "coeurs_cible": 2}
    assert story.runs("attaque", attack, [dice(9)], {"player": "ivo", "adversaire": "chef"}) == [
        "Le chef : il reste 1 Cœur."
    ]
    assert story.sheet("chef")["coeurs_max"] == 4


def test_socle_what_fails_in_a_fight_or_against_the_clock_is_owed() -> None:
    """SOC-MAG-04, SOC-RES-04: as after a single run."""
    story = socle()
    heroes = [{"id": "ivo", "de": {"Magie": 10}, "mana": 3, "expose": "non"}]
    foes = [{"id": "x", "cible": "boss"}]
    turn = {"choose": "ivo"}
    answers = [turn, {"choose": "magie:standard"}, dice(2), turn, {"choose": "magie:astuce"}]
    answers += [dice(1), turn, {"choose": "attaque:x"}, {"choose": "sort:astuce"}, dice(3)]
    fight = {"heros": heroes, "adversaires": foes}
    slight = "La magie échoue : une légère conséquence à raconter."
    spoilt = "Un 1 : une complication à raconter."
    told = story.runs("combat", fight, [*answers, {"choose": "fin"}])
    assert [each for each in told if "Mana" not in each] == [slight, spoilt, slight]
    assert [(due["qui"], due["texte"]) for due in story.state["dus"]] == [
        ("ivo", "une légère conséquence"),
        ("ivo", "une complication"),
        ("ivo", "une légère conséquence"),
    ]
    clock = {"de": 8, "etapes": 2, "reussites": 1}
    assert story.runs("chronometre", clock, [dice(1), dice(3)], {"player": "ivo"}) == [spoilt]
