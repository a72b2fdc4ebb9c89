"""Server-rendered pages of the game side: the floor's board and tables, the dealer's desk and hands."""
