"""Sheets in use: made, stored, put back, and read into the parameters of a run."""
