"""The money of tournaments: entries, prizes and refunds in the books."""
