"""From scene to scene: guards, bounds (invariants 7 and 8), the rest, failed tests, development."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.rules.readings.odds import odds
from tablee.rules.readings.session import Session
from tablee.rules.refusal import Refusal
from tablee.rules.run_input import ask_about
from tablee.rules.run_json import pending_view
from tablee.rules.schema import show
from tablee.rules.texts.words import Words

Params = dict[str, Any]

DOWN: Params = {"id": "Ana", "coeurs": 0, "etat": "a_terre"}
UP: Params = {"id": "Bo", "coeurs": 2, "armure": 1, "protege": True, "mana": 1}
DEAD: Params = {"id": "Cyr", "coeurs": 0, "etat": "mort"}
PEOPLE: Params = {"heros": [DOWN, UP, DEAD], "compteurs": [{"nom": "l’alarme"}]}


def result(procedure: str, params: Params, *answers: Params, **rulings: Any) -> Any:
    session = Session(ask_about(f"socle.{procedure}", params, rulings, answers))
    assert session.done
    return show(session.result)


def scene(*events: Params, etat: Params = PEOPLE, **rulings: Any) -> Any:
    return result("scene", {"etat": etat, "evenements": events}, **rulings)["etat"]


def refused(procedure: str, params: Params, *answers: Params) -> str:
    with pytest.raises(Refusal) as caught:
        result(procedure, params, *answers)
    return caught.value.field


@pytest.mark.parametrize(
    ("event", "field"),
    [
        ({"type": "coup", "heros": "Dan"}, "heros"),
        ({"type": "coup", "heros": "Ana", "armure": True}, "armure"),
        ({"type": "mana", "heros": "Bo", "n": -2}, "n"),
        ({"type": "mana", "heros": "Bo", "n": 3}, "n"),
        ({"type": "soin", "heros": "Cyr"}, "heros"),
        ({"type": "relever", "heros": "Bo", "par": "Ana"}, "heros"),
        ({"type": "relever", "heros": "Cyr", "par": "Bo"}, "heros"),
        ({"type": "relever", "heros": "Ana", "par": "Ana"}, "par"),
        ({"type": "relever", "heros": "Ana", "par": "Cyr"}, "par"),
        ({"type": "compteur", "nom": "l’alarme"}, "nom"),
        ({"type": "echec", "nom": "le feu"}, "nom"),
        ({"type": "debut_scene"}, "type"),
        ({"type": "repos"}, "type"),
    ],
)
def test_events_that_may_not_come_are_refused(event: Params, field: str) -> None:
    params = {"etat": PEOPLE, "evenements": [{"type": "echec"}, event]}
    assert refused("scene", params) == f"evenements[1].{field}"


def test_between_two_scenes_only_some_things_happen() -> None:
    over = {"type": "fin_scene"}
    for event in (over, {"type": "compteur", "nom": "le feu"}):
        params = {"etat": PEOPLE, "evenements": [over, event]}
        assert refused("scene", params) == "evenements[1].type"
    rested = scene(over, {"type": "repos"})
    assert [hero["coeurs"] for hero in rested["heros"]] == [5, 5, 0]
    assert [hero["etat"] for hero in rested["heros"]] == ["debout", "debout", "mort"]
    alone = scene(over, {"type": "repos", "heros": ["Bo"]})
    assert [hero["coeurs"] for hero in alone["heros"]] == [
        hero["coeurs"] if hero["id"] != "Bo" else 5 for hero in scene(over)["heros"]
    ]
    params = {"etat": PEOPLE, "evenements": [over, {"type": "repos", "heros": ["Bo", "Dan"]}]}
    assert refused("scene", params) == "evenements[1].heros[1]"


@pytest.mark.parametrize(
    ("hero", "field"),
    [
        ({"coeurs": 6}, "coeurs"),
        ({"mana": 4}, "mana"),
        ({"coeurs": 0}, "etat"),
        ({"coeurs": 1, "etat": "a_terre"}, "etat"),
    ],
)
def test_a_character_that_contradicts_itself_is_refused(hero: Params, field: str) -> None:
    person = {"id": "Ana"} | hero
    assert refused("scene", {"etat": {"heros": [person]}}) == f"etat.heros[0].{field}"
    assert refused("repos", {"heros": [person]}) == f"heros[0].{field}"


def test_an_ally_without_a_sheet_raises_somebody_too() -> None:
    """SOC-COE-05."""
    up = scene({"type": "relever", "heros": "Ana"})["heros"][0]
    assert (up["coeurs"], up["etat"]) == (1, "debout")
    params = {"etat": PEOPLE, "evenements": [{"type": "relever", "heros": "Bo"}]}
    assert refused("scene", params) == "evenements[0].heros"


def test_two_characters_of_one_name_are_refused() -> None:
    assert refused("repos", {"heros": [UP, UP]}) == "heros[1].id"


def test_a_blow_to_the_fallen_kills_where_the_table_has_it_so() -> None:
    blow = {"type": "coup", "heros": "Ana"}
    assert scene(blow)["heros"][0]["etat"] == "mort"
    assert scene(blow, mort_a_terre=False)["heros"][0]["etat"] == "a_terre"


NAMES = st.sampled_from(["Ana", "Bo", "Cyr"])
events = st.one_of(
    st.builds(
        lambda who, token: {"type": "coup", "heros": who, "armure": token}, NAMES, st.booleans()
    ),
    st.builds(lambda who, n: {"type": "mana", "heros": who, "n": n}, NAMES, st.integers(-3, 3)),
    st.builds(lambda who: {"type": "soin", "heros": who}, NAMES),
    st.builds(lambda who, by: {"type": "relever", "heros": who, "par": by}, NAMES, NAMES),
    st.sampled_from(
        [
            {"type": "compteur", "nom": "l’alarme", "etapes": 2},
            {"type": "echec"},
            {"type": "fin_scene"},
            {"type": "debut_scene"},
            {"type": "repos"},
        ]
    ),
)


def _kept_within_bounds(event: Params, before: Params, after: Params) -> None:
    for hero, was in zip(after["heros"], before["heros"], strict=True):
        assert 0 <= hero["coeurs"] <= hero["coeurs_max"]
        assert 0 <= hero["mana"] <= hero["mana_max"]
        assert hero["armure"] in (0, 1)
        assert (hero["etat"] == "debout") == (hero["coeurs"] > 0)
        if was["etat"] == "mort":
            assert hero["etat"] == "mort"
        if event["type"] == "relever" and event["heros"] == hero["id"]:
            assert (was["etat"], hero["coeurs"]) == ("a_terre", 1)
    for clock in after["compteurs"]:
        assert 0 <= clock["compteur"] <= clock["etapes"]
    assert after["en_cours"] or not after["compteurs"]


@settings(max_examples=50, deadline=None)
@given(st.lists(events, max_size=100), st.booleans())
def test_hearts_mana_armour_and_states_keep_their_bounds(drawn: list[Params], deadly: bool) -> None:
    found = scene(mort_a_terre=deadly)
    for event in drawn:
        try:
            after = scene(event, etat=found, mort_a_terre=deadly)
        except Refusal:
            continue
        _kept_within_bounds(event, found, after)
        found = after


def test_scenes_of_hundreds_of_events_keep_their_bounds() -> None:
    """Invariants 7, 8, 11: the same bounds over 400 events, and the whole list in one run."""
    rng, kept = random.Random(4), scene()
    happened: list[Params] = []
    while len(happened) < 400:
        who, by = rng.choice(["Ana", "Bo", "Cyr"]), rng.choice(["Ana", "Bo", "Cyr"])
        event: Params = rng.choice(
            [
                {"type": "coup", "heros": who, "armure": rng.random() < 0.3},
                {"type": "mana", "heros": who, "n": rng.randint(-3, 3)},
                {"type": "relever", "heros": who, "par": by},
                {"type": "soin", "heros": who},
                {"type": "compteur", "nom": f"n° {len(happened)}", "etapes": rng.randint(1, 4)},
                {"type": "echec"},
                {"type": rng.choice(["fin_scene", "debut_scene", "repos"])},
            ]
        )
        try:
            after = scene(event, etat=kept, mort_a_terre=False)
        except Refusal:
            continue
        _kept_within_bounds(event, kept, after)
        kept = after
        happened.append(event)
    assert scene(*happened, mort_a_terre=False) == kept
    assert kept["scene"] > 10


# ── rest, failed tests, development ────────────────────────────────────────────────────────────
@pytest.mark.parametrize("name", ["scene_finie", "sur", "conditions"])
def test_nobody_rests_in_danger(name: str) -> None:
    """SOC-COE-07: the scene is over, the place is safe, the least comfort is there."""
    assert refused("repos", {"heros": [UP], name: False}) == name


def test_a_rest_makes_whole_whoever_is_not_dead() -> None:
    """SOC-COE-07, by itself and between two scenes: the odds have one outcome."""
    params = {"heros": [DOWN, UP | {"coeurs_max": 7, "mana_max": 4}, DEAD | {"mana": 1}]}
    (whole,) = odds(ask_about("socle.repos", params)).support()
    rested = show(whole)["heros"]
    assert rested == result("repos", params)["heros"]
    assert [(h["coeurs"], h["mana"], h["etat"]) for h in rested] == [
        (5, 3, "debout"),
        (7, 4, "debout"),
        (0, 1, "mort"),
    ]
    between = scene({"type": "fin_scene"}, {"type": "repos"}, etat={"heros": params["heros"]})
    assert [hero | {"armure": 0} for hero in between["heros"]] == [
        h | {"armure": 0} for h in rested
    ]


def test_the_same_test_waits_for_a_change() -> None:
    """SOC-REP-01, -02: another Caractéristique or other means, a change, an accepted complication."""
    tried = {"type": "test", "objectif": "entrer", "caracteristique": "Force", "moyens": "pied"}
    twice = {"evenements": [tried, tried]}
    assert refused("essais", twice) == "evenements[1].moyens"
    other = tried | {"caracteristique": "Agilité"}
    for between in (
        {"type": "changement", "objectif": "entrer"},
        {"type": "complication", "objectif": "entrer", "texte": "l’alarme"},
    ):
        found = result("essais", {"evenements": [tried, other, between, tried]})
        assert [each["caracteristique"] for each in found["etat"]["essais"]] == ["Force"]
    with_a_lever = tried | {"moyens": "levier"}
    found = result("essais", {"evenements": [tried, with_a_lever]})
    assert [each["moyens"] for each in found["etat"]["essais"]] == ["pied", "levier"]
    assert refused("essais", {"etat": found["etat"], "evenements": [with_a_lever]}) == (
        "evenements[0].moyens"
    )
    won = result("essais", {"evenements": [tried, with_a_lever | {"reussi": True}]})
    assert won["etat"]["essais"] == []
    elsewhere = {"type": "changement", "objectif": "sortir"}
    assert refused("essais", {"evenements": [tried, elsewhere, tried]}) == "evenements[2].moyens"


def test_a_way_is_the_same_however_it_is_written() -> None:
    """SOC-REP-01: neither capitals nor accents make another way of it."""
    tried = {"type": "test", "objectif": "la grille", "caracteristique": "Agilité"}
    again = {"type": "test", "objectif": "La grille", "caracteristique": "agilite"}
    assert refused("essais", {"evenements": [tried, again]}) == "evenements[1].moyens"
    changed = {"type": "changement", "objectif": "LA GRILLE"}
    found = result("essais", {"evenements": [tried, changed, again]})
    assert [each["caracteristique"] for each in found["etat"]["essais"]] == ["agilite"]


def test_what_development_offers() -> None:
    params = {"niveaux": {"Force": "novice", "Magie": "maitre", "Agilité": "sans"}}
    session = Session(ask_about("socle.developpement_d6", params))
    view = pending_view(session, Words(session.question.game))
    offered = [option["id"] for option in view["options"]]
    assert (view["who"], view["label"]) == ("player", "developpement")
    assert offered == ["niveau:Force", "niveau:Agilité", "coeur", "mana"]
    assert refused("developpement_d6", params | {"choix": "niveau:Magie"}) == "choix"
    assert refused("developpement_d6", params, {"choose": "niveau:Magie"}) == "answers[0]"
    assert refused("developpement_d6", {"niveaux": {"": "sans"}}) == "niveaux"
    grown = result("developpement_d6", params, {"choose": "niveau:Agilité"})
    assert grown["niveaux"] == {"Force": "novice", "Magie": "maitre", "Agilité": "novice"}


def test_development_offers_nothing_beyond_what_a_sheet_holds() -> None:
    params = {"niveaux": {"Force": "entraine"}, "coeurs_max": 20, "mana_max": 19}
    session = Session(ask_about("socle.developpement_d6", params))
    view = pending_view(session, Words(session.question.game))
    assert [option["id"] for option in view["options"]] == ["niveau:Force", "mana"]
    assert refused("developpement_d6", params | {"choix": "coeur"}) == "choix"
    assert result("developpement_d6", params, {"choose": "mana"})["mana_max"] == 20
    done = {"niveaux": {"Force": "maitre"}, "coeurs_max": 20, "mana_max": 20}
    assert refused("developpement_d6", done) == "coeurs_max"


def test_a_scene_has_a_bounded_number_of_counters() -> None:
    many = [{"type": "compteur", "nom": f"n° {place}"} for place in range(21)]
    assert len(scene(*many[:20], etat={})["compteurs"]) == 20
    assert refused("scene", {"evenements": many}) == "evenements[20].nom"
