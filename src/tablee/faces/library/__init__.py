"""Tablée as a library: what `import tablee` gives beside the language of rules.

Every question passes the same door as on the command line, so the answers, and the refusals, are
the same. Results are typed; laws draw themselves in notebooks.
"""
