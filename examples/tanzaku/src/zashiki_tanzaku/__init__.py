"""Tanzaku: a small game for Zashiki, in a package of its own."""
