"""Verbs for whoever runs an installation."""
