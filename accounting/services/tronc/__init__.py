"""Use cases of the tronc, one module a subject: rules, members, records of tips, distributions, payouts, proofs."""
