"""What each option of a choice in a fight does, in one sentence, for the person who chooses."""

from __future__ import annotations

from tablee.rules.field_marks import Landmarks, landmarks

PASSES_SEEN: Landmarks = landmarks(
    {
        "coup_puissant_1": ("1 point de dégâts en plus",),
        "en_confiance": ("+2 au PC de l’attaquant au prochain tour, contre cet adversaire seul",),
        "desequilibre": ("−2 au PC du défenseur au prochain tour, contre tous",),
        "bousculade": (
            "un allié du défenseur, heurté, perd son attaque, ou 2 points de PC au prochain tour "
            "s’il a déjà frappé",
        ),
        "coup_puissant_3": ("3 points de dégâts en plus",),
        "faille": ("l’armure ne protège pas ; sans armure, 3 points de dégâts en plus",),
        "impact": (
            "le contact est rompu : le défenseur perd son attaque si l’attaquant avait "
            "l’initiative ; sinon l’attaquant l’aura au prochain tour",
        ),
        "mauvais_positionnement": (
            "+3 au Poff de quiconque attaque le défenseur au prochain tour",
        ),
        "coup_puissant_5": ("5 points de dégâts en plus",),
        "double_touche": ("un second coup aussitôt, à la moitié des dégâts",),
        "coup_perdu": (
            "la prochaine attaque du défenseur va à un des siens, à la moitié des dégâts ; s’il "
            "est seul, il la perd, ou 3 points de PC au prochain tour",
        ),
        "desarmement": (
            "aucune blessure ; le défenseur lâche son arme si son Talent est le plus faible",
        ),
        "coup_puissant_7": ("7 points de dégâts en plus",),
        "arme_coincee": (
            "l’arme du défenseur reste plantée ; la dégager prend un tour, où ses adversaires ont "
            "+5 au PC",
        ),
        "touche_et_desarmement": (
            "les dégâts du coup, et le défenseur lâche son arme si son Talent est le plus faible",
        ),
        "mise_en_echec": ("le défenseur, désarmé, est à la merci de l’attaquant",),
        "passe_libre": ("ce que l’on imagine : les dégâts du coup, et l’effet que dira le Meneur",),
    },
    "EXIL-PAS-03 EXIL-PAS-04 EXIL-PAS-05 EXIL-PAS-06 EXIL-PAS-07 EXIL-PAS-08 EXIL-PAS-09 EXIL-PAS-10 "
    "EXIL-PAS-11 EXIL-PAS-12 EXIL-PAS-13 EXIL-PAS-14 EXIL-PAS-15 EXIL-PAS-16",
)
"""The effect of each passe gagnante in contact."""

PASSES_AT_RANGE_SEEN: Landmarks = landmarks(
    {
        "coup_puissant_1": ("1 point de dégâts en plus",),
        "faille": ("l’armure ne protège pas ; sans armure, 1 point de dégâts en plus",),
        "coup_puissant_3": ("3 points de dégâts en plus",),
        "impact": (
            "la cible recule et perd son action de ce tour, ou 2 points de PC au prochain tour si "
            "elle a déjà agi",
        ),
        "coup_puissant_5": ("5 points de dégâts en plus",),
        "chute": ("les dégâts du tir, et la cible tombe à terre",),
        "coup_puissant_7": ("7 points de dégâts en plus",),
        "desarmement": ("la cible lâche ce qu’elle tient ; une main vide devient inutilisable",),
        "tir_fatal": ("la cible est tuée sur le coup",),
        "coup_d_elite": ("le projectile frappe un point minuscule ; au Meneur d’en dire l’effet",),
    },
    "EXIL-TIR-16 EXIL-TIR-17 EXIL-TIR-18 EXIL-TIR-19 EXIL-TIR-20 EXIL-TIR-21 EXIL-TIR-22",
)
"""The effect of each passe gagnante de distance."""

CONDUCTS_SEEN: Landmarks = landmarks(
    {
        "habitude": ("chacun suit l’attitude et les choix de sa fiche ; rien n’est demandé",),
        "ensemble": (
            "une seule attitude, une seule cible, une seule audace pour tous, chacun selon son PC",
        ),
        "decider": ("chaque choix est demandé, combattant par combattant",),
    },
    "EXIL-CBT-13",
)
"""How the leader conducts several fighters in a tour."""

AUDACES_SEEN: Landmarks = landmarks(
    {
        0: ("un coup ordinaire",),
        (1, 59): ("un coup plus dur à porter, et d’autant plus dur à parer",),
    },
    "EXIL-CON-06",
)
"""What a malus taken on by the attacker does to his roll and to the defence."""

ZONES_SEEN: Landmarks = landmarks(
    {
        "aucune": ("aucun malus",),
        "tete": ("−4 au Poff",),
        "bras": ("−3 au Poff",),
        "main": ("−5 au Poff",),
        "jambe": ("−2 au Poff",),
        "defaut": ("le Meneur fixe le malus",),
    },
    "EXIL-OPT-06",
)
"""What an aim at a part of the body costs."""

WEAPONS_SEEN: Landmarks = landmarks(
    {
        "reprendre": (
            "le tour y passe, sans attaque ; pour une arme coincée, les adversaires ont +5 au PC",
        ),
        "perdre": ("l’attaque de ce tour est perdue",),
    },
    "EXIL-PAS-13 EXIL-PAS-15",
)
"""What a fighter without his weapon may do."""
