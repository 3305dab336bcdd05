"""Éclats: situations of a fourth reading: the ten Caractéristiques, many zeros, long bargains."""

from __future__ import annotations

from typing import Any

from tests.kit.situations import Params

NAMES = (
    "energie", "perception", "agilite", "intellect", "force",
    "empathie", "endurance", "ruse", "beaute", "charisme",
)  # fmt: skip
ARM = {"texte": "mon bras", "des": 3}
ROPE = {"texte": "ma corde", "des": 1}
SHARD: Params = {"caracteristique": 3, "seuil": 8, "prix": "ask"}
MISS = [7, 5, 2, 1]
FAILED = {"type": "test", "issue": "echec_simple"}

SITUATIONS: list[tuple[str, str, Params, list[Any], Params]] = [
    # ── T-01: each of the ten, up to 3 ──
    *(("LAN-02 -03", "initie", {"etat": {"caracteristiques": {name: 3}}}, [],
       {"etat": {"caracteristiques": {name: 3}, "relance_possible": False}}) for name in NAMES),
    # ── one 0 spoils the roll, wherever it lies and whatever else is thrown ──
    *(("ECH-02", "test", {"caracteristique": 3, "seuil": 6}, [[9] * n + [0] + [9] * (3 - n)],
       {"issue": "echec_automatique"}) for n in range(4)),
    *(("ECH-02 -03", "test", {"caracteristique": n, "seuil": 1}, [[0] * (n + 1)],
       {"issue": "echec_critique"}) for n in range(4)),
    *(("ECH-02", "test", {"caracteristique": n, "bonus": 1, "seuil": 1}, [[0] * (n + 1)],
       {"issue": "echec_automatique"}) for n in range(4)),
    # ── the best face alone counts ──
    ("LAN-05", "test", {"caracteristique": 3, "seuil": 8}, [[2, 2, 2, 2]], {"issue": "echec_simple"}),
    ("LAN-05 -06", "test", {"caracteristique": 1, "bonus": 4, "seuil": 9}, [[5, 4]],
     {"issue": "reussite"}),
    # ── a relance: dice by the price alone, the bonus again ──
    *(("NEG-11", "action", {"caracteristique": n, "seuil": 9, "prix": 2}, [[1] * (n + 1), [9, 1]],
       {"issue": "reussite_relance", "des_relance": 2}) for n in range(4)),
    *(("NEG-08", "relance", {"des": 1, "seuil": 9, "bonus": n}, [[9 - n]], {"issue": "reussite"})
      for n in (1, 2, 3)),
    ("NEG-05", "relance", {"des": 2, "seuil": 6}, [[0, 0]], {"issue": "reussite", "prix": "aucun"}),
    # ── long bargains ──
    ("NEG-04", "action", SHARD | {"joueurs": 3},
     [MISS, True, ARM, 3, True, True, False, ARM, 3, True, True, True, [1, 8, 0]],
     {"issue": "reussite_relance"}),
    ("NEG-07 -02", "action", SHARD | {"joueurs": 0}, [MISS, True, ROPE, 0, ROPE, 0, ARM, 3, [1, 1, 1]],
     {"issue": "echec_relance", "des_relance": 3}),
    ("NEG-07", "action", SHARD | {"joueurs": 1}, [MISS, True, ARM, 1, True, True, [9]],
     {"issue": "reussite_relance", "des_relance": 1}),
    ("NEG-07", "negociation", {"seuil": 8, "joueurs": 1}, [True, ROPE, 2, False, ROPE, 1, True],
     {"des": 1}),
    ("NEG-04", "negociation", {"seuil": 8, "joueurs": 2},
     [True, ROPE, 1, False, ROPE, 1, True, False, "abandon"], {"des": 0}),
    ("NEG-06 LAN-10", "negociation", {"seuil": "inatteignable", "joueurs": 0}, [True, ARM, 3],
     {"des": 3}),
    # ── what is kept ──
    ("NEG-01", "initie", {"evenements": [FAILED, {"type": "relance", "issue": "reussite", "des": 1},
                                         FAILED]}, [], {"etat": {"relance_possible": True}}),
    ("NEG-09", "initie",
     {"evenements": [FAILED, {"type": "relance", "issue": "echec", "des": 1, "texte": "a"}, FAILED,
                     {"type": "relance", "issue": "echec", "des": 2, "texte": "b"}]}, [],
     {"etat": {"prix_dus": [{"texte": "a", "niveau": "eleve"},
                            {"texte": "b", "niveau": "tres_eleve"}]}}),
    ("NEG-09", "initie",
     {"etat": {"relance_possible": True, "prix_dus": [{"niveau": "eleve"}]},
      "evenements": [{"type": "regle"}]}, [],
     {"etat": {"prix_dus": [], "relance_possible": False}}),
    ("LAN-06", "initie", {"etat": {"competences": {"Veiller": 1}}}, [],
     {"etat": {"competences": {"Veiller": 1}}}),
]  # fmt: skip

