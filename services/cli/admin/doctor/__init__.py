"""`saloon admin doctor`: whether an installation is sound, and what to do where it is not."""
