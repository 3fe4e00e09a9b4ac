"""Generates the documentation site from the Markdown of this repository; `docs/build.py` runs it."""
