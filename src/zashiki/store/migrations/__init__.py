"""How the database grew, step by step."""
