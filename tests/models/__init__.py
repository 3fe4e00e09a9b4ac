"""Slow, obvious models of the games, written from the rules alone. Tests compare the engines with them."""
