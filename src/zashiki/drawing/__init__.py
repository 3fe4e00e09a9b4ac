"""A table drawn with characters: for the command, and for environments that are rendered as text."""
