"""The store: events of tables, appended in order and durable before anyone sees them.

It must not know what the bytes of an event mean.
"""
