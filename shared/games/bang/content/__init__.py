"""Content: the only place that names cards and characters. One folder a set."""
