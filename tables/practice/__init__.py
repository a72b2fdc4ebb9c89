"""Practice: games with no money down, for chips without value (S14; seed 000 § 1)."""
