"""A procedure's form: what is shown of its declaration, what is read back, and the link of a
run."""
