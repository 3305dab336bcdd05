"""The tables of Exil on Physique, health, care, protections and experience, as data."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, get_args

from tablee.games.exil.fields import Apprentissage, Attribut, AttributNom, Gravite
from tablee.games.exil.landmarks import steps_seen

ATTRIBUTS: tuple[Attribut, ...] = ("nul", "faible", "moyen", "bon", "excellent")
"""The five levels of an Attribut, rising."""

DIFFICULTIES: dict[str, int] = {
    "enfantine": 8,
    "facile": 5,
    "aisée": 2,
    "moyenne": 0,
    "délicate": -2,
    "difficile": -5,
    "cauchemardesque": -8,
}
"""T-01 (EXIL-ACT-04): words for some difficulties; other numbers are allowed."""

# ── Physique and health ────────────────────────────────────────────────────────────────────────
BONUS: dict[Attribut, int] = {"nul": -2, "faible": -1, "moyen": 0, "bon": 1, "excellent": 2}
"""T-13: the bonus of Physique to damage and to the roll against a choc (EXIL-BON-01,
EXIL-CHO-03)."""

CAPITAL: dict[Attribut, int] = {"nul": 12, "faible": 16, "moyen": 20, "bon": 24, "excellent": 28}
"""T-19: full PdS; each État de Santé of T-20 is a quarter of it (EXIL-SAN-02, -04)."""

MALUS: dict[str, Literal[0, -1, -3, -6, -12]] = {
    "pleine_forme": 0,
    "leger": -1,
    "serieux": -3,
    "grave": -6,
    "critique": -12,
}
"""T-21 (EXIL-SAN-07)."""

RECOVERY: dict[Attribut, Fraction] = {
    "nul": Fraction(1, 2),
    "faible": Fraction(1),
    "moyen": Fraction(2),
    "bon": Fraction(3),
    "excellent": Fraction(4),
}
"""T-25: PdS a day under care (EXIL-SOI-05)."""

SURFACE: dict[str, int] = {"paille_neige": -3, "terre": -1, "plancher": 0, "pierre_metal": 2}
"""The damage that the ground adds to a fall (EXIL-CHU-03)."""
GROUNDS_SEEN = steps_seen(SURFACE, "EXIL-CHU-03")


# ── care ────────────────────────────────────────────────────────────────────────────────────────
GRAVITE: dict[Gravite, int] = {
    "benigne": 0,
    "legere": 0,
    "serieuse": -3,
    "grave": -5,
    "critique": -8,
    "mortelle": -12,
}
"""T-23: difficulty of care; the row for bénigne is not printed (EXIL-SOI-02)."""
GRAVITIES_SEEN = steps_seen(
    {name: step for name, step in GRAVITE.items() if name != "benigne"},
    "EXIL-SOI-02 EXIL-SAN-08",
    {
        "legere": "un choc violent, des coupures",
        "serieuse": "des coupures profondes, un muscle touché",
        "grave": "un organe lésé, un os brisé",
        "critique": "un organe vital percé, un membre tranché",
        "mortelle": "les maladies les plus redoutées",
    },
)

MATERIEL: dict[str, int] = {"standard": 0, "inadapte": -2}
HYGIENE: dict[str, int] = {"excellente": 2, "standard": 0, "deplorable": -3}
AIDE = 2
"""T-24: conditions of care; `AIDE` for a doctor who is helped (EXIL-SOI-03)."""
MATERIALS_SEEN = steps_seen(MATERIEL, "EXIL-SOI-03")
HYGIENES_SEEN = steps_seen(HYGIENE, "EXIL-SOI-03")

HEALING: dict[str, tuple[int, int]] = {
    "leger": (3, 4),
    "serieux": (7, 14),
    "grave": (14, 28),
    "critique": (28, 56),
}
"""T-26: days of natural healing at rest, least and most (EXIL-GUE-01)."""
HEALS_AS = {"benigne": "leger", "legere": "leger", "serieuse": "serieux", "grave": "grave"}
"""The row of T-26 for each malignité; one that is mortelle has none (EXIL-MAL-05)."""
ACTIVITY: dict[str, Fraction] = {
    "repos": Fraction(1),
    "normale": Fraction(2),
    "repos_surveille": Fraction(1, 2),
}
"""Factors of the times of T-26 (EXIL-GUE-02, -03)."""
WATCHING = 7
"""The least level of a Médecin who supervises a complete rest (EXIL-GUE-03)."""

# ── protections ────────────────────────────────────────────────────────────────────────────────
ArmureNom = Literal[
    "vetements_civils",
    "vetements_ouvriers",
    "cuir_souple",
    "cuir_renforce",
    "cuirasse_fantassin",
    "armure_pretorien",
    "cuir_et_metal",
    "cuirasse_hussard",
]
BouclierNom = Literal["bouclier_durun", "pavois_scov", "pavois_pretorien"]

PROTECTIONS: dict[ArmureNom, tuple[int, int]] = {
    "vetements_civils": (0, 0),
    "vetements_ouvriers": (1, 0),
    "cuir_souple": (2, -1),
    "cuir_renforce": (3, -3),
    "cuirasse_fantassin": (4, -2),
    "armure_pretorien": (5, -2),
    "cuir_et_metal": (4, -3),
    "cuirasse_hussard": (5, -3),
}
"""T-17: (valeur, encombrement) (EXIL-PRO-01)."""

SHIELDS: dict[BouclierNom, tuple[int, int]] = {
    "bouclier_durun": (1, 0),
    "pavois_scov": (2, -1),
    "pavois_pretorien": (3, -1),
}
"""T-18: (valeur, encombrement as applied: a malus, R-80) (EXIL-PRO-05)."""

# ── experience ─────────────────────────────────────────────────────────────────────────────────
TEACHING: dict[Attribut, int] = {"nul": -8, "faible": -5, "moyen": -2, "bon": 0, "excellent": 3}
"""T-30: difficulty of teaching by the pupil's Mental (EXIL-APP-03)."""
LESSONS_SEEN = steps_seen(TEACHING, "EXIL-APP-03")

