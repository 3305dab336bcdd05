"""Descriptions of the procedures of Armes-Dieux, one sentence each."""

from __future__ import annotations

ABOUTS: dict[str, str] = {
    "armes_dieux.poignee.about": "Les dés d’un personnage : Domaine, Bonus et Renfort, douze au plus, puis le Malus.",
    "armes_dieux.poignee_figurant.about": "Les dés d’un Figurant : sa Valeur, ce qui la hausse ou la réduit, ou une estimation du Meneur.",
    "armes_dieux.jet.about": "Une Poignée lancée contre un Seuil de Réussite : la somme dit si l’on réussit, les Qualités disent comment.",
    "armes_dieux.test.about": "Un Test entier : réunir la Poignée d’un personnage, écarter des dés si l’on veut, lancer.",
    "armes_dieux.test_figurant.about": "Un Test entier pour un Figurant, dont le Meneur fait aussi les choix.",
    "armes_dieux.cadrage.about": "Choisir par quel chemin atteindre l’objectif, puis faire le Test.",
    "armes_dieux.revers.about": "Choisir ce que coûte un Test qui tourne mal.",
    "armes_dieux.opposition.about": "De deux à six participants font leur Test ; la réussite qui a le plus de Qualités l’emporte.",
    "armes_dieux.oppositions.about": "Des oppositions à la suite, entre les mêmes, jusqu’à ce qu’un camp en ait gagné assez : chacune est un Test entier, et les Revers pèsent de l’une à l’autre.",
    "armes_dieux.chance.about": "Quatre dés contre 12 pour une question à laquelle on répond par oui ou non.",
    "armes_dieux.personnage.about": "La Tension, le Malus reporté, la Réserve de combat et l’équipement d’un personnage, tenus à jour.",
    "armes_dieux.campagne.about": "Les fiches et les scènes de toute une campagne, avec ce que chaque personnage traîne d’un Test à l’autre.",
}
