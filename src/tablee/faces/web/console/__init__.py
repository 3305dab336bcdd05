"""The console: one rule at a time, played, computed and advised on."""
