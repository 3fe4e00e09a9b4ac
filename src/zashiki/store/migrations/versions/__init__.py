"""One module a step; each knows the one before it."""
