"""The last sentence of a fight, which a recap shows: who fell, surrendered, lost a weapon, stays."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.rules.readings.explain import explain
from tablee.rules.readings.session import Session
from tablee.rules.run_input import ask_about
from tablee.rules.texts.languages import Lang
from tablee.rules.texts.words import Words

HURT: dict[str, Any] = {"camp": "port", "talent": 0}
MELEE: dict[str, Any] = {
    "combattants": [
        {"id": "Ana", "camp": "ville", "talent": 12, "letalite": 9},
        HURT | {"id": "Bob", "pds": 0, "hors": "mort"},
        HURT | {"id": "Cyr", "pds": 10, "hors": "reddition", "arme": "perdue"},
        HURT | {"id": "Dan", "hors": "mise_en_echec"},
        HURT | {"id": "Eve", "pds": 2, "hors": "inconscient"},
        HURT | {"id": "Fay", "hors": "fuite"},
        HURT | {"id": "Gil", "politique": {"attitude": "rien"}},
    ],
    "max_turns": 1,
}


def last(procedure: str, params: dict[str, Any], *answers: Any, lang: Lang = "fr") -> str:
    session = Session(ask_about(procedure, params, {}, answers))
    assert session.done
    return explain(session, Words(session.question.game, lang))[-1].text.replace("\u00a0", " ")


def test_a_melee_says_how_each_comes_out_of_it() -> None:
    """EXIL-CBT-15, EXIL-SAN-03."""
    text = last("exil.melee", MELEE, {"dice": [12]})
    assert text == (
        "Bilan après 1 tour de combat. Encore debout : Ana et Gil. Sans vie : Bob. À la merci d’un "
        "adversaire : Dan. Sans connaissance : Eve. Reddition : Cyr. Fuite : Fay. Arme perdue : "
        "Cyr. État sérieux : Cyr. État critique : Eve."
    )
    english = last("exil.melee", MELEE, {"dice": [12]}, lang="en")
    assert english.startswith("After 1 turn of fighting. Still up: Ana and Gil. Dead: Bob.")


@pytest.mark.parametrize(
    ("b", "ending"),
    [
        ({"pds": 1}, "Encore debout : A. Sans vie : B."),
        ({"pds": 17, "reddition": "leger"}, "Encore debout : A. Reddition : B. État grave : B."),
    ],
)
def test_a_duel_too(b: dict[str, Any], ending: str) -> None:
    a = {"talent": 12, "letalite": 0, "politique": {"attitude": "tout", "passe": ["desequilibre"]}}
    params = {"a": a, "b": {"talent": 0, "politique": {"attitude": "rien"}} | b}
    text = last("exil.duel", params, {"dice": [1]}, {"dice": [12]})
    assert text == f"Bilan après 1 tour de combat. {ending}"


@pytest.mark.parametrize(
    ("procedure", "params", "answers", "text"),
    [
        ("rafale", {"arme": "mitraillette", "tireur": 8, "poff": 8, "cibles": [{}, {}]}, (1, 12),
         "Bilan de la rafale : 1 cible atteinte."),
        ("rafale", {"arme": "mitraillette", "tireur": 8, "poff": 8, "cibles": [{}, {}]}, (12,),
         "Bilan de la rafale : aucune cible atteinte."),
        ("attaques_multiples", {"poff": 8, "cibles": [{"pdef": 0}, {"pdef": 0}]}, (4, 1, 4, 1),
         "Bilan des attaques : 2 adversaires pleinement touchés."),
        ("successive", {"talent": 6, "insister": "ask"}, (8, False),
         "On en reste là : échec mineur, marge d’échec 2, après 1 essai."),
        ("successive", {"talent": 6, "permis": "ask"}, (12, True, 11, False),
         "On en reste là : échec total, marge d’échec 8, après 2 essais."),
    ],
)  # fmt: skip
def test_several_attacks_and_tries_end_with_their_outcome(
    procedure: str, params: dict[str, Any], answers: tuple[Any, ...], text: str
) -> None:
    """EXIL-ARM-13, EXIL-OPT-01, EXIL-ADV-04, -05: not with the last shot, nor with a permission."""
    given = [{"dice": [a]} if type(a) is int else {"choose": a} for a in answers]
    assert last(f"exil.{procedure}", params, *given) == text


def test_a_fight_of_socle_too() -> None:
    """SOC-COE-03, SOC-TOU-01."""
    heroes = [{"id": "Ana", "de": 10}, {"id": "Bob", "de": 8, "coeurs": 0, "etat": "a_terre"}]
    params = {"heros": heroes, "adversaires": [{"id": "le loup", "cible": "pion"}], "tours_max": 0}
    text = last("socle.combat", params)
    assert text == (
        "Bilan du combat. Encore debout : Ana. À terre : Bob. Adversaires qui restent : le loup."
    )


def test_a_fight_of_socle_says_which_adversaries_are_out() -> None:
    """SOC-TOU-01, -02: those who fell, and those who left."""
    foes = [{"id": name, "cible": "pion"} for name in ("le loup", "la louve", "le chien")]
    params = {"heros": [{"id": "Ana", "de": 10}], "adversaires": foes}
    fallen = ("Ana", "attaque:le loup", {"dice": [6]})
    left = ("adversaire", "la louve", "depart")
    given = [each if isinstance(each, dict) else {"choose": each} for each in (*fallen, *left)]
    text = last("socle.combat", params, *given, {"choose": "fin"})
    assert text == (
        "Bilan du combat. Encore debout : Ana. Adversaires hors de combat : la louve et le loup. "
        "Adversaires qui restent : le chien."
    )


@pytest.mark.parametrize(
    ("coeurs", "faces", "ending"),
    [
        (1, (6, 2), "le personnage est à terre. Adversaires hors de combat : Bok. Adversaires qui "
         "restent : Zed."),
        (5, (6, 7), "le personnage est debout. Adversaires hors de combat : Bok et Zed."),
        (1, (2,), "le personnage est à terre. Adversaires qui restent : Bok et Zed."),
    ],
)  # fmt: skip
@pytest.mark.parametrize("d6", [False, True])
def test_a_duel_of_socle_names_who_fell(
    coeurs: int, faces: tuple[int, ...], ending: str, d6: bool
) -> None:
    """SOC-COE-03, SOC-TOU-01."""
    foes = [{"cible": "pion", "id": "Bok"}, {"cible": "pion", "id": "Zed"}]
    own = {"niveau": "entraine"} if d6 else {"de": 8}
    given = [{"dice": [min(face, 6) if d6 else face]} for face in faces]
    name = "socle.duel_d6" if d6 else "socle.duel"
    text = last(name, own | {"adversaires": foes, "coeurs": coeurs}, *given)
    assert text == f"Bilan du duel : {ending}"


def test_a_gun_that_cannot_fire_is_put_away_and_not_lost() -> None:
    """EXIL-ARM-12, EXIL-PAS-13: who has no round left strikes with bare hands."""
    dry = {"talent": 9, "a_distance": True, "munitions": 0, "talent_mains_nues": 3}
    params = {"a": {"talent": 9}, "b": dry, "max_turns": 1, "initiative": "a"}
    session = Session(ask_about("exil.duel", params, {}, [{"dice": [12]}, {"dice": [12]}]))
    assert session.done
    assert "arme" not in dict(session.effects)
    assert "Arme perdue" not in last("exil.duel", params, {"dice": [12]}, {"dice": [12]})
