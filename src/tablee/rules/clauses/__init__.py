"""Clauses and rulings: the code that carries each one, found in the sources."""
