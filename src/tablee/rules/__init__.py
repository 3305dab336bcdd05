"""The language of rules and its readings. Knows no game."""
