"""Rooms as the log has them, folded by whoever decides, shows or replays them."""
