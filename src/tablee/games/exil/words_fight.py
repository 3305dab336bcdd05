"""The words of whole fights: identifier -> what a person reads."""

from __future__ import annotations

__all__ = ["FIGHT_WORDS"]

FIGHT_WORDS: dict[str, str] = {
    # procedures
    "exil.contact_round": "Tour de contact",
    "exil.duel": "Duel",
    # seats and asks
    "a": "A",
    "b": "B",
    "riposte": "riposte sans son arme",
    "poff_adverse": "Poff adverse",
    "pc_a": "PC de A",
    "pc_b": "PC de B",
    # fighters
    "a_distance": "arme à distance",
    "talent_mains_nues": "Talent à mains nues",
    "desarmable": "désarmable",
    "malus_avant": "malus d’avant le combat",
    "reddition": "reddition",
    "pc_mod": "effet sur le PC",
    "expose": "exposé",
    "politique": "politique",
    "attitude": "attitude",
    "laisser_la_main": "laisser la main",
    # the fight
    "initiative": "initiative",
    "max_turns": "tours au plus",
    "adrenaline": "adrénaline",
    "ramasser_permis": "ramasser une arme est permis",
    "fin": "fin du combat",
    "gagnant": "vainqueur",
    "tours": "tours",
    "pds_a": "Points de Santé de A",
    "pds_b": "Points de Santé de B",
    "arme_a": "arme de A",
    "arme_b": "arme de B",
    "pc_mod_a": "effet sur le PC de A",
    "pc_mod_b": "effet sur le PC de B",
    "expose_a": "A exposé",
    "expose_b": "B exposé",
    "survie": "survivre",
    # values
    "moitie": "moitié",
    "tout": "tout en attaque",
    "attitude.rien": "tout en défense",
    "reprendre": "reprendre son arme",
    "perdre": "renoncer à la riposte",
    "renoncer": "renoncer à l’attaque",
    "jamais": "jamais",
    "libre": "libre",
    "en_main": "en main",
    "perdue": "perdue",
    "coincee": "coincée",
    "personne": "personne",
    "fin.aucune": "aucune",
    "fin.mort": "mort",
    "impasse": "impasse",
    "limite": "dernier tour atteint",
}
