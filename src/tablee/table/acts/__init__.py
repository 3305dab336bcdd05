"""What seats do: each act is checked, and becomes events."""
