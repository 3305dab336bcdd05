"""The readings: who answers a rule's questions, and what a person gets from it."""
