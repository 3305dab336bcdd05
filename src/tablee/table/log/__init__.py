"""A table's log: what may happen, and the state that all that happened makes."""
