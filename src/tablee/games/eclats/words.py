"""The words of Éclats: identifier -> what a person reads."""

from __future__ import annotations

WORDS: dict[str, str] = {
    # chapters, as the menus name them
    "chapitre.attempt": "Agir",
    "chapitre.relance": "Relancer",
    "chapitre.action": "Agir",
    # procedures
    "eclats.test": "Jet d’action",
    "eclats.relance": "Relance",
    "eclats.action": "Action complète",
    # seats
    "player": "joueur",
    "maitre": "maître de jeu",
    "initie": "Initié",
    # asks
    "jet": "jet",
    "relance": "relance",
    # parameters and result fields
    "caracteristique": "Caractéristique",
    "bonus": "bonus",
    "seuil": "seuil",
    "secret": "seuil secret",
    "des": "dés",
    "prix": "prix",
    "prix_accordes": "prix accordés",
    "seuil_relance": "seuil de la relance",
    "relances_max": "nombre maximal de relances",
    "issue": "issue",
    "des_relance": "dés de la relance",
    # effects
    "prix_du": "prix dû",
    # utilities
    "sans_critique": "éviter l’échec critique",
    "sans_prix": "ne pas avoir de prix à payer",
    # values
    "reussite": "réussite",
    "echec": "échec",
    "echec_simple": "échec simple",
    "echec_automatique": "échec automatique",
    "echec_critique": "échec critique",
    "reussite_relance": "réussite à la relance",
    "echec_relance": "échec à la relance",
    "aucun": "aucun",
    "eleve": "élevé",
    "tres_eleve": "très élevé",
    "exorbitant": "exorbitant",
    "inatteignable": "inatteignable",
    # switches
    "zero_autre_de": "un 0 et un autre dé : ce qui doit atteindre le seuil",
    "avec_bonus": "le dé et le bonus ensemble",
    "sans_bonus": "le dé seul ou le bonus seul",
    "choix_des": "nombre de dés lancés",
    "tous": "tous les dés",
    "libre": "au choix du joueur",
    "relance_bonus": "le bonus de Compétence compte à la relance",
    "relance_seuil": "seuil de la relance",
    "meme": "le même que celui du jet",
    "nouveau": "un nouveau seuil possible",
    "consentement": "qui doit accepter le prix",
    "unanime": "toute la table",
    "consentement.maitre": "le maître de jeu seul",
    "relances_multiples": "une relance ratée peut être relancée",
}
