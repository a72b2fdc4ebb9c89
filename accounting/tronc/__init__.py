"""The tronc: rules, members, records of tips, distributions of a month, payouts."""
