"""A character's life: experience, learning, Détachement, the clock (XP, APP, DET)."""
