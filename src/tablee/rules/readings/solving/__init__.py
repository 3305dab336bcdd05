"""Solvers that know no rule: matrix games, cycles, components, the worth of an end."""
