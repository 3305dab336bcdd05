"""The Livre des Règles de Base read a sixth time: Magie described and judged, means, pressure, who raises whom."""

from __future__ import annotations

from typing import Any

from tests.games.socle.situation_params import ANA, BO, FIGHT, WEAK
from tests.kit.situations import Params

EFFECT: Params = {"de": 10, "niveau": "ask"}
BOLT: Params = {"de": 10, "cible": "elite", "niveau": "ask"}
PIONS: list[Params] = [{"cible": "pion"}, {"cible": "pion"}]
ROW: Params = {"de": 10, "adversaires": PIONS, "presse": "ask"}
ROW_D6: Params = {"niveau": "maitre", "adversaires": PIONS, "presse": "ask"}
THIEF: Params = {
    "id": "Zoé", "de": {"Force": 6, "Agilité": 10}, "portee": "distance", "degres": -1,
    "aide_recue": True,
}  # fmt: skip
SHOT: Params = {"heros": [THIEF, BO], "adversaires": [{"id": "b", "cible": "boss"}]}
MAGE: Params = {"id": "Mo", "de": {"Force": 6, "Magie": 10}}
CASTS: Params = {"heros": [MAGE, BO], "adversaires": [{"id": "e", "cible": "elite"}]}
ALARM: Params = {"type": "compteur", "nom": "l’alarme", "etapes": 3}

