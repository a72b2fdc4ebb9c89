"""The audit's rules: compare recorded, booked and counted facts.  Pure: facts in, verdicts out."""
