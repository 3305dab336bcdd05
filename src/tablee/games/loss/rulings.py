"""The switches of Les Chants de Loss: points that the document leaves open."""

from __future__ import annotations

from tablee.rules.procedure import Rulings

__all__ = ["LossRulings"]


class LossRulings(Rulings):
    """Each switch with its default first."""
