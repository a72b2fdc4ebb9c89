"""Practice games: opened, dealt, reset, closed; nothing here books, charges or names anybody."""
