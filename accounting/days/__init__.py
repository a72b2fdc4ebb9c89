"""Houses and their gaming days: opening, closing, seals, clocks, how a house begins."""
