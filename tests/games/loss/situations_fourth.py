"""Les Chants de Loss, a fifth reading, worked out by hand from the document."""

from __future__ import annotations

from typing import Any

from tests.kit.situations import Params

TEST: Params = {"trait": 6, "talent": 6}
POOR: Params = {"trait": 2, "talent": 1}
DUEL: Params = {"somme_initiateur": 14, "somme_repondant": 12}
BLOW: Params = {"somme_attaque": 12, "somme_defense": 10}
SEEK: Params = {"trait": 6, "talent": 7}
BOTH: list[Params] = [{"id": "le garde", "camp": "pnj"}, {"id": "le chien", "camp": "pnj"}]
LOST: Params = {"exploits": 2, "acteur": "pj", "auteur": "Diego"}
THEIRS: Params = {"exploits": 3, "acteur": "mj", "auteur": "le garde"}
ANYTIME: Params = {"facile_calme": False}

SITUATIONS: list[tuple[str, str, Params, list[Any], Params]] = [
    # ── the Test ──
    ("MEC-03 SOC-04 PER-01", "action", TEST | {"modifier": 10, "ag_permanentes": 1}, [[8]],
     {"success": True, "method": "de"}),
    ("MEC-03 SOC-04 PER-01", "action", TEST | {"modifier": 10, "ag_permanentes": 1}, [[7]],
     {"success": False, "exploits_cedes": 0, "beneficiaire": "personne"}),
    ("DIF-11", "action", {"trait": 3, "talent": 3, "difficulty": 35}, [[10, 10, 9]],
     {"success": True}),
    ("EXP-02", "action", {"trait": 7, "talent": 7}, [[1, 1]], {"success": False}),
    ("DEC-03 JET-03", "action", {"trait": 6, "talent": 4, "jetons": 1, "jetons_apres": "minimal"},
     [[4]], {"success": True, "jetons_depenses": 1}),
    ("DEC-03 JET-03", "action", {"trait": 6, "talent": 4, "jetons": 1, "jetons_apres": "minimal"},
     [[5]], {"success": True, "jetons_depenses": 0}),
    ("DEC-03", "action", {"trait": 6, "talent": 4, "jetons": 1, "jetons_apres": "none"}, [[4]],
     {"success": False, "jetons_depenses": 0}),
    ("DEC-03 EXL-08", "action", TEST | {"exploits": 2, "jetons": 2}, [[3], 2],
     {"success": True, "exploits": 2, "jetons_depenses": 2}),
    ("DES-06", "action", TEST | {"desastres": 2, "desastre_malus": "ask"}, [False, [3]],
     {"success": True}),
    ("OPA-02 EXL-05", "passive", TEST | {"cible": 6, "exploits": 2}, [[10, 5]],
     {"success": False, "exploits_cedes": 2, "beneficiaire": "adversaire"}),
    # ── without a die ──
    ("AUT-02..06", "automatic", TEST | {"exploits": 1}, [],
     {"autorise": False, "success": False, "total": None}),
    ("AUT-01", "automatic", TEST | {"modifier": 1}, [], {"autorise": True, "success": False}),
    ("DIF-04 SOC-04", "sans_test", POOR | {"modifier": -5}, [], {"voies": ["facile"]}),
    ("AUT-03", "sans_test", {"trait": 3, "talent": 1, "modifier": -5}, [],
     {"voies": ["facile", "automatique"]}),
    # ── blind ──
    ("INV-04", "blind", SEEK | {"caches": 1}, [[2]], {"niveau": "intuition", "exploits": 0}),
    ("INV-05", "blind", SEEK | {"caches": 1}, [[1, 9]], {"niveau": "rien", "success": False}),
    ("INV-03", "blind", SEEK | {"caches": 5, "exploits": 5}, [[10, 10, 7]],
     {"niveau": "devoile", "exploits": 0}),
    # ── oppositions: who stops the bidding throws first ──
    ("OAE-05 -06", "active", DUEL | {"engages": 3}, [[10, 7]],
     {"winner": "initiateur", "exploits": 3, "lances": 1}),
    ("OAE-05 -07", "active", DUEL | {"engages": 3}, [[10, 8], [10, 6]],
     {"winner": "nul", "exploits": 0, "lances": 2}),
    ("OAE-05 -06", "active", DUEL | {"engages": 2}, [[10, 5], [10, 2]],
     {"winner": "initiateur", "exploits": 2, "lances": 2}),
    ("OAE-05 -06", "active", DUEL | {"engages": 2}, [[9]],
     {"winner": "repondant", "exploits": 2, "lances": 1}),
    ("OAE-08 SDE-02", "active", DUEL | {"engages": 1, "ag_repondant": 2}, [[1, 5]],
     {"winner": "initiateur", "exploits": 1, "lances": 1}),
    # ── combat ──
    ("CBT-01 SDE-03", "combat", BLOW | {"somme_attaque": 15}, [[4]],
     {"touche": True, "exploits": 0}),
    ("CBT-01 SDE-03", "combat", BLOW | {"somme_attaque": 15}, [[5]], {"touche": False}),
    ("CBT-02 -03", "combat", BLOW | {"exploits": 2, "defense": False}, [[10, 3]],
     {"touche": True, "exploits": 2}),
    ("CBT-02 -03", "combat", BLOW | {"exploits": 2, "defense": False}, [[10, 2]],
     {"touche": False, "exploits_cedes": 2}),
    # ── what comes of it ──
    ("PHY-02", "effet", {"base": 100, "exploits": 3}, [], {"valeur": "250"}),
    ("PHY-03", "exploits_requis", {"base": 100, "cible": 151}, [], {"exploits": 2}),
    ("CBT-03", "degats", {"des": 1, "coup": 0}, [[10]], {"total": 10}),
    ("ECH-05", "degats_echelle", {"degats": 3, "de": "geants", "vers": "machines", "armure": 5}, [],
     {"perte": 25}),
    ("ECH-04", "degats_echelle", {"degats": 9, "de": "machines", "vers": "geants"}, [],
     {"perte": 1}),
    ("ECH-06", "echelle", {"valeur": 1, "de": "machines", "vers": "hommes", "nature": "puissance"},
     [], {"valeur": "10"}),
    ("ECH-06", "echelle", {"valeur": 100, "de": "hommes", "vers": "geants", "nature": "puissance"},
     [], {"valeur": "1"}),
    ("TPS-03 -04", "temps", {"evenements": [{"type": "avance", "unite": "tour", "n": 4},
     {"type": "avance", "unite": "instant"}]}, [], {"etat": {"tour": 0, "instant": 1}}),
    ("DIF-02 ECN-01", "noms", {"difficulty": 34, "trait": 11, "talent": 10}, [],
     {"difficulty": "Héroïque", "trait": "Légendaire", "talent": "Maitre"}),
    ("EXL-10", "echec", THEIRS | {"reserves": {"Ana": 4, "Bo": 0}, "cible": "Ana"}, [],
     {"attributions": {"Ana": 3}}),
]  # fmt: skip

