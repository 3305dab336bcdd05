"""Exil, a fourth reading: examples, footnotes, optional rules, and what a fight leaves."""

from __future__ import annotations

from typing import Any

from tests.kit.situations import Params

IDLE: Params = {"action": "rien"}


def attitude(poff: int | str, *passes: str, **more: Any) -> Params:
    return {"politique": {"attitude": poff, **({"passe": list(passes)} if passes else {}), **more}}


def fight(a: Params, b: Params, **more: Any) -> Params:
    """Return the parameters of a tour; a fighter has a Talent of 9 where none is given."""
    return {"a": {"talent": 9, **a}, "b": {"talent": 9, **b}, **more}


def man(name: str, camp: str, talent: int, poff: int | str = "tout", **more: Any) -> Params:
    policy = {"attitude": poff, **more.pop("politique", {})}
    return {"id": name, "camp": camp, "talent": talent, "politique": policy, **more}


def foe(name: str, talent: int, **more: Any) -> Params:
    """Return an adversary who only defends himself."""
    return man(name, "y", talent, "rien", politique=IDLE, **more)


def tour(*men: Params, **more: Any) -> Params:
    return {"combattants": list(men), "max_turns": 1, **more}


def ends(*each: Params) -> Params:
    return {"combattants": list(each)}


GUN: Params = {
    "a_distance": True, "letalite": 2, "munitions": 6, "tir": {"arme_a_feu": True, "bricoleur": 6},
}  # fmt: skip
AWAY: Params = {"en_melee": False, "a_distance": True}
SHARING: Params = {"politique": {"partage": 2}}
JARC: Params = {"talent": 9, "maniabilite": 3, "letalite": 1, **attitude(6, "en_confiance")}
ROBBER: Params = {"talent": 10, "maniabilite": 1, "letalite": 1, **attitude(8)}
BOTH: Params = {"poff": 9, "cibles": [{"pdef": 2, "part": 5}, {"pdef": 2, "part": 4}],
                "arme_a_feu": True, "incidents": True, "passe": "auto"}  # fmt: skip
SHOT_IN_CONTACT: Params = {"poff": 8, "pdef": 2, "letalite": 2, "arme_a_feu": True}
PAUSED: Params = fight({}, {"talent": 8}, fin="ask", max_turns=3)

