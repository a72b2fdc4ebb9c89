"""`/api/v1/` of houses and gaming days."""
