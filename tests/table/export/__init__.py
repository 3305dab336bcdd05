"""Taking a campaign with you, and checking its dice."""
