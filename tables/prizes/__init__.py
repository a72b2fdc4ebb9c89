"""Places and prizes of tournaments: who is out, what is won, paid, awarded and settled."""
