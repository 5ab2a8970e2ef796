"""The room: its rules by example, and the laws over random play of a small game of its own."""
