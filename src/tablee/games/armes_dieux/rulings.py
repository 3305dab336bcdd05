"""The switches of Armes-Dieux: points that the document leaves open."""

from __future__ import annotations

from tablee.rules.procedure import Rulings

__all__ = ["ArmesDieuxRulings"]


class ArmesDieuxRulings(Rulings):
    """Each switch with its default first."""
