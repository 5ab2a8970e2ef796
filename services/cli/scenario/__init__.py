"""`saloon scenario`: rule cases written down as tables, commands and facts, played and judged."""
