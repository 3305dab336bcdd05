"""Éclats: situations of a second reading of the document, by its tables and its examples."""

from __future__ import annotations

from typing import Any

from tests.kit.situations import Params

SLEEPLESS: Params = {"caracteristique": 2, "bonus": 1, "seuil": 6}
FOLLOWED: Params = {"caracteristique": 1, "bonus": 0, "seuil": 6, "secret": True}
SHARD: Params = {"caracteristique": 3, "seuil": 8, "prix": "ask", "joueurs": 1}
ARM = {"texte": "mon bras", "des": 3}
PRICES = {1: "eleve", 2: "tres_eleve", 3: "exorbitant"}
MISSED: Params = {"relance_possible": True}


def _with(n: int, best: int) -> list[int]:
    """Faces of n + 1 dice of which one shows `best` and the others less, none of them 0."""
    return [best, *[1] * n]


SITUATIONS: list[tuple[str, str, Params, list[Any], Params]] = [
    # ── dice by the Caractéristique: one, and as many more as its value ──
    *(("LAN-03 -06", "test", {"caracteristique": n, "seuil": 7}, [_with(n, 7)],
       {"issue": "reussite"}) for n in range(4)),
    *(("LAN-03 -07", "test", {"caracteristique": n, "seuil": 7}, [_with(n, 6)],
       {"issue": "echec_simple"}) for n in range(4)),
    *(("ECH-02", "test", {"caracteristique": n, "seuil": 7}, [[0, *_with(n - 1, 7)]],
       {"issue": "echec_automatique"}) for n in range(1, 4)),
    *(("ECH-03", "test", {"caracteristique": n, "seuil": 7}, [[0, *_with(n - 1, 6)]],
       {"issue": "echec_critique"}) for n in range(1, 4)),
    *(("LAN-05 -06", "test", {"caracteristique": 0, "bonus": n, "seuil": 9}, [[9 - n]],
       {"issue": "reussite"}) for n in range(1, 5)),
    *(("LAN-05 -07", "test", {"caracteristique": 0, "bonus": n, "seuil": 9}, [[8 - n]],
       {"issue": "echec_simple"}) for n in range(1, 5)),
    # ── a single 0: the bonus alone reaches the seuil, or does not ──
    *(("ECH-02 -03", "test", {"caracteristique": 0, "bonus": n, "seuil": 4}, [[0]],
       {"issue": "echec_automatique" if n >= 4 else "echec_critique"}) for n in range(2, 7)),
    # ── the examples ──
    ("LAN-09", "test", SLEEPLESS, [[3, 4, 9]], {"issue": "reussite"}),
    ("LAN-09", "test", SLEEPLESS, [[3, 4, 4]], {"issue": "echec_simple"}),
    ("ECH-04", "test", FOLLOWED, [[3, 5]], {"issue": "echec_simple"}),
    ("ECH-05", "test", FOLLOWED, [[0, 6]], {"issue": "echec_automatique"}),
    ("ECH-06", "test", FOLLOWED, [[0, 5]], {"issue": "echec_critique"}),
    ("NEG-11", "action", SHARD, [[7, 5, 2, 1], True, ARM, 3, True, [1, 8, 0]],
     {"issue": "reussite_relance", "des_relance": 3}),
    # ── dice of a relance: as many as the price is worth; a 0 is a 10 ──
    *(("NEG-03", "relance", {"des": n, "seuil": 8}, [[8, *[1] * (n - 1)]],
       {"issue": "reussite", "prix": "aucun"}) for n in PRICES),
    *(("NEG-05", "relance", {"des": n, "seuil": 10}, [[0, *[1] * (n - 1)]],
       {"issue": "reussite"}) for n in PRICES),
    *(("NEG-05", "relance", {"des": n, "seuil": 8}, [[0] * n], {"issue": "reussite"})
      for n in PRICES),
    *(("NEG-03 -09", "relance", {"des": n, "seuil": 8}, [[7] * n],
       {"issue": "echec", "prix": price}) for n, price in PRICES.items()),
    *(("NEG-09", "initie",
       {"etat": MISSED, "evenements": [{"type": "relance", "issue": "echec", "des": n}]}, [],
       {"etat": {"relance_possible": False, "prix_dus": [{"niveau": price}]}})
      for n, price in PRICES.items()),
    # ── the maître rates the price, all consent ──
    *(("NEG-02 -07", "negociation", {"seuil": 8, "joueurs": 1},
       [True, {"texte": "ma corde", "des": n}, n, True], {"des": n}) for n in PRICES),
    *(("NEG-07", "negociation", {"seuil": 8, "joueurs": 1},
       [True, {"texte": "ma corde", "des": 3}, n, True, True], {"des": n}) for n in (1, 2)),
    *(("NEG-04", "negociation", {"seuil": 8, "joueurs": n},
       [True, ARM, 3, *[True] * (n - 1), False, "abandon"], {"des": 0}) for n in (1, 2, 3)),
    ("NEG-08", "relance", {"des": 1, "seuil": 8, "bonus": 2}, [[6]], {"issue": "reussite"}),
    ("NEG-08", "relance", {"des": 1, "seuil": 12, "bonus": 1}, [[0]], {"issue": "echec"}),
    ("NEG-05", "relance", {"des": 2, "seuil": 12, "bonus": 2}, [[0, 1]], {"issue": "reussite"}),
    # ── whole actions that leave no relance ──
    *(("NEG-01", "action", SHARD, [faces], {"issue": issue, "des_relance": 0})
      for faces, issue in (([8, 1, 1, 1], "reussite"), ([0, 8, 1, 1], "echec_automatique"),
                           ([0, 1, 1, 1], "echec_critique"))),
]  # fmt: skip
