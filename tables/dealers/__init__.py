"""Dealers: shifts, breaks, skills, the line-up, pushes."""
