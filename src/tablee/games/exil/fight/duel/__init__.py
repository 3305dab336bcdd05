"""The duel: a fight in contact between two fighters."""
