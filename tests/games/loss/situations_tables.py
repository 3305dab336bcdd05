"""Les Chants de Loss: the rows of its tables, and situations of a second reading of it."""

from __future__ import annotations

from typing import Any

from tests.kit.situations import Params

DIFFICULTIES = {10: "Facile", 15: "Moyen", 20: "Difficile", 25: "Très dur", 30: "Héroïque",
                35: "Légendaire"}  # fmt: skip
QUALITIES = ("Moyenne", "Correcte", "Remarquable", "Excellente", "Prodigieuse")
TRAITS = ("Handicapé", "Faible", "Moyen", "Vétéran", "Héroïque", "Légendaire")
TALENTS = ("Novice", "Débutant", "Professionnel", "Expert", "Maitre", "Légendaire")
MALUS = (2, 5, 10, 15)
TON: Params = {"de": "hommes", "vers": "machines"}
DIEGO: Params = {"trait": 6, "talent": 9, "difficulty": 20, "exploits": 1, "ag_permanentes": 0}
CHEST: Params = {"trait": 6, "talent": 7, "exploits": 2, "ag_permanentes": 1, "caches": 2}
DUEL: Params = {"somme_initiateur": 14, "somme_repondant": 12}
BLOW: Params = {"somme_attaque": 14, "somme_defense": 12, "exploits": 1}

