"""Texts of refusals that an act and the check of an imported event share.

Each completes « Attendu : … ». An act raises them when the table does not admit it; an event raises
them when it cannot be at its place in a log.
"""

from __future__ import annotations

WAITING_RUN = "un jet qui attend une réponse"
FINISHED_RUN = "un jet qui est fini"
RUN_NOT_WITHDRAWN = "un jet qui n’est pas déjà annulé"
SECRET_RUN = "un jet encore secret"
CONCEALING_RUN = "un jet fini, que tous voient, où quelque chose reste caché"
SECRET_THROW = "des dés libres encore secrets"
TOO_MANY_DECISIONS = "un jet dont il n’a pas été décidé autrement {most} fois déjà"
OPEN_CHOICE = "un choix qui n’est pas encore fait"
"""The leader, or another device of the same seat, may choose first."""
FREE_SEAT_ID = "un nom qui n’est pas pris"
SCENE_CONSEQUENCE = "un changement de cette scène"
ONE_WORD = "un mot par scène, donné avant son premier lancer"
"""By the players at the table when the scene begins, see `scene_dice`."""
PLEDGED_WORD = "le mot qui a été promis, quand tous ont promis le leur"
PLEDGES_OPEN = "une scène où les mots se promettent, avant qu’aucun ne soit donné"
WORDS_FIRST = "un lancer une fois que les mots promis sont donnés : encore un instant"
"""No dice are thrown while a pledged word is missing."""
RUNNING_SCENE = "une scène en cours"
