"""`saloon bench …`: figures, each beside what it is compared with, measured in one run."""
