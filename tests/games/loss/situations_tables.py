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
