"""Éclats: situations of a fifth reading: out of reach, borders of the bonus, whose relance, what stays due."""

from __future__ import annotations

from typing import Any

from tests.kit.situations import Params

ARM = {"texte": "mon bras", "des": 3}
SHARD: Params = {"caracteristique": 3, "seuil": 8, "prix": "ask"}
MISS = [7, 5, 2, 1]
FAILED = {"type": "test", "issue": "echec_simple"}
RELAUNCHED = {"type": "relance", "issue": "echec", "des": 3, "texte": "mon bras"}
PAID = {"type": "regle"}
OWED = {"texte": "mon bras", "niveau": "exorbitant"}

SITUATIONS: list[tuple[str, str, Params, list[Any], Params]] = [
    # ── the printed examples, and the same dice one step beside them ──
    ("LAN-11", "test", {"caracteristique": 2, "bonus": 1, "seuil": 11}, [[3, 4, 9]],
     {"issue": "echec_simple"}),
    ("LAN-11", "test", {"caracteristique": 2, "bonus": 1, "seuil": 10}, [[3, 4, 9]],
     {"issue": "reussite"}),
    *(("ECH-07", "test", {"caracteristique": 1, "seuil": 6}, [faces], {"issue": issue})
      for faces, issue in (([3, 5], "echec_simple"), ([6, 3], "reussite"), ([0, 5], "echec_critique"),
                           ([0, 6], "echec_automatique"), ([0, 0], "echec_critique"))),
    *(("NEG-12", "relance", {"des": 3, "seuil": 8}, [faces], {"issue": issue, "prix": price})
      for faces, issue, price in (([1, 7, 7], "echec", "exorbitant"), ([1, 1, 8], "reussite", "aucun"),
                                  ([0, 1, 1], "reussite", "aucun"))),
    # ── a bonus alone, and one that is just too small ──
    *(("ECH-02 -03", "test", {"caracteristique": 0, "bonus": n, "seuil": 5}, [[0]], {"issue": issue})
      for n, issue in ((4, "echec_critique"), (5, "echec_automatique"), (6, "echec_automatique"))),
    *(("ECH-02 -03", "test", {"caracteristique": 1, "bonus": 2, "seuil": 8}, [[0, n]], {"issue": issue})
      for n, issue in ((5, "echec_critique"), (6, "echec_automatique"))),
    # ── out of reach: nothing reaches it, and a 0 is worse than that ──
    *(("LAN-10 ECH-03", "test", {"caracteristique": 3, "bonus": 20, "seuil": "inatteignable"}, [faces],
       {"issue": issue})
      for faces, issue in (([9, 9, 9, 9], "echec_simple"), ([9, 9, 9, 0], "echec_critique"))),
    ("LAN-10 NEG-05", "relance", {"des": 1, "bonus": 20, "seuil": "inatteignable"}, [[0]],
     {"issue": "echec", "prix": "eleve"}),
    ("LAN-10 NEG-05", "relance", {"des": 1, "seuil": 10}, [[0]], {"issue": "reussite"}),
    ("LAN-10 NEG-05", "relance", {"des": 2, "seuil": 11}, [[0, 0]], {"prix": "tres_eleve"}),
    # ── a bargain follows an échec simple alone ──
    *(("NEG-01", "action", SHARD, [faces], {"issue": issue, "des_relance": 0})
      for faces, issue in (([8, 1, 1, 1], "reussite"), ([0, 8, 1, 1], "echec_automatique"),
                           ([0, 7, 1, 1], "echec_critique"))),
    ("NEG-01", "action", SHARD | {"negocie": False}, [MISS], {"issue": "echec_simple"}),
    ("NEG-09", "action", SHARD | {"joueurs": 1}, [MISS, True, ARM, 3, True, [7, 7, 1]],
     {"issue": "echec_relance", "des_relance": 3}),
    # ── what stays due ──
    ("NEG-09", "initie", {"evenements": [FAILED, RELAUNCHED, FAILED]}, [],
     {"etat": {"prix_dus": [OWED], "relance_possible": True}}),
    ("NEG-09", "initie", {"evenements": [FAILED, RELAUNCHED, PAID]}, [],
     {"etat": {"prix_dus": [], "relance_possible": False}}),
    ("NEG-09", "initie", {"evenements": [FAILED, RELAUNCHED, {"type": "test", "issue": "reussite"}]}, [],
     {"etat": {"prix_dus": [OWED], "relance_possible": False}}),
]  # fmt: skip

RULED: list[tuple[str, str, Params, Params, list[Any], Params]] = [
    ("R-02 ECH-02", "test", {"zero_autre_de": "sans_bonus"},
     {"caracteristique": 1, "bonus": 2, "seuil": 8}, [[0, 7]], {"issue": "echec_critique"}),
    ("R-02 ECH-02", "test", {"zero_autre_de": "sans_bonus"},
     {"caracteristique": 1, "bonus": 2, "seuil": 8}, [[0, 8]], {"issue": "echec_automatique"}),
    ("R-06 NEG-08", "relance", {"relance_bonus": False}, {"des": 1, "bonus": 5, "seuil": 8}, [[7]],
     {"issue": "echec"}),
    ("R-10 NEG-04", "negociation", {"consentement": "maitre"}, {"seuil": 8, "joueurs": 5},
     [True, ARM, 2, True], {"des": 2}),
    ("R-11 NEG-01", "initie", {"relances_multiples": True}, {"evenements": [FAILED, RELAUNCHED, PAID]},
     [], {"etat": {"prix_dus": [], "relance_possible": True}}),
]  # fmt: skip

REFUSED: list[tuple[str, str, Params, list[Any], str]] = [
    ("NEG-02", "negociation", {"seuil": 8}, [True, {"texte": "", "des": 1}], "answers[1]"),
    ("NEG-03", "negociation", {"seuil": 8}, [True, {"texte": "ma corde", "des": 4}], "answers[1]"),
    ("NEG-07", "negociation", {"seuil": 8}, [True, ARM, 4], "answers[2]"),
    ("NEG-03", "action", SHARD | {"prix": 4}, [], "prix"),
    ("NEG-03", "action", SHARD | {"prix": 3, "prix_accordes": [1, 2]}, [], "prix"),
    ("LAN-03", "test", {"caracteristique": 4, "seuil": 6}, [], "caracteristique"),
    ("NEG-01", "initie", {"evenements": [RELAUNCHED]}, [], "evenements[0].type"),
    ("NEG-01", "initie", {"evenements": [FAILED, RELAUNCHED, RELAUNCHED]}, [], "evenements[2].type"),
]  # fmt: skip

ASKED: list[tuple[str, str, Params, list[Any], tuple[str, str]]] = [
    ("NEG-02", "negociation", {"seuil": 8, "joueurs": 2}, [True], ("player", "prix")),
    ("NEG-07", "negociation", {"seuil": 8, "joueurs": 2}, [True, ARM], ("maitre", "des")),
    ("NEG-02", "negociation", {"seuil": 8, "joueurs": 2}, [True, ARM, 1], ("player", "maintenir")),
    ("NEG-04", "negociation", {"seuil": 8, "joueurs": 2}, [True, ARM, 3, True], ("joueur_2", "consent")),
    ("LAN-09 NEG-06", "negociation", {"seuil": 8, "secret": True}, [True], ("maitre", "annoncer")),
]  # fmt: skip
