"""Taking a campaign with you, and checking its dice.

`files` tells what a file looks like, `leaving` what is in it, `bringing` how a campaign comes in
(`checking` finds what is wrong with it first), `verifying` when a throw of the house holds.
"""
