"""Weapons, protections, and the numbers that a sheet derives from them (ARM, PRO)."""
