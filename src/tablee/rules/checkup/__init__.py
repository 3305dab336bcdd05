"""The check of a whole game: what it lacks, and properties that every game must have.

`declared` lists what a game declares, `gaps` what is missing or unused, `random_runs` plays runs by
chance, `properties` tries them. Loading a game does not need this package.
"""
