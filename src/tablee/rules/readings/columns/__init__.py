"""Whole fights explored as arrays: a rule runs once for many states that differ only in numbers."""
