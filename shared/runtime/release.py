"""Which release of Saloon this is."""

RELEASE = "0.1.0"
"""As in pyproject.toml; a test compares."""
