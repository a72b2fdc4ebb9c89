"""What proves the books: recomputation, checks, proofs, the close of the day, disputes."""
