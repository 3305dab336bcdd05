"""The functions that `import tablee` adds to the language of rules.

Every question is validated as on the command line, so answers and refusals are the same. Results
are typed, and laws draw themselves in notebooks. The package imports no server, no page and no
command line.
"""
