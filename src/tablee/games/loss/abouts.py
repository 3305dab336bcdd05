"""Descriptions of the procedures of Les Chants de Loss, one sentence each."""

from __future__ import annotations

ABOUTS: dict[str, str] = {
    "loss.die.about": "Le d10 qui explose, vers le haut après un 10, vers le bas après un 1, ajouté à une somme et mesuré à des seuils.",
    "loss.action.about": "Trait, Talent et d10 contre une Difficulté, que chaque Exploit annoncé relève de 5.",
    "loss.trait.about": "Le même Test avec une Vertu et un Trait, quand aucun Talent n’est en jeu.",
    "loss.passive.about": "Un Test contre trois fois une Vertu ou un Trait d’une cible qui ne se défend pas vraiment.",
    "loss.automatic.about": "Un total de 15 sans lancer, au calme, avec le temps et l’outil qu’il faut.",
    "loss.sans_test.about": "Quand on peut se passer du dé, et comment.",
    "loss.blind.about": "Un Test à 15 dont les Exploits doivent atteindre un nombre que l’on ne connaît pas.",
    "loss.dissimulation.about": "Quelqu’un se cache avec des Exploits secrets, puis chacun le cherche à l’aveugle.",
    "loss.active.about": "Un duel d’annonces : on surenchérit d’Exploits, puis tous deux affrontent la même Difficulté.",
    "loss.combat.about": "Une attaque avec ses Exploits, dont la parade ou l’esquive doit tenir compte.",
    "loss.exploits.about": "Chaque Exploit gagné devient un effet, au choix du vainqueur.",
    "loss.effet.about": "Ce que devient une mesure quand chaque Exploit lui ajoute la moitié de sa valeur.",
    "loss.exploits_requis.about": "Combien d’Exploits il faut pour porter une mesure jusqu’à une autre.",
    "loss.echec.about": "À qui vont les Exploits d’un Test manqué.",
    "loss.jetons.about": "Les jetons gagnés et dépensés pendant une Scène, joueurs et MJ, tenus à jour.",
    "loss.temps.about": "De l’Action de combat à l’Aventure, le temps de la campagne, et les jetons qu’il fait disparaître.",
    "loss.desastre.about": "Des jetons de Désastre dépensés ensemble : plus il y en a, plus l’accident est grave.",
    "loss.degats.about": "Les d10 que valent des Exploits, en dégâts ou en Détresse, Échelles et armure comptées.",
    "loss.echelle.about": "Une valeur vue d’une autre Échelle : dix fois moins en montant, dix fois plus en descendant.",
    "loss.degats_echelle.about": "Les dégâts d’une Échelle à une autre, armure déduite.",
    "loss.echelle_de.about": "L’Échelle d’une chose, d’après sa masse.",
    "loss.noms.about": "Le nom que porte chaque niveau : Difficulté, Trait, Talent, qualité d’un résultat.",
    "loss.campagne.about": "Les fiches, les jetons et le temps de toute une campagne, tenus ensemble.",
}
