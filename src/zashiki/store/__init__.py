"""What is kept: people, tables, moves. SQLite or PostgreSQL behind one address."""
