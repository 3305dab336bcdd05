"""The switches of Les Chants de Loss: points that the document leaves open (R-01 to R-57)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from tablee.rules.procedure import Rulings


class LossRulings(Rulings):
    """Each switch with its default first."""

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
