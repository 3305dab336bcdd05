"""The Livre des Règles de Base read a fourth time: ladders, ripostes, Magie, protections, d6 alone."""

from __future__ import annotations

from typing import Any

from tests.kit.situations import Params

DIE: Params = {"de": 10}
HIT: Params = {"de": 10, "cible": "elite", "coeurs_cible": 2}
SHOT: Params = HIT | {"portee": "distance"}
EFFECT: Params = {"de": 10, "niveau": "standard"}
BOLT: Params = {"de": 10, "cible": "elite", "niveau": "standard"}
FOES: list[Params] = [{"cible": "pion", "id": "Bok"}, {"cible": "elite", "id": "Zed"}]
ANA: Params = {"id": "Ana", "protege": True}
BO: Params = {"id": "Bo", "coeurs": 0, "etat": "a_terre"}


def scene(*events: Params, **etat: Any) -> Params:
    return {"etat": {"heros": [ANA, BO]} | etat, "evenements": [*events]}


SITUATIONS: list[tuple[str, str, Params, list[Any], Params]] = [
    # ── each TN moved by each degree: 4, 6, 8, 12 and beyond both ends ──
    *(("DIF-01 DIF-04", "test", DIE | {"de": 20, "tn": tn, "degres": n}, [[level - 1]],
       {"issue": "echec"})
      for tn, n, level in ((4, 1, 6), (4, 2, 8), (6, -1, 4), (6, 1, 8), (6, 2, 12), (8, -2, 4),
                           (8, -1, 6), (8, 1, 12), (12, -2, 6), (12, -1, 8))),
    *(("DIF-05", "test", DIE | {"tn": tn, "degres": n}, [], {"issue": "presque_certain"})
      for tn, n in ((4, -1), (4, -2), (6, -2))),
    *(("DIF-06", "test", DIE | {"tn": tn, "degres": n}, [], {"issue": "presque_impossible"})
      for tn, n in ((12, 1), (12, 2), (8, 2))),
    # ── a 1 fails however low the TN; the top face shines however high ──
    *(("RES-04", "test", {"de": de, "tn": 4, "degres": 0}, [[1]], {"issue": "echec_complication"})
      for de in (6, 8, 10, 12, 20)),
    *(("RES-05 AID-02", "test", {"de": de, "tn": 4, "aide": True}, [[top]], {"issue": "exceptionnel"})
      for de, top in ((6, 8), (8, 10), (10, 12), (12, 20), (20, 20))),
    ("EXT-01", "test", DIE, [[5]], {"issue": "echec"}),
    ("EXT-02", "test", DIE | {"aide": True}, [[12]], {"issue": "exceptionnel"}),
    # ── attacks: who is struck, who answers ──
    *(("TOU-01 TOU-02", "attaque", {"de": 10, "cible": who}, [[face]],
       {"blessures": 1, "cible_hors_combat": out})
      for who, face, out in (("pion", 6, True), ("elite", 8, False))),
    ("TOU-02", "attaque", HIT | {"coeurs_cible": 1}, [[8]], {"cible_hors_combat": True}),
    ("TOU-04 EXC-02", "attaque",
     {"de": 10, "cible": "boss", "aide": True, "degres": -1, "portee": "distance"}, [[12]],
     {"issue": "exceptionnel", "blessures": 2, "cible_hors_combat": False}),
    ("RIP-03 EXC-01", "attaque", {"de": 10, "cible": "pion"}, [[4]],
     {"coeurs_perdus": 1, "complications": 0}),
    ("RIP-07 RIP-03", "attaque", HIT, [[1]], {"coeurs_perdus": 1, "complications": 1}),
    ("RIP-07 RIP-06", "attaque", SHOT | {"a_couvert": True}, [[1]],
     {"coeurs_perdus": 0, "complications": 1}),
    ("RIP-05", "attaque", SHOT, [[7]], {"coeurs_perdus": 1}),
    ("RIP-05", "attaque", SHOT | {"riposte_possible": False}, [[7]], {"coeurs_perdus": 0}),
    ("RIP-04", "attaque", HIT | {"a_couvert": True}, [[7]], {"coeurs_perdus": 1}),
    ("RIP-07 OPT-03", "attaque", HIT | {"armure": 1}, [[1]],
     {"coeurs_perdus": 0, "armure_utilisee": True, "complications": 1}),
    ("POR-03", "attaque", SHOT | {"cases": 10, "limite_portee": True}, [[8]], {"issue": "succes"}),
    ("POR-03", "attaque", SHOT | {"de": 12, "cases": 11, "limite_portee": True}, [[11]],
     {"issue": "echec"}),
    ("POR-02", "attaque", SHOT | {"cases": 200}, [[8]], {"issue": "succes"}),
    ("MUL-01", "attaque", {"de": 10, "cible": "pion", "presse": "tn"}, [[7]], {"issue": "echec"}),
    ("MUL-02 RIP-07", "attaque", {"de": 10, "cible": "pion", "presse": "complication"}, [[1]],
     {"complications": 2, "coeurs_perdus": 1}),
    ("MUL-03", "attaque", {"de": 10, "cible": "pion", "presse": "complication"}, [[6]],
     {"issue": "succes", "complications": 0}),
    # ── Magie: cost before the roll, nothing back on a failure ──
    *(("MAG-05", "magie", {"de": 20, "niveau": level}, [[tn]], {"issue": "succes", "mana": left})
      for level, tn, left in (("astuce", 4, 2), ("standard", 6, 2), ("fort", 8, 1),
                              ("grande_puissance", 12, 0))),
    *(("MAG-04", "magie", EFFECT | {"de": 12, "niveau": level}, [[2]],
       {"issue": "echec", "mana": left, "consequence": "legere"})
      for level, left in (("astuce", 2), ("standard", 2), ("fort", 1), ("grande_puissance", 0))),
    ("MAG-04 RES-04", "magie", EFFECT, [[1]], {"consequence": "complication", "mana": 2}),
    ("MAG-10", "magie", EFFECT, [[9]], {"issue": "succes", "mana": 2}),
    ("MAG-10 MAG-04", "magie", EFFECT | {"niveau": "fort"}, [[3]], {"issue": "echec", "mana": 1}),
    ("MAG-08", "magie", EFFECT | {"avantage": "mana", "accord": True}, [[10]],
     {"issue": "exceptionnel", "mana": 3}),
    ("MAG-08", "magie", EFFECT | {"niveau": "grande_puissance", "avantage": "mana"}, [[10]],
     {"issue": "exceptionnel", "mana": 1}),
    ("MAG-03 DIF-06", "magie", EFFECT | {"niveau": "grande_puissance", "degres": 1}, [],
     {"issue": "presque_impossible", "mana": 3}),
    ("MAG-04 RIP-06", "sort_attaque", BOLT | {"portee": "distance", "a_couvert": True}, [[2]],
     {"coeurs_perdus": 0, "complications": 0, "mana": 2}),
    ("MAG-04 RIP-04", "sort_attaque", BOLT, [[2]], {"coeurs_perdus": 1, "mana": 2}),
    # ── Cœurs, protections, rest ──
    ("COE-03 COE-06", "coup", {"coeurs": 1}, [], {"coeurs": 0, "etat": "a_terre"}),
    ("COE-06", "coup", {"coeurs": 0}, [], {"coeurs": 0, "etat": "mort"}),
    ("COE-06 OPT-03", "coup", {"coeurs": 0, "armure": 1}, [],
     {"etat": "a_terre", "armure_utilisee": True}),
    ("OPT-02 OPT-03", "scene", scene({"type": "coup", "heros": "Ana", "armure": True},
                                     {"type": "coup", "heros": "Ana"}), [],
     {"etat": {"heros": [ANA | {"coeurs": 4, "armure": 0}, BO | {"armure": 0}]}}),
    ("COE-05", "scene", scene({"type": "relever", "heros": "Bo", "par": "Ana"}), [],
     {"etat": {"heros": [{"id": "Ana"}, {"id": "Bo", "coeurs": 1, "etat": "debout"}]}}),
    ("COE-07 OPT-02", "scene",
     scene({"type": "coup", "heros": "Ana", "armure": True}, {"type": "fin_scene"}, {"type": "repos"}),
     [], {"etat": {"heros": [{"id": "Ana", "armure": 1}, {"id": "Bo", "coeurs": 5, "mana": 3,
                                                          "etat": "debout"}]}}),
    # ── duels to their end ──
    ("TOU-01 TOU-02", "duel", {"de": 10, "adversaires": FOES}, [[6], [8], [8]],
     {"vainqueur": "heros", "coeurs": 5, "restants": 0}),
    ("TOU-04", "duel", {"de": 10, "adversaires": FOES}, [[10], [10]], {"vainqueur": "heros"}),
    ("RIP-03 COE-03", "duel", {"de": 10, "adversaires": FOES, "coeurs": 2}, [[5], [6], [7]],
     {"vainqueur": "adversaire", "restants": 1}),
    # ── d6 alone ──
    *(("SIX-01 SIX-05", "attaque_d6", {"niveau": level, "cible": who}, [[face]], {"issue": issue})
      for level, who, face, issue in (
          ("maitre", "pion", 3, "succes"), ("maitre", "elite", 3, "echec"),
          ("maitre", "boss", 5, "succes"), ("maitre", "boss", 4, "echec"),
          ("entraine", "elite", 5, "succes"), ("novice", "boss", 6, "exceptionnel"),
          ("sans", "pion", 5, "echec"), ("sans", "boss", 6, "exceptionnel"))),
    *(("SIX-03", "test_d6", {"niveau": level, "plus_dur": n}, [[face]], {"issue": "succes", "seuil": seuil})
      for level, n, face, seuil in (("maitre", -1, 2, 2), ("maitre", -5, 2, 2), ("novice", -2, 3, 3))),
    ("SIX-03", "test_d6", {"niveau": "sans", "plus_dur": 5}, [[5]], {"issue": "echec", "seuil": 6}),
    ("SIX-05", "duel_d6", {"niveau": "maitre", "adversaires": [{"cible": "boss"}]}, [[5], [6]],
     {"vainqueur": "heros", "coeurs": 5}),
]  # fmt: skip