SITUATIONS: list[tuple[str, str, Params, list[Any], Params]] = [
    # ── tables, row by row ──
    *(("DIF-02", "noms", {"difficulty": n}, [], {"difficulty": name})
      for n, name in DIFFICULTIES.items()),
    *(("DIF-06", "noms", {"exploits": n}, [], {"exploits": name})
      for n, name in enumerate(QUALITIES)),
    *(("ECN-01", "noms", {"trait": 2 * n + more}, [], {"trait": name})
      for n, name in enumerate(TRAITS) for more in (1, 2)),
    *(("ECN-01", "noms", {"talent": 2 * n + more}, [], {"talent": name})
      for n, name in enumerate(TALENTS) for more in (1, 2)),
    *(("DES-05", "desastre", {"jetons": n}, [], {"gravite": n, "malus": malus, "echec_total": False})
      for n, malus in enumerate(MALUS, 1)),
    ("DES-09", "desastre", {"jetons": 5}, [], {"gravite": 5, "echec_total": True}),
    *(("DES-05", "action", {"trait": 6, "talent": 6, "desastres": n}, [[face]], {"success": done})
      for n, malus in enumerate(MALUS[:2], 1)
      for face, done in ((3 + malus, True), (2 + malus, False))),
    # ── Tests of the document's people ──
    ("MEC-01", "action", {"trait": 6, "talent": 6}, [[9]], {"success": True, "exploits": 0}),
    ("EXP-02", "action", {"trait": 6, "talent": 6}, [[1, 10, 10, 3]], {"success": False}),
    ("DEC-03", "action", DIEGO, [[9]], {"success": False, "exploits_cedes": 1}),
    ("PER-02", "action", DIEGO | {"ag_permanentes": 1}, [[9]], {"success": True, "exploits": 1}),
    ("REC-01", "action", {"trait": 7, "talent": 7, "exploits": 1, "ag_permanentes": 1}, [[4]],
     {"success": True, "exploits": 1}),
    ("SOC-03", "action", {"trait": 6, "talent": 5, "exploits": 1}, [[8]],
     {"success": False, "exploits_cedes": 1, "beneficiaire": "mj"}),
    ("EXL-03", "action", {"trait": 6, "talent": 9, "exploits": 5}, [[10, 10, 9]],
     {"success": True, "exploits": 5}),
    ("VTT-04", "trait", {"vertu": 4, "trait": 5, "exploits": 1}, [[10, 2]], {"exploits": 1}),
    # ── blind ──
    ("INV-03", "blind", CHEST, [[7]], {"niveau": "devoile", "exploits": 0}),
    ("INV-04", "blind", CHEST | {"caches": 3}, [[7]], {"niveau": "intuition"}),
    ("INV-05", "blind", CHEST | {"caches": 4}, [[7]], {"niveau": "rien", "success": True}),
    ("INV-05", "blind", CHEST, [[6]], {"niveau": "rien", "exploits_cedes": 2}),
    ("INV-03", "blind", {"trait": 6, "talent": 7, "caches": 0}, [[2]], {"niveau": "devoile"}),
    # ── oppositions ──
    ("OPA-02", "passive", {"trait": 6, "talent": 7, "cible": 7, "exploits": 1}, [[10, 3]],
     {"success": True, "exploits": 1}),
    ("OPA-02", "passive", {"trait": 6, "talent": 7, "cible": 7, "exploits": 1}, [[10, 2]],
     {"success": False, "beneficiaire": "adversaire"}),
    ("EXL-10", "passive", {"trait": 6, "talent": 7, "cible": 7, "acteur": "mj", "exploits": 1},
     [[2]], {"beneficiaire": "joueurs"}),
    ("OAC-01", "active", DUEL, ["passer", [4], [6]], {"winner": "nul", "lances": 2}),
    ("OAC-01", "active", DUEL, ["passer", [4], [5]], {"winner": "initiateur", "exploits": 0}),
    ("OAE-07", "active", DUEL, ["annoncer", "surencherir", "tester", [10, 2], [10, 5]],
     {"winner": "nul", "exploits": 0}),
    ("OAE-06", "active", DUEL, ["annoncer", "surencherir", "tester", [9]],
     {"winner": "repondant", "exploits": 2, "lances": 1}),
    ("OAE-08", "active", DUEL | {"jetons_initiateur": 1}, ["annoncer", "tester", [9], [5], 1],
     {"winner": "nul", "jetons_initiateur_depenses": 1}),
    ("OAE-08", "active", DUEL | {"jetons_initiateur": 1}, ["annoncer", "tester", [9], [5], 0],
     {"winner": "repondant", "jetons_initiateur_depenses": 0}),
    # ── combat ──
    ("CBT-01", "combat", BLOW, [[5]], {"touche": False, "exploits_cedes": 1}),
    ("CBT-02", "combat", BLOW, [[6], [8]], {"touche": False, "exploits_cedes": 0}),
    ("CBT-02", "combat", BLOW, [[6], [7]], {"touche": True, "exploits": 1}),
    # ── Échelle ──
    *(("ECH-04", "degats_echelle", TON | {"degats": n, "armure": armour}, [], {"perte": lost})
      for n, armour, lost in ((9, 0, 1), (10, 0, 1), (20, 0, 2), (30, 3, 0), (40, 3, 1), (50, 3, 2))),
    ("ECH-05", "degats_echelle",
     {"degats": 3, "de": "geants", "vers": "hommes", "armure": 10}, [], {"perte": 290}),
    ("ECH-06", "echelle", {"valeur": 2, "de": "machines", "vers": "hommes", "nature": "puissance"},
     [], {"valeur": "20"}),
    ("ECH-07", "echelle", {"valeur": 8, "de": "machines", "vers": "hommes", "nature": "autre"}, [],
     {"valeur": "8"}),
    *(("ECH-01", "echelle_de", {"tonnes": n}, [], {"echelle": name})
      for n, name in ((3, "hommes"), (5, "machines"), (1000, "machines"), (17000, "geants"))),
    # ── effects ──
    *(("PHY-01 -02", "effet", {"base": 2, "exploits": n}, [], {"valeur": str(2 + n)})
      for n in range(1, 6)),
    ("PHY-02", "exploits_requis", {"base": 2, "cible": 3}, [], {"exploits": 1}),
    ("PHY-02", "exploits_requis", {"base": 2, "cible": 8}, [], {"possible": False}),
    ("EXL-06", "echec", {"exploits": 3, "acteur": "pj", "auteur": "Diego"}, [],
     {"attributions": {"mj": 3}, "usage": "ag_ou_desastre"}),
    ("EXL-10", "echec",
     {"exploits": 3, "acteur": "mj", "auteur": "x", "reserves": {"Ana": 2, "Bo": 0}}, [],
     {"attributions": {"Bo": 3}, "usage": "ag"}),
    ("AUT-01", "automatic", {"trait": 6, "talent": 1}, [], {"success": True, "total": 15}),
    ("AUT-01", "automatic", {"trait": 6, "talent": 6, "difficulty": 20}, [], {"success": False}),
    ("AUT-03", "automatic", {"trait": 2, "talent": 6}, [], {"autorise": False}),
]  # fmt: skip

