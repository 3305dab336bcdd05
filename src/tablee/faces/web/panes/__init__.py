"""Pieces of pages: laws, advice, charts, dice.

Their values are data that becomes JSON, with texts in the language of the reader; templates draw
them. The package knows no table.
"""
