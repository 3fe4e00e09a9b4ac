"""The `zashiki` command: the games, their rules, play, simulation, replay and verification in a terminal."""
