"""The proof of the books, and what is watched of them."""
