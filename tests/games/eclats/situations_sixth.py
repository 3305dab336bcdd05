"""Éclats: situations of a sixth reading: every seuil with every number of dice, relances one after the
other, several rulings at once, refused prices, what stays due."""

from __future__ import annotations

from typing import Any

from tests.kit.situations import Params

ARM = {"texte": "mon bras", "des": 3}
ROPE = {"texte": "ma corde", "des": 1}
FEAR = {"texte": "une frayeur", "des": 2}
FAILED = {"type": "test", "issue": "echec_simple"}
SHARD: Params = {"caracteristique": 0, "seuil": 8, "prix": "ask", "joueurs": 0}
AGAIN: Params = SHARD | {"prix_accordes": [1, 2, 3]}
SEVERAL = {"relances_multiples": True}


def _owed(*levels: str) -> Params:
    return {"prix_dus": [{"niveau": each} for each in levels]}


def _fails(des: int, texte: str = "") -> Params:
    return {"type": "relance", "issue": "echec", "des": des, "texte": texte}


SITUATIONS: list[tuple[str, str, Params, list[Any], Params]] = [
    # ── each seuil, just reached and just missed by the best of two dice ──
    *(("LAN-05 -07", "test", {"caracteristique": 1, "seuil": n}, [[n, 1]], {"issue": "reussite"})
      for n in range(1, 10)),
    *(("LAN-05 -07", "test", {"caracteristique": 1, "seuil": n}, [[1, n - 1]],
       {"issue": "echec_simple"}) for n in range(2, 11)),
    # ── a 0 beside a die that reaches each seuil, or just does not ──
    *(("ECH-02", "test", {"caracteristique": 1, "seuil": n}, [[n, 0]], {"issue": "echec_automatique"})
      for n in range(1, 10)),
    *(("ECH-03", "test", {"caracteristique": 1, "seuil": n}, [[n - 1, 0]], {"issue": "echec_critique"})
      for n in range(1, 10)),
    # ── what a bonus alone reaches cannot fail simply: only a 0 fails ──
    *(("ECH-02 LAN-06", "test", {"caracteristique": 2, "bonus": 6, "seuil": 6}, [faces],
       {"issue": issue})
      for faces, issue in (([1, 1, 1], "reussite"), ([1, 0, 1], "echec_automatique"),
                           ([0, 0, 0], "echec_automatique"))),
    # ── a relance: every number of dice at the border, the 0 as the one die that reaches ──
    *(("NEG-05 -08", "relance", {"des": des, "bonus": 3, "seuil": 13}, [[9] * (des - 1) + [last]],
       {"issue": issue})
      for des in (1, 2, 3) for last, issue in ((0, "reussite"), (9, "echec"))),
    *(("NEG-05", "relance", {"des": des, "seuil": 1}, [[1] * des], {"issue": "reussite", "prix": "aucun"})
      for des in (1, 2, 3)),
    # ── out of reach for the action, and not for the relance ──
    ("LAN-10 NEG-05", "action", {"caracteristique": 3, "seuil": 10, "prix": 3},
     [[9, 9, 9, 9], [1, 2, 0]], {"issue": "reussite_relance", "des_relance": 3}),
    ("LAN-10 NEG-05", "action", {"caracteristique": 3, "bonus": 2, "seuil": 12, "prix": 1},
     [[9, 9, 9, 9], [9]], {"issue": "echec_relance", "des_relance": 1}),
    # ── long bargains: each seat may send the offer back, as often as it likes ──
    ("NEG-04 -07", "action", SHARD | {"joueurs": 2},
     [[7], True, ROPE, 0, FEAR, 1, False, FEAR, 2, True, False, ARM, 3, False, ARM, 3, True, True,
      [7, 7, 7]], {"issue": "echec_relance", "des_relance": 3}),
    ("NEG-07", "action", SHARD, [[7], True, ARM, 1, False, ARM, 2, True, [8, 1]],
     {"issue": "reussite_relance", "des_relance": 2}),
    ("NEG-02", "action", SHARD | {"joueurs": 11},
     [[7], True, ROPE, 1, *[True] * 10, False, "abandon"], {"issue": "echec_simple", "des_relance": 0}),
    ("NEG-06 NEG-02", "action", SHARD | {"secret": True}, [[7], True, True, "abandon"],
     {"issue": "echec_simple", "des_relance": 0}),
    ("LAN-09 NEG-06", "action", SHARD | {"secret": True, "seuil": "inatteignable"},
     [[9], True, True, ARM, 3, [0, 0, 0]], {"issue": "echec_relance"}),
    ("NEG-03", "action", AGAIN | {"prix_accordes": [3, 1, 3]}, [[7], 3, [1, 1, 8]],
     {"issue": "reussite_relance", "des_relance": 3}),
    ("NEG-03", "action", AGAIN | {"secret": True}, [[7], True, True, 0],
     {"issue": "echec_simple", "des_relance": 0}),
    # ── what stays due, in its order ──
    ("NEG-09", "initie", {"etat": _owed("eleve", "exorbitant"), "evenements": [FAILED, _fails(2, "le sac")]},
     [], {"etat": {"prix_dus": [{"niveau": "eleve"}, {"niveau": "exorbitant"},
                                {"texte": "le sac", "niveau": "tres_eleve"}]}}),
    *(("NEG-09", "initie",
       {"etat": _owed("eleve", "tres_eleve", "exorbitant"), "evenements": [{"type": "regle", "numero": n}]},
       [], {"etat": {"prix_dus": [{"niveau": each} for each in left]}})
      for n, left in ((1, ("tres_eleve", "exorbitant")), (2, ("eleve", "exorbitant")),
                      (3, ("eleve", "tres_eleve")))),
    ("NEG-08 -09", "initie",
     {"evenements": [FAILED, _fails(1), FAILED, {"type": "relance", "issue": "reussite", "des": 2}]},
     [], {"etat": {"prix_dus": [{"niveau": "eleve"}], "relance_possible": False}}),
]  # fmt: skip

