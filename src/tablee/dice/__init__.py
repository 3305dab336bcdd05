"""Dice and exact laws. Knows no game."""
