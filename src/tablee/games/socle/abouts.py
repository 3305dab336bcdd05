"""Descriptions of the procedures of the Livre des Règles de Base, one sentence each."""

from __future__ import annotations

ABOUTS: dict[str, str] = {
    "socle.test.about": "Le dé d’une Caractéristique contre un TN que les circonstances déplacent d’un degré.",
    "socle.test_d6.about": "Un d6 contre le seuil d’un niveau, quand on ne joue qu’avec des d6.",
    "socle.attaque.about": "Un test contre le TN de l’adversaire : toucher le blesse, manquer appelle sa riposte.",
    "socle.attaque_d6.about": "La même attaque quand on ne joue qu’avec des d6.",
    "socle.magie.about": "Du Mana dépensé, puis le dé de Magie contre le TN de l’effet voulu.",
    "socle.sort_attaque.about": "Un sort lancé comme une attaque : du Mana d’abord, puis le jet et ses suites.",
    "socle.coup.about": "Un Cœur à perdre : l’Armure peut l’épargner, et au dernier on tombe.",
    "socle.relever.about": "Hors d’un combat, un allié donne une Action pour remettre debout qui est à terre.",
    "socle.combat.about": "Plusieurs personnages contre plusieurs adversaires, une action après l’autre, et ce que le MJ y ajoute.",
    "socle.combat_d6.about": "Le même combat quand on ne joue qu’avec des d6, sans effets de Magie.",
    "socle.duel.about": "Un personnage contre des adversaires l’un après l’autre, jusqu’à ce qu’un camp n’en puisse plus.",
    "socle.duel_d6.about": "Le même duel quand on ne joue qu’avec des d6.",
    "socle.chronometre.about": "Réussir assez souvent avant que les échecs aient mené le compteur à son terme.",
    "socle.scene.about": "Les Cœurs, le Mana, l’Armure et les compteurs d’une scène, tenus à jour.",
    "socle.repos.about": "Le repos d’après la scène, qui finit avec lui : Cœurs et Mana au complet, sauf pour les morts.",
    "socle.essais.about": "Les tests manqués, qui ne se retentent qu’une fois quelque chose changé.",
    "socle.developpement_d6.about": "Un niveau, un Cœur ou un Mana de plus, quand le MJ l’accorde.",
    "socle.campagne.about": "Les fiches, les scènes et les essais manqués de toute une campagne, tenus ensemble.",
}
