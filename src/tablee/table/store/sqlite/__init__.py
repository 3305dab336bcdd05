"""The store in one SQLite file, into which a process of its own writes."""