RULED: list[tuple[str, str, Params, Params, list[Any], Params]] = [
    # ── relances one after the other ──
    ("R-11 NEG-09", "action", SEVERAL, AGAIN | {"relances_max": 10},
     [[7], *[1, [7]] * 9, 2, [1, 8]], {"issue": "reussite_relance", "des_relance": 2, "prix_dus": 9}),
    ("R-11 NEG-09", "action", SEVERAL, AGAIN | {"relances_max": 1}, [[7], 1, [7]],
     {"issue": "echec_relance", "des_relance": 1, "prix_dus": 1}),
    ("R-11 NEG-02", "action", SEVERAL, AGAIN, [[7], 3, [7, 7, 7], 0],
     {"issue": "echec_relance", "des_relance": 3, "prix_dus": 1}),
    ("R-11 NEG-04", "action", SEVERAL, SHARD | {"joueurs": 1},
     [[7], True, ROPE, 1, True, [7], FEAR, 2, False, ARM, 3, True, [1, 1, 0]],
     {"issue": "reussite_relance", "des_relance": 3, "prix_dus": 1}),
    ("R-11", "action", SEVERAL, AGAIN, [[8]], {"issue": "reussite", "des_relance": 0, "prix_dus": 0}),
    ("R-11", "action", SEVERAL, AGAIN, [[0]], {"issue": "echec_critique", "prix_dus": 0}),
    # ── and a new seuil for each, as where each is bargained over alone ──
    ("R-08 R-11 NEG-06", "action", SEVERAL | {"relance_seuil": "nouveau"}, AGAIN | {"seuil_relance": "ask"},
     [[7], 9, 1, [8], 6, 1, [6]], {"issue": "reussite_relance", "des_relance": 1, "prix_dus": 1}),
    ("R-08 R-11 NEG-06", "action", SEVERAL | {"relance_seuil": "nouveau"}, AGAIN | {"seuil_relance": 9},
     [[7], 1, [8], 1, [9]], {"issue": "reussite_relance", "prix_dus": 1}),
    ("R-08 NEG-06", "action", {"relance_seuil": "nouveau"}, AGAIN | {"seuil_relance": "ask"},
     [[7], "inatteignable", 1, [0]], {"issue": "echec_relance"}),
    ("R-06 R-08", "action", {"relance_seuil": "nouveau", "relance_bonus": False},
     AGAIN | {"bonus": 4, "seuil_relance": 7}, [[3], 1, [6]], {"issue": "echec_relance"}),
    # ── several rulings at once ──
    ("R-02 R-04 R-06 R-10", "action",
     {"zero_autre_de": "sans_bonus", "choix_des": "libre", "relance_bonus": False, "consentement": "maitre"},
     {"caracteristique": 3, "bonus": 2, "seuil": 8, "des": "ask", "prix": "ask", "joueurs": 4},
     [2, [5, 5], True, ARM, 3, [7, 7, 7]], {"issue": "echec_relance", "des_relance": 3}),
    ("R-02 R-04", "test", {"zero_autre_de": "sans_bonus", "choix_des": "libre"},
     {"caracteristique": 3, "bonus": 2, "seuil": 8, "des": 2}, [[0, 7]], {"issue": "echec_critique"}),
    ("R-02 R-04", "test", {"zero_autre_de": "sans_bonus", "choix_des": "libre"},
     {"caracteristique": 3, "bonus": 2, "seuil": 8, "des": 2}, [[0, 8]], {"issue": "echec_automatique"}),
    ("R-04 LAN-09", "test", {"choix_des": "libre"},
     {"caracteristique": 2, "seuil": 6, "secret": True, "des": "ask"}, [3, [6, 1, 1]],
     {"issue": "reussite"}),
    ("R-04", "test", {"choix_des": "libre"}, {"caracteristique": 0, "seuil": 6, "des": "ask"},
     [[6]], {"issue": "reussite"}),
]  # fmt: skip

