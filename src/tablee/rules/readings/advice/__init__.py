"""Advice: what each option of a choice is worth, from one decision to a whole fight."""
