"""Trials of a game: a table in memory plays its procedures, for the author to learn what goes wrong.

Nothing is kept: no store, no room. `tablee check` uses it.
"""
