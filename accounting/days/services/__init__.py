"""Use cases of houses and gaming days."""
