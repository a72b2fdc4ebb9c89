"""Admin pages for games, hands, rounds and house rules."""
