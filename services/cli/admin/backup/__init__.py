"""`saloon admin backup` and `restore`: the broker's streams as files, and back."""
