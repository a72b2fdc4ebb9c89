"""Use cases of the proof of the books."""
