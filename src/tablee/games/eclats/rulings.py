"""The switches of Éclats: points that the document leaves open."""

from __future__ import annotations

from tablee.rules.procedure import Rulings

__all__ = ["EclatsRulings"]


class EclatsRulings(Rulings):
    """Each switch with its default first."""
