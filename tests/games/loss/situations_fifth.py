"""Les Chants de Loss, a sixth reading, worked out by hand from the document."""

from __future__ import annotations

from typing import Any

from tests.kit.situations import Params

# People of the document's examples.
ROOF: Params = {"trait": 6, "talent": 9, "difficulty": 20, "exploits": 2}
SAILOR: Params = {"trait": 6, "talent": 6, "exploits": 2}
RIDER: Params = {"trait": 7, "talent": 8, "exploits": 3, "ag_permanentes": 2}
ALLEY: Params = {"trait": 7, "talent": 7, "exploits": 1, "ag_permanentes": 1}
SPEECH: Params = {"trait": 8, "talent": 6, "exploits": 1, "ag_circonstance": 1}
RUNS: Params = {"trait": 5, "vertu": 4}
CAT: Params = {"somme_attaque": 13, "somme_defense": 9}
EIM: Params = {"somme_attaque": 25, "somme_defense": 19}
TALK: Params = {"somme_initiateur": 11, "somme_repondant": 9}
JANUS: Params = {"somme_attaque": 13, "somme_defense": 12, "exploits": 1}
TRACK: Params = {"trait": 6, "talent": 7, "ag_permanentes": 1, "exploits": 2}
LURKER: Params = {"id": "le bandit", "trait": 6, "talent": 6, "acteur": "mj", "exploits": 2}
MESHAN: Params = {"id": "Meshan", **TRACK}
ARENIUS: Params = {"id": "Arenius", "trait": 7, "talent": 7, "exploits": 1}
MIRA: Params = {"id": "Mira", "trait": 6, "talent": 6, "jetons": 1}
SORN: Params = {"id": "Sorn", "trait": 6, "talent": 6, "jetons": 2}
MARKET: Params = {"exploits": 1, "acteur": "pj", "auteur": "Diego"}
PARTY: Params = {"Ana": 0, "Bo": 2, "Cy": 2}

