"""The console: one rule at a time, played, computed and advised on.

Each page is a function of its address. The package knows no table.
"""