RULED: list[tuple[str, str, Params, Params, list[Any], Params]] = [
    ("R-02 RES-05", "test", {"max_sous_tn": "echec"}, {"de": 6, "tn": 8}, [[6]], {"issue": "echec"}),
    ("R-09 TOU-02", "attaque", {"elite_coeurs": 1}, {"de": 10, "cible": "elite"}, [[8]],
     {"cible_hors_combat": True}),
    ("R-17 COE-06", "coup", {"mort_a_terre": False}, {"coeurs": 0}, [], {"etat": "a_terre"}),
    ("R-19 SIX-04", "test_d6", {"aide_d6": "moins_un"}, {"niveau": "novice", "aide": True}, [[4]],
     {"issue": "succes", "seuil": 4}),
    ("R-19 SIX-01", "test_d6", {"exceptionnel_d6": False}, {"niveau": "sans"}, [[6]],
     {"issue": "succes"}),
    ("R-08b MAG-05", "sort_attaque", {"tn_sort_attaque": "niveau"}, BOLT, [[6]], {"issue": "succes"}),
    ("R-08b MAG-05", "sort_attaque", {"tn_sort_attaque": "plus_haute"}, BOLT, [[7]],
     {"issue": "echec"}),
]  # fmt: skip

REFUSED: list[tuple[str, str, Params, list[Any], str]] = [
    ("POR-01", "attaque", HIT | {"cases": 2}, [], "cases"),
    ("MAG-02", "magie", EFFECT | {"niveau": "fort", "mana": 1}, [], "mana"),
    ("MAG-05", "magie", EFFECT | {"cout": 0}, [], "cout"),
    ("MAG-08", "magie", EFFECT | {"niveau": "astuce", "cout": 0, "avantage": "mana"}, [], "avantage"),
    ("MAG-06", "magie", EFFECT | {"soin": True}, [], "soin"),
    ("COE-04", "attaque", HIT | {"etat": "a_terre"}, [], "etat"),
    ("COE-04", "test", DIE | {"aide": True, "etat_allie": "a_terre"}, [], "etat_allie"),
    ("COE-03", "duel", {"de": 10, "adversaires": FOES, "coeurs": 0}, [], "coeurs"),
    ("COE-05", "scene", scene({"type": "relever", "heros": "Ana"}), [], "evenements[0].heros"),
    ("COE-05", "scene", scene({"type": "relever", "heros": "Bo", "par": "Bo"}), [],
     "evenements[0].par"),
    ("OPT-02", "scene", scene({"type": "coup", "heros": "Bo", "armure": True}), [],
     "evenements[0].armure"),
    ("COE-07", "repos", {"heros": [{"id": "Ana"}], "sur": False}, [], "sur"),
    ("DIF-04", "test", DIE | {"degres": 3}, [], "degres"),
]  # fmt: skip
