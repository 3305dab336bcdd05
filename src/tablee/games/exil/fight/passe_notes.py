"""Sentences of the trace about the effects of passes gagnantes, with their clauses."""

from __future__ import annotations

from tablee.games.exil.fight.passes import Passe, PasseDistance, surplus_of
from tablee.games.exil.rulings import talents_hidden
from tablee.rules.ambient import note

_CONTACT: dict[Passe, tuple[str, str]] = {
    "en_confiance": (
        "EXIL-PAS-05",
        "En confiance : l’attaquant a pris l’ascendant, +2 à son PC contre cet adversaire au "
        "prochain tour.",
    ),
    "desequilibre": (
        "EXIL-PAS-06",
        "Déséquilibre : le défenseur chancelle, −2 à son PC au prochain tour.",
    ),
    "bousculade": (
        "EXIL-PAS-07",
        "Bousculade : le défenseur heurte un des siens, qui perd son attaque, ou 2 points de PC "
        "au prochain tour s’il a déjà frappé.",
    ),
    "mauvais_positionnement": (
        "EXIL-PAS-10",
        "Mauvais positionnement : au prochain tour, qui attaque le défenseur gagne 3 points de "
        "Poff.",
    ),
    "double_touche": ("EXIL-PAS-11", "Double touche : un second coup part dans l’élan du premier."),
    "arme_coincee": (
        "EXIL-PAS-15",
        "Arme coincée : l’arme du défenseur reste plantée ; le tour où il la dégage, ses "
        "adversaires ont +5 à leur PC.",
    ),
    "mise_en_echec": (
        "EXIL-PAS-16",
        "Mise en échec : le défenseur, désarmé, est à la merci de l’attaquant.",
    ),
}
_IMPACT = {
    (True, True): "Impact : le choc rejette le défenseur, qui perd son attaque de ce tour.",
    (True, False): "Impact : le défenseur, qui avait laissé la main, est rejeté et perd son "
    "attaque de ce tour.",
    (False, True): "Impact : le contact est rompu ; le défenseur n’a plus d’attaque à perdre, "
    "l’attaquant aura donc l’initiative au prochain tour.",
    (False, False): "Impact : le contact est rompu ; l’attaquant prend l’initiative du prochain "
    "tour.",
}
"""(riposte due, attacker has the initiative) -> effect of an impact (R-25)."""

_COUP_PERDU = {
    (True, True): "Coup perdu : le défenseur perd ses appuis ; sa prochaine attaque ira à un des "
    "siens, à demi-Poff pour les dégâts.",
    (False, True): "Coup perdu : le défenseur perd ses appuis ; sa première attaque du prochain "
    "tour ira à un des siens, à demi-Poff pour les dégâts.",
    (True, False): "Coup perdu : le défenseur perd ses appuis, et son attaque de ce tour avec eux.",
    (False, False): "Coup perdu : le défenseur perd ses appuis, −3 à son PC au prochain tour.",
}
"""(riposte due, the defender has an ally at hand) -> effect of a coup perdu (R-28)."""

_WITHOUT_WEAPON = (
    "Il restait au défenseur à frapper : ce sera à mains nues ou avec une autre arme, ou pas du "
    "tout."
)

_DISTANCE: dict[PasseDistance, tuple[str, str]] = {
    "impact": (
        "EXIL-TIR-18",
        "Impact : la cible recule et perd son action de ce tour, ou 2 points de PC au prochain si "
        "elle a déjà agi.",
    ),
    "chute": ("EXIL-TIR-19", "Chute : la cible est jetée à terre."),
    "desarmement": (
        "EXIL-TIR-20",
        "Désarmement : la cible lâche ce qu’elle tenait ; si cette main était vide, elle ne peut "
        "plus s’en servir.",
    ),
    "tir_fatal": ("EXIL-TIR-21", "Tir fatal : la cible est tuée sur le coup."),
    "coup_d_elite": (
        "EXIL-TIR-22",
        "Coup d’élite : le projectile frappe exactement le point voulu ; au Meneur d’en tirer la "
        "suite.",
    ),
}


def note_passe(
    passe: Passe,
    *,
    riposte_due: bool,
    initiative: bool,
    ally: bool,
    worn: int,
    disarmed: bool,
    talents: tuple[int, int],
) -> None:
    """Add the effect of a passe gagnante (a bonus of a won exchange) in contact to the trace.

    `riposte_due`: whether the defender owes a riposte; `initiative`: whether the attacker has the
    initiative; `ally`: whether the attacker has an ally in contact; `worn`: the protection that the
    defender wears; `talents`: the Talents of the attacker and of the defender.
    """
    if passe == "impact":
        note("EXIL-PAS-09", _IMPACT[riposte_due, initiative])
    elif passe == "coup_perdu":
        note("EXIL-PAS-12", _COUP_PERDU[riposte_due, ally])
    elif passe == "faille":
        _note_faille("EXIL-PAS-08", worn, 3)
    elif surplus_of(passe):
        note(
            "EXIL-PAS-04",
            "Coup puissant : {surplus:point|points} de dégâts en plus.",
            surplus=surplus_of(passe),
        )
    elif passe in ("desarmement", "touche_et_desarmement"):
        _note_disarming(passe == "desarmement", riposte_due, disarmed, talents)
    else:
        note(*_CONTACT[passe])
        if passe == "arme_coincee" and riposte_due:
            note("EXIL-PAS-15", _WITHOUT_WEAPON)


def _note_faille(clause: str, worn: int, bare: int) -> None:
    if worn:
        note(
            clause,
            "Faille : le coup trouve le défaut de l’armure ; sa protection de {worn} ne sert à "
            "rien.",
            worn=worn,
        )
    else:
        note(
            clause,
            "Faille : la cible est sans armure, {bare:point|points} de dégâts en plus.",
            bare=bare,
        )


def _note_disarming(
    harmless: bool, riposte_due: bool, disarmed: bool, talents: tuple[int, int]
) -> None:
    clause = "EXIL-PAS-13" if harmless else "EXIL-PAS-14"
    mine, theirs = talents
    to = "gm" if talents_hidden() else None
    if to is not None:
        lost, kept = "L’arme du défenseur lui échappe.", "Le défenseur garde son arme."
        note(clause, lost if disarmed else kept)
    note(
        clause,
        "Talent {mine} contre {theirs} : l’arme du défenseur lui échappe."
        if disarmed
        else "Talent {mine} contre {theirs} : pas assez pour lui arracher son arme.",
        to=to,
        mine=mine,
        theirs=theirs,
    )
    if disarmed and riposte_due:
        note("EXIL-PAS-13", _WITHOUT_WEAPON)
    if harmless:
        note("EXIL-PAS-13", "Le coup n’a visé que l’arme : aucune blessure.")


def note_passe_at_range(passe: PasseDistance, worn: int) -> None:
    """Note what a passe gagnante (the effect of a very good shot) does; nothing is changed.

    `worn`: the target's protection in points, which only `faille` pierces.
    """
    if passe == "faille":
        _note_faille("EXIL-TIR-17", worn, 1)
    elif surplus_of(passe):
        note(
            "EXIL-TIR-16",
            "Coup puissant : {surplus:point|points} de dégâts en plus.",
            surplus=surplus_of(passe),
        )
    else:
        note(*_DISTANCE[passe])
