"""The kept benchmark: the same laws by Tablée and by its peers, timed in the same run."""
