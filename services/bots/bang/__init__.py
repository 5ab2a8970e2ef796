"""Automatic players of BANG!: each reads its own view and nothing else."""
