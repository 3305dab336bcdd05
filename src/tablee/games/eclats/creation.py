"""What Éclats fixes about making a sheet (DEF, LAN): names, and the levels of a Caractéristique."""

from __future__ import annotations

from tablee.games.eclats.sheet import Adversaire, Personnage
from tablee.rules.creation import Creation

COMPETENCES = ("Espionner", "Veiller")
"""The Compétences that the document names; their list is not part of it."""
ACTIONS = ("Convaincre", "Mentir", "Se cacher")
"""The risky actions that the document names and that somebody opposes."""  # ECL-DEF-01

CREATION = {
    Personnage: Creation(
        names={"competences": COMPETENCES},
        levels={"caracteristiques": "De 0 à 3 : autant de d10 lancés en plus du premier."},
        decide=("caracteristiques", "competences"),
    ),
    Adversaire: Creation(names={"seuils": ACTIONS}),
}
