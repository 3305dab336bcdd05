"""The faces: thin translations of the readings for people and programs. They decide nothing."""
