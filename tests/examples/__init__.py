"""The kept examples of published mechanics."""
