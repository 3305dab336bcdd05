"""Tables of shots, stray shots, firearms and aimed attacks as data (T-06, T-07, T-09 to T-12)."""

from __future__ import annotations

from typing import Literal

from tablee.games.exil.fields import Range

Movement = Literal["aucun", "lent", "rapide"]
Activite = Literal["immobile", "marche", "court"]
Zone = Literal["aucune", "tete", "bras", "main", "jambe", "defaut"]
Incidents = Literal["rien", "long_feu", "enrayee", "explosion"]
Stray = Literal["aucun", "decor", "neutre", "ennemi", "allie"]

RANGES: dict[Range, int] = {
    "bout_portant": 3,
    "courte": 0,
    "moyenne": -2,
    "longue": -4,
    "extreme": -4,
}
"""T-06, first part (EXIL-TIR-07); at extreme range the Poff is halved too (EXIL-TIR-10)."""

MOVEMENTS: dict[Movement, int] = {"aucun": 0, "lent": -1, "rapide": -3}
"""T-06, second part: how the shooter moves (EXIL-TIR-07)."""

MINIMAL_MARGINS: dict[Activite, int] = {"immobile": 0, "marche": 1, "court": 3}
"""T-07; an aware target has its Pdef instead (EXIL-TIR-11)."""

ZONES: dict[Zone, int] = {"aucune": 0, "tete": -4, "bras": -3, "main": -5, "jambe": -2}
"""T-12 (EXIL-OPT-06); the leader gives the number for a flaw of the armour."""

INCIDENTS: tuple[Incidents, ...] = ("rien", "long_feu", "enrayee", "explosion")
INCIDENT_POINTS = (5, 8, 11)
"""T-11 (EXIL-INC-05): the faces of the d12 at which each trouble after the first begins."""
INCIDENT_MALUS = -3
"""The malus of a long feu to the shooter's next Poff (EXIL-INC-06)."""

STRAY: tuple[Stray, ...] = ("decor", "neutre", "ennemi", "allie")
_STRAY_POINTS: tuple[tuple[int, tuple[int, int, int]], ...] = (
    (10, (10, 11, 12)),
    (7, (6, 9, 11)),
    (4, (4, 7, 10)),
    (0, (2, 5, 9)),
)
"""T-09 and T-10: least Poff, then the faces at which each victim begins (EXIL-INC-02, -03)."""


def stray_points(power: int) -> tuple[int, int, int] | None:
    """Return the faces at which neutral, enemy and ally begin (T-09, T-10); None from 13 on."""
    if power >= 13:
        return None
    return next(points for begins, points in _STRAY_POINTS if begins <= power)