WOODS: Params = {"trait": 5, "talent": 5, "caches": 1}
HIDING: Params = {
    "cacheur": {"id": "x", "trait": 5, "talent": 5, "acteur": "mj"},
    "chercheurs": [{"id": "Ana", "trait": 5, "talent": 5, "desastres": "ask"}],
}
LATER: Params = {"somme_initiateur": 12, "somme_repondant": 12, "jetons_initiateur": 1,
                 "jetons_avant_initiateur": "ask", "jetons_repondant": 1,
                 "jetons_avant_repondant": "ask"}  # fmt: skip
SITUATIONS += [
    # ── without a die, and when one is needed all the same ──
    ("DIF-05", "action", {"trait": 3, "talent": 2, "difficulty": 10}, [[4]], {"success": False}),
    ("DIF-04", "action", {"trait": 5, "talent": 0, "difficulty": 10, "au_calme": True}, [[4]],
     {"method": "de", "success": False}),
    ("DIF-04 AUT-03", "action", {"trait": 2, "talent": 1, "difficulty": 10, "au_calme": True}, [],
     {"method": "facile"}),
    ("AUT-01", "action", {"trait": 6, "talent": 6, "difficulty": 16, "au_calme": True}, [[3]],
     {"method": "de"}),
    ("AUT-01 SOC-04", "action", {"trait": 6, "talent": 6, "difficulty": 20, "modifier": -5,
     "au_calme": True}, [True], {"method": "automatique", "success": True}),
    ("AUT-01 SOC-07", "action", {"trait": 4, "talent": 4, "difficulty": 20, "ag_circonstance": 1,
     "au_calme": True}, [[6]], {"method": "de", "success": False}),
    ("AUT-02 -03", "action", {"trait": 3, "talent": 1, "au_calme": True}, [True],
     {"success": True}),
    ("AUT-01 OPA-02", "passive", {"trait": 6, "talent": 3, "cible": 5, "au_calme": True}, [True],
     {"method": "automatique"}),
    ("AUT-01 OPA-02", "passive", {"trait": 6, "talent": 3, "cible": 6, "au_calme": True}, [[9]],
     {"method": "de", "success": True}),
    ("AUT-02 VTT-04", "trait", {"vertu": 4, "trait": 5, "au_calme": True}, [[6]],
     {"method": "de"}),
    ("DIF-04 VTT-04", "trait", {"vertu": 2, "trait": 3, "difficulty": 10, "au_calme": True}, [[5]],
     {"method": "de", "success": True}),
    ("SDE-01 VTT-04", "trait", {"vertu": 8, "trait": 8}, [], {"method": "somme"}),
    ("SDE-01 DES-05", "action", {"trait": 8, "talent": 8, "desastres": 1}, [[2]],
     {"method": "de", "success": True}),
    ("SDE-01 DES-08", "action", {"trait": 8, "talent": 8, "desastres": 4, "desastre_malus": False},
     [], {"method": "somme"}),
    ("DES-08", "action", {"trait": 9, "talent": 9, "desastres": 4}, [[10, 2]], {"success": True}),
    # ── tokens ──
    ("DEC-03", "action", {"trait": 5, "talent": 5, "difficulty": 20, "exploits": 3, "jetons": 9},
     [[2], 5], {"success": True, "exploits": 3, "jetons_depenses": 5}),
    ("DEC-03", "action", {"trait": 5, "talent": 5, "difficulty": 40, "jetons": 2}, [[2]],
     {"success": False, "jetons_depenses": 0}),
    ("DEC-03 SDE-01", "action", {"trait": 5, "talent": 5, "difficulty": 40, "jetons": 8,
     "jetons_avant": 6}, [], {"method": "somme", "jetons_depenses": 6}),
    ("SDE-02 EXP-02", "action", {"trait": 10, "talent": 10, "exploits": 1, "jetons": 1},
     [[1, 3], 1], {"success": True, "exploits": 1}),
    # ── blind ──
    ("INV-04 AUT-01", "blind", WOODS | {"au_calme": True}, [True], {"niveau": "intuition"}),
    ("INV-03 AUT-01", "blind", WOODS | {"au_calme": True, "caches": 0}, [True],
     {"niveau": "devoile"}),
    ("INV-02 SOC-04", "blind", WOODS | {"modifier": 5, "caches": 0}, [[9]], {"niveau": "rien"}),
    ("INV-06 EXL-05", "blind", WOODS | {"adversaire": "pj", "exploits": 1}, [[9]],
     {"beneficiaire": "adversaire", "exploits_cedes": 1}),
    ("DES-09", "blind", WOODS | {"desastres": 5, "exploits": 2}, [],
     {"niveau": "rien", "exploits_cedes": 0}),
    # ── combat ──
    ("DIF-11 SOC-07", "combat", {"somme_attaque": 8, "somme_defense": 10, "difficulty_attaque": 10,
     "ag_attaque": 1, "defense": False, "exploits": 1}, [[2]], {"touche": True, "exploits": 1}),
    ("CBT-02 SDE-03", "combat", BLOW | {"somme_defense": 20}, [[6]], {"touche": False}),
    ("CBT-02 EXP-02", "combat", BLOW | {"somme_defense": 19}, [[6], [1, 3]],
     {"touche": True, "exploits": 1}),
    ("SDE-03", "combat", {"somme_attaque": 25, "somme_defense": 15}, [], {"touche": False}),
    ("DEC-03", "combat", {"somme_attaque": 25, "somme_defense": 10, "jetons_defense": 1}, [[2], 1],
     {"touche": False, "jetons_defense_depenses": 1}),
    # ── oppositions ──
    ("OAE-05", "active", DUEL | {"somme_initiateur": 25, "somme_repondant": 35},
     ["annoncer", *["surencherir"] * 4, [5], [2]], {"winner": "repondant", "exploits": 5}),
    ("OAE-07", "active", DUEL | {"somme_initiateur": 25, "somme_repondant": 10},
     ["annoncer", "surencherir", "tester", [2], [9]], {"winner": "initiateur", "exploits": 2}),
    ("OAE-05 SDE-02", "active", DUEL | {"somme_initiateur": 25, "somme_repondant": 20},
     ["annoncer", "tester", [1, 2]], {"winner": "initiateur", "lances": 1}),
    ("OAE-06 -08", "active", LATER, ["annoncer", "tester", 0, [9], 1, [3]],
     {"winner": "nul", "jetons_initiateur_depenses": 1, "jetons_repondant_depenses": 0}),
    ("OAE-08", "active", LATER, ["passer", 1, 0, [4], [5], 0],
     {"winner": "initiateur", "jetons_initiateur_depenses": 1}),
    ("OAE-06", "active", DUEL | {"engages": 2, "jetons_repondant": 1, "jetons_avant_repondant": 1},
     [[2]], {"winner": "repondant", "jetons_repondant_depenses": 0}),
    # ── Échelle, effects, names ──
    ("ECH-04", "degats_echelle", {"degats": 12, "de": "machines", "vers": "machines", "armure": 3},
     [], {"perte": 9}),
    ("ECH-02", "degats_echelle", {"degats": 99, "de": "hommes", "vers": "geants"}, [],
     {"perte": 1}),
    ("ECH-06", "echelle", {"valeur": 1, "de": "machines", "vers": "hommes", "nature": "puissance"},
     [], {"valeur": "10"}),
    ("ECH-04", "echelle", {"valeur": 3, "de": "machines", "vers": "hommes", "nature": "armure"}, [],
     {"valeur": "30"}),
    ("CBT-03", "degats", {"des": 1, "coup": "ask", "armure": 2}, [8, [5]],
     {"total": 13, "perte": 11}),
    ("OAE-10", "degats", {"des": 2, "coup": "ask", "nature": "detresse"}, [[5], [4]],
     {"perte": 9}),
    ("DIF-06", "noms", {"difficulty": 10, "exploits": 0}, [], {"exploits": "Médiocre"}),
    ("ECN-09", "noms", {"trait": 12, "talent": 13}, [],
     {"trait": "Légendaire", "talent": "Légendaire"}),
    ("EXL-04", "exploits", {"exploits": 3}, ["effet", "jeton", "allie"],
     {"effets": 1, "jetons_gagnes": 1, "allies": 1}),
]  # fmt: skip