SITUATIONS: list[tuple[str, str, Params, list[Any], Params]] = [
    # ── the document's fight ──
    ("CON-05 CON-08", "contact_round", {"a": JARC, "b": ROBBER}, [[3], [5], [4], [9]],
     {"pds_a": 18, "pds_b": 16, "pc_mod_a": 2, "initiative": "libre"}),
    ("CBT-10", "contact_round", fight(attitude(2), attitude(7), initiative="a"), [[1], [1], [12]],
     {"pds_b": 20}),
    ("CON-03", "contact_round", fight(attitude(7, laisser_la_main=True), attitude(5)),
     [[1], [12], [12]], {"pds_a": 14}),
    # ── what a passe leaves ──
    ("PAS-09", "contact_round", fight(attitude(7, "impact"), attitude(4)), [[1], [12]],
     {"pds_a": 20, "pds_b": 18, "initiative": "libre"}),
    ("PAS-09", "contact_round", fight(attitude(4, "impact"), attitude(6)), [[12], [1], [12]],
     {"pds_b": 19, "initiative": "a"}),
    ("PAS-13", "contact_round", fight(attitude(7, "desarmement"), attitude(4)),
     [[1], [12], [12]], {"arme_b": "en_main", "pds_b": 20}),
    ("PAS-13", "contact_round",
     fight(attitude(8, "desarmement"), {"talent": 8, **attitude(3)}), [[1], [12]],
     {"arme_b": "perdue", "pds_b": 20, "pds_a": 20}),
    ("PAS-13", "contact_round",
     fight(attitude(8, "desarmement"), {"talent": 8, "talent_mains_nues": 7, **attitude(3)}),
     [[1], [12], [1], [12]], {"arme_b": "perdue", "pds_a": 18}),
    ("PAS-14", "contact_round",
     fight({"talent": 12, "letalite": 2, **attitude(10, "touche_et_desarmement")},
           {"talent": 8, **attitude(3)}), [[1], [12]], {"pds_b": 13, "arme_b": "perdue"}),
    ("PAS-15", "contact_round",
     fight({"talent": 12, **attitude(10, "arme_coincee")}, {"talent": 8, **attitude(3)}),
     [[1], [12]], {"pds_b": 15, "arme_b": "coincee"}),
    ("PAS-15", "contact_round",
     fight({"talent": 7, **attitude("tout")}, {"talent": 8, "arme": "coincee", **attitude(3)}),
     [[12], [12]], {"pds_b": 9, "arme_b": "en_main"}),
    ("PAS-12", "contact_round", fight(attitude(7, "coup_perdu"), attitude(3)), [[1], [12]],
     {"pds_a": 20, "pds_b": 19, "pc_mod_b": 0}),
    ("PAS-12", "contact_round",
     fight(attitude(7, "coup_perdu"), {"talent": 10, **attitude(8)}), [[12], [1], [12]],
     {"pds_b": 15, "pc_mod_b": -3}),
    ("PAS-10", "contact_round", fight(attitude(5, "mauvais_positionnement"), attitude(3)),
     [[1], [12], [12]], {"expose_b": 3, "pds_b": 20}),
    ("PAS-10", "contact_round", fight(attitude(3), {"expose": 3, **attitude(2)}),
     [[6], [8], [12]], {"pds_b": 18, "expose_b": 0}),
    ("PAS-06", "contact_round", fight(attitude(5, "desequilibre"), attitude(3)),
     [[1], [12], [12]], {"pc_mod_b": -2}),
    ("PAS-16", "contact_round",
     fight({"talent": 15, **attitude(13, "mise_en_echec")}, attitude(3)), [[1], [12]],
     {"fin": "mise_en_echec", "gagnant": "a", "pds_b": 13, "arme_b": None}),
    ("PAS-11", "contact_round",
     fight({"letalite": 2, **attitude(8, "double_touche")}, attitude(3)),
     [[1], [12], [1], [12], [12]], {"pds_b": 16}),
    ("PAS-11", "contact_round",
     fight({"letalite": 2, **attitude(8, "double_touche")}, attitude(3)),
     [[1], [12], [9], [12]], {"pds_b": 16}),
    # ── health in a fight ──
    ("SAN-07", "contact_round", fight({"pds": 14, **attitude(9)}, attitude(0)), [[7]], {}),
    ("SAN-09", "contact_round",
     fight({"pds": 14, "malus_avant": 0, **attitude(9)}, attitude(0), adrenaline=True),
     [[7], [1]], {"pds_b": 20}),
    ("SAN-09", "contact_round",
     fight({"pds": 9, "malus_avant": 0, **attitude(9)}, attitude(0), adrenaline=True), [[4]], {}),
    ("SAN-05", "contact_round",
     fight({"talent": 12, **attitude(12)}, {"pds": 8, **attitude(0)}), [[1], [12]],
     {"fin": "mort", "pds_b": -8}),
    ("SAN-01", "contact_round",
     fight({"talent": 12, **attitude(12)}, {"pds": 13, **attitude(0)}), [[1], [12]],
     {"fin": "aucune", "pds_b": 0}),
    ("CBT-15", "contact_round", fight(attitude("moitie", action="ask"), attitude(0)),
     ["autre", "quitter"], {"fin": "fuite", "gagnant": "b"}),
    ("CBT-15", "contact_round", fight(attitude("moitie", action="ask"), attitude(0)),
     ["se_rendre"], {"fin": "reddition", "gagnant": "b"}),
    # ── a firearm in contact: a missed shot, of which the leader may make an incident ──
    ("INC-05", "assaut", SHOT_IN_CONTACT, [[12]], {"outcome": "rate"}),
    ("INC-05", "assaut", SHOT_IN_CONTACT | {"incidents": True}, [[12], [4]], {"outcome": "rate"}),
    ("INC-08", "assaut", SHOT_IN_CONTACT | {"incidents": True}, [[9], [11], [5]],
     {"outcome": "rate", "damage": 0}),
    ("INC-05", "assaut", SHOT_IN_CONTACT | {"incidents": True}, [[8], [1]],
     {"outcome": "paree", "damage": 6}),
    ("ARM-15", "assaut", SHOT_IN_CONTACT | {"incidents": True, "enraye_sur_12": True}, [[12]],
     {"outcome": "rate"}),
    ("INC-06 OPT-01", "attaques_multiples", BOTH, [[12], [6], [1], [12]],
     {"resultats": [{"outcome": "rate", "damage": 0}, {"outcome": "touche", "damage": 0}]}),
    ("INC-07 OPT-01", "attaques_multiples", BOTH, [[12], [9]],
     {"resultats": [{"outcome": "rate"}, {"outcome": "non_tire"}]}),
    ("INC-08 OPT-01", "attaques_multiples", BOTH, [[12], [11], [1]],
     {"resultats": [{"outcome": "rate"}, {"outcome": "non_tire"}]}),
    ("INC-05 OPT-01", "attaques_multiples", BOTH, [[12], [1], [1], [12]],
     {"resultats": [{"outcome": "rate"}, {"outcome": "touche", "damage": 5}]}),
    ("INC-08", "contact_round", fight(GUN | attitude(8), attitude(0), incidents=True),
     [[12], [12], [9]], {"pds_a": 9, "arme_a": "perdue"}),
    ("INC-08 SAN-05", "contact_round",
     fight(GUN | {"talent": 15, "pds": 10, **attitude(8)}, attitude(0), incidents=True),
     [[12], [12], [9]], {"fin": "mort", "gagnant": "b", "pds_a": -1}),
    ("INC-06 R-88", "contact_round", fight(GUN | {"long_feu": True, **attitude(8)}, attitude(0)),
     [[6]], {"pds_b": 20}),
    ("TIR-01", "contact_round",
     fight({"a_distance": True, **attitude(8)}, attitude(0), incidents=True), [[12]],
     {"pds_a": 20}),
    ("INC-06 OPT-01", "melee",
     tour(man("a", "x", 14, **GUN, **SHARING), foe("b", 2), foe("c", 2), incidents=True),
     [[12], [6], [4], [12]], ends({"munitions": 4, "long_feu": False}, {"pds": 20}, {"pds": 13})),
    ("INC-07 OPT-01", "melee",
     tour(man("a", "x", 14, **GUN, **SHARING), foe("b", 2), foe("c", 2), incidents=True),
     [[12], [9]], ends({"munitions": 5, "incident": "enrayee"}, {"pds": 20}, {"pds": 20})),
    ("INC-08 OPT-01", "melee",
     tour(man("a", "x", 14, pds=13, **GUN, **SHARING), foe("b", 2), foe("c", 2), incidents=True),
     [[12], [12], [12]],
     {"camp": "y", **ends({"hors": "mort", "pds": -1}, {"pds": 20}, {"pds": 20})}),
    ("INC-07", "melee", tour(man("a", "x", 9, **GUN, incident="enrayee"), foe("b", 2)), [[6]],
     ends({"incident": "rien", "munitions": 6}, {"pds": 20})),
    # ── several against several ──
    ("PAS-07", "melee",
     tour(man("a", "x", 9, politique={"passe": ["bousculade"]}), foe("b", 1), man("c", "y", 5)),
     [[1], [12]], ends({"pds": 20}, {"pds": 12}, {"pc_mod": 0})),
    ("PAS-07", "melee",
     tour(man("a", "x", 5, politique={"passe": ["bousculade"]}), foe("b", 1), man("c", "y", 9)),
     [[12], [1], [12]], ends({"pds": 20}, {"pds": 16}, {"pc_mod": -2})),
    ("PAS-12", "melee",
     tour(man("a", "x", 9, politique={"passe": ["coup_perdu"]}), man("b", "y", 6, letalite=2),
          foe("c", 1)), [[1], [12], [1], [12]], ends({"pds": 20}, {"pds": 11}, {"pds": 16})),
    ("PAS-05", "melee",
     tour(man("a", "x", 9, politique={"passe": ["en_confiance"]}), foe("b", 1), foe("c", 1)),
     [[1], [12]], ends({"confiance": ["b"], "pc_mod": 0}, {"pds": 12}, {"pds": 20})),
    ("PAS-15", "melee",
     tour(man("a", "x", 4), man("d", "x", 3), man("b", "y", 3, "rien", arme="coincee")),
     [[9], [12], [8], [12]], ends({}, {}, {"hors": "mort", "pds": -1})),
    ("PAS-10", "melee", tour(man("a", "x", 4), man("d", "x", 3), foe("b", 3, expose=3)),
     [[7], [12], [6], [12]], ends({}, {}, {"pds": 5, "expose": 0})),
    ("OPT-01 CBT-08", "melee", tour(man("a", "x", 9, **SHARING), foe("b", 2), foe("c", 2)),
     [[5], [12], [4], [12]], ends({}, {"pds": 14}, {"pds": 15})),
    ("CBT-09", "melee", tour(man("a", "x", 5), man("b", "y", 5), man("c", "z", 5)),
     [[3], [3], [9], [1], [7], [12], [12], [12]], ends({"pds": 20}, {"pds": 20}, {"pds": 20})),
    # ── shots into a mêlée ──
    ("TIR-11", "melee",
     tour(man("a", "x", 10, letalite=4, **AWAY), man("b", "y", 6, "rien", politique=IDLE),
          man("c", "x", 1, "rien", politique=IDLE)), [[5]], ends({}, {"pds": 16}, {"pds": 20})),
    ("TIR-11 TIR-14", "melee",
     tour(man("a", "x", 10, letalite=4, **AWAY), man("b", "y", 6, "rien", politique=IDLE),
          man("c", "x", 1, "rien", politique=IDLE)), [[4]], ends({}, {"pds": 5}, {"pds": 20})),
    ("TIR-18", "melee",
     tour(man("a", "x", 9, **AWAY, politique={"passe_tir": ["impact"]}), man("b", "y", 5),
          man("c", "x", 1, "rien", politique=IDLE)), [[1]],
     ends({}, {"pds": 11, "pc_mod": 0}, {"pds": 20})),
    ("TIR-18", "melee",
     tour(man("a", "x", 5, **AWAY, politique={"passe_tir": ["impact"]}), man("b", "y", 9),
          man("c", "x", 1, "rien", politique=IDLE)), [[12], [1]],
     ends({}, {"pds": 15, "pc_mod": -2}, {"pds": 20})),
    ("TIR-20", "melee",
     tour(man("a", "x", 10, **AWAY, politique={"passe_tir": ["desarmement"]}),
          foe("b", 5, en_melee=False)), [[1]], ends({}, {"arme": "perdue", "pds": 10})),
    ("TIR-20", "melee",
     tour(man("a", "x", 10, **AWAY, politique={"passe_tir": ["desarmement"]}),
          foe("b", 5, en_melee=False, desarmable=False)), [[1]],
     ends({}, {"main_perdue": True, "pds": 10})),
    ("TIR-19", "melee",
     tour(man("a", "x", 10, **AWAY, politique={"passe_tir": ["chute"]}),
          foe("b", 5, en_melee=False)), [[1]], ends({}, {"a_terre": True, "pds": 10})),
    ("TIR-08", "melee",
     tour(man("a", "x", 6, **AWAY, politique={"visee": 3}), foe("b", 1, en_melee=False))
     | {"max_turns": 4}, [[9]], ends({"vise": None}, {"pds": 6})),
    ("TIR-10", "melee",
     tour(man("a", "x", 11, **AWAY, portee="extreme", vise={"cible": "b", "tours": 1}),
          foe("b", 1, en_melee=False)), [[2]], ends({"vise": None}, {"pds": 11})),
    # ── between two tours of a duel: the leader's ──
    ("CBT-04", "duel", PAUSED,
     [[1], [12], [12], "changer", "a", "circonstance", 3, "continuer", [7], [12], "finir"],
     {"fin": "meneur", "gagnant": "personne", "tours": 2}),
    ("CBT-10", "duel", PAUSED | {"a": {"talent": 9, **attitude(6)}},
     [[12], [12], "changer", "b", "initiative", True, "continuer", [1], [12], [12], "finir"],
     {"fin": "meneur", "pds_a": 16, "tours": 2}),
    ("CBT-15", "duel", PAUSED, [[1], [12], [12], "changer", "b", "hors", "reddition"],
     {"fin": "reddition", "gagnant": "a", "tours": 1}),
    ("BLE-01", "duel", PAUSED, [[1], [12], [12], "changer", "a", "pds", -1],
     {"fin": "mort", "gagnant": "b", "pds_a": -1}),
    # ── body ──
    ("CHU-01", "fall", {"hauteur": "5/2"}, [], {"damage": 5}),
    ("CHU-03", "fall", {"hauteur": 1, "ajustement": -5}, [], {"damage": 0}),
    ("CHO-03", "shock", {"valeurs": [4], "physique": "nul"}, [[5]], {"conscience": "etourdi"}),
    ("ASP-02", "asphyxia", {"secondes": 60, "sportif": 6}, [[3]], {"damage": 3}),
    ("MAL-03", "disease",
     {"physique": "moyen", "malignite": "benigne", "incubation": 1, "periode": 1, "heure": 50}, [],
     {"pds": 20, "pertes": 0}),
    ("MAL-06", "disease",
     {"physique": "moyen", "malignite": "mortelle", "incubation": 6, "periode": 72, "heure": 150},
     [], {"pds": 17, "pertes": 3}),
    ("POI-02", "poison",
     {"physique": "moyen", "malignite": "mortelle", "assimilation": 2, "periode": 1, "perte": 3,
      "heure": 4, "secours": True, "medecin": 12, "secours_a": 1}, [[1]],
     {"secouru": False, "pds": 11}),
]  # fmt: skip

