"""What the floor does at tables and seats: opening and closing, sitting and leaving, floats, slips, plans."""
