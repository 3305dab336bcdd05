"""Les Chants de Loss read once more: sentences, names and ends that a former reading had missed."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tablee.faces.pictures.captions import headline
from tablee.faces.pictures.study import Study
from tablee.rules.readings.odds import odds
from tablee.rules.run_input import ask_about
from tablee.rules.texts.words import Words
from tests.games.loss.asking import run
from tests.games.loss.test_at_the_table import Params, answers, asks_for, ended, held
from tests.games.stories import plain
from tests.kit import acts
from tests.table.evening import LEADER, set_up
from tests.table.tokens import TOKENS

DUEL: Params = {"somme_initiateur": 14, "somme_repondant": 12}
MIRA: Params = {"id": "Mira", "trait": 6, "talent": 7, "exploits": 1}
GUARD: Params = {"id": "garde", "acteur": "mj", "trait": 5, "talent": 5, "exploits": 1}
ANA: Params = {"id": "Ana", "trait": 7, "talent": 8, "exploits": 1}
SEARCH: Params = {"cacheur": MIRA, "chercheurs": [GUARD, ANA]}
MARKET: Params = {"exploits": 3, "acteur": "pj", "auteur": "le mousse"}

SENTENCES: list[tuple[str, Params, list[Any], str]] = [
    ("action", {"trait": 5, "talent": 5}, [[4]], "Difficulté 15."),
    ("action", {"trait": 5, "talent": 5, "modifier": -2}, [[4]],
     "Difficulté 15, circonstances −2 : il faut 13."),
    ("combat", {"somme_attaque": 10, "somme_defense": 9}, [[2]], "Attaquant : Difficulté 15."),
    ("combat", {"somme_attaque": 15, "somme_defense": 9}, [[2]],
     "Attaquant : la somme atteint 15, sans lancer le dé."),
    ("active", DUEL | {"engages": 2}, [[9]], "Le répondant l’emporte et gagne 2 Exploits."),
    ("active", DUEL | {"engages": 0}, [[4], [6]],
     "Match nul, sans Exploit engagé : on peut recommencer."),
    ("active", DUEL | {"desastres_initiateur": 5, "desastres_repondant": 5}, [],
     "Match nul : les deux camps échouent."),
    ("active", DUEL | {"engages": 0}, [[4], [2]], "L’initiateur l’emporte, sans Exploit engagé."),
    ("active", DUEL | {"engages": 1}, [[2]],
     "Difficulté 15, 1 Exploit engagé : chaque camp doit faire 20. Le répondant lance d’abord."),
    ("active", DUEL | {"engages": 1, "difficulty_repondant": 20}, [[2]],
     "1 Exploit engagé. Le répondant lance d’abord et doit faire 25 ; l’autre doit faire 20."),
    ("active", DUEL | {"engages": 0, "difficulty_repondant": 20}, [[4], [2]],
     "Répondant : 5 de moins, car sa Difficulté est plus haute."),
    ("active", DUEL | {"engages": 0, "jetons_initiateur": 1}, [[4], [6], 1],
     "Initiateur : 1 jeton de plus, pour départager les deux camps."),
    ("active", DUEL | {"engages": 0, "jetons_initiateur": 1}, [[4], [8], 1],
     "Initiateur : 1 jeton de plus, pour combler un écart de 2."),
    ("desastre", {"jetons": 2, "malus": "ask"}, [True], "2 Désastres : la Difficulté augmente de 5."),
    ("desastre", {"jetons": 2, "malus": "ask"}, [True], "Le MJ répond : oui (malus des Désastres)."),
    ("echec", MARKET, [], "Le MJ reçoit 3 jetons (Augmentations ou Désastres)."),
    ("echec", MARKET | {"adversaires": [{"id": "le garde", "camp": "pnj"}]}, [],
     "Le garde reçoit 3 jetons (Augmentations Gratuites)."),
    ("automatic", {"trait": 2, "talent": 0, "exploits": 1}, [],
     "Pas de Réussite Automatique ; conditions non remplies : Talent de 1 au moins, Trait de 3 au "
     "moins et aucun Exploit déclaré."),
    ("sans_test", {"trait": 4, "talent": 1, "calme": False}, [],
     "Somme 5 contre 15 : il faut lancer le dé."),
    ("sans_test", {"trait": 9, "talent": 9, "calme": False}, [],
     "Somme 18 contre 15 : on peut se passer du dé (somme)."),
    ("degats", {"des": 2, "coup": 5}, [[4], [9]], "2 d10, dégâts du coup +5 : 18 en tout."),
    ("degats", {"des": 2, "coup": 5}, [[4], [9]],
     "18 points de dégâts, sans armure : 18 points perdus."),
    ("degats", {"des": 1, "armure": 3}, [[4]],
     "4 points de dégâts contre une armure de 3 : 1 point perdu."),
    ("degats_echelle", {"degats": 7, "de": "machines", "vers": "hommes"}, [],
     "7 points de dégâts à l’Échelle des Machines, 70 points perdus à celle des Hommes, sans armure."),
    ("dissimulation", SEARCH, [[6]], "La dissimulation échoue : 1 Exploit perdu."),
    ("dissimulation", SEARCH | {"cacheur": MIRA | {"exploits": 0, "talent": 1}}, [[2]],
     "La dissimulation échoue."),
    ("dissimulation", SEARCH, [[9], [4], [9]], "Échec : 1 Exploit perdu, Mira en profite."),
    ("blind", {"trait": 5, "talent": 5, "caches": 1, "exploits": 1, "acteur": "mj",
               "adversaire": "pj"}, [[4]],
     "Échec : 1 Exploit perdu, la personne qui se cache en profite."),
]  # fmt: skip


@pytest.mark.parametrize(("procedure", "params", "given", "sentence"), SENTENCES)
def test_a_sentence(procedure: str, params: Params, given: list[Any], sentence: str) -> None:
    session = run(f"loss.{procedure}", params, *given)
    words = Words(session.question.game)
    texts = [plain(words.phrase(each.text, **each.numbers)) for each in session.trace]
    assert sentence in texts


def test_the_uses_of_the_tokens_of_the_leader_are_one_sentence() -> None:
    """LOSS-EXL-06, R-17."""
    session = run("loss.echec", MARKET, 1, choix_mj="gain")
    words = Words(session.question.game)
    texts = [plain(words.phrase(each.text, **each.numbers)) for each in session.trace]
    assert texts[-1] == "Le MJ reçoit 3 jetons : 1 Augmentation, 2 Désastres."


def test_the_headline_of_a_search_is_that_of_all_who_seek() -> None:
    """LOSS-INV-03: what one of them reveals is revealed."""
    question = ask_about("loss.dissimulation", SEARCH)
    found = odds(question, ["niveaux"]).chance(
        lambda result: "devoile" in dict(result.niveaux).values()
    )
    words = Words(question.game)
    shown = headline(Study([question], seat="mj"), words)
    assert shown == (found, "percer à jour (garde ou Ana)")
    assert headline(Study([question], seat="Ana"), words) == shown
    hidden = headline(Study([question], seat="Mira"), words)
    assert hidden == (1 - found, "échapper à l’attention (Mira)")
    assert found == 1 - Fraction(18, 125)


def test_a_hampered_action_is_over_with_its_scene() -> None:
    """LOSS-DES-04, LOSS-TPS-05; what an Exploit has given stays."""
    table = set_up("loss")
    table.does(LEADER, acts.BeginScene())
    lost = {"type": "echec", "exploits": 2, "auteur": "kordan", "attributions": {"mj": 2}}
    table.does(LEADER, acts.ChangeRecord(event={"type": TOKENS, "evenement": lost}))
    answers(table, asks_for(table, "desastre", "kordan", jetons=2), True)
    answers(table, asks_for(table, "exploits", "nerise", exploits=1), "prix")
    texts = [plain(each.text) for each in table.view(LEADER).pending]
    hampered = "5 de plus à la Difficulté de l’Action gênée par un Désastre"
    assert texts == [hampered, "1 article à moitié prix"]
    table.does(LEADER, acts.EndScene())
    assert [plain(each.text) for each in table.view(LEADER).pending] == texts[1:]
    assert held(table) == {}


@pytest.mark.parametrize(("rulings", "sentence"), [
    ({}, "Échec : 2 Exploits perdus, Nérise Halvane en profite."),
    ({"priorite_joueurs": "un_par_un"},
     "Échec : 2 Exploits perdus, Nérise Halvane en profite d’abord."),
])  # fmt: skip
def test_the_player_aimed_at_is_the_first_or_the_only_one(
    rulings: dict[str, Any], sentence: str
) -> None:
    """LOSS-EXL-10, R-19."""
    table = set_up("loss", rulings=rulings)
    scores = {"trait": 5, "talent": 5, "exploits": 2, "jetons_avant": 0, "desastres": 0}
    request = asks_for(table, "action", "veilleur", **scores, cast={"cible": "nerise"})
    answers(table, request, [2])
    assert plain(ended(table, request)) == sentence


def test_detresse_and_damage_are_owed_by_their_names() -> None:
    """LOSS-CBT-03, LOSS-OAE-10."""
    texts = []
    for nature, given in (("degats", (4, [7])), ("detresse", ([7],))):
        table = set_up("loss")
        dice = asks_for(table, "degats", "kordan", des=1, nature=nature, cast={"cible": "nerise"})
        answers(table, dice, *given)
        texts += [plain(each.text) for each in table.last(LEADER).consequences]
    assert texts == [
        "Nérise Halvane subit 11 points de dégâts : au MJ de le noter.",
        "Nérise Halvane subit 7 points de Détresse : au MJ de le noter.",
    ]