PASSERBY: Params = {"trait": 9, "talent": 3, "cible": 5, "exploits": 1}
TRIED: Params = {"trait": 6, "talent": 6}
SITUATIONS += [
    # ── a third reading: the Test ──
    ("EXP-01", "action", TRIED | {"difficulty": 23}, [[10, 1]], {"success": True}),
    ("EXP-02", "action", TRIED | {"difficulty": 13}, [[1, 1]], {"success": False}),
    ("EXP-02 CAT-02", "action", {"trait": 1, "talent": 0, "difficulty": 2}, [[1, 10, 5]],
     {"success": False, "exploits_cedes": 0}),
    ("SOC-04 EXL-02", "action", TRIED | {"modifier": -3, "exploits": 1}, [[5]], {"exploits": 1}),
    ("DES-07 EXL-08", "action", TRIED | {"desastres": 3, "exploits": 1}, [[9]],
     {"exploits_cedes": 1, "beneficiaire": "mj"}),
    ("DES-09 DEC-03", "action", TRIED | {"desastres": 5, "jetons": 2, "jetons_avant": 2}, [],
     {"method": "desastre", "jetons_depenses": 0}),
    ("DEC-03", "action", TRIED | {"exploits": 2, "jetons": 4}, [[2], 3],
     {"success": True, "exploits": 2, "jetons_depenses": 3}),
    ("EXP-02 PER-02", "action", {"trait": 7, "talent": 8, "ag_permanentes": 2, "exploits": 2},
     [[1, 5]], {"success": False, "exploits_cedes": 2}),
    ("DIF-04 SOC-04", "action", {"trait": 2, "talent": 1, "difficulty": 12, "modifier": -2,
     "au_calme": True}, [], {"method": "facile"}),
    ("DIF-04 DES-05", "action", {"trait": 2, "talent": 1, "difficulty": 10, "desastres": 1,
     "au_calme": True}, [[5]], {"method": "de", "success": False}),
    ("VTT-04 EXL-01", "trait", {"vertu": 4, "trait": 5, "exploits": "ask"}, [1, [10, 2]],
     {"exploits": 1}),
    # ── oppositions ──
    ("OPA-02 EXL-05", "passive", PASSERBY | {"adversaire": "pj"}, [[2]],
     {"exploits_cedes": 1, "beneficiaire": "adversaire"}),
    ("OPA-02 ECN-04", "passive", {"trait": 0, "talent": 0, "cible": 0}, [], {"method": "somme"}),
    ("OPA-04", "passive", {"trait": 9, "talent": 9, "cible": 5, "exploits": 2}, [[9]],
     {"exploits": 2}),
    ("OAE-07 EXP-01", "active", DUEL | {"somme_initiateur": 20, "somme_repondant": 18},
     ["annoncer", "surencherir", "surencherir", "tester", [10, 3], [10, 1]],
     {"winner": "nul", "exploits": 0}),
    ("DES-09", "active", DUEL | {"desastres_initiateur": 5, "desastres_repondant": 5}, [],
     {"winner": "nul", "lances": 0}),
    ("CBT-02 PER-02", "combat", BLOW | {"ag_attaque": 1, "ag_defense": 1}, [[2], [3]],
     {"touche": False}),
    ("CBT-01 DES-09", "combat", BLOW | {"desastres_defense": 5}, [[8]],
     {"touche": True, "exploits": 1}),
    # ── what comes of it ──
    ("PHY-02 EXL-03", "exploits_requis", {"base": 2, "cible": 9}, [],
     {"exploits": None, "possible": False}),
    ("PHY-03", "exploits_requis", {"base": 50, "cible": 50}, [], {"exploits": 0}),
    ("SDE-03 DIF-05", "sans_test", {"trait": 7, "talent": 8, "calme": False}, [],
     {"voies": ["somme"]}),
    ("SDE-01", "sans_test", {"trait": 1, "talent": 0}, [], {"voie": "aucune"}),
    ("AUT-02 -04 -06", "automatic", {"trait": 3, "talent": 0, "calme": False, "exploits": 1}, [],
     {"refus": ["talent", "calme", "exploits"]}),
    ("EXL-10", "echec", {"exploits": 2, "acteur": "mj", "auteur": "x", "cible": "Ana",
     "reserves": {"Ana": 9, "Bo": 0}}, [], {"attributions": {"Ana": 2}}),
    ("EXL-04", "exploits", {"exploits": 3}, ["demi", "demi", "information"],
     {"multiplicateur": "2", "informations": 1}),
    ("ECH-05", "degats", {"des": 1, "coup": "ask", "de": "machines", "armure": 2}, [4, [7]],
     {"total": 11, "perte": 108}),
    ("ECH-04", "degats_echelle", TON | {"degats": 31, "armure": 2}, [], {"perte": 1}),
]  # fmt: skip

