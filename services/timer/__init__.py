"""The timer service: turns deadlines, absence and abandoned rooms into commands of the system."""
