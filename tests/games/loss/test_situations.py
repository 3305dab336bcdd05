"""Les Chants de Loss, sentence by sentence: situations of its document, each with what must come out."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.rules.texts.words import Words
from tests.games.loss.asking import refused, result, run
from tests.games.stories import plain

Params = dict[str, Any]
GRAPNEL: Params = {"trait": 6, "talent": 6}
ROOFS: Params = {"trait": 6, "talent": 9}
CALM: Params = GRAPNEL | {"au_calme": True}
WEAK: Params = {"trait": 2, "talent": 5, "au_calme": True}
MARKET: Params = {"trait": 5, "talent": 5, "exploits": 1}
BLIND: Params = {"trait": 6, "talent": 7, "ag_permanentes": 1, "caches": 2}
DUEL: Params = {"somme_initiateur": 14, "somme_repondant": 12}
BLOW: Params = {"somme_attaque": 12, "somme_defense": 10}
LOST: Params = {"exploits": 2, "acteur": "pj", "auteur": "Diego"}
GUARDS = [{"id": "le garde", "camp": "pnj"}, {"id": "le chien", "camp": "pnj"}]
THREE = {"Ana": 2, "Bo": 1, "Cy": 1}

SITUATIONS: list[tuple[str, str, Params, list[Any], Params]] = [
    # ── the Test ──
    ("MEC-01 -02", "action", GRAPNEL, [[2]], {"success": False, "exploits_cedes": 0}),
    ("MEC-02", "action", GRAPNEL, [[3]], {"success": True}),
    ("CAT-03", "action", GRAPNEL, [[9]], {"success": True, "exploits": 0}),
    ("EXP-01", "action", GRAPNEL | {"difficulty": 29}, [[10, 7]], {"success": True}),
    ("EXP-01", "action", GRAPNEL | {"difficulty": 35}, [[10, 10, 3]], {"success": True}),
    ("EXP-02", "action", GRAPNEL | {"difficulty": 10}, [], {"method": "somme"}),
    ("EXP-02", "action", {"trait": 9, "talent": 5}, [[1, 4]], {"success": False}),
    ("EXP-02", "die", {"somme": 4, "seuils": [-9, -8]}, [[1, 10, 3]], {"rang": 2}),
    ("ECN-04", "action", {"trait": 0, "talent": 5}, [[10, 1]], {"success": True}),
    ("DIF-11", "combat", BLOW | {"difficulty_attaque": 10, "defense": False}, [], {"touche": True}),
    ("SOC-04", "action", GRAPNEL | {"modifier": -3}, [], {"method": "somme"}),
    ("SOC-07", "action", {"trait": 8, "talent": 6, "ag_circonstance": 1, "exploits": 1}, [[6]],
     {"success": True, "exploits": 1}),
    ("PER-02", "action", {"trait": 7, "talent": 8, "ag_permanentes": 2, "exploits": 3}, [[6]],
     {"success": True, "exploits": 3}),
    # ── without a die ──
    ("SDE-01", "action", ROOFS, [], {"success": True, "method": "somme"}),
    ("SDE-02", "action", ROOFS | {"ag_permanentes": 1, "exploits": 1}, [[2]], {"method": "de"}),
    ("SDE-02", "action", ROOFS | {"ag_permanentes": 1, "exploits": 1}, [[1, 2]],
     {"success": False, "exploits_cedes": 1}),
    ("SDE-01 JET-03", "action", {"trait": 5, "talent": 5, "jetons": 1, "jetons_avant": 1}, [],
     {"method": "somme", "jetons_depenses": 1}),
    ("SDE-03", "combat", BLOW | {"somme_attaque": 15, "somme_defense": 15}, [], {"touche": False}),
    ("SDE-03 DEC-03", "combat", BLOW | {"jetons_attaque": 1, "jetons_avant_attaque": 1,
     "defense": False}, [], {"touche": True, "jetons_attaque_depenses": 1}),
    ("AUT-01", "action", CALM, [True], {"success": True, "method": "automatique"}),
    ("AUT-01", "action", CALM, [False, [2]], {"success": False, "method": "de"}),
    ("AUT-03", "action", WEAK, [[5]], {"method": "de", "success": False}),
    ("AUT-02", "action", CALM | {"talent": 0}, [[5]], {"method": "de", "success": False}),
    ("AUT-06", "action", CALM | {"exploits": 1}, [[9]], {"method": "de", "success": True}),
    ("DIF-04", "action", WEAK | {"difficulty": 10}, [], {"method": "facile", "success": True}),
    ("DIF-08", "action", CALM | {"difficulty": 20}, [[7]], {"method": "de", "success": False}),
    ("AUT-04", "automatic", GRAPNEL | {"calme": False}, [], {"refus": ["calme"]}),
    ("AUT-05", "automatic", GRAPNEL | {"materiel": False}, [], {"autorise": False}),
    ("ECN-02", "sans_test", {"trait": 4, "talent": 1}, [], {"voie": "automatique"}),
    # ── pure Traits ──
    ("VTT-04", "trait", {"vertu": 4, "trait": 5}, [[7]], {"success": True}),
    ("VTT-04", "trait", {"vertu": 4, "trait": 5}, [[5]], {"success": False}),
    # ── Exploits ──
    ("EXL-08", "action", GRAPNEL | {"exploits": 2}, [[9]], {"exploits": 0, "exploits_cedes": 2}),
    ("EXL-06", "action", MARKET, [[9]], {"beneficiaire": "mj", "exploits_cedes": 1}),
    ("EXL-05", "action", MARKET | {"adversaire": "pj"}, [[9]], {"beneficiaire": "adversaire"}),
    ("EXL-05", "action", MARKET | {"adversaires": GUARDS}, [[9]], {"beneficiaire": "adversaire"}),
    ("EXL-05", "trait", {"vertu": 4, "trait": 5, "exploits": 1, "adversaires": GUARDS}, [[2]],
     {"beneficiaire": "adversaire"}),
    ("EXL-09 -10", "action", MARKET | {"acteur": "mj"}, [[9]], {"beneficiaire": "joueurs"}),
    ("DEC-03", "action", {"trait": 6, "talent": 9, "difficulty": 20, "exploits": 1, "jetons": 1},
     [[9], 1], {"success": True, "exploits": 1, "jetons_depenses": 1}),
    ("DEC-03", "action", {"trait": 6, "talent": 9, "difficulty": 20, "exploits": 1,
     "jetons_recus": 1}, [[9], 1], {"success": True, "jetons_depenses": 1}),
    ("DEC-03", "action", {"trait": 6, "talent": 9, "difficulty": 20, "exploits": 1, "jetons": 1},
     [[9], 0], {"success": False, "exploits_cedes": 1, "jetons_depenses": 0}),
    # ── who receives ──
    ("EXL-06", "echec", LOST, [], {"attributions": {"mj": 2}, "usage": "ag_ou_desastre"}),
    ("EXL-05", "echec", LOST | {"adversaires": GUARDS}, ["le chien", "le garde"],
     {"attributions": {"le garde": 1, "le chien": 1}, "usage": "ag"}),
    ("EXL-05", "echec", LOST | {"adversaires": GUARDS, "cible": "le garde"}, [],
     {"attributions": {"le garde": 2}}),
    ("EXL-10", "echec", {"exploits": 2, "acteur": "mj", "auteur": "x", "cible": "Ana",
     "reserves": THREE}, [], {"attributions": {"Ana": 2}}),
    ("EXL-10", "echec", {"exploits": 2, "acteur": "mj", "auteur": "x", "reserves": THREE}, ["Cy"],
     {"attributions": {"Cy": 2}}),
    ("INV-06", "echec", LOST | {"adversaires": GUARDS, "aveugle": True}, [],
     {"attributions": {"mj": 2}, "usage": "ag_ou_desastre"}),
    # ── effects ──
    ("PHY-01", "effet", {"base": 2, "exploits": 1}, [], {"valeur": "3"}),
    ("PHY-02", "effet", {"base": 8, "exploits": 2}, [], {"valeur": "16"}),
    ("PHY-03", "exploits_requis", {"base": 50, "cible": 100}, [], {"exploits": 2}),
    ("PHY-04", "exploits_requis", {"base": "100/3", "cible": 100}, [], {"exploits": 4}),
    ("PHY-05", "exploits", {"exploits": 2}, ["allie", "allie"], {"allies": 2}),
    ("GAG-01", "exploits", {"exploits": 3}, ["jeton"] * 3, {"jetons_gagnes": 3}),
    ("CBT-03", "degats", {"des": 2, "coup": 4}, [[7], [3]], {"total": 14, "perte": 14}),
    ("OAE-10", "degats", {"des": 3, "nature": "detresse", "armure": 9}, [[1], [10], [5]],
     {"perte": 16}),
    # ── blind ──
    ("INV-03", "blind", BLIND | {"exploits": 2}, [[7]], {"niveau": "devoile", "exploits": 0}),
    ("INV-03", "blind", BLIND | {"exploits": 3}, [[10, 2]], {"niveau": "devoile", "exploits": 1}),
    ("INV-04", "blind", BLIND | {"exploits": 1}, [[2]], {"niveau": "intuition"}),
    ("INV-05", "blind", BLIND, [], {"niveau": "rien", "success": True}),
    ("INV-05 -06", "blind", BLIND | {"exploits": 2}, [[2]],
     {"niveau": "rien", "exploits_cedes": 2, "beneficiaire": "mj"}),
    # ── combat ──
    ("CBT-02", "combat", BLOW | {"exploits": 1}, [[8], [9]], {"touche": True, "exploits": 1}),
    ("CBT-01", "combat", BLOW | {"exploits": 1}, [[8], [10, 1]], {"touche": False}),
    ("EXL-05", "combat", BLOW | {"exploits": 1}, [[7]], {"exploits_cedes": 1}),
    ("DEC-05", "combat", BLOW | {"difficulty_attaque": 20}, [[8], [5]], {"touche": False}),
    ("DEC-05", "combat", BLOW | {"difficulty_attaque": 20}, [[8], [4]], {"touche": True}),
    ("DES-06", "combat", BLOW | {"desastres_defense": 2}, [[3], [9]], {"touche": True}),
    ("DES-09", "combat", BLOW | {"desastres_attaque": 5, "exploits": 2}, [],
     {"touche": False, "exploits_cedes": 0}),
    ("DES-09", "combat", BLOW | {"desastres_defense": 5}, [[3]], {"touche": True}),
    # ── oppositions ──
    ("OPA-02", "passive", GRAPNEL | {"cible": 5}, [[2]], {"success": False}),
    ("OPA-02", "passive", GRAPNEL | {"cible": 4}, [], {"success": True}),
    ("OAC-01", "active", DUEL | {"engages": 0}, [[4], [6]], {"winner": "nul"}),
    ("OAC-01", "active", DUEL | {"engages": 0}, [[4], [7]], {"winner": "repondant"}),
    ("DEC-05", "active", DUEL | {"engages": 0, "difficulty_repondant": 20}, [[4], [9]],
     {"winner": "initiateur"}),
    ("OAE-06", "active", DUEL, ["annoncer", "tester", [7]],
     {"winner": "initiateur", "exploits": 1, "lances": 1}),
    ("OAE-07", "active", DUEL, ["annoncer", "tester", [8], [6]], {"winner": "nul", "exploits": 0}),
    ("OAE-09", "active", DUEL, ["annoncer", "surencherir", "tester", [10, 1], [2]],
     {"winner": "initiateur", "exploits": 2}),
    ("OAE-04", "active", DUEL, ["annoncer", *["surencherir"] * 4, [2]],
     {"winner": "initiateur", "exploits": 5}),
    ("DES-07", "active", DUEL | {"engages": 1, "desastres_repondant": 3}, [[9]],
     {"winner": "initiateur"}),
    ("DES-09", "active", DUEL | {"desastres_initiateur": 5}, [], {"winner": "repondant"}),
    # ── Désastres ──
    ("DES-05", "action", GRAPNEL | {"desastres": 1}, [[4]], {"success": False}),
    ("DES-05", "action", GRAPNEL | {"desastres": 1, "desastre_malus": "ask"}, [False, [4]],
     {"success": True}),
    ("DES-08", "desastre", {"jetons": 4}, [], {"gravite": 4, "malus": 15}),
    ("DES-09", "action", GRAPNEL | {"desastres": 5, "exploits": 2}, [],
     {"method": "desastre", "exploits_cedes": 0}),
    # ── Échelle ──
    ("ECH-04", "degats_echelle", {"degats": 12, "de": "hommes", "vers": "machines"}, [],
     {"perte": 1}),
    ("ECH-04", "degats_echelle", {"degats": 30, "de": "hommes", "vers": "machines", "armure": 3},
     [], {"perte": 0}),
    ("ECH-04", "degats_echelle", {"degats": 31, "de": "hommes", "vers": "machines", "armure": 3},
     [], {"perte": 1}),
    ("ECH-05", "degats_echelle", {"degats": 7, "de": "machines", "vers": "hommes"}, [],
     {"perte": 70}),
    ("ECH-06", "echelle", {"valeur": 2, "de": "machines", "vers": "hommes", "nature": "puissance"},
     [], {"valeur": "20"}),
    ("ECH-07", "echelle", {"valeur": 7, "de": "machines", "vers": "hommes", "nature": "autre"},
     [], {"valeur": "7"}),
    ("ECH-02", "degats", {"des": 1, "de": "geants", "vers": "machines", "armure": 3}, [[4]],
     {"perte": 37}),
    ("ECH-01", "echelle_de", {"tonnes": 17000}, [], {"echelle": "geants"}),
]  # fmt: skip
"""(clauses, procedure, parameters, answers, what must come out)."""

REFUSED: list[tuple[str, str, Params, str]] = [
    ("EXL-03", "action", GRAPNEL | {"exploits": 6}, "exploits"),
    ("DES-03", "action", GRAPNEL | {"desastres": 6}, "desastres"),
    ("EXL-06", "combat", BLOW | {"acteur_defense": "mj", "desastres_defense": 1},
     "desastres_defense"),
    ("EXL-06", "active", DUEL | {"acteur_repondant": "mj", "desastres_repondant": 1},
     "desastres_repondant"),
    ("JET-03", "combat", BLOW | {"jetons_attaque": 1, "jetons_avant_attaque": 2},
     "jetons_avant_attaque"),
    ("AUT-06", "action", GRAPNEL | {"automatique": True, "exploits": 1}, "automatique"),
    ("INV-02", "blind", BLIND | {"difficulty": 20}, "difficulty"),
    ("LIM-02", "exploits", {"exploits": 1, "emplois": ["jeton"], "scene_finie": True}, "emplois"),
    ("EXL-05", "action", GRAPNEL | {"adversaires": GUARDS[:1] * 2}, "adversaires"),
    ("OPA-02", "passive", GRAPNEL | {"cible": -1}, "cible"),
]  # fmt: skip


@pytest.mark.parametrize(("clauses", "procedure", "params", "answers", "expected"), SITUATIONS)
def test_a_situation_of_the_document(
    clauses: str, procedure: str, params: Params, answers: list[Any], expected: Params
) -> None:
    found = result(f"loss.{procedure}", params, *answers)
    assert {name: found[name] for name in expected} == expected, clauses


@pytest.mark.parametrize(("clauses", "procedure", "params", "field"), REFUSED)
def test_what_the_document_does_not_allow(
    clauses: str, procedure: str, params: Params, field: str
) -> None:
    assert refused(f"loss.{procedure}", params) == field, clauses


SENTENCES: list[tuple[str, Params, list[Any], str]] = [
    ("action", GRAPNEL | {"desastres": 5}, [],
     "Échec : cinq Désastres emportent tout ce qui était entrepris."),
    ("action", GRAPNEL | {"desastres": 2}, [[2]], "Échec, 2 Désastres à raconter."),
    ("action", GRAPNEL | {"desastres": 1}, [[2]], "Échec, 1 Désastre à raconter."),
    ("trait", {"vertu": 4, "trait": 5}, [[2]], "Échec, sans autre conséquence."),
    ("combat", BLOW | {"desastres_attaque": 5}, [],
     "Attaquant : cinq Désastres, l’Action échoue sans que le dé soit lancé."),
    ("combat", BLOW | {"ag_attaque": 1, "exploits": 2, "jetons_attaque": 1,
     "jetons_avant_attaque": 1, "jetons_apres": "none"}, [[2]],
     "Attaquant : somme 12, Augmentations +5, jetons +5, soit 22 avant le dé."),
    ("combat", BLOW, [[2]], "Attaquant : somme 12 avant le dé."),
    ("active", DUEL | {"desastres_repondant": 5}, [],
     "Répondant : cinq Désastres, l’Action échoue sans que le dé soit lancé."),
    ("exploits_requis", {"base": 2, "cible": 8}, [],
     "De 2 à 8, il faudrait 6 Exploits : un Test n’en porte que cinq."),
    ("exploits_requis", {"base": 2, "cible": 7}, [], "De 2 à 7, il faut 5 Exploits."),
]  # fmt: skip


@pytest.mark.parametrize(("procedure", "params", "answers", "sentence"), SENTENCES)
def test_a_sentence_of_the_trace(
    procedure: str, params: Params, answers: list[Any], sentence: str
) -> None:
    """LOSS-DES-09, LOSS-MEC-01, LOSS-EXL-03: a sentence tells what counts, and tells nothing that is
    wrong."""
    session = run(f"loss.{procedure}", params, *answers)
    words = Words(session.question.game)
    notes = [entry for entry in session.trace if entry.kind == "note"]
    assert sentence in [plain(words.phrase(each.text, **each.numbers)) for each in notes]


def test_desastres_are_asked_before_the_exploits_and_of_the_leader() -> None:
    """LOSS-DES-01, R-22: in every rule that a player's character may be struck in."""
    asked = {"desastres": "ask", "exploits": "ask"}
    assert _asks("loss.action", GRAPNEL | asked, 2, 0) == [
        ("mj", "desastres"),
        ("acteur", "exploits"),
    ]
    asked = {"desastres_attaque": "ask", "exploits": "ask"}
    assert _asks("loss.combat", BLOW | asked, 2, 0) == [
        ("mj", "desastres"),
        ("attaquant", "exploits"),
    ]
    both = {"desastres_initiateur": "ask", "desastres_repondant": "ask"}
    assert _asks("loss.active", DUEL | both, 0, 0, "passer") == [
        ("mj", "desastres"),
        ("mj", "desastres"),
        ("initiateur", "annonce"),
    ]


def _asks(procedure: str, params: Params, *answers: Any) -> list[tuple[str, str]]:
    """(seat, label) of the first asks of a run."""
    found = []
    for place in range(len(answers)):
        pending: Any = run(procedure, params, *answers[:place]).pending
        found.append((pending.who, pending.label))
    return found
