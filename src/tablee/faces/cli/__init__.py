"""The command line.

Every option, help text and table is generated from the declarations of the procedures. The package
may import every lower floor. No other face may import it.
"""
