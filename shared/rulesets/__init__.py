"""Rules that were released: kept as archives, and loaded beside those of this release (L10)."""
