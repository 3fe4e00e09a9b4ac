"""Slow, obvious models of the games, written from the rules text alone, to hold the engines against."""
