"""The games: one folder each, all of the same shape, so that who knows one knows all."""
