"""A small story of the game: what runs leave is recorded, time passes, the numbers worked by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.rules.refusal import Refusal
from tests.games.stories import Story, dice


def loss() -> Story:
    story = Story("loss")
    story.put("ana", "personnage", "Ana", traits={"Agilité": 6})
    story.put("bor", "personnage", "Bor", traits={"Agilité": 6})
    story.put("garde", "pnj", "Le garde", traits={"Force": 5})
    return story


def tokens(story: Story) -> Any:
    return story.state["registres"]["loss.jetons"]


FAILED = {"trait": 6, "talent": 3, "exploits": 2}


def test_failed_exploits_are_tokens_until_the_scene_ends() -> None:
    story = loss()
    assert story.runs("action", FAILED, [dice(2)], {"acteur": "ana"}) == [
        "Ana perd 2 Exploits : le MJ gagne 2 jetons."
    ]
    against = FAILED | {"exploits": 1, "adversaire": "pnj"}
    assert story.runs("action", against, [dice(2)], {"acteur": "ana", "cible": "garde"}) == [
        "Ana perd 1 Exploit : Le garde gagne 1 jeton."
    ]
    assert tokens(story)["mj"] == {"libres": {"ana": 2}, "ag": {"garde": 1}}
    struck = FAILED | {"exploits": 0, "desastres": 1}
    assert story.runs("action", struck, [dice(2)], {"acteur": "ana"}) == ["1 Désastre frappe Ana."]
    assert tokens(story)["mj"]["libres"] == {"ana": 1}
    story.then("avance", unite="instant")
    assert tokens(story)["mj"]["libres"] == {"ana": 1}
    turned = story.then("avance", unite="scene")
    assert story.texts(turned)[0] == "La Scène est finie : tous les jetons disparaissent."
    assert tokens(story)["mj"] == {"libres": {"ana": 0}, "ag": {"garde": 0}}
    assert story.state["horloge"]["scene"] == 2


def test_won_exploits_and_failures_of_the_leader_fall_due() -> None:
    story = loss()
    won = {"trait": 6, "talent": 9, "exploits": 1}
    assert story.runs("action", won, [dice(8)], {"acteur": "bor"}) == [
        "Bor gagne 1 Exploit à employer."
    ]
    assert story.state["dus"] == [
        {
            "procedure": "loss.exploits",
            "params": {"exploits": 1},
            "qui": "bor",
            "texte": "",
            "cast": {},
        }
    ]
    uses = {"exploits": 1, "emplois": ["jeton"]}
    assert story.runs("exploits", uses, cast={"acteur": "bor"}) == [
        "Bor garde 1 jeton gagné.",
        "Employer ses Exploits : c’est joué.",
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


def test_both_sides_of_a_contest_pay_and_seekers_share() -> None:
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
    texts = story.runs("active", contest, fought, {"initiateur": "ana", "repondant": "bor"})
    assert texts == [
        "Ana dépense 1 jeton sur ce Test.",
        "Bor dépense 2 jetons sur ce Test.",
        "Bor gagne 1 Exploit à employer.",
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
        "Ana perd 1 Exploit : au MJ de dire qui en reçoit les jetons."
    ]
    assert story.state["dus"][-1]["params"]["adversaires"] == [
        {"id": "Le garde", "camp": "pnj"},
        {"id": "Bor", "camp": "pj"},
    ]


def test_who_seeks_pays_for_it_and_loses_to_who_conceals() -> None:
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
        "Le garde perd 1 Exploit : Ana gagne 1 jeton.",
        "Bor dépense 1 jeton sur ce Test.",
        "Bor perd 2 Exploits : Ana gagne 2 jetons.",
    ]
    assert tokens(story)["reserves"] == {"bor": 0, "ana": 3}
    theirs = {"id": "garde", "trait": 9, "talent": 9, "acteur": "mj"}
    against = {"cacheur": theirs, "chercheurs": [hidden["chercheurs"][1] | {"jetons_avant": 0}]}
    assert story.runs("dissimulation", against, [dice(2)]) == [
        "Bor perd 2 Exploits : le MJ gagne 2 jetons."
    ]
    assert tokens(story)["mj"]["libres"] == {"bor": 2}


def test_desastres_strike_who_conceals_and_who_seeks() -> None:
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
    found = story.consequences("dissimulation", hidden, answers, {})
    assert [(each.sentence(story.words), each.private) for each in found] == [
        ("1 Désastre frappe Ana.", True),
        ("2 Désastres frappent Bor.", False),
    ]
    for each in found:
        story.takes(each.event)
    assert tokens(story)["mj"]["libres"] == {"ana": 0, "bor": 0}


def test_players_spend_desastres_where_the_table_has_it_so() -> None:
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
        "2 Désastres des joueurs : à eux de dire qui les dépense."
    ]


def test_what_exploits_are_spent_on_waits_to_be_shown() -> None:
    """LOSS-EXL-04, LOSS-DEC-05, LOSS-PHY-05: one reminder for each use, with the number of Exploits,
    until the leader has settled it."""
    story = loss()
    uses = {"exploits": 5, "emplois": ["obstacle", "jeton", "obstacle", "allie", "demi"]}
    assert story.runs("exploits", uses, cast={"acteur": "bor"}) == [
        "Bor garde 1 jeton gagné.",
        "1 Exploit étend la réussite à un compagnon.",
        "2 Exploits relèvent de 10 la Difficulté de qui s’y oppose.",
        "1 Exploit augmente de 50 % l’effet mesuré.",
    ]
    assert [due["qui"] for due in story.state["dus"]] == ["bor"] * 3
    assert tokens(story)["reserves"] == {"bor": 1}


def test_a_failure_of_the_leader_serves_its_target() -> None:
    """LOSS-EXL-10, R-19: first the player who was the main target; in a blind Test who conceals."""
    story = loss()
    theirs = FAILED | {"acteur": "mj", "exploits": 1}
    cast = {"acteur": "garde", "cible": "bor"}
    assert story.runs("action", theirs, [dice(2)], cast) == [
        "Le garde perd 1 Exploit : Bor gagne 1 jeton."
    ]
    blind = {"trait": 5, "talent": 3, "exploits": 1, "caches": 2, "adversaire": "pj"}
    assert story.runs("blind", blind, [dice(2)], {"acteur": "ana", "cacheur": "bor"}) == [
        "Ana perd 1 Exploit : Bor gagne 1 jeton."
    ]
    assert tokens(story)["reserves"] == {"bor": 2}