COST_COLUMNS: tuple[int, ...] = (3, 6, 9, 12, 15, 18, 20)
"""The last level of each column of T-27 to T-29; level 0 uses the first (R-68)."""

_COST_ROWS = (
    (1, 2, 3, 4, 8, 11, 16),
    (2, 3, 5, 8, 13, 18, 21),
    (3, 4, 7, 11, 18, 25, 29),
    (4, 5, 9, 14, 23, 32, 37),
    (5, 6, 11, 17, 28, 39, 45),
    (6, 7, 13, 20, 33, 46, 53),
    (7, 8, 15, 23, 38, 53, 61),
)
COSTS: dict[tuple[Apprentissage, Attribut], tuple[int, ...]] = {
    (learning, attribut): _COST_ROWS[step + row]
    for step, learning in enumerate(get_args(Apprentissage))
    for row, attribut in enumerate(reversed(ATTRIBUTS))
}
"""T-27 to T-29: experience for the next level, by column (EXIL-XP-06), misprints corrected: each
table is the one before, moved by a row."""

KNOWN_TALENTS: dict[str, tuple[AttributNom, Apprentissage]] = {
    "acrobate": ("physique", "modere"),
    "bagarreur": ("physique", "difficile"),
    "escrimeur": ("physique", "modere"),
}
"""T-31: Attribut and learning difficulty of some Talents (EXIL-XP-06)."""

PRINTED_COSTS: dict[tuple[Apprentissage, Attribut], tuple[int, ...]] = COSTS | {
    ("modere", "moyen"): (4, 5, 9, 14, 23, 32, 29),
    ("modere", "bon"): (3, 4, 7, 11, 18, 26, 29),
}
"""`COSTS` as printed (R-67, ruling `xp_table`)."""
