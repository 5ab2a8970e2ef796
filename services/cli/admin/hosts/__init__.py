"""Hosts, as whoever runs an installation adds and changes them."""
