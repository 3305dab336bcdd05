"""The words of Exil: identifier -> what a person reads."""

from __future__ import annotations

from tablee.games.exil.words_combat import COMBAT_WORDS

WORDS: dict[str, str] = COMBAT_WORDS | {
    # procedures
    "exil.simple": "Jet de Talent",
    # seats
    "acteur": "acteur",
    "gm": "Meneur de jeu",
    # parameters and result fields
    "talent": "Talent",
    "difficulty": "difficulté",
    "external": "autres modificateurs",
    "minimal_margin": "marge minimale",
    "attempt": "essai",
    "retry_penalty": "malus par échec",
    "success": "réussite",
    "margin": "marge",
    "degree": "degré",
    "complete": "complète",
    # utilities
    "reussite": "réussir",
    "complet": "réussir complètement",
    "marge": "marge moyenne",
    # values
    "desastre": "désastre",
    "echec_total": "échec total",
    "echec_consequent": "échec conséquent",
    "echec_mineur": "échec mineur",
    "reussie_de_justesse": "action réussie de justesse",
    "reussie": "action réussie",
    "belle_reussite": "belle réussite",
    "superbe_reussite": "superbe réussite",
    "reussite_extraordinaire": "réussite extraordinaire",
}
