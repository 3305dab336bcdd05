"""Translations of the readings for people and programs.

A face parses input, calls a reading or the table, and formats the answer. It may import every lower
floor. It decides no rule, no probability and no permission.
"""
