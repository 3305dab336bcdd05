"""A campaign as the rules keep it: sheets, ledgers, one clock, what is due; and what may befall it.

The types of a game's campaign follow from its sheets and ledgers (`building`); what else there is,
above all the clock and what time brings, a game declares in its module `campaign_record` (`campaign_declaration`).
`tablee.rules.campaign.record` is the door.
"""
