"""A campaign record: sheets, ledgers, one clock and pending consequences, and the events on them.

The types of a game's campaign follow from its sheets and ledgers (`building`). The game declares
the rest, above all the clock and the effects of time, in its module `campaign_record` (see
`campaign_declaration`). Other floors use `tablee.rules.campaign.record`.
"""
