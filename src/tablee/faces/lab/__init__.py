"""The lab: one measure of a rule over a whole range of parameters, as tables and a report page.

A study is a TOML file. Its cells (the product of its axes) are computed on the local cores or on a
cluster, and kept one by one, so that an interrupted study continues.
"""
