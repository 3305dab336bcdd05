"""Passes gagnantes: the least Poff of each, and the damage that they add (T-05, T-08)."""

from __future__ import annotations

from functools import cache
from typing import Literal

Passe = Literal[
    "coup_puissant_1",
    "en_confiance",
    "desequilibre",
    "bousculade",
    "coup_puissant_3",
    "faille",
    "impact",
    "mauvais_positionnement",
    "coup_puissant_5",
    "double_touche",
    "coup_perdu",
    "desarmement",
    "coup_puissant_7",
    "arme_coincee",
    "touche_et_desarmement",
    "mise_en_echec",
]
INVENTED: Literal["passe_libre"] = "passe_libre"
"""A passe of one's own invention, offered where a person chooses: the leader says its effect
(EXIL-PAS-03)."""
AnyPasse = Literal[Passe, "passe_libre"]
PasseDistance = Literal[
    "coup_puissant_1",
    "faille",
    "coup_puissant_3",
    "impact",
    "coup_puissant_5",
    "chute",
    "coup_puissant_7",
    "desarmement",
    "tir_fatal",
    "coup_d_elite",
]
CoupPuissant = Literal["coup_puissant_1", "coup_puissant_3", "coup_puissant_5", "coup_puissant_7"]

CONTACT: tuple[tuple[int, tuple[Passe, ...]], ...] = (
    (1, ("coup_puissant_1", "en_confiance", "desequilibre", "bousculade")),
    (4, ("coup_puissant_3", "faille", "impact", "mauvais_positionnement")),
    (7, ("coup_puissant_5", "double_touche", "coup_perdu", "desarmement")),
    (10, ("coup_puissant_7", "arme_coincee", "touche_et_desarmement")),
    (13, ("mise_en_echec",)),
)
"""T-05: the least Poff of each bracket, and its passes (EXIL-PAS-01)."""

DISTANCE: tuple[tuple[int, tuple[PasseDistance, ...]], ...] = (
    (1, ("coup_puissant_1", "faille")),
    (4, ("coup_puissant_3", "impact")),
    (7, ("coup_puissant_5", "chute")),
    (10, ("coup_puissant_7", "desarmement")),
    (13, ("tir_fatal", "coup_d_elite")),
)
"""T-08, in the same form (EXIL-TIR-15)."""

STRONGEST: tuple[tuple[int, CoupPuissant], ...] = (
    (10, "coup_puissant_7"),
    (7, "coup_puissant_5"),
    (4, "coup_puissant_3"),
    (1, "coup_puissant_1"),
)
"""The coup puissant of each bracket, the highest first, for the policy `auto`."""

SURPLUS: dict[str | None, int] = {
    "coup_puissant_1": 1,
    "coup_puissant_3": 3,
    "coup_puissant_5": 5,
    "coup_puissant_7": 7,
}
NEEDS_WEAPON = frozenset({"desarmement", "arme_coincee", "touche_et_desarmement"})
DISARMING = frozenset({"desarmement", "touche_et_desarmement", "mise_en_echec"})
"""The passes that take the defender's weapon."""
BEGINS: dict[str, int] = {passe: begins for begins, passes in CONTACT for passe in passes}
"""The least Poff of each passe in contact."""


def is_open(passe: str, power: int, ally: bool, armed: bool) -> bool:
    """Return whether a passe is open in contact at a Poff of `power`.

    `ally`: the defender has one in reach (bousculade). `armed`: he has a weapon that he can lose.
    """
    return (
        BEGINS[passe] <= power
        and (ally or passe != "bousculade")
        and (armed or passe not in NEEDS_WEAPON)
    )


def offered(power: int, ally: bool, armed: bool) -> tuple[Passe, ...]:
    """Return the passes open in contact (see `is_open`), in the order of T-05."""
    return _offered_from(_bracket(power), ally, armed)


def offered_to_whip(power: int, ally: bool, armed: bool) -> tuple[Passe, ...]:
    """Return the passes open in contact to a whip: a désarmement of bare hands too, as it holds a
    part of the body (EXIL-ARM-04)."""
    if armed:
        return offered(power, ally, armed)
    plain = offered(power, ally, False)
    return tuple(p for p in offered(power, ally, True) if p in plain or p == "desarmement")


def _bracket(power: int) -> int:
    """Return the least Poff of the highest bracket reached, 0 for none."""
    return next((begins for begins, _ in reversed(CONTACT) if begins <= power), 0)


@cache
def _offered_from(bracket: int, ally: bool, armed: bool) -> tuple[Passe, ...]:
    return tuple(
        passe for _, passes in CONTACT for passe in passes if is_open(passe, bracket, ally, armed)
    )


@cache
def offered_at_range(power: int) -> tuple[PasseDistance, ...]:
    """Return the passes open to a shooter at a Poff of `power`, in the order of T-08."""
    return tuple(passe for begins, passes in DISTANCE if begins <= power for passe in passes)


def strongest(power: int) -> CoupPuissant | None:
    """Return the coup puissant of the highest bracket reached; None below a Poff of 1."""
    return next((passe for begins, passe in STRONGEST if begins <= power), None)


def surplus_of(passe: str | None) -> int:
    """Return the damage that a coup puissant adds; 0 for any other passe."""
    return SURPLUS.get(passe, 0)