SITUATIONS: list[tuple[str, str, Params, list[Any], Params]] = [
    # ── Magie outside a fight: the player describes, the MJ gives TN and cost ──
    *(("MAG-03 MAG-05", "magie", EFFECT | {"de": 20}, ["un pont de brume", level, [tn]],
       {"issue": "succes", "mana": left})
      for level, tn, left in (("standard", 6, 2), ("fort", 8, 1), ("grande_puissance", 12, 0))),
    *(("MAG-03 MAG-04", "magie", EFFECT | {"de": 20}, ["un pont de brume", level, [tn - 1]],
       {"issue": "echec", "mana": left, "consequence": "legere"})
      for level, tn, left in (("standard", 6, 2), ("fort", 8, 1), ("grande_puissance", 12, 0))),
    ("MAG-05", "magie", EFFECT | {"cout": "ask"}, ["une lueur", "astuce", 0, [4]],
     {"issue": "succes", "mana": 3}),
    ("MAG-05", "magie", EFFECT | {"cout": "ask"}, ["une lueur", "astuce", 1, [4]],
     {"issue": "succes", "mana": 2}),
    ("MAG-05", "magie", EFFECT, ["une lueur", "astuce", [3]], {"issue": "echec", "mana": 2}),
    ("MAG-05", "magie", {"de": 10, "niveau": "astuce", "cout": "ask"}, [0, [4]],
     {"issue": "succes", "mana": 3}),
    ("MAG-05 MAG-02", "magie", EFFECT | {"mana": 0, "cout": "ask"}, ["un son", "astuce", [1]],
     {"mana": 0, "consequence": "complication"}),
    ("MAG-03", "magie", EFFECT | {"mana": 1}, ["que la nuit tombe", "trop"],
     {"issue": "presque_impossible", "mana": 1, "consequence": "aucune"}),
    ("MAG-03 DIF-06", "magie", EFFECT | {"degres": 1}, ["tout raser", "grande_puissance"],
     {"issue": "presque_impossible", "mana": 3}),
    ("MAG-03 DIF-05", "magie", EFFECT | {"degres": -1}, ["une lueur", "astuce"],
     {"issue": "presque_certain", "mana": 2}),
    ("MAG-03 DIF-02", "magie", EFFECT | {"degres": 1}, ["un mur", "standard", [7]],
     {"issue": "echec", "mana": 2}),
    ("MAG-03 AID-02", "magie", EFFECT | {"aide": True}, ["un mur", "fort", [10]],
     {"issue": "succes", "mana": 1}),
    ("MAG-10", "magie", EFFECT, ["un petit bouclier", "standard", [9]],
     {"issue": "succes", "mana": 2}),
    ("MAG-10 MAG-04", "magie", EFFECT, ["immobiliser l’élite", "fort", [3]],
     {"issue": "echec", "mana": 1}),
    ("MAG-08", "magie", EFFECT | {"avantage": "ask", "accord": "ask"},
     ["un mur", "grande_puissance", [10], "mana", True], {"avantage": "mana", "mana": 1}),
    ("MAG-08 MAG-07", "magie", EFFECT | {"avantage": "ask", "accord": "ask"},
     ["un mur", "standard", [10], "mana", False, "echelle"], {"avantage": "echelle", "mana": 2}),
    ("MAG-09", "magie", EFFECT | {"avantage": "ask", "cout": "ask"},
     ["un son", "astuce", 0, [10], "autre"], {"avantage": "autre", "mana": 3}),
    # ── a healing: who is named is healed, the level is that of a strong effect ──
    ("MAG-06", "magie", EFFECT | {"soin": True}, [[8]], {"issue": "succes", "mana": 1}),
    ("MAG-06", "magie", EFFECT | {"etat_soigne": "a_terre"}, [[7]], {"issue": "echec", "mana": 1}),
    ("MAG-06", "magie", {"de": 10, "niveau": "fort", "etat_soigne": "debout"}, [[8]],
     {"issue": "succes", "mana": 1}),
    # ── a spell that attacks, judged likewise ──
    ("MAG-03 ATK-04", "sort_attaque", BOLT, ["un éclair", "standard", [8]],
     {"blessures": 1, "mana": 2}),
    ("MAG-03 RIP-03", "sort_attaque", BOLT, ["un éclair", "fort", [7]],
     {"coeurs_perdus": 1, "mana": 1}),
    ("MAG-05", "sort_attaque", BOLT | {"cout": "ask"}, ["une étincelle", "astuce", 0, [8]],
     {"blessures": 1, "mana": 3}),
    ("MAG-05", "sort_attaque", BOLT | {"niveau": "astuce", "cout": "ask"}, [1, [8]],
     {"blessures": 1, "mana": 2}),
    ("MAG-03", "sort_attaque", BOLT | {"mana": 2}, ["une tempête", "trop"],
     {"issue": "presque_impossible", "mana": 2, "coeurs_perdus": 0, "blessures": 0}),
    ("MAG-03 DIF-06", "sort_attaque", BOLT | {"cible": "boss", "degres": 1}, ["un éclair", "fort"],
     {"issue": "presque_impossible", "mana": 3}),
    ("MAG-07 TOU-04", "sort_attaque", BOLT | {"avantage": "ask"},
     ["un éclair", "standard", [10], "blessure"], {"blessures": 2, "cible_hors_combat": True}),
    # ── several pions in a duel: the MJ says at each attack, while two are left ──
    ("MUL-01", "duel", ROW, ["tn", [7], "aucun", [6], [6]], {"vainqueur": "heros", "coeurs": 4}),
    ("MUL-02", "duel", ROW, ["complication", [5], "aucun", [6], [6]],
     {"vainqueur": "heros", "coeurs": 4}),
    ("MUL-03", "duel", ROW, ["aucun", [6], [6]], {"vainqueur": "heros", "coeurs": 5}),
    ("MUL-01 SIX-02", "duel_d6", ROW_D6, ["tn", [3], "aucun", [3], [3]],
     {"vainqueur": "heros", "coeurs": 4}),
    ("MUL-01 TOU-01", "duel", ROW | {"adversaires": [{"cible": "pion"}, {"cible": "elite"}]},
     [[6], [8], [8]], {"vainqueur": "heros", "coeurs": 5}),
    # ── the examples of the document, in a fight ──
    ("EXC-02 AID-02 DIF-03", "combat", SHOT,
     ["Zoé", "attaque:b", "Agilité", [12], "fin"], {"debout": 2, "coeurs": 10}),
    ("EXC-01", "combat", FIGHT | {"heros": [ANA | {"coeurs": 1}, BO]},
     ["Ana", "attaque:b", [4], "Bo", "relever:Ana", "fin"], {"debout": 2, "coeurs": 6}),
    ("MAG-10", "combat", CASTS, ["Mo", "magie", "un bouclier", "standard", [9], "fin"],
     {"coeurs": 10}),
    ("MAG-10 MAG-04", "combat", CASTS, ["Mo", "magie", "l’immobiliser", "fort", [3], "fin"],
     {"coeurs": 10}),
    ("RIP-07 RIP-06", "combat", SHOT,
     ["Zoé", "attaque:b", "Agilité", [1], "deplacement:Zoé", ("b",), 0, "fin"], {"coeurs": 9}),
    ("AID-02 RES-05 TOU-04", "combat", CASTS,
     ["Bo", "aide:Mo", "Mo", "attaque:e", "Force", [8]], {"vainqueur": "heros", "coeurs": 10}),
    # ── counters and blows ──
    ("OPT-05 OPT-04", "scene", {"evenements": [ALARM, {"type": "echec"}, {"type": "fin_scene"}]}, [],
     {"etat": {"compteurs": [], "en_cours": False}}),
    ("COE-05 COE-06", "scene",
     {"etat": {"heros": [WEAK]},
      "evenements": [{"type": "coup", "heros": "A"}, {"type": "relever", "heros": "A"},
                     {"type": "coup", "heros": "A"}, {"type": "coup", "heros": "A"}]}, [],
     {"etat": {"heros": [{"coeurs": 0, "etat": "mort"}]}}),
    ("MAG-06 COE-03", "scene",
     {"etat": {"heros": [WEAK]},
      "evenements": [{"type": "coup", "heros": "A"}, {"type": "soin", "heros": "A"}]}, [],
     {"etat": {"heros": [{"coeurs": 2, "etat": "debout"}]}}),
]  # fmt: skip

