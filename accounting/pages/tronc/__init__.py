"""Pages of the tronc: home, rules, members, records of tips, distributions, sheets, payouts."""
