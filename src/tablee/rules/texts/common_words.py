"""Words that all games share: answers of everybody, and the fields of a campaign.

The module holds one table and imports nothing of the project.
"""

from __future__ import annotations

from collections.abc import Mapping

COMMON: Mapping[str, str] = {
    "ask": "à demander",
    "True": "oui",
    "False": "non",
    "meneur": "meneur",
    "joueur": "joueur",
    "oui": "oui",
    "non": "non",
    "None": "aucun",
    "procedure.None": "aucune",
    # a campaign
    "fiches": "fiches",
    "registres": "registres",
    "horloge": "horloge",
    "dus": "ce qui reste à jouer",
    "cast": "les autres personnages",
    "qui": "de qui",
    "fiche": "fiche",
    "champs": "champs",
    "valeurs_de_depart": "valeurs de départ",
    "valeurs_de_depart.None": "aucune",
    "evenement": "événement",
    "moment": "moment",
    "debut": "début",
    "fin": "fin",
    "scene": "scène",
    "en_cours": "en cours",
    "unite": "unité",
    "n": "combien",
    "numero": "numéro",
    "procedure": "procédure",
    "params": "paramètres",
    "params.None": "aucuns",
    "texte": "en quelques mots",
    "name": "nom",
    "title": "titre",
    "word": "mot dans les tirages",
    "text": "note",
    "handout_text": "texte",
    "picture": "image",
    "value": "valeur",
    "reason": "raison",
    "retouche": "fiche retouchée",
    "retrait": "fiche retirée",
    "avance": "le temps passe",
    "du": "une suite à jouer",
    "acquitte": "une suite qui est faite",
    "cran": "une horloge avance",
    "etat": "état",
    "evenements": "événements",
    "nom": "nom",
    "type.fiche": "fiche posée",
    "type.scene": "scène",
}
"""Identifier, or `context.identifier` -> its French word."""
