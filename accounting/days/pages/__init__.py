"""Pages of houses and gaming days."""
