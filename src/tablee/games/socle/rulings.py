"""The switches of Livre des Règles de Base: points that the document leaves open."""

from __future__ import annotations

from tablee.rules.procedure import Rulings

__all__ = ["SocleRulings"]


class SocleRulings(Rulings):
    """Each switch with its default first."""
