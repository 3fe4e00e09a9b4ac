"""The parts of `make quick` and `make night`: changes, imports, durations, jobs, reports."""