RULED: list[tuple[str, str, Params, Params, list[Any], Params]] = [
    ("DIF-04 -05", "action", ANYTIME, POOR | {"difficulty": 10}, [], {"method": "facile"}),
    ("DIF-04 OPA-02", "passive", ANYTIME, POOR | {"cible": 3}, [], {"method": "facile"}),
    ("DIF-04 EXL-02", "action", ANYTIME, POOR | {"difficulty": 10, "exploits": 1}, [[10, 2]],
     {"method": "de", "exploits": 1}),
    ("DIF-04 ECN-04", "action", ANYTIME, {"trait": 5, "talent": 0, "difficulty": 10}, [[5]],
     {"method": "de", "success": True}),
    ("DIF-04 VTT-04", "trait", ANYTIME, {"vertu": 5, "trait": 3, "difficulty": 10}, [[2]],
     {"method": "de", "success": True}),
    ("DIF-04 DES-05", "action", ANYTIME, POOR | {"difficulty": 10, "desastres": 1}, [[9]],
     {"method": "de", "success": True}),
    ("CBT-03", "degats", {"degats_explosent": True}, {"des": 1}, [[10, 4]], {"total": 14}),
    ("ECH-04", "degats_echelle", {"echelle_arrondi": "plancher"},
     {"degats": 9, "de": "machines", "vers": "geants"}, [], {"perte": 0}),
    ("EXL-05", "echec", {"partage_adversaires": "chacun"}, LOST | {"adversaires": BOTH}, [],
     {"attributions": {"le garde": 2, "le chien": 2}}),
    ("EXL-10", "echec", {"priorite_joueurs": "un_par_un"}, THEIRS | {"reserves": {"Ana": 0, "Bo": 1}},
     ["Bo"], {"attributions": {"Ana": 2, "Bo": 1}}),
    ("DEC-03", "action", {"jetons_max_par_test": 1}, {"trait": 5, "talent": 5, "jetons": 3,
     "difficulty": 20}, [[5], 1], {"success": True, "jetons_depenses": 1}),
    ("SDE-01", "trait", {"somme_trait_pur": False}, {"vertu": 8, "trait": 8}, [[1, 3]],
     {"method": "de", "success": False}),
]  # fmt: skip

REFUSED: list[tuple[str, str, Params, list[Any], str]] = [
    ("EXL-03", "action", TEST | {"exploits": 6}, [], "exploits"),
    ("VTT-04", "blind", SEEK | {"caches": 1, "vertu": 4}, [], "vertu"),
    ("DES-03", "action", TEST | {"desastres": 6}, [], "desastres"),
    ("DES-01", "action", TEST | {"desastres": 2, "desastres_max": 1}, [], "desastres"),
    ("DES-01", "blind", SEEK | {"caches": 1, "desastres": 1, "desastres_max": 0}, [], "desastres"),
    ("DES-01", "active", DUEL | {"engages": 1, "desastres_repondant": 3,
     "desastres_max_repondant": 2}, [], "desastres_repondant"),
    ("DES-01", "combat", BLOW | {"exploits": 0, "desastres_attaque": 2,
     "desastres_max_attaque": 1}, [], "desastres_attaque"),
    ("DES-01", "dissimulation", {"cacheur": {"id": "Mira", "trait": 5, "talent": 5},
     "chercheurs": [{"id": "Sorn", "trait": 5, "talent": 5, "desastres": 2, "desastres_max": 1}]},
     [], "chercheurs[0].desastres"),
    ("JET-03", "action", TEST | {"jetons": 1, "jetons_avant": 2}, [], "jetons_avant"),
    ("LIM-02 GAG-01", "exploits", {"exploits": 1, "scene_finie": True, "emplois": ["jeton"]}, [],
     "emplois"),
]  # fmt: skip

ASKED: list[tuple[str, str, Params, list[Any], tuple[str, str]]] = [
    ("DES-05", "desastre", {"jetons": 2, "malus": "ask"}, [], ("mj", "malus")),
    ("AUT-01", "action", {"trait": 4, "talent": 3, "au_calme": True}, [],
     ("acteur", "automatique")),
    ("EXL-10", "echec", THEIRS | {"reserves": {"Ana": 1, "Bo": 1}}, [], ("mj", "joueur")),
    ("OAE-02", "active", DUEL, [], ("initiateur", "annonce")),
]  # fmt: skip
