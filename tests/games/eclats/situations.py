"""Éclats, sentence by sentence: situations of its document, each with what must come out."""

from __future__ import annotations

from typing import Any

from tests.kit.situations import Params

WATCH: Params = {"caracteristique": 2, "bonus": 1, "seuil": 6}
SPY: Params = {"caracteristique": 1, "seuil": 6, "secret": True}
PLAIN: Params = {"caracteristique": 0, "seuil": 5}
RUINS: Params = {"caracteristique": 3, "seuil": 8, "prix": "ask", "joueurs": 2}
DEAR = {"texte": "mon bras reste sous les ruines", "des": 3}
OPEN: Params = {"relance_possible": True}
OWED: Params = {"prix_dus": [{"texte": "mon bras", "niveau": "exorbitant"}]}

SITUATIONS: list[tuple[str, str, Params, list[Any], Params]] = [
    # ── the dice and the best of them ──
    ("LAN-01", "test", PLAIN, [[5]], {"issue": "reussite"}),
    ("LAN-03 -04", "test", WATCH, [[3, 4, 9]], {"issue": "reussite"}),
    ("LAN-05", "test", WATCH | {"bonus": 0}, [[3, 4, 6]], {"issue": "reussite"}),
    ("LAN-06", "test", WATCH, [[1, 5, 2]], {"issue": "reussite"}),
    ("LAN-06", "test", WATCH | {"bonus": 0}, [[1, 5, 2]], {"issue": "echec_simple"}),
    ("LAN-07", "test", PLAIN, [[4]], {"issue": "echec_simple"}),
    ("LAN-07", "test", PLAIN | {"seuil": 9}, [[9]], {"issue": "reussite"}),
    ("LAN-07", "test", PLAIN | {"seuil": 10}, [[9]], {"issue": "echec_simple"}),
    ("LAN-06", "test", PLAIN | {"seuil": 10, "bonus": 1}, [[9]], {"issue": "reussite"}),
    ("LAN-10", "test", PLAIN | {"seuil": "inatteignable"}, [[9]], {"issue": "echec_simple"}),
    ("LAN-10", "test", PLAIN | {"seuil": "inatteignable", "bonus": 20}, [[9]],
     {"issue": "echec_simple"}),
    ("LAN-10", "test", PLAIN | {"seuil": "inatteignable", "bonus": 20}, [[0]],
     {"issue": "echec_critique"}),
    ("LAN-04", "test", WATCH | {"caracteristique": 3}, [[1, 2, 3, 5]], {"issue": "reussite"}),
    ("LAN-06", "test", PLAIN | {"seuil": 1, "bonus": 3}, [[1]], {"issue": "reussite"}),
    # ── a 0: automatic or critical ──
    ("ECH-01", "test", SPY, [[3, 5]], {"issue": "echec_simple"}),
    ("ECH-02", "test", SPY, [[0, 6]], {"issue": "echec_automatique"}),
    ("ECH-03", "test", SPY, [[0, 5]], {"issue": "echec_critique"}),
    ("ECH-02", "test", SPY | {"bonus": 6}, [[0, 1]], {"issue": "echec_automatique"}),
    ("ECH-02", "test", PLAIN | {"bonus": 5}, [[0]], {"issue": "echec_automatique"}),
    ("ECH-03", "test", PLAIN | {"bonus": 4}, [[0]], {"issue": "echec_critique"}),
    ("ECH-03", "test", PLAIN, [[0]], {"issue": "echec_critique"}),
    ("ECH-02", "test", WATCH, [[0, 5, 2]], {"issue": "echec_automatique"}),
    ("ECH-03", "test", WATCH, [[0, 4, 2]], {"issue": "echec_critique"}),
    ("ECH-02", "test", WATCH, [[0, 9, 9]], {"issue": "echec_automatique"}),
    ("ECH-03", "test", WATCH, [[0, 0, 0]], {"issue": "echec_critique"}),
    ("ECH-02", "test", WATCH | {"bonus": 6}, [[0, 0, 0]], {"issue": "echec_automatique"}),
    # ── the relance ──
    ("NEG-03", "relance", {"des": 1, "seuil": 8}, [[8]], {"issue": "reussite", "prix": "aucun"}),
    ("NEG-03 -09", "relance", {"des": 1, "seuil": 8}, [[7]], {"issue": "echec", "prix": "eleve"}),
    ("NEG-03 -09", "relance", {"des": 2, "seuil": 8}, [[7, 2]],
     {"issue": "echec", "prix": "tres_eleve"}),
    ("NEG-03 -09", "relance", {"des": 3, "seuil": 8}, [[7, 2, 1]],
     {"issue": "echec", "prix": "exorbitant"}),
    ("NEG-05", "relance", {"des": 3, "seuil": 8}, [[1, 8, 0]], {"issue": "reussite"}),
    ("NEG-05", "relance", {"des": 3, "seuil": 8}, [[1, 2, 0]], {"issue": "reussite"}),
    ("NEG-05", "relance", {"des": 1, "seuil": 10}, [[0]], {"issue": "reussite"}),
    ("NEG-05", "relance", {"des": 1, "seuil": 11}, [[0]], {"issue": "echec"}),
    ("NEG-05 -08", "relance", {"des": 1, "seuil": 12, "bonus": 2}, [[0]], {"issue": "reussite"}),
    ("NEG-08", "relance", {"des": 2, "seuil": 8, "bonus": 1}, [[7, 1]], {"issue": "reussite"}),
    ("NEG-05", "relance", {"des": 3, "seuil": "inatteignable"}, [[0, 0, 0]],
     {"issue": "echec", "prix": "exorbitant"}),
    # ── the bargain ──
    ("NEG-01", "negociation", {"seuil": 8}, [False], {"des": 0}),
    ("NEG-02", "negociation", {"seuil": 8}, [True, "abandon"], {"des": 0}),
    ("NEG-04", "negociation", {"seuil": 8, "joueurs": 2}, [True, DEAR, 3, True, True], {"des": 3}),
    ("NEG-04", "negociation", {"seuil": 8, "joueurs": 2},
     [True, DEAR, 3, True, False, "abandon"], {"des": 0}),
    ("NEG-04", "negociation", {"seuil": 8, "joueurs": 1},
     [True, DEAR, 3, False, DEAR, 3, True], {"des": 3}),
    ("NEG-07", "negociation", {"seuil": 8, "joueurs": 0}, [True, DEAR, 2, True], {"des": 2}),
    ("NEG-07", "negociation", {"seuil": 8, "joueurs": 0}, [True, DEAR, 2, False, "abandon"],
     {"des": 0}),
    ("NEG-07", "negociation", {"seuil": 8, "joueurs": 0}, [True, DEAR, 0, DEAR, 3], {"des": 3}),
    ("NEG-07", "negociation", {"seuil": 8, "joueurs": 0}, [True, {"texte": "une alarme", "des": 1}, 2, True],
     {"des": 2}),
    ("NEG-04", "negociation", {"seuil": 8, "joueurs": 0}, [True, DEAR, 3], {"des": 3}),
    # ── a whole action ──
    ("NEG-01", "action", RUINS, [[9, 1, 1, 1]], {"issue": "reussite", "des_relance": 0}),
    ("NEG-01", "action", RUINS, [[0, 9, 1, 1]], {"issue": "echec_automatique", "des_relance": 0}),
    ("NEG-01", "action", RUINS, [[0, 7, 1, 1]], {"issue": "echec_critique", "des_relance": 0}),
    ("NEG-01", "action", RUINS, [[7, 1, 1, 1], False], {"issue": "echec_simple"}),
    ("NEG-12", "action", RUINS, [[7, 1, 1, 1], True, DEAR, 3, True, True, [1, 8, 0]],
     {"issue": "reussite_relance", "des_relance": 3}),
    ("NEG-09", "action", RUINS, [[7, 1, 1, 1], True, DEAR, 3, True, True, [1, 7, 2]],
     {"issue": "echec_relance", "des_relance": 3}),
    ("NEG-02", "action", RUINS, [[7, 1, 1, 1], True, DEAR, 3, False, "abandon"],
     {"issue": "echec_simple", "des_relance": 0}),
    ("NEG-11", "action", RUINS | {"bonus": 1}, [[6, 1, 1, 1], True, DEAR, 3, True, True, [7, 1, 2]],
     {"issue": "reussite_relance"}),
    ("NEG-03", "action", RUINS | {"prix_accordes": [1]}, [[7, 1, 1, 1], 1, [8]],
     {"issue": "reussite_relance", "des_relance": 1}),
    ("NEG-03", "action", RUINS | {"prix_accordes": [1, 2]}, [[7, 1, 1, 1], 0],
     {"issue": "echec_simple"}),
    ("NEG-01", "action", RUINS | {"prix": 0}, [[7, 1, 1, 1]], {"issue": "echec_simple"}),
    # ── what an Initié keeps ──
    ("NEG-01", "initie", {"evenements": [{"type": "test", "issue": "echec_simple"}]}, [],
     {"etat": {"relance_possible": True}}),
    ("NEG-01", "initie", {"evenements": [{"type": "test", "issue": "echec_critique"}]}, [],
     {"etat": {"relance_possible": False}}),
    ("NEG-01", "initie", {"etat": OPEN, "evenements": [{"type": "test", "issue": "reussite"}]}, [],
     {"etat": {"relance_possible": False}}),
    ("NEG-08", "initie",
     {"etat": OPEN, "evenements": [{"type": "relance", "issue": "reussite", "des": 3}]}, [],
     {"etat": {"relance_possible": False, "prix_dus": []}}),
    ("NEG-09", "initie",
     {"etat": OPEN, "evenements": [{"type": "relance", "issue": "echec", "des": 2, "texte": "ma corde"}]},
     [], {"etat": {"relance_possible": False,
                   "prix_dus": [{"texte": "ma corde", "niveau": "tres_eleve"}]}}),
    ("NEG-09", "initie", {"etat": OWED, "evenements": [{"type": "regle", "numero": 1}]}, [],
     {"etat": {"prix_dus": []}}),
    ("LAN-02", "initie", {"etat": {"caracteristiques": {"agilite": 3}}}, [],
     {"etat": {"caracteristiques": {"agilite": 3, "force": 0}}}),
]  # fmt: skip

