"""The switches of Les Chants de Loss: points that the document leaves open (R-01 to R-57)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from tablee.rules.procedure import Rulings

__all__ = ["LossRulings"]


class LossRulings(Rulings):
    """Each switch with its default first."""

    explosion_un: Literal["un_moins", "zero_moins"] = "un_moins"
    explosion_sans_exploit: Literal["toujours", "jamais"] = "toujours"
    auto_plus_ag: bool = False
    facile_calme: bool = True
    somme_jetons: bool = True
    somme_pnj: bool = True
    somme_trait_pur: bool = True
    exploits_trait_pur: bool = True
    jetons_apres_de: bool = True
    jetons_max_par_test: Annotated[int, Meta(ge=0)] | None = None
    partage_adversaires: Literal["total", "chacun"] = "total"
    choix_mj: Literal["depense", "gain"] = "depense"
    jetons_pnj: Literal["lies", "commun"] = "lies"
    priorite_joueurs: Literal["tout_a_un", "un_par_un"] = "tout_a_un"
    passive_beneficiaire: Literal["cible", "mj"] = "cible"
    desastre_cible: Literal["fautif", "libre"] = "fautif"
    desastres_joueurs: bool = False
    aveugle_exploits: Literal["surplus", "tous"] = "surplus"
    echec_dissimulation: Literal["expose", "caches_zero"] = "expose"
    active_zero: Literal["comparaison", "seuil"] = "comparaison"
    repondant_ouvre: bool = False
    nul_au_total: bool = False
    esquive_cede: bool = False
    qualite_par: Literal["exploits", "difficulte"] = "exploits"
    echelle_arrondi: Literal["min_un", "plancher"] = "min_un"
    degats_explosent: bool = False
    jetons_transfert: bool = False
