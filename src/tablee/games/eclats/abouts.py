"""Descriptions of the procedures of Éclats, one sentence each."""

from __future__ import annotations

ABOUTS: dict[str, str] = {
    "eclats.test.about": "Un d10 de plus par point de Caractéristique ; le meilleur et le bonus contre le seuil, et tout 0 fait échouer.",
    "eclats.relance.about": "La seconde chance que donne un prix : un à trois d10, où le 0 vaut 10.",
    "eclats.action.about": "Une action jusqu’au bout : le jet, puis, après un échec simple, le prix que l’on négocie et sa relance.",
    "eclats.negociation.about": "Après un échec simple, offrir un prix contre une relance, que toute la table doit accepter.",
    "eclats.initie.about": "Les Caractéristiques, les Compétences et les prix dus d’un Initié, tenus à jour.",
    "eclats.campagne.about": "Les fiches et les scènes de toute une campagne, avec les prix qui restent dus.",
}
