"""The pages of the live table: a seat's page, what it asks for, and the stream that keeps it
new."""