RULED: list[tuple[str, str, Params, Params, list[Any], Params]] = [
    ("R-08b MAG-03", "sort_attaque", {"tn_sort_attaque": "niveau"}, BOLT,
     ["un éclair", "standard", [6]], {"blessures": 1, "mana": 2}),
    ("R-08b MAG-03", "sort_attaque", {"tn_sort_attaque": "plus_haute"}, BOLT,
     ["un éclair", "grande_puissance", [9]], {"issue": "echec", "mana": 0}),
    ("R-02 MAG-03", "magie", {"max_sous_tn": "echec"}, EFFECT,
     ["un mur", "grande_puissance", [10]], {"issue": "echec", "mana": 0}),
]  # fmt: skip

REFUSED: list[tuple[str, str, Params, list[Any], str]] = [
    ("MAG-02", "magie", EFFECT | {"mana": 0}, [], "mana"),
    ("MAG-06", "magie", {"de": 10, "niveau": "standard", "etat_soigne": "debout"}, [], "niveau"),
    ("MAG-06", "magie", EFFECT | {"etat_soigne": "mort"}, [], "etat_soigne"),
    ("MAG-06 MAG-02", "magie", EFFECT | {"soin": True, "mana": 1}, [], "mana"),
    ("MAG-05", "magie", {"de": 10, "niveau": "fort", "cout": 1}, [], "cout"),
    ("MAG-02", "magie", EFFECT | {"mana": 1}, ["la nuit", "fort"], "answers[1]"),
    ("ATK-03", "combat", CASTS, ["Mo", "attaque:e", "Magie"], "answers[2]"),
    ("MUL-01", "duel", ROW, ["coeur"], "answers[0]"),
]  # fmt: skip

ASKED: list[tuple[str, str, Params, list[Any], tuple[str, str]]] = [
    ("MAG-03", "magie", EFFECT, [], ("player", "decrire")),
    ("MAG-03", "magie", EFFECT, ["un mur"], ("mj", "ampleur")),
    ("MAG-05", "magie", EFFECT | {"cout": "ask"}, ["un mur", "astuce"], ("mj", "cout_astuce")),
    ("MAG-03", "magie", EFFECT, ["un mur", "fort"], ("player", "test")),
    ("MAG-05", "magie", {"de": 8, "niveau": "astuce", "cout": "ask"}, [], ("mj", "cout_astuce")),
    ("MAG-03", "sort_attaque", BOLT, [], ("player", "decrire")),
    ("MAG-05 ATK-04", "sort_attaque", BOLT, ["un éclair"], ("mj", "ampleur_sort")),
    ("MAG-06", "magie", EFFECT | {"soin": True}, [], ("player", "test")),
    ("MUL-01 MUL-02", "duel", ROW, [], ("mj", "presse")),
    ("MUL-01", "duel", ROW, ["aucun", [6]], ("player", "test")),
    ("MUL-01", "duel_d6", ROW_D6, [], ("mj", "presse")),
    ("AID-01 MAG-03", "magie", EFFECT | {"aide": "ask"}, ["un mur", "fort"], ("ally", "aide")),
]  # fmt: skip
