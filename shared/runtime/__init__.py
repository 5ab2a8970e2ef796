"""What a service stands on: clock, bus, store, settings, logs. It knows no rule and no game."""
