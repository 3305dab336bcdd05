"""Builds the documentation: what is written by hand, and what the declarations say themselves."""
