"""The back office of houses and gaming days."""
