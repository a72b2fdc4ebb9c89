"""Hands of poker: recorded by action or by outcome, settled, corrected, voided, brought in; the dealer's pad."""
