"""The game side's API: games, tables and their seats, guests, dealers, hands; closing the gaming day."""
