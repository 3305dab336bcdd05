"""Pages: the console and the live table, rendered on the server and updated by htmx.

The package may import every lower floor and the other faces except the command line. It decides no
rule and no permission.
"""
