"""The rulings of Les Chants de Loss, on points that its document leaves open (R-01 to R-57)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from tablee.rules.procedure import Rulings


class LossRulings(Rulings):
    """The rulings; the first value of each is its default."""

    explosion_un: Literal["un_moins", "zero_moins"] = "un_moins"
    """R-01: from what the die after a 1 is subtracted (LOSS-EXP-02)."""
    explosion_sans_exploit: Literal["toujours", "jamais"] = "toujours"
    """R-03: whether dice explode without an Exploit (LOSS-EXP-04)."""
    auto_plus_ag: bool = False
    """R-06: whether Augmentations add to the 15 (LOSS-AUT-01)."""
    facile_calme: bool = True
    """R-07: whether an easy Action without a Test asks for calm (LOSS-DIF-04, -05)."""
    somme_jetons: bool = True
    """R-09: whether tokens count for the sum without a die (LOSS-SDE-01)."""
    somme_pnj: bool = True
    """R-10: whether the MJ’s characters may do without the die (LOSS-SDE-01)."""
    somme_trait_pur: bool = True
    """R-11: whether a pure Trait Test may do without the die (LOSS-SDE-01)."""
    exploits_trait_pur: bool = True
    """R-12: whether a pure Trait Test takes Exploits (LOSS-VTT-04)."""
    jetons_apres_de: bool = True
    """R-13: whether tokens may be spent after the die (LOSS-DEC-03)."""
    jetons_max_par_test: Annotated[int, Meta(ge=0)] | None = None
    """R-14: the most tokens on one Test (LOSS-DEC-03)."""
    partage_adversaires: Literal["total", "chacun"] = "total"
    """R-16: what several adversaries receive (LOSS-EXL-05)."""
    choix_mj: Literal["depense", "gain"] = "depense"
    """R-17: when the MJ says what his tokens are (LOSS-EXL-06)."""
    jetons_pnj: Literal["lies", "commun"] = "lies"
    """R-18: whose the tokens of an opposed failure are (LOSS-EXL-05)."""
    priorite_joueurs: Literal["tout_a_un", "un_par_un"] = "tout_a_un"
    """R-19: how players share what a PNJ cedes (LOSS-EXL-10)."""
    passive_beneficiaire: Literal["cible", "mj"] = "cible"
    """R-20: who gains by a lost Opposition passive (LOSS-OPA-03)."""
    desastre_cible: Literal["fautif", "libre"] = "fautif"
    """R-21: whom a Désastre may strike (LOSS-EXL-06, LOSS-DES-01)."""
    desastres_joueurs: bool = False
    """R-24: whether players may spend Désastres (LOSS-LIM-02, LOSS-INV-06)."""
    aveugle_exploits: Literal["surplus", "tous"] = "surplus"
    """R-26: which Exploits of a blind Test are effects (LOSS-INV-03)."""
    echec_dissimulation: Literal["expose", "caches_zero"] = "expose"
    """R-27: what a failed Test to conceal leaves (LOSS-INV-01)."""
    active_zero: Literal["comparaison", "seuil"] = "comparaison"
    """R-29: an Opposition active without a bid (LOSS-OAC-01)."""
    repondant_ouvre: bool = False
    """R-30: whether the other side may open the bidding (LOSS-OAE-02)."""
    nul_au_total: bool = False
    """R-32: two successes at one Difficulté (LOSS-OAE-07)."""
    esquive_cede: bool = False
    """R-37: the Exploits of an attack that is dodged (LOSS-CBT-01)."""
    qualite_par: Literal["exploits", "difficulte"] = "exploits"
    """R-38: what the quality of a result is read from (LOSS-DIF-06)."""
    echelle_arrondi: Literal["min_un", "plancher"] = "min_un"
    """R-41: rounding towards the greater Échelle (LOSS-ECH-04)."""
    degats_explosent: bool = False
    """R-45: whether the dice of damage explode (LOSS-CBT-03, LOSS-OAE-10)."""
    jetons_transfert: bool = False
    """R-46: whether tokens may be given away (LOSS-JET-01)."""

    words = {
        "explosion_un": ("ce que compte un premier 1", "what a first 1 counts"),
        "explosion_un.un_moins": ("1 moins la relance", "1 minus the further throw"),
        "explosion_un.zero_moins": ("0 moins la relance", "0 minus the further throw"),
        "explosion_sans_exploit": ("explosion sans Exploit", "explosion without an Exploit"),
        "explosion_sans_exploit.toujours": ("toujours", "always"),
        "explosion_sans_exploit.jamais": ("jamais", "never"),
        "auto_plus_ag": (
            "Augmentations sur une Réussite Automatique",
            "Augmentations on a Réussite Automatique",
        ),
        "facile_calme": ("Action facile au calme seulement", "easy Action in calm only"),
        "somme_jetons": ("jetons comptés dans la somme", "tokens counted in the sum"),
        "somme_pnj": ("somme suffisante pour le MJ aussi", "sum enough for the GM too"),
        "somme_trait_pur": ("somme suffisante en Trait pur", "sum enough in a pure Trait Test"),
        "exploits_trait_pur": ("Exploits en Trait pur", "Exploits in a pure Trait Test"),
        "jetons_apres_de": ("jetons permis après le dé", "tokens allowed after the die"),
        "jetons_max_par_test": ("jetons au plus par Test", "tokens at most a Test"),
        "partage_adversaires": ("partage entre adversaires", "sharing among adversaries"),
        "partage_adversaires.total": ("en tout", "in all"),
        "partage_adversaires.chacun": ("à chacun", "to each"),
        "choix_mj": (
            "choix du MJ entre Augmentation et Désastre",
            "the GM’s choice of Augmentation or Désastre",
        ),
        "choix_mj.depense": ("à la dépense", "when spent"),
        "choix_mj.gain": ("à la réception", "when received"),
        "jetons_pnj": (
            "jetons gagnés par un personnage du MJ",
            "tokens won by a character of the GM",
        ),
        "jetons_pnj.lies": ("à ce personnage", "to that character"),
        "jetons_pnj.commun": ("au fonds commun", "to the common stock"),
        "priorite_joueurs": ("priorité entre joueurs", "priority among players"),
        "priorite_joueurs.tout_a_un": ("tout à un seul", "all to one"),
        "priorite_joueurs.un_par_un": ("un par un", "one by one"),
        "passive_beneficiaire": (
            "bénéficiaire d’une Opposition passive",
            "beneficiary of an Opposition passive",
        ),
        "desastre_cible": ("qui un Désastre peut frapper", "whom a Désastre may strike"),
        "desastre_cible.fautif": ("qui a échoué", "who failed"),
        "desastre_cible.libre": ("n’importe qui", "anybody"),
        "desastres_joueurs": ("Désastres aux joueurs", "Désastres for players"),
        "aveugle_exploits": (
            "Exploits utilisables d’un Test Aveugle",
            "usable Exploits of a Test Aveugle",
        ),
        "aveugle_exploits.surplus": ("le surplus", "the surplus"),
        "aveugle_exploits.tous": ("tous", "all"),
        "echec_dissimulation": ("dissimulation manquée", "failed concealment"),
        "echec_dissimulation.expose": ("à découvert", "exposed"),
        "echec_dissimulation.caches_zero": ("caché par zéro Exploit", "hidden by zero Exploits"),
        "active_zero": ("Opposition sans Exploit engagé", "Opposition without any Exploit engaged"),
        "active_zero.comparaison": ("les totaux se comparent", "totals are compared"),
        "active_zero.seuil": ("contre la Difficulté", "against the Difficulté"),
        "repondant_ouvre": ("le répondant peut ouvrir", "the respondent may open"),
        "nul_au_total": ("le total départage", "the total breaks the tie"),
        "esquive_cede": ("une esquive prend les Exploits", "a dodge takes the Exploits"),
        "qualite_par": ("qualité jugée sur", "quality judged by"),
        "qualite_par.difficulte": ("Difficulté atteinte", "Difficulté reached"),
        "echelle_arrondi": ("arrondi des dégâts d’Échelle", "rounding of damage across Échelles"),
        "echelle_arrondi.min_un": ("au moins 1", "at least 1"),
        "echelle_arrondi.plancher": ("vers le bas", "downward"),
        "degats_explosent": ("dés de dégâts explosifs", "exploding damage dice"),
        "jetons_transfert": ("jetons cédés entre joueurs", "tokens handed between players"),
    }
