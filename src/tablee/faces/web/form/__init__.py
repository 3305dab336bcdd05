"""The form of a procedure: its controls, its submitted values, and the link of a run.

The package knows declarations and JSON. It runs nothing.
"""