RULED: list[tuple[str, str, Params, Params, list[Any], Params]] = [
    ("R-02", "test", {"zero_autre_de": "sans_bonus"}, WATCH, [[0, 5, 2]],
     {"issue": "echec_critique"}),
    ("R-02", "test", {"zero_autre_de": "sans_bonus"}, WATCH | {"bonus": 6}, [[0, 1, 1]],
     {"issue": "echec_automatique"}),
    ("R-04", "test", {"choix_des": "libre"}, WATCH | {"des": "ask"}, [1, [5]],
     {"issue": "reussite"}),
    ("R-06", "relance", {"relance_bonus": False}, {"des": 1, "seuil": 8, "bonus": 3}, [[7]],
     {"issue": "echec"}),
    ("R-08", "action", {"relance_seuil": "nouveau"},
     RUINS | {"prix_accordes": [1], "seuil_relance": 6}, [[7, 1, 1, 1], 1, [6]],
     {"issue": "reussite_relance"}),
    ("R-08", "action", {"relance_seuil": "nouveau"},
     RUINS | {"prix_accordes": [1], "seuil_relance": "ask"}, [[7, 1, 1, 1], 6, 1, [6]],
     {"issue": "reussite_relance"}),
    ("R-08", "action", {"relance_seuil": "nouveau"},
     RUINS | {"prix_accordes": [1], "seuil_relance": "ask"}, [[7, 1, 1, 1], 9, 1, [8]],
     {"issue": "echec_relance"}),
    ("R-08", "action", {},
     RUINS | {"prix_accordes": [1], "seuil_relance": "ask"}, [[7, 1, 1, 1], 1, [8]],
     {"issue": "reussite_relance"}),
    ("R-10", "negociation", {"consentement": "maitre"}, {"seuil": 8, "joueurs": 5},
     [True, DEAR, 3], {"des": 3}),
    ("R-11", "action", {"relances_multiples": True}, RUINS | {"prix_accordes": [1, 2]},
     [[7, 1, 1, 1], 1, [2], 2, [3, 9]], {"issue": "reussite_relance", "prix_dus": 1}),
]  # fmt: skip

