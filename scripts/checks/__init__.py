"""What `make quick` and `make night` are made of: changes, imports, durations, jobs, reports."""
