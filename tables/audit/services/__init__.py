"""Use cases of the audit and of closing the gaming day, and the proofs of the books."""
