"""The mêlée: a fight of several sides, in contact and at range."""
