"""The events of tables, kept: appended in order, read back, never changed."""
