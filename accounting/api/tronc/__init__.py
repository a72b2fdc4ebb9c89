"""The API of the tronc: rules, members, records of tips, distributions, shares, payouts."""