SITUATIONS: list[tuple[str, str, Params, list[Any], Params]] = [
    # ── the document's people, on the edge of their dice ──
    ("DEC-01 EXL-02", "action", ROOF, [[10, 5]], {"success": True, "exploits": 2}),
    ("DEC-01 EXL-02", "action", ROOF, [[10, 4]], {"success": False, "exploits_cedes": 2}),
    ("DEC-03", "action", ROOF | {"jetons": 2}, [[5], 2], {"success": True, "jetons_depenses": 2}),
    ("DEC-03", "action", ROOF | {"jetons": 2}, [[4]], {"success": False, "jetons_depenses": 0}),
    ("PHY-05", "action", SAILOR, [[10, 3]], {"success": True, "exploits": 2}),
    ("PHY-05 EXL-08", "action", SAILOR, [[10, 2]], {"exploits_cedes": 2, "beneficiaire": "mj"}),
    ("PHY-06", "action", RIDER, [[6]], {"success": True, "exploits": 3}),
    ("PHY-06", "action", RIDER, [[5]], {"success": True, "exploits": 3}),
    ("PHY-06", "action", RIDER, [[4]], {"success": False, "exploits_cedes": 3}),
    ("SOC-04", "action", ALLEY, [[4]], {"success": True, "exploits": 1}),
    ("SOC-04", "action", ALLEY | {"ag_permanentes": 0}, [[4]], {"success": False}),
    ("SOC-01 SDE-02", "action", ALLEY, [[1, 1]], {"success": False, "exploits_cedes": 1}),
    ("SOC-07", "action", SPEECH, [[6]], {"success": True, "exploits": 1}),
    ("SOC-07 EXP-02", "action", SPEECH, [[1, 2]], {"success": False}),
    ("VTT-04", "trait", RUNS, [[7]], {"success": True, "exploits": 0}),
    ("VTT-04", "trait", RUNS | {"modifier": 1}, [[7]], {"success": True}),
    ("VTT-04", "trait", RUNS | {"modifier": 2}, [[7]], {"success": False}),
    ("EXP-02", "trait", RUNS | {"difficulty": 0}, [], {"method": "somme"}),
    ("VTT-05 EXL-05", "trait", RUNS | {"exploits": 1, "adversaire": "pnj"}, [[9]],
     {"exploits_cedes": 1, "beneficiaire": "adversaire"}),
    # ── calm ──
    ("AUT-01 DIF-08", "action", {"trait": 9, "talent": 9, "difficulty": 20, "au_calme": True}, [[2]],
     {"method": "de", "success": True}),
    ("AUT-01 SOC-04", "action",
     {"trait": 3, "talent": 1, "difficulty": 20, "modifier": -5, "au_calme": True}, [True],
     {"method": "automatique", "success": True}),
    ("AUT-01 DES-05", "action", {"trait": 3, "talent": 1, "au_calme": True, "desastres": 1}, [[9]],
     {"method": "de", "success": False}),
    ("AUT-05", "automatic", {"trait": 5, "talent": 5, "materiel": False}, [],
     {"refus": ["materiel"], "success": False}),
    ("ECN-02", "sans_test", {"trait": 5, "talent": 1, "temps": False}, [], {"voie": "aucune"}),
    ("SDE-01 PER-01", "sans_test", {"trait": 5, "talent": 5, "ag_permanentes": 1}, [],
     {"voie": "somme"}),
    ("DIF-04 AUT-02", "sans_test", {"trait": 9, "talent": 0, "difficulty": 10}, [],
     {"voie": "aucune"}),
    # ── oppositions ──
    ("OPA-02 OPA-04", "passive", {"trait": 6, "talent": 6, "cible": 4, "exploits": 2}, [[10, 2]],
     {"success": True, "exploits": 2}),
    ("OPA-02 SDE-01", "passive", {"trait": 6, "talent": 6, "cible": 4, "ag_circonstance": 1}, [],
     {"method": "somme"}),
    ("OPA-02 AUT-01", "passive", {"trait": 6, "talent": 2, "cible": 6, "au_calme": True}, [[9]],
     {"method": "de", "success": False}),
    ("OAC-02", "active", TALK | {"engages": 0}, [[7], [9]], {"winner": "nul"}),
    ("OAC-01 EXP-02", "active", TALK | {"engages": 0}, [[1, 4], [2]], {"winner": "repondant"}),
    ("OAE-04", "active", TALK | {"somme_repondant": 40, "engages": 5}, [[2], [9]],
     {"winner": "repondant", "exploits": 5, "lances": 2}),
    ("OAE-04", "active", TALK | {"somme_repondant": 40, "engages": 4}, [[9]],
     {"winner": "repondant", "exploits": 4, "lances": 1}),
    ("OAE-05", "active", TALK | {"engages": 3, "somme_repondant": 29}, [[1, 1]],
     {"winner": "initiateur", "exploits": 3, "lances": 1}),
    ("OAE-07", "active", TALK | {"engages": 1}, [[10, 1], [9]], {"winner": "nul", "exploits": 0}),
    ("DES-05 OAE-05", "active", TALK | {"engages": 1, "desastres_repondant": 1}, [[10, 2]],
     {"winner": "initiateur", "exploits": 1}),
    # ── combat ──
    ("CBT-02", "combat", JANUS, [[7], [8]], {"touche": False, "exploits_cedes": 0}),
    ("CBT-02", "combat", JANUS, [[7], [7]], {"touche": True, "exploits": 1}),
    ("CBT-02", "combat", JANUS | {"defense_allegee": True}, [[7], [3]], {"touche": False}),
    ("CBT-02", "combat", JANUS | {"defense_allegee": True}, [[7], [2]],
     {"touche": True, "exploits": 1}),
    ("CBT-02 SDE-03", "combat", JANUS | {"defense_allegee": True, "somme_defense": 15}, [[7]],
     {"touche": False, "exploits_cedes": 0}),
    ("ECN-03", "combat", CAT, [[2], [5]], {"touche": True, "exploits": 0}),
    ("ECN-03", "combat", CAT, [[2], [6]], {"touche": False}),
    ("ECN-09", "combat", EIM | {"exploits": 1, "acteur_defense": "mj"}, [[2], [2]],
     {"touche": False}),
    ("ECN-09 SDE-03", "combat", EIM, [], {"touche": False}),
    ("SDE-01 -03", "combat", EIM | {"sans_de": "ask"}, [False, [1, 9], True], {"touche": False}),
    ("SDE-01 -03", "combat", EIM | {"sans_de": "ask"}, [False, [1, 9], False, [1, 6]],
     {"touche": True}),
    ("DIF-11", "combat", CAT | {"difficulty_attaque": 10, "defense": False, "exploits": 1}, [[2]],
     {"touche": True, "exploits": 1}),
    # ── a search ──
    ("INV-03", "dissimulation", {"cacheur": LURKER, "chercheurs": [MESHAN]}, [[10, 3], [7]],
     {"caches": 2, "niveaux": {"Meshan": "devoile"}}),
    ("INV-04", "dissimulation", {"cacheur": LURKER, "chercheurs": [ARENIUS]}, [[10, 3], [6]],
     {"niveaux": {"Arenius": "intuition"}}),
    ("INV-05 -06", "dissimulation", {"cacheur": LURKER, "chercheurs": [ARENIUS]}, [[10, 3], [5]],
     {"niveaux": {"Arenius": "rien"}, "cedes": 0}),
    ("INV-08", "dissimulation", {"cacheur": LURKER, "chercheurs": [ARENIUS]}, [[10, 2]],
     {"caches": None, "niveaux": {"Arenius": "devoile"}, "cedes": 2}),
    ("INV-03 -04", "dissimulation", {"cacheur": LURKER, "chercheurs": [MESHAN, ARENIUS]},
     [[10, 3], [6], [10, 1]], {"niveaux": {"Meshan": "rien", "Arenius": "intuition"}}),
    ("JET-03", "dissimulation", {"cacheur": MIRA, "chercheurs": [SORN],
     "jetons_communs_joueurs": 2, "frappeur": "Sorn"}, [[2], 1, [2], 1],
     {"caches": 0, "niveaux": {"Sorn": "devoile"}}),
    ("INV-02 SOC-04", "blind", TRACK | {"caches": 2, "modifier": 5}, [[7]],
     {"niveau": "rien", "exploits_cedes": 2}),
    # ── who receives ──
    ("EXL-06 SOC-06", "echec", MARKET, [], {"attributions": {"mj": 1}, "usage": "ag_ou_desastre"}),
    ("EXL-10", "echec", {"exploits": 3, "acteur": "mj", "auteur": "le garde", "reserves": PARTY}, [],
     {"attributions": {"Ana": 3}, "usage": "ag"}),
    ("EXL-10", "echec", {"exploits": 3, "acteur": "mj", "auteur": "le garde", "reserves": PARTY,
     "cible": "Cy"}, [], {"attributions": {"Cy": 3}}),
    # ── what comes of it ──
    ("PHY-02", "effet", {"base": 3, "exploits": 2}, [], {"valeur": "6"}),
    ("PHY-03 -04", "exploits_requis", {"base": 50, "cible": 150}, [],
     {"exploits": 4, "possible": True}),
    ("SOC-05 SOC-01", "exploits", {"exploits": 2}, ["prix", "information"],
     {"prix": 1, "informations": 1}),
    ("OAE-09 -10", "exploits", {"exploits": 5}, ["detresse"] * 5, {"detresse_d10": 5}),
    ("OAE-10 ECH-07", "degats",
     {"des": 2, "nature": "detresse", "de": "machines", "armure": 9}, [[7], [8]], {"perte": 15}),
    ("ECH-04", "degats", {"des": 2, "coup": 12, "vers": "machines", "armure": 3}, [[9], [10]],
     {"total": 31, "perte": 1}),
    ("ECH-04", "degats", {"des": 2, "coup": 12, "vers": "machines", "armure": 3}, [[9], [9]],
     {"total": 30, "perte": 0}),
    ("ECH-02", "degats_echelle", {"degats": 7, "de": "geants", "vers": "hommes"}, [],
     {"perte": 700}),
    ("ECH-06", "echelle", {"valeur": 10, "de": "hommes", "vers": "machines",
     "nature": "puissance"}, [], {"valeur": "1"}),
    ("DES-08", "desastre", {"jetons": 4, "malus": "ask"}, [True], {"malus": 15}),
    ("DES-07 -02", "desastre", {"jetons": 3, "malus": "ask"}, [False], {"gravite": 3, "malus": 0}),
    ("TPS-06 -08", "temps", {"evenements": [{"type": "avance", "unite": "instant", "n": 2},
     {"type": "avance", "unite": "scene"}, {"type": "avance", "unite": "aventure"}]}, [],
     {"etat": {"aventure": 2, "episode": 1, "scene": 1, "instant": 0}}),
]  # fmt: skip

