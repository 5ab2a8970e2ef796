"""The pure kernel of every game: driver, draws, queries and moments, log chain; no card in it."""
