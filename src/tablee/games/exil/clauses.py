"""The clauses of Exil that the procedures carry: id -> what it says, in our own words."""

from __future__ import annotations

CLAUSES: dict[str, str] = {
    "EXIL-BAS-04": "Un d12 est lancé : on réussit quand il ne dépasse pas le Talent modifié.",
    "EXIL-BAS-05": "La marge dit de combien l’action réussit ou échoue.",
    "EXIL-BAS-06": "Un Talent va de 0 à 20 ; plus il est haut, mieux c’est.",
    "EXIL-BAS-07": "La difficulté s’ajoute au Talent avant le jet : positive, elle aide.",
    "EXIL-BAS-08": "Le hasard est un d12 ; une action demande en général un seul jet.",
    "EXIL-BAS-09": "La marge est l’écart entre le Talent modifié et le d12.",
    "EXIL-ACT-01": "Une action simple met en jeu un seul personnage et un seul de ses Talents.",
    "EXIL-ACT-02": "On choisit d’abord le Talent concerné.",
    "EXIL-ACT-03": "Le Meneur fixe la difficulté, qui modifie le Talent.",
    "EXIL-ACT-04": "Les difficultés vont d’enfantine (+8) à cauchemardesque (−8).",
    "EXIL-ACT-05": "Temps, stress, blessures et matériel s’ajoutent à la difficulté.",
    "EXIL-ACT-06": "La marge se lit en degrés de réussite ou d’échec.",
    "EXIL-ADV-01": "Le Meneur peut demander une marge minimale pour une action parfaite.",
    "EXIL-ADV-02": "Une réussite sous la marge minimale n’est pas un échec, mais reste incomplète.",
    "EXIL-ADV-03": "La marge minimale atteinte, la réussite est complète.",
    "EXIL-ADV-05": "Chaque nouvel essai ajoute un malus, qui se cumule.",
}
