"""The statements that fill the roll-ups; run by `accounting.services.rollups` alone."""