RULED: list[tuple[str, str, Params, Params, list[Any], Params]] = [
    ("PAS-16", "contact_round", {"mise_en_echec_damage": "none"},
     fight({"talent": 15, **attitude(13, "mise_en_echec")}, attitude(3)), [[1], [12]],
     {"fin": "mise_en_echec", "pds_b": 20}),
    ("OPT-03", "melee", {"multi_attack_maniabilite": "each"},
     tour(man("a", "x", 9, maniabilite=3, **SHARING), foe("b", 2), foe("c", 2)),
     [[5], [12], [4], [12]], ends({}, {"pds": 9}, {"pds": 10})),
    ("SAN-01", "contact_round", {"death": "at_zero"},
     fight({"talent": 12, **attitude(12)}, {"pds": 13, **attitude(0)}), [[1], [12]],
     {"fin": "mort", "pds_b": 0}),
    ("EXT-07", "extended", {"extended_failures": "ignore"},
     {"taches": [{"talent": 14, "difficulty": -5, "points": 25}], "max_periodes": 6},
     [[2], [11], [6], [6], [3], [3]], {"outcome": "acheve", "periodes": 6}),
]  # fmt: skip

REFUSED: list[tuple[str, str, Params, list[Any], str]] = [
    ("SAN-05", "assaut", {"poff": 6, "pdef": 3, "hors_cible": "mort"}, [], "hors_cible"),
    ("SAN-05", "shot", {"poff": 6, "hors_cible": "mort"}, [], "hors_cible"),
    ("SAN-05", "attaques_multiples",
     {"poff": 4, "cibles": [{"pdef": 2, "part": 2}, {"pdef": 2, "part": 2, "hors": "mort"}]}, [],
     "cibles[1].hors"),
    ("SAN-05", "rafale",
     {"arme": "mitraillette", "tireur": 9, "poff": 9, "cibles": [{"hors": "mort"}]}, [],
     "cibles[0].hors"),
    ("SAN-05", "shock", {"valeurs": [3], "hors": "mort"}, [], "hors"),
    ("SAN-05", "fall", {"hauteur": 3, "hors": "mort"}, [], "hors"),
    ("SAN-05", "asphyxia", {"secondes": 60, "hors": "mort"}, [], "hors"),
    ("SAN-05", "pure", {"attribut": "bon", "obstacle": "moyen", "hors": "mort"}, [], "hors"),
    ("TIR-07", "melee",
     tour(man("a", "x", 9, **AWAY, portee="hors_portee"), foe("b", 1)), [],
     "combattants[0].portee"),
    ("CBT-03", "melee", tour(man("a", "x", 9), foe("b", 1), initiative=["zoé"]), [],
     "initiative[0]"),
    ("CBT-01", "melee", tour(man("a", "x", 9), man("b", "x", 9)), [], "combattants"),
]  # fmt: skip

ASKED: list[tuple[str, str, Params, list[Any], tuple[str, str]]] = [
    ("INC-05", "assaut", SHOT_IN_CONTACT | {"incidents": "ask"}, [[12]], ("gm", "incidents")),
    ("INC-05", "melee", tour(man("a", "x", 9, **GUN), foe("b", 2), incidents="ask"), [[12]],
     ("gm", "incidents")),
    ("INC-05", "contact_round", fight(GUN | attitude(8), attitude(0), incidents="ask"), [[12]],
     ("gm", "incidents")),
    ("CBT-15", "duel", PAUSED, [[1], [12], [12]], ("gm", "suite_du_combat")),
    ("CBT-04", "duel", PAUSED, [[1], [12], [12], "changer", "a"], ("gm", "changement")),
]  # fmt: skip
