"""Fights: what duel, mêlée and single attacks share (CBT, CON, PAS, TIR, INC, OPT)."""
