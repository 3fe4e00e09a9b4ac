"""Hijun: what a good player knows beyond the rules."""
