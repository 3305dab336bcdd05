"""The command line. Everything it shows is generated from the declarations of the procedures."""
