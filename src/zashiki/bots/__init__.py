"""Players that are programs: they are handed what their seat may know, and nothing else."""
