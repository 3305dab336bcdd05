"""A small story of the game: what runs leave is recorded, time passes, the numbers worked by hand."""

from __future__ import annotations

from tests.games.stories import Story, dice


def test_a_reservation_falls_due_and_is_shown_at_the_end_of_the_scene() -> None:
    story = Story("eclats")
    story.put("axe", "initie", "Axe")
    cast = {"player": "axe"}
    assert story.runs("test", {"caracteristique": 1, "seuil": 9}, [dice(3, 4)], cast) == [
        "Axe : échec simple.",
        "Axe peut négocier une relance après cet échec simple.",
    ]
    offers = [{"choose": True}, {"choose": {"texte": "le bras", "des": 2}}, {"choose": 2}]
    bargain = {"joueurs": 0, "seuil": 9, "bonus": 1}
    assert story.runs("negociation", bargain, offers, cast) == [
        "Accord sur un prix, « le bras » : relance de 2 dés.",
        "Négocier une relance : c’est joué.",
    ]
    (due,) = story.state["dus"]
    assert (due["procedure"], due["texte"]) == ("eclats.relance", "le bras")
    assert due["params"] == {"des": 2, "seuil": 9, "bonus": 1}
    assert story.runs("relance", due["params"], [dice(3, 4)], cast) == [
        "Axe : la relance échoue, un prix est dû (très élevé) : « le bras ».",
        "Relance : c’est joué.",
    ]
    assert story.sheet("axe")["prix_dus"] == [{"texte": "le bras", "niveau": "tres_eleve"}]
    turned = story.then("avance")
    assert story.texts(turned)[1] == "Axe — Un prix (très élevé) reste dû : « le bras »."
    assert story.state["horloge"] == {"scene": 2, "en_cours": True}


def test_a_secret_failure_is_the_leaders_alone() -> None:
    story = Story("eclats")
    story.put("axe", "initie", "Axe", relance_possible=True)
    secret = {"caracteristique": 1, "seuil": 12, "secret": True}
    consequences = story.consequences("test", secret, [dice(0, 4)], {"": "axe"})
    assert [each.secret for each in consequences] == [True, True]
    for each in consequences:
        story.takes(each.event)
    assert story.sheet("axe")["relance_possible"] is False
    assert story.state["dus"][0]["texte"] == "les conséquences d’un échec critique"
    whole = {"caracteristique": 1, "seuil": 9, "prix": 3}
    assert story.runs("action", whole, [dice(3, 4), dice(1, 2, 3)], {"": "axe"}) == [
        "Axe : échec simple.",
        "Axe : la relance échoue, un prix est dû (exorbitant).",
    ]


def test_a_simple_failure_cannot_be_bargained_over_in_a_later_scene() -> None:
    story = Story("eclats")
    story.put("axe", "initie", "Axe", relance_possible=True)
    ended = story.then("scene", moment="fin")
    assert story.sheet("axe")["relance_possible"] is False
    assert "Axe — La scène est finie : l’échec simple ne peut plus être relancé." in story.texts(
        ended
    )
