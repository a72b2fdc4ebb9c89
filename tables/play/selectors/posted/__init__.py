"""Posted sheets: the rules of a game as the table shows them to guests."""
