"""The game side: poker law, tables, seats, hands."""
