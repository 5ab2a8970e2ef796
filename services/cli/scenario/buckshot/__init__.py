"""Cases of Buckshot Roulette: its table, and what may be asked about it."""
