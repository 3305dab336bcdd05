"""Pieces of the console's pages and of the table's: laws, advice, charts, dice."""
