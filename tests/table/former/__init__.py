"""Files that Tablée wrote on 25 November 2026, before the event and act modules were reorganised.

They were made by playing at random with every act that could be done, by commit 4237b75:
`GAME.tablee.json.gz` is an exported campaign, `GAME.throws.json.gz` the throws file of a player,
`former.sqlite3.gz` a database with five unfinished evenings, and `facts.json.gz` what that version
read in all of them (see `facts.py`). A later version must read the same.
"""
