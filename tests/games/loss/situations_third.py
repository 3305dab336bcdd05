"""Les Chants de Loss: situations of a fourth reading of it: optional rules, examples, bad inputs."""

from __future__ import annotations

from typing import Any

from tests.kit.situations import Params

TEST: Params = {"trait": 6, "talent": 6}
DUEL: Params = {"somme_initiateur": 14, "somme_repondant": 12}
BLOW: Params = {"somme_attaque": 12, "somme_defense": 10}
LOST: Params = {"exploits": 3, "acteur": "pj", "auteur": "Diego"}
THEIRS: Params = {"exploits": 3, "acteur": "mj", "auteur": "le garde"}
TWO: list[Params] = [{"id": "le garde", "camp": "pnj"}, {"id": "Ana", "camp": "pj"}]
SHADE: Params = {"id": "l’ombre", "trait": 5, "talent": 5, "acteur": "mj", "exploits": 2}
MESHAN: Params = {"id": "Meshan", "trait": 6, "talent": 7, "ag_permanentes": 1, "exploits": 2}
ANA: Params = MESHAN | {"id": "Ana", "exploits": 1}
UP: Params = {"de": "hommes", "vers": "machines"}
FAR: Params = {"de": "hommes", "vers": "geants"}

SITUATIONS: list[tuple[str, str, Params, list[Any], Params]] = [
    # ── the Test ──
    ("DES-08 EXL-02", "action", TEST | {"exploits": 2, "desastres": 4}, [[10, 10, 9]],
     {"success": True, "exploits": 2}),
    ("MEC-02", "action", {"trait": 0, "talent": 0, "difficulty": 0}, [], {"method": "somme"}),
    ("EXP-02", "action", {"trait": 0, "talent": 0, "difficulty": 0, "exploits": 1},
     [[1, 10, 10, 10, 9]], {"success": False, "exploits_cedes": 1}),
    ("SOC-04", "action", TEST | {"modifier": -20}, [], {"method": "somme"}),
    ("AUT-01", "action", TEST | {"automatique": True, "difficulty": 20}, [],
     {"method": "automatique", "success": False, "exploits_cedes": 0}),
    ("AUT-01 DES-05", "action", TEST | {"automatique": True, "desastres": 1}, [],
     {"method": "automatique", "success": False}),
    ("AUT-01 JET-03", "action", TEST | {"automatique": True, "jetons": 3, "jetons_avant": 2}, [],
     {"success": True, "jetons_depenses": 0}),
    ("DIF-04", "action", TEST | {"au_calme": True, "difficulty": 10}, [], {"method": "facile"}),
    ("SDE-01 AUT-01", "action", TEST | {"talent": 9, "au_calme": True}, [], {"method": "somme"}),
    ("SDE-01", "action", TEST | {"talent": 9, "sans_de": "ask"}, [False, [1, 3]],
     {"method": "de", "success": False}),
    ("SDE-01 JET-03", "action",
     {"trait": 6, "talent": 3, "jetons": 2, "jetons_avant": "ask", "sans_de": "ask"}, [2, True],
     {"method": "somme", "jetons_depenses": 2}),
    ("VTT-04 SDE-02", "trait", {"vertu": 10, "trait": 10, "exploits": 1, "ag_permanentes": 1,
     "ag_circonstance": 1}, [[2]], {"method": "de", "exploits": 1}),
    ("DES-03 OPA-02", "passive", TEST | {"cible": 5, "exploits": 1, "desastres": 2}, [[10, 3]],
     {"success": True, "exploits": 1}),
    ("DES-03 OPA-02", "passive", TEST | {"cible": 5, "exploits": 1, "desastres": 2}, [[10, 2]],
     {"success": False, "beneficiaire": "adversaire"}),
    ("OPA-02", "passive", TEST | {"cible": 0}, [], {"method": "somme"}),
    ("OPA-02 VTT-04", "passive", {"trait": 5, "vertu": 4, "cible": 4}, [[3]], {"success": True}),
    # ── without a die ──
    ("AUT-02..06", "automatic", {"trait": 2, "talent": 0, "temps": False, "calme": False,
     "materiel": False, "exploits": 1}, [],
     {"refus": ["talent", "trait", "temps", "calme", "materiel", "exploits"], "total": None}),
    ("DIF-04", "sans_test", {"trait": 2, "talent": 1, "difficulty": 10}, [], {"voies": ["facile"]}),
    ("DIF-04 AUT-05", "sans_test", {"trait": 5, "talent": 1, "difficulty": 10, "materiel": False},
     [], {"voies": ["facile"]}),
    ("SDE-01 DIF-04 AUT-01", "sans_test", {"trait": 8, "talent": 8, "difficulty": 10}, [],
     {"voies": ["somme", "facile", "automatique"]}),
    ("SDE-02", "sans_test", {"trait": 8, "talent": 8, "exploits": 1}, [], {"voie": "aucune"}),
    # ── blind, and hiding ──
    ("INV-03 DEC-03", "blind", TEST | {"caches": 2, "exploits": 3, "jetons": 3, "acteur": "mj"},
     [[9], 3], {"niveau": "devoile", "exploits": 1, "jetons_depenses": 3}),
    ("INV-04 DEC-03", "blind", TEST | {"caches": 2, "exploits": 1, "jetons": 1}, [[4], 1],
     {"niveau": "intuition", "exploits": 0}),
    ("INV-06 EXL-10", "blind", TEST | {"caches": 0, "exploits": 1, "acteur": "mj"}, [[2]],
     {"niveau": "rien", "beneficiaire": "joueurs"}),
    ("INV-03 -07", "dissimulation", {"cacheur": SHADE, "chercheurs": [MESHAN]}, [[10, 6], [7]],
     {"caches": 2, "niveaux": {"Meshan": "devoile"}}),
    ("INV-08", "dissimulation", {"cacheur": SHADE, "chercheurs": [MESHAN]}, [[5]],
     {"caches": None, "niveaux": {"Meshan": "devoile"}, "cedes": 2}),
    ("INV-04 -05", "dissimulation", {"cacheur": SHADE, "chercheurs": [MESHAN, ANA]},
     [[10, 6], [2], [4]], {"niveaux": {"Meshan": "rien", "Ana": "intuition"}}),
    ("INV-03 SDE-01", "dissimulation", {"cacheur": SHADE | {"exploits": 0, "talent": 12},
     "chercheurs": [MESHAN | {"exploits": 0}]}, [], {"caches": 0, "niveaux": {"Meshan": "devoile"}}),
    ("INV-01 AUT-01", "dissimulation", {"cacheur": SHADE | {"exploits": 0, "au_calme": True},
     "chercheurs": [MESHAN | {"exploits": 0}]}, [True], {"caches": 0}),
    ("INV-05 DES-09", "dissimulation", {"cacheur": SHADE, "chercheurs": [MESHAN | {"desastres": 5}]},
     [[10, 6]], {"niveaux": {"Meshan": "rien"}}),
    ("INV-03 VTT-04", "dissimulation", {"cacheur": SHADE, "chercheurs":
     [{"id": "Ana", "trait": 6, "vertu": 9, "exploits": 2}]}, [[10, 6], [10, 1]],
     {"niveaux": {"Ana": "devoile"}}),
    # ── oppositions ──
    ("OAC-01 EXP-01", "active", DUEL | {"engages": 0}, [[10, 3], [10, 7]], {"winner": "repondant"}),
    ("OAE-08", "active", DUEL | {"engages": 0, "jetons_initiateur": 1, "jetons_repondant": 2},
     [[4], [9], 1, 1, ], {"winner": "repondant", "jetons_repondant_depenses": 1}),
    ("DEC-05 OAE-08", "active",
     DUEL | {"engages": 0, "ag_initiateur": 1, "difficulty_initiateur": 20}, [[4], [6]],
     {"winner": "nul"}),
    ("OAE-04 -07", "active", DUEL | {"engages": 5}, [[10, 10, 9], [10, 10, 9]],
     {"winner": "nul", "exploits": 0}),
    ("DES-08 OAE-05", "active", DUEL | {"engages": 1, "desastres_initiateur": 4}, [[9], [9]],
     {"winner": "repondant", "exploits": 1}),
    ("DES-06 OAC-01", "active", DUEL | {"engages": 0, "desastres_initiateur": 2}, [[9], [9]],
     {"winner": "repondant"}),
    ("DES-09", "active", DUEL | {"desastres_repondant": 5}, [],
     {"winner": "initiateur", "exploits": 0, "lances": 0}),
    # ── combat ──
    ("CBT-02 DES-06", "combat", BLOW | {"exploits": 2, "desastres_attaque": 2}, [[10, 10, 2], [2]],
     {"touche": True, "exploits": 2}),
    ("SDE-03 DEC-03", "combat", BLOW | {"somme_attaque": 15, "jetons_defense": 1,
     "jetons_avant_defense": "ask"}, [1], {"touche": False, "jetons_defense_depenses": 1}),
    ("DIF-11 CBT-02", "combat", BLOW | {"difficulty_attaque": 10, "exploits": 1, "ag_attaque": 1},
     [[2], [10, 1]], {"touche": False, "exploits_cedes": 0}),
    ("EXL-09", "combat", BLOW | {"exploits": 1, "acteur": "mj"}, [[2]], {"exploits_cedes": 1}),
    # ── who receives ──
    ("EXL-10", "echec", THEIRS | {"reserves": {"Ana": 1, "Bo": 1}, "cible": "le chien"}, ["Bo"],
     {"attributions": {"Bo": 3}}),
    ("EXL-05 INV-06", "echec", LOST | {"adversaires": TWO, "aveugle": True}, [],
     {"attributions": {"Ana": 3}, "usage": "ag"}),
    ("EXL-05", "echec", LOST | {"adversaires": TWO}, ["Ana", "le garde", "Ana"],
     {"attributions": {"le garde": 1, "Ana": 2}}),
    # ── what comes of it ──
    ("DES-09", "desastre", {"jetons": 5, "malus": False}, [], {"malus": 0, "echec_total": True}),
    ("CBT-03 ECH-05", "degats", {"des": 2, "coup": 5, "de": "machines", "armure": 2}, [[4], [9]],
     {"total": 18, "perte": 178}),
    ("PHY-02 SOC-05", "exploits", {"exploits": 5,
     "emplois": ["demi", "demi", "demi", "effet", "prix"]}, [],
     {"multiplicateur": "5/2", "effets": 1, "prix": 1, "jetons_gagnes": 0}),
    ("PHY-01", "effet", {"base": "3/2", "exploits": 1}, [], {"valeur": "9/4"}),
    ("PHY-02", "effet", {"base": 0, "exploits": 5}, [], {"valeur": "0"}),
    ("PHY-02", "exploits_requis", {"base": 2, "cible": -3}, [], {"exploits": 0, "possible": True}),
    ("DIF-02 ECN-01 DIF-06", "noms", {"difficulty": 12, "trait": 0, "talent": 0, "exploits": 5}, [],
     {"difficulty": "Facile", "trait": "Handicapé", "talent": None, "exploits": "Prodigieuse"}),
    ("DIF-06", "noms", {"difficulty": 20, "exploits": 0}, [], {"exploits": "Moyenne"}),
    ("DIF-06", "noms", {"difficulty": 10, "exploits": 1}, [], {"exploits": "Correcte"}),
    # ── Échelle ──
    ("ECH-01", "echelle_de", {"tonnes": "1/1000"}, [], {"echelle": "hommes"}),
    ("ECH-01", "echelle_de", {"tonnes": "7/2"}, [], {"echelle": "hommes"}),
    ("ECH-01", "echelle_de", {"tonnes": "9/2"}, [], {"echelle": "machines"}),
    ("ECH-01", "echelle_de", {"tonnes": "9/2", "echelle": "ask"}, ["hommes"],
     {"echelle": "hommes"}),
    ("ECH-01", "echelle_de", {"tonnes": 1500, "echelle": "ask"}, ["machines"],
     {"echelle": "machines"}),
    ("ECH-02", "echelle", UP | {"valeur": 25, "nature": "puissance"}, [], {"valeur": "5/2"}),
    ("ECH-04", "degats_echelle", UP | {"degats": 0}, [], {"perte": 0}),
    ("ECH-02", "degats_echelle", FAR | {"degats": 1}, [], {"perte": 1}),
    ("TPS-02", "temps", {"evenements": [{"type": "avance", "unite": "tour", "n": 2},
     {"type": "avance", "unite": "action"}]}, [], {"etat": {"tour": 2, "action": 1}}),
    ("TPS-04 -06", "temps", {"evenements": [{"type": "avance", "unite": "instant", "n": 3},
     {"type": "avance", "unite": "episode"}]}, [],
     {"etat": {"episode": 2, "scene": 1, "instant": 0}}),
    ("TPS-07", "temps", {"etat": {"serie": True}, "evenements":
     [{"type": "avance", "unite": "episode"}]}, [], {"etat": {"aventure": 2, "episode": 1}}),
    ("EXP-02", "die", {"somme": 12, "seuils": [15, 20]}, [[1, 1]],
     {"rang": 0, "explosion": "negative"}),
]  # fmt: skip