RULED: list[tuple[str, str, Params, Params, list[Any], Params]] = [
    ("R-02", "test", {"zero_autre_de": "sans_bonus"}, {"caracteristique": 3, "bonus": 2, "seuil": 8},
     [[0, 7, 7, 7]], {"issue": "echec_critique"}),
    ("R-04", "action", {"choix_des": "libre"}, SHARD | {"des": 1, "prix": 0}, [[8]],
     {"issue": "reussite"}),
    ("R-06", "negociation", {"relance_bonus": False}, {"seuil": 8, "bonus": 5, "joueurs": 0},
     [True, ROPE, 1], {"des": 1}),
    ("R-10", "negociation", {"consentement": "maitre"}, {"seuil": 8, "joueurs": 3},
     [True, ROPE, 2, True], {"des": 2}),
    ("R-11", "initie", {"relances_multiples": True},
     {"etat": {"relance_possible": True, "prix_dus": [{"niveau": "eleve"}]},
      "evenements": [{"type": "regle"}]}, [], {"etat": {"relance_possible": True}}),
]  # fmt: skip

REFUSED: list[tuple[str, str, Params, list[Any], str]] = [
    ("LAN-03", "test", {"caracteristique": "forte", "seuil": 5}, [], "caracteristique"),
    ("LAN-09", "test", {"caracteristique": 0, "seuil": 5, "secret": "peut-être"}, [], "secret"),
    ("LAN-04", "test", {"caracteristique": 1, "seuil": 5}, [[1, 2, 3]], "answers[0]"),
    ("NEG-03", "action", SHARD | {"prix": 2, "prix_accordes": [1]}, [], "prix"),
    ("NEG-02", "action", SHARD, [MISS, True, "mon bras"], "answers[2]"),
    ("NEG-07", "action", SHARD, [MISS, True, ARM, -1], "answers[3]"),
    ("NEG-04", "action", SHARD, [MISS, True, ARM, 3, "peut-être"], "answers[4]"),
    ("NEG-09", "initie", {"etat": {"prix_dus": [{"niveau": "aucun"}]}}, [],
     "etat.prix_dus[0].niveau"),
]  # fmt: skip

ASKED: list[tuple[str, str, Params, list[Any], tuple[str, str]]] = [
    ("LAN-04", "test", {"caracteristique": 1, "seuil": 5}, [], ("player", "jet")),
    ("NEG-07", "action", SHARD, [MISS, True, ARM], ("maitre", "des")),
    ("NEG-04", "action", SHARD | {"joueurs": 2}, [MISS, True, ARM, 3, True], ("joueur_2", "consent")),
    ("NEG-05", "action", SHARD | {"joueurs": 0}, [MISS, True, ARM, 3], ("player", "relance")),
]  # fmt: skip
