"""The verb `arena`: many matches between automatic players, without a network, counted."""
