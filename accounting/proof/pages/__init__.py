"""Pages of the proof of the books."""
