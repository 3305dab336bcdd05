"""Export and import of campaigns, and the verification of their throws."""
