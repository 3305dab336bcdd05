"""The log of a table: its events, and the state after them.

`events` has one class an event, `fold` applies events to a state, `table_state` and `state_parts`
are the state, `check_context` and `line_checks` check imported events. The package may import the
rules; it must not know acts, views, stores or pages.
"""
