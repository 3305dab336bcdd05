"""What a seat may see of a table, and how it is told."""
