"""What the floor writes down: calls, rulings, incidents, corrections of hands, hand-over sheets."""
