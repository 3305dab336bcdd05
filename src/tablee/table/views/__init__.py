"""The views of a table: what each seat may see, as typed data."""
