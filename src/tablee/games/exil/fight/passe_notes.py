"""Sentences of the trace about the effects of passes gagnantes, with their clauses."""

from __future__ import annotations

from typing import Any

from tablee.games.exil.fight.attack_notes import ATTACKER, DEFENDER
from tablee.games.exil.fight.passes import AnyPasse, PasseDistance, surplus_of
from tablee.games.exil.rulings import talents_hidden
from tablee.rules.ambient import note

TARGET = "cible"
"""The role of the character who is shot at."""
_SEATS: dict[str, Any] = {"who": ATTACKER, "whom": DEFENDER}
_CONTACT: dict[AnyPasse, tuple[str, str]] = {
    "en_confiance": (
        "EXIL-PAS-05",
        "En confiance : {who:@le} prend l’ascendant, +2 à son PC contre {whom:@le} au "
        "prochain tour.",
    ),
    "desequilibre": (
        "EXIL-PAS-06",
        "Déséquilibre : {whom:@le} chancelle, −2 à son PC au prochain tour.",
    ),
    "bousculade": (
        "EXIL-PAS-07",
        "Bousculade : {whom:@le} heurte un des siens, qui perd son attaque, ou 2 points de PC "
        "au prochain tour s’il a déjà frappé.",
    ),
    "mauvais_positionnement": (
        "EXIL-PAS-10",
        "Mauvais positionnement : au prochain tour, qui attaque {whom:@le} gagne 3 points de Poff.",
    ),
    "double_touche": ("EXIL-PAS-11", "Double touche : un second coup part dans l’élan du premier."),
    "arme_coincee": (
        "EXIL-PAS-15",
        "Arme coincée : {whom:@le} laisse son arme plantée ; le tour passé à la dégager, ses "
        "adversaires ont +5 à leur PC.",
    ),
    "passe_libre": (
        "EXIL-PAS-03",
        "Une passe de son invention : {who:@le} dit laquelle, le Meneur en dit l’effet.",
    ),
    "mise_en_echec": (
        "EXIL-PAS-16",
        "Mise en échec : {who:@le} tient {whom:@le}, sans arme, à sa merci.",
    ),
}
_IMPACT = {
    (True, True): "Impact : le choc rejette {whom:@le}, qui perd son attaque de ce tour.",
    (True, False): "Impact : le choc rejette {whom:@le}, qui avait laissé la main et perd son "
    "attaque de ce tour.",
    (False, True): "Impact : le contact est rompu ; {whom:@le} n’a plus d’attaque à perdre, "
    "{who:@le} aura donc l’initiative au prochain tour.",
    (False, False): "Impact : le contact est rompu ; {who:@le} prend l’initiative du prochain "
    "tour.",
}
"""(riposte due, attacker has the initiative) -> effect of an impact (R-25)."""

_COUP_PERDU = {
    (True, True): "Coup perdu : {whom:@le} perd ses appuis ; sa prochaine attaque ira à un des "
    "siens, à demi-Poff pour les dégâts.",
    (False, True): "Coup perdu : {whom:@le} perd ses appuis ; sa première attaque du prochain "
    "tour ira à un des siens, à demi-Poff pour les dégâts.",
    (True, False): "Coup perdu : {whom:@le} perd ses appuis, et son attaque de ce tour avec eux.",
    (False, False): "Coup perdu : {whom:@le} perd ses appuis, −3 à son PC au prochain tour.",
}
"""(riposte due, the defender has an ally at hand) -> effect of a coup perdu (R-28)."""

_WITHOUT_WEAPON = (
    "{whom:@le^} devait encore frapper : ce sera à mains nues ou avec une autre arme, ou pas du "
    "tout."
)

_DISTANCE: dict[PasseDistance, tuple[str, str]] = {
    "impact": (
        "EXIL-TIR-18",
        "Impact : {whom:@le} recule et perd son action de ce tour, ou 2 points de PC au prochain "
        "si cette action a déjà eu lieu.",
    ),
    "chute": ("EXIL-TIR-19", "Chute : le choc jette {whom:@le} à terre."),
    "desarmement": (
        "EXIL-TIR-20",
        "Désarmement : {whom:@le} lâche ce que tenait sa main ; si cette main était vide, elle ne "
        "sert plus.",
    ),
    "tir_fatal": ("EXIL-TIR-21", "Tir fatal : {whom:@le} meurt sur le coup."),
    "coup_d_elite": (
        "EXIL-TIR-22",
        "Coup d’élite : le projectile frappe exactement le point voulu ; au Meneur d’en tirer la "
        "suite.",
    ),
}


def note_passe(
    passe: AnyPasse,
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
        note("EXIL-PAS-09", _IMPACT[riposte_due, initiative], **_SEATS)
    elif passe == "coup_perdu":
        note("EXIL-PAS-12", _COUP_PERDU[riposte_due, ally], **_SEATS)
    elif passe == "faille":
        _note_faille("EXIL-PAS-08", worn, 3, DEFENDER)
    elif surplus_of(passe):
        note(
            "EXIL-PAS-04",
            "Coup puissant : {surplus:point|points} de dégâts en plus.",
            surplus=surplus_of(passe),
        )
    elif passe in ("desarmement", "touche_et_desarmement"):
        _note_disarming(passe == "desarmement", riposte_due, disarmed, talents)
    else:
        note(*_CONTACT[passe], **_SEATS)
        if passe == "arme_coincee" and riposte_due:
            note("EXIL-PAS-15", _WITHOUT_WEAPON, **_SEATS)


def _note_faille(clause: str, worn: int, bare: int, whom: str) -> None:
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
            "Faille : {whom:@le} est sans armure, {bare:point|points} de dégâts en plus.",
            whom=whom,
            bare=bare,
        )


def _note_disarming(
    harmless: bool, riposte_due: bool, disarmed: bool, talents: tuple[int, int]
) -> None:
    clause = "EXIL-PAS-13" if harmless else "EXIL-PAS-14"
    mine, theirs = talents
    to = "gm" if talents_hidden() else None
    if to is not None:
        lost, kept = "{whom:@le^} lâche son arme.", "{whom:@le^} garde son arme."
        note(clause, lost if disarmed else kept, **_SEATS)
    note(
        clause,
        "Talent {mine} contre {theirs} : {whom:@le} lâche son arme."
        if disarmed
        else "Talent {mine} contre {theirs} : pas assez pour lui arracher son arme.",
        to=to,
        **_SEATS,
        mine=mine,
        theirs=theirs,
    )
    if disarmed and riposte_due:
        note("EXIL-PAS-13", _WITHOUT_WEAPON, **_SEATS)
    if harmless:
        note("EXIL-PAS-13", "Le coup n’a visé que l’arme : aucune blessure.")


def note_passe_at_range(passe: PasseDistance, worn: int) -> None:
    """Note what a passe gagnante (the effect of a very good shot) does; nothing is changed.

    `worn`: the target's protection in points, which only `faille` pierces.
    """
    if passe == "faille":
        _note_faille("EXIL-TIR-17", worn, 1, TARGET)
    elif surplus_of(passe):
        note(
            "EXIL-TIR-16",
            "Coup puissant : {surplus:point|points} de dégâts en plus.",
            surplus=surplus_of(passe),
        )
    else:
        note(*_DISTANCE[passe], whom=TARGET)
