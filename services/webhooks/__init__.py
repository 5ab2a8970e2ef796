"""Tells hosts what ended in their rooms. It has a way out to the internet, and reads no log."""
