"""Dealers of Buckshot Roulette: each reads its own view and nothing else."""
