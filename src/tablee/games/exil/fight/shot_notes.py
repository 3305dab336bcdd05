"""Sentences of the trace about a shot: its conditions, its level and its damage."""

from __future__ import annotations

from typing import Protocol

from tablee.games.exil.fields import Range
from tablee.games.exil.fight.attack_tables import MOVEMENTS, Movement
from tablee.games.exil.fight.passe_notes import TARGET
from tablee.rules.ambient import note


class _Conditions(Protocol):
    """The parameters of a shot that modify its level."""

    @property
    def poff(self) -> int: ...
    @property
    def aim(self) -> int: ...
    @property
    def range(self) -> Range: ...
    @property
    def movement(self) -> Movement: ...
    @property
    def visibility(self) -> int: ...
    @property
    def cover(self) -> int: ...
    @property
    def other(self) -> int: ...


def note_halved(power: int) -> None:
    """Note the Poff that counts at extreme range."""
    note(
        "EXIL-TIR-10 EXIL-ARM-06",
        "À portée extrême, la moitié du Poff se perd : il reste {power}.",
        power=power,
    )


def note_conditions(shot: _Conditions, power: int, reach: int) -> None:
    """Note the terms of the level of a shot; `reach`: that of the range."""
    note(
        "EXIL-TIR-07 EXIL-TIR-08 EXIL-TIR-09 EXIL-TIR-10",
        "Poff {poff}, {aimed:aucun tour de visée|tour de visée|tours de visée} : il compte pour {power}. "
        "Portée : {range}{reach:|,}{movement:|, déplacement}{visibility:|, visibilité}"
        "{cover:|, couverture}{other:|, autres}.",
        poff=shot.poff,
        aimed=shot.aim,
        power=power,
        range=shot.range,
        reach=reach,
        movement=MOVEMENTS[shot.movement],
        visibility=shot.visibility,
        cover=shot.cover,
        other=shot.other,
    )


def note_needed(touch: int, minimal: int, full: int) -> None:
    """Note the highest faces of a hit (`touch`) and of a full hit, and the minimal margin."""
    if touch < 1:
        note("EXIL-TIR-03", "Aucune face du d12 ne suffit pour toucher.")
    elif full < 1:
        note(
            "EXIL-TIR-03 EXIL-TIR-11",
            "Il faut {touch} ou moins pour toucher ; la marge minimale de {minimal} met le tir "
            "plein hors d’atteinte.",
            touch=touch,
            minimal=minimal,
        )
    elif not minimal:
        note("EXIL-TIR-03", "Il faut {touch} ou moins pour un tir plein.", touch=touch)
    else:
        note(
            "EXIL-TIR-03 EXIL-TIR-11",
            "Il faut {touch} ou moins pour toucher et, avec une marge minimale de {minimal}, "
            "{full} ou moins pour que le tir soit plein.",
            touch=touch,
            minimal=minimal,
            full=full,
        )


def note_partial_hit(power: int, minimal: int, damage: int) -> None:
    """Note a hit below the minimal margin."""
    note(
        "EXIL-TIR-12 EXIL-TIR-13",
        "Le projectile ne fait qu’effleurer {whom:@le} : Poff {power} moins {minimal}, "
        "{damage:aucun point|point|points} de dégâts.",
        whom=TARGET,
        power=power,
        minimal=minimal,
        damage=damage,
    )