REFUSED: list[tuple[str, str, Params, list[Any], str]] = [
    ("LAN-08", "test", {"caracteristique": 0}, [], "seuil"),
    ("LAN-02", "test", {"seuil": 6}, [], "caracteristique"),
    ("LAN-08", "test", {"caracteristique": 0, "seuil": None}, [], "seuil"),
    ("LAN-08", "test", {"caracteristique": 0, "seuil": 6.5}, [], "seuil"),
    ("LAN-02", "test", {"caracteristique": True, "seuil": 6}, [], "caracteristique"),
    ("LAN-08", "relance", {"des": 1}, [], "seuil"),
    ("NEG-03", "relance", {"seuil": 8}, [], "des"),
    ("NEG-06", "relance", {"des": 1, "seuil": 0}, [], "seuil"),
    ("NEG-03", "relance", {"des": 3, "seuil": 8}, [[1, 2, 10]], "answers[0]"),
    ("NEG-04", "negociation", {"seuil": 8, "joueurs": -1}, [], "joueurs"),
    ("NEG-03", "action", AGAIN, [[7], 4], "answers[1]"),
    ("NEG-03", "action", AGAIN | {"prix_accordes": [1]}, [[7], 2], "answers[1]"),
    ("NEG-03", "action", AGAIN | {"prix_accordes": [1, 2, 3, 1]}, [], "prix_accordes"),
    ("NEG-03", "action", AGAIN | {"prix_accordes": [0]}, [], "prix_accordes[0]"),
    ("R-11", "action", AGAIN | {"relances_max": 11}, [], "relances_max"),
    ("NEG-02", "action", SHARD, [[7], True, {"texte": "x" * 2001, "des": 1}], "answers[2]"),
    ("NEG-01", "action", SHARD, [[7], "peut-être"], "answers[1]"),
    ("NEG-09", "initie", {"etat": _owed("eleve"), "evenements": [{"type": "regle", "numero": 2}]}, [],
     "evenements[0].numero"),
    ("NEG-09", "initie", {"etat": _owed("eleve"), "evenements": [{"type": "regle", "numero": 0}]}, [],
     "evenements[0].numero"),
    ("LAN-06", "initie", {"etat": {"competences": {"Veiller": 21}}}, [], "etat.competences.Veiller"),
    ("NEG-09", "initie", {"evenements": [FAILED, _fails(4)]}, [], "evenements[1].des"),
    ("NEG-09", "initie", {"evenements": [{"type": "soin"}]}, [], "evenements[0].type"),
]  # fmt: skip

ASKED: list[tuple[str, str, Params, list[Any], tuple[str, str]]] = [
    ("NEG-01", "action", SHARD | {"secret": True}, [[7]], ("player", "negocier")),
    ("NEG-04", "negociation", {"seuil": 8, "joueurs": 11}, [True, ARM, 3, *[True] * 10],
     ("joueur_11", "consent")),
    ("NEG-04", "negociation", {"seuil": 8, "joueurs": 1}, [True, ARM, 3, False, ROPE, 1],
     ("joueur_1", "consent")),
    ("NEG-07", "negociation", {"seuil": 8, "joueurs": 1}, [True, ARM, 2, False, ARM], ("maitre", "des")),
    ("NEG-03", "action", AGAIN, [[7]], ("player", "prix")),
]  # fmt: skip