STRIKES: Params = {"desastres_joueurs": True}
GUARD: Params = {"id": "garde", "acteur": "mj", "trait": 2, "talent": 2, "desastre_malus": True}
RULED: list[tuple[str, str, Params, Params, list[Any], Params]] = [
    ("OAC-01", "active", {"active_zero": "seuil"}, TALK | {"engages": 0}, [[5]],
     {"winner": "initiateur", "lances": 1}),
    ("EXP-02", "action", {"explosion_un": "zero_moins"},
     {"trait": 8, "talent": 8, "exploits": 0, "sans_de": False}, [[1, 1]], {"success": True}),
    ("EXP-04", "trait", {"explosion_sans_exploit": "jamais"}, RUNS | {"difficulty": 20}, [[10]],
     {"success": False}),
    ("SDE-01", "combat", {"somme_pnj": False}, EIM | {"acteur": "mj"}, [[1, 10, 9]],
     {"touche": False}),
    ("LIM-02 DES-03", "dissimulation", STRIKES, {"cacheur": SORN | {"trait": 20, "exploits": 0},
     "chercheurs": [GUARD | {"desastres": 2}], "jetons_communs_joueurs": 2}, [[9]],
     {"niveaux": {"garde": "rien"}}),
]  # fmt: skip

REFUSED: list[tuple[str, str, Params, list[Any], str]] = [
    ("JET-03", "dissimulation", {"cacheur": MIRA, "chercheurs": [SORN],
     "jetons_communs_joueurs": 3}, [], "frappeur"),
    ("OAE-10", "degats", {"des": 1, "nature": "detresse", "coup": 1}, [], "coup"),
    ("EXL-03", "combat", JANUS | {"exploits": 6}, [], "exploits"),
    ("VTT-01", "blind", {"trait": 6, "caches": 0}, [], "talent"),
    ("AUT-02", "action", {"trait": 6, "talent": 0, "automatique": True}, [], "automatique"),
]  # fmt: skip

ASKED: list[tuple[str, str, Params, list[Any], tuple[str, str]]] = [
    ("SDE-01 -03", "combat", EIM | {"sans_de": "ask"}, [], ("attaquant", "sans_de")),
    ("SDE-01 -03", "combat", EIM | {"sans_de": "ask"}, [True], ("defenseur", "sans_de")),
    ("INV-01", "dissimulation", {"cacheur": LURKER, "chercheurs": [MESHAN]}, [], ("mj", "d10")),
    ("OAE-03", "active", TALK, ["annoncer", "surencherir"], ("initiateur", "annonce")),
    ("DES-01", "combat", JANUS | {"desastres_attaque": "ask"}, [], ("mj", "desastres")),
]  # fmt: skip