REFUSED: list[tuple[str, str, Params, list[Any], str]] = [
    ("LAN-02", "test", PLAIN | {"caracteristique": 4}, [], "caracteristique"),
    ("LAN-04", "test", WATCH | {"des": 2}, [], "des"),
    ("LAN-01", "test", PLAIN, [[10]], "answers[0]"),
    ("LAN-04", "test", WATCH, [[3, 4]], "answers[0]"),
    ("NEG-03", "relance", {"des": 4, "seuil": 8}, [], "des"),
    ("NEG-01", "relance", {"des": 1, "seuil": 8, "relance_possible": False}, [],
     "relance_possible"),
    ("NEG-01", "negociation", {"seuil": 8, "relance_possible": False}, [], "relance_possible"),
    ("NEG-06", "action", RUINS | {"seuil_relance": 6}, [], "seuil_relance"),
    ("NEG-09", "initie", {"evenements": [{"type": "regle", "numero": 1}]}, [],
     "evenements[0].numero"),
    ("NEG-01", "initie", {"evenements": [{"type": "relance", "issue": "echec", "des": 1}]}, [],
     "evenements[0].type"),
]  # fmt: skip

ASKED: list[tuple[str, str, Params, list[Any], tuple[str, str]]] = [
    ("LAN-01", "test", PLAIN, [], ("player", "jet")),
    ("NEG-01", "action", RUINS, [[7, 1, 1, 1]], ("player", "negocier")),
    ("NEG-02", "negociation", {"seuil": 8}, [True], ("player", "prix")),
    ("NEG-07", "negociation", {"seuil": 8}, [True, DEAR], ("maitre", "des")),
    ("NEG-07", "negociation", {"seuil": 8}, [True, DEAR, 1], ("player", "maintenir")),
    ("NEG-04", "negociation", {"seuil": 8}, [True, DEAR, 3], ("joueur_1", "consent")),
    ("NEG-04", "negociation", {"seuil": 8}, [True, DEAR, 3, True], ("joueur_2", "consent")),
    ("NEG-02", "negociation", {"seuil": 8}, [True, DEAR, 3, False], ("player", "prix")),
]
