"""What every part of Saloon builds on: contracts, engine, games, log, adapters."""