RULED: list[tuple[str, str, Params, Params, list[Any], Params]] = [
    ("OAE-08", "active", {"jetons_apres_de": False}, LATER,
     ["annoncer", "tester", 1, [3], 0, [9]], {"winner": "nul", "jetons_repondant_depenses": 1}),
    ("AUT-01", "action", {"somme_pnj": False},
     {"trait": 10, "talent": 6, "acteur": "mj", "au_calme": True}, [True],
     {"method": "automatique"}),
    ("AUT-02", "trait", {"somme_trait_pur": False}, {"vertu": 8, "trait": 8, "au_calme": True},
     [[2]], {"method": "de", "success": True}),
    ("CBT-01", "combat", {"esquive_cede": True}, BLOW | {"somme_defense": 20}, [[6]],
     {"touche": False, "exploits_cedes": 1}),
]  # fmt: skip
REFUSED: list[tuple[str, str, Params, list[Any], str]] = [
    ("EXL-03", "blind", WOODS | {"exploits": 6}, [], "exploits"),
    ("OAE-04", "active", DUEL | {"engages": 6}, [], "engages"),
    ("JET-03", "active", LATER | {"jetons_avant_repondant": 2}, [], "jetons_avant_repondant"),
    ("EXL-04", "exploits", {"exploits": 2, "emplois": ["jeton"]}, [], "emplois"),
    ("CBT-03", "degats", {"des": 6}, [], "des"),
]  # fmt: skip
ASKED: list[tuple[str, str, Params, list[Any], tuple[str, str]]] = [
    ("OAE-02", "active", DUEL, [], ("initiateur", "annonce")),
    ("OAE-03", "active", DUEL, ["annoncer"], ("repondant", "annonce")),
    ("OAE-08", "active", LATER, ["annoncer", "tester"], ("repondant", "jetons_avant")),
    ("OAE-08", "active", LATER, ["passer"], ("initiateur", "jetons_avant")),
    ("DES-01", "dissimulation", HIDING, [[9]], ("mj", "desastres")),
    ("CBT-03", "degats", {"des": 1, "coup": "ask"}, [], ("mj", "coup")),
    ("EXL-10", "echec",
     {"exploits": 1, "acteur": "mj", "auteur": "x", "reserves": {"Ana": 0, "Bo": 0}}, [],
     ("mj", "joueur")),
]  # fmt: skip
