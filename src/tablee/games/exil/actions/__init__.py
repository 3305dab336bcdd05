"""Actions: the Jet de Talent alone, repeated, opposed, or over time (ACT, ADV, PUR, OPP, EXT, COO)."""
