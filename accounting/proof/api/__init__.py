"""`/api/v1/` of the proof of the books."""
