"""The consequences of finished runs in a campaign of Exil, by chapter."""
