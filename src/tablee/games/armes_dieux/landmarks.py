"""The scale of a Figurant, shown beside the fields where the Meneur sizes one (T-03)."""

from __future__ import annotations

from collections.abc import Mapping

SIZES_SEEN: Mapping[int, tuple[str, ...]] = {
    0: ("ne peut rien faire ici",),
    3: ("de peu d’effet",),
    6: ("efficace",),
    9: ("d’une grande efficacité",),
    12: ("efficace jusqu’à l’excès",),
}
"""Dice -> the efficacy of the Figurants towards the objectif (AD-FIG-07)."""