RULED: list[tuple[str, str, Params, Params, list[Any], Params]] = [
    ("OPA-03", "passive", {"passive_beneficiaire": "mj"},
     TEST | {"cible": 5, "adversaire": "pj", "exploits": 2}, [[2]], {"beneficiaire": "mj"}),
    ("AUT-01", "automatic", {"auto_plus_ag": True},
     {"trait": 6, "talent": 5, "ag_permanentes": 1, "difficulty": 20}, [], {"success": True}),
    ("OAC-01", "active", {"active_zero": "seuil"}, DUEL | {"engages": 0}, [[4], [6]],
     {"winner": "nul", "lances": 2}),
    ("OAE-02", "active", {"repondant_ouvre": True}, DUEL,
     ["passer", "annoncer", "tester", [6], [9]], {"winner": "nul"}),
    ("OAE-07", "active", {"nul_au_total": True}, DUEL | {"engages": 1}, [[9], [8]],
     {"winner": "initiateur", "exploits": 1}),
    ("EXL-05", "echec", {"jetons_pnj": "commun"}, LOST | {"adversaires": TWO[:1]}, [],
     {"attributions": {"mj": 3}, "usage": "ag_ou_desastre"}),
    ("EXL-05", "echec", {"partage_adversaires": "chacun"}, LOST | {"adversaires": TWO}, [],
     {"attributions": {"le garde": 3, "Ana": 3}}),
    ("EXL-10", "echec", {"priorite_joueurs": "un_par_un"},
     THEIRS | {"reserves": {"Ana": 2, "Bo": 0}}, ["Ana"], {"attributions": {"Ana": 1, "Bo": 2}}),
    ("DIF-06", "noms", {"qualite_par": "difficulte"}, {"difficulty": 20, "exploits": 0}, [],
     {"exploits": "Correcte"}),
    ("ECH-04", "degats_echelle", {"echelle_arrondi": "plancher"},
     UP | {"degats": 31, "armure": 3}, [], {"perte": 0}),
    ("CBT-03", "degats", {"degats_explosent": True}, {"des": 1}, [[10, 4]], {"total": 14}),
    ("CBT-03", "degats", {"degats_explosent": True}, {"des": 1}, [[1, 4]], {"total": 0}),
    ("JET-01", "jetons", {"jetons_transfert": True}, {"evenements": [
     {"type": "gain", "holder": "Ana", "n": 2}, {"type": "don", "player": "Ana", "a": "Bo", "n": 1}]},
     [], {"etat": {"reserves": {"Ana": 1, "Bo": 1}}}),
]  # fmt: skip
REFUSED: list[tuple[str, str, Params, list[Any], str]] = [
    ("INV-02", "blind", TEST | {"caches": 6}, [], "caches"),
    ("AUT-06", "action", TEST | {"automatique": True, "exploits": "ask"}, [], "automatique"),
    ("VTT-04", "passive", TEST | {"cible": 5, "vertu": 3}, [], "vertu"),
    ("VTT-01", "passive", {"trait": 6, "cible": 5}, [], "talent"),
    ("OAE-10", "degats", {"des": 2, "nature": "detresse", "coup": 5}, [], "coup"),
    ("ECH-01", "echelle_de", {"tonnes": 2, "echelle": "machines"}, [], "echelle"),
    ("TPS-02", "temps", {"evenements": [{"type": "avance", "unite": "action"}]}, [],
     "evenements[0].unite"),
    ("LIM-02", "exploits", {"exploits": 1, "scene_finie": True}, ["jeton"], "answers[0]"),
    ("DES-03", "desastre", {"jetons": 3, "desastres_max": 2}, [], "jetons"),
    ("EXL-05", "echec", LOST | {"adversaires": [{"id": "mj", "camp": "pnj"}]}, [], "adversaires"),
    ("EXL-06", "echec", LOST | {"part_ag": 2}, [], "part_ag"),
]  # fmt: skip
ASKED: list[tuple[str, str, Params, list[Any], tuple[str, str]]] = [
    ("OAE-05", "active", DUEL, ["annoncer", *["surencherir"] * 4], ("repondant", "d10")),
    ("DES-01", "action", TEST | {"desastres": "ask"}, [], ("mj", "desastres")),
    ("DES-05", "action", TEST | {"desastres": 1, "desastre_malus": "ask"}, [], ("mj", "malus")),
    ("CBT-01", "combat", BLOW | {"somme_attaque": 15, "defense": "ask"}, [],
     ("defenseur", "defense")),
    ("EXL-10", "echec", THEIRS | {"reserves": {"Ana": 1, "Bo": 1}}, [], ("mj", "joueur")),
]  # fmt: skip
