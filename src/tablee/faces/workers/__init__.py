"""Computations beside the server: they run in processes of their own, tell how far they are, and
can be cancelled."""
